"""How is a bar such as ``<= 1.6x retrieval`` read, and which bars does a quantity take?"""

import re
from decimal import Decimal

from lcexplore.decision.quantities import Kind, Quantity
from lcexplore.decision.rule import Bar

_BAR = re.compile(
    r"(?P<operator>>=|<=|>|<|≥|≤)\s*"
    r"(?P<number>[+\-−]?\s?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?)"
    r"(?P<rest>.*)",
    re.DOTALL,
)
_TIMES = re.compile(r"[x×]\s*(?P<arm>.*)", re.DOTALL)
_SCALE = {"pts": 100, "%": 100, "ms": 1000}
_ASCII = {"≥": ">=", "≤": "<="}
_EXAMPLES = {
    "pts": '">= +1.0 pts"',
    "%": '">= 95 %"',
    "s": '"<= 5.0 s"',
    "ms": '"<= 900 ms"',
    "x": '"<= 1.6x retrieval"',
    "": '">= 0.95"',
}

_OF_KIND = {
    Kind.COST: '"<= 12" (in the currency of the price sheet) or "<= 1.6x retrieval"',
    Kind.TOKENS: '"<= 20,000" or "<= 1.6x retrieval"',
    Kind.ERROR_RATE: '"<= 2 %"',
}


class BarProblem(ValueError):
    """A bar that cannot be read: what was wanted, what was found, what to do."""

    def __init__(self, wanted: str, found: str, todo: str) -> None:
        self.wanted, self.found, self.todo = wanted, found, todo
        super().__init__(f"wanted {wanted}; found {found}; {todo}")


def read_bar(text: str, quantity: Quantity) -> tuple[str, Bar]:
    """Read an operator and a bar.

    Args:
        text: As written.
        quantity: What is compared with it; it decides which units make sense.

    Raises:
        BarProblem: If it is no bar, or none that this quantity can be compared with.

    Examples:
        >>> from lcexplore.decision.quantities import KNOWN
        >>> operator, bar = read_bar("<= 1.6x retrieval", KNOWN["cost_per_1k_queries"])
        >>> operator, bar.value, bar.unit, bar.arm
        ('<=', 1.6, 'x', 'retrieval')
    """
    found = _BAR.fullmatch(text.strip())
    if not found or not any(digit.isdigit() for digit in found["number"]):
        wanted = "an operator (>=, <=, > or <) and a number"
        raise BarProblem(wanted, repr(text[:60]), f"write it as {_example(quantity)}")
    unit, arm = _unit(found["rest"].strip(), quantity)
    number = Decimal(re.sub(r"[,\s]", "", found["number"]).replace("−", "-"))
    _check_range(number, unit, quantity)
    value = float(number / _SCALE.get(unit, 1))
    operator = _ASCII.get(found["operator"], found["operator"])
    return operator, Bar(value=value, unit=unit, arm=arm, text=text.strip())


def _unit(rest: str, quantity: Quantity) -> tuple[str, str | None]:
    times = _TIMES.fullmatch(rest)
    arm = times["arm"].strip() if times else None
    unit = "x" if times else rest
    if times and not arm:
        raise BarProblem("an arm after x", "none", f"write it as {_EXAMPLES['x']}")
    if unit not in _EXAMPLES:
        wanted = "a unit (pts, %, s, ms, x ARM, or none)"
        raise BarProblem(wanted, repr(rest[:60]), f"write it as {_example(quantity)}")
    if unit not in quantity.units:
        found = f"a bar in {unit}" if unit else "a bare number"
        raise BarProblem(_wanted_units(quantity), found, _todo_unit(unit, quantity))
    return unit, arm


def _wanted_units(quantity: Quantity) -> str:
    names = [{"": "a bare number", "x": "x ARM"}.get(unit, unit) for unit in quantity.units]
    return f"{quantity.name} in {' or '.join(names)}"


def _todo_unit(unit: str, quantity: Quantity) -> str:
    if quantity.kind is Kind.CORRECTNESS and unit in ("%", ""):
        return "a difference of two percentages is in points: write pts"
    if unit == "pts":
        return f"points are for differences: write it as {_example(quantity)}"
    if unit == "x":
        return f"a share is not a multiple: write it as {_example(quantity)}"
    return f"write it as {_example(quantity)}"


def _check_range(number: Decimal, unit: str, quantity: Quantity) -> None:
    low, high = _range(unit, quantity)
    if low <= number <= high and (unit != "x" or number > 0):
        return
    todo = f"write it as {_example(quantity)}"
    if quantity.kind in (Kind.HIT_RATE, Kind.ERROR_RATE) and unit == "" and 1 < number <= 100:
        todo = f"write {number} % or {number / 100}"
    ends = f"{low} to {high}" if high < Decimal("Infinity") else f"more than {low}"
    raise BarProblem(f"a bar of {ends} {unit}".rstrip(), str(number), todo)


def _range(unit: str, quantity: Quantity) -> tuple[Decimal, Decimal]:
    if unit == "pts":
        return Decimal(-100), Decimal(100)
    if quantity.kind is Kind.KAPPA:
        return Decimal(-1), Decimal(1)
    if quantity.kind in (Kind.HIT_RATE, Kind.ERROR_RATE):
        return Decimal(0), Decimal(100 if unit == "%" else 1)
    if quantity.kind is Kind.MEASUREMENT:
        return Decimal("-Infinity"), Decimal("Infinity")
    return Decimal(0), Decimal("Infinity")


def _example(quantity: Quantity) -> str:
    return _OF_KIND.get(quantity.kind, _EXAMPLES[quantity.units[0]])
