"""What should be tried next, cheapest first?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lcexplore.decision.evaluate import ClauseReading, Decision
from lcexplore.decision.flip import Inverse, open_clauses, what_would_flip
from lcexplore.decision.quantities import Kind, look_up
from lcexplore.evidence.bundle import Evidence
from lcexplore.model import Outcome, Role, Status
from lcexplore.words import NBSP, count, percent, seconds

LAYOUT_IS_RIGHT_FROM = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing to try.

    Attributes:
        id: Stable name.
        cost: What it takes, in words; empty where nobody can say.
        sentence: What it is, and which clauses it can meet.
    """

    id: str
    cost: str
    sentence: str


def next_steps(decision: Decision, evidence: Evidence) -> tuple[Step, ...]:
    """List what to try, cheapest first; nothing when the rule says switch."""
    if decision.outcome is Outcome.SWITCH:
        return ()
    inverses = what_would_flip(decision, evidence).inverses
    slow, cold = _first(Kind.LATENCY, inverses), _first(Kind.HIT_RATE, inverses)
    steps = [*_instrument(decision)]
    if slow or cold:
        steps += _cache(evidence, slow, cold)
    if slow:
        steps += [_window(evidence, slow.reading), _felt(evidence)]
    steps += _questions(inverses)
    return tuple(steps)


def _first(kind: Kind, inverses: Sequence[Inverse]) -> Inverse | None:
    for each in inverses:
        quantity = look_up(each.reading.clause.quantity)
        if quantity and quantity.kind is kind:
            return each
    return None


def _instrument(decision: Decision) -> Iterator[Step]:
    for reading in open_clauses(decision):
        if reading.observed is None:
            name = reading.clause.quantity
            sentence = (
                f"Record what {name} asks for ({reading.reason}): it cannot be read as it is."
            )
            yield Step(id=f"record_{name}", cost="", sentence=sentence)
    for condition in decision.preconditions:
        if condition.id == "calibrated" and condition.status is not Status.MET:
            sentence = "Have two people label answers of both arms under this rubric, blind."
            yield Step(id="label", cost="about three hours for fifty", sentence=sentence)


def _cache(evidence: Evidence, slow: Inverse | None, cold: Inverse | None) -> Iterator[Step]:
    arm = evidence.inputs.timings[Role.CANDIDATE]
    known = arm.hits + arm.misses
    if not known:
        return
    rate = percent(arm.hits / known)
    right = arm.hits / known >= LAYOUT_IS_RIGHT_FROM
    verdict = "the layout is basically right" if right else "something changes early in the prompt"
    sentence = f"Put first in the prompt what never changes. {rate} says {verdict}."
    yield Step(id="prefix_layout", cost="an hour", sentence=sentence)
    reachable = slow is not None and slow.needed is not None
    bars = [("the hit-rate bar", True)] * bool(cold) + [("the latency bar", reachable)] * bool(slow)
    can = [bar for bar, reached in bars if reached]
    cannot = [bar for bar, reached in bars if not reached]
    ability = f"Can meet {' and '.join(can)}" if can else "Can meet neither bar"
    ability += f", not {cannot[0]}" if can and cannot else ""
    sentence = (
        f"More cache hits: {count(arm.misses)} of {count(known)} miss; "
        f"p95 leaves room for 5{NBSP}%. {ability}."
    )
    yield Step(id="more_hits", cost="hours to days", sentence=sentence)


def _window(evidence: Evidence, slow: ClauseReading) -> Step:
    parts = evidence.latency.decomposition.get(Role.CANDIDATE)
    alone, bar = parts.hits_alone if parts else None, slow.bar
    sentence = "Fewer tokens in the window: fewer tokens wait less, hit or miss."
    if alone is not None and bar is not None and alone > bar:
        only = f"the only step that can bring hits themselves under {seconds(bar)}"
        sentence = f"Fewer tokens in the window: {only}."
    return Step(id="fewer_tokens", cost="about a week", sentence=sentence)


def _felt(evidence: Evidence) -> Step:
    first = evidence.latency.first_token.get(Role.CANDIDATE)
    p95 = first.all.p95 if first else None
    said = "not measured" if p95 is None else f"{seconds(p95)} at p95"
    sentence = (
        f"Is this what users feel? Time to first token: {said}. "
        "Changing the clause means amending the record."
    )
    return Step(id="what_users_feel", cost="a small live slice", sentence=sentence)


def _questions(inverses: Sequence[Inverse]) -> Iterator[Step]:
    for each in inverses:
        if each.needed_unit == "questions":
            sentence = f"More questions: {each.sentence}"
            yield Step(id="more_questions", cost="weeks", sentence=sentence)
