"""A clause on a mean that is not measured says why in truth, and what would have it measured."""

import pytest

from lcexplore import ingest
from lcexplore.decision.flip import what_would_flip
from lcexplore.decision.steps import next_steps
from lcexplore.model import Status
from lcexplore.report.review import review
from lcexplore.report.sentences import four_numbers
from tests.store.logs import load, row

N = 5
USAGE = {"input_uncached": 900, "cache_read": 0, "cache_write": 0, "output": 30}
SHEET = """\
currency: USD
models: {m1: {input: 3, output: 15}}
"""
RECORD = """\
comparison: c
decision_rule:
  switch_if:
    - cost_per_1k_queries: "<= 20 x old"
    - effective_input_tokens: "<= 20 x old"
"""


def seen(folder, *, sheet=SHEET, last=None, usage=USAGE):
    """Both arms, the candidate's last answer as given; ``usage`` is what every answer reports."""
    rows = [
        row(f"q{n}", arm, model="m1", usage=usage, latency_s=1.0)
        for n in range(N)
        for arm in ("old", "new")
    ]
    if last is not None:
        rows[-1] = {"question": f"q{N - 1}", "arm": "new", "model": "m1", **last}
    store, _ = load(folder, rows, baseline="old")
    if sheet:
        (folder / "p.yaml").write_text(sheet)
        ingest.set_prices(store, folder / "p.yaml", comparison="c")
    return review(store, "c", record_text=RECORD)


def open_lines(found):
    return [each.sentence for each in what_would_flip(found.decision, found.evidence).inverses]


def steps(found):
    return [each.name for each in next_steps(found.decision, found.evidence)]


def test_with_a_price_sheet_and_all_tokens_both_means_are_measured(tmp_path):
    found = seen(tmp_path)
    assert [each.status for each in found.decision.readings] == [Status.MET, Status.MET]


@pytest.mark.parametrize("used", [{}, {"usage": USAGE}])
def test_one_timeout_is_named_as_the_reason_and_running_it_again_as_the_remedy(tmp_path, used):
    found = seen(tmp_path, last={"error": {"kind": "timeout"}, **used})
    cost, tokens = open_lines(found)
    for line in (cost, tokens):
        assert f"1 of {N} answers of new failed, and a mean has no bound" in line
        assert line.endswith("Run again what failed.")
    assert "Record a price" not in steps(found)


def test_an_answer_without_tokens_asks_for_them_and_for_no_price_sheet(tmp_path):
    found = seen(tmp_path, last={"verdict": "correct"})
    cost, tokens = open_lines(found)
    assert f"1 of {N} answers of new have no cost" in cost
    assert f"1 of {N} answers of new have no tokens" in tokens
    assert cost.endswith(last := "Log every class of tokens of every answer.")
    assert tokens.endswith(last)


def test_without_a_sheet_or_a_recorded_cost_a_price_is_asked_for(tmp_path):
    found = seen(tmp_path, sheet=None)
    assert open_lines(found)[0].endswith("Add a price sheet, or log the cost of each request.")
    assert "Record a price" in steps(found)


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        (SHEET.replace("m1", "m2"), "the sheet has no model m1"),
        (SHEET.replace(", output: 15", ""), "the sheet prices no output of m1"),
    ],
)
def test_a_sheet_that_lacks_a_price_is_to_be_completed(tmp_path, sheet, why):
    found = seen(tmp_path, sheet=sheet)
    assert open_lines(found)[0].endswith(f"{why}. Complete the price sheet.")
    assert "Record a price" not in steps(found)


@pytest.mark.parametrize("field", USAGE)
def test_the_only_class_of_tokens_that_is_missing_is_named(tmp_path, field):
    found = seen(tmp_path, usage={name: n for name, n in USAGE.items() if name != field})
    lines = open_lines(found)
    assert f"no answer of new reports usage.{field}. Log usage.{field} of every answer." in lines[0]
    if field == "output":  # no class of the input
        assert len(lines) == 1
        return
    assert f"no answer reports usage.{field}. Log usage.{field} of every answer." in lines[1]
    assert f"old: no answer reports usage.{field}" in four_numbers.tokens(found)[1].small[0]


def test_where_no_class_is_there_tokens_are_said_to_be_missing_whole(tmp_path):
    found = seen(tmp_path, usage={})
    assert "no answer of new reports any tokens. Log usage.input_uncached" in open_lines(found)[0]
    assert "old's tokens are not in the log" in four_numbers.tokens(found)[1].small[0]


@pytest.mark.parametrize(
    ("left", "told"),
    [
        ({"input_uncached", "cache_read", "output"}, "add usage.cache_write to the log"),
        (set(), "add usage to the log"),
    ],
)
def test_the_step_for_missing_tokens_names_the_classes_that_nobody_logs(tmp_path, left, told):
    found = seen(tmp_path, usage={name: n for name, n in USAGE.items() if name in left})
    (step,) = [
        each for each in next_steps(found.decision, found.evidence) if "the tokens" in each.name
    ]
    assert step.sentence.startswith(told)
