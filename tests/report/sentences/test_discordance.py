"""What the Discordance page says, word for word for the worked example, and in every state."""

from dataclasses import replace

import numpy as np

from lcexplore.model import Cells
from lcexplore.report.review import review
from lcexplore.report.sentences import discordance, mcnemar
from tests.report.spoken import said
from tests.ui import reviews


def correctness(shown, **changes):
    found = replace(shown.evidence.correctness, **changes)
    return replace(shown, evidence=replace(shown.evidence, correctness=found))


def test_the_lead_with_two_answers_per_question(v3):
    assert discordance.lead(v3) == (
        "The arms differ on 141 of 820 questions: long-context does better on 86, retrieval on "
        "55; the other 679 cannot move the difference."
    )


def test_the_lead_of_the_confounded_pilot(pilot):
    assert discordance.lead(pilot) == (
        "Confounded by the model: as measured, the arms differ on 47 of 240 questions; only "
        "retrieval is correct on 30, only long-context on 17."
    )


def test_the_counts_make_the_difference(v3, pilot):
    assert said(discordance.arithmetic(v3)) == ("(54 − 34 + ½·32 − ½·21) ÷ 820 = +3.1 points")
    assert discordance.halves(v3).endswith("counts half.")
    assert discordance.halves(pilot) == ""
    assert said(discordance.arithmetic(pilot)) == "(17 − 30) ÷ 240 = −5.4 points"


def test_mcnemar_in_one_sentence(pilot):
    assert mcnemar.test(pilot) == (
        "If the arms were equally good, an imbalance of 13 would turn up 6 to 8 times in 100 "
        "(McNemar, four versions)."
    )


def test_the_four_versions(pilot):
    # the article's pilot: 3.06 and 0.080, 3.60 and 0.058, exact 0.079, mid-p 0.059
    assert [row[1] for row in mcnemar.versions(pilot)[1:]] == [
        "p = 0.080",
        "p = 0.058",
        "p = 0.079",
        "p = 0.059",
    ]
    assert "(3.06)" in mcnemar.versions(pilot)[1][0]
    assert "(3.60)" in mcnemar.versions(pilot)[2][0]


def test_as_many_easy_questions_again_halve_the_points_and_leave_the_test(pilot):
    assert said(discordance.easy(pilot)) == (
        "The points hang on how many easy questions are asked: as many again (240) that both get "
        "right would shrink the pilot's −5.4 points to −2.7 and leave the test where it is."
    )


def test_each_number_of_answers_has_its_own_figure(v3, pilot):
    assert (discordance.kind(pilot), discordance.kind(v3)) == ("cells", "tug")
    tally = replace(v3.evidence.inputs.tally, epochs_planned=5)
    many = replace(v3, evidence=replace(v3.evidence, inputs=replace(v3.evidence.inputs,
                                                                    tally=tally)))  # fmt: skip
    assert discordance.kind(many) == "histogram"


def test_the_tug_bars_counts(v3):
    found = v3.evidence.correctness
    assert (discordance.pulls(found, +1), discordance.pulls(found, -1)) == ((32, 54), (21, 34))


def test_nothing_paired_is_said(v3):
    nothing = correctness(v3, n_questions=0, difference=None, interval=None)
    assert discordance.lead(nothing) == discordance.NOTHING_PAIRED
    assert discordance.arithmetic(nothing) == ""
    assert discordance.easy(nothing) == ""


def test_when_every_question_ties_p_is_1(v3):
    cells = Cells(both=700, candidate_only=0, baseline_only=0, neither=120)
    tied = correctness(v3, cells=cells, difference=0.0, per_question=np.zeros(820))
    assert discordance.lead(tied) == "Nothing separates the arms on 820 questions; p = 1."
    assert mcnemar.test(tied) == "Nothing separates the arms; p = 1."


def test_few_disagreements_are_pointed_out(v3):
    cells = Cells(both=700, candidate_only=5, baseline_only=4, neither=111)
    strict = v3.evidence.correctness.interval
    assert discordance.few(correctness(v3, cells=cells, strict=strict)) == (
        "Few disagreements (9): the strict interval is shown."
    )
    assert discordance.few(correctness(v3, cells=cells)) == "Few disagreements (9)."
    assert discordance.few(v3) == ""


def test_the_twin_lists_what_the_figure_draws(pilot):
    header, *rows = discordance.twin(pilot)
    assert header == ["Cell", "Questions", "Share"]
    assert [row[1] for row in rows] == ["139", "30", "17", "54"]


def test_a_tiny_p_is_written_without_an_equals_sign(v3):
    assert "p < 0.001" in said(mcnemar.heterogeneity(correctness(v3, heterogeneity_p=1e-5)))


def test_strata_carry_their_n(pilot):
    assert [row[:2] for row in mcnemar.strata(pilot)[1:]] == [
        ["multi passage", "84"],
        ["single passage", "156"],
    ]


def test_every_lead_keeps_to_35_words(v3, pilot):
    for shown in (v3, pilot, reviews.v3(), reviews.pilot()):
        assert len(discordance.lead(shown).split()) <= 35


def test_window_variants_make_a_histogram_and_never_halves(demo_store):
    probe = review(demo_store, "effective-window-probe")
    assert discordance.answers_each(probe) > 2
    assert discordance.kind(probe) == "histogram"
    assert "½" not in discordance.arithmetic(probe)


def test_many_differences_are_gathered_and_none_is_lost_or_changes_side(v3):
    values = np.array([*(k / 36 for k in range(-20, 0)), *(k / 36 for k in range(1, 26)), 0.0])
    shown = correctness(v3, per_question=values)
    bins = discordance.bins(shown.evidence.correctness)
    assert len(bins) <= 20
    assert sum(n for at, n in bins if at < 0) == 20
    assert sum(n for at, n in bins if at > 0) == 25
