"""What did people say of the calibration answers, and what rule had been agreed?"""

import csv
import io
from pathlib import Path

from _runs import GRADER
from _verdicts import LONG_CONTEXT, RETRIEVAL, Key, Outcome

LABELLERS = ("labeller-a", "labeller-b")
_COLUMNS = ("question", "arm", "epoch", "labeller", "verdict", "grader", "rubric", "labelled_at")

RECORD = """\
# Synthetic sample data: the rule of the article, for an invented migration.
comparison: policy-assistant-long-context-vs-retrieval
committed_at: 2026-04-21T16:30:00Z
frozen:
  model: model-2026-04-17          # dated snapshot, both arms
  temperature: 0.0
  eval_set: policy-eval-v3 (820 items, 41% multi-passage)
  corpus_hash: 3b9f...c07
  grader: judge-2026-02-11, rubric v4, blind, order-shuffled
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= +1.0 pts"
    - p95_end_to_end: "<= 5.0 s"
    - cost_per_1k_queries: "<= 1.6x retrieval"
    - measured_cache_hit_rate: ">= 0.95"
  reject_if:
    - correctness_delta_upper_ci: "< 0 pts"
  otherwise: "iterate on the failing dimension; do not ship on partial wins"
review_trigger: [model snapshot change, corpus > 2M tokens, price change]
"""


def write_record(path: Path) -> None:
    """Write the decision record."""
    path.write_bytes(RECORD.encode())


def write_labels(path: Path, outcomes: dict[Key, Outcome]) -> None:
    """Write two people's labels of 50 answers, and the four that had to be settled."""
    labelled = {key: each for key, each in outcomes.items() if each.people is not None}
    settled = _settled(labelled)
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for place, key in enumerate(sorted(labelled)):
        when = f"2026-04-21T{9 + place // 20:02d}:{place % 20 * 3:02d}:00Z"
        for labeller, correct in _votes(key, bool(labelled[key].people), settled):
            verdict = "correct" if correct else "incorrect"
            writer.writerow((*key, labeller, verdict, GRADER, "v3", when))
    path.write_bytes(table.getvalue().encode())


def _settled(labelled: dict[Key, Outcome]) -> dict[Key, str]:
    """Answers on which the two people differed, and who was outvoted.

    The grader agrees with the people in the end on all four: none is a disagreement of its own.
    """
    settled = {}
    for arm in (LONG_CONTEXT, RETRIEVAL):
        for verdict, outvoted in zip((True, False), LABELLERS, strict=True):
            pool = [
                key
                for key, each in sorted(labelled.items())
                if key[1] == arm and each.people is verdict and each.v3 is verdict
            ]
            settled[pool[len(pool) // 2]] = outvoted
    return settled


def _votes(key: Key, people: bool, settled: dict[Key, str]) -> list[tuple[str, bool]]:
    votes = [(each, people != (settled.get(key) == each)) for each in LABELLERS]
    return [*votes, ("adjudicated", people)] if key in settled else votes
