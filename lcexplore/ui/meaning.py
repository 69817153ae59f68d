"""What do columns, verdicts and the cache's prices mean, as the reader says?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from lcexplore.importers.look import Table
from lcexplore.report.sentences import data
from lcexplore.ui import parts

FIELDS = ("question", "arm", "verdict", "epoch", "latency_s", "cache")
OF_REQUESTS = ("arm", "started_at", "latency_s", "latency_ms", "ttft_s", "status", "cache")
AS_NAMED = "as named"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What the reader said of the files.

    Attributes:
        mapping: Column, or way of reading, by field.
        correct: Verdicts that mean correct.
        incorrect: Verdicts that mean incorrect.
        correct_at: Numbers at or above it are correct.
        multipliers: Price of cache reads and writes in full-price tokens.
    """

    mapping: Mapping[str, str] = field(default_factory=dict)
    correct: tuple[str, ...] = ()
    incorrect: tuple[str, ...] = ()
    correct_at: float | None = None
    multipliers: Mapping[str, float] = field(default_factory=dict)


def ask(chosen: Mapping[str, str], table: Table) -> Meaning:
    """Ask what the columns, the verdicts and the cache's prices are; inside the form."""
    mapped = _columns([name for name in FIELDS if name not in chosen], table)
    left, middle, right = st.columns(3)
    with left:
        correct = _words("Verdicts that mean correct", "right")
        read = _number("Price of a cache read", "price-read")
    with middle:
        incorrect = _words("Verdicts that mean incorrect", "wrong")
        write = _number("Price of a cache write", "price-write")
    with right:
        correct_at = _number("Correct from this number on", "correct-at", unset="no such number")
    parts.small(data.MULTIPLIERS)
    prices = {"read": read, "write": write}
    return Meaning(
        mapping={**mapped, **chosen},
        correct=correct,
        incorrect=incorrect,
        correct_at=correct_at,
        multipliers={name: price for name, price in prices.items() if price is not None},
    )


def ask_requests(table: Table) -> Meaning:
    """Ask what the columns of a log of requests are; inside the form."""
    return Meaning(mapping=_columns(OF_REQUESTS, table))


def _columns(names: Sequence[str], table: Table) -> dict[str, str]:
    if not table.header:
        return {}
    with st.container(horizontal=True):
        chosen = {name: _column(name, table.header) for name in names}
    return {name: column for name, column in chosen.items() if column != AS_NAMED}


def _column(name: str, header: Sequence[str]) -> str:
    chosen: str = st.selectbox(
        f"Column of {name}", [AS_NAMED, *header], key=f"map-{name}", width=180
    )
    return chosen


def _words(label: str, key: str) -> tuple[str, ...]:
    return values(st.text_input(label, placeholder="the usual ones", key=key))


def _number(label: str, key: str, *, unset: str = "as the log says") -> float | None:
    given: float | None = st.number_input(
        label, min_value=0.0, value=None, placeholder=unset, key=key
    )
    return given


def values(text: str) -> tuple[str, ...]:
    """Split what was typed at commas."""
    return tuple(each.strip() for each in text.split(",") if each.strip())
