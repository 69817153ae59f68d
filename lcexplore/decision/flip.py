"""What would have to change for each clause to be met, and would one change do?"""

from collections.abc import Sequence
from dataclasses import dataclass

from lcexplore.decision import hits
from lcexplore.decision.assumed import hits_needed, unanswered, untold
from lcexplore.decision.evaluate import ClauseReading, Decision
from lcexplore.decision.quantities import Form, Kind, Quantity, look_up
from lcexplore.decision.reading import bar_in_seconds
from lcexplore.evidence import sampled
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.correctness import Correctness
from lcexplore.evidence.inputs import ArmTimings
from lcexplore.evidence.mixture import pools as pools_of
from lcexplore.model import Outcome, Role, Status
from lcexplore.words import (
    agreed_points,
    count,
    many,
    points,
    seconds_apart,
    spelled,
    three_figures,
)

POWER = 0.8
UNTOLD = "no question tells the arms apart, so nothing tells how many would."


@dataclass(frozen=True, slots=True, kw_only=True)
class Inverse:
    """What would meet one clause that is not met.

    Attributes:
        reading: The clause as it stands.
        sentence: In words, the quantity first; empty where the clause says all there is to say.
        needed: Questions, a hit rate or requests that hit, as ``needed_unit`` says; None when
            nothing of the kind would do.
        needed_unit: ``questions``, ``hit_rate``, ``hits``, or ``""`` where it cannot be told.
        most: Greatest hit rate that would do, where more hits do worse.
    """

    reading: ClauseReading
    sentence: str
    needed: float | None = None
    needed_unit: str = ""
    most: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """What stands between the outcome and a switch."""

    first_line: str
    inverses: tuple[Inverse, ...]
    preconditions: tuple[str, ...]


def what_would_flip(decision: Decision, evidence: Evidence) -> Flip:
    """Invert every open clause; a rejection that cannot be ruled out is open, too."""
    open_ = open_clauses(decision)
    return Flip(
        first_line=_first_line(decision, open_),
        inverses=tuple(_inverse(each, decision, evidence) for each in open_),
        preconditions=tuple(
            each.message for each in decision.preconditions if each.status is not Status.MET
        ),
    )


def open_clauses(decision: Decision) -> tuple[ClauseReading, ...]:
    """Clauses that keep the rule from saying switch, in the record's order."""
    wanted = {"switch_if": Status.MET, "reject_if": Status.FAILED}
    return tuple(each for each in decision.readings if each.status is not wanted[each.clause.rule])


def _first_line(decision: Decision, open_: Sequence[ClauseReading]) -> str:
    if decision.outcome is Outcome.REJECT:
        return "A reason to reject is met: no other change matters while it holds."
    lacking = [each for each in decision.preconditions if each.status is not Status.MET]
    if not open_:
        names = ", ".join(each.id.replace("_", " ") for each in lacking)
        return f"Every condition is met; not yet {names}." if names else "Every condition is met."
    parts = _standing(open_)
    said = " and ".join(each for each in (", ".join(parts[:-1]), parts[-1]) if each)
    single = len(open_) + len(lacking) == 1
    return f"{'One change could do' if single else 'No single change'}: {said}."


def _standing(open_: Sequence[ClauseReading]) -> list[str]:
    wanted = [each.status for each in open_ if each.clause.rule == "switch_if"]
    unknown = wanted.count(Status.NOT_MEASURED)
    failed, rejections = len(wanted) - unknown, len(open_) - len(wanted)
    parts = []
    if failed:
        parts.append(f"{_number(failed, 'condition')} {'fails' if failed == 1 else 'fail'}")
    if unknown:
        what = spelled(unknown) if failed else _number(unknown, "condition")
        parts.append(f"{what} {'is' if unknown == 1 else 'are'} not measured")
    if rejections:
        parts.append(f"{_number(rejections, 'rejection')} cannot be ruled out")
    return parts


def _number(number: int, what: str) -> str:
    return f"{spelled(number)} {what}{'' if number == 1 else 's'}"


def _inverse(reading: ClauseReading, decision: Decision, evidence: Evidence) -> Inverse:
    quantity = look_up(reading.clause.quantity)
    if reading.clause.rule == "reject_if":
        return _rejection(reading)
    if quantity is None or reading.observed is None or reading.status is Status.NOT_MEASURED:
        return _unmeasured(reading)
    if quantity.kind is Kind.CORRECTNESS and quantity.form is Form.LOWER:
        calibrated = decision.record.correctness_basis == "calibrated"
        return _labels(reading) if calibrated else _questions(reading, evidence)
    if quantity.kind is Kind.LATENCY and quantity.form is Form.POINT:
        return _latency(reading, quantity, evidence, decision.record.missing_tolerance)
    if quantity.kind is Kind.HIT_RATE and quantity.form is Form.POINT:
        return _hit_rate(reading, quantity, evidence, decision.record.missing_tolerance)
    return Inverse(reading=reading, sentence="")


def name_of(reading: ClauseReading) -> str:
    """The quantity of a clause as a line names it."""
    quantity = look_up(reading.clause.quantity)
    return quantity.brief if quantity else reading.clause.quantity.replace("_", " ")


def _rejection(reading: ClauseReading) -> Inverse:
    said = f"{name_of(reading)}: a reason to reject, and met"
    if reading.status is Status.NOT_MEASURED:
        said = f"a rejection by {name_of(reading)} is not ruled out: {_why(reading)}"
    return Inverse(reading=reading, sentence=f"{said}.")


def _unmeasured(reading: ClauseReading) -> Inverse:
    remedy = f" {reading.remedy}" if reading.remedy else ""
    sentence = f"{name_of(reading)}, not measured: {_why(reading)}.{remedy}"
    return Inverse(reading=reading, sentence=sentence)


def _why(reading: ClauseReading) -> str:
    return (reading.reason or "nobody recorded it").rstrip(".")


def _labels(reading: ClauseReading) -> Inverse:
    said = "it is corrected for the grader, so more labelled answers narrow it, too"
    return Inverse(reading=reading, sentence=f"{name_of(reading)}: {said}.")


def _questions(reading: ClauseReading, evidence: Evidence) -> Inverse:
    found, bar = evidence.correctness, reading.clause.bar.value
    return Inverse(
        reading=reading,
        sentence=f"{name_of(reading)}: {more_questions(found, bar)}",
        needed=sampled.needed(found, margin=bar, power=POWER),
        needed_unit="questions",
    )


def more_questions(found: Correctness, margin: float) -> str:
    """How many questions would bring the lower end to the margin, as a sentence ends."""
    made, needed = sampled.plan(found), sampled.needed(found, margin=margin, power=POWER)
    if made is None:
        return UNTOLD
    bar, truth = agreed_points(margin), points(made.difference)
    if needed is None:
        return f"no number of questions brings it to {bar} while the difference is {truth}."
    return (
        f"{so_many_questions(made, needed)} would clear {bar} "
        f"{round(10 * POWER)} times in 10, if the true difference is {truth}."
    )


def so_many_questions(made: sampled.Plan, needed: float | None) -> str:
    """Name a number of questions to plan with, and the documents that they come from."""
    n = round(needed or 0)
    documents = made.documents(n)
    source = "" if documents is None else f" from about {many(documents, 'document')}"
    return f"about {many(three_figures(n), 'question')}{source}"


def _latency(
    reading: ClauseReading, quantity: Quantity, evidence: Evidence, tolerance: float
) -> Inverse:
    name = name_of(reading)
    if reading.clause.operator.startswith(">"):
        return Inverse(reading=reading, sentence="")
    found = hits.asked(evidence, first_token=quantity.first_token)
    if found is None or reading.bar is None:
        why = _unmixed(evidence.inputs.timings[Role.CANDIDATE], quantity)
        return Inverse(reading=reading, sentence=f"{name}: {why}, so nothing can be mixed.")
    rates = hits.hit_rates(reading, quantity, evidence, tolerance=tolerance)
    bar = bar_in_seconds(reading)
    if unknown := unanswered(reading, quantity, evidence, tolerance=tolerance):
        said, rates = f": which hit rate reaches {bar} is not measured: {unknown}", None
    elif rates is None:
        alone = _hits_alone(reading, quantity, evidence)
        said = f" cannot reach {bar} by cache hits alone: {alone}"
    elif rates.high < 1:
        most, why = hits.no_more(found, rates), hits.against_more(found, reading.bar)
        said = f" reaches {bar} at a hit rate of {most}: {why}"
    else:
        said = f" reaches {bar} at a hit rate of {hits.at_least(rates.low)}"
    return Inverse(
        reading=reading,
        sentence=f"{name}{said}.",
        needed=None if rates is None or (rates.high < 1 and not rates.low) else rates.low,
        needed_unit="" if unknown else "hit_rate",
        most=None if rates is None or rates.high == 1 else rates.high,
    )


def _unmixed(arm: ArmTimings, quantity: Quantity) -> str:
    if not arm.hits or not arm.misses:
        return "hits and misses are not both in the log"
    found = pools_of(arm, first_token=quantity.first_token)
    if found.hits.n and found.misses.n:
        return "the cache state of most requests is unknown"
    return f"no {'miss' if found.hits.n else 'hit'} has a timing"


def _hits_alone(reading: ClauseReading, quantity: Quantity, evidence: Evidence) -> str:
    """What keeps a quantile above its bar: hits themselves first, then what has no timing."""
    found = hits.all_hits(reading, quantity, evidence)
    if found is None:
        return "nothing can be mixed"
    bar = reading.bar or 0.0
    by_hits = f"hits by themselves give {seconds_apart(found.alone, bar)[0]}"
    if not found.untimed:
        return by_hits
    then = "" if found.as_many else "then "
    lacking = f"{many(found.untimed, 'answer')} {then}without a timing"
    if found.ranked is None:
        too_many = f"{lacking} {'is' if found.untimed == 1 else 'are'} too many"
        return f"{by_hits}, and {too_many}" if found.too_slow else too_many
    with_them = f"{seconds_apart(found.ranked, bar)[0]} with {lacking} as the slowest"
    return (
        f"{by_hits}, and {with_them}" if found.too_slow else f"hits by themselves give {with_them}"
    )


def _hit_rate(
    reading: ClauseReading, quantity: Quantity, evidence: Evidence, tolerance: float
) -> Inverse:
    if not reading.clause.operator.startswith(">"):
        return Inverse(reading=reading, sentence="")
    arm, needed = evidence.inputs.timings[Role.CANDIDATE], hits_needed(reading, evidence)
    known = arm.hits + arm.misses
    if needed is None:
        may = " and ".join(
            ["those that fail"] * bool(arm.failed_hits)
            + ["the others"] * (hits.n_asked(evidence, arm, of_eval=True) > known)
        )
        said = (
            f"not even {many(known, 'hit')} of {many(known, 'request')} of known cache state "
            f"would do{f'; {may} may all have missed' if may else ''}"
        )
    elif why := untold(evidence, needed / known, tolerance=tolerance):
        said = f"how many requests would have to hit is not measured: {why}"
        return Inverse(reading=reading, sentence=f"{quantity.brief}: {said}.")
    else:
        said = (
            f"{count(needed)} of {many(known, 'request')} would have to hit, "
            f"{count(max(0, needed - arm.hits))} more than did"
        )
    sentence = f"{quantity.brief}: {said}."
    return Inverse(reading=reading, sentence=sentence, needed=needed, needed_unit="hits")
