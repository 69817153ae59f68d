"""How is each kind of measured quantity written, and how are two that must differ told apart?"""

from collections.abc import Callable
from math import isclose, isinf

from lcexplore import words
from lcexplore.decision.quantities import Form, Kind, look_up
from lcexplore.decision.reading import ClauseReading, noise
from lcexplore.evidence.tokens import USD
from lcexplore.words import NBSP, TIMES

MOST_DECIMALS = 4
_MONEY = "money"
_SHORT = {
    "correctness_delta_lower_ci": "correctness",
    "correctness_delta_upper_ci": "correctness",
    "cost_per_1k_queries": "cost",
}
_KINDS = {
    Kind.CORRECTNESS: "points",
    Kind.LATENCY: "seconds",
    Kind.TOKENS: "tokens",
    Kind.COST: _MONEY,
    Kind.HIT_RATE: "share",
    Kind.ERROR_RATE: "share",
    Kind.KAPPA: "number",
}
_BY_UNIT = {"pts": "points", "%": "share", "s": "seconds", "ms": "seconds"}


def quantity_words(quantity: str) -> str:
    """Name a clause's quantity in plain words."""
    known = look_up(quantity)
    return known.brief if known else quantity.replace("_", " ")


def whole_words(quantity: str) -> str:
    """Name it so that an end of an interval says of what the interval is."""
    known = look_up(quantity)
    if known is None or known.form is Form.POINT:
        return quantity_words(quantity)
    return known.words


def short_words(quantity: str) -> str:
    """Name it as briefly as a lead can: ``cost``, ``p95``."""
    return _SHORT.get(quantity, quantity_words(quantity))


def kind(quantity: str, unit: str = "", currency: str = USD) -> str:
    """Say which kind of figure a quantity is: its unit on screen, ``money EUR`` for a cost."""
    known = look_up(quantity)
    fallback = _BY_UNIT.get(unit, "number")
    what = fallback if known is None else _KINDS.get(known.kind, fallback)
    return f"{_MONEY} {currency}" if what == _MONEY else what


def kind_of(reading: ClauseReading) -> str:
    """Say which kind of figure a clause compares, money in the currency of its cost."""
    clause = reading.clause
    return kind(clause.quantity, clause.bar.unit, reading.currency)


def _points(value: float, decimals: int) -> str:
    return words.points(value, decimals=decimals)


def _share(value: float, decimals: int) -> str:
    return words.percent(value, decimals=decimals)


def _seconds(value: float, decimals: int) -> str:
    if isinf(value):
        return "longer than anything measured"
    return words.seconds(value) if decimals == 1 else f"{value:,.{decimals}f}{NBSP}s"


def _tokens(value: float, decimals: int) -> str:
    return words.tokens(value) if decimals == 1 else f"{value:,.{decimals}f}{NBSP}tokens"


def _money(currency: str, value: float, decimals: int) -> str:
    return f"{currency}{NBSP}{value:,.{max(2, decimals)}f}"


def _number(value: float, decimals: int) -> str:
    return f"{value:,.{max(2, decimals)}f}".replace("-", words.MINUS)


_WRITERS: dict[str, Callable[[float, int], str]] = {
    "points": _points,
    "share": _share,
    "seconds": _seconds,
    "tokens": _tokens,
    "number": _number,
}


def write(what: str, value: float, *, decimals: int = 1) -> str:
    """Write a value of one kind with its unit."""
    if what.startswith(f"{_MONEY} "):
        return _money(what.removeprefix(f"{_MONEY} "), value, decimals)
    return _WRITERS[what](value, decimals)


def apart(what: str, value: float, other: float) -> int:
    """Decimals at which two different values print differently."""
    for decimals in range(1, MOST_DECIMALS):
        if value == other or write(what, value, decimals=decimals) != write(
            what, other, decimals=decimals
        ):
            return decimals
    return MOST_DECIMALS


def beside_bar(what: str, value: float, agreed: float) -> int:
    """Decimals at which a value prints as the bar does where it is the bar, and apart elsewhere."""
    if isclose(value, agreed, rel_tol=0, abs_tol=noise(agreed)):
        return _bar_decimals(what, agreed)
    return apart(what, value, agreed)


def _bar_decimals(what: str, agreed: float) -> int:
    if what == "tokens" and words.in_full(agreed, decimals=0):
        return max(2, words.in_full(agreed))  # with one they are written as whole ones
    return words.in_full(100 * agreed if what in {"points", "share"} else agreed)


def seconds_beside(value: float, other: float) -> str:
    """Write a latency so that it does not print like another one that it differs from."""
    return write("seconds", value, decimals=apart("seconds", value, other))


def size_of(what: str, value: float, *, decimals: int = 1) -> str:
    """Write a distance, which has no sign: ``6.6 s``, ``0.3 points``."""
    if what in {"points", "share"}:
        return words.points_unsigned(value, decimals=decimals)
    return write(what, abs(value), decimals=decimals)


def bar(what: str, value: float) -> str:
    """Write a bar as people say it, in full: ``+1.0 points``, ``95 %``, ``2.25 s``, ``0``."""
    if what == "points":
        return words.agreed_points(value) if value else "0"
    if what == "seconds":
        return words.agreed_seconds(value)
    if what == "share":
        return words.agreed_share(value)
    return write(what, value, decimals=_bar_decimals(what, value))


def p_text(p: float) -> str:
    """Write a p-value with its letter: ``p = 0.011``, ``p < 0.001``."""
    written = words.p_value(p)
    return f"p {written}" if written.startswith("<") else f"p = {written}"


def times(factor: float, arm: str) -> str:
    """Write a multiple of an arm: ``6.9 × retrieval``."""
    return _times(factor, arm, 1)


def agreed_times(factor: float, arm: str) -> str:
    """Write an agreed multiple in full: ``1.6 × retrieval``, ``1.25 × retrieval``."""
    return _times(factor, arm, words.in_full(factor))


def _times(factor: float, arm: str, decimals: int) -> str:
    return f"{factor:,.{decimals}f}{NBSP}{TIMES}{NBSP}{arm}"


def times_words(factor: float) -> str:
    """Say a ratio in words: ``four times``, ``nearly seven times``."""
    rounded = round(factor, 1)
    floor = int(rounded)
    part = round(rounded - floor, 1)
    if rounded < 1 or 0.2 < part < 0.8:
        return f"{rounded:g} times"
    if part >= 0.8:
        return f"nearly {words.spelled(floor + 1)} times"
    return f"{'a little over ' if part else ''}{words.spelled(floor)} times"
