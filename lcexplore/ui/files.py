"""How does an uploaded file get a path, and what a browser sends never become one?"""

import re
from pathlib import Path

from streamlit.runtime.uploaded_file_manager import UploadedFile

from lcexplore.report.sentences import on_page

LARGEST = 50 * 1024 * 1024
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


def saved(file: UploadedFile, folder: Path) -> Path:
    """Write an upload under a name of our own making."""
    name = _UNSAFE.sub("_", Path(file.name.replace("\\", "/")).name).lstrip(".") or "upload"
    path = folder / name
    path.write_bytes(file.getvalue())
    return path


def unplaced(error: Exception, folder: str) -> str:
    """Words of an error without the folder that the reader never named, fields named as here."""
    return on_page.fields(str(error).replace(f"{folder}/", ""))
