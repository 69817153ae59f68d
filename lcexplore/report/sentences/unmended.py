"""Which lines of the rule stay open with no next step that mends them, and what is left to do?"""

from collections.abc import Collection

from lcexplore.decision.evaluate import ClauseReading
from lcexplore.decision.quantities import Kind, look_up
from lcexplore.decision.step import Step
from lcexplore.model import Status
from lcexplore.report.review import Review
from lcexplore.report.sentences import clauses, figures
from lcexplore.report.sentences.common import capital

_MENDS = {
    Kind.LATENCY: {"fewer_tokens"},
    Kind.HIT_RATE: {"more_hits"},
    Kind.CORRECTNESS: {"more_questions"},
    Kind.KAPPA: {"label"},
}
_WAYS = {
    Kind.COST: "fewer tokens a request, more cache hits or a lower price would bring it down; how "
    "far, no figure here says",
    Kind.TOKENS: "fewer tokens a request or more cache hits would bring it down; how far, no "
    "figure here says",
    Kind.ERROR_RATE: "find out why requests failed and run again; no step of this tool mends it",
}
_NO_STEP = "no step of this tool mends it; the candidate has to change, or the next record"
_RUNS = {"ask", "answer_again", "run_again", "label"}


def lines(review: Review, steps: Collection[Step]) -> list[str]:
    """One line for every open clause that none of ``steps`` works on."""
    said = {each.id for each in steps}
    readings = review.decision.readings if review.decision else ()
    return [capital(_line(each)) for each in readings if _open(each) and not _worked_on(each, said)]


def _open(reading: ClauseReading) -> bool:
    wanted = Status.MET if reading.clause.rule == "switch_if" else Status.FAILED
    return reading.status is not wanted


def _kind(reading: ClauseReading) -> Kind | None:
    quantity = look_up(reading.clause.quantity)
    return quantity.kind if quantity else None


def _worked_on(reading: ClauseReading, said: set[str]) -> bool:
    kind = _kind(reading)
    if reading.status is Status.NOT_MEASURED:
        logs = {f"record_{reading.clause.quantity}", f"log_{kind}"}
        return bool(said & (logs | _RUNS))
    if reading.clause.rule == "reject_if" or kind is None:
        return False
    return bool(said & _MENDS.get(kind, set()))


def _line(reading: ClauseReading) -> str:
    name = figures.quantity_words(reading.clause.quantity)
    if reading.clause.rule == "reject_if" and reading.status is Status.MET:
        return f"{name}: agreed as a reason to reject, and met; {_NO_STEP}."
    if reading.status is Status.NOT_MEASURED:
        return f"{name}, not measured: {(reading.reason or 'nobody recorded it').rstrip('.')}."
    kind = _kind(reading)
    way = _WAYS.get(kind, _NO_STEP) if kind else _NO_STEP
    return f"{name}, {clauses.distance(reading)}: {way}."
