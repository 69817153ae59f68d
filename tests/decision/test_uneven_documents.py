"""Documents of unlike sizes: worth fewer than ten of one size, nothing is decided on them.

Kish's effective number of 100 and twenty times 1 is 120 ** 2 / (100 ** 2 + 20) = 1.437.
"""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lcexplore.decision.evaluate import evaluate
from lcexplore.evidence.correctness import analyse
from lcexplore.model import Role, Status
from tests.decision.cases import (
    BEFOREHAND,
    CANDIDATE,
    FAILED,
    Answer,
    Runs,
    evidence,
    grading,
    inputs,
    record,
)

EASY = "correctness_delta_lower_ci: >= -99.99 pts"
REASON = "of one size"


def asked(sizes, *, planned=None, ahead=0):
    """Documents of these sizes, both arms right but for questions on which one is ahead."""
    runs = Runs(planned=sum(sizes) if planned is None else planned)
    places = [f"d{place}" for place, size in enumerate(sizes) for _ in range(size)]
    for number, document in enumerate(places):
        name = f"q{number:03}"
        runs.document[name] = document
        runs.answers[CANDIDATE, name, 1] = Answer(correct=True, seconds=1.0)
        runs.answers[Role.BASELINE, name, 1] = Answer(correct=number >= ahead, seconds=1.0)
    return runs


def test_a_difference_corrected_for_the_grader_rests_on_the_same_documents():
    made = record([EASY], calibration="required", correctness_basis="calibrated")

    def read(sizes):
        found = evidence(inputs(asked(sizes)), grading=grading(n_pairs=60, n_documents=12))
        (clause,) = evaluate(made, found, BEFOREHAND).readings
        return clause.status, clause.reason or ""

    assert read([10] * 12) == (Status.MET, "")
    status, reason = read([100] + [1] * 20)
    assert status is Status.NOT_MEASURED
    assert reason.startswith("21 documents are worth about 1.4 of one size")


def reading(runs, clause=EASY, rule="switch_if"):
    turned = clause.replace(">= -99", "< +99")
    rules = ([clause],) if rule == "switch_if" else (["kappa: >= 0"], [turned])
    made = record(*rules, missing_tolerance=0.9)
    return evaluate(made, evidence(inputs(runs)), BEFOREHAND).readings[-1]


@pytest.mark.parametrize("rule", ["switch_if", "reject_if"])
def test_many_documents_of_which_one_holds_most_questions_decide_nothing(rule):
    found = reading(asked([100] + [1] * 20), rule=rule)
    assert (found.status, found.reason) == (
        Status.NOT_MEASURED,
        "21 documents are worth about 1.4 of one size, as one holds most of the questions: 10 are "
        "needed, so spread the questions more evenly, or over more documents",
    )


@pytest.mark.parametrize("sizes", [[60, 60] + [5] * 15, [11] * 5 + [14] * 5])
def test_what_makes_the_documents_uneven_is_said_as_it_is(sizes):
    # 195 ** 2 / 7575 = 5.02 of 17; 125 ** 2 / 1585 = 9.858 of 10, which never reads as 10 or 9.9
    assert reading(asked(sizes)).reason.startswith(
        "17 documents are worth about 5 of one size, as some hold many more questions than others"
        if len(sizes) == 17
        else "10 documents are worth about 9.8 of one size, as some hold more questions than others"
    )


@pytest.mark.parametrize("sizes", [[10] * 12, [7] * 10, list(range(2, 17))])
def test_documents_worth_ten_of_one_size_are_read_as_before(sizes):
    assert reading(asked(sizes)).status is Status.MET


def test_few_failures_do_not_make_even_documents_uneven():
    runs = asked([10] * 12)
    for name in ("q000", "q055"):
        runs = runs.having((CANDIDATE, name, 1), FAILED)
    assert reading(runs).status is Status.MET


def test_answers_without_a_verdict_that_make_the_documents_more_even_do_not_help():
    before = asked([30] + [5] * 15, planned=105)  # 105 ** 2 / 1275 = 8.6
    after = before
    for number in range(20):  # now 85 ** 2 / 475 = 15.2
        after = after.having((CANDIDATE, f"q{number:03}", 1), FAILED)
    found = reading(after)
    assert reading(before).status is found.status is Status.NOT_MEASURED
    assert found.reason.startswith(
        "16 documents are worth about 15.2 of one size, as some hold more questions than others, "
        "but perhaps only 8.6 with the questions that an arm has no verdict on: 10 are needed"
    )


SIZES = st.tuples(st.lists(st.integers(1, 5), min_size=10, max_size=16), st.integers(5, 20)).map(
    lambda drawn: [drawn[1], *drawn[0]]
)


@st.composite
def damage(draw, before):
    """Up to twelve answers of some questions turned into failures, or lost, or failures added."""
    after, names = before, sorted({name for _, name, _ in before.answers})
    first = draw(st.booleans())  # of the largest document alone, or of any
    largest = [name for name in names if before.document[name] == "d0"]
    for number in range(draw(st.integers(1, 12))):
        name = draw(st.sampled_from(largest if first else names))
        kind = draw(st.sampled_from(["candidate", "baseline", "both", "lost", "lost arm", "added"]))
        if kind == "added":
            name = f"x{number}"
            place = draw(st.sampled_from(sorted(set(before.document.values()))))
            after = replace(after, document={**after.document, name: place})
        for role in Role:
            key = (role, name, 1)
            if kind in (role.value, "both", "added"):
                after = after.having(key, FAILED)
            elif kind == "lost" or (kind == "lost arm" and role is CANDIDATE):
                after = after.without(key)
    return after


SEEN = Counter()


def worth(runs):
    found = analyse(inputs(runs).tally)
    return (0.0, 0.0) if found.guard is None else (found.guard.units_worth, found.clusters_worth)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(SIZES, st.integers(0, 4), st.data())
def check_that_no_failure_makes_documents_enough(sizes, unseen, data):
    before = asked(sizes, planned=sum(sizes) + unseen, ahead=3)
    after = data.draw(damage(before))
    (least, measured), (least_after, measured_after) = worth(before), worth(after)
    assert least_after <= least + 1e-9
    assert least <= measured + 1e-9
    assert least_after <= measured_after + 1e-9
    first, second = reading(before), reading(after)
    SEEN[str(first.status), str(second.status)] += 1
    SEEN["more even"] += measured < 10 <= measured_after
    if first.status is Status.NOT_MEASURED and REASON in first.reason:
        assert second.status is Status.NOT_MEASURED


def test_no_failure_makes_documents_enough_and_many_cases_could_have_shown_one():
    SEEN.clear()
    check_that_no_failure_makes_documents_enough()
    assert SEEN["more even"] >= 20
    assert SEEN["not_measured", "not_measured"] >= 50
    assert SEEN["met", "met"] >= 20
