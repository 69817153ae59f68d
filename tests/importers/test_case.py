"""Keys of a native log that differ in upper and lower case only are two keys."""

import pytest

from tests.store.logs import load, row


@pytest.mark.parametrize("broken", [False, True])
def test_the_key_that_is_ours_is_read_whichever_stands_first(tmp_path, broken):
    rows = [
        {
            "Arm": "B",
            "Latency_s": 9,
            **row("q0", "a", latency_s=1, usage={"output": 3, "Output": 4}),
        },
        {
            **row("q1", "a", latency_s=1, usage={"Output": 4, "output": 3}),
            "Arm": "B",
            "Latency_s": 9,
        },
    ]
    more = [{"question": "q2", "arm": "a", "usage": "none"}] if broken else []
    store, account = load(tmp_path, [*rows, *more])
    answers = store.table("answers").sort_values("question")[:2]
    assert list(answers["arm"]) == ["a", "a"]
    assert list(answers["latency_s"]) == [1, 1]
    assert list(answers["output"]) == [3, 3]
    assert account.rows_refused == 0


def test_a_key_that_is_ours_but_for_its_case_is_pointed_out(tmp_path):
    rows = [row("q0", "a", Model="m", colour=1, usage={"Output": 4})]
    rows[0]["gradings"] = [{"grader": "g", "verdict": 1, "Rubric": "r"}]
    _, account = load(tmp_path, rows)
    assert account.notes[0] == (
        "fields that are not read: Model (is it model?), colour, usage.Output (is it "
        "usage.output?), gradings.Rubric (is it gradings.rubric?)"
    )


def test_fields_beyond_the_twentieth_are_counted(tmp_path):
    _, account = load(tmp_path, [row("q0", "a", **{f"x{n}": n for n in range(25)})])
    assert account.notes[0].endswith("x19 and 5 more")
