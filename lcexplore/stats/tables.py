"""Which paired tables can come, how likely is each, and which of them suffice?"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import log, log1p

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, bdtrc, betaincinv, betaln, gammaln

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

_DISCORDANT_COUNTS = 2000
_NEAR_TURNS = 2
_RARE, _NEVER = 1e-15, 1e-300
_TABLED = 1 << 20  # of fewer questions the factorials are kept: 8 MB


@dataclass(frozen=True, slots=True)
class Likely:
    """Counts of discordant questions that may come, those of one plan after the other's.

    Attributes:
        counts: The counts.
        chances: Their chances; those of one plan sum to 1.
        sizes: How many are each plan's.
        first: Where each plan's begin.
    """

    counts: IntArray
    chances: FloatArray
    sizes: IntArray
    first: IntArray

    def sums(self, values: FloatArray) -> FloatArray:
        """Sum of one value a count, for each plan."""
        return np.asarray(np.add.reduceat(values, self.first), dtype=float)


def known_counts(n: IntArray, discordance: float) -> Likely:
    """Counts of discordant questions among each ``n``, the discordance being known.

    Args:
        n: Questions of each plan, at least 1.
        discordance: True share of questions on which exactly one arm is correct.
    """
    spread = 9 * np.sqrt(n * discordance * (1 - discordance)) + 9
    counts, sizes = _grid(n * discordance - spread, n * discordance + spread, n)
    asked = np.repeat(n, sizes)
    return _likely(counts, _log_binomial(asked, counts, discordance), sizes)


def uncertain_counts(n: int, discordant: float, agree: float) -> Likely:
    """The same for one plan, the discordance being Beta(``discordant``, ``agree``)."""
    tails = betaincinv(discordant, agree, np.array([1e-9, 1 - 1e-9]))
    spread = 9 * np.sqrt(n * tails * (1 - tails)) + 9
    low, high = n * tails + np.array([-1, 1]) * spread
    counts, sizes = _grid(np.array([low]), np.array([high]), np.array([n]))
    logs = betaln(counts + discordant, n - counts + agree)
    return _likely(counts, logs + _log_choose(n, counts), sizes)


def _grid(low: FloatArray, high: FloatArray, n: IntArray) -> tuple[IntArray, IntArray]:
    """Whole numbers between bounds, thinned evenly where there are too many; how many of each."""
    least, most = np.maximum(low.astype(int), 0), np.minimum(high.astype(int) + 1, n)
    step = 1 + (most - least) // _DISCORDANT_COUNTS
    sizes = 1 + (most - least) // step
    place = np.arange(sizes.sum()) - np.repeat(_first(sizes), sizes)
    return np.repeat(least, sizes) + np.repeat(step, sizes) * place, sizes


def _first(sizes: IntArray) -> IntArray:
    return np.asarray(np.cumsum(sizes) - sizes)


def _likely(counts: IntArray, logs: FloatArray, sizes: IntArray) -> Likely:
    """Leave out what never comes; of each plan's rest the chances sum to 1."""
    first = _first(sizes)
    chances = np.exp(logs - np.repeat(np.maximum.reduceat(logs, first), sizes))
    chances /= np.repeat(np.add.reduceat(chances, first), sizes)
    kept = chances > _RARE
    sizes = np.add.reduceat(kept, first, dtype=int)
    counts, chances, first = counts[kept], chances[kept], _first(sizes)
    return Likely(counts, chances / np.repeat(np.add.reduceat(chances, first), sizes), sizes, first)


def _log_binomial(n: IntArray, k: IntArray, share: float) -> FloatArray:
    """Logarithm of the chance of ``k`` out of ``n``, far below any number where it is nought."""
    yes, no = log(max(share, _NEVER)), log1p(-share) if share < 1 else log(_NEVER)
    return np.asarray(_log_choose(n, k) + k * yes + (n - k) * no, dtype=float)


def _log_choose(n: int | IntArray, k: IntArray) -> FloatArray:
    most = int(np.max(n, initial=0))
    if most >= _TABLED:
        return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1), dtype=float)
    known = _log_factorials(1 << most.bit_length())
    return np.asarray(known[n] - known[k] - known[n - k], dtype=float)


@lru_cache
def _log_factorials(size: int) -> FloatArray:
    """Logarithms of 0! to (size - 1)!: looked up faster than asked for one by one."""
    return np.asarray(gammaln(np.arange(size) + 1.0), dtype=float)


def lean(difference: float, discordance: float) -> float:
    """Share of the discordant questions that favour the candidate."""
    if not abs(difference) <= discordance <= 1:
        raise ValueError(
            "discordance must lie between |difference| and 1; "
            f"got difference {difference!r}, discordance {discordance!r}"
        )
    return (1 + difference / discordance) / 2 if discordance else 0.5


def least(
    holds: Callable[[IntArray, IntArray], NDArray[np.bool_]], counts: IntArray, guess: IntArray
) -> IntArray:
    """Smallest whole number at which a condition that rises holds, for each of the counts.

    Args:
        holds: The condition at numbers, at places of the counts.
        counts: Counts of discordant questions; counts + 1 is the answer where it never holds.
        guess: Where to look first; the number beside it is looked at second, then halfway.
    """
    low, high, turn = np.zeros_like(counts), counts + 1, 0
    open_ = np.flatnonzero(low < high)
    while open_.size:
        below, above, near = low[open_], high[open_], guess[open_]
        beside = near if turn == 0 else np.where(above <= near, near - 1, near + 1)
        at = np.clip(beside, below, above - 1) if turn < _NEAR_TURNS else (below + above) // 2
        true = holds(at, open_)
        high[open_], low[open_] = np.where(true, at, above), np.where(true, below, at + 1)
        open_, turn = open_[low[open_] < high[open_]], turn + 1
    return low


def at_least(counts: IntArray, needed: IntArray, lean: float) -> FloatArray:
    """Chance that so many of the counts favour the candidate, each with the chance ``lean``.

    One more count adds the chance to be one short and then gain, or, where one more is needed
    too, takes the chance to have just enough and then not gain: a sum of cheap terms along each
    run of successive counts, which starts from the binomial tail.
    """
    found = np.where(needed <= 0, 1.0, 0.0)
    asked = np.flatnonzero((needed > 0) & (needed <= counts))
    if not asked.size:
        return found
    m, k = counts[asked], needed[asked]
    more = np.diff(k)
    goes_on = (np.diff(m) == 1) & ((more == 0) | (more == 1))
    on = np.flatnonzero(goes_on)
    of, just = m[on], k[on] - 1 + more[on]
    logs = _log_binomial(of, just, lean)
    gains = np.zeros(m.size)
    gains[on + 1] = np.where(more[on] == 1, lean - 1, lean) * np.exp(logs)
    sums = np.cumsum(gains)
    first = np.flatnonzero(np.concatenate(([True], ~goes_on)))
    run = np.cumsum(np.concatenate(([0], ~goes_on)))
    found[asked] = (bdtrc(k[first] - 1.0, m[first], lean) - sums[first])[run] + sums
    return np.clip(found, 0.0, 1.0)


def imbalance_chance(counts: IntArray, least: IntArray, lean: float) -> FloatArray:
    """Chance that b and c differ by at least so much, b being Binomial(counts, lean)."""
    chances = np.where(least <= 0, 1.0, 0.0)
    asked = (least > 0) & (least <= counts)
    n, apart = counts[asked], least[asked]
    ahead = bdtrc((n + apart + 1) // 2 - 1.0, n, lean)
    behind = bdtr((n - apart) // 2 + 0.0, n, lean)
    chances[asked] = ahead + behind
    return chances
