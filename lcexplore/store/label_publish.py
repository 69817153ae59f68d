"""How do the labels of a draw enter the evidence, as one import that can be taken back?"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime

import duckdb
import pyarrow as pa

from lcexplore.evidence.labels import Label
from lcexplore.store.connect import offer
from lcexplore.store.draws import Draw, ask
from lcexplore.store.publish import next_import


def publish(bench: duckdb.DuckDBPyConnection, draw: Draw, labels: Sequence[Label]) -> int:
    """Put labels into the attached store as the draw's own import; return its number."""
    known = ask(bench, "own_import", {"draw": draw.draw})
    import_id = int(known[0][0]) if known else next_import(bench)
    offer(bench, _table(labels), "CREATE OR REPLACE TEMP TABLE temp.new_labels AS")
    values = {
        "draw": draw.draw,
        "import_id": import_id,
        "comparison": draw.comparison,
        "grader": draw.grader,
        "rubric": draw.rubric,
        "file": f"draw {draw.draw}",
        "imported_at": datetime.now(UTC).replace(tzinfo=None),
        "rows": len(labels),
    }
    values["arms"] = json.dumps(dict(ask(bench, "arms", values)), ensure_ascii=False)
    for step in ("clear_labels", "clear_import", "insert_labels", "insert_import", "set_import"):
        ask(bench, step, values)
    return import_id


def _table(labels: Sequence[Label]) -> pa.Table:
    times = [each.said_at.astimezone(UTC).replace(tzinfo=None) for each in labels]
    return pa.table(
        {
            "place": pa.array(range(len(labels)), pa.int64()),
            "item": pa.array([each.item for each in labels], pa.int32()),
            "labeller": pa.array([each.labeller for each in labels], pa.string()),
            "verdict": pa.array([each.verdict for each in labels], pa.string()),
            "note": pa.array([each.note for each in labels], pa.string()),
            "said_at": pa.array(times, pa.timestamp("us")),
        }
    )
