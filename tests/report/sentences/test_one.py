"""What the pages say of one thing: one request misses, one pair, one answer per arm."""

from dataclasses import replace

from lcexplore.evidence import run_order
from lcexplore.evidence.run_order import OrderReading
from lcexplore.model import Cells, Role
from lcexplore.report.sentences import (
    discordance,
    four_numbers,
    interval_rows,
    latency,
    latency_set,
    rubrics,
)
from tests.report.apart import MISS, of_requests, sent
from tests.report.spoken import said

B, C = Role.BASELINE, Role.CANDIDATE
HIT = {"input_uncached": 10, "cache_read": 90, "cache_write": 0}
OLD = sent([1.0, 2.0] * 5, MISS, arm="old")


def test_one_request_of_many_misses(tmp_path):
    shown = of_requests(tmp_path, [*OLD, *sent([1.0] * 49, HIT), *sent([9.0], MISS)])
    assert said(four_numbers.hits(shown)[4]).startswith("1 of 50 requests misses, about 1 in 50")
    assert latency_set.room(shown.evidence.latency.arms[C]) == "1 of 50 requests misses"


def test_two_requests_of_many_miss(tmp_path):
    shown = of_requests(tmp_path, [*OLD, *sent([1.0] * 48, HIT), *sent([9.0] * 2, MISS)])
    assert said(four_numbers.hits(shown)[4]).startswith("2 of 50 requests miss, about 1 in 25")
    assert latency_set.room(shown.evidence.latency.arms[C]) == "2 of 50 requests miss"


def test_the_only_request_of_each_arm_is_told_in_the_singular(tmp_path):
    shown = of_requests(tmp_path, [*sent([1.0], MISS, arm="old"), *sent([2.0], HIT)])
    assert "all 1 request hits, and p95 is 2.0 s" in said(latency.lead(shown))
    assert said(four_numbers.hits(shown)[4]) == "All 1 request hits"
    assert latency.small(shown).startswith("1 request per arm, end to end")


def test_one_answer_per_arm_and_one_question_that_separates_them(v3):
    change = rubrics.last_change(v3)
    assert rubrics.rubric_small(v3, replace(change, n={B: 1, C: 1})).startswith("1 answer per arm;")
    uneven = rubrics.rubric_small(v3, replace(change, n={B: 2, C: 1}))
    assert uneven.startswith("2 and 1 answer;")
    found = replace(
        v3.evidence.correctness,
        cells=Cells(both=3, candidate_only=1, baseline_only=0, neither=0),
    )
    shown = replace(v3, evidence=replace(v3.evidence, correctness=found))
    assert " separates the arms: 1 for " in discordance.title(shown)


def test_an_older_rubric_on_the_interval_page_says_of_how_many_answers_it_is(v3):
    older = next(each for each in interval_rows.rows(v3) if each.name.startswith("Rubric v3"))
    assert older.n == "1,640 answers per arm, graded by both rubrics"
    change = replace(rubrics.last_change(v3), n={B: 60, C: 1})
    shown = replace(v3, evidence=replace(v3.evidence, rubrics=(change,)))
    assert interval_rows.rows(shown)[-1].n == "60 and 1 answer, graded by both rubrics"


def test_one_pair_is_found_in_the_singular(v3):
    order = OrderReading(
        kind="alternating",
        n_timed=2,
        candidate_first=1,
        baseline_first=0,
        median_gap_s=1.0,
        span_s={},
    )
    (finding,) = run_order.findings(order, v3.info)
    assert finding.message.startswith("long-context ran first in 1 of 1 pair: ")
