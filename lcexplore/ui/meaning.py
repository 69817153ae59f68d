"""What do columns, verdicts and the cache's prices mean, as a mapping file and the reader say?"""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from lcexplore.importers.look import Table
from lcexplore.importers.saved import Reading
from lcexplore.log import MAPPED_FIELDS, ReadOptions, Thresholds, thresholds
from lcexplore.report.sentences import data
from lcexplore.store import verdict_rule
from lcexplore.ui import parts

FIELDS = (
    *("question", "arm", "verdict", "epoch", "latency_s", "latency_ms", "cache"),
    *("answer", "question_text", "stratum"),
)
OF_REQUESTS = ("arm", "started_at", "latency_s", "latency_ms", "ttft_s", "status", "cache")
OF_THE_RUN = ("model", "grader", "rubric")
AS_NAMED, AS_SAID = "as named", "as the logs say"


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What a mapping file says: the controls begin with it.

    Attributes:
        reading: What it says; nothing without a file.
        mark: Tells the controls that one file filled from those of another.
    """

    reading: Reading = field(default_factory=Reading)
    mark: str = ""

    def key(self, name: str, said: object) -> str:
        """Key of a control, another one where the file fills it."""
        return name if said in (None, (), "") else f"{name}-{self.mark}"


def arm(given: Given) -> str | None:
    """Ask for the arm of the files."""
    said = given.reading.options.arm
    key = given.key("arm", said)
    typed = st.text_input("Arm of these files", said or "", key=key, placeholder=AS_SAID)
    return typed.strip() or None


def ask(given: Given, chosen: Mapping[str, str], table: Table, of: str | None) -> Reading:
    """Ask what the columns, the verdicts and the cache's prices are.

    Args:
        given: What a mapping file says.
        chosen: What was chosen of the ways to read the files.
        table: The first rows whose columns can be mapped.
        of: The arm.

    Raises:
        UsageError: What was typed is no number.
    """
    mapped = _columns([name for name in FIELDS if name not in chosen], table, given)
    said = given.reading.options
    if mapped and not said.mapping:
        mapped |= _as_named(table.header, {**mapped, **chosen})
    left, middle, right = st.columns(3)
    with left:
        correct = _words("Verdicts that mean correct", "right", said.correct, given)
        read = _price("read", given)
    with middle:
        incorrect = _words("Verdicts that mean incorrect", "wrong", said.incorrect, given)
        write = _price("write", given)
    with right:
        correct_at = _from_which_on(given)
    parts.small(data.usual_verdicts(verdict_rule.CORRECT, verdict_rule.INCORRECT))
    parts.small(data.MULTIPLIERS)
    prices = {"read": read, "write": write}
    options = ReadOptions(
        arm=of,
        mapping={**mapped, **chosen},
        correct=correct,
        incorrect=incorrect,
        correct_at=correct_at,
        partial=said.partial,
        cache_multipliers={name: price for name, price in prices.items() if price is not None},
    )
    return Reading(format=given.reading.format, options=options)


def ask_manifest() -> dict[str, str]:
    """Ask what held for the whole run and no log says, which a switch needs to be the same."""
    asked = {}
    for column, name in zip(st.columns(len(OF_THE_RUN)), OF_THE_RUN, strict=True):
        typed = column.text_input(name.capitalize(), key=f"run-{name}", placeholder=AS_SAID)
        asked[name] = typed.strip()
    parts.small(data.OF_THE_RUN)
    return {name: value for name, value in asked.items() if value}


def ask_requests(given: Given, table: Table, of: str | None) -> Reading:
    """Ask what the columns of a log of requests are."""
    return Reading(options=ReadOptions(arm=of, mapping=_columns(OF_REQUESTS, table, given)))


def ask_labels() -> Reading:
    """Ask which verdicts of people mean correct, and which incorrect."""
    left, right = st.columns(2)
    with left:
        correct = _words("Verdicts that mean correct", "right", (), Given())
    with right:
        incorrect = _words("Verdicts that mean incorrect", "wrong", (), Given())
    parts.small(data.usual_verdicts(verdict_rule.CORRECT, verdict_rule.INCORRECT))
    return Reading(options=ReadOptions(correct=correct, incorrect=incorrect))


def _columns(names: Sequence[str], table: Table, given: Given) -> dict[str, str]:
    """Columns by field: as the controls stand, and as the file says where there is no control."""
    said = given.reading.options.mapping
    if not table.header:
        return dict(said)
    with st.container(horizontal=True):
        chosen = {name: _column(name, table.header, given) for name in names}
    drawn = {name: column for name, column in chosen.items() if column != AS_NAMED}
    return {name: column for name, column in said.items() if name not in chosen} | drawn


def _as_named(header: Sequence[str], taken: Mapping[str, str]) -> dict[str, str]:
    """Where other columns are mapped, those of our names go on to mean what they say."""
    return {name: name for name in MAPPED_FIELDS if name in header and name not in taken}


def _column(name: str, header: Sequence[str], given: Given) -> str:
    said = given.reading.options.mapping.get(name)
    columns = [AS_NAMED, *dict.fromkeys([*header, *([said] if said else [])])]
    at = columns.index(said) if said else 0
    key = given.key(f"map-{name}", said)
    chosen: str = st.selectbox(f"Column of {name}", columns, at, key=key, width=180)
    return chosen


def _words(label: str, key: str, said: Sequence[str], given: Given) -> tuple[str, ...]:
    key = given.key(key, said)
    return values(st.text_input(label, joined(said), placeholder="the usual ones", key=key))


def _price(kind: str, given: Given) -> float | None:
    said = given.reading.options.cache_multipliers.get(kind)
    price: float | None = st.number_input(
        f"Price of a cache {kind}",
        min_value=0.0,
        value=said,
        format="%g",
        placeholder="as the log says",
        key=given.key(f"price-{kind}", said),
    )
    return price


def _from_which_on(given: Given) -> Thresholds:
    said = given.reading.options.correct_at
    named = said.items() if isinstance(said, Mapping) else ()
    written = [f"{name}={at:g}" for name, at in named] or ([] if said is None else [f"{said:g}"])
    typed = st.text_input(
        "Correct from this number on",
        joined(written),
        placeholder="4, or grader=4 for each",
        key=given.key("correct-at", said),
    )
    return thresholds(values(typed))


def values(text: str) -> tuple[str, ...]:
    """Split what was typed at commas, except inside double quotes."""
    try:
        parted = next(csv.reader([text], skipinitialspace=True), [])
    except csv.Error:
        parted = text.split(",")
    return tuple(each.strip() for each in parted if each.strip())


def joined(several: Sequence[str]) -> str:
    """Write values as they would be typed."""
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(several)
    return out.getvalue()
