"""What are the files, before they are imported, and which way of reading them is meant?"""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from lcexplore.errors import ChoiceNeeded, LcexploreError
from lcexplore.importers import ReadOptions
from lcexplore.importers.look import Looked, Table, look, raw
from lcexplore.importers.saved import Reading
from lcexplore.report.sentences import data
from lcexplore.ui import files, parts

FEW_COLUMNS = 8
_CHOICES = "lcx_choices"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What one file turned out to be.

    Attributes:
        looked: Its format and first rows, or None.
        table: Its first rows as they stand in it, where nobody recognises it.
        trouble: Why it is not recognised.
        asks: What has to be chosen before it can be read.
        choices: The ways of reading it, each with an example.
    """

    looked: Looked | None = None
    table: Table = field(default_factory=Table)
    trouble: str = ""
    asks: str | None = None
    choices: Mapping[str, str] = field(default_factory=dict)


def identify(uploads: Sequence[UploadedFile], given: Reading) -> tuple[dict[str, str], Table]:
    """Say what each file is and ask what can be read in more than one way.

    Args:
        uploads: The files.
        given: What a mapping file says of them.

    Returns:
        What was chosen, by field, and the first rows where columns can be mapped.
    """
    chosen = _chosen(uploads)
    how = tuple({**given.options.mapping, **chosen}.items())
    seen = [_seen(each.file_id, each.name, how, given.format, each) for each in uploads]
    for each in seen:
        if each.asks:
            needed(uploads, each.asks, each.choices)
    for upload, each in zip(uploads, seen, strict=True):
        _say(upload.name, each, mapped=bool(how or given.format))
    _ask_choices(uploads)
    return chosen, _first_rows(seen[0])


def rows_of(upload: UploadedFile) -> Table:
    """Draw the first rows of a table whatever they mean, and return them."""
    return _first_rows(_raw_of(upload.file_id, upload))


def needed(uploads: Sequence[UploadedFile], name: str, choices: Mapping[str, str]) -> None:
    """Remember what has to be chosen for these files."""
    st.session_state.setdefault(_CHOICES, {}).setdefault(_key(uploads), {})[name] = dict(choices)


def _key(uploads: Sequence[UploadedFile]) -> str:
    return " ".join(each.file_id for each in uploads)


def _open(uploads: Sequence[UploadedFile]) -> dict[str, dict[str, str]]:
    known: dict[str, dict[str, str]] = st.session_state.get(_CHOICES, {}).get(_key(uploads), {})
    return known


def _chosen(uploads: Sequence[UploadedFile]) -> dict[str, str]:
    """Values of the choices drawn in the run before."""
    key = _key(uploads)
    found = {name: st.session_state.get(f"choice-{name}-{key}") for name in _open(uploads)}
    return {name: value for name, value in found.items() if value}


def _ask_choices(uploads: Sequence[UploadedFile]) -> None:
    for name, choices in _open(uploads).items():
        st.selectbox(
            f"These files can be read in more than one way. What is the {name}?",
            list(choices),
            index=None,
            format_func=partial(_way, choices),
            placeholder="Choose one",
            key=f"choice-{name}-{_key(uploads)}",
            width=520,
        )


def _way(choices: Mapping[str, str], way: str) -> str:
    return f"{way} ({choices[way]})"


@st.cache_resource(max_entries=32, show_spinner="Looking at the file…")
def _seen(
    file_id: str,
    name: str,
    mapping: tuple[tuple[str, str], ...],
    format: str | None,
    _upload: UploadedFile,
) -> Seen:
    if _upload.size > files.LARGEST:
        return Seen(trouble=data.too_large(name))
    with tempfile.TemporaryDirectory() as folder:
        path = files.saved(_upload, Path(folder))
        try:
            return Seen(looked=look(path, ReadOptions(mapping=dict(mapping)), format=format))
        except ChoiceNeeded as error:
            return Seen(asks=error.field, choices=error.choices)
        except LcexploreError as error:
            return Seen(trouble=files.unplaced(error, folder), table=_raw(path))


@st.cache_resource(max_entries=32, show_spinner="Looking at the file…")
def _raw_of(file_id: str, _upload: UploadedFile) -> Seen:
    with tempfile.TemporaryDirectory() as folder:
        return Seen(table=_raw(files.saved(_upload, Path(folder))))


def _raw(path: Path) -> Table:
    try:
        return raw(path)
    except LcexploreError:
        return Table()


def _say(name: str, seen: Seen, *, mapped: bool) -> None:
    if seen.looked:
        parts.text(data.recognised(name, seen.looked.format))
        parts.listing(seen.looked.notes)
    elif seen.table.header and not mapped:
        parts.text(data.not_recognised(name))
    elif seen.trouble:
        parts.trouble(seen.trouble)


def _first_rows(seen: Seen) -> Table:
    """Draw the first rows; return them where their columns can be mapped."""
    looked = seen.looked
    table = looked.table if looked else seen.table
    if not table.rows:
        return Table()
    parts.small(data.AS_READ if looked and looked.as_read else data.AS_THEY_STAND)
    if len(table.header) <= FEW_COLUMNS:
        parts.table(table.header, table.rows)
    else:
        columns = {name: [row[at] for row in table.rows] for at, name in enumerate(table.header)}
        st.dataframe(columns, hide_index=True, alt=data.AS_THEY_STAND)
    return table if looked is None or looked.can_map else Table()
