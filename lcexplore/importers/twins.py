"""Is a column that is read one of two that are named alike, so that nobody knows which is meant?"""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from lcexplore.errors import LogError
from lcexplore.importers import heads
from lcexplore.log import Scan

Way = tuple[str, ...]


def stop(path: Path, scan: Scan, known: Iterable[Way], used: Iterable[Way]) -> None:
    """Raise ``LogError`` where a column in use has a twin, the same but for upper and lower case.

    Args:
        path: The file.
        scan: How it is read.
        known: Its columns as paths, repeated where the file repeats them.
        used: The columns that are read; one that the file has not is passed over.
    """
    if scan.kind == "csv":
        known = [(cell,) for cell in heads.csv_cells(heads.head(path))[0]]
    alike: dict[Way, list[str]] = defaultdict(list)
    for way in known:
        alike[_folded(way)].append(".".join(way))
    for way in used:
        for depth in range(1, len(way) + 1):
            twins = alike.get(_folded(way[:depth]), [])
            if len(twins) > 1:
                raise LogError(
                    path,
                    wanted="one column of a name that is read",
                    found=" and ".join(f"`{name}`" for name in twins),
                    todo="rename or leave out all but one; upper and lower case tell none apart",
                )


def named(names: Iterable[str]) -> list[Way]:
    """Where a flat or a nested file may have fields under their own names."""
    return [way for name in names for way in ((name,), tuple(name.split(".")))]


def _folded(way: Way) -> Way:
    return tuple(part.lower() for part in way)
