"""How often do people agree with one another, and the grader with them?"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lcexplore.evidence.judged import LabelledAnswer
from lcexplore.model import Interval, Verdict
from lcexplore.stats.agreement import JudgeAgreement, judge_agreement, kappa_interval_resampled
from lcexplore.stats.cluster import cluster_sums, clustered_mean
from lcexplore.stats.proportion import wilson

_PASS_FAIL = (Verdict.CORRECT, Verdict.INCORRECT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Raw agreement of two judges with its Wilson interval."""

    agree: int
    n: int
    share: float
    interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class CeilingGap:
    """How much less often the grader agrees with a person than two people do.

    Attributes:
        difference: Grader with a person, the mean of the two, less person with person.
        interval: With the question as the unit; None for one question.
        n: Answers that both people and the grader judged.
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


def labellers(answers: Sequence[LabelledAnswer]) -> tuple[str, ...]:
    """The two people who labelled most; fewer where fewer labelled."""
    names = Counter(name for each in answers for name in _pass_fail(each))
    return tuple(sorted(names, key=lambda name: (-names[name], name))[:2])


def between_people(answers: Sequence[LabelledAnswer], level: float) -> Agreement | None:
    """Agreement of the two people who labelled most, on what both labelled."""
    names = labellers(answers)
    if len(names) < 2:
        return None
    both = [_pass_fail(each) for each in answers if {*names} <= {*_pass_fail(each)}]
    return agreement(sum(each[names[0]] is each[names[1]] for each in both), len(both), level)


def labelled_twice(answers: Sequence[LabelledAnswer]) -> list[LabelledAnswer]:
    """Answers that both of the two people labelled who labelled most."""
    names = labellers(answers)
    return [e for e in answers if len(names) == 2 and {*names} <= {*_pass_fail(e)}]


def ceiling_gap(answers: Sequence[LabelledAnswer], level: float) -> CeilingGap | None:
    """Compare the grader with the ceiling on the same answers, settled or not."""
    names = labellers(answers)
    twice = [e for e in labelled_twice(answers) if e.grader is not Verdict.NOT_MEASURED]
    if not twice:
        return None
    gaps = [
        sum(e.grader is e.labels[name] for name in names) / 2
        - float(e.labels[names[0]] is e.labels[names[1]])
        for e in twice
    ]
    sums, sizes = cluster_sums(gaps, [each.question for each in twice])
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
