"""What more questions would buy: only where the agreed clause is read on questions."""

from dataclasses import replace

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
