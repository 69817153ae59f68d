"""Which column of a table means what? Ten rows of it, and a choice for each field that counts."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from lcexplore.ui import parts

ROWS, MOST_TEXT, HEAD = 10, 80, 256 * 1024
FIELDS = ("question", "arm", "verdict", "epoch", "latency_s", "cache")
AS_NAMED = "as named"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What the reader said of a table: column by field, and which verdicts mean what."""

    mapping: Mapping[str, str] = field(default_factory=dict)
    correct: tuple[str, ...] = ()
    incorrect: tuple[str, ...] = ()


def ask(name: str, content: bytes) -> Meaning:
    """Show the first rows of a CSV and ask for its columns; nothing to ask for other files."""
    if not name.lower().endswith(".csv"):
        return Meaning()
    header, rows = table(content)
    if not header:
        return Meaning()
    parts.small("The first rows, as they stand in the file:")
    parts.table(header, rows)
    with st.container(horizontal=True):
        columns = {each: _column(each, header) for each in FIELDS}
    left, right = st.columns(2)
    correct = left.text_input("Verdicts that mean correct", placeholder="usual ones", key="right")
    incorrect = right.text_input(
        "Verdicts that mean incorrect", placeholder="usual ones", key="wrong"
    )
    return Meaning(
        mapping={each: column for each, column in columns.items() if column != AS_NAMED},
        correct=values(correct),
        incorrect=values(incorrect),
    )


def _column(name: str, header: Sequence[str]) -> str:
    chosen: str = st.selectbox(
        f"Column of {name}", [AS_NAMED, *header], key=f"map-{name}", width=180
    )
    return chosen


def values(text: str) -> tuple[str, ...]:
    """Split what was typed at commas."""
    return tuple(each.strip() for each in text.split(",") if each.strip())


def table(content: bytes) -> tuple[list[str], list[list[str]]]:
    """Header and first rows of a CSV, every cell cut to what fits a table."""
    text = content[:HEAD].decode("utf-8-sig", errors="replace")
    lines = csv.reader(io.StringIO(text))
    header = next(lines, [])
    return header, [_fitted(row, len(header)) for row, _ in zip(lines, range(ROWS), strict=False)]


def _fitted(row: Sequence[str], width: int) -> list[str]:
    cut = [cell if len(cell) <= MOST_TEXT else f"{cell[:MOST_TEXT]}…" for cell in row[:width]]
    return cut + [""] * (width - len(cut))
