"""Do two judges agree beyond what their habits alone would produce?

                   second correct    second incorrect
first correct       both_correct        first_only
first incorrect     second_only       both_incorrect
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lcexplore.model import Interval
from lcexplore.stats.critical import normal_critical, t_critical
from lcexplore.stats.proportion import wilson


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeAgreement:
    """Agreement of two judges on pass or fail; every coefficient is None where undefined.

    Attributes:
        n: Items that both judged.
        agree: Items on which they agree.
        share: agree / n.
        kappa: Cohen's kappa; undefined when both judges gave one and the same verdict only.
        kappa_se: Its non-null standard error (Fleiss, Cohen & Everitt 1969).
        ac1: Gwet's AC1.
        ac1_se: Its linearised standard error.
        pabak: Prevalence- and bias-adjusted kappa, 2 share - 1.
        prevalence_index: (both correct - both incorrect) / n.
        bias_index: (first only - second only) / n.
    """

    n: int
    agree: int
    share: float | None
    kappa: float | None
    kappa_se: float | None
    ac1: float | None
    ac1_se: float | None
    pabak: float | None
    prevalence_index: float | None
    bias_index: float | None

    def share_interval(self, level: float) -> Interval:
        """Wilson interval of the raw agreement."""
        return wilson(successes=self.agree, n=self.n, level=level)

    def kappa_interval(self, level: float) -> Interval | None:
        """Fleiss-Cohen-Everitt interval of kappa, within [-1, 1].

        None where kappa is undefined, and where its standard error is 0: perfect agreement on
        some items does not show perfect agreement on all.
        """
        if self.kappa is None or not self.kappa_se:
            return None
        half = normal_critical(level) * self.kappa_se
        return Interval(max(-1.0, self.kappa - half), min(1.0, self.kappa + half))


def judge_agreement(
    *, both_correct: int, first_only: int, second_only: int, both_incorrect: int
) -> JudgeAgreement:
    """Compare two judges' verdicts on the same items.

    With the grader first and people second, ``first_only`` counts its lenient calls.
    """
    agree = both_correct + both_incorrect
    n = agree + first_only + second_only
    if n == 0:
        return JudgeAgreement(n=0, agree=0, **dict.fromkeys(_COEFFICIENTS))
    table = np.array([[both_correct, first_only], [second_only, both_incorrect]])
    kappa, kappa_se = cohen_kappa(table)
    ac1, ac1_se = gwet_ac1(table)
    return JudgeAgreement(
        n=n,
        agree=agree,
        share=agree / n,
        kappa=kappa,
        kappa_se=kappa_se,
        ac1=ac1,
        ac1_se=ac1_se,
        pabak=2 * agree / n - 1,
        prevalence_index=(both_correct - both_incorrect) / n,
        bias_index=(first_only - second_only) / n,
    )


def cohen_kappa(table: ArrayLike) -> tuple[float | None, float | None]:
    """Cohen's kappa of a square table of counts, and its Fleiss-Cohen-Everitt standard error."""
    p, n = _shares(table)
    rows, columns = p.sum(axis=1), p.sum(axis=0)
    chance = float(rows @ columns)
    if n == 0 or chance >= 1 - 1e-15:
        return None, None
    kappa = (float(np.trace(p)) - chance) / (1 - chance)
    habits = columns[:, None] + rows[None, :]
    on_diagonal = float((np.diag(p) * (1 - np.diag(habits) * (1 - kappa)) ** 2).sum())
    off = (p * habits**2).sum() - (np.diag(p) * np.diag(habits) ** 2).sum()
    spread = on_diagonal + (1 - kappa) ** 2 * float(off) - (kappa - chance * (1 - kappa)) ** 2
    return kappa, sqrt(max(0.0, spread) / n) / (1 - chance)


def kappa_interval_resampled(tables: ArrayLike, level: float) -> Interval | None:
    """Interval of Cohen's kappa where several items of one question were judged.

    Verdicts on answers to one question move together, so questions are resampled and not
    answers: each is left out once (the jackknife), with t on questions - 1 degrees of freedom.
    Nothing is drawn at random.

    Args:
        tables: Counts of one question each, of shape (questions, 2, 2).
        level: Two-sided level.

    Returns:
        None where kappa is undefined with or without some question, or never moves.
    """
    counts = np.asarray(tables, dtype=float)
    if len(counts) < 2:
        return None
    total = counts.sum(axis=0)
    whole, _ = cohen_kappa(total)
    without = [cohen_kappa(total - each)[0] for each in counts]
    known = np.array([each for each in without if each is not None])
    spread = float(known.std()) if known.size == len(counts) else 0.0
    if whole is None or spread == 0:
        return None
    half = t_critical(level, len(counts) - 1) * spread * sqrt(len(counts) - 1)
    return Interval(max(-1.0, whole - half), min(1.0, whole + half))


def gwet_ac1(table: ArrayLike) -> tuple[float | None, float | None]:
    """Gwet's AC1 of a square table of counts, and its standard error (BJMSP 61:29, 2008)."""
    p, n = _shares(table)
    if n == 0:
        return None, None
    habit = (p.sum(axis=0) + p.sum(axis=1)) / 2
    others = len(habit) - 1
    agree, chance = float(np.trace(p)), float((habit * (1 - habit)).sum()) / others
    ac1 = (agree - chance) / (1 - chance)
    linear = float((np.diag(p) * (1 - habit)).sum()) / others - agree * chance
    mean_habit = (habit[:, None] + habit[None, :]) / 2
    square = float((p * (1 - mean_habit) ** 2).sum()) / others**2 - chance**2
    spread = agree * (1 - agree) - 4 * (1 - ac1) * linear + 4 * (1 - ac1) ** 2 * square
    return ac1, sqrt(max(0.0, spread) / n) / (1 - chance)


_COEFFICIENTS = (
    "share",
    "kappa",
    "kappa_se",
    "ac1",
    "ac1_se",
    "pabak",
    "prevalence_index",
    "bias_index",
)


def _shares(table: ArrayLike) -> tuple[NDArray[np.float64], int]:
    counts = np.asarray(table, dtype=float)
    n = counts.sum()
    return counts / n if n else counts, int(n)
