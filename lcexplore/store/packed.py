"""Is a file packed, and what is in it?"""

import gzip
from pathlib import Path
from typing import IO, cast


def is_gzip(path: Path) -> bool:
    """Whether a file is packed with gzip, whatever its name says."""
    with path.open("rb") as file:
        return file.read(2) == b"\x1f\x8b"


def opened(path: Path) -> IO[bytes]:
    """Open a plain or packed file for reading bytes."""
    if is_gzip(path):
        return cast("IO[bytes]", gzip.open(path, "rb"))
    return path.open("rb")
