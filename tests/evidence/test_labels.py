"""Nobody sees what others said before all are done; differences are found, settled, counted."""

from datetime import UTC, datetime

from lcexplore.evidence.labels import ADJUDICATED, Label, Standing, expected_people

NOW = datetime(2026, 4, 20, tzinfo=UTC)


def said(name, verdicts):
    return {
        item: Label(item=item, labeller=name, verdict=verdict, note="", said_at=NOW)
        for item, verdict in verdicts.items()
    }


def standing(people=("Ada", "Ben"), n=3, expected=2, **verdicts):
    return Standing(
        draw="d",
        n_items=n,
        people=tuple(people),
        expected=expected,
        labels={name: said(name, given) for name, given in verdicts.items()},
    )


ALL = {1: "correct", 2: "incorrect", 3: "cannot tell"}


def test_results_wait_for_everybody():
    assert not standing(Ada=ALL, Ben={1: "correct"}).finished
    assert standing(Ada=ALL, Ben=ALL).finished


def test_one_person_who_is_done_alone_waits_for_a_second():
    assert not standing(people=("Ada",), Ada=ALL).finished
    assert standing(people=("Ada",), expected=1, Ada=ALL).finished
    assert (expected_people(()), expected_people(("Ada",)), expected_people("abc")) == (2, 1, 3)


def test_the_next_answer_is_one_that_is_not_labelled_until_none_is_left():
    seen, own = [], {}
    while (item := standing(Ada=own).next_item("Ada")) is not None:
        seen.append(item)
        own = {**own, item: "correct"}
    assert sorted(seen) == [1, 2, 3]


def test_what_was_taken_back_comes_next_again():
    order = standing()
    first = order.next_item("Ada")
    assert standing(Ada={first: "correct"}).last_item("Ada") == first
    assert standing(Ada={}).next_item("Ada") == first


def test_answers_on_which_people_differ_are_to_be_settled_and_stay_marked():
    ben = {1: "correct", 2: "correct", 3: "incorrect"}
    found = standing(Ada=ALL, Ben=ben, **{ADJUDICATED: {2: "incorrect"}})
    assert (found.agreed, found.differing, found.unsettled) == (1, (2, 3), (3,))
    assert [each.item for each in found.settled] == [2]
    assert len(found.standing) == 7


def test_a_settlement_of_an_answer_that_nobody_disputes_any_more_does_not_count():
    found = standing(Ada=ALL, Ben=ALL, **{ADJUDICATED: {2: "correct"}})
    assert found.settled == ()
    assert found.agreed == 3
