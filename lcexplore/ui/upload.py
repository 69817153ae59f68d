"""How do files become a comparison: drop them, confirm what each column means, read the account."""

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from lcexplore import ingest
from lcexplore.errors import LcexploreError
from lcexplore.store import Store
from lcexplore.ui import ledger, parts, preview

LARGEST = 50 * 1024 * 1024
TYPES = ["jsonl", "json", "gz", "csv", "parquet", "eval", "db", "yaml"]
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_LABELS, _LOGS = "Human labels", "Logs of one or both arms"


def form(store: Store) -> None:
    """Draw the drop zone, then what it proposes, then the button that imports."""
    files = st.file_uploader(
        "Logs or human labels", type=TYPES, accept_multiple_files=True, key="files"
    )
    if not files:
        return
    kind = st.segmented_control("What are they?", [_LOGS, _LABELS], default=_LOGS, key="kind")
    comparison = st.text_input("Comparison", key="into", placeholder="as the logs say")
    with st.form("import", border=True):
        arm, baseline, mapping = _meaning(files) if kind == _LOGS else ("", "", {})
        confirmed = st.form_submit_button("Import")
    if confirmed:
        _import(store, files, kind == _LABELS, comparison, arm, baseline, mapping)


def _meaning(files: Sequence[UploadedFile]) -> tuple[str, str, dict[str, str]]:
    """Ask for the arm and the baseline, and for the columns of a table."""
    left, right = st.columns(2)
    arm = left.text_input("Arm of these files", placeholder="as the logs say")
    baseline = right.text_input("Arm that runs today", placeholder="as the logs say")
    return arm, baseline, preview.mapping(files[0].name, files[0].getvalue())


def _import(
    store: Store,
    files: Sequence[UploadedFile],
    labels: bool,
    comparison: str,
    arm: str,
    baseline: str,
    mapping: dict[str, str],
) -> None:
    too_large = [each.name for each in files if each.size > LARGEST]
    if too_large:
        parts.trouble(f"{too_large[0]} is larger than 50 MB; import it by lcexplore import.")
        return
    if not comparison.strip():
        parts.trouble("Name the comparison that these files belong to.")
        return
    with tempfile.TemporaryDirectory() as folder:
        paths = [_saved(each, Path(folder)) for each in files]
        try:
            with st.spinner("Reading the files…"):
                accounts = (
                    [ingest.import_labels(store, path, comparison=comparison) for path in paths]
                    if labels
                    else ingest.import_files(
                        store,
                        paths,
                        comparison=comparison,
                        arm=arm.strip() or None,
                        baseline=baseline.strip() or None,
                        mapping=mapping,
                    )
                )
        except LcexploreError as error:
            parts.trouble(str(error).replace(f"{folder}/", ""))
            return
    ledger.remember(accounts)
    st.rerun()


def _saved(file: UploadedFile, folder: Path) -> Path:
    """Write an upload under a name of our own making: what a browser sends is never a path."""
    name = _UNSAFE.sub("_", Path(file.name.replace("\\", "/")).name).lstrip(".") or "upload"
    path = folder / name
    path.write_bytes(file.getvalue())
    return path
