"""The corrected difference takes documents, not questions, as independent where they are given."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lcexplore.evidence.corrected import correct
from lcexplore.evidence.covered import Covered
from lcexplore.evidence.inputs import Calibration, LabelledAnswer
from lcexplore.model import Role, Verdict
from lcexplore.stats.ppi import corrected_mean

TRUTH, RUNS = 0.02, 400


def labelled(questions, verdicts):
    """Both arms' answers of some questions, on which the grader agrees with people."""
    said = (Verdict.INCORRECT, Verdict.CORRECT)
    return tuple(
        LabelledAnswer(
            question=question,
            role=role,
            epoch=1,
            labels={},
            consensus=said[verdicts[question][role is Role.CANDIDATE]],
            adjudicated=False,
            grader=said[verdicts[question][role is Role.CANDIDATE]],
            shown=said[verdicts[question][role is Role.CANDIDATE]],
        )
        for question in questions
        for role in Role
    )


def run(documents, *, questions=400, n_labelled=120):
    """A candidate ahead in all documents but the last, where it is behind; baseline, candidate."""
    verdicts, of = {}, {}
    for number in range(questions):
        question, document = f"q{number:03}", number % documents
        of[question] = f"doc{document}"
        kept = number // documents % 5
        verdicts[question] = (kept > 1, kept > 0 if document < documents - 1 else kept > 2)
    names = tuple(verdicts)
    drawn = names[:n_labelled]
    calibration = Calibration(
        grader="judge",
        rubric="v1",
        answers=labelled(drawn, verdicts),
        grader_difference=np.empty(0),
    )
    difference = np.array([int(c) - int(b) for b, c in verdicts.values()], dtype=np.float64)
    return calibration, Covered(difference=difference, questions=names, documents=of)


def width(found):
    return found.high - found.low


def test_four_documents_leave_as_much_doubt_after_the_correction_as_before():
    # 400 questions in 4 documents, one of which turns: no count of labels settles the others.
    calibration, shown = run(4)
    alone = correct(calibration, shown=replace(shown, documents={}), level=0.95)
    found = correct(calibration, shown=shown, level=0.95)
    assert (alone.low > 0, found.low < 0) == (True, True)
    assert (found.n_documents, found.decides, found.few_documents) == (4, False, True)
    assert "document as the unit, t with 3 degrees of freedom" in found.method
    assert found.estimate == pytest.approx(alone.estimate)


def test_labels_of_a_single_document_leave_everything_possible():
    calibration, shown = run(1)
    found = correct(calibration, shown=shown, level=0.95)
    assert (found.low, found.high, found.decides) == (-1.0, 1.0, False)


def test_ten_documents_may_decide():
    calibration, shown = run(10)
    assert correct(calibration, shown=shown, level=0.95).decides


def test_labels_that_belong_to_another_grading_know_the_documents_too():
    calibration, shown = run(4)
    moved = replace(
        calibration,
        answers=tuple(replace(e, shown=Verdict.NOT_MEASURED) for e in calibration.answers),
        grader_difference=shown.difference,
        graded_questions=shown.questions,
    )
    assert correct(moved, shown=shown, level=0.95).n_documents == 4


@settings(max_examples=40, deadline=None)
@given(
    documents=st.integers(2, 30),
    n_labelled=st.integers(4, 60),
    seed=st.integers(0, 1000),
)
def test_documents_never_narrow_the_corrected_interval(documents, n_labelled, seed):
    rng = np.random.default_rng(seed)
    people, grader = rng.integers(-1, 2, n_labelled), rng.integers(-1, 2, n_labelled)
    rest = rng.integers(-1, 2, 200)
    units = rng.integers(0, documents, n_labelled), rng.integers(0, documents, 200)
    plain, shared = (
        corrected_mean(people=people, grader=grader, grader_unlabelled=rest, units=each)
        for each in (None, units)
    )
    assert shared.estimate == plain.estimate
    assert shared.se >= plain.se - 1e-12
    assert shared.critical(0.95) >= plain.critical(0.95)


def one_run(rng, documents, per, n_labelled):
    """Interval where documents differ in what they think of the candidate, mean +2 points."""
    document = np.repeat(np.arange(documents), per)
    lead = TRUTH + rng.normal(0, 0.15, documents).clip(-0.3, 0.3)[document]
    baseline = rng.random(document.size) < 0.5
    candidate = rng.random(document.size) < 0.5 + lead
    leniency = np.array([0.10, 0.25])[:, None]
    people = np.stack([baseline, candidate])
    grader = people ^ (rng.random(people.shape) < np.where(people, 0.05, leniency))
    by_people, by_grader = (each[1].astype(float) - each[0] for each in (people, grader))
    order = rng.permutation(document.size)
    drawn, rest = order[:n_labelled], order[n_labelled:]
    return corrected_mean(
        people=by_people[drawn],
        grader=by_grader[drawn],
        grader_unlabelled=by_grader[rest],
        units=(document[drawn], document[rest]),
    ).interval(0.95)


@pytest.mark.parametrize(("documents", "per", "n_labelled"), [(12, 40, 150), (40, 12, 60)])
def test_the_corrected_interval_covers_where_documents_differ(documents, per, n_labelled):
    rng = np.random.default_rng(20260421)
    ends = [one_run(rng, documents, per, n_labelled) for _ in range(RUNS)]
    assert np.mean([low <= TRUTH <= high for low, high in ends]) >= 0.925


def test_two_documents_leave_one_degree_of_freedom():
    calibration, shown = run(2)
    found = correct(calibration, shown=shown, level=0.95)
    assert "t with 1 degree of freedom" in found.method
