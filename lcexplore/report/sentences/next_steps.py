"""What is the cheapest next step, and under which conditions does the result hold?"""

from lcexplore import words
from lcexplore.decision.evaluate import ClauseReading, Decision
from lcexplore.model import Outcome, Role, Status
from lcexplore.report.review import Review
from lcexplore.report.sentences import clauses, flip
from lcexplore.report.sentences.common import short
from lcexplore.words import count

LAYOUT_IS_RIGHT_FROM = 0.8
NOTHING_LEFT = "Nothing is left that the rule asks for."


def steps(review: Review) -> list[str]:
    """Next steps, cheapest first; at least one."""
    if review.decision is None:
        return ["Write down what would settle it, before the next run."]
    return _steps(review, review.decision) or [NOTHING_LEFT]


def _steps(review: Review, decision: Decision) -> list[str]:
    if decision.outcome is Outcome.SWITCH:
        return []
    slow = _open(review, "p95_end_to_end")
    cold = _open(review, "measured_cache_hit_rate")
    arm = review.evidence.latency.arms[Role.CANDIDATE]
    said = []
    if (slow or cold) and arm.hit_rate is not None:
        said += [layout(arm.hit_rate), hits(review, slow, cold)]
    if slow is not None:
        said += [fewer_tokens(review, slow), what_users_feel(review)]
    if _open(review, "correctness_delta_lower_ci") is not None:
        said.append(f"More questions: {flip.more_questions(review)}")
    unknown = clauses.tally(decision)[2]
    prices = [each for each in unknown if "cost" in each.clause.quantity]
    return [*["Record a price: without one the cost line cannot be read."] * bool(prices), *said]


def _open(review: Review, quantity: str) -> ClauseReading | None:
    readings = clauses.of_rule(review.decision, "switch_if") if review.decision else []
    for each in readings:
        if each.clause.quantity == quantity and each.status is not Status.MET:
            return each
    return None


def layout(hit_rate: float) -> str:
    """First step: what comes first in the prompt."""
    shown = words.percent(hit_rate)
    verdict = (
        f"{shown} says the layout is basically right"
        if hit_rate >= LAYOUT_IS_RIGHT_FROM
        else f"{shown} says that something changes early in the prompt"
    )
    return f"Prefix layout, an hour: put what never changes first. {verdict}."


def hits(review: Review, slow: ClauseReading | None, cold: ClauseReading | None) -> str:
    """Second step: more cache hits, and which bars they can meet."""
    arm = review.evidence.latency.arms[Role.CANDIDATE]
    line = (
        f"More cache hits: {count(arm.misses)} of {count(arm.n_cache_known)} miss; "
        f"p95 leaves room for 5{words.NBSP}%."
    )
    if slow is None or slow.bar is None:
        return f"{line} Can meet the hit-rate bar."
    reachable = "reaches" in flip.hits_alone(review, slow.bar)
    if cold is None:
        return f"{line} {'Can' if reachable else 'Cannot'} meet the p95 bar."
    second = "and the p95 bar" if reachable else "not the p95 bar"
    return f"{line} Can meet the hit-rate bar, {second}."


def fewer_tokens(review: Review, slow: ClauseReading) -> str:
    """Third step: a smaller window."""
    line = "Fewer tokens in the window, about a week"
    alone = review.evidence.latency.decomposition[Role.CANDIDATE]
    if slow.bar is None or alone is None or alone.hits_alone is None:
        return f"{line}: fewer tokens wait less, hit or miss."
    if alone.hits_alone <= slow.bar:
        return f"{line}: makes a miss cheaper."
    bar = words.seconds(slow.bar)
    return f"{line}: the only step that can bring hits themselves under {bar}."


def what_users_feel(review: Review) -> str:
    """Fourth step: whether p95 is the number that users feel."""
    first = review.evidence.latency.first_token[Role.CANDIDATE]
    said = "not measured: time to first token is not in the log"
    if first is not None and first.all.p95 is not None:
        said = f"{words.seconds(first.all.p95)} at p95 ({count(first.all.n)} requests)"
    return (
        f"Is p95 what users feel? Time to first token: {said}. "
        "Changing the clause means amending the record."
    )


def conditions(review: Review) -> list[str]:
    """Conditions on the result: each is part of it, not a caveat about it."""
    return [
        f"A corpus of this size{_corpus(review)}: beyond it, nothing here was measured.",
        "Documents that stay unchanged during the run.",
        "Questions written by authors who wanted the feature to work.",
        "A grader whose errors are not in the interval: see Grader.",
    ]


def _corpus(review: Review) -> str:
    for row in review.evidence.validity.inputs:
        if row.name == "corpus_hash" and row.candidate:
            return f" (hash {short(row.candidate)})"
    return ""
