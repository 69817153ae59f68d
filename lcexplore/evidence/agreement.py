"""How often do people agree with one another, and the grader with them?"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from lcexplore.evidence.judged import LabelledAnswer
from lcexplore.model import Interval, Verdict
from lcexplore.stats.agreement import JudgeAgreement, judge_agreement, kappa_interval_resampled
from lcexplore.stats.cluster import cluster_sums, clustered_mean
from lcexplore.stats.proportion import wilson

_NOTHING = 1e-12  # a variance this small is what rounding leaves of zero
_PASS_FAIL = (Verdict.CORRECT, Verdict.INCORRECT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Raw agreement of two judges with its Wilson interval."""

    agree: int
    n: int
    share: float
    interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleAgreement(Agreement):
    """Agreement of two or more people, on answers that at least two of them labelled.

    Attributes:
        agree: Answers on which all who labelled agree.
        n: Answers that at least two people labelled.
        share: Agreeing pairs of labels over all pairs; with two people ``agree / n``.
        people: How many people labelled these.
        agreeing_pairs: Pairs of labels of one answer that agree.
        pairs: All pairs of labels of one answer.
    """

    people: int
    agreeing_pairs: int
    pairs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CeilingGap:
    """How much less often the grader agrees with a person than two people do.

    Attributes:
        difference: Grader with a person, the mean of those who labelled, less person with person.
        interval: With the question as the unit; None for one question.
        n: Answers that at least two people and the grader judged.
    """

    difference: float
    interval: Interval | None
    n: int


def judged(answers: Sequence[LabelledAnswer]) -> list[LabelledAnswer]:
    """Answers with a consensus of people and a verdict of the grader."""
    return [
        each
        for each in answers
        if each.consensus is not None and each.grader is not Verdict.NOT_MEASURED
    ]


def differ(each: LabelledAnswer) -> bool:
    """Whether grader and people differ on an answer that both judged."""
    return each.grader is not each.consensus


def table(answers: Sequence[LabelledAnswer]) -> JudgeAgreement:
    """Grader against people, the grader first."""
    counts = Counter((each.grader, each.consensus) for each in answers)
    return judge_agreement(
        both_correct=counts[Verdict.CORRECT, Verdict.CORRECT],
        first_only=counts[Verdict.CORRECT, Verdict.INCORRECT],
        second_only=counts[Verdict.INCORRECT, Verdict.CORRECT],
        both_incorrect=counts[Verdict.INCORRECT, Verdict.INCORRECT],
    )


def kappa_by_question(answers: Sequence[LabelledAnswer], level: float) -> Interval | None:
    """Interval of kappa with questions resampled; None where no question has two labels."""
    tables: dict[str, NDArray[np.float64]] = defaultdict(lambda: np.zeros((2, 2)))
    for each in answers:
        row, column = (
            int(verdict is Verdict.INCORRECT) for verdict in (each.grader, each.consensus)
        )
        tables[each.question][row, column] += 1
    if len(tables) == len(answers):
        return None
    return kappa_interval_resampled(np.array([*tables.values()]), level)


def wider(one: Interval | None, other: Interval | None) -> Interval | None:
    """The longer of two intervals of one figure; dependence may widen an interval only."""
    if one is None or other is None:
        return one
    return max(one, other, key=lambda each: each.high - each.low)


def between_people(answers: Sequence[LabelledAnswer], level: float) -> PeopleAgreement | None:
    """Pairwise agreement of all who labelled: the observed agreement of Fleiss (1971).

    The answer is the unit. With two people this is their agreement with its Wilson interval; with
    more, Wilson's on as many answers as the spread between them allows.
    """
    twice = labelled_twice(answers)
    if not twice:
        return None
    found = [_pairs(each) for each in twice]
    agreeing, pairs = (sum(each) for each in zip(*found, strict=True))
    share, worth = agreeing / pairs, _worth(found)
    return PeopleAgreement(
        agree=sum(same == of for same, of in found),
        n=len(twice),
        share=share,
        interval=wilson(successes=share * worth, n=worth, level=level),
        people=len({name for each in twice for name in _pass_fail(each)}),
        agreeing_pairs=agreeing,
        pairs=pairs,
    )


def _pairs(each: LabelledAnswer) -> tuple[int, int]:
    """Pairs of people who said the same of an answer, and all pairs."""
    said = Counter(_pass_fail(each).values())
    return sum(comb(n, 2) for n in said.values()), comb(said.total(), 2)


def _worth(found: Sequence[tuple[int, int]]) -> float:
    """How many independent pairs the pairs are worth, answers being independent."""
    sums, sizes = (np.array(each, dtype=np.float64) for each in zip(*found, strict=True))
    mean = clustered_mean(sums=sums, sizes=sizes)
    variance, spread = mean.se_cr0**2, mean.estimate * (1 - mean.estimate)
    if sizes.max() == 1 or variance <= _NOTHING:  # then the number of answers is all there is
        return float(len(found))
    return min(spread / variance, float(mean.n))


def labelled_twice(answers: Sequence[LabelledAnswer]) -> list[LabelledAnswer]:
    """Answers that at least two people labelled."""
    return [each for each in answers if len(_pass_fail(each)) > 1]


def ceiling_gap(answers: Sequence[LabelledAnswer], level: float) -> CeilingGap | None:
    """Compare the grader with the ceiling on the same answers, settled or not.

    As in the ceiling, every pair of people counts once.
    """
    twice = [e for e in labelled_twice(answers) if e.grader is not Verdict.NOT_MEASURED]
    if not twice:
        return None
    gaps, questions = [], []
    for each in twice:
        agreeing, pairs = _pairs(each)
        said = _pass_fail(each).values()
        gap = sum(each.grader is verdict for verdict in said) / len(said) - agreeing / pairs
        gaps += [gap] * pairs
        questions += [each.question] * pairs
    sums, sizes = cluster_sums(gaps, questions)
    mean = clustered_mean(sums=sums, sizes=sizes)
    return CeilingGap(difference=mean.estimate, interval=mean.interval(level), n=len(twice))


def with_people(answers: Sequence[LabelledAnswer], level: float) -> Agreement | None:
    """Agreement of the grader with the people's consensus."""
    return agreement(sum(not differ(each) for each in answers), len(answers), level)


def agreement(agree: int, n: int, level: float) -> Agreement | None:
    """Share with its interval; None of nothing."""
    if n == 0:
        return None
    interval = wilson(successes=agree, n=n, level=level)
    return Agreement(agree=agree, n=n, share=agree / n, interval=interval)


def constant_floor(answers: Sequence[LabelledAnswer]) -> float | None:
    """Agreement with people that the better of the two constant verdicts reaches."""
    verdicts = Counter(each.consensus for each in answers)
    return max(verdicts.values()) / len(answers) if answers else None


def _pass_fail(each: LabelledAnswer) -> dict[str, Verdict]:
    return {name: verdict for name, verdict in each.labels.items() if verdict in _PASS_FAIL}
