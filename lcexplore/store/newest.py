"""Which runs of an arm are the newest, whatever comparison they stand in?"""

import json

import duckdb

from lcexplore.model import Manifest

_NEWEST = """
SELECT m.arm, m.file, m.fields
FROM manifests m LEFT JOIN (
    SELECT import_id, arm, max(started_at) AS ran FROM answers GROUP BY ALL) a
    ON a.import_id = m.import_id AND a.arm = m.arm
WHERE m.arm IN (SELECT unnest($arms))
QUALIFY row_number() OVER (
    PARTITION BY m.arm ORDER BY a.ran DESC NULLS LAST, m.import_id DESC) = 1
ORDER BY m.arm
"""


def manifests(cursor: duckdb.DuckDBPyConnection, arms: list[str]) -> tuple[Manifest, ...]:
    """Manifest of each arm's newest run: by when it ran, else by when it was imported."""
    found = cursor.execute(_NEWEST, {"arms": arms}).fetchall()
    return tuple(
        Manifest(arm=arm, file=file, fields=json.loads(fields)) for arm, file, fields in found
    )
