"""Who chooses the arms after the results has not agreed on them beforehand."""

from dataclasses import replace

import pytest

from lcexplore.ingest import import_requests
from lcexplore.model import Status
from lcexplore.report import source
from lcexplore.report.review import review
from lcexplore.report.sentences import decision, hits_needed
from lcexplore.store import Store
from tests.store import logs

LATER = "2999-01-01T00:00:00Z"  # the answers were asked after the record was stored
RULE = """
comparison: c
{arms}
frozen: {{eval_set: "e (5 questions)"}}
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= -2.0 pts"
    - p95_end_to_end: "<= 9.0 s"
    - p95_end_to_end: "<= 2.0 s"
"""
ONLY = """
comparison: c
frozen: {eval_set: "e (300 questions)"}
calibration: not_required
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: "> 0.0 pts"
"""


def stored(folder, arms="", **named):
    store = Store(folder / "s.duckdb")
    store.commit_record("c", RULE.format(arms=arms))
    asked = [
        logs.row(f"q{n}", arm, latency_s=1.0, started_at=LATER) for n in range(5) for arm in "ab"
    ]
    logs.load(folder, asked, comparison="c", **named)
    return store


def committed(seen):
    return next(x for x in seen.decision.preconditions if x.id == "committed_beforehand")


@pytest.mark.parametrize(("baseline", "candidate"), [("a", "b"), ("b", "a")])
def test_arms_that_the_reader_chose_are_not_agreed_beforehand(tmp_path, baseline, candidate):
    store = stored(tmp_path)
    found = committed(review(store, "c", baseline=baseline, candidate=candidate))
    assert found.status is Status.NOT_MEASURED
    assert "chosen by whoever reads this" in found.message


def test_the_lead_says_of_chosen_arms_what_is_so_and_no_more(tmp_path):
    store = Store(tmp_path / "s.duckdb")
    store.commit_record("c", ONLY)
    asked = [
        logs.row(f"q{n}", arm, "correct" if arm == "b" else "incorrect", started_at=LATER)
        for n in range(300)
        for arm in "ab"
    ]
    logs.load(tmp_path, asked, comparison="c")
    lead = decision.lead(review(store, "c", baseline="a", candidate="b"))
    assert "its arms were not named beforehand" in lead
    assert "whether the arms are comparable is not measured" in lead
    assert "was not recorded here" not in lead
    assert "moved with the arm" not in lead


def test_arms_that_the_record_or_the_import_names_are(tmp_path):
    in_record = stored(tmp_path, arms="arms: {baseline: a, candidate: b}")
    assert "chosen" not in committed(review(in_record, "c")).message
    (tmp_path / "import").mkdir()
    by_import = stored(tmp_path / "import", baseline="a")
    for arms in ({}, {"baseline": "a", "candidate": "b"}):
        assert "chosen" not in committed(review(by_import, "c", **arms)).message


def test_of_two_bars_on_a_quantity_the_harder_is_held_against_the_scenario(tmp_path):
    seen = review(stored(tmp_path, baseline="a"), "c")
    assert hits_needed.bar(seen, hits_needed.P95) == 2.0


def test_what_is_shown_first_is_what_the_candidate_has(tmp_path):
    store = stored(tmp_path, baseline="a")
    rows = [{"arm": arm, "latency_s": 1.0} for arm in ("a", "canary") for _ in range(3)]
    import_requests(store, [logs.write(tmp_path / "r.jsonl", rows)], comparison="c")
    seen = review(store, "c")
    assert source.usual(seen) == "eval"
    canary = replace(seen, info=replace(seen.info, candidate="canary"))
    assert source.usual(canary) == "requests"


def test_taking_an_import_back_names_those_that_left_out_its_rows(tmp_path):
    store = Store(tmp_path / "s.duckdb")
    rows = [
        {"arm": "a", "latency_s": 1.0 + n, "started_at": f"2026-05-01T09:00:{n:02d}Z"}
        for n in range(9)
    ]
    for name, some in (("one.jsonl", rows[:6]), ("two.jsonl", rows)):
        import_requests(store, [logs.write(tmp_path / name, some)], comparison="c")
    gone = store.forget(1)
    assert any("two.jsonl, left out 6 rows as stored already" in note for note in gone.notes)


def test_the_noise_of_another_unit_makes_no_second_request(tmp_path):
    store = Store(tmp_path / "s.duckdb")
    times = [f"2026-05-01T09:00:{n:02d}Z" for n in range(50)]
    seconds = [
        {"arm": "a", "latency_s": 0.001 * (1001 + 7 * n), "started_at": at}
        for n, at in enumerate(times)
    ]
    import_requests(store, [logs.write(tmp_path / "s.jsonl", seconds)], comparison="c")
    text = "arm,started_at,latency_ms\n" + "".join(
        f"a,{at},{1001 + 7 * n}\n" for n, at in enumerate(times)
    )
    (tmp_path / "ms.csv").write_text(text)
    (again,) = import_requests(store, [tmp_path / "ms.csv"], comparison="c")
    assert (again.rows_kept, again.duplicates) == (0, 50)
