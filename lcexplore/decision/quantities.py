"""Which quantities can a clause name, in which units, and how are they said in words?"""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum


class Kind(StrEnum):
    """What a quantity is a figure of."""

    CORRECTNESS = "correctness"
    LATENCY = "latency"
    TOKENS = "tokens"
    COST = "cost"
    HIT_RATE = "hit_rate"
    ERROR_RATE = "error_rate"
    KAPPA = "kappa"
    MEASUREMENT = "measurement"


class Form(StrEnum):
    """The value itself or one end of its interval."""

    POINT = ""
    LOWER = "_lower_ci"
    UPPER = "_upper_ci"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """One quantity that a clause can name.

    Attributes:
        name: As written.
        kind: What it is a figure of.
        form: Which number of it.
        p: The quantile, for a latency.
        first_token: Whether the latency is to the first token, not end to end.
    """

    name: str
    kind: Kind
    form: Form = Form.POINT
    p: float | None = None
    first_token: bool = False

    @property
    def units(self) -> tuple[str, ...]:
        """Units its bar may carry; ``""`` is a bare number, ``x`` a multiple of an arm."""
        return UNITS[self.kind]

    @property
    def favours(self) -> str | None:
        """``>`` where more of it speaks for a switch, ``<`` where less does, None if unknown."""
        return _FAVOURS.get(self.kind)

    @property
    def touched_by(self) -> str:
        """The word by which a validity finding says that it touches this quantity."""
        return _TOUCHED.get(self.kind, "correctness")

    @property
    def words(self) -> str:
        """The quantity as a sentence names it."""
        return _END[self.form].format(self._plain_words())

    @property
    def brief(self) -> str:
        """The quantity as a row of a table names it."""
        if self.kind is Kind.LATENCY and self.form is Form.POINT and not self.first_token:
            return f"p{100 * (self.p or 0.0):.0f}"
        return _BRIEF.get(self.name, self.words.removeprefix("the "))

    def _plain_words(self) -> str:
        if self.kind is Kind.LATENCY and self.p is not None:
            what = "time to first token" if self.first_token else "latency, end to end"
            return f"p{self.p * 100:.0f} {what}"
        return _WORDS.get(self.kind, self.name.replace("_", " "))


UNITS = {
    Kind.CORRECTNESS: ("pts",),
    Kind.LATENCY: ("s", "ms", "x"),
    Kind.TOKENS: ("", "x"),
    Kind.COST: ("", "x"),
    Kind.HIT_RATE: ("%", ""),
    Kind.ERROR_RATE: ("%", ""),
    Kind.KAPPA: ("",),
    Kind.MEASUREMENT: ("%", "s", "ms", "x", ""),
}

_FAVOURS = {
    **dict.fromkeys((Kind.CORRECTNESS, Kind.HIT_RATE, Kind.KAPPA), ">"),
    **dict.fromkeys((Kind.LATENCY, Kind.TOKENS, Kind.COST, Kind.ERROR_RATE), "<"),
}
_TOUCHED = {kind: kind.value for kind in (Kind.LATENCY, Kind.TOKENS, Kind.COST, Kind.HIT_RATE)}
_END = {
    Form.POINT: "{}",
    Form.LOWER: "lower end of the interval of {}",
    Form.UPPER: "upper end of the interval of {}",
}
_WORDS = {
    Kind.CORRECTNESS: "the difference in correct answers",
    Kind.TOKENS: "effective input tokens",
    Kind.COST: "cost per 1,000 queries",
    Kind.HIT_RATE: "measured cache hit rate",
    Kind.ERROR_RATE: "error rate",
    Kind.KAPPA: "kappa",
}
_BRIEF = {
    "correctness_delta_lower_ci": "lower end of the interval",
    "correctness_delta_upper_ci": "upper end of the interval",
    "measured_cache_hit_rate": "cache hit rate",
}


def _table() -> dict[str, Quantity]:
    rows = [("cost_per_1k_queries", Kind.COST), ("effective_input_tokens", Kind.TOKENS)]
    table = {name: Quantity(name=name, kind=kind) for name, kind in rows}
    ranged = {
        "correctness_delta": Kind.CORRECTNESS,
        "measured_cache_hit_rate": Kind.HIT_RATE,
        "error_rate": Kind.ERROR_RATE,
        "kappa": Kind.KAPPA,
    }
    for form in Form:
        for base, kind in ranged.items():
            table[base + form] = Quantity(name=base + form, kind=kind, form=form)
        for p in (50, 90, 95, 99):
            for what in ("end_to_end", "time_to_first_token"):
                name, first = f"p{p}_{what}{form}", what != "end_to_end"
                table[name] = Quantity(
                    name=name, kind=Kind.LATENCY, form=form, p=p / 100, first_token=first
                )
    return table


KNOWN = _table()
# One of each kind, for whoever does not know their names.
BY_EXAMPLE = (
    *("correctness_delta_lower_ci", "p95_end_to_end", "p50_time_to_first_token"),
    *("cost_per_1k_queries", "effective_input_tokens", "measured_cache_hit_rate"),
    *("error_rate", "kappa"),
)
INTERVAL_ENDS = tuple(str(form) for form in (Form.LOWER, Form.UPPER))
FOUR_NUMBERS = (Kind.CORRECTNESS, Kind.TOKENS, Kind.HIT_RATE, Kind.LATENCY)

_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_QUANTILE = re.compile(r"p\d+(_|$)")


def look_up(name: str) -> Quantity | None:
    """Find a quantity; any other snake_case name is a measurement recorded by name.

    Returns:
        None when the name is no name, or comes too near a known one to be meant as another.
    """
    if name in KNOWN:
        return KNOWN[name]
    if not _NAME.fullmatch(name) or suggestion(name) or name.endswith(INTERVAL_ENDS):
        return None
    return Quantity(name=name, kind=Kind.MEASUREMENT)


def suggestion(name: str) -> str | None:
    """The known quantity that ``name`` is probably meant to be, or None."""
    plain = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")
    close = get_close_matches(plain, KNOWN, n=1, cutoff=0.76)
    if close:
        return close[0]
    if _QUANTILE.match(plain):
        return "p95_time_to_first_token" if "token" in plain else "p95_end_to_end"
    inside = [known for known in KNOWN if known in plain or (len(plain) > 4 and plain in known)]
    return inside[0] if inside else None
