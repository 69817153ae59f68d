"""What more questions would buy: only where the agreed clause is read on questions."""

from dataclasses import replace

import pytest

from lcexplore.decision import flip
from lcexplore.report import enlarged, sample
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import more_questions, way
from tests.report.spoken import said


def test_where_the_clause_is_read_on_labels_questions_only_narrow_the_graded_interval(v3):
    shown = replace(v3, record=replace(v3.record, correctness_basis="calibrated"))
    lead = said(more_questions.lead(shown, Scenario()))
    assert "would reach about 2.4 points to either side" in lead
    assert lead.endswith("; the agreed clause rests on labels.")
    assert "more labels, not more questions, narrow it" in more_questions.first(shown)
    assert more_questions.impossible(shown, Scenario()) == ""
    assert more_questions.twin(shown, Scenario())[1][2] == more_questions.RESTS_ON_LABELS


def test_no_width_is_named_of_documents_on_which_no_clause_is_read(v3):
    found = v3.evidence.correctness
    uneven = replace(found, clustered="document", n_clusters=41, clusters_worth=4.1)
    bare = replace(v3, record=None, evidence=replace(v3.evidence, correctness=uneven))
    lead, title = (
        said(each(bare, Scenario())) for each in (more_questions.lead, more_questions.title)
    )
    few = "too few documents as uneven as these"
    assert lead.startswith(f"Scenario: 820 questions would come from {few} to rest a clause on; ")
    assert title == f"820 questions come from {few}"
    assert "100.0 points" not in lead + title


def test_where_documents_are_independent_documents_must_grow(v3):
    found = v3.evidence.correctness
    assert more_questions.documents(v3, 820) == ""
    grouped = replace(found, clustered="document", n_clusters=41, clusters_worth=41)  # 20 each
    shown = replace(v3, evidence=replace(v3.evidence, correctness=grouped))
    assert said(more_questions.documents(shown, 1640)) == (
        "More documents it must be, not more questions of the same ones: 1,640 questions at 20 a "
        "document are about 82 documents, and below 10 documents no clause is read."
    )
    assert " questions from about " in flip.more_questions(grouped, 0.01)
    wide, plain = (enlarged.needed(each, Scenario()) for each in (shown, v3))
    assert plain < wide < 1.1 * plain  # t(40) = 2.021 and t(107) = 1.982 for 1.960
    uneven = replace(grouped, clusters_worth=4.1)
    shown = replace(v3, evidence=replace(v3.evidence, correctness=uneven))
    assert said(more_questions.documents(shown, 1640)).endswith(
        "about 82 documents, and below 100 documents as uneven as these no clause is read."
    )
    assert enlarged.needed(shown, Scenario()) >= 2000  # 100 of them
    assert enlarged.at(shown, Scenario(), 820) == 0
    assert more_questions.twin(shown, Scenario())[1][1] == "too few documents as uneven as these"
    few = replace(found, clustered="document", n_clusters=5, clusters_worth=5)
    shown = replace(v3, evidence=replace(v3.evidence, correctness=few))
    assert enlarged.at(shown, Scenario(), 820) == 0
    assert more_questions.twin(shown, Scenario())[1][1] == "too few documents"


def test_easy_questions_count_among_the_scenario_s_and_every_sentence_speaks_of_the_same(v3):
    mixed = Scenario(n=1500, easy=200)
    chance = enlarged.at(v3, mixed, 1700)
    lead, odds = said(more_questions.lead(v3, mixed)), said(way.chances(v3, mixed))
    assert "1,700 questions, 200 of them easy, clear the agreed +1.0" in lead
    assert " so mixed would clear it 8 times in 10" in lead
    assert said(more_questions.title(v3, mixed)).startswith("1,700 questions clear +1.0")
    assert odds.startswith("1,700 questions clear")
    assert f"{round(100 * chance)} % if the truth is as observed" in odds
    rows = {row[0]: row for row in more_questions.twin(v3, mixed)}
    assert said(rows["1,700"][2]) == f"{round(100 * chance)} %"
    assert way.days(v3, mixed, 58) == "880 more questions are 16 days of writing at 58 a day."


def test_the_scenario_stands_on_the_curve_of_its_own_mix_and_today_keeps_its_questions(v3):
    mixed = Scenario(n=2000, differing=0.2, easy=500)
    observed = next(each for each in enlarged.curves(v3, mixed) if each.observed)
    asked = enlarged.numbers(v3, mixed)
    assert [enlarged.at(v3, mixed, n) for n in asked] == pytest.approx(observed.values, abs=1e-12)
    assert enlarged.today(mixed) == Scenario(differing=0.2)
    rows = {row[0]: row for row in more_questions.twin(v3, replace(mixed, differing=None))}
    today = rows["820 (today's, none of them added)"]
    assert said(today[2]) == "41 %"  # as without any scenario


def test_the_curves_reach_a_scenario_beyond_the_usual_numbers(v3):
    assert max(enlarged.numbers(v3)) == 3000
    assert max(enlarged.numbers(v3, Scenario(n=3000, easy=1700))) == 5000


def test_the_gap_beside_today_s_counts_is_that_of_today_s_questions_and_the_easy_ones(v3):
    told = said(way.discordant(v3, Scenario(n=1500, easy=200)))
    assert told == (
        "86 questions for long-context against 55 for retrieval, with or without the 200 easy ones "
        "beside today's 820; the gap goes from 3.1 points to 2.5 points, p (McNemar, mid-p) "
        "stays 0.009."
    )


def test_a_scenario_of_as_many_questions_as_today_s_is_its_own_row_of_the_table(v3):
    mixed = Scenario(n=620, easy=200)
    chance = enlarged.at(v3, mixed, 820)
    row = {row[0]: row for row in more_questions.twin(v3, mixed)}["820"]
    assert said(row[2]) == f"{round(100 * chance)} %" != "41 %"


def test_without_a_rule_no_clause_is_spoken_of(pilot):
    assert pilot.record is None
    assert more_questions.first(pilot) == more_questions.NO_RULE


def test_the_curves_begin_no_later_than_today(v3, pilot):
    for review in (v3, pilot):
        assert min(enlarged.numbers(review)) <= review.evidence.correctness.n_questions


def test_a_chance_that_is_small_is_not_called_none(v3):
    assert "under 1\u00a0% if the truth is 0" in way.chances(v3, Scenario(n=820))


def test_from_a_small_eval_the_numbers_start_at_today_s_and_stand_close(v3, monkeypatch):
    assert enlarged.numbers(v3) == tuple(range(100, 3001, 100))
    small = replace(sample.plan(v3), n=40)
    monkeypatch.setattr(sample, "plan", lambda review: small)
    few = enlarged.numbers(v3)
    assert few[:3] == (40, 49, 57)
    assert few[7:] == tuple(range(100, 3001, 100))
