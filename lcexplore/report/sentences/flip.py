"""What would change the outcome, and what is the cheapest next step?"""

from math import ceil, isclose

from lcexplore import words
from lcexplore.decision.evaluate import ClauseReading
from lcexplore.evidence import latency, sizing
from lcexplore.model import CacheState, Outcome, Role, Status
from lcexplore.report.review import Review
from lcexplore.report.sentences import clauses, figures
from lcexplore.report.sentences.common import capital, listed
from lcexplore.words import count, spelled

POWER = 0.8


def first_line(review: Review) -> str:
    """Say whether one change would do."""
    decision = review.decision
    if decision is None:
        return "Nothing was agreed, so there is no outcome to change."
    if decision.outcome is Outcome.REJECT:
        return "A reason to reject is met: no other change matters while it holds."
    _, failed, unknown = clauses.tally(decision)
    lacking = [each for each in decision.preconditions if each.status is not Status.MET]
    open_points = len(failed) + len(unknown)
    if not open_points:
        return _preconditions_only(len(lacking))
    said = listed(
        [
            *(
                [f"{_conditions(len(failed))} {'fails' if len(failed) == 1 else 'fail'}"]
                * bool(failed)
            ),
            *([_unknown(len(unknown), alone=not failed)] * bool(unknown)),
        ]
    )
    return f"{'One change could do' if open_points == 1 else 'No single change'}: {said}."


def _conditions(number: int) -> str:
    return f"{spelled(number)} condition{'' if number == 1 else 's'}"


def _unknown(number: int, *, alone: bool) -> str:
    what = _conditions(number) if alone else spelled(number)
    return f"{what} {'is' if number == 1 else 'are'} not measured"


def _preconditions_only(lacking: int) -> str:
    if not lacking:
        return "Every condition is met."
    return f"Every condition is met; {spelled(lacking)} of the four preconditions is open."


def lines(review: Review) -> list[str]:
    """One line for every clause that is not met, with what would meet it."""
    if review.decision is None:
        return []
    readings = clauses.of_rule(review.decision, "switch_if")
    return [_line(review, each) for each in readings if each.status is not Status.MET]


def _line(review: Review, reading: ClauseReading) -> str:
    quantity = reading.clause.quantity
    name = capital(figures.quantity_words(quantity))
    if reading.observed is None:
        return f"{name}: {unmeasured(review, reading)}"
    if quantity == "correctness_delta_lower_ci":
        return f"{name}: {more_questions(review)}"
    if quantity == "p95_end_to_end" and reading.bar is not None:
        return f"{name} {hits_alone(review, reading.bar)}"
    if quantity == "measured_cache_hit_rate" and reading.bar is not None:
        return f"{name}: {more_hits(review, reading.bar)}"
    shown = clauses.measured(reading)
    return f"{name}: agreed {clauses.agreed(reading.clause)}, measured {shown.text}."


def unmeasured(review: Review, reading: ClauseReading) -> str:
    """What to do about a clause that nobody measured."""
    why = (reading.reason or "nobody recorded it").rstrip(".")
    if "cost" in reading.clause.quantity:
        return f"not measured: {why}. Add a price sheet, or log the cost of each request."
    return f"not measured: {why}."


def more_questions(review: Review) -> str:
    """How many questions would bring the lower end to the margin."""
    margin = review.record.margin if review.record else None
    planned = size_needed(review)
    difference = review.evidence.correctness.difference
    if margin is None or planned is None or difference is None:
        return "more questions narrow the interval."
    bar, shown = words.points(margin), words.points(difference)
    if planned.n_power is None:
        return f"no number of questions brings it to {bar} while the difference is {shown}."
    asked = count(round_to_three(planned.n_power))
    return (
        f"about {asked} questions would clear {bar} {chance(POWER)}, "
        f"if the true difference is {shown}."
    )


def chance(share: float) -> str:
    """Say a chance: ``8 times in 10``."""
    return f"{round(10 * share)} times in 10"


def size_needed(review: Review) -> sizing.Size | None:
    """Questions that would clear the margin with 80 % power, None where it cannot be said."""
    found = review.evidence.correctness
    margin = review.record.margin if review.record else None
    pairs = found.answer_pairs or found.cells
    if margin is None or not found.difference or not pairs.n or not found.n_questions:
        return None
    discordance = (pairs.candidate_only + pairs.baseline_only) / pairs.n
    if discordance < abs(found.difference):
        return None
    return sizing.size(
        discordance=discordance,
        difference=found.difference,
        half_width=None,
        margin=margin,
        power=POWER,
        level=found.level,
        design_effect=found.design_effect * found.n_questions / pairs.n,
    )


def round_to_three(number: int) -> int:
    """Round to three figures: a plan is not known better."""
    step: int = 10 ** max(0, len(str(abs(number))) - 3)
    return round(number / step) * step


def hits_alone(review: Review, bar: float) -> str:
    """Whether p95 can reach its bar by cache hits alone."""
    pools = review.evidence.inputs.timings[Role.CANDIDATE].end_to_end
    hits, misses = pools.get(CacheState.HIT), pools.get(CacheState.MISS)
    shown = words.seconds(bar)
    if hits is None or misses is None or not hits.n or not misses.n:
        return f"cannot be traced to cache hits: their effect on {shown} is not in the log."
    needed = latency.hit_rate_needed(hits, misses, p=0.95, bar=bar)
    if needed is None:
        alone = latency.mixture_quantile(hits, misses, hit_rate=1, p=0.95)
        return (
            f"cannot reach {shown} by cache hits alone: "
            f"hits by themselves give {words.seconds(alone)}."
        )
    return f"reaches {shown} at a hit rate of {words.percent(needed)}."


def more_hits(review: Review, bar: float) -> str:
    """How many more requests would have to hit."""
    arm = review.evidence.latency.arms[Role.CANDIDATE]
    exact = bar * arm.n_cache_known
    needed = round(exact) if isclose(exact, round(exact)) else ceil(exact)
    return (
        f"{count(needed)} of {count(arm.n_cache_known)} requests would have to hit, "
        f"{count(max(0, needed - arm.hits))} more than did."
    )
