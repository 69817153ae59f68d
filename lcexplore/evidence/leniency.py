"""In which arm does the grader err, and does the length of an answer go with it?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from lcexplore.evidence.agreement import differ
from lcexplore.evidence.judged import LabelledAnswer
from lcexplore.model import Interval, Role, Verdict
from lcexplore.stats.leniency import fisher_p_midp, fisher_power, sign_test_p
from lcexplore.stats.proportion import clopper_pearson

# Error rates that the power of the test is shown for: a grader that errs unevenly indeed.
UNEVEN = (0.25, 0.10)
ALPHA = 0.05
_ENUMERATED = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Leniency:
    """Calls on which grader and people differ, in one arm."""

    n_labelled: int
    n_people_failed: int
    n_people_passed: int
    lenient: int
    strict: int
    false_pass: Interval | None
    false_fail: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmTest:
    """Fisher's test of one error rate between the arms.

    Attributes:
        p: Two-sided mid-p; None where an arm has no answer that could be erred on.
        power: Chance of p at most 0.05 where the true rates are ``UNEVEN``, at these counts; None
            beyond 400 answers, where it is near certain.
    """

    p: float | None
    power: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignTest:
    """Whether the lenient calls fall on one arm, where both gave the same chances.

    Attributes:
        p: Two-sided; None without a lenient call that counts.
        calls: Lenient calls that count.
        alike: Whether the same questions and epochs were labelled in both arms.
        n_both: Questions and epochs labelled in both arms; the only ones that count if not alike.
    """

    p: float | None
    calls: int
    alike: bool
    n_both: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LengthCell:
    """Mean words of one arm's answers that people judged alike, by the grader's verdict.

    Attributes:
        role: The arm.
        people: What people said of all of them.
        n_passed: Answers that the grader passed.
        words_passed: Their mean words, None without any.
        n_failed: Answers that the grader failed.
        words_failed: Their mean words, None without any.
    """

    role: Role
    people: Verdict
    n_passed: int
    words_passed: float | None
    n_failed: int
    words_failed: float | None


def by_arm(judged: Sequence[LabelledAnswer], level: float) -> dict[Role, Leniency]:
    """Lenient and strict calls of each arm, with exact intervals of their rates."""
    return {role: _leniency([e for e in judged if e.role is role], level) for role in Role}


def is_lenient(each: LabelledAnswer) -> bool:
    """Whether the grader passed what people failed."""
    return differ(each) and each.grader is Verdict.CORRECT


def is_strict(each: LabelledAnswer) -> bool:
    """Whether the grader failed what people passed."""
    return differ(each) and each.grader is Verdict.INCORRECT


def one_sided(leniency: Mapping[Role, Leniency]) -> str | None:
    """Who gave one and the same verdict on all labelled answers; None where nobody did."""
    arms = leniency.values()
    people = (sum(e.n_people_passed for e in arms), sum(e.n_people_failed for e in arms))
    swap = sum(e.lenient for e in arms) - sum(e.strict for e in arms)
    grader = (people[0] + swap, people[1] - swap)
    named = [who for who, n in (("the grader", grader), ("people", people)) if not all(n)]
    return " and ".join(named) or None


def more_lenient_with(leniency: Mapping[Role, Leniency]) -> Role | None:
    """The arm with more lenient calls and a higher false-pass rate; None where no arm has both."""
    for role, other in (tuple(Role), tuple(Role)[::-1]):
        one, two = leniency[role], leniency[other]
        higher = one.lenient * two.n_people_failed > two.lenient * one.n_people_failed
        if one.lenient > two.lenient and higher:
            return role
    return None


def false_passes(leniency: Mapping[Role, Leniency]) -> ArmTest:
    """Compare the false-pass rates of the arms."""
    return _compare({role: (each.lenient, each.n_people_failed) for role, each in leniency.items()})


def false_fails(leniency: Mapping[Role, Leniency]) -> ArmTest:
    """Compare the false-fail rates of the arms."""
    return _compare({role: (each.strict, each.n_people_passed) for role, each in leniency.items()})


def sign_test(judged: Sequence[LabelledAnswer]) -> SignTest:
    """Set the lenient calls of the arms against each other, on what was labelled in both."""
    slots = {role: {(e.question, e.epoch) for e in judged if e.role is role} for role in Role}
    both = slots[Role.CANDIDATE] & slots[Role.BASELINE]
    calls = [e.role for e in judged if is_lenient(e) and (e.question, e.epoch) in both]
    p = None
    if calls:
        positive = calls.count(Role.CANDIDATE)
        p = sign_test_p(positive=positive, negative=len(calls) - positive)
    alike = slots[Role.CANDIDATE] == slots[Role.BASELINE]
    return SignTest(p=p, calls=len(calls), alike=alike, n_both=len(both))


def lengths(judged: Sequence[LabelledAnswer]) -> tuple[LengthCell, ...]:
    """Length by the grader's verdict, within each arm and at equal verdict of people."""
    known = [each for each in judged if each.words is not None]
    return tuple(
        _cell(role, people, [e for e in known if e.role is role and e.consensus is people])
        for role in Role
        for people in (Verdict.INCORRECT, Verdict.CORRECT)
        if any(e.role is role and e.consensus is people for e in known)
    )


def _leniency(judged: Sequence[LabelledAnswer], level: float) -> Leniency:
    passed = sum(each.consensus is Verdict.CORRECT for each in judged)
    failed = len(judged) - passed
    lenient, strict = sum(map(is_lenient, judged)), sum(map(is_strict, judged))
    return Leniency(
        n_labelled=len(judged),
        n_people_failed=failed,
        n_people_passed=passed,
        lenient=lenient,
        strict=strict,
        false_pass=clopper_pearson(successes=lenient, n=failed, level=level) if failed else None,
        false_fail=clopper_pearson(successes=strict, n=passed, level=level) if passed else None,
    )


def _compare(counts: Mapping[Role, tuple[int, int]]) -> ArmTest:
    (errors_a, n_a), (errors_b, n_b) = counts[Role.CANDIDATE], counts[Role.BASELINE]
    if not (n_a and n_b):
        return ArmTest(p=None, power=None)
    power = None
    if n_a + n_b <= _ENUMERATED:
        power = fisher_power(n_a=n_a, n_b=n_b, rate_a=UNEVEN[0], rate_b=UNEVEN[1], midp=True)
    p = fisher_p_midp(errors_a=errors_a, n_a=n_a, errors_b=errors_b, n_b=n_b)
    return ArmTest(p=p, power=power)


def _cell(role: Role, people: Verdict, answers: Sequence[LabelledAnswer]) -> LengthCell:
    passed = [e.words for e in answers if e.grader is Verdict.CORRECT and e.words is not None]
    failed = [e.words for e in answers if e.grader is Verdict.INCORRECT and e.words is not None]
    return LengthCell(
        role=role,
        people=people,
        n_passed=len(passed),
        words_passed=fmean(passed) if passed else None,
        n_failed=len(failed),
        words_failed=fmean(failed) if failed else None,
    )
