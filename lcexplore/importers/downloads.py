"""Is a file that no importer reads a table downloaded from the pages of Langfuse?

Its tables of traces and of observations hold one row each, every score in a column of its own. As
CSV their cells are JSON inside of text, and a table of traces does not say which tokens came from
the cache. Of observations as JSON or JSON Lines the importer reads all but the scores.
"""

from collections.abc import Collection

from lcexplore.importers import heads
from lcexplore.importers.first_keys import first_keys

# What stands in every row that a page wrote, and not in what the API answers.
PAGES = frozenset({"traceTimestamp", "traceTags"})

_OBSERVATIONS = {"id", "traceId", "startTime", "type"}
_TRACES = {"id", "timestamp", "bookmarked", "sessionId", "tags"}
_API = "export observations, and their scores, as JSON or JSON Lines: from the pages or by the API"


def of_langfuse(name: str, start: bytes) -> tuple[str, str] | None:
    """What the file is and what to export instead; None where it is no such table."""
    bare, kind = heads.bare(name), ""
    if bare.endswith((".csv", ".tsv")):
        names: Collection[str] = heads.csv_header(start)[0]
        kind = " as CSV"
    elif bare.endswith((".json", ".jsonl", ".ndjson")):
        names = first_keys(start).names
    else:
        return None
    for what, known in (("observations", _OBSERVATIONS), ("traces", _TRACES)):
        if known <= {*names}:
            return f"a table of {what} downloaded from Langfuse{kind}", _API
    return None
