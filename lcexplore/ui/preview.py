"""Which column of a table means what? Ten rows of it, and a choice for each field that counts."""

import csv
import io
from collections.abc import Sequence

import streamlit as st

from lcexplore.ui import parts

ROWS, MOST_TEXT, HEAD = 10, 80, 256 * 1024
FIELDS = ("question", "arm", "verdict", "epoch", "latency_s", "cache")
_AS_NAMED = "as named"


def mapping(name: str, content: bytes) -> dict[str, str]:
    """Show the first rows of a CSV and ask for its columns; nothing to ask for other files."""
    if not name.lower().endswith(".csv"):
        return {}
    header, rows = table(content)
    if not header:
        return {}
    parts.small("The first rows, as they stand in the file:")
    parts.table(header, rows)
    chosen: dict[str, str] = {}
    with st.container(horizontal=True):
        for field in FIELDS:
            column = st.selectbox(
                f"Column of {field}", [_AS_NAMED, *header], key=f"map-{field}", width=180
            )
            if column != _AS_NAMED:
                chosen[field] = column
    return chosen


def table(content: bytes) -> tuple[list[str], list[list[str]]]:
    """Header and first rows of a CSV, every cell cut to what fits a table."""
    text = content[:HEAD].decode("utf-8-sig", errors="replace")
    lines = csv.reader(io.StringIO(text))
    header = next(lines, [])
    return header, [_fitted(row, len(header)) for row, _ in zip(lines, range(ROWS), strict=False)]


def _fitted(row: Sequence[str], width: int) -> list[str]:
    cut = [cell if len(cell) <= MOST_TEXT else f"{cell[:MOST_TEXT]}…" for cell in row[:width]]
    return cut + [""] * (width - len(cut))
