"""How do files become a comparison: drop them, confirm what each column means, read the account."""

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from lcexplore import ingest
from lcexplore.errors import LcexploreError
from lcexplore.report.sentences import data
from lcexplore.store import Store
from lcexplore.ui import ledger, parts
from lcexplore.ui.preview import Meaning, ask

LARGEST = 50 * 1024 * 1024
TYPES = ["jsonl", "json", "gz", "csv", "parquet", "eval", "db", "yaml"]
LOGS, LABELS, RECORD = "Logs of one or both arms", "Human labels", "A decision record"
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the reader asked to be done with the files."""

    kind: str
    comparison: str
    arm: str | None = None
    baseline: str | None = None
    meaning: Meaning


def form(store: Store) -> None:
    """Draw the drop zone, then what it proposes, then the button that imports."""
    files = st.file_uploader(
        "Logs, human labels or a decision record",
        type=TYPES,
        accept_multiple_files=True,
        key="files",
    )
    if not files:
        return
    kinds = [LOGS, LABELS, RECORD]
    kind = st.segmented_control("What are they?", kinds, default=LOGS, key="kind") or LOGS
    with st.form("import", border=True):
        request = _ask(kind, files)
        confirmed = st.form_submit_button("Import")
    if confirmed:
        _import(store, files, request)


def _ask(kind: str, files: Sequence[UploadedFile]) -> Request:
    """Ask for the comparison; for logs also for the arms and the columns of a table."""
    name = st.text_input("Comparison", key="into", placeholder="its name, such as assistant-v3")
    if kind != LOGS:
        return Request(kind=kind, comparison=name.strip(), meaning=Meaning())
    left, right = st.columns(2)
    arm = left.text_input("Arm of these files", key="arm", placeholder="as the logs say")
    base = right.text_input("Arm that runs today", key="base", placeholder="as the logs say")
    return Request(
        kind=kind,
        comparison=name.strip(),
        arm=arm.strip() or None,
        baseline=base.strip() or None,
        meaning=ask(files[0].name, files[0].getvalue()),
    )


def _import(store: Store, files: Sequence[UploadedFile], request: Request) -> None:
    too_large = [each.name for each in files if each.size > LARGEST]
    if too_large:
        parts.trouble(f"{too_large[0]} is larger than 50 MB; import it by lcexplore import.")
        return
    if not request.comparison:
        parts.trouble("Name the comparison that these files belong to.")
        return
    with tempfile.TemporaryDirectory() as folder:
        paths = [_saved(each, Path(folder)) for each in files]
        try:
            with st.spinner("Reading the files…"):
                lines = _done(store, paths, request)
        except LcexploreError as error:
            parts.trouble(str(error).replace(f"{folder}/", ""))
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
    )
    return [line for each in kept for line in data.account(each)]


def _saved(file: UploadedFile, folder: Path) -> Path:
    """Write an upload under a name of our own making: what a browser sends is never a path."""
    name = _UNSAFE.sub("_", Path(file.name.replace("\\", "/")).name).lstrip(".") or "upload"
    path = folder / name
    path.write_bytes(file.getvalue())
    return path
