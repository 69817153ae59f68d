"""Sentences of the Window page: the dip, the fuller window, distractors, repeats, what is lost."""

from dataclasses import replace

import pytest

from lcexplore.evidence.inputs import WindowCount
from lcexplore.evidence.window import analyse
from lcexplore.model import Manifest
from lcexplore.report.sentences import window, window_findings
from tests.ui.reviews import v3


def count(depth, fill, correct, *, distractor="none", version="v1", measured=40, **more):
    return WindowCount(
        version=version, depth=depth, fill=fill, distractor=distractor, correct=correct,
        measured=measured, questions=measured, answers=more.pop("answers", measured), **more,
    )  # fmt: skip


SHORT = (count(0.25, 0.05, 38), count(0.5, 0.05, 36), count(0.75, 0.05, 38))
FULL = (count(0.25, 0.5, 34), count(0.5, 0.5, 24), count(0.75, 0.5, 36))
LEVEL = (count(0.25, 0.5, 36), count(0.5, 0.5, 36), count(0.75, 0.5, 36))


def review(counts, **manifest):
    known = v3()
    inputs = replace(
        known.evidence.inputs,
        window=counts,
        manifests=(Manifest(arm="a", file="a.jsonl", fields=manifest),) if manifest else (),
    )
    return replace(known, evidence=replace(known.evidence, inputs=inputs, window=analyse(counts)))


def plain(text):
    return text.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ((*SHORT, *FULL), "Accuracy dips by 27.5 points at depth 0.50 when the window is half "
         "full, against 5.0 when short (40 questions)."),
        ((*SHORT, *LEVEL), "Accuracy does not dip at depth 0.50 when the window is half full, but "
         "by 5.0 points when short (40 questions)."),
        ((*(replace(each, fill=0.05) for each in LEVEL), *FULL), "Accuracy dips by 27.5 points at "
         "depth 0.50 when the window is half full, against none when short (40 questions)."),
        (LEVEL + tuple(replace(each, fill=0.8) for each in LEVEL), "Accuracy does not dip at depth "
         "0.50, neither 80 % full nor short (40 questions)."),
        ((*SHORT, *FULL, *(replace(each, version="v2") for each in (*SHORT, *FULL))), "Accuracy "
         "dips by 27.5 points at depth 0.50 when the window is half full, against 5.0 when short "
         "(40 questions, two versions taken together)."),
        (SHORT, "Accuracy dips by 5.0 points at depth 0.50 with the window 5 % full (40 "
         "questions); no other fill was probed at every depth."),
        (SHORT[:1], "How far accuracy dips in the middle is not measured: a depth is missing (40 "
         "questions)."),
        ((count(0.5, 0.5, 0, measured=0, answers=40),), window.NO_VERDICT),
        ((), window.NOTHING),
    ],
)  # fmt: skip
def test_the_lead_says_the_dip_or_why_there_is_none(counts, sentence):
    assert plain(window.lead(review(counts))) == sentence
    assert len(sentence.split()) <= 35


def test_the_fills_are_said_in_tokens_where_the_window_is_known():
    shown = plain(window.context(review((*SHORT, *FULL), window_tokens=200_000)))
    assert shown == (
        "In a window of 200,000 tokens, short means 10,000 tokens and half full means 100,000 "
        "tokens."
    )
    assert window.context(review((*SHORT, *FULL))) == ""
    assert window.context(review((*SHORT, *FULL), window_tokens="large")) == ""


def test_the_fuller_window_is_held_against_the_short_one_with_sampling_error():
    found = analyse((*SHORT, *FULL))
    assert plain(window_findings.usable(found)) == (
        "Half full against short, at depth 0.50: accuracy falls by 30.0 points, lower beyond "
        "sampling error in 1 of 1 cell (version by distractor); at the other depths in 0 of 2."
    )
    assert window_findings.what_to_do(found) == (
        "What decides an answer is safer near either end than in the middle of a window that is "
        "half full."
    )
    assert window_findings.usable(analyse(SHORT)).startswith("Usable window not measured")
    assert window_findings.what_to_do(analyse(SHORT)) == ""


def test_accuracy_that_rises_in_a_fuller_window_is_not_said_to_fall():
    def said(*correct):
        full = [
            replace(each, correct=n, version=f"v{place}")
            for place, n in enumerate(correct)
            for each in FULL
        ]
        short = [
            replace(each, correct=20, version=f"v{place}")
            for place in range(len(correct))
            for each in SHORT
        ]
        return plain(window_findings.usable(analyse((*short, *full))))

    assert "accuracy falls by 25.0 points, lower beyond sampling error in 1 of 1" in said(10)
    assert "accuracy moves by +25.0 points, lower beyond sampling error in 0 of 1" in said(30)
    assert "accuracy moves by −25.0 to +25.0 points" in said(10, 30)
    assert "accuracy moves by 0.0 points" in said(20)


def test_where_the_ends_fall_short_too_order_is_not_the_remedy():
    low = tuple(replace(each, correct=10) for each in FULL)
    assert "send less" in window_findings.what_to_do(analyse((*SHORT, *low)))


def test_the_dearest_distractor_comes_first():
    irrelevant = (count(0.5, 0.5, 22, distractor="irrelevant"),)
    near = (
        count(0.5, 0.5, 16, distractor="near_miss"),
        count(0.5, 0.05, 34, distractor="near_miss"),
    )
    found = analyse((*SHORT, *FULL, *irrelevant, *near))
    assert plain(window_findings.distractors(found)) == (
        "Near-miss passages cost 20.0 points when half full and 5.0 points when short; irrelevant "
        "passages cost 5.0 points when half full, against no distractor."
    )
    assert window_findings.distractors(analyse(FULL)) == ""


def test_repeats_say_how_often_the_verdict_changes():
    often = replace(FULL[1], repeat_groups=40, repeat_disagreements=9)
    seldom = replace(SHORT[1], repeat_groups=40, repeat_disagreements=2)
    assert plain(window_findings.repeats(analyse((seldom, often)))) == (
        "Asked again, a question gets another verdict more often as the window fills: 2 of 40 "
        "repeats (5.0 %) when short, 9 of 40 repeats (22.5 %) when half full."
    )
    assert "not measured" in window_findings.repeats(analyse(FULL))


def test_answers_without_a_verdict_are_said_by_fill_even_where_a_whole_cell_has_none():
    lost = count(0.5, 0.8, 0, measured=0, answers=40)
    said = plain(window_findings.unmeasured(analyse((*SHORT, *FULL, lost))))
    assert "80 % full 40" in said
    assert window_findings.unmeasured(analyse(SHORT)) == "Every answer has a verdict."


def test_every_row_of_a_table_has_a_cell_for_every_column():
    found = analyse((*SHORT, *FULL, count(0.5, 0.5, 3, version="v2")))
    for twin in (window.twin(found, "v1"), window.shortfall_twin(found)):
        assert {len(row) for row in twin} == {len(twin[0])}
    rows = window_findings.versions(found)
    assert {len(row) for row in rows} == {len(window_findings.version_header(found))}
    assert "not probed" in rows[1][1].plain


def test_a_dip_and_a_shortfall_carry_their_n():
    found = analyse((*SHORT, *FULL, count(0.4, 0.05, 20, measured=25)))
    (row,) = window_findings.versions(found)
    assert plain(row[3].plain) == "−5.0 points; 40 answers there; 80 at the ends"
    header, first, *_ = window.shortfall_twin(found)
    assert dict(zip(header, first, strict=True))["Answers, short"] == "40"
    assert "Answers, half full" in header


@pytest.mark.parametrize(("fill", "named"), [(0.5, "half full"), (0.8, "80 % full")])
def test_the_fuller_window_is_called_as_full_as_it_was_and_never_full(fill, named):
    found = analyse((*SHORT, *(replace(each, fill=fill, correct=10) for each in FULL)))
    assert (
        plain(window.shortfall_title(found)) == f"{named.capitalize()} against short, cell by cell"
    )
    header = [plain(each) for each in window.shortfall_twin(found)[0]]
    assert f"Answers, {named}" in header
    said = [*header, window_findings.what_to_do(found), window_findings.usable(found)]
    assert not any("full window" in each or each.endswith(", full") for each in said)


def test_the_level_of_the_upright_lines_is_named():
    found = replace(analyse((*SHORT, *FULL)), level=0.9)
    assert plain(window.small(found, "v1")).endswith("upright lines are 90 % intervals.")
    assert analyse(SHORT).level == 0.95


def test_a_title_names_its_version_where_the_lead_takes_several_together():
    assert plain(window.title(analyse((*SHORT, *FULL)), "v1")).startswith(
        "In the middle, half full"
    )
    two = analyse((*SHORT, *FULL, *(replace(each, version="v2") for each in (*SHORT, *FULL))))
    assert plain(window.title(two, "v2")) == (
        "v2 alone: in the middle, half full, 27.5 points below the ends; short, 5.0 points below"
    )


def test_a_model_that_moved_with_the_version_is_pointed_out():
    from tests.ui.reviews import pilot

    counts = (*SHORT, *(replace(each, version="v2") for each in FULL))
    confounded = pilot()
    evidence = replace(confounded.evidence, window=analyse(counts))
    said = window_findings.between_versions(replace(confounded, evidence=evidence))
    assert said.startswith("The model moved with the version")
    assert window_findings.between_versions(review(counts)) == ""
