"""Why could the store not be opened or written, and what helps?"""

from contextlib import suppress
from pathlib import Path

_FULL = (
    *("No space left on device", "not enough space on the disk"),
    *("Disk quota exceeded", "File too large"),
)
_FORBIDDEN = ("Read-only file system", "Permission denied", "Access is denied")
# What DuckDB says when another process, or another thread of this one, has the file.
_BUSY = ("Could not set lock", "different configuration", "already attached", "is being used")
_MAGIC = b"DUCK"  # from the ninth byte of every DuckDB file


def is_full(error: Exception) -> bool:
    """Whether there was no room to write."""
    return any(each in str(error) for each in _FULL)


def is_stopped(error: Exception) -> bool:
    """Whether it is Ctrl-C, heard while DuckDB ran a function of ours."""
    return "UDF: KeyboardInterrupt" in str(error)


def is_busy(error: Exception) -> bool:
    """Whether somebody else holds the file."""
    return any(each in str(error) for each in _BUSY)


def no_room(path: Path) -> str:
    """Say of a store that it could not grow."""
    return (
        f"{path}: there is no room left, so nothing was written; make room in "
        f"{path.absolute().parent} and do it again"
    )


def no_copy(path: Path, error: OSError, folder: Path) -> str:
    """Say that the copy from which a store is read could not be made."""
    return (
        f"{path}: the copy that is read cannot be made: {error.strerror}; make room in {folder}, "
        "or set TMPDIR to another folder"
    )


def not_opened(path: Path, error: Exception) -> str:
    """Say what a file is that DuckDB does not open, or what stands in its way."""
    if path.is_dir():
        return f"{path} is a folder, not a store; name the store's file with --store"
    if is_full(error):
        return no_room(path)
    with suppress(OSError), path.open("rb") as file:
        if file.read(12)[8:] != _MAGIC:
            return (
                f"{path} is no store: found a file that is not DuckDB's; name the store's own file "
                "with --store, or a new name to begin one"
            )
    said = str(error).splitlines()[0]
    if any(each in said for each in _FORBIDDEN):
        said += "; get the right to write the file and its folder, or name another with --store"
    return f"{path} cannot be opened as a store: {said}"
