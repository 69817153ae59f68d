"""What should people know about a rule before they freeze it?"""

from collections.abc import Iterator

from lcexplore.decision.measured import MIN_TIMINGS
from lcexplore.decision.quantities import FOUR_NUMBERS, Form, Kind, Quantity, look_up
from lcexplore.decision.reading import holds
from lcexplore.decision.rule import Clause, DecisionRecord
from lcexplore.stats.critical import normal_critical, t_critical
from lcexplore.stats.paired import tango
from lcexplore.words import agreed_points, count, many, points

_NUMBERS = {
    Kind.CORRECTNESS: "correct answers",
    Kind.TOKENS: "effective input tokens",
    Kind.HIT_RATE: "measured cache hit rate",
    Kind.LATENCY: "latency",
}
_CHECKED_CONDITIONS = ("blind", "order_shuffled")


def warnings_at_commit(
    record: DecisionRecord, planned_epochs: int | None = None
) -> tuple[str, ...]:
    """Name the lines that cannot be met, or cannot be measured, whatever the runs show.

    Args:
        record: The rule about to be frozen.
        planned_epochs: Answers per question and arm; by default what the record froze, else 1.
    """
    epochs = planned_epochs or _frozen_epochs(record)
    said: list[str] = []
    for clause in record.lines("switch_if"):
        said += _about(clause, record, epochs)
    said += [
        f"Line {clause.line}: {_unmeasurable(clause)}"
        for clause in record.clauses
        if _quantity(clause).kind is Kind.MEASUREMENT
    ]
    asked = {_quantity(clause).kind for clause in record.lines("switch_if")}
    said += [
        f"No clause asks for {_NUMBERS[kind]}: it can move without changing the decision."
        for kind in FOUR_NUMBERS
        if kind not in asked
    ]
    said += [
        f"The grader's line says {condition!r}, which nothing checks."
        for condition in record.grading_conditions
        if condition not in _CHECKED_CONDITIONS
    ]
    if not record.frozen:
        said.append("Nothing is frozen, so the runs are compared with each other only.")
    return tuple(said)


def _quantity(clause: Clause) -> Quantity:
    quantity = look_up(clause.quantity)
    if quantity is None:
        raise ValueError(f"quantity must be known or a measurement; got {clause.quantity!r}")
    return quantity


def _frozen_epochs(record: DecisionRecord) -> int:
    text = str(record.frozen.get("epochs", ""))
    return max(1, int(text)) if text.isascii() and text.isdigit() else 1


def _about(clause: Clause, record: DecisionRecord, epochs: int) -> Iterator[str]:
    quantity, size = _quantity(clause), record.eval_set_size
    if size is None:
        return
    if quantity.kind is Kind.CORRECTNESS and quantity.form is Form.LOWER:
        yield from _margin(clause, size, _critical(record, size, epochs))
    if quantity.kind is Kind.LATENCY and size * epochs < MIN_TIMINGS:
        yield (
            f"Line {clause.line}: {many(size * epochs, 'timing')} "
            f"{'is' if size * epochs == 1 else 'are'} planned; "
            f"a latency clause needs {MIN_TIMINGS} and will be not measured."
        )


def _critical(record: DecisionRecord, size: int, epochs: int) -> float:
    level = record.confidence_level
    if epochs == 1 or size == 1:
        return normal_critical(level)
    return t_critical(level, size - 1)


def _margin(clause: Clause, size: int, critical: float) -> Iterator[str]:
    """Compare the margin with the best that any table of this size can show."""
    loss = clause.bar.value < 0
    share = 0.0 if loss else 1.0
    best = tango(difference=share, discordance=share, n=size, critical=critical).low
    if holds(clause.operator, best, clause.bar.value):
        return
    table = "perfect agreement" if loss else "the best attainable table"
    margin = f"the margin {agreed_points(clause.bar.value)}"
    meets = f"{margin} cannot be met"
    if loss:
        meets = f"only a candidate that is ahead can meet {margin}"
    yield (
        f"Line {clause.line}: at {count(size)} planned questions {table} has its lower end at "
        f"{points(best)}, so {meets}."
    )


def _unmeasurable(clause: Clause) -> str:
    return (
        f"no field of the log measures {clause.quantity}; unless a manifest of the run records it "
        "under `measurements`, the clause will be not measured."
    )
