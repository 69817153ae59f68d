"""Is the difference the same for every kind of question?"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from lcexplore.evidence.disagreement import question_cells
from lcexplore.evidence.readings import Counts, Effective, effective
from lcexplore.model import Interval
from lcexplore.stats.combine import cochran_q
from lcexplore.stats.contrast import bonett_price_variance


@dataclass(frozen=True, slots=True, kw_only=True)
class Stratum:
    """The paired difference within one stratum."""

    name: str
    n_questions: int
    n_discordant: int
    difference: float
    interval: Interval


def by_stratum(
    counts: Counts, strata: Sequence[str | None], *, level: float
) -> tuple[Stratum, ...]:
    """Analyse every stratum with a question measured in both arms, sorted by name."""
    return tuple(_stratum(name, part, level) for name, part in _parts(counts, strata))


def heterogeneity_p(counts: Counts, strata: Sequence[str | None], *, level: float) -> float | None:
    """Test whether the strata differ by more than chance; None with fewer than two."""
    readings = [effective(part, level=level) for _, part in _parts(counts, strata)]
    tested = cochran_q(
        estimates=[each.difference for each in readings],
        variances=[_variance(each) for each in readings],
    )
    return tested.p if tested else None


def _variance(reading: Effective) -> float:
    """Variance of a stratum's difference, above 0 also where nothing is discordant."""
    return bonett_price_variance(
        b=reading.n * (reading.discordance + reading.difference) / 2,
        c=reading.n * (reading.discordance - reading.difference) / 2,
        n=reading.n,
    )


def _parts(counts: Counts, strata: Sequence[str | None]) -> list[tuple[str, Counts]]:
    """The questions of each stratum that are measured in both arms."""
    names = sorted({each for each in strata if each is not None})
    number = {name: index for index, name in enumerate(names)}
    labels = np.array([-1 if each is None else number[each] for each in strata], dtype=np.int64)
    labels[~counts.paired] = -1
    order = np.argsort(labels, kind="stable")
    cuts = np.searchsorted(labels[order], np.arange(len(names) + 1))
    parts = (order[start:end] for start, end in pairwise(cuts))
    return [(name, counts.only(part)) for name, part in zip(names, parts, strict=True) if len(part)]


def _stratum(name: str, counts: Counts, level: float) -> Stratum:
    reading, cells = effective(counts, level=level), question_cells(counts)
    return Stratum(
        name=name,
        n_questions=len(counts.units),
        n_discordant=cells.candidate_only + cells.baseline_only,
        difference=reading.difference,
        interval=reading.interval,
    )
