"""Which module reads a file? One module per log format; exactly one must claim a file.

To add a format, write a module with three names and list it in ``IMPORTERS``:

``FORMAT``
    The name that ``--format`` takes.
``recognises(name, head) -> bool``
    Whether a file so named, and so beginning (unpacked), is of this format. Pure and quick; false
    when in doubt, because two claims on one file are an error and so is none.
``read(path, options) -> Log``
    Describe the file, raising ``LogError`` when it is not what it claims to be.

A module that sets ``MAPS = True`` reads ``options.mapping`` as paths of its own format, and raises
``ChoiceNeeded`` where arm, question or verdict could be read in more than one way.

A module that reads other files beside the one it is given names those that are there with
``companions(path)``; they count as part of the file when it is imported again.

A ``Log`` takes one of two forms.

*A scan.* The rows are lines of JSON, a CSV or Parquet, one answer each: name the column of every
native field in ``Scan.columns`` and the store reads the file itself, at its own speed.

*Records.* Anything else: an iterator of ``Row``, each with a dict in the shape of the native log::

    Row(line=17, locator="samples/q003_epoch_2.json", record={
        "question": "q003", "epoch": 2, "answer": "...", "latency_s": 4.2,
        "usage": {"input_uncached": 812, "cache_read": 0},
        "gradings": [{"grader": "judge", "rubric": "v4", "verdict": "C"}]})

Rows are taken lazily, in batches, so a module may stream a file that does not fit in memory. What
a module need not do, because the store does it for all of them: read spellings of verdicts,
convert times to UTC, check domains (a latency of -1, a token count of 12.7), derive the cache
state, look for duplicates, count, and keep the ledger. Values may be passed on as found.

What only the module can know, it must say:

* an absent field is unknown: leave it out, never write 0 or "";
* ``usage.input_uncached`` excludes cache reads and writes: subtract where the format includes them,
  and refuse the field where that gives a negative number;
* a stored response is ``"replayed": True``, and its latency and cost are passed on or left out;
* a failure is ``"error": {"kind": ...}`` (``timeout``, ``context_overflow``, ``limit``, ``refused``
  or another word): it wins over any verdict of the same row;
* an answer whose grader failed carries a grading without a verdict, with ``"reason":
  "grader_failed"``; a score that is not pass or fail is passed on raw;
* seconds are seconds;
* a whole row that cannot be used is ``Row(line=..., record=None, refusals=(one,))``; a field that
  cannot be used is left out of the record and named in ``refusals``;
* what holds for the whole run goes into ``Log.manifest`` (``arm``, ``model``, ``grader``,
  ``rubric``, ``eval_set``, ``eval_set_size``, ...), or by arm into ``Log.manifests``.
"""

from pathlib import Path
from typing import Protocol

from lcexplore.errors import LogError, UsageError
from lcexplore.importers import (
    braintrust,
    deepeval,
    downloads,
    flat,
    heads,
    helm,
    inspect_log,
    json_documents,
    langfuse,
    langsmith,
    litellm,
    lm_eval,
    mapped,
    mlflow,
    native_jsonl,
    openai_evals,
    otlp,
    phoenix,
    promptfoo_log,
    provider_responses,
    ragas,
)
from lcexplore.importers.first_keys import first_keys
from lcexplore.log import FIELDS, FieldRefusal, Log, ReadOptions, Row, Scan

__all__ = [
    "FIELDS",
    "IMPORTERS",
    "FieldRefusal",
    "Importer",
    "Log",
    "ReadOptions",
    "Row",
    "Scan",
    "companions",
    "identify",
    "read_log",
]

MOST_COLUMNS = 20
ENDINGS = (".jsonl", ".json", ".csv")


class Importer(Protocol):
    """What a module in this package offers."""

    FORMAT: str

    def recognises(self, name: str, head: bytes) -> bool:
        """Whether a file so named, and so beginning, is of this format."""

    def read(self, path: Path, options: ReadOptions) -> Log:
        """Describe one file."""


IMPORTERS: tuple[Importer, ...] = (
    native_jsonl,
    flat,
    mapped,
    litellm,
    otlp,
    provider_responses,
    inspect_log,
    promptfoo_log,
    lm_eval,
    openai_evals,
    langsmith,
    phoenix,
    braintrust,
    deepeval,
    ragas,
    mlflow,
    langfuse,
    helm,
)


def identify(path: Path) -> Importer:
    """Find the one importer for a file; no claim and two claims are both errors."""
    start = heads.head(path)
    claims = [each for each in IMPORTERS if each.recognises(path.name, start)]
    if len(claims) == 1:
        return claims[0]
    known = ", ".join(each.FORMAT for each in IMPORTERS)
    if claims:
        found = f"one that {' and '.join(each.FORMAT for each in claims)} both claim"
        raise LogError(path, wanted="one format", found=found, todo="name it with --format")
    if download := downloads.of_langfuse(path.name, start):
        raise LogError(
            path,
            wanted="observations with all that was recorded of them",
            found=download[0],
            todo=f"{download[1]}; or name its columns with --map question=COLUMN ...",
        )
    if error := json_documents.trouble(path, start):
        raise error
    if renamed := _by_another_ending(path.name, start):
        ending, format = renamed
        raise LogError(
            path,
            wanted=f"a log whose name ends as its format's does ({ending} for {format})",
            found=f"one that begins as {format} does and ends in {path.suffix[:20] or 'nothing'}",
            todo=f"rename it to end in {ending}",
        )
    raise LogError(
        path,
        wanted=f"a log of a known format ({known})",
        found=f"a file that none of them recognises{_columns(path.name, start)}",
        todo="name the format with --format, or its columns with --map question=COLUMN ...",
    )


def _by_another_ending(name: str, start: bytes) -> tuple[str, str] | None:
    """The ending that a file would need to be recognised, and the format it would be."""
    for ending in ENDINGS:
        claims = [each for each in IMPORTERS if each.recognises(f"{name}{ending}", start)]
        if len(claims) == 1:
            return ending, claims[0].FORMAT
    return None


def _columns(name: str, start: bytes) -> str:
    """The names that a user could map, as far as the beginning of the file shows them."""
    bare = heads.bare(name)
    if bare.endswith((".csv", ".tsv")):
        names = list(heads.csv_header(start)[0])
    elif bare.endswith((".json", ".jsonl", ".ndjson")):
        names = sorted(first_keys(start).names)
    else:
        names = []
    more = len(names) - MOST_COLUMNS
    rest = f" and {more} more" if more > 0 else ""
    return f", with the columns {', '.join(names[:MOST_COLUMNS])}{rest}" if names else ""


def read_log(path: Path, options: ReadOptions, *, format: str | None = None) -> Log:
    """Describe a file by the importer named, by the mapping given, or by ending and beginning."""
    if format is not None:
        return _named(format).read(path, options)
    if options.mapping:
        return _mapper(path).read(path, options)
    return identify(path).read(path, options)


def companions(path: Path, *, format: str | None = None) -> tuple[Path, ...]:
    """The files beside one that are read along with it, as far as they are there."""
    start = heads.head(path)
    readers = [
        each
        for each in IMPORTERS
        if format == each.FORMAT or (format is None and each.recognises(path.name, start))
    ]
    named = [beside for each in readers if (beside := getattr(each, "companions", None))]
    return tuple(found for beside in named for found in beside(path))


def _mapper(path: Path) -> Importer:
    """The one importer that knows the file and takes a mapping, else the one for any columns."""
    start = heads.head(path)
    takes = [each for each in IMPORTERS if getattr(each, "MAPS", False)]
    claims = [each for each in takes if each.recognises(path.name, start)]
    return claims[0] if len(claims) == 1 else mapped


def _named(format: str) -> Importer:
    for each in IMPORTERS:
        if format == each.FORMAT:
            return each
    known = ", ".join(each.FORMAT for each in IMPORTERS)
    raise UsageError(f"no format is called {format!r}; known are {known}")
