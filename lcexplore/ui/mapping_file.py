"""How are files read as earlier ones were: a mapping file taken, and one handed out?"""

import tempfile
from pathlib import Path

import streamlit as st

from lcexplore.errors import LcexploreError
from lcexplore.importers import saved
from lcexplore.importers.saved import Reading
from lcexplore.report.sentences import data
from lcexplore.ui import files, parts
from lcexplore.ui.meaning import Given


def taken(*, requests: bool) -> Given | None:
    """Ask for a mapping file and say what it says.

    Args:
        requests: Whether it is for logs of requests, which have fewer fields.

    Returns:
        What it says, nothing without a file, or None for a file that cannot be read.
    """
    upload = st.file_uploader(
        "A mapping file, to read them as earlier ones were", type=["yaml", "yml"], key="mapping"
    )
    if upload is None:
        return Given()
    with tempfile.TemporaryDirectory() as folder:
        try:
            reading = saved.load(files.saved(upload, Path(folder)))
            saved.fit(reading, requests=requests)
        except LcexploreError as error:
            parts.trouble(files.unplaced(error, folder))
            return None
    parts.text(data.reading(upload.name, reading))
    return Given(reading=reading, mark=upload.file_id)


def offered(reading: Reading) -> None:
    """Offer what was chosen as a mapping file; nothing where nothing was."""
    if reading != Reading():
        st.download_button(
            "Save this mapping",
            saved.dump(reading),
            "mapping.yaml",
            "application/yaml",
            on_click="ignore",
            help=data.MAPPING_FILE,
        )
