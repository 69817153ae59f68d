"""Is this a log of requests without questions, and where does it hold what we read?"""

from dataclasses import replace
from pathlib import Path

from lcexplore.errors import LogError, UsageError
from lcexplore.importers import heads, litellm, mapped, native_jsonl, twins
from lcexplore.log import FIELDS, REQUEST_FIELDS, Log, ReadOptions, Scan

NAME = "requests"

KNOWN = (
    *("arm", "started_at", "latency_s", "ttft_s", "cache", "replayed"),
    *("error", "error.kind", "error.message", "cost_usd", "model"),
    *(name for name in FIELDS if name.startswith("usage.")),
    *REQUEST_FIELDS,
)
_TELLING = {"latency_s", "latency_ms", "ttft_s", "ttft_ms", "status", "error", "usage"}


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file, its columns by their own names and by the mapping; the store reads it.

    LiteLLM's payloads are read as its own importer reads them: no column of theirs is a latency.
    """
    if litellm.recognises(path.name, heads.head(path)):
        _require_known(options)
        return replace(litellm.requests(path, options), format=NAME)
    known, scan = mapped.layout(path)
    told = native_jsonl.manifest(path, heads.head(path)) if scan.kind == "ndjson" else None
    if told is not None:
        return _native(path, told, options)
    given, none_used = mapped.columns_of(options, known, path)
    columns = _columns(known) | given
    if not {name.partition(".")[0] for name in columns} & _TELLING:
        raise LogError(
            path,
            wanted="requests with a column such as latency_s, ttft_s or status",
            found=", ".join(way[0] for way in known if len(way) == 1) or "no columns",
            todo="name it with --map latency_s=COLUMN, or latency_ms=COLUMN for milliseconds",
        )
    twins.stop(path, scan, known, [*columns.values(), *twins.named(KNOWN)])
    notes = mapped.unread(known, columns.values())
    if scan.kind == "ndjson":
        columns = _unseen(columns)
    shape = replace(scan, columns=columns, none_used=none_used)
    return Log(file=path, format=NAME, scan=shape, notes=notes)


def _require_known(options: ReadOptions) -> None:
    for name in options.mapping:
        if name not in KNOWN:
            raise UsageError(f"--map {name}=...: no such field; they are {', '.join(KNOWN)}")


def _columns(known: list[tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    ways = set(known)
    found: dict[str, tuple[str, ...]] = {}
    for name in KNOWN:
        nested = tuple(name.split("."))
        if (name,) in ways:
            found[name] = (name,)
        elif nested in ways:
            found[name] = nested
    return found


def _unseen(columns: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Lines of JSON may show a field late: those that did not begin with it are looked for, too."""
    taken = {way[0].lower() for way in columns.values()}
    later = {name: tuple(name.split(".")) for name in KNOWN if not name.startswith("error.")}
    nested = {way[0] for way in columns.values() if len(way) > 1}
    return {
        name: way
        for name, way in later.items()
        if way[0].lower() not in taken or (way[0] in nested and way not in columns.values())
    } | columns


def _native(path: Path, told: dict[str, object], options: ReadOptions) -> Log:
    """A file that begins with a manifest holds our own names."""
    if options.mapping:
        raise UsageError(f"{path} begins with a manifest, so it has our names; leave out --map")
    return Log(
        file=path,
        format=NAME,
        manifest=told,
        scan=Scan(kind="ndjson", native=True),
    )
