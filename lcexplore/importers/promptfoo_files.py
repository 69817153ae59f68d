"""Which results does a promptfoo file hold, one at a time, be it JSON, JSONL or CSV?"""

import csv
import gzip
import io
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from lcexplore.errors import LogError
from lcexplore.importers import elements
from lcexplore.importers import promptfoo_shapes as shapes
from lcexplore.importers.promptfoo_shapes import Found
from lcexplore.words import many

LINE_BYTES = 512 * 2**20

_SHOWN_CHARS = 200
_LABEL = re.compile(r"\[(?P<provider>.*?)\] (?P<prompt>.*)", re.DOTALL)
_STATUS = ("PASS", "FAIL", "ERROR")
_AFTER = re.compile(r"Status|Score|Named Scores|Grader Reason|Comment|Metric: .*", re.DOTALL)
_PREFIX = re.compile(r"\[(PASS|FAIL|ERROR)\] ?")


def found(path: Path) -> Iterator[Found]:
    """Read every result of the file, or say why it cannot be read."""
    name = path.name.lower().removesuffix(".gz")
    try:
        with opened(path) as file:
            if name.endswith(".csv"):
                yield from _cells(path, file)
            elif name.endswith((".jsonl", ".ndjson")):
                yield from _lines(path, file)
            else:
                yield from _elements(path, file)
    except (OSError, EOFError, zlib.error) as error:
        raise LogError(
            path, wanted="a readable file", found=str(error), todo="copy or export it again"
        ) from error


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a plain or gzipped file for its bytes."""
    with path.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        if not packed:
            yield file
            return
        with gzip.open(file) as unpacked:
            yield cast(BinaryIO, unpacked)


def _elements(path: Path, file: BinaryIO) -> Iterator[Found]:
    array = elements.Elements(path, file, ("results", "results"))
    for place, data in enumerate(array):
        yield _parsed(data, line=place + 1, locator=f"results.results[{place}]")
    if not array.found:
        raise LogError(
            path,
            wanted="a promptfoo export with a list results.results",
            found="none",
            todo="export the evaluation again with promptfoo export or eval -o",
        )


def announced(path: Path) -> int | None:
    """How many results the document counts for its prompts, before it lists them."""
    if not path.name.lower().removesuffix(".gz").endswith(".json"):
        return None
    with opened(path) as file:
        array = elements.Elements(path, file, ("results", "results"))
        next(iter(array), None)
    return shapes.announced(array.before + b"]}}")


def _lines(path: Path, file: BinaryIO) -> Iterator[Found]:
    number = 0
    while data := file.readline(LINE_BYTES + 1):
        number += 1
        if len(data) > LINE_BYTES:
            raise LogError(
                path,
                place=f"line {number}",
                wanted=f"lines of at most {LINE_BYTES:,} bytes",
                found="a longer one",
                todo="check where the file came from",
            )
        if data.strip():
            yield _parsed(data.removeprefix(b"\xef\xbb\xbf"), line=number)


def _parsed(data: bytes, *, line: int, locator: str | None = None) -> Found:
    try:
        return Found(line=line, locator=locator, result=shapes.result(data))
    except shapes.Unreadable as error:
        shown = data[:_SHOWN_CHARS].decode("utf-8", "replace")
        return Found(line=line, locator=locator, problem=str(error), shown=shown)


def header(head: bytes) -> list[str]:
    """Column names of a CSV that begins like this, which may span lines."""
    text = head.decode("utf-8-sig", "replace")
    try:
        return next(csv.reader(io.StringIO(text, newline="")), [])
    except csv.Error:
        return []


def outputs(names: list[str]) -> list[int]:
    """Columns of a CSV that hold answers: ``[provider] prompt``, then its status and score."""
    return [
        place
        for place, name in enumerate(names)
        if _LABEL.fullmatch(name) and (place == len(names) - 1 or _follows(names, place))
    ]


def _follows(names: list[str], place: int) -> bool:
    return bool(_AFTER.fullmatch(names[place + 1]) or _LABEL.fullmatch(names[place + 1]))


def _cells(path: Path, file: BinaryIO) -> Iterator[Found]:
    csv.field_size_limit(LINE_BYTES)
    text = io.TextIOWrapper(file, "utf-8-sig", "surrogateescape", newline="")
    reader = csv.reader(text)
    try:
        names = next(reader, [])
        places = outputs(names)
        if not places:
            raise LogError(
                path,
                wanted="a promptfoo CSV with columns `[provider] prompt`",
                found="none",
                todo="export as JSON, which holds more than the CSV",
            )
        start = reader.line_num + 1
        for test, row in enumerate(reader):
            if row:
                yield from _answers(names, places, row, start, test)
            start = reader.line_num + 1
    except csv.Error as error:
        raise LogError(
            path,
            place=f"line {reader.line_num}",
            wanted="a CSV",
            found=str(error),
            todo="export it again",
        ) from error
    finally:
        text.detach()


def _answers(
    names: list[str], places: list[int], row: list[str], line: int, test: int
) -> Iterator[Found]:
    """One result for each answer in a row; the CSV repeats its columns for every arm."""
    problem = _problem(names, row)
    if problem is not None:
        shown = ",".join(row)[:_SHOWN_CHARS].encode("utf-8", "replace").decode()
        for _ in places:
            yield Found(line=line, problem=problem, shown=shown)
        return
    case = dict(zip(names[: places[0]], row[: places[0]], strict=True))
    named = shapes.Case(description=case.pop("Description", None))
    for place, end in zip(places, [*places[1:], len(names)], strict=True):
        rest = dict(zip(names[place + 1 : end], row[place + 1 : end], strict=True))
        made = _answer(names[place], row[place], rest)
        made.vars, made.test_idx, made.prompt_idx = case, test, places.index(place)
        made.test_case = named
        yield Found(line=line, locator=f"line {line}, {names[place]}"[:120], result=made)


def _problem(names: list[str], row: list[str]) -> str | None:
    if len(row) != len(names):
        return f"{many(len(row), 'cell')} where the header has {len(names)}"
    try:
        ",".join(row).encode()
    except UnicodeEncodeError:
        return "not UTF-8"
    return None


def _answer(label: str, cell: str, rest: dict[str, str]) -> shapes.Result:
    named, output = _LABEL.fullmatch(label), cell
    status, reason = rest.get("Status"), rest.get("Grader Reason")
    if status is None and (prefix := _PREFIX.match(cell)):  # the older form: all in one cell
        status, output = prefix[1], cell[prefix.end() :]
        if status == "FAIL" and "\n---\n" in output:
            reason, _, output = output.partition("\n---\n")
    failed, known = status == "ERROR", status in _STATUS
    return shapes.Result(
        provider=named["provider"] if named else "",
        prompt=shapes.Prompt(label=named["prompt"] if named else ""),
        response=shapes.Response(output=None if failed else output),
        success=status == "PASS" if known else status or None,
        failure_reason=2 if failed else 0 if status == "PASS" else 1 if known else None,
        error=reason or (output if failed else None),
        score=rest.get("Score"),
        grading_result=shapes.Grading(
            reason=reason,
            components=[
                shapes.Component(score=value, assertion=shapes.Assertion(metric=name[8:]))
                for name, value in rest.items()
                if name.startswith("Metric: ") and value != ""
            ],
        ),
    )
