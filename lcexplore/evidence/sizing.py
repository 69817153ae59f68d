"""What would more questions buy?"""

from dataclasses import dataclass

from lcexplore.evidence.inputs import FloatArray, IntArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """Questions needed.

    Attributes:
        n_half_width: Questions for the wanted half-width on average, None if not asked.
        n_power: Questions to clear the margin with the wanted power, None if not asked or the
            assumed difference does not exceed the margin.
        assurance: Questions for the half-width with 50, 80 and 90 % assurance, discordance as
            uncertain as the pilot leaves it; keys ``0.5``, ``0.8``, ``0.9``.
        n_impossible_below: Below this, even perfect agreement cannot clear the margin; None if
            the margin is positive (then see ``text``) or not given.
    """

    n_half_width: int | None
    n_power: int | None
    assurance: dict[str, int]
    n_impossible_below: int | None
    discordance: float
    difference: float
    half_width: float | None
    margin: float | None
    power: float
    design_effect: float


def size(*, discordance: float, difference: float, half_width: float | None = 0.025,
         margin: float | None = None, power: float = 0.8, level: float = 0.95,
         design_effect: float = 1.0, pilot_n: int | None = None) -> Size:
    """Plan an eval set.

    Args:
        discordance: Share of questions on which the arms differ, in (0, 1].
        difference: Assumed true difference, candidate minus baseline, |difference| <= discordance.
        half_width: Wanted half-width of the interval, a fraction.
        margin: Signed bar that the lower end must reach, a fraction.
        power: Wanted chance to reach it.
        level: Two-sided level.
        design_effect: Variance ratio of clustered questions.
        pilot_n: Questions of the pilot that ``discordance`` comes from, for assurance.
    """


def half_width(*, n: IntArray, discordance: float, difference: float, level: float = 0.95,
               design_effect: float = 1.0) -> FloatArray:
    """Expected half-width of the interval at each ``n``."""


def chance_to_clear(*, n: IntArray, truth: float, discordance: float, margin: float,
                    level: float = 0.95, design_effect: float = 1.0) -> FloatArray:
    """Chance that the lower end reaches ``margin`` if the true difference is ``truth``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dilution:
    """What adding questions that both arms get right does."""

    difference: float
    low: float
    high: float
    p_midp: float
    n: int


def dilute(*, candidate_only: float, baseline_only: float, n: int, added: int,
           level: float = 0.95) -> Dilution:
    """Re-read the paired table with ``added`` more questions that both arms get right."""
