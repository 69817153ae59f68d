"""What was agreed, what was measured, and by how much is each line of the rule short?"""

from lcexplore import words
from lcexplore.decision.evaluate import ClauseReading, Decision
from lcexplore.decision.reading import noise
from lcexplore.decision.rule import MARGIN
from lcexplore.model import Status
from lcexplore.report.sentences import figures, reasons
from lcexplore.report.sentences.cells import Cell
from lcexplore.report.sentences.common import capital
from lcexplore.words import many

HEADER = ("Status", "Quantity", "Agreed", "Measured", "To the bar")
REJECT_HEADER = ("Status", "Reject if", "Agreed", "Measured", "To the bar")
_OPERATORS = {">=": "at least", "<=": "at most", ">": "above", "<": "below"}
_PRECONDITIONS = {
    "comparable": "Comparable",
    "calibrated": "Calibrated",
    "measured": "Measured",
    "committed_beforehand": "Committed beforehand",
}


def of_rule(decision: Decision, rule: str) -> list[ClauseReading]:
    """Readings of one part of the rule, in the record's order."""
    return [each for each in decision.readings if each.clause.rule == rule]


def table(decision: Decision | None, rule: str = "switch_if") -> list[list[str | Cell]]:
    """One row a clause: status, quantity, agreed, measured with its n, short by.

    The tables of both rules are read together, ``switch_if`` first: a reason that they share is
    said in the first.
    """
    if decision is None:
        return []
    told = reasons.told_once([*of_rule(decision, "switch_if"), *of_rule(decision, "reject_if")])
    return [row(each) for each in told if each.clause.rule == rule]


def row(reading: ClauseReading) -> list[str | Cell]:
    """One clause."""
    clause = reading.clause
    return [
        Cell(status=reading.status, rule=clause.rule),
        capital(figures.whole_words(clause.quantity)),
        Cell(text=agreed(reading), small=_resolved(reading)),
        measured(reading),
        distance(reading),
    ]


def agreed(reading: ClauseReading) -> str:
    """Say the bar: ``at least +1.0 points``, ``at most 1.6 × retrieval``."""
    clause = reading.clause
    said = _OPERATORS[clause.operator]
    if clause.bar.arm is not None:
        return f"{said} {figures.agreed_times(clause.bar.value, clause.bar.arm)}"
    return f"{said} {figures.bar(figures.kind_of(reading), clause.bar.value)}"


def agreed_here(reading: ClauseReading, now: ClauseReading) -> str:
    """Say the bar, and what a multiple comes to as recorded and, if different, in a scenario."""
    said = agreed(reading)
    if reading.clause.bar.arm is None:
        return said
    what = figures.kind_of(reading)
    then, here = (
        "not measured" if each.bar is None else figures.write(what, each.bar)
        for each in (reading, now)
    )
    return f"{said} (here {then})" if then == here else f"{said} (recorded {then}, scenario {here})"


def _resolved(reading: ClauseReading) -> tuple[str, ...]:
    if reading.clause.bar.arm is None or reading.bar is None:
        return ()
    what = figures.kind_of(reading)
    return (f"= {figures.write(what, reading.bar)}",)


def measured(reading: ClauseReading) -> Cell:
    """What was measured, with its n; the reason where it was not or does not suffice."""
    reason = (reading.reason,) if reading.reason else ()
    if reading.observed is None:
        return Cell(text=f"not measured: {reading.reason or 'nobody recorded it'}")
    what = figures.kind_of(reading)
    decimals = 1 if reading.bar is None else figures.beside_bar(what, reading.observed, reading.bar)
    n = many(reading.n, reading.unit_n.removesuffix("s")) if reading.unit_n else str(reading.n)
    straddles = ("its interval reaches to both sides of the bar",) if reading.straddles else ()
    shown = figures.write(what, reading.observed, decimals=decimals)
    return Cell(text=shown, small=(n, *straddles, *reason))


def distance(reading: ClauseReading) -> str:
    """How far from its bar a clause is: ``short by 0.3 points``; unknown where not measured.

    At the bar itself the operator alone tells, so nothing is said to spare, short or past it.
    """
    if reading.status is Status.NOT_MEASURED or reading.observed is None or reading.bar is None:
        return "unknown"
    clause = reading.clause
    what = figures.kind_of(reading)
    gap = reading.observed - reading.bar
    if abs(gap) <= noise(reading.bar):
        return "exactly at it"
    decimals = figures.beside_bar(what, reading.observed, reading.bar)
    size = figures.size_of(what, gap, decimals=decimals)
    upwards = clause.operator in {">=", ">"}
    if (gap > 0) == upwards:
        return f"{size} to spare" if clause.rule == "switch_if" else f"past it by {size}"
    if clause.rule == "reject_if":
        return f"{size} away"
    return f"short by {size}" if upwards else f"{size} over"


def preconditions(decision: Decision) -> list[tuple[Status, str, str]]:
    """Status, name and reason of each precondition, in their order."""
    return [
        (each.status, _PRECONDITIONS.get(each.id, capital(each.id)), each.message)
        for each in decision.preconditions
    ]


def tally(decision: Decision) -> tuple[int, list[ClauseReading], list[ClauseReading]]:
    """How many ``switch_if`` clauses there are, which failed, and which were not measured."""
    readings = of_rule(decision, "switch_if")
    failed = [each for each in readings if each.status is Status.FAILED]
    unknown = [each for each in readings if each.status is Status.NOT_MEASURED]
    return len(readings), failed, unknown


def margin_note(decision: Decision) -> str:
    """Note for a correctness clause that clears zero and not its margin; else empty."""
    for reading in of_rule(decision, "switch_if"):
        lower_end = reading.clause.quantity == MARGIN
        if not lower_end or reading.observed is None or reading.bar is None:
            continue
        if 0 < reading.observed < reading.bar:
            return (
                "The difference in correct answers is above zero to the lower end of its interval, "
                f"but the agreed margin asks for at least {words.agreed_points(reading.bar)} there."
            )
    return ""
