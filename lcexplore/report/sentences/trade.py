"""Which trade do the four numbers put before the reader?"""

from lcexplore import words
from lcexplore.model import Role
from lcexplore.report.review import Review
from lcexplore.report.sentences import decision
from lcexplore.report.sentences.figures import times_words

BOTH = (Role.BASELINE, Role.CANDIDATE)


def the_question(review: Review) -> str:
    """The trade that the four numbers put, always below them."""
    difference = review.evidence.correctness.difference
    ratios = _ratios(review)
    if difference is None or not ratios:
        said, asked = "The question these put cannot be asked in full: something is missing.", True
    else:
        unsure = decision.open_direction(review.evidence.correctness.interval)
        said = _question(difference, ratios, unsure=unsure, candidate=review.info.candidate)
        asked = said.endswith("?")
    return f"{said} {_agreed(review, asked=asked)}"


def _agreed(review: Review, *, asked: bool) -> str:
    """Whether a rule was agreed: as the answer, where there is a question to answer."""
    if review.record:
        agreed = "was agreed to answer it" if asked else "says what was agreed"
        return f"A rule {agreed}."
    return f"No rule was agreed beforehand{' to answer it' if asked else ''}."


def _question(difference: float, ratios: dict[str, float], *, unsure: bool, candidate: str) -> str:
    """Ask for what costs, never for what costs as much or less."""
    dearer = _said({what: ratio for what, ratio in ratios.items() if ratio > 1})
    rest = _said({what: ratio for what, ratio in ratios.items() if ratio <= 1})
    size = words.points_unsigned(difference)
    if round(difference, 3) == 0:
        size, difference = "as many correct answers", 0.0
    doubt = f" ({decision.NO_DIRECTION})" if unsure else ""
    if difference < 0:
        lost = f"{size} fewer correct answers{doubt}"
        if any(ratio < 1 for ratio in ratios.values()):
            at = f", at {dearer}" if dearer else ""
            return f"The question these put: is {rest} worth {lost}{at}?"
        return f"No measured gain: {candidate} has {lost}, {_joined(rest, dearer)}."
    size += doubt
    if dearer:
        at = f", with {rest}" if rest else ""
        return f"The question these put: are {size} worth {dearer}{at}?"
    return f"These put no price on {size}: {rest}."


def _said(ratios: dict[str, float]) -> str:
    return _joined(
        *(
            f"{'the same' if r == 1 else times_words(r) + ' the'} {what}"
            for what, r in ratios.items()
        )
    )


def _joined(*parts: str) -> str:
    return " and ".join(part for part in parts if part)


def _ratios(review: Review) -> dict[str, float]:
    """Candidate against baseline as it is written, for what was measured in both."""
    latency, cost = review.evidence.latency.arms, review.evidence.cost
    found = {
        "wait": _ratio(*(latency[role].all.p95 for role in BOTH)),
        "tokens": _ratio(*(cost[role].effective_mean for role in BOTH)),
    }
    return {what: round(ratio, 1) for what, ratio in found.items() if ratio is not None}


def _ratio(base: float | None, cand: float | None) -> float | None:
    return cand / base if base and cand is not None else None
