"""Which decision records and price sheets does the store hold, logs or none beside them?"""

import duckdb

from lcexplore.store.ask import utc
from lcexplore.store.entries import Given

_GIVEN = """
SELECT comparison, max(recorded_at), max(stored_at)
FROM (SELECT comparison, recorded_at, NULL::TIMESTAMP AS stored_at FROM records
      UNION ALL SELECT comparison, NULL, stored_at FROM price_sheets)
GROUP BY comparison ORDER BY comparison
"""


def given(cursor: duckdb.DuckDBPyConnection) -> tuple[Given, ...]:
    """What was agreed or priced, by comparison; one without a log yet is there too."""
    return tuple(
        Given(comparison=name, recorded_at=utc(recorded), priced_at=utc(priced))
        for name, recorded, priced in cursor.execute(_GIVEN).fetchall()
    )
