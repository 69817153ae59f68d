"""How does a table leave for a spreadsheet without any cell being run as a formula?"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def safe(value: object) -> object:
    """Put a quote before text that a spreadsheet would run; numbers stay numbers."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def safe_csv(rows: Iterable[Sequence[object]]) -> bytes:
    """Write rows, the header first, as UTF-8 CSV that spreadsheets recognise."""
    out = io.StringIO()
    csv.writer(out).writerows([safe(value) for value in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def table_csv(frame: "pd.DataFrame") -> bytes:
    """Write a whole table as such a CSV; what is unknown is blank."""
    known = frame.astype(object).where(frame.notna(), None)
    return safe_csv([list(known.columns), *known.itertuples(index=False)])


def parquet(frame: "pd.DataFrame") -> bytes:
    """Write a whole table as Parquet, every value as it is stored."""
    out = io.BytesIO()
    frame.to_parquet(out, index=False)
    return out.getvalue()
