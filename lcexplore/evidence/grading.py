"""Can we trust the grading, in both arms?"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from lcexplore.evidence import agreement, leniency
from lcexplore.evidence.agreement import Agreement, CeilingGap, PeopleAgreement
from lcexplore.evidence.corrected import (
    CorrectedDifference,
    correct,
    labelled_in_both,
    unlike_rest,
)
from lcexplore.evidence.covered import Covered
from lcexplore.evidence.inputs import Calibration, LabelledAnswer
from lcexplore.evidence.leniency import ALPHA, ArmTest, LengthCell, Leniency, SignTest
from lcexplore.evidence.likeness import Unlike
from lcexplore.evidence.rubrics import RubricAttribution, attribute
from lcexplore.model import Interval, Role, Verdict

__all__ = [
    "Agreement",
    "ArmTest",
    "CeilingGap",
    "CorrectedDifference",
    "Grading",
    "LengthCell",
    "Leniency",
    "PeopleAgreement",
    "RubricAttribution",
    "Unlike",
    "attribute",
    "calibrate",
]

_UNTESTED = ArmTest(p=None, power=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grading:
    """Calibration of one grading against people.

    Attributes:
        grader: Grader the labels judge.
        rubric: Rubric the labels judge.
        n_labelled: Labelled answers with a consensus and a grader verdict.
        labellers_agree: Pairwise agreement of the labellers, or None with fewer than two.
        n_adjudicated: Answers settled by argument.
        grader_agrees: Agreement of the grader with the consensus.
        grader_agrees_unadjudicated: The same without the adjudicated answers.
        kappa: Cohen's kappa, None if undefined.
        kappa_interval: Fleiss-Cohen-Everitt interval, or the one with questions resampled
            where that is wider; None if undefined.
        ac1: Gwet's AC1.
        pabak: Prevalence- and bias-adjusted kappa.
        prevalence_index: (both correct - both incorrect) / n.
        bias_index: (lenient - strict) / n.
        constant_floor: Agreement a grader with one constant verdict would reach.
        leniency: By role.
        sign_test_p: Two-sided sign test on the lenient calls of what was labelled in both arms,
            None without any.
        corrected: Corrected difference, None without labelled pairs, or with ``unlike`` ones that
            would be enough to decide on.
        disagreements: Labelled answers on which grader and consensus differ, lenient first.
        words_mean: Mean answer length by role over all graded answers.
        n_words: Answers that this mean is of, by role.
        stale: Why these labels do not certify the grading shown, or None.
        kappa_by_question: Interval of kappa with questions resampled, None where no question
            has two labelled answers.
        grader_agrees_ceiling: Agreement of the grader on the answers that two people labelled,
            the same as those of ``labellers_agree`` save the unsettled ones.
        ceiling_gap: How much less often the grader agrees with a person than two people do.
        unsettled: Labelled answers without a fact, by role: people differ or gave no clear verdict.
        false_passes: Whether the false-pass rate differs between the arms.
        false_fails: Whether the false-fail rate differs.
        lengths: Words by the grader's verdict, within arm and people's verdict.
        n_moved: Labelled answers whose verdict is another under the grading shown; None where
            that has no verdict on any of them.
        n_pairs: Questions on which people labelled both arms' answers.
        unlike: How these differ from the rest, so that they are no random draw of all; or None.
        sign: What the sign test rests on.
        level: Two-sided level of every interval here.
    """

    grader: str
    rubric: str
    n_labelled: int
    labellers_agree: PeopleAgreement | None
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
    kappa_by_question: Interval | None = None
    grader_agrees_ceiling: Agreement | None = None
    ceiling_gap: CeilingGap | None = None
    unsettled: Mapping[Role, int] = field(default_factory=dict)
    false_passes: ArmTest = _UNTESTED
    false_fails: ArmTest = _UNTESTED
    lengths: tuple[LengthCell, ...] = ()
    n_words: Mapping[Role, int] = field(default_factory=dict)
    n_moved: int | None = None
    n_pairs: int = 0
    unlike: Unlike | None = None
    sign: SignTest | None = None
    level: float = 0.95

    @property
    def one_sided(self) -> str | None:
        """Who gave one and the same verdict on all labelled answers; None where nobody did."""
        return leniency.one_sided(self.leniency)

    @property
    def leans_to(self) -> Role | None:
        """The arm that both the calls and the false-pass rates tell apart from the other."""
        found = (self.sign_test_p, self.false_passes.p)
        established = all(p is not None and p < ALPHA for p in found)
        return leniency.more_lenient_with(self.leniency) if established else None

    @property
    def leans(self) -> bool:
        """Whether a lean towards one arm is established."""
        return self.leans_to is not None


def calibrate(
    calibration: Calibration,
    *,
    words_mean: Mapping[Role, float | None],
    n_words: Mapping[Role, int] | None = None,
    shown: Covered | None = None,
    level: float = 0.95,
) -> Grading:
    """Compare the grader with the people's consensus, by arm.

    Args:
        calibration: Human labels and the verdicts of the grading that they belong to.
        words_mean: Mean answer length by role.
        n_words: Answers that this mean is of, by role.
        shown: Every question under the grading shown, whose difference is to be corrected.
        level: Two-sided level.
    """
    answers, judged = calibration.answers, agreement.judged(calibration.answers)
    table, by_question = agreement.table(judged), agreement.kappa_by_question(judged, level)
    by_role, sign = leniency.by_arm(judged, level), leniency.sign_test(judged)
    settled = [each for each in judged if not each.adjudicated]
    return Grading(
        grader=calibration.grader,
        rubric=calibration.rubric,
        n_labelled=len(judged),
        labellers_agree=agreement.between_people(answers, level),
        n_adjudicated=sum(each.adjudicated for each in answers),
        grader_agrees=agreement.with_people(judged, level),
        grader_agrees_unadjudicated=agreement.with_people(settled, level),
        kappa=table.kappa,
        kappa_interval=agreement.wider(table.kappa_interval(level), by_question),
        ac1=table.ac1,
        pabak=table.pabak,
        prevalence_index=table.prevalence_index,
        bias_index=table.bias_index,
        constant_floor=agreement.constant_floor(judged),
        leniency=by_role,
        sign_test_p=sign.p,
        corrected=correct(calibration, shown=shown, level=level),
        disagreements=tuple(sorted(filter(agreement.differ, judged), key=_lenient_first)),
        words_mean=words_mean,
        n_words=n_words or {},
        stale=calibration.stale,
        kappa_by_question=by_question,
        grader_agrees_ceiling=agreement.with_people(agreement.labelled_twice(judged), level),
        ceiling_gap=agreement.ceiling_gap(answers, level),
        unsettled=Counter(each.role for each in answers if each.consensus is None),
        false_passes=leniency.false_passes(by_role),
        false_fails=leniency.false_fails(by_role),
        lengths=leniency.lengths(judged),
        n_moved=_moved(judged),
        n_pairs=labelled_in_both(calibration),
        unlike=unlike_rest(calibration, shown=shown),
        sign=sign,
        level=level,
    )


def _moved(judged: list[LabelledAnswer]) -> int | None:
    known = [each for each in judged if each.shown is not Verdict.NOT_MEASURED]
    return sum(each.shown is not each.grader for each in known) if known else None


def _lenient_first(each: LabelledAnswer) -> tuple[bool, bool, str, int]:
    """Lenient calls, then strict ones; in each the candidate's first."""
    return leniency.is_strict(each), each.role is Role.BASELINE, each.question, each.epoch
