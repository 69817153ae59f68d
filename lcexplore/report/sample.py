"""What is a sample of questions made of, and how wide would the interval of another one be?"""

from dataclasses import dataclass, replace

import numpy as np

from lcexplore.evidence import expected, sampled
from lcexplore.evidence.sampled import Plan
from lcexplore.model import Interval
from lcexplore.report.review import Review


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """What is assumed instead of what was measured; None keeps what was measured.

    Attributes:
        hit_rate: Share of the candidate's requests that hit the cache.
        n: Questions in the eval set.
        differing: Share of questions on which the arms differ.
        easy: Questions added that both arms get right.
    """

    hit_rate: float | None = None
    n: int | None = None
    differing: float | None = None
    easy: int = 0


def plan(review: Review) -> Plan | None:
    """What the measured sample of questions is made of; None where nothing differs."""
    return sampled.plan(review.evidence.correctness)


def under(base: Plan, scenario: Scenario) -> Plan:
    """The sample under a scenario: more questions, another share that differs, easy ones added."""
    wider = 1.0 if scenario.differing is None else scenario.differing / base.differing
    n = scenario.n or base.n
    diluted = n / (n + scenario.easy)
    discordance = min(1.0, base.discordance * wider * diluted)
    difference = base.difference * diluted
    return replace(
        base,
        discordance=max(discordance, abs(difference)),
        differing=min(1.0, base.differing * wider * diluted),
        difference=difference,
        n=n + scenario.easy,
    )


def half_width(made_of: Plan, *, level: float) -> float:
    """Expected half-width of the interval of a sample."""
    return float(
        expected.half_width(
            n=np.array([made_of.n]),
            discordance=made_of.discordance,
            difference=made_of.difference,
            level=level,
            design_effect=made_of.design_effect,
            per_document=made_of.per_document,
            alike=made_of.alike,
        )[0]
    )


def interval(review: Review, scenario: Scenario) -> Interval | None:
    """The interval under a scenario: the recorded one, moved and scaled by expected widths."""
    found, base = review.evidence.correctness, plan(review)
    if base is None or found.interval is None:
        return None
    return scaled(review, base, scenario, found.interval)


def scaled(review: Review, base: Plan, scenario: Scenario, ends: Interval) -> Interval:
    """Move ends of the recorded sample with the difference and scale them by expected widths."""
    level, then = review.evidence.correctness.level, under(base, scenario)
    if then == base:
        return ends
    now = half_width(base, level=level)
    if now >= 1:  # too few documents: nothing tells what more of them would give
        return ends
    factor = half_width(then, level=level) / now
    low, high = ((end - base.difference) * factor + then.difference for end in ends)
    return Interval(max(-1.0, low), min(1.0, high))
