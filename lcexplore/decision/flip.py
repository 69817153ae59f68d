"""What would have to change for each clause to be met, and would one change do?"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

from lcexplore.decision.evaluate import ClauseReading, Decision
from lcexplore.decision.quantities import Form, Kind, Quantity, look_up
from lcexplore.evidence import sizing
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.mixture import hit_rate_needed, mixture_quantile
from lcexplore.model import CacheState, Outcome, Role, Status
from lcexplore.words import count, percent, points, seconds, signed, spelled

POWER = 0.8
_FLOAT_NOISE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Inverse:
    """What would meet one clause that is not met.

    Attributes:
        reading: The clause as it stands.
        sentence: In words.
        needed: Questions, a hit rate or requests that hit, as ``needed_unit`` says; None when
            nothing of the kind would do, or the clause is not measured.
        needed_unit: ``questions``, ``hit_rate``, ``hits`` or ``""``.
    """

    reading: ClauseReading
    sentence: str
    needed: float | None = None
    needed_unit: str = ""


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
        inverses=tuple(_inverse(each, evidence) for each in open_),
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
    unknown = sum(each.status is Status.NOT_MEASURED for each in open_)
    failed = len(open_) - unknown
    parts = []
    if failed:
        parts.append(f"{_conditions(failed)} {'fails' if failed == 1 else 'fail'}")
    if unknown:
        what = spelled(unknown) if failed else _conditions(unknown)
        parts.append(f"{what} {'is' if unknown == 1 else 'are'} not measured")
    single = len(open_) + len(lacking) == 1
    return f"{'One change could do' if single else 'No single change'}: {' and '.join(parts)}."


def _conditions(number: int) -> str:
    return f"{spelled(number)} condition{'' if number == 1 else 's'}"


def _inverse(reading: ClauseReading, evidence: Evidence) -> Inverse:
    quantity = look_up(reading.clause.quantity)
    if quantity is None or reading.observed is None or reading.status is Status.NOT_MEASURED:
        name = quantity.words if quantity else reading.clause.quantity
        return Inverse(reading=reading, sentence=f"{name}: not measured: {reading.reason}.")
    if quantity.kind is Kind.CORRECTNESS and quantity.form is Form.LOWER:
        return _questions(reading, evidence)
    special = _INVERSES.get(quantity.kind)
    if special and quantity.form is Form.POINT:
        return special(reading, quantity, evidence)
    sentence = f"{quantity.words}: agreed was {reading.clause.bar.text}."
    return Inverse(reading=reading, sentence=sentence)


def _questions(reading: ClauseReading, evidence: Evidence) -> Inverse:
    bar = reading.clause.bar.value
    difference = evidence.correctness.difference or 0.0
    needed = questions_needed(evidence, bar)
    if needed is None:
        sentence = (
            f"no number of questions brings the lower end to {signed(100 * bar)} "
            f"while the difference is {points(difference)}."
        )
        return Inverse(reading=reading, sentence=sentence, needed_unit="questions")
    sentence = (
        f"about {count(needed)} questions would bring the lower end to {signed(100 * bar)} "
        f"{round(10 * POWER)} times in 10, if the true difference is {points(difference)}."
    )
    return Inverse(reading=reading, sentence=sentence, needed=needed, needed_unit="questions")


def questions_needed(evidence: Evidence, margin: float) -> int | None:
    """Questions that clear the margin 8 times in 10 if the observed difference is true."""
    found = evidence.correctness
    pairs = found.answer_pairs or found.cells
    if not found.difference or not pairs.n or found.difference <= margin:
        return None
    discordance = (pairs.candidate_only + pairs.baseline_only) / pairs.n
    return sizing.size(
        discordance=max(discordance, abs(found.difference)),
        difference=found.difference,
        half_width=None,
        margin=margin,
        power=POWER,
        level=found.level,
        design_effect=found.design_effect * found.n_questions / pairs.n,
    ).n_power


def _latency(reading: ClauseReading, quantity: Quantity, evidence: Evidence) -> Inverse:
    timings, bar = evidence.inputs.timings[Role.CANDIDATE], reading.bar or 0.0
    pools = timings.first_token if quantity.first_token else timings.end_to_end
    hits, misses = pools.get(CacheState.HIT), pools.get(CacheState.MISS)
    name = f"p{100 * (quantity.p or 0):.0f}"
    if not (hits and misses and hits.n and misses.n and quantity.p):
        sentence = f"{name}: hits and misses are not both in the log, so nothing can be mixed."
        return Inverse(reading=reading, sentence=sentence, needed_unit="hit_rate")
    needed = hit_rate_needed(hits, misses, p=quantity.p, bar=bar)
    if needed is None:
        alone = mixture_quantile(hits, misses, hit_rate=1.0, p=quantity.p)
        sentence = (
            f"{name} cannot reach {seconds(bar)} by cache hits alone: "
            f"hits by themselves give {seconds(alone)}."
        )
        return Inverse(reading=reading, sentence=sentence, needed_unit="hit_rate")
    sentence = f"{name} reaches {seconds(bar)} at a hit rate of {percent(needed)}."
    return Inverse(reading=reading, sentence=sentence, needed=needed, needed_unit="hit_rate")


def _hit_rate(reading: ClauseReading, quantity: Quantity, evidence: Evidence) -> Inverse:
    arm, bar = evidence.inputs.timings[Role.CANDIDATE], reading.bar or 0.0
    known = arm.hits + arm.misses
    needed = ceil(bar * known - _FLOAT_NOISE)
    sentence = (
        f"{quantity.words}: {count(needed)} of {count(known)} requests would have to hit, "
        f"{count(max(0, needed - arm.hits))} more than did."
    )
    return Inverse(reading=reading, sentence=sentence, needed=needed, needed_unit="hits")


_INVERSES: dict[Kind, Callable[[ClauseReading, Quantity, Evidence], Inverse]] = {
    Kind.LATENCY: _latency,
    Kind.HIT_RATE: _hit_rate,
}
