"""What more questions would buy: only where the agreed clause is read on questions."""

from dataclasses import replace

from lcexplore.decision import flip
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import more_questions
from tests.report.spoken import said


def test_where_the_clause_is_read_on_labels_questions_only_narrow_the_graded_interval(v3):
    shown = replace(v3, record=replace(v3.record, correctness_basis="calibrated"))
    lead = said(more_questions.lead(shown, Scenario(), 820))
    assert "would reach about 2.4 points to either side" in lead
    assert lead.endswith("; the agreed clause rests on labels.")
    assert "more labels, not more questions, narrow it" in more_questions.first(shown)
    assert more_questions.impossible(shown, Scenario()) == ""
    assert more_questions.twin(shown, Scenario(), 820)[1][2] == more_questions.RESTS_ON_LABELS


def test_where_documents_are_independent_documents_must_grow(v3):
    found = v3.evidence.correctness
    assert more_questions.documents(v3, 820) == ""
    grouped = replace(found, clustered="document", n_clusters=41)  # 20 questions each
    shown = replace(v3, evidence=replace(v3.evidence, correctness=grouped))
    assert said(more_questions.documents(shown, 1640)) == (
        "More documents it must be, not more questions of the same ones: 1,640 questions at 20 a "
        "document are about 82 documents, and below 10 documents no interval is read."
    )
    assert " questions from about " in flip.more_questions(grouped, 0.01)
    wide, plain = (more_questions.needed(each, Scenario()) for each in (shown, v3))
    assert plain < wide < 1.1 * plain  # t(40) = 2.021 and t(107) = 1.982 for 1.960
    few = replace(found, clustered="document", n_clusters=5)
    shown = replace(v3, evidence=replace(v3.evidence, correctness=few))
    assert more_questions.at(shown, Scenario(), 820) == 0
    assert more_questions.twin(shown, Scenario(), 820)[1][1] == "too few documents"
