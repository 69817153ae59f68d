"""What verdicts did people give, to which answers, and who?"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lcexplore.errors import LogError
from lcexplore.evidence.labels import ADJUDICATED
from lcexplore.importers import heads, json_lines, row_files
from lcexplore.log import FieldRefusal

FORMAT = "labels"

NEEDED = ("question", "arm", "labeller", "verdict")
OPTIONAL = ("epoch", "grader", "rubric", "labelled_at", "note")


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelRow:
    """One line of a labels file, as text; ``refusal`` says why it cannot be used."""

    line: int
    values: Mapping[str, str | None]
    refusal: FieldRefusal | None = None


def read(path: Path) -> list[LabelRow]:
    """Read human labels from a CSV or JSONL."""
    start = heads.head(path)
    try:
        data = heads.whole(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LogError(
            path,
            place=f"byte {error.start + 1}",
            wanted="UTF-8",
            found="other bytes",
            todo="save it as UTF-8",
        ) from error
    rows = list(_csv(path, start) if start.lstrip(b"\xef\xbb\xbf \n")[:1] != b"{" else _jsonl(data))
    if not rows:
        raise LogError(
            path, wanted="labels", found="no rows", todo="check that it is the right file"
        )
    return rows


def _csv(path: Path, start: bytes) -> Iterator[LabelRow]:
    header, _ = heads.csv_header(start)
    missing = [name for name in NEEDED if name not in header]
    if missing:
        raise LogError(
            path,
            place="line 1",
            wanted=f"the columns {', '.join(NEEDED)}",
            found=", ".join(header),
            todo=f"add {', '.join(missing)}",
        )
    for each in row_files.cells(path):
        if each.value is None:
            yield LabelRow(line=each.line, values={}, refusal=each.refusal)
        else:
            yield _row(each.line, {name: str(cell) for name, cell in each.value.items()})


def _jsonl(data: str) -> Iterator[LabelRow]:
    for number, line in enumerate(data.split("\n"), start=1):
        if not line.strip():
            continue
        found = json_lines.parse(number, line.encode())
        if found.value is None:
            yield LabelRow(line=number, values={}, refusal=found.refusal)
        else:
            told = {
                name: None if each is None else _plain(each) for name, each in found.value.items()
            }
            yield _row(number, told, nested=_nested(found.value))


def _whole(epoch: str) -> str:
    """1.0 is 1: tables with a blank cell write whole numbers so."""
    whole, _, rest = epoch.partition(".")
    return whole if rest and not rest.strip("0") else epoch


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _nested(found: Mapping[str, object]) -> FieldRefusal | None:
    """A list or an object where a label has words or a number."""
    for name in (*NEEDED, *OPTIONAL):
        if isinstance(value := found.get(name), list | dict):
            return FieldRefusal(field=name, value=json.dumps(value), reason="not one value")
    return None


def _row(
    line: int, found: Mapping[str, str | None], *, nested: FieldRefusal | None = None
) -> LabelRow:
    values = {name: (found.get(name) or "").strip() or None for name in (*NEEDED, *OPTIONAL)}
    if (values["labeller"] or "").casefold() == ADJUDICATED:
        values["labeller"] = ADJUDICATED
    refusal = nested
    for name in ("question", "arm", "labeller"):
        if values[name] is None and refusal is None:
            refusal = FieldRefusal(field=name, value=found.get(name), reason="missing")
    epoch = _whole(values["epoch"] or "1")
    values["epoch"] = epoch
    if refusal is None and not (
        epoch.isascii() and epoch.isdigit() and len(epoch) < 10 and int(epoch)
    ):
        refusal = FieldRefusal(field="epoch", value=epoch, reason="not a whole number from 1")
    return LabelRow(line=line, values=values, refusal=refusal)
