"""How do files become a comparison: drop them, confirm what each column means, read the account."""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from lcexplore.errors import ChoiceNeeded, LcexploreError, UsageError
from lcexplore.importers.look import Table
from lcexplore.report.sentences import data
from lcexplore.store import Store
from lcexplore.ui import files, ledger, mapping_file, meaning, parts, preview, which
from lcexplore.ui.taking_in import KINDS, LABELS, LOGS, REQUESTS, Request, take_in

TYPES = ["jsonl", "ndjson", "json", "csv", "tsv", "parquet", "eval", "db", "gz", "yaml", "yml"]


def form(store: Store) -> None:
    """Draw the drop zone, what it proposes, the button that imports, and below it the account."""
    _form(store)
    ledger.done(ledger.IMPORTED)


def _form(store: Store) -> None:
    uploads = st.file_uploader(
        "Logs, human labels, a decision record or a price sheet",
        type=TYPES,
        accept_multiple_files=True,
        key="files",
    )
    if not uploads:
        return
    proposed = which.proposed(uploads) or LOGS
    kind = st.segmented_control("What are they?", KINDS, default=proposed, key="kind") or LOGS
    if elsewhere := which.otherwise(uploads, kind):
        parts.text(*elsewhere)
        return
    given = _given(kind)
    if given is None:
        return
    chosen, table = _identified(kind, uploads, given)
    with st.container(border=True):
        try:
            request = _ask(kind, given, chosen, table)
        except UsageError as error:
            parts.trouble(str(error))
            return
        with st.container(horizontal=True):
            confirmed = st.button("Import")
            if kind in (LOGS, REQUESTS):
                mapping_file.offered(request.reading)
    if confirmed:
        _import(store, uploads, request)


def _given(kind: str) -> meaning.Given | None:
    """What a mapping file says, for files that can be mapped; None for one that cannot be read."""
    if kind not in (LOGS, REQUESTS):
        return meaning.Given()
    return mapping_file.taken(requests=kind == REQUESTS)


def _identified(
    kind: str, uploads: Sequence[UploadedFile], given: meaning.Given
) -> tuple[dict[str, str], Table]:
    """What was chosen of ways to read the files, and the first rows whose columns can be mapped."""
    if kind == LOGS:
        return preview.identify(uploads, given.reading)
    return {}, preview.rows_of(uploads[0]) if kind == REQUESTS else Table()


def _ask(kind: str, given: meaning.Given, chosen: dict[str, str], table: Table) -> Request:
    """Ask for the comparison; for logs also for arms and columns."""
    name = st.text_input("Comparison", key="into", placeholder="its name, such as assistant-v3")
    if kind == LABELS:
        return Request(kind=kind, comparison=name.strip(), reading=meaning.ask_labels())
    if kind not in (LOGS, REQUESTS):
        return Request(kind=kind, comparison=name.strip())
    left, right = st.columns(2)
    with left:
        arm = meaning.arm(given)
    base = right.text_input("Arm that runs today", key="base", placeholder="as the logs say")
    request = Request(kind=kind, comparison=name.strip(), baseline=base.strip() or None)
    if kind == REQUESTS:
        return replace(request, reading=meaning.ask_requests(given, table, arm))
    reading = meaning.ask(given, chosen, table, arm)
    return replace(request, reading=reading, manifest=meaning.ask_manifest())


def _import(store: Store, uploads: Sequence[UploadedFile], request: Request) -> None:
    too_large = [each.name for each in uploads if each.size > files.LARGEST]
    if too_large:
        parts.trouble(data.too_large(too_large[0]))
        return
    if not request.comparison:
        parts.trouble("Name the comparison that these files belong to.")
        return
    with tempfile.TemporaryDirectory() as folder:
        paths = [files.saved(each, Path(folder)) for each in uploads]
        try:
            shown = replace(request, progress=_bar(len(paths)))
            lines = take_in(store, paths, shown)
        except ChoiceNeeded as error:
            if error.field not in request.reading.options.mapping:
                preview.needed(uploads, error.field, error.choices)
                st.rerun()
            parts.trouble(files.unplaced(error, folder))
            return
        except LcexploreError as error:
            parts.trouble(files.unplaced(error, folder))
            return
    ledger.remember(lines, ledger.IMPORTED, comparison=request.comparison)
    st.rerun()


def _bar(n_files: int) -> Callable[[str], None]:
    """Draw a bar that moves on with every file and with the writing; it names no file."""
    bar = st.progress(0.0, text="Reading the files")
    steps = count(1)

    def told(_: str) -> None:
        step = min(next(steps), n_files + 1)
        what = f"Reading file {step} of {n_files}" if step <= n_files else "Writing to the store"
        bar.progress(step / (n_files + 1), text=what)

    return told
