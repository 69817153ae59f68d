"""Reading a log to the end, for the tests of importers."""

import json
from collections import Counter
from pathlib import Path

from lcexplore.log import ReadOptions

DATA = Path(__file__).parent / "data"
ALL = {"verdict": "all"}  # every grader of a file for itself


def rows(module, path, **options):
    """Every row of a file."""
    options.setdefault("arm", "a")
    return list(module.read(path, ReadOptions(**options)).records)


def records(module, path, **options):
    """The records of the rows that are kept."""
    return [each.record for each in rows(module, path, **options) if each.record is not None]


def verdicts(found, grader):
    """How often one grader said what, or why it said nothing; answers with an error apart."""
    return Counter(
        "error" if "error" in each else graded.get("reason", graded.get("verdict"))
        for each in found
        for graded in each.get("gradings", ())
        if graded["grader"] == grader
    )


def errors(found):
    """Kinds of the errors."""
    return Counter(each["error"]["kind"] for each in found if "error" in each)


def summed(found, name):
    """Sum of one class of tokens."""
    return sum(each.get("usage", {}).get(name, 0) for each in found)


def write_lines(folder, *values, name="log.jsonl"):
    """A file of JSON Lines."""
    path = folder / name
    path.write_text("".join(json.dumps(each) + "\n" for each in values), encoding="utf-8")
    return path
