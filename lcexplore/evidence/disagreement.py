"""On which questions do the arms disagree, and how often does chance alone do that?"""

from dataclasses import dataclass

from lcexplore.evidence.readings import Counts
from lcexplore.model import Cells
from lcexplore.stats.paired import (
    mcnemar_p_asymptotic,
    mcnemar_p_exact,
    mcnemar_p_midp,
    mcnemar_statistic,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class McNemar:
    """Four versions of McNemar's test on the cells; all p are 1 when nothing is discordant."""

    statistic_corrected: float
    statistic_uncorrected: float
    p_corrected: float
    p_uncorrected: float
    p_exact: float
    p_midp: float


def mcnemar(cells: Cells) -> McNemar:
    """Test the imbalance of the discordant questions."""
    b, c = cells.candidate_only, cells.baseline_only
    return McNemar(
        statistic_corrected=mcnemar_statistic(b=b, c=c, corrected=True),
        statistic_uncorrected=mcnemar_statistic(b=b, c=c, corrected=False),
        p_corrected=mcnemar_p_asymptotic(b=b, c=c, corrected=True),
        p_uncorrected=mcnemar_p_asymptotic(b=b, c=c, corrected=False),
        p_exact=mcnemar_p_exact(b=b, c=c),
        p_midp=mcnemar_p_midp(b=b, c=c),
    )


def question_cells(counts: Counts) -> Cells:
    """Sort the questions measured in both arms by the sign of their mean difference.

    A tie goes to ``both`` when more than half of the question's verdicts are correct, else to
    ``neither``.
    """
    counts = counts.only(counts.paired)
    candidate, baseline = counts.candidate, counts.baseline
    lead = candidate.correct * baseline.measured - baseline.correct * candidate.measured
    correct = candidate.correct + baseline.correct
    mostly_correct = 2 * correct > candidate.measured + baseline.measured
    tied = lead == 0
    return Cells(
        both=int((tied & mostly_correct).sum()),
        candidate_only=int((lead > 0).sum()),
        baseline_only=int((lead < 0).sum()),
        neither=int((tied & ~mostly_correct).sum()),
    )
