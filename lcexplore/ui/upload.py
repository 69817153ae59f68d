"""How do files become a comparison: drop them, confirm what each column means, read the account."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from lcexplore import ingest
from lcexplore.errors import ChoiceNeeded, LcexploreError
from lcexplore.importers.look import Table
from lcexplore.report.sentences import data
from lcexplore.store import Store
from lcexplore.ui import files, ledger, meaning, parts, preview
from lcexplore.ui.meaning import Meaning

TYPES = ["jsonl", "json", "gz", "csv", "tsv", "parquet", "eval", "db", "yaml"]
LOGS, LABELS, RECORD = "Logs of one or both arms", "Human labels", "A decision record"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the reader asked to be done with the files."""

    kind: str
    comparison: str
    arm: str | None = None
    baseline: str | None = None
    meaning: Meaning = field(default_factory=Meaning)


def form(store: Store) -> None:
    """Draw the drop zone, then what it proposes, then the button that imports."""
    uploads = st.file_uploader(
        "Logs, human labels or a decision record",
        type=TYPES,
        accept_multiple_files=True,
        key="files",
    )
    if not uploads:
        return
    kinds = [LOGS, LABELS, RECORD]
    kind = st.segmented_control("What are they?", kinds, default=LOGS, key="kind") or LOGS
    chosen, table = preview.identify(uploads) if kind == LOGS else ({}, Table())
    with st.form("import", border=True):
        request = _ask(kind, chosen, table)
        confirmed = st.form_submit_button("Import")
    if confirmed:
        _import(store, uploads, request)


def _ask(kind: str, chosen: dict[str, str], table: Table) -> Request:
    """Ask for the comparison; for logs also for the arms and the columns of a table."""
    name = st.text_input("Comparison", key="into", placeholder="its name, such as assistant-v3")
    if kind != LOGS:
        return Request(kind=kind, comparison=name.strip())
    left, right = st.columns(2)
    arm = left.text_input("Arm of these files", key="arm", placeholder="as the logs say")
    base = right.text_input("Arm that runs today", key="base", placeholder="as the logs say")
    return Request(
        kind=kind,
        comparison=name.strip(),
        arm=arm.strip() or None,
        baseline=base.strip() or None,
        meaning=meaning.ask(chosen, table),
    )


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
            with st.spinner("Reading the files…"):
                lines = _done(store, paths, request)
        except ChoiceNeeded as error:
            if error.field not in request.meaning.mapping:
                preview.needed(uploads, error.field, error.choices)
                st.rerun()
            parts.trouble(files.unplaced(error, folder))
            return
        except LcexploreError as error:
            parts.trouble(files.unplaced(error, folder))
            return
    ledger.remember(lines)
    st.rerun()


def _done(store: Store, paths: Sequence[Path], request: Request) -> list[str]:
    """Carry the request out; the account of it in sentences."""
    comparison = request.comparison
    if request.kind == RECORD:
        done = [ingest.commit_record(store, path, comparison=comparison) for path in paths]
        return [data.committed(stored, record) for stored, record in done]
    if request.kind == LABELS:
        accounts = [ingest.import_labels(store, path, comparison=comparison) for path in paths]
        return [line for each in accounts for line in data.account(each)]
    kept = ingest.import_files(
        store,
        paths,
        comparison=comparison,
        arm=request.arm,
        baseline=request.baseline,
        mapping=request.meaning.mapping,
        correct=request.meaning.correct,
        incorrect=request.meaning.incorrect,
        correct_at=request.meaning.correct_at,
        cache_multipliers=request.meaning.multipliers,
    )
    return [line for each in kept for line in data.account(each)]
