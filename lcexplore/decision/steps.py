"""What should be tried next, cheapest first?"""

from collections.abc import Iterator, Sequence

from lcexplore.decision.calibrated import lean
from lcexplore.decision.evaluate import Decision
from lcexplore.decision.flip import (
    UNTOLD,
    Inverse,
    name_of,
    open_clauses,
    so_many_questions,
    what_would_flip,
)
from lcexplore.decision.hits import asked
from lcexplore.decision.measure import NO_PRICE
from lcexplore.decision.quantities import Kind, look_up
from lcexplore.decision.reading import CONFOUNDED, bar_in_seconds
from lcexplore.decision.step import DECIDE_CORRECTED, NAME_DOCUMENTS, OF_PRECONDITION, Step
from lcexplore.evidence import sampled
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.named_twice import DOCUMENTS
from lcexplore.evidence.tokens import tokens_there
from lcexplore.model import Outcome, Role, Status
from lcexplore.words import count, does, many, percent, seconds

LAYOUT_IS_RIGHT_FROM = 0.8


def next_steps(decision: Decision, evidence: Evidence) -> tuple[Step, ...]:
    """List what to try, cheapest first; nothing when the rule says switch."""
    if decision.outcome is Outcome.SWITCH:
        return ()
    if not evidence.inputs.tally.questions:
        return (*_lacking(_not_met(decision), "committed_beforehand"), *unasked(evidence))
    inverses = what_would_flip(decision, evidence).inverses
    slow, cold = _of(Kind.LATENCY, inverses), _of(Kind.HIT_RATE, inverses)
    slow = [each for each in slow if each.reading.observed is not None]
    cached = bool(slow or cold) and evidence.latency.arms[Role.CANDIDATE].n_cache_known > 0
    lacking = _not_met(decision)
    steps = [*unlogged(evidence), *_lacking(lacking, "committed_beforehand")]
    steps += _instruments(decision, {each.id for each in steps})
    steps += [_layout(evidence)] if cached else []
    leans = "calibrated" in lacking and lean(decision.record, evidence)
    steps += [DECIDE_CORRECTED] if leans else _lacking(lacking, "calibrated")
    slower_hits = any(each.most is not None and each.needed is None for each in slow)
    steps += [_more_hits(evidence, slow, cold)] if cached and (cold or not slower_hits) else []
    steps += [*_lacking(lacking, "measured"), *_compare(lacking, evidence)]
    if slow:
        steps += [_fewer_tokens(evidence, slow[0]), *_felt(evidence, slow[0])]
    return (*steps, *_questions(evidence, inverses))


def _not_met(decision: Decision) -> set[str]:
    return {each.id for each in decision.preconditions if each.status is not Status.MET}


def unasked(evidence: Evidence) -> tuple[Step, ...]:
    """Where no answer is stored, one step comes before every other."""
    if evidence.inputs.tally.questions:
        return ()
    arms = " and ".join(evidence.info.arm(role) for role in Role)
    sentence = f"the answers of {arms} to the same questions; a request log asks none."
    return (
        Step(id="ask", name="Run an eval and import it", cost="a whole run", sentence=sentence),
    )


def _of(kind: Kind, inverses: Sequence[Inverse]) -> list[Inverse]:
    """Open ``switch_if`` clauses on one kind of quantity."""
    found = []
    for each in inverses:
        quantity = look_up(each.reading.clause.quantity)
        if quantity and quantity.kind is kind and each.reading.clause.rule == "switch_if":
            found.append(each)
    return found


def _lacking(lacking: set[str], *names: str) -> list[Step]:
    return [OF_PRECONDITION[name] for name in names if name in lacking]


def _compare(lacking: set[str], evidence: Evidence) -> list[Step]:
    """A run mends what moved with the arm; documents of two names are mended in the logs."""
    confounds = {each.id for each in evidence.validity.confounds}
    if "comparable" not in lacking or DOCUMENTS not in confounds:
        return _lacking(lacking, "comparable")
    return [NAME_DOCUMENTS, *(_lacking(lacking, "comparable") if len(confounds) > 1 else [])]


def unlogged(evidence: Evidence) -> tuple[Step, ...]:
    """What the next run should log first: nothing can be done about what nobody recorded."""
    steps = []
    for kind, (what, fields, lost) in _LOGGED.items():
        lacking = [role for role in Role if _unknown(evidence, role, kind)]
        if lacking:
            arms = " and ".join(evidence.info.arm(role) for role in lacking)
            if kind is Kind.TOKENS:
                fields = _classes(evidence, lacking) or fields
            sentence = f"add {fields} to the log of {arms}; without it {lost}."
            steps.append(
                Step(id=f"log_{kind}", name=f"Log {what}", cost="minutes", sentence=sentence)
            )
    return tuple(steps)


def _classes(evidence: Evidence, lacking: Sequence[Role]) -> str:
    """Name the classes of tokens that are nowhere, where others of these arms are reported."""
    costs = [evidence.cost[role] for role in lacking]
    if not all(map(tokens_there, costs)):
        return ""
    return " and ".join(dict.fromkeys(name for each in costs for name in each.unreported))


_LOGGED = {
    Kind.LATENCY: ("the latency of every answer", "latency_s", "waiting is not measured"),
    Kind.HIT_RATE: (
        "the state of the cache",
        "usage.cache_read or cache",
        "what sets the latency is not measured",
    ),
    Kind.TOKENS: ("the tokens", "usage", "what the candidate costs is not measured"),
}


def _unknown(evidence: Evidence, role: Role, kind: Kind) -> bool:
    latency = evidence.latency.arms[role]
    if kind is Kind.LATENCY:
        return latency.all.p95 is None
    if kind is Kind.HIT_RATE:
        return role is Role.CANDIDATE and not latency.n_cache_known
    return not evidence.cost[role].n_reported


def _instruments(decision: Decision, said: set[str]) -> Iterator[Step]:
    for reading in open_clauses(decision):
        quantity = look_up(reading.clause.quantity)
        if reading.observed is not None or (quantity and quantity.kind is Kind.KAPPA):
            continue
        if quantity and f"log_{quantity.kind}" in said:
            continue
        if reading.reason and reading.reason.startswith(CONFOUNDED):  # another run mends it
            continue
        name = f"Measure {name_of(reading)}"
        sentence = f"{(reading.reason or 'nobody recorded it').rstrip('.')}."
        if reading.remedy == NO_PRICE:
            name, sentence = "Record a price", "without one the cost line cannot be read."
        yield Step(id=f"record_{reading.clause.quantity}", name=name, cost="", sentence=sentence)


def _layout(evidence: Evidence) -> Step:
    rate = evidence.latency.arms[Role.CANDIDATE].hit_rate or 0.0
    right = rate >= LAYOUT_IS_RIGHT_FROM
    verdict = (
        "the layout is basically right" if right else "that something changes early in the prompt"
    )
    return Step(
        id="prefix_layout",
        name="Prefix layout",
        cost="an hour",
        sentence=f"put what never changes first. {percent(rate)} says {verdict}.",
    )


def _more_hits(evidence: Evidence, slow: Sequence[Inverse], cold: Sequence[Inverse]) -> Step:
    room = "".join(f"; {_room(each)}" for each in slow[:1])
    sentence = f"{_missing(evidence, slow)}{room}."
    told = [(_bar(each), each.needed is not None) for each in (*cold, *slow) if each.needed_unit]
    can = " and ".join(bar for bar, reached in told if reached)
    cannot = " or ".join(bar for bar, reached in told if not reached)
    if can:
        sentence += f" Can meet {can}{f', not {cannot}' if cannot else ''}."
    elif cannot:
        sentence += f" Cannot meet {cannot}."
    return Step(id="more_hits", name="More cache hits", cost="", sentence=sentence)


def _missing(evidence: Evidence, slow: Sequence[Inverse]) -> str:
    """How many miss: of the timed ones, where that is set against a quantile of them."""
    arm = evidence.latency.arms[Role.CANDIDATE]
    every = f"{count(arm.misses)} of {count(arm.n_cache_known)} {does(arm.misses, 'miss')}"
    quantity = look_up(slow[0].reading.clause.quantity) if slow else None
    if quantity and quantity.first_token:
        arm = evidence.latency.first_token.get(Role.CANDIDATE) or arm
    if quantity is None or arm.n_timed_known == arm.n_cache_known:
        return every
    timed = many(arm.n_timed_known, "timed request")
    return f"{count(arm.timed_misses)} of {timed} {does(arm.timed_misses, 'miss')}"


def _room(slow: Inverse) -> str:
    quantity = look_up(slow.reading.clause.quantity)
    share = 1 - (quantity.p or 0.0) if quantity else 0.0
    return f"{name_of(slow.reading)} leaves room for {percent(share, decimals=0)}"


def _bar(inverse: Inverse) -> str:
    hits = inverse.needed_unit == "hits"
    return "the hit-rate bar" if hits else f"the {name_of(inverse.reading)} bar"


def _fewer_tokens(evidence: Evidence, slow: Inverse) -> Step:
    alone, bar = _hits_alone(evidence, slow), slow.reading.bar
    sentence = "fewer tokens wait less, hit or miss."
    if alone is not None and bar is not None:
        only = f"the only step that can bring hits themselves under {bar_in_seconds(slow.reading)}."
        sentence = only if alone > bar else "makes a miss cheaper."
    name = "Fewer tokens in the window"
    return Step(id="fewer_tokens", name=name, cost="about a week", sentence=sentence)


def _hits_alone(evidence: Evidence, slow: Inverse) -> float | None:
    quantity = look_up(slow.reading.clause.quantity)
    if quantity is None or quantity.p is None:
        return None
    found = asked(evidence, first_token=quantity.first_token)
    return None if found is None else found.quantile(hit_rate=1.0, p=quantity.p)


def _felt(evidence: Evidence, slow: Inverse) -> Iterator[Step]:
    """Whether the quantile is what users feel; not asked where it is the first token's already."""
    quantity = look_up(slow.reading.clause.quantity)
    if quantity is None or quantity.first_token:
        return
    first = evidence.latency.first_token.get(Role.CANDIDATE)
    said = "not measured: time to first token is not in the log"
    if first is not None and first.all.p95 is not None:
        said = f"{seconds(first.all.p95)} at p95 ({many(first.all.n, 'request')})"
    yield Step(
        id="what_users_feel",
        name=f"Is {name_of(slow.reading)} what users feel?",
        cost="",
        sentence=f"Time to first token: {said}. Changing the clause means amending the record.",
    )


def _questions(evidence: Evidence, inverses: Sequence[Inverse]) -> Iterator[Step]:
    """How many there would have to be; no step where no number would do."""
    made = sampled.plan(evidence.correctness)
    for each in inverses:
        if each.needed_unit == "questions" and (made is None or each.needed is not None):
            sentence = f"{so_many_questions(made, each.needed)} in all." if made else UNTOLD
            yield Step(id="more_questions", name="More questions", cost="", sentence=sentence)
