"""How many questions does a wish take?

Shares in, questions out; functions that return a float give the formula's number unrounded.
Clustered questions: multiply by the design effect.
"""

from collections.abc import Callable
from math import ceil, floor, inf, sqrt

from scipy.special import ndtr, ndtri

from lcexplore.stats.chance import (
    Pilot,
    chance_of_half_width,
    chance_of_half_width_after,
    chance_to_clear,
)
from lcexplore.stats.critical import normal_critical
from lcexplore.stats.paired import score_variance

# Beyond this, a formula is as good as counting tables and far quicker.
_ENUMERATED_UP_TO = 300_000


def n_difference(*, discordance: float, difference: float, level: float, power: float) -> float:
    """Questions to tell a true difference from 0 (Connor, Biometrics 43:207, 1987)."""
    if difference == 0:
        return inf
    reach = normal_critical(level) * sqrt(discordance)
    reach += float(ndtri(power)) * sqrt(max(0.0, discordance - difference**2))
    return max(0.0, reach) ** 2 / difference**2


def power_difference(*, n: float, discordance: float, difference: float, level: float) -> float:
    """Chance to tell a true difference from 0 with ``n`` questions (Connor 1987)."""
    reach = abs(difference) * sqrt(n) - normal_critical(level) * sqrt(discordance)
    spread = sqrt(max(0.0, discordance - difference**2))
    return float(ndtr(reach / spread)) if spread else float(reach >= 0)


def n_half_width(
    *, discordance: float, difference: float, half_width: float, level: float
) -> float:
    """Questions for a half-width on average, that is with even chances (Wald's formula)."""
    variance = max(0.0, discordance - difference**2)
    return variance * (normal_critical(level) / half_width) ** 2


def n_margin(
    *, discordance: float, truth: float, margin: float, level: float, power: float
) -> float:
    """Questions for the lower end to reach ``margin``, score form (Nam 1997, Tango 1998).

    Args:
        discordance: True share of questions on which exactly one arm is correct.
        truth: True difference; at or below the margin no number of questions will do.
        margin: Signed bar.
        level: Two-sided level of the interval.
        power: Wanted chance.
    """
    if truth <= margin:
        return inf
    as_if = sqrt(score_variance(truth, discordance, margin))
    reach = normal_critical(level) * as_if
    reach += float(ndtri(power)) * sqrt(max(0.0, discordance - truth**2))
    return max(0.0, reach) ** 2 / (truth - margin) ** 2


def n_possible(*, margin: float, level: float, best: float = 0.0) -> int | None:
    """Fewest questions with which the best imaginable table clears ``margin``.

    Args:
        margin: Signed bar.
        level: Two-sided level.
        best: Best difference imaginable, no question lost: 0 is perfect agreement, one less the
            baseline's accuracy is every one of its errors mended.

    Returns:
        None when no number of questions would do.
    """
    if best <= margin:
        return None
    z2 = normal_critical(level) ** 2
    return max(1, ceil(z2 * (1 + margin) / (best - margin) - 1e-9))


def n_to_clear(
    *, discordance: float, truth: float, margin: float, level: float, power: float
) -> int | None:
    """Fewest questions with the wanted chance to clear ``margin``, counting tables.

    The chance climbs in small saw teeth; this is the first number found on the far side of
    ``power``. None when the truth does not exceed the margin.
    """
    start = n_margin(discordance=discordance, truth=truth, margin=margin, level=level, power=power)
    if start == inf:
        return None

    def chance(n: int) -> float:
        return chance_to_clear(
            n=n, truth=truth, discordance=discordance, margin=margin, level=level
        )

    return _fewest(chance, start, power)


def n_assured(
    *,
    discordance: float,
    difference: float,
    half_width: float,
    level: float,
    assurance: float,
    pilot_n: int | None = None,
) -> int:
    """Fewest questions for a half-width with the wanted assurance, counting tables.

    Args:
        discordance: Share of questions on which exactly one arm is correct.
        difference: Assumed difference.
        half_width: Wanted half-width of ``tango``.
        level: Two-sided level.
        assurance: Wanted chance that the interval gets that narrow.
        pilot_n: Questions of the pilot that both shares come from, which makes them uncertain;
            None takes them as known.
    """
    start = n_half_width(
        discordance=discordance, difference=difference, half_width=half_width, level=level
    )

    def known(n: int) -> float:
        return chance_of_half_width(
            n=n,
            half_width=half_width,
            discordance=discordance,
            difference=difference,
            level=level,
        )

    if pilot_n is None:
        return _fewest(known, start, assurance)
    pilot = Pilot(
        candidate_only=pilot_n * (discordance + difference) / 2,
        baseline_only=pilot_n * (discordance - difference) / 2,
        n=pilot_n,
    )

    def uncertain(n: int) -> float:
        return chance_of_half_width_after(n=n, half_width=half_width, pilot=pilot, level=level)

    return _fewest(uncertain, start, assurance)


def _fewest(chance: Callable[[int], float], start: float, wanted: float) -> int:
    """Bracket and bisect from a formula's number to where the chance first suffices."""
    if start > _ENUMERATED_UP_TO:
        return ceil(start)
    low, high = 0, max(1, ceil(start))
    while chance(high) < wanted and high < 64 * _ENUMERATED_UP_TO:
        low, high = high, ceil(1.25 * high) + 1
    if low == 0:
        low = floor(high / 2)
        while low > 0 and chance(low) >= wanted:
            low = floor(low / 2)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if chance(middle) >= wanted else (middle, high)
    return high
