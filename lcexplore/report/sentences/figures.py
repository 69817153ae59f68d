"""How is each kind of measured quantity written, and how are two that must differ told apart?"""

from collections.abc import Callable
from math import isinf

from lcexplore import words
from lcexplore.words import NBSP, TIMES

MOST_DECIMALS = 4
_WORDS = {
    "correctness_delta_lower_ci": "lower end of the interval",
    "correctness_delta_upper_ci": "upper end of the interval",
    "correctness_delta": "difference in correct answers",
    "p50_end_to_end": "median latency",
    "p95_end_to_end": "p95",
    "p99_end_to_end": "p99",
    "cost_per_1k_queries": "cost per 1,000 queries",
    "measured_cache_hit_rate": "cache hit rate",
    "effective_input_tokens": "effective input tokens",
    "kappa": "agreement with people (kappa)",
}
_SHORT = {
    "correctness_delta_lower_ci": "correctness",
    "correctness_delta_upper_ci": "correctness",
    "cost_per_1k_queries": "cost",
}
_ENDS = {"_lower_ci": "lower end", "_upper_ci": "upper end"}
_SECONDS = ("p50", "p90", "p95", "p99", "latency", "ttft", "first_token", "seconds", "time_to")
_FALLBACK = {"pts": "points", "%": "share", "s": "seconds", "ms": "seconds"}


def quantity_words(quantity: str) -> str:
    """Name a clause's quantity in plain words."""
    if quantity in _WORDS:
        return _WORDS[quantity]
    for suffix, end in _ENDS.items():
        if quantity.endswith(suffix):
            return f"{end} of the interval of {quantity_words(quantity.removesuffix(suffix))}"
    return quantity.replace("_", " ")


def short_words(quantity: str) -> str:
    """Name it as briefly as a lead can: ``cost``, ``p95``."""
    return _SHORT.get(quantity, quantity_words(quantity))


def kind(quantity: str, unit: str = "") -> str:
    """Say which kind of figure a quantity is: its unit on screen."""
    if quantity.startswith("correctness_delta"):
        return "points"
    if "cost" in quantity:
        return "money"
    if "tokens" in quantity:
        return "tokens"
    if any(part in quantity for part in _SECONDS):
        return "seconds"
    if "rate" in quantity or "share" in quantity:
        return "share"
    return _FALLBACK.get(unit, "number")


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


def _money(value: float, decimals: int) -> str:
    return f"USD{NBSP}{value:,.{max(2, decimals)}f}"


def _number(value: float, decimals: int) -> str:
    return f"{value:,.{max(2, decimals)}f}".replace("-", words.MINUS)


_WRITERS: dict[str, Callable[[float, int], str]] = {
    "points": _points,
    "share": _share,
    "seconds": _seconds,
    "tokens": _tokens,
    "money": _money,
    "number": _number,
}


def write(what: str, value: float, *, decimals: int = 1) -> str:
    """Write a value of one kind with its unit."""
    return _WRITERS[what](value, decimals)


def apart(what: str, value: float, other: float) -> int:
    """Decimals at which two different values print differently."""
    for decimals in range(1, MOST_DECIMALS):
        if value == other or write(what, value, decimals=decimals) != write(
            what, other, decimals=decimals
        ):
            return decimals
    return MOST_DECIMALS


def size_of(what: str, value: float, *, decimals: int = 1) -> str:
    """Write a distance, which has no sign: ``6.6 s``, ``0.3 points``."""
    if what in {"points", "share"}:
        return words.points_unsigned(value, decimals=decimals)
    return write(what, abs(value), decimals=decimals)


def bar(what: str, value: float) -> str:
    """Write a bar as people say it: ``+1.0 points``, ``95 %``, ``0``."""
    if what == "points" and value == 0:
        return "0"
    if what == "share" and round(100 * value, 6).is_integer():
        return words.percent(value, decimals=0)
    return write(what, value)


def times(factor: float, arm: str) -> str:
    """Write a multiple of an arm: ``6.9 × retrieval``."""
    return f"{factor:,.1f}{NBSP}{TIMES}{NBSP}{arm}"


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
