"""JSON for scripts: the promised keys, fractions and seconds, null for what is unknown."""

import json
from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest

from lcexplore.evidence.correctness import paired_cells
from lcexplore.model import Outcome
from lcexplore.report import to_json
from lcexplore.report.plain import plain
from lcexplore.report.review import review
from lcexplore.store.entries import ImportAccount, Refusal

ACCOUNT = ImportAccount(
    file="log.jsonl",
    format="native",
    sha256="0" * 64,
    rows_read=30,
    rows_kept=5,
    rows_refused=25,
    duplicates=0,
    already_imported=False,
    arms={"retrieval": 5},
    refusals=tuple(
        Refusal(line=line, field="latency_s", value="-1", reason="negative") for line in range(25)
    ),
)


@pytest.fixture(scope="module")
def summary(demo_store):
    return to_json.summary(review(demo_store, "policy-assistant-v3"))


def test_infinite_and_undefined_numbers_become_null():
    assert plain((1.5, float("inf"), float("nan"), None)) == [1.5, None, None, None]


def test_numbers_of_numpy_become_numbers_of_json():
    given = {
        "n": np.int64(3),
        "share": np.float64(0.25),
        "yes": np.bool_(True),
        "all": np.arange(2),
    }
    assert json.dumps(plain(given)) == '{"n": 3, "share": 0.25, "yes": true, "all": [0, 1]}'


def test_times_are_written_in_utc():
    two_hours_ahead = datetime(2026, 4, 20, 11, 0, tzinfo=timezone(timedelta(hours=2)))
    assert plain(two_hours_ahead) == "2026-04-20T09:00:00Z"
    assert plain(datetime(2026, 4, 20, 9, 0, tzinfo=UTC)) == "2026-04-20T09:00:00Z"


def test_an_outcome_is_written_as_its_word():
    assert plain(Outcome.ITERATE) == "iterate"


# The article's pilot: 240 questions, both 139, only long-context 17, only retrieval 30, neither 54
# (difference -5.4 points, Tango [-11.2, +0.2], p 0.080, 0.058, 0.079, 0.059).
def test_four_cells_give_the_pilots_figures():
    found = to_json.paired(paired_cells(both=139, candidate_only=17, baseline_only=30, neither=54))
    assert found["difference"] == pytest.approx(-13 / 240)
    assert found["interval"]["low"] == pytest.approx(-0.112, abs=5e-4)
    assert found["interval"]["high"] == pytest.approx(0.002, abs=5e-4)
    tests = found["mcnemar"]
    assert tests["statistic_corrected"] == pytest.approx(3.06, abs=5e-3)
    assert tests["p_corrected"] == pytest.approx(0.080, abs=5e-4)
    assert tests["p_uncorrected"] == pytest.approx(0.058, abs=5e-4)
    assert tests["p_exact"] == pytest.approx(0.079, abs=5e-4)
    assert tests["p_midp"] == pytest.approx(0.059, abs=5e-4)


def test_four_cells_have_every_promised_key_and_no_answer_pairs():
    found = to_json.paired(paired_cells(both=1, candidate_only=2, baseline_only=3, neither=4))
    promised = {"n_questions", "n_eval_set", "n_pairs", "difference", "interval", "cells"}
    promised |= {"answer_pairs", "mcnemar", "bounds"}
    assert promised <= set(found)
    assert set(found["interval"]) == {"low", "high", "level", "method"}
    assert found["answer_pairs"] is None
    assert found["cells"] == {"both": 1, "candidate_only": 2, "baseline_only": 3, "neither": 4}


def test_bounds_equal_the_estimate_and_its_interval_when_nothing_is_missing():
    found = to_json.paired(paired_cells(both=9, candidate_only=5, baseline_only=1, neither=5))
    assert (found["bounds"]["low"], found["bounds"]["high"]) == pytest.approx((0.2, 0.2))
    ends = (found["bounds"]["interval_low"], found["bounds"]["interval_high"])
    assert ends == pytest.approx((found["interval"]["low"], found["interval"]["high"]))


def test_an_account_shows_the_first_twenty_refusals():
    found = to_json.account(ACCOUNT)
    assert len(found["refusals"]) == 20
    assert found["refusals"][0] == {
        "line": 0,
        "field": "latency_s",
        "value": "-1",
        "reason": "negative",
    }
    assert found["rows_read"] == found["rows_kept"] + found["rows_refused"] + found["duplicates"]


def test_a_summary_has_every_promised_key(summary):
    promised = {"comparison", "baseline", "candidate", "grader", "rubric", "correctness", "arms"}
    assert promised | {"grading", "validity", "decision"} <= set(summary)
    arm = summary["arms"]["long-context"]
    assert {"n_answers", "n_measured", "not_measured", "accuracy", "words_mean"} <= set(arm)
    assert {"effective_input_tokens_mean", "cost_per_1k_queries"} <= set(arm)
    assert {"hit_rate", "n_cache_known", "latency"} <= set(arm)
    pools = {"n", "n_failed", "p50", "p95", "p99", "p95_interval", "hit", "miss", "unknown"}
    assert pools | {"replays"} <= set(arm["latency"])


# Figures of the article "Proving a long-context design", re-created by sample_runs.
def test_the_summary_gives_the_articles_figures(summary):
    correctness, arms = summary["correctness"], summary["arms"]
    assert (correctness["n_questions"], correctness["n_pairs"]) == (820, 1640)
    assert correctness["difference"] == pytest.approx(51 / 1640)
    assert correctness["interval"]["low"] == pytest.approx(0.0071, abs=1e-4)
    assert correctness["interval"]["high"] == pytest.approx(0.0556, abs=1e-4)
    assert arms["long-context"]["accuracy"] == pytest.approx(1219 / 1640)
    assert arms["retrieval"]["accuracy"] == pytest.approx(1168 / 1640)
    assert arms["long-context"]["hit_rate"] == pytest.approx(1450 / 1640)
    assert arms["retrieval"]["hit_rate"] == 0
    assert arms["long-context"]["latency"]["p95"] == pytest.approx(11.6, abs=0.05)
    assert arms["retrieval"]["latency"]["p95"] == pytest.approx(2.9, abs=0.05)
    assert arms["long-context"]["cost_per_1k_queries"] is None


def test_the_summary_gives_the_articles_calibration(summary):
    grading = summary["grading"]
    assert (grading["n_labelled"], grading["labellers_agree"], grading["grader_agrees"]) == (
        50,
        46,
        43,
    )
    assert grading["lenient"] == {"retrieval": 1, "long-context": 5}
    assert grading["strict"] == {"retrieval": 1, "long-context": 0}
    assert grading["kappa"] == pytest.approx(0.70, abs=5e-3)
    assert grading["corrected_difference"]["n_pairs"] == 25
    assert grading["rubrics"]["v3"]["long-context"] == pytest.approx(1255 / 1640)


def test_the_summary_gives_the_articles_decision(summary):
    decision = summary["decision"]
    assert (decision["outcome"], decision["post_hoc"]) == ("iterate", None)
    statuses = {each["quantity"]: each["status"] for each in decision["clauses"]}
    assert statuses == {
        "correctness_delta_lower_ci": "failed",
        "p95_end_to_end": "failed",
        "cost_per_1k_queries": "not_measured",
        "measured_cache_hit_rate": "failed",
        "correctness_delta_upper_ci": "failed",
    }


def test_a_summary_survives_strict_json(summary):
    assert json.loads(json.dumps(summary, allow_nan=False)) == summary


def test_a_confound_of_the_pilot_is_a_finding(demo_store):
    found = to_json.summary(review(demo_store, "policy-assistant-pilot"))
    assert "confound" in {each["severity"] for each in found["validity"]}
    assert found["decision"] is None
