"""How numbers are written, everywhere: one form for each kind, so that no two places differ.

Differences are fractions in code and points on screen, always signed with a real minus sign.
Spaces before units are no-break spaces. Nothing here is rounded towards a status: comparisons
are made on the unrounded values.
"""

import re
from decimal import Decimal
from math import isclose, isfinite, isinf

from lcexplore.model import UNNAMED, Interval

NBSP = "\u00a0"
FINEST = 3  # decimals
MINUS = "\u2212"
TIMES = "\u00d7"
_FINEST_APART = 6  # decimals of two that must differ
_FINEST_AGREED = 4  # decimals of what somebody wrote down
_NEAR = 0.1
_LEAST_S = 0.0005  # what is faster would be written as 0.000 s

_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINAL = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def count(number: int) -> str:
    """Write a count with thousands commas: ``1,640``."""
    return f"{number:,}".replace("-", MINUS)


def many(number: int, thing: str) -> str:
    """Write a count of things: ``1 question``, ``1,640 answers``, ``190 misses``."""
    plural = "es" if thing.endswith("s") else "s"
    return f"{count(number)} {thing}{'' if number == 1 else plural}"


def does(number: int, verb: str) -> str:
    """Write what so many things do: 1 ``misses``, 2 ``miss``."""
    return f"{verb}{'es' if verb.endswith('s') else 's'}" if number == 1 else verb


def about_so_many(number: float) -> int:
    """Round the requests of a scenario, of which there may be parts; some are never none."""
    return max(1, round(number)) if number > 0 else 0


def spelled(number: int) -> str:
    """Spell a count up to ten, as sentences do: ``three``."""
    return _SMALL[number] if 0 <= number < len(_SMALL) else count(number)


def graded(grader: str | None, rubric: str | None) -> str:
    """Name a grading by grader and rubric, or say that its log names neither."""
    if grader == rubric == UNNAMED:
        return "an unnamed grader and rubric"
    by = "an unnamed grader" if grader == UNNAMED else f"grader {grader}"
    return f"{by}, {'an unnamed rubric' if rubric == UNNAMED else f'rubric {rubric}'}"


def reason_words(name: str) -> str:
    """Say why an answer is not measured: ``grader failed``, ``neither pass nor fail``."""
    return {"not_pass_fail": "neither pass nor fail"}.get(name, kind(name))


def kind(stratum: str) -> str:
    """Write the logged name of a kind of question as words: ``multi passage``."""
    return stratum.replace("_", " ")


def ordinal(number: int) -> str:
    """Spell an ordinal up to eighth: ``fourth``."""
    return _ORDINAL[number] if 0 <= number < len(_ORDINAL) else f"{number}th"


def three_figures(number: int) -> int:
    """Round to three figures: a plan is not known better."""
    step: int = 10 ** max(0, len(str(abs(number))) - 3)
    return round(number / step) * step


def signed(value: float, *, decimals: int = 1) -> str:
    """Write a number with its sign: ``+3.1``, ``−5.4``, ``0.0``."""
    rounded = round(value, decimals)
    if rounded == 0:
        return f"{0:.{decimals}f}"
    return f"{rounded:+,.{decimals}f}".replace("-", MINUS)


def points(fraction: float, *, decimals: int = 1) -> str:
    """Write a difference of shares: ``+3.1 points``; finer where it would read as none at all."""
    tries = range(decimals, max(decimals, FINEST) + 1)
    fine = next((each for each in tries if round(100 * fraction, each)), decimals)
    return f"{signed(100 * fraction, decimals=fine)}{NBSP}points"


def in_full(value: float, *, decimals: int = 1, rounded: int | None = None) -> int:
    """Decimals that write a number as it was agreed: 1 for 2.0, 2 for -1.25.

    A bar that is rounded is another bar. What four decimals do not write in full was worked out,
    such as a multiple of what an arm measured, and is rounded: to ``decimals`` unless told.
    """
    tries, usual = range(decimals, _FINEST_AGREED + 1), decimals if rounded is None else rounded
    return next((each for each in tries if isclose(round(value, each), value)), usual)


def agreed_signed(value: float) -> str:
    """Write an agreed bar with its sign, in full: ``+1.0``, ``−1.25``."""
    return signed(value, decimals=in_full(value))


def agreed_points(fraction: float) -> str:
    """Write an agreed difference in full: ``+1.0 points``, ``−1.25 points``."""
    return points(fraction, decimals=in_full(100 * fraction))


def agreed_seconds(value: float) -> str:
    """Write an agreed latency in full: ``5.0 s``, ``2.25 s``."""
    if isinf(value) or 0 < abs(value) < _LEAST_S:
        return seconds(value)
    return _seconds(value, in_full(value, decimals=_decimals(value)))


def points_unsigned(fraction: float, *, decimals: int = 1) -> str:
    """Write the size of a difference whose direction the sentence says: ``3.1 points``."""
    return f"{abs(100 * fraction):.{decimals}f}{NBSP}points"


def span(interval: Interval, *, decimals: int = 1) -> str:
    """Write an interval of differences without its unit: ``+0.7 to +5.6``."""
    low, high = (signed(100 * end, decimals=decimals) for end in interval)
    if low == high and interval.low != interval.high and decimals < 4:
        return span(interval, decimals=decimals + 1)
    return f"{low} to {high}"


def percent(fraction: float, *, decimals: int = 1) -> str:
    """Write a share: ``74.3 %``."""
    return f"{100 * fraction:.{decimals}f}{NBSP}%"


def agreed_share(fraction: float) -> str:
    """Write an agreed share in full: ``95 %``, ``97.25 %``."""
    return percent(fraction, decimals=in_full(100 * fraction, decimals=0, rounded=1))


def chance(fraction: float) -> str:
    """Write a chance in whole per cent, never rounded to none or to certainty: ``under 1 %``."""
    whole = round(100 * fraction)
    if whole == 0 and fraction > 0:
        return f"under 1{NBSP}%"
    return f"over 99{NBSP}%" if whole == 100 and fraction < 1 else f"{whole}{NBSP}%"


def level(fraction: float) -> str:
    """Write a confidence level in full, never rounded to certainty: ``95 %``, ``99.9 %``."""
    return f"{(100 * Decimal(str(fraction))).normalize():f}{NBSP}%"


def share(part: int, whole: int, unit: str) -> str:
    """Write a share of things with its n: percent first from 200 on, count first below."""
    if whole == 0:
        return f"0 of 0 {unit}"
    if whole == 1:
        unit = unit.removesuffix("s")
    if whole >= 200:
        return f"{percent(part / whole)}, {count(part)} of {count(whole)} {unit}"
    return f"{count(part)} of {count(whole)} {unit} ({percent(part / whole, decimals=0)})"


def seconds(value: float) -> str:
    """Write a latency: ``11.6 s``, ``0.84 s``, ``0.004 s``; ``no upper end`` for infinity.

    What took some time is never written as none.
    """
    if isinf(value):
        return "no upper end"
    if 0 < abs(value) < _LEAST_S:
        return f"under {_LEAST_S}{NBSP}s"
    return _seconds(value, _decimals(value))


def _decimals(value: float) -> int:
    if abs(value) >= 1 or value == 0:
        return 1
    return 2 if abs(value) >= 0.01 else 3


def _seconds(value: float, decimals: int) -> str:
    return f"{value:,.{decimals}f}{NBSP}s".replace("-", MINUS)


def seconds_apart(value: float, other: float) -> tuple[str, str]:
    """Write a latency and what it stands against: ``2.04 s``, ``2.00 s``.

    Both as ``seconds`` writes them, and finer where two that differ would print alike. Use it
    wherever a latency stands against a bar, or against another.
    """
    said = seconds(value), seconds(other)
    decimals = max(_decimals(value), _decimals(other))
    while said[0] == said[1] and value != other and decimals < _FINEST_APART:
        decimals += 1
        said = _seconds(value, decimals), _seconds(other, decimals)
    if said[0] == said[1] and value != other:
        return f"a little {'over' if value > other else 'under'} {seconds(other)}", seconds(other)
    return said


def seconds_span(interval: Interval) -> str:
    """Write an interval of seconds: ``10.9 to 12.4 s``, both ends with as many decimals.

    Ends that differ do not print alike; those that three decimals do not tell apart are one.
    """
    low, high = interval
    if not isfinite(high):
        return f"{seconds(low)} upwards, no upper end"
    decimals = _decimals(high)
    while low != high and decimals < FINEST and f"{low:.{decimals}f}" == f"{high:.{decimals}f}":
        decimals += 1
    if low and not round(low, decimals):  # what took some time is never written as none
        said, last = seconds(low), seconds(high)
    else:
        said, last = _seconds(low, decimals), _seconds(high, decimals)
    return f"{last} at both ends" if said == last else f"{said.removesuffix(f'{NBSP}s')} to {last}"


def one_in(part: int, whole: int) -> tuple[int, int]:
    """Say a share as ``1`` in so many, or where that is off by a tenth or more as so many in 100.

    ``(1, 9)`` for 190 of 1,640, ``(60, 100)`` for 60 of 100; ``part`` is at least 1.
    """
    every = round(whole / part)
    if every and abs(every * part / whole - 1) <= _NEAR:
        return 1, every
    return round(100 * part / whole), 100


def ratio(value: float) -> str:
    """Write a ratio: ``4.0 ×``."""
    return f"{value:,.1f}{NBSP}{TIMES}"


def p_value(p: float) -> str:
    """Write a p-value with two digits: ``0.080``, ``0.22``, ``< 0.001``."""
    if p < 0.001:
        return f"<{NBSP}0.001"
    if p >= 0.995:
        return "1"
    return f"{p:.2f}" if p >= 0.1 else f"{p:.3f}"


def p_in_words(p: float) -> str:
    """Say how often: ``about 4 times in 10``, ``about 8 times in 100``; always only where it is."""
    if p >= 0.995:
        return "every time" if p >= 1 - 1e-9 else "nearly every time"
    if 0.095 <= p < 0.95:
        return f"about {round(10 * p)} times in 10" if p >= 0.15 else "about once in 10"
    if p >= 0.0095:
        return f"about {round(100 * p)} times in 100" if p >= 0.015 else "about once in 100"
    return "less than once in 100"


def tokens(value: float) -> str:
    """Write a token count: ``35,400 tokens``."""
    written = f"{round(value):,}"
    return f"{written}{NBSP}{'token' if written == '1' else 'tokens'}"


def money(value: float, currency: str = "USD") -> str:
    """Write an amount with its currency code: ``USD 12.40``."""
    return f"{currency}{NBSP}{value:,.2f}"


def per_thousand(fraction: float) -> int:
    """Express a difference as whole questions in a thousand, rounded."""
    return round(1000 * fraction)


def kappa(value: float, interval: Interval | None) -> str:
    """Write kappa: ``0.70 (0.49 to 0.90)``."""
    number = f"{value:.2f}".replace("-", MINUS)
    if interval is None:
        return number
    low, high = (f"{end:.2f}".replace("-", MINUS) for end in interval)
    return f"{number} ({low} to {high})"


# What nobody sees and what turns the text around it: controls, marks of direction, no width.
# Joiners stay: scripts and signs are written with them.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0001]"
)


def shown(text: str) -> str:
    """Escape, where it is drawn, what a log may hold to turn what follows it around."""
    return _UNSEEN.sub(lambda found: ascii(found[0])[1:-1], text)
