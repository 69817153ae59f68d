"""How do labels leave for people who label elsewhere, and how do they come back?"""

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lcexplore.errors import UsageError
from lcexplore.evidence.draw import shuffled
from lcexplore.evidence.labels import (
    ADJUDICATED,
    CANNOT_TELL,
    CORRECT,
    INCORRECT,
    VERDICTS,
    Label,
    Standing,
)
from lcexplore.report import spreadsheet
from lcexplore.store.draws import Draw, DrawItem

HEADER = ("item", "question", "reference", "answer", "verdict", "note")
LARGEST_BYTES = 20_000_000
_READ = {
    **dict.fromkeys(("correct", "c", "true", "1", "pass"), CORRECT),
    **dict.fromkeys(("incorrect", "i", "false", "0", "fail"), INCORRECT),
    **dict.fromkeys((CANNOT_TELL, "cannot_tell", "?", "not_measured"), CANNOT_TELL),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """What a sheet that came back says.

    Attributes:
        said: Item, verdict and note of every line that was filled in.
        blank: Lines without a verdict.
        refused: Line and reason of every line that cannot be used.
    """

    said: tuple[tuple[int, str, str], ...]
    blank: int
    refused: tuple[tuple[int, str], ...]


def blank(
    draw: Draw, labeller: str, items: Sequence[DrawItem], show: Callable[[str], str]
) -> bytes:
    """Write the answers for one person, in the order they would see, without any arm.

    Args:
        draw: The draw.
        labeller: For whom.
        items: Its answers.
        show: Strips the markers of an arm from an answer.
    """
    order = shuffled(items, draw.draw, labeller, key=lambda each: str(each.item))
    rows = [
        (each.item, each.question_text or "", each.reference or "", show(each.answer or ""), "", "")
        for each in order
    ]
    return spreadsheet.safe_csv([HEADER, *rows])


def filled(data: bytes, draw: Draw) -> Filled:
    """Read a sheet that somebody filled in; only item, verdict and note count."""
    said, refused, empty = [], [], 0
    for line, row in _rows(data):
        item, verdict = row.get("item", "").strip(), row.get("verdict", "").strip().lower()
        if not verdict:
            empty += 1
        elif not (item.isascii() and item.isdigit() and 1 <= int(item) <= draw.n_items):
            refused.append((line, f"item {item!r} is not from 1 to {draw.n_items}"))
        elif verdict not in _READ:
            refused.append((line, f"verdict {verdict!r} is none of {', '.join(VERDICTS)}"))
        else:
            said.append((int(item), _READ[verdict], _unquoted(row.get("note", ""))))
    return Filled(said=tuple(said), blank=empty, refused=tuple(refused))


def given(draw: Draw, standing: Standing, items: Sequence[DrawItem]) -> bytes:
    """Write all labels in the form that ``lcexplore labels`` reads, settled ones included."""
    by_number = {each.item: each for each in items}
    header = ("question", "arm", "epoch", "labeller", "verdict", "grader", "rubric")
    rows = [
        (
            by_number[label.item].question,
            by_number[label.item].arm,
            by_number[label.item].epoch,
            label.labeller,
            label.verdict,
            draw.grader or "",
            draw.rubric or "",
            label.said_at.isoformat(),
            label.note,
        )
        for label in _every(standing)
        if label.item in by_number
    ]
    return spreadsheet.safe_csv([(*header, "labelled_at", "note"), *rows])


def _every(standing: Standing) -> Iterator[Label]:
    for name in (*standing.people, ADJUDICATED):
        yield from standing.by(name).values()


def _rows(data: bytes) -> Iterator[tuple[int, Mapping[str, str]]]:
    if len(data) > LARGEST_BYTES:
        raise UsageError(f"wanted a sheet of at most {LARGEST_BYTES:,} bytes; found {len(data):,}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"wanted UTF-8; found other bytes at {error.start + 1}; save the sheet as CSV UTF-8"
        ) from error
    separator = (
        ";" if text.partition("\n")[0].count(";") > text.partition("\n")[0].count(",") else ","
    )
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    header = [name.strip().lower() for name in next(reader, [])]
    if not {"item", "verdict"} <= set(header):
        raise UsageError(
            f"wanted the columns item and verdict; found {', '.join(header) or 'nothing'}; "
            "fill in the sheet that was downloaded here"
        )
    for row in reader:
        if any(cell.strip() for cell in row):
            yield reader.line_num, dict(zip(header, row, strict=False))


def _unquoted(text: str) -> str:
    """Take back the quote that kept a spreadsheet from running the text."""
    return text[1:] if text[:1] == "'" and spreadsheet.safe(text[1:]) == text else text
