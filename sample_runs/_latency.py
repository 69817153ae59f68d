"""How long does each request take, and does it find its prefix in the provider's cache?"""

import math
from dataclasses import dataclass
from itertools import pairwise
from random import Random

N_MISSES = 190

# (rank of the request, seconds). The ranks that the worked example names are exact: p95 of hits
# and of misses, and the 108th miss, which is the 1,558th of all 1,640 requests.
_HITS = ((1, 2.05), (725, 4.1), (1378, 6.2), (1421, 6.9), (1450, 8.2))
_MISSES = ((1, 8.7), (108, 11.6), (171, 17.8), (181, 21.3), (190, 27.4))
_RETRIEVAL = ((1, 0.62), (820, 1.5), (1558, 2.9), (1624, 3.7), (1640, 5.6))


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Seconds of one request and the state of the prompt cache."""

    latency_s: float
    ttft_s: float
    hit: bool


def long_context() -> list[Timing]:
    """1,640 requests in the order in which they are sent; the first one finds a cold cache."""
    rng = Random("long-context latency")
    hits = _shuffled(rng, pinned(rng, _HITS, spread=0.27))
    misses = _shuffled(rng, pinned(rng, _MISSES, spread=0.33))
    is_hit = [True] * len(hits) + [False] * (len(misses) - 1)
    rng.shuffle(is_hit)
    return [_timing(rng, (hits if hit else misses).pop(), hit=hit) for hit in [False, *is_hit]]


def retrieval() -> list[Timing]:
    """1,640 short requests that use no cache."""
    rng = Random("retrieval latency")
    return [
        Timing(latency_s=each, ttft_s=round(each * rng.uniform(0.22, 0.42), 3), hit=False)
        for each in _shuffled(rng, pinned(rng, _RETRIEVAL, spread=0.36))
    ]


def pinned(rng: Random, anchors: tuple[tuple[int, float], ...], *, spread: float) -> list[float]:
    """Draw a log-normal sample, ascending, bent so that it passes through every anchor."""
    drawn = sorted(rng.gauss(0.0, spread) for _ in range(anchors[-1][0]))
    bent: list[float] = []
    for (low, start), (high, end) in pairwise(anchors):
        left, right = drawn[low - 1], drawn[high - 1]
        for value in drawn[low - 1 : high - 1]:
            share = (value - left) / (right - left)
            bent.append(math.log(start) + share * math.log(end / start))
    return [round(math.exp(each), 3) for each in [*bent, math.log(anchors[-1][1])]]


def _shuffled(rng: Random, values: list[float]) -> list[float]:
    return rng.sample(values, len(values))


def _timing(rng: Random, latency: float, *, hit: bool) -> Timing:
    """A miss reads the whole prefix before its first token; a hit does not."""
    writing = latency * rng.uniform(0.62, 0.8) if hit else rng.uniform(2.4, 4.6)
    return Timing(latency_s=latency, ttft_s=round(latency - writing, 3), hit=hit)
