"""What would more questions buy?

A question's difference varies by ``discordance - difference**2`` when each arm answers once. A
design effect scales that: above 1 where questions share a document, below 1 where epochs are
averaged inside the question. The worked example: 229 discordant of 1,640 answer pairs, design
effect 1.77 against independent pairs, hence 1.77 x 820 / 1,640 = 0.88 against questions.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, inf

import numpy as np

from lcexplore.errors import UsageError
from lcexplore.evidence.dilution import Dilution, dilute
from lcexplore.evidence.expected import half_width, least_documents, level_with
from lcexplore.stats.size import n_assured, n_half_width, n_margin, n_possible

__all__ = ["Dilution", "Size", "dilute", "size"]

ASSURANCES = (0.5, 0.8, 0.9)
ENOUGH_DIFFER = 30  # questions, for the usual formula to be within a few per cent


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """Questions needed.

    Attributes:
        n_half_width: Questions at which the expected interval has the wanted half-width, None if
            not asked.
        n_power: Questions to clear the margin with the wanted power, None if not asked or the
            assumed difference does not exceed the margin.
        assurance: Questions for the half-width with 50, 80 and 90 % assurance, discordance as
            uncertain as the pilot leaves it; keys ``0.5``, ``0.8``, ``0.9``.
        n_impossible_below: Below this, even perfect agreement cannot clear the margin; None if
            the margin is not negative or not given.
        n_best_below: Below this, even a candidate that is right on every discordant question
            cannot clear a margin that asks for a gain; None for other margins, and where no
            number of questions would do.
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
    n_best_below: int | None = None


def size(
    *,
    discordance: float,
    difference: float,
    half_width: float | None = 0.025,
    margin: float | None = None,
    power: float = 0.8,
    level: float = 0.95,
    design_effect: float = 1.0,
    pilot_n: int | None = None,
    per_document: float | None = None,
    alike: float = 1.0,
) -> Size:
    """Plan an eval set.

    Args:
        discordance: Share of questions on which the arms differ, in (0, 1].
        difference: Assumed true difference, candidate minus baseline, |difference| <= discordance.
        half_width: Wanted half-width of the interval, a fraction.
        margin: Signed bar that the lower end must reach, a fraction.
        power: Wanted chance to reach it.
        level: Two-sided level.
        design_effect: Variance ratio of a question against ``discordance - difference**2``.
        pilot_n: Questions of the pilot that ``discordance`` comes from, for assurance.
        per_document: Questions of each document where documents are what is independent: then
            documents grow with the questions, and fewer than ten give nothing.
        alike: Documents of one size that each is worth, at most 1: below ten in all they give
            nothing either.

    Raises:
        UsageError: If a share is out of its range.
    """
    _check(discordance, difference, half_width, margin)
    for name, share in (("power", power), ("level", level)):
        if not 0 < share < 1:
            raise UsageError(f"the {name} must lie between 0 and 1; got {share:g}")
    plan = _Plan(
        discordance=discordance,
        difference=difference,
        level=level,
        effect=design_effect,
        per_document=per_document,
        alike=alike,
    )
    return Size(
        n_half_width=plan.n_half_width(half_width) if half_width else None,
        n_power=plan.n_power(margin, power) if margin is not None else None,
        assurance=dict(_assured(plan, half_width, pilot_n)) if half_width else {},
        n_impossible_below=plan.n_agreeing(margin) if margin is not None and margin < 0 else None,
        discordance=discordance,
        difference=difference,
        half_width=half_width,
        margin=margin,
        power=power,
        design_effect=design_effect,
        n_best_below=plan.n_best(margin) if margin is not None and margin >= 0 else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    discordance: float
    difference: float
    level: float
    effect: float
    per_document: float | None = None
    alike: float = 1.0

    @property
    def least(self) -> int:
        """Fewest questions that make enough documents."""
        return ceil(least_documents(self.alike) * (self.per_document or 0.0) - 1e-9) or 1

    def questions(self, n: float) -> int:
        """Questions that are worth ``n`` independent ones."""
        return max(self.least, ceil(self.effect * n - 1e-9))

    def level_at(self, n: int) -> float:
        """Level as a normal interval needs it with the documents of ``n`` questions."""
        return (
            level_with(max(n, self.least), self.level, self.per_document, self.alike) or self.level
        )

    def n_half_width(self, wanted: float) -> int:
        """Questions at which the expected interval is that narrow.

        By the usual formula; where that expects few questions to differ, and so says too little,
        or where documents are sampled, by the interval that will be shown.
        """
        usual = self.questions(
            n_half_width(
                discordance=self.discordance,
                difference=self.difference,
                half_width=wanted,
                level=self.level,
            )
        )
        differ = usual * self.discordance / self.effect
        if self.per_document is None and differ >= ENOUGH_DIFFER:
            return usual
        return self._shown_half_width(wanted)

    def _shown_half_width(self, wanted: float) -> int:
        """Fewest questions at which the interval, as it will be shown, is that narrow."""

        def narrow(n: int) -> bool:
            found = half_width(
                n=np.array([n]),
                discordance=self.discordance,
                difference=self.difference,
                level=self.level,
                design_effect=self.effect,
                per_document=self.per_document,
                alike=self.alike,
            )
            return bool(found[0] <= wanted)

        low, high = 0, 1
        while not narrow(high):
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if narrow(middle) else (middle, high)
        return high

    def n_power(self, margin: float, power: float) -> int | None:
        """Questions for the power; more of them are more documents, which ask for less."""
        found = self.least
        for _ in range(1 if self.per_document is None else 50):
            n = n_margin(
                discordance=self.discordance,
                truth=self.difference,
                margin=margin,
                level=self.level_at(found),
                power=power,
            )
            if n == inf:
                return None
            before, found = found, self.questions(n)
            if abs(found - before) <= 1:
                break
        return found

    def n_best(self, margin: float) -> int | None:
        """Questions with which a candidate right wherever the arms differ clears the margin."""
        n = n_possible(margin=margin, level=self.level, best=self.discordance)
        return None if n is None else self.questions(n)

    def n_agreeing(self, margin: float) -> int | None:
        """Questions with which perfect agreement clears the margin.

        Where nothing differs the interval goes by the number of what is independent, questions or
        documents, whatever the design effect is where something does, and by their t; t asks for
        more than the normal distribution that the search starts from.
        """
        sampled = self.effect != 1 or self.per_document is not None
        of_one = replace(self, per_document=self.per_document or 1.0) if sampled else self
        n = n_possible(margin=margin, level=self.level)
        if n is None:
            return None
        each = (self.per_document or 1.0) / self.alike
        n = max(ceil(n * each - 1e-9), self.least)
        while int(n / each + 1e-9) < (n_possible(margin=margin, level=of_one.level_at(n)) or 0):
            n += 1
        return n


@lru_cache(maxsize=64)  # counting tables takes a second
def _assured(plan: _Plan, half_width: float, pilot_n: int | None) -> dict[str, int]:
    return {
        str(assurance): plan.questions(
            n_assured(
                discordance=plan.discordance,
                difference=plan.difference,
                half_width=half_width,
                level=plan.level_at(plan.n_half_width(half_width)),
                assurance=assurance,
                pilot_n=max(1, round(pilot_n / plan.effect)) if pilot_n else None,
            )
        )
        for assurance in ASSURANCES
    }


def _check(
    discordance: float, difference: float, half_width: float | None, margin: float | None
) -> None:
    if not 0 < discordance <= 1:
        raise UsageError(f"the discordance must be above 0 and at most 1; got {discordance:g}")
    if not abs(difference) <= discordance:
        raise UsageError(
            f"a difference of {difference:g} needs at least that discordance; got {discordance:g}"
        )
    if half_width is not None and not 0 < half_width < 1:
        raise UsageError(f"the half-width must lie between 0 and 1; got {half_width:g}")
    if margin is not None and not -1 < margin < 1:
        raise UsageError(f"the margin must lie between -1 and 1; got {margin:g}")
