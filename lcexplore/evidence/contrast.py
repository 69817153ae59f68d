"""What would other intervals say of the same answers?

They are shown beside the one that decides and never chosen instead of it.
"""

from dataclasses import dataclass
from math import isinf

from lcexplore.evidence.readings import Counts, Effective, share, unit_variance
from lcexplore.model import Cells, Interval
from lcexplore.stats.contrast import exact_melded, unpaired, unpaired_score
from lcexplore.stats.paired import newcombe10, wald

_NOTHING = 1e-12  # what rounding leaves of zero


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracies:
    """Mean accuracies over the questions measured in both arms.

    Attributes:
        both: Mean share of answer pairs that both arms get right, pairing epochs at random.
        candidate: Accuracy of the candidate.
        baseline: Accuracy of the baseline.
        n_unpaired: Questions per arm that would estimate the arms as well if unpaired.
    """

    both: float
    candidate: float
    baseline: float
    n_unpaired: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """Intervals beside the deciding one.

    Attributes:
        unpaired: As if the arms had answered different questions; by their Wilson intervals where
            an arm gets all or none right, for the plain one sees no chance there.
        newcombe: Newcombe's method 10 on the effective cells.
        wald: Wald on the effective cells; None where it has no width.
    """

    unpaired: Interval
    newcombe: Interval
    wald: Interval | None


def contrast(effective: Effective, accuracies: Accuracies) -> Contrast:
    """Compute the other intervals."""
    if isinf(effective.critical):
        everything = Interval(-1.0, 1.0)
        return Contrast(unpaired=everything, newcombe=everything, wald=everything)
    return Contrast(
        unpaired=_unpaired(effective, accuracies),
        newcombe=_newcombe(effective, accuracies),
        wald=_wald(effective),
    )


def accuracies_of_cells(cells: Cells) -> Accuracies:
    """Accuracies of single answers."""
    return Accuracies(
        both=cells.both / cells.n,
        candidate=(cells.both + cells.candidate_only) / cells.n,
        baseline=(cells.both + cells.baseline_only) / cells.n,
        n_unpaired=cells.n,
    )


def accuracies_of(counts: Counts) -> Accuracies:
    """Accuracies over the questions measured in both arms."""
    counts = counts.only(counts.paired)
    candidate, baseline = share(counts.candidate), share(counts.baseline)
    p, q, n = float(candidate.mean()), float(baseline.mean()), float(len(candidate))
    if counts.clustered != "none":
        spread = unit_variance(candidate, counts.units) + unit_variance(baseline, counts.units)
        n = (p * (1 - p) + q * (1 - q)) / spread if spread > 0 else n
    return Accuracies(
        both=float((candidate * baseline).mean()), candidate=p, baseline=q, n_unpaired=n
    )


def strict_interval(cells: Cells, *, level: float) -> Interval:
    """Exact interval of single answers, for when few questions differ."""
    return exact_melded(b=cells.candidate_only, c=cells.baseline_only, n=cells.n, level=level)


def _unpaired(effective: Effective, accuracies: Accuracies) -> Interval:
    shares = (accuracies.candidate, accuracies.baseline)
    at_an_edge = any(min(each, 1 - each) <= _NOTHING for each in shares)
    return (unpaired_score if at_an_edge else unpaired)(
        candidate_share=accuracies.candidate,
        baseline_share=accuracies.baseline,
        n=accuracies.n_unpaired,
        critical=effective.critical,
    )


def _wald(effective: Effective) -> Interval | None:
    found = wald(
        difference=effective.difference,
        discordance=effective.discordance,
        n=effective.n,
        critical=effective.critical,
    )
    return found if found.high - found.low > _NOTHING else None


def _newcombe(effective: Effective, accuracies: Accuracies) -> Interval:
    both = accuracies.both
    shares = (both, accuracies.candidate - both, accuracies.baseline - both)
    a, b, c, d = (effective.n * max(0.0, each) for each in (*shares, 1 - sum(shares)))
    return newcombe10(
        both=a, candidate_only=b, baseline_only=c, neither=d, critical=effective.critical
    )
