"""What is the difference once the grader's own errors are taken out?"""

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lcexplore.model import Interval
from lcexplore.stats import cluster
from lcexplore.stats.critical import normal_critical, t_critical

FloatArray = NDArray[np.float64]
Units = tuple[NDArray[np.int64], NDArray[np.int64]]

_NORMAL_FROM = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """A mean that the grader measured on many items and people corrected on some.

    Attributes:
        estimate: Corrected mean.
        n_labelled: Items that people judged.
        n_unlabelled: Further items that only the grader judged.
        weight: How much the grader is trusted, 0 (people only) to 1.
        variance_labels: Part of the variance that more labels would shrink.
        variance_grader: Part that more graded items would shrink, or more clusters of them.
        guarded: Whether the labels came out alike, as where no grader error was seen, so that
            one in each direction was assumed for the variance.
        erred: Whether the grader erred on any labelled item.
        weighted: Whether the labelled items stand for different numbers of items.
        freedom: Degrees of freedom of the labelled part's variance; fewer than labels - 1 where
            some weigh more than others (Satterthwaite), and at most what labelled
            clusters leave; 0 with a single one.
    """

    estimate: float
    n_labelled: int
    n_unlabelled: int
    weight: float
    variance_labels: float
    variance_grader: float
    guarded: bool
    erred: bool = False
    weighted: bool = False
    freedom: float = 0.0

    @property
    def se(self) -> float:
        """Standard error."""
        return sqrt(self.variance_labels + self.variance_grader)

    @property
    def label_share(self) -> float:
        """Share of the variance that comes from having few labels."""
        total = self.variance_labels + self.variance_grader
        return self.variance_labels / total if total > 0 else 1.0

    def critical(self, level: float) -> float:
        """Critical value: t below 199 degrees of freedom (200 labels), normal from there on."""
        if self.freedom <= 0:
            return inf
        if self.freedom < _NORMAL_FROM - 1:
            return t_critical(level, self.freedom)
        return normal_critical(level)

    def interval(self, level: float) -> Interval:
        """Interval of the corrected mean, ends not clipped."""
        critical = self.critical(level)
        half = inf if critical == inf else critical * self.se
        return Interval(self.estimate - half, self.estimate + half)


def corrected_mean(
    *,
    people: ArrayLike,
    grader: ArrayLike,
    grader_unlabelled: ArrayLike,
    weight: float | None = None,
    ddof: int = 1,
    sampling_weights: ArrayLike | None = None,
    units: Units | None = None,
) -> Corrected:
    """Prediction-powered mean, PPI++ unless a weight is given (arXiv 2311.01453).

    Where people said the same of all labelled items there is nothing to tune the weight on: it is
    that of plain PPI, 1 (Science 382:669), so that what the grader sees on all others still counts.

    For a paired difference the values are candidate minus baseline, of one question each: then
    a grader that is lenient with one arm only is corrected as well. The labelled items must be
    a random draw of the same questions.

    Args:
        people: What people said, one value per labelled item, at least two.
        grader: What the grader said of the same items.
        grader_unlabelled: What the grader said of all other items.
        weight: 1 for plain PPI, 0 for people only, None to tune it.
        ddof: 1 for unbiased variances; 0 is what the authors' package computes.
        sampling_weights: How many items each labelled one stands for, where the labelled items
            were not drawn with equal chances; then ``grader_unlabelled`` is the grader on all
            items, for the unlabelled ones alone are no fair picture of them.
        units: Number of the cluster of each labelled and of each other item, where clusters and
            not items are independent; such a variance is never below that of independent items.
    """
    y, g, rest = (np.asarray(values, dtype=float) for values in (people, grader, grader_unlabelled))
    if y.size < 2 or y.shape != g.shape:
        raise ValueError(f"people and grader must pair at least two items; got {y.size}, {g.size}")
    lam = _tuned(y, g, rest, ddof) if weight is None else weight
    if rest.size == 0:
        lam = 0.0
    residual = y - lam * g
    w = np.ones(y.size) if sampling_weights is None else np.asarray(sampling_weights, dtype=float)
    labels, guarded = _label_variance(residual, y - g, ddof, w / w.mean())
    others = lam**2 * _variance(rest, ddof) / max(1, rest.size)
    freedom = float((w**2).sum() ** 2 / (w**4).sum()) - 1
    if units is not None:
        shared = _unit_variance(residual, w, lam * rest, units) + (labels if guarded else 0.0)
        others = max(others, shared - labels)
        freedom = min(freedom, _of_clusters(w, units))
    return Corrected(
        estimate=float(np.average(residual, weights=w) + (lam * rest.mean() if rest.size else 0.0)),
        n_labelled=y.size,
        n_unlabelled=rest.size,
        weight=lam,
        variance_labels=labels,
        variance_grader=others,
        guarded=guarded,
        erred=bool(np.abs(y - g).max() > 1e-12),
        weighted=sampling_weights is not None,
        freedom=freedom,
    )


def _tuned(y: FloatArray, g: FloatArray, rest: FloatArray, ddof: int) -> float:
    """Weight with the smallest variance, within 0 and 1; plain PPI's where it is unknown."""
    spread = _variance(np.concatenate([g, rest]), ddof)
    if rest.size == 0 or spread == 0:
        return 0.0
    if np.ptp(y) <= 1e-12:  # a covariance of 0 for want of variation is none that was measured
        return 1.0
    together = float(((y - y.mean()) * (g - g.mean())).sum()) / (y.size - ddof)
    return min(1.0, max(0.0, together / ((1 + y.size / rest.size) * spread)))


def _label_variance(
    residual: FloatArray, errors: FloatArray, ddof: int, weights: FloatArray
) -> tuple[float, bool]:
    """Variance of the labelled part; never zero for want of a single observed error.

    Fifty labels without an error do not show an error-free grader. One pseudo-error in each
    direction leaves the estimate alone and keeps about 3/n of doubt (the rule of three).
    """
    guarded = bool(min(np.ptp(errors), np.ptp(residual)) <= 1e-12)
    if guarded:
        residual = np.concatenate([residual, residual.mean() + np.array([-1.0, 1.0])])
        weights = np.concatenate([weights, [1.0, 1.0]])
    n = residual.size
    spread = weights * (residual - np.average(residual, weights=weights))
    total = float((spread**2).sum()) * (n / weights.sum()) ** 2
    return total / (n - ddof) / n, guarded


def _of_clusters(weights: FloatArray, units: Units) -> float:
    found, index = np.unique(units[0], return_inverse=True)
    return cluster.freedom(
        clusters=found.size, worth=cluster.equal_clusters(np.bincount(index, weights=weights))
    )


def _unit_variance(
    residual: FloatArray, weights: FloatArray, rest: FloatArray, units: Units
) -> float:
    """Variance of the whole estimate with clusters as independent (CR1).

    Labelled and other items of one cluster move together, so both parts are summed per cluster
    before they are squared. The correction is by the clusters that hold a label, the fewer ones.
    """
    pulls = weights * (residual - np.average(residual, weights=weights)) / weights.sum()
    if rest.size:
        pulls = np.concatenate([pulls, (rest - rest.mean()) / rest.size])
    _, index = np.unique(np.concatenate(units)[: pulls.size], return_inverse=True)
    n = len(np.unique(units[0]))
    return n / max(1, n - 1) * float((np.bincount(index, weights=pulls) ** 2).sum())


def _variance(values: FloatArray, ddof: int) -> float:
    return float(values.var(ddof=ddof)) if values.size > ddof else 0.0
