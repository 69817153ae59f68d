"""Whose requests are shown: the eval's own, or those of production? Never both in one figure."""

from dataclasses import replace

from lcexplore.evidence import latency, states, tokens
from lcexplore.evidence.inputs import ArmTokens
from lcexplore.evidence.prices import PRICED, RECORDED
from lcexplore.evidence.same import once
from lcexplore.evidence.traffic import EVAL, REQUESTS, Traffic
from lcexplore.model import Role
from lcexplore.report import prices
from lcexplore.report.review import Review
from lcexplore.report.sentences import stored
from lcexplore.words import many

SOURCES = (EVAL, REQUESTS)


def available(review: Review) -> bool:
    """Whether a request log is stored for this comparison beside its answers."""
    return review.requests is not None


def usual(review: Review) -> str:
    """The source that is shown unless another is asked for: the eval's, where it has answers."""
    return REQUESTS if available(review) and not _has_answers(review) else EVAL


def _has_answers(review: Review) -> bool:
    """Whether the eval holds answers of the candidate, whose figures a page is about."""
    of_candidate = (each for each in review.entry.arms if each.name == review.info.candidate)
    return review.answered and any(each.n_answers for each in of_candidate)


@once
def on(review: Review, source: str) -> Review:
    """The review with latency, hit rate, tokens and cost of another source.

    Correctness, validity and the decision stay: the record was read on the eval's answers.
    """
    found = review.requests
    if source != REQUESTS or found is None or found.timings is None or found.tokens is None:
        return review
    evidence, inputs = review.evidence, review.evidence.inputs
    by_sheet = any(each.weighed_by == PRICED for each in evidence.cost.values())
    told = {} if by_sheet else inputs.tokens
    counted = {role: _weighed(each, told.get(role)) for role, each in found.tokens.items()}
    shown = replace(
        evidence,
        inputs=replace(inputs, timings=found.timings, tokens=counted),
        latency=latency.analyse(found.timings, level=evidence.correctness.level),
        cost=tokens.analyse(counted, unit=tokens.REQUEST),
    )
    priced = prices.applied(shown, review.prices, found)
    return replace(review, evidence=priced, source=REQUESTS)


def _weighed(arm: ArmTokens, of_eval: ArmTokens | None) -> ArmTokens:
    """Requests carry no manifest: what a cached token is worth is taken from the eval's."""
    if of_eval is None:
        return arm
    return replace(
        arm,
        read_multiplier=of_eval.read_multiplier,
        write_multiplier=of_eval.write_multiplier,
    )


def traffic(review: Review) -> Traffic | None:
    """What the requests shown tell beside their latency."""
    return review.requests if review.source == REQUESTS else review.traffic


def cost_at(review: Review, hit_rate: float) -> float | None:
    """Cost of a thousand queries of the candidate at a hit rate; None where it is not priced.

    A recorded cost is not split by cache state, and a sheet's, of another basis and maybe of
    another currency, is not put in its place.
    """
    found, known = traffic(review), review.evidence.cost.get(Role.CANDIDATE)
    if review.prices is None or found is None or (known and known.basis == RECORDED):
        return None
    by_state = found.by_state.get(Role.CANDIDATE, {})
    return states.cost_per_1k(by_state, review.prices, review.info.candidate, hit_rate)


def tokens_at(review: Review, hit_rate: float) -> float | None:
    """Effective input tokens per request of the candidate at a hit rate, None if not known."""
    found, counted = traffic(review), review.evidence.inputs.tokens.get(Role.CANDIDATE)
    if found is None or counted is None:
        return None
    return states.effective_tokens(found.by_state.get(Role.CANDIDATE, {}), counted, hit_rate)


def of_named(review: Review) -> str:
    """Say whose requests the named scenarios are of; empty where there is one source alone."""
    if not available(review):
        return ""
    if review.source != REQUESTS:
        return "These scenarios are of the eval's answers, not of the request log."
    said = "These scenarios are of the request log."
    if not review.answered:
        return said
    recorded = "the rule on latency and cost stands as recorded, on the eval's answers"
    return f"{said} Where one assumes no hit rate, {recorded}." if review.decision else said


def sentence(review: Review) -> str:
    """Say whose requests these are, and of which arms more are stored; empty for a whole eval."""
    if review.source != REQUESTS or review.requests is None:
        return " ".join(filter(None, _beside(review)))
    return " ".join(filter(None, [_logged(review), stored.not_compared(review, requests=True)]))


def _beside(review: Review) -> list[str]:
    """What is stored beside the eval's answers shown, where a reader would not look for it.

    Where a request log holds neither of the arms shown there is nothing to choose.
    """
    said = stored.unanswered(review) if review.answered else []
    said.append(stored.not_compared(review, requests=False))
    return said if available(review) else [*said, stored.not_compared(review, requests=True)]


def _logged(review: Review) -> str:
    """Say of a request log how much it holds, how it was read, and what it leaves alone."""
    span = ""
    found = review.requests
    if found is None:
        return ""
    first, last = found.first_at, found.last_at
    if first is not None and last is not None:
        odd = found.windows.far if found.windows is not None else None
        with_odd = f" with {many(odd.n, 'odd start time')}" if odd is not None else ""
        span = f", {first:%Y-%m-%d %H:%M} to {last:%Y-%m-%d %H:%M} UTC{with_odd}"
    arms = (found.timings or {}).values()
    counts, replays = [arm.n_planned for arm in arms], sum(arm.n_replays for arm in arms)
    sent = (
        f"{sum(counts) - replays:,} sent, {replays:,} replayed" if replays else f"{sum(counts):,}"
    )
    exact = "every one" if not found.within else "within 1 %, from bins"
    said = f"Requests of a log without questions ({sent}{span}), read {exact}"
    if not review.answered:
        read = ", and the rule is read on an eval's answers" if review.decision else ""
        return (
            f"{said}: latency, cache hits, tokens and cost are theirs. No question is stored here, "
            f"so correctness is not measured{read}."
        )
    decided = ", and the recorded decision is not touched" if review.decision else ""
    return f"{said}; the eval's answers are not among them{decided}."
