"""Can we trust the grading, in both arms?"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lcexplore.evidence.corrected import CorrectedDifference, correct
from lcexplore.evidence.inputs import Calibration, FloatArray, LabelledAnswer
from lcexplore.evidence.rubrics import RubricAttribution, attribute
from lcexplore.model import Interval, Role, Verdict
from lcexplore.stats.agreement import JudgeAgreement, judge_agreement
from lcexplore.stats.leniency import sign_test_p
from lcexplore.stats.proportion import clopper_pearson, wilson

__all__ = [
    "Agreement",
    "CorrectedDifference",
    "Grading",
    "Leniency",
    "RubricAttribution",
    "attribute",
    "calibrate",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Raw agreement of two judges with its Wilson interval."""

    agree: int
    n: int
    share: float
    interval: Interval


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
class Grading:
    """Calibration of one grading against people.

    Attributes:
        grader: Grader the labels judge.
        rubric: Rubric the labels judge.
        n_labelled: Labelled answers with a consensus and a grader verdict.
        labellers_agree: Agreement of the first two labellers, or None with fewer than two.
        n_adjudicated: Answers settled by argument.
        grader_agrees: Agreement of the grader with the consensus.
        grader_agrees_unadjudicated: The same without the adjudicated answers.
        kappa: Cohen's kappa, None if undefined.
        kappa_interval: Fleiss-Cohen-Everitt interval, None if undefined.
        ac1: Gwet's AC1.
        pabak: Prevalence- and bias-adjusted kappa.
        prevalence_index: (both correct - both incorrect) / n.
        bias_index: (lenient - strict) / n.
        constant_floor: Agreement a grader with one constant verdict would reach.
        leniency: By role.
        sign_test_p: Two-sided sign test on the lenient calls, None without any.
        corrected: Corrected difference, None without labelled pairs.
        disagreements: Labelled answers on which grader and consensus differ, lenient first.
        words_mean: Mean answer length by role over all graded answers.
        stale: Why these labels do not certify the grading shown, or None.
    """

    grader: str
    rubric: str
    n_labelled: int
    labellers_agree: Agreement | None
    n_adjudicated: int
    grader_agrees: Agreement | None
    grader_agrees_unadjudicated: Agreement | None
    kappa: float | None
    kappa_interval: Interval | None
    ac1: float | None
    pabak: float | None
    prevalence_index: float | None
    bias_index: float | None
    constant_floor: float | None
    leniency: Mapping[Role, Leniency]
    sign_test_p: float | None
    corrected: CorrectedDifference | None
    disagreements: tuple[LabelledAnswer, ...]
    words_mean: Mapping[Role, float | None]
    stale: str | None


def calibrate(
    calibration: Calibration,
    *,
    words_mean: Mapping[Role, float | None],
    shown: FloatArray | None = None,
    level: float = 0.95,
) -> Grading:
    """Compare the grader with the people's consensus, by arm.

    Args:
        calibration: Human labels and the verdicts of the grading that they belong to.
        words_mean: Mean answer length by role.
        shown: Mean difference of every question under the grading shown, to be corrected.
        level: Two-sided level.
    """
    judged = [
        each
        for each in calibration.answers
        if each.consensus is not None and each.grader is not Verdict.NOT_MEASURED
    ]
    table = _table(judged)
    by_role = {role: _leniency([e for e in judged if e.role is role], level) for role in Role}
    lenient = {role: each.lenient for role, each in by_role.items()}
    settled = [each for each in judged if not each.adjudicated]
    return Grading(
        grader=calibration.grader,
        rubric=calibration.rubric,
        n_labelled=len(judged),
        labellers_agree=_labellers(calibration.answers, level),
        n_adjudicated=sum(each.adjudicated for each in calibration.answers),
        grader_agrees=_with_people(judged, level),
        grader_agrees_unadjudicated=_with_people(settled, level),
        kappa=table.kappa,
        kappa_interval=table.kappa_interval(level),
        ac1=table.ac1,
        pabak=table.pabak,
        prevalence_index=table.prevalence_index,
        bias_index=table.bias_index,
        constant_floor=_constant_floor(judged),
        leniency=by_role,
        sign_test_p=sign_test_p(positive=lenient[Role.CANDIDATE], negative=lenient[Role.BASELINE])
        if any(lenient.values())
        else None,
        corrected=correct(calibration, shown=shown, level=level),
        disagreements=tuple(sorted((e for e in judged if _differ(e)), key=_lenient_first)),
        words_mean=words_mean,
        stale=calibration.stale,
    )


def _table(judged: Sequence[LabelledAnswer]) -> JudgeAgreement:
    counts = Counter((each.grader, each.consensus) for each in judged)
    return judge_agreement(
        both_correct=counts[Verdict.CORRECT, Verdict.CORRECT],
        first_only=counts[Verdict.CORRECT, Verdict.INCORRECT],
        second_only=counts[Verdict.INCORRECT, Verdict.CORRECT],
        both_incorrect=counts[Verdict.INCORRECT, Verdict.INCORRECT],
    )


def _leniency(judged: Sequence[LabelledAnswer], level: float) -> Leniency:
    passed = sum(each.consensus is Verdict.CORRECT for each in judged)
    failed = len(judged) - passed
    lenient, strict = sum(map(_is_lenient, judged)), sum(map(_is_strict, judged))
    return Leniency(
        n_labelled=len(judged),
        n_people_failed=failed,
        n_people_passed=passed,
        lenient=lenient,
        strict=strict,
        false_pass=clopper_pearson(successes=lenient, n=failed, level=level) if failed else None,
        false_fail=clopper_pearson(successes=strict, n=passed, level=level) if passed else None,
    )


def _labellers(answers: Sequence[LabelledAnswer], level: float) -> Agreement | None:
    """Agreement of the two people who labelled most."""
    judged = [
        {name: verdict for name, verdict in each.labels.items() if verdict in _PASS_FAIL}
        for each in answers
    ]
    names = Counter(name for labels in judged for name in labels)
    most = sorted(names, key=lambda name: (-names[name], name))[:2]
    pairs = [tuple(labels[name] for name in most) for labels in judged if {*most} <= {*labels}]
    if len(most) < 2:
        return None
    return _agreement(sum(one is other for one, other in pairs), len(pairs), level)


def _with_people(judged: Sequence[LabelledAnswer], level: float) -> Agreement | None:
    return _agreement(sum(not _differ(each) for each in judged), len(judged), level)


def _agreement(agree: int, n: int, level: float) -> Agreement | None:
    if n == 0:
        return None
    interval = wilson(successes=agree, n=n, level=level)
    return Agreement(agree=agree, n=n, share=agree / n, interval=interval)


def _constant_floor(judged: Sequence[LabelledAnswer]) -> float | None:
    verdicts = Counter(each.consensus for each in judged)
    return max(verdicts.values()) / len(judged) if judged else None


_PASS_FAIL = (Verdict.CORRECT, Verdict.INCORRECT)


def _differ(each: LabelledAnswer) -> bool:
    return each.grader is not each.consensus


def _is_lenient(each: LabelledAnswer) -> bool:
    return _differ(each) and each.grader is Verdict.CORRECT


def _is_strict(each: LabelledAnswer) -> bool:
    return _differ(each) and each.grader is Verdict.INCORRECT


def _lenient_first(each: LabelledAnswer) -> tuple[bool, bool, str, int]:
    """Lenient calls, then strict ones; in each the candidate's first."""
    return _is_strict(each), each.role is Role.BASELINE, each.question, each.epoch
