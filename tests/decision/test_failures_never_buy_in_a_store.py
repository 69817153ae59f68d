"""No failure buys a switch, from logs on disk through importer and store to the decision."""

import json
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from lcexplore import ingest
from lcexplore.model import Outcome
from lcexplore.report.review import review
from lcexplore.store import Store

ARMS = ("retrieval", "long-context")
SEEDS = 24
N, START = 90, datetime(2026, 4, 20, 9, tzinfo=UTC)
RECORD = """\
comparison: random
arms: [retrieval, long-context]
calibration: not_required
missing_tolerance: 0.1
committed_at: 2020-01-01
frozen:
  eval_set: random (90 items)
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= {margin} pts"
    - {second}
  reject_if:
    - correctness_delta_upper_ci: "< -6 pts"
"""
SECOND = (
    'p95_end_to_end: "<= 6 s"',
    'p50_end_to_end: "<= 1.5x retrieval"',
    'measured_cache_hit_rate: ">= 80 %"',
    'effective_input_tokens: "<= 2x retrieval"',
    'error_rate: "<= 2 %"',
)


def log(random, arm, skill):
    """An arm's rows; the candidate's start late enough to be near a run that is called blocked.

    One answer in twenty, and of the candidate about one in ten, is served by another model.
    """
    rows, late, other = {}, 0, 0.05
    if arm == ARMS[1]:
        late, other = random.choice([0, 0, 40, 44, 46, 48]), random.choice([0.05, 0.08, 0.11])
    served = ["m-2"] * round(N * other) + ["m-1"] * N
    for index in range(N):
        began = START + timedelta(minutes=index + late, seconds=random.randint(0, 50))
        miss = random.random() < 0.1
        correct = random.random() < (0.97 if index % 2 else skill)
        rows[index] = {
            "question": f"q{index:02}",
            "arm": arm,
            "epoch": 1,
            "started_at": began.isoformat(),
            "model": served[index],
            "latency_s": round(random.uniform(0.5, 3) + 4 * miss, 2),
            "usage": {"input_uncached": 900, "cache_read": 0 if miss else 50, "cache_write": 0},
            "gradings": [
                {
                    "grader": "exact_match",
                    "rubric": "v1",
                    "verdict": "correct" if correct else "incorrect",
                    "graded_at": "2026-04-20T11:00:00Z",
                }
            ],
        }
    return rows


def damage(random, rows):
    """Turn, remove or add up to five answers' worth of failures."""
    for index in random.sample(range(N), random.randint(1, 5)):
        failed = {"question": f"q{index:02}", "arm": rows[0]["arm"], "error": {"kind": "timeout"}}
        kind = random.choice(["turn", "remove", "add"])
        if kind == "turn":
            rows[index] = {**failed, "epoch": 1}
        elif kind == "add":
            rows[N + index] = {**failed, "epoch": 2}
        elif index:
            rows.pop(index, None)


def decided(folder, logs, rule):
    manifest = {"comparison": "random", "eval_set": "random", "eval_set_size": N}
    multipliers = {"read": 0.1, "write": 1.25}
    paths = []
    folder.mkdir()
    for arm, rows in logs.items():
        first = {**manifest, "arm": arm, "cache_multipliers": multipliers, "baseline": ARMS[0]}
        lines = [{"lcexplore": 1, "manifest": first}, *rows.values()]
        paths.append(folder / f"{arm}.jsonl")
        paths[-1].write_text("\n".join(map(json.dumps, lines)))
    store = Store(folder / "store.duckdb")
    ingest.import_files(store, paths, comparison="random")
    return review(store, "random", record_text=rule, accept_claimed=True).decision


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    """Outcomes before and after the damage, of many random pairs of logs."""
    folder, found = tmp_path_factory.mktemp("law"), []
    for seed in range(SEEDS):
        random = Random(seed)
        rule = RECORD.format(margin=random.choice([-12, -6, 0]), second=SECOND[seed % len(SECOND)])
        logs = {arm: log(random, arm, skill) for arm, skill in zip(ARMS, (0.5, 0.8), strict=True)}
        before = decided(folder / f"{seed}-before", logs, rule)
        damage(random, logs[random.choice([*ARMS, ARMS[1]])])
        after = decided(folder / f"{seed}-after", logs, rule)
        found.append((before.outcome, after.outcome))
    return found


def test_no_damage_to_a_log_creates_a_switch(outcomes):
    assert not [
        pair for pair in outcomes if pair[1] is Outcome.SWITCH and pair[0] is not Outcome.SWITCH
    ]


def test_many_of_the_logs_do_license_a_switch(outcomes):
    assert sum(before is Outcome.SWITCH for before, _ in outcomes) >= 5
