"""How is the file opened, so that nobody holds it and nobody is turned away?

A writer opens, runs one transaction and lets go. A reader copies the file while no writer has
it, and asks its private copy until the file changes: a page never waits for an import.
"""

import atexit
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import duckdb
import pyarrow as pa

from lcexplore.errors import StoreError
from lcexplore.store import schema, why_not, word_count

T = TypeVar("T")

STORAGE = "v1.5.0"
READ_PATIENCE_S = 30.0
WRITE_PATIENCE_S = 180.0
WORKBENCH_MEMORY = "768MB"  # beyond it an import spills to disk; the process needs some more

_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "python_enable_replacements": "false",
}
_LOCKDOWN = (
    "SET timezone='UTC'",
    "SET enable_external_access=false",
    "SET lock_configuration=true",
)


@dataclass(slots=True)
class _Snapshot:
    version: str
    connection: duckdb.DuckDBPyConnection
    answers: dict[Callable[..., Any], Any] = field(default_factory=dict)


_guard = threading.RLock()
_writer = threading.RLock()
_snapshots: dict[Path, _Snapshot] = {}
_folder: list[Path] = []


def stamp(path: Path) -> str:
    """Fingerprint of the file and its write-ahead log; changes with every commit."""
    parts = []
    for each in (path, Path(f"{path}.wal")):
        with suppress(FileNotFoundError):
            stat = each.stat()
            parts.append(f"{stat.st_ino:x}-{stat.st_mtime_ns:x}-{stat.st_size:x}")
    return "+".join(parts)


def snapshot(path: Path) -> duckdb.DuckDBPyConnection:
    """Return a cursor on what is served now."""
    with _guard:
        return _held(path).connection.cursor()


def version(path: Path) -> str:
    """Return the version that is served now."""
    with _guard:
        return _held(path).version


def once(path: Path, ask: Callable[[duckdb.DuckDBPyConnection], T]) -> T:
    """Answer of ``ask`` to what is served now, asked once until the file changes."""
    with _guard:
        held = _held(path)
        cursor = held.connection.cursor()
    with closing(cursor):
        if ask not in held.answers:
            held.answers[ask] = ask(cursor)
    found: T = held.answers[ask]
    return found


def _held(path: Path) -> _Snapshot:
    held = _snapshots.get(path)
    if held is None or held.version != stamp(path):
        held = _renewed(path, held)
    return held


def _renewed(path: Path, held: _Snapshot | None) -> _Snapshot:
    """Copy the file anew, or keep the old copy while a writer has the file."""
    if not path.is_file():
        raise StoreError(f"no store at {path}; import a log, or run `lcexplore demo`")
    try:
        fresh = _patiently(path, lambda: _copy(path), 0.0 if held else READ_PATIENCE_S)
    except _BusyError as busy:
        if held:
            return held
        raise StoreError(str(busy)) from busy
    if held:
        held.connection.close()
    _snapshots[path] = fresh
    return fresh


def _copy(path: Path) -> _Snapshot:
    """Copy under a shared lock, open the copy, and take its name away at once."""
    lock = duckdb.connect(str(path), read_only=True, config=_CONFIG)
    copy = _scratch() / f"{time.time_ns():x}.duckdb"
    try:
        version = stamp(path)
        shutil.copyfile(path, copy)
        wal = Path(f"{path}.wal")
        if wal.is_file():
            shutil.copyfile(wal, f"{copy}.wal")
    except OSError as error:
        copy.unlink(missing_ok=True)
        raise StoreError(why_not.no_copy(path, error, copy.parent.parent)) from error
    finally:
        lock.close()
    connection = duckdb.connect(str(copy), config=_CONFIG)
    schema.complete(path, connection)
    for statement in _LOCKDOWN:
        connection.execute(statement)
    with suppress(OSError):  # an open file cannot be unlinked everywhere; the folder goes at exit
        copy.unlink()
    return _Snapshot(version, connection)


def _scratch() -> Path:
    if not _folder:
        _folder.append(Path(tempfile.mkdtemp(prefix="lcexplore-")))
        atexit.register(shutil.rmtree, _folder[0], ignore_errors=True)
    return _folder[0]


@contextmanager
def workbench(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """An in-memory database to stage an import in; it spills beside the store when it must."""
    if not path.parent.is_dir():
        raise StoreError(
            f"{path}: no folder {path.parent}; check the path, or make the folder first"
        )
    spill = path.parent / f".{path.name}.staging"
    connection = duckdb.connect(":memory:", config={**_CONFIG, "memory_limit": WORKBENCH_MEMORY})
    try:
        connection.execute("SET timezone='UTC'")
        connection.execute("SET enable_progress_bar=false")  # it goes to standard output
        connection.execute("SET temp_directory=$spill", {"spill": str(spill)})
        connection.complete()
        word_count.teach(connection)
        yield connection
    except duckdb.Error as error:
        if why_not.is_full(error):
            raise StoreError(why_not.no_room(path)) from error
        raise
    finally:
        connection.close()
        with suppress(OSError):
            shutil.rmtree(spill)


@contextmanager
def numbered(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Number rows in the order of their file, and keep them in whatever order is cheapest.

    What numbers rows reads them one after the other, whether or not their order is kept as well.
    """
    connection.execute("SET preserve_insertion_order=false")
    try:
        yield
    finally:
        connection.execute("RESET preserve_insertion_order")


def offer(connection: duckdb.DuckDBPyConnection, table: pa.Table, into: str) -> None:
    """Append an Arrow table to a table of the workbench, or make one of it."""
    connection.complete()
    connection.register("incoming", table)
    connection.execute(f"{into} FROM incoming")
    connection.complete()
    connection.unregister("incoming")


@contextmanager
def writing(path: Path, connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Attach the store to a workbench as ``store`` and run one transaction in it.

    Args:
        path: The store; created when it is not there.
        connection: The workbench.

    Yields:
        Nothing; whatever is done to ``store`` inside is committed at the end or not at all.
    """
    with _writer:
        try:
            _patiently(path, lambda: _attach(path, connection), WRITE_PATIENCE_S)
        except _BusyError as busy:
            raise StoreError(str(busy)) from busy
        try:
            yield from _transaction(connection)
        finally:
            # What is committed is in the write-ahead log: the next who opens the file takes it in.
            with suppress(duckdb.IOException, duckdb.FatalException):
                connection.execute("USE memory")
                connection.execute("DETACH store")


def _transaction(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    connection.execute("BEGIN")
    try:
        yield
    except BaseException:
        with suppress(duckdb.Error):
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _attach(path: Path, connection: duckdb.DuckDBPyConnection) -> None:
    where = str(path).replace("'", "''")
    connection.execute(f"ATTACH '{where}' AS store (TYPE duckdb, STORAGE_VERSION '{STORAGE}')")
    connection.execute("USE store")
    schema.complete(path, connection)


class _BusyError(Exception):
    """Another process has the file."""


def _patiently(path: Path, act: Callable[[], T], patience_s: float) -> T:
    """Run ``act``, waiting while another process holds the file."""
    deadline, pause = time.monotonic() + patience_s, 0.005
    while True:
        try:
            return act()
        except duckdb.Error as error:
            if not why_not.is_busy(error):
                raise StoreError(why_not.not_opened(path, error)) from error
            if time.monotonic() >= deadline:
                raise _BusyError(
                    f"{path} is held by another process; close it and try again"
                ) from error
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)
