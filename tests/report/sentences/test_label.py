"""The Label page says how far people are, and nothing of what others said before all are done."""

from datetime import UTC, datetime

import pytest

from lcexplore.evidence.labels import ADJUDICATED, Label, Standing
from lcexplore.report.sentences import draw as draw_told
from lcexplore.report.sentences import label
from lcexplore.words import NBSP

NOW = datetime(2026, 4, 20, tzinfo=UTC)


def said(name, verdicts):
    return {
        item: Label(item=item, labeller=name, verdict=verdict, note="", said_at=NOW)
        for item, verdict in verdicts.items()
    }


def standing(*, n=50, differ=0, settled=0, people=("Ada", "Ben"), done=None):
    right = dict.fromkeys(range(1, n + 1), "correct")
    wrong = right | dict.fromkeys(range(1, differ + 1), "incorrect")
    labels = {name: said(name, right) for name in people}
    labels[people[-1]] = said(
        people[-1], wrong if done is None else dict(list(wrong.items())[:done])
    )
    labels[ADJUDICATED] = said(ADJUDICATED, dict.fromkeys(range(1, settled + 1), "correct"))
    return Standing(draw="d", n_items=n, people=people, expected=2, labels=labels)


@pytest.mark.parametrize(
    ("differ", "settled", "sentence"),
    [
        # screens guide, Label, finished
        (4, 4, "50 of 50 answers labelled by both people: they agree on 46, and 4 were settled by "
         "argument."),
        (4, 0, "50 of 50 answers labelled by both people: they agree on 46, and 4 are to be "
         "settled."),
        (4, 1, "50 of 50 answers labelled by both people: they agree on 46, 1 was settled by "
         "argument and 3 are left."),
        (0, 0, "50 of 50 answers labelled by both people: they agree on 50."),
    ],
)  # fmt: skip
def test_the_finished_lead_says_what_people_agree_on_and_what_was_settled(
    differ, settled, sentence
):
    assert label.finished_lead(standing(differ=differ, settled=settled)) == sentence


def test_the_lead_counts_one_persons_answers():
    assert label.lead(standing(done=12), "Ben") == "12 of 50 answers labelled by Ben."


def test_others_are_counted_and_never_quoted():
    assert label.others(standing(done=12), "Ada") == ["Ben: 12 of 50"]
    assert label.waiting(standing(done=12)) == "Results appear when both are done."
    three = standing(people=("Ada", "Ben", "Cem"), done=1)
    assert label.waiting(three) == "Results appear when all are done."
    alone = standing(people=("Ada",), done=50)
    assert label.others(alone, "Ada") == ["somebody else: not started"]


def test_a_wish_that_labels_cannot_meet_is_said_with_the_best_they_could_do():
    assert draw_told.needed(0.01, None, 820, 0.025) == (
        f"±1.0{NBSP}points cannot be reached by labels: all 820 questions of this eval set "
        f"labelled would leave ±2.5{NBSP}points."
    )
    told = draw_told.assumed(0.06, measured=None)
    assert "This plan is for choosing how many questions to draw; Grader plans" in told
    assert draw_told.needed(0.05, 243, 820, 0.025) == (
        f"±5.0{NBSP}points would take about 243 labelled questions."
    )


def test_names_too_short_to_be_taken_out_are_named_beside_the_words_that_are():
    assert draw_told.why_stripped(()) == draw_told.WHY_STRIPPED
    told = draw_told.why_stripped(("rag", "lc"))
    assert "“rag” and “lc” are left in, as so short a name may be an ordinary word" in told


def test_labels_that_came_as_a_file_are_not_said_to_be_missing(demo_store):
    # the sample runs hold the people's labels as files, and nothing was drawn in the app
    imports = demo_store.imports()
    kept = sum(each.rows_kept for each in imports if each.kind == "labels")
    assert kept > 0
    assert label.start_lead([], imports) == (
        f"Nothing has been drawn to label here; {kept} labels were imported, and Grader counts "
        "them."
    )
    assert label.start_lead([], []) == "Nothing has been drawn to label yet."
