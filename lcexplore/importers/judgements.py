"""Which of two answers did a judge prefer, and did it see them in both orders?"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lcexplore.errors import LogError
from lcexplore.importers import heads, row_files
from lcexplore.importers.row_files import Found
from lcexplore.log import FieldRefusal

FORMAT = "judgements"

Record = Mapping[str, object]

_SHAPES = "LLMBar, JudgeBench or AlpacaEval"
_UNTELLING = {"result", "results", "annotations", "judgements", "judgments"}
_FLIPPED = {"first": "second", "second": "first", "tie": "tie", None: None}
_BETTER = {">": "first", "<": "second", "=": "tie"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What a judge said of one pair of answers, in one order or both.

    Attributes:
        line: Place in the file, from one.
        item: Name of the pair.
        judge: The judge.
        label: Which answer people prefer, ``first``, ``second`` or ``tie``; None if not told.
        as_listed: The judge's verdict with the answers shown as they are listed.
        swapped: Its verdict with the two swapped, of the same first and second.
        refusal: Why the row cannot be used.
    """

    line: int
    item: str = ""
    judge: str = ""
    label: str | None = None
    as_listed: str | None = None
    swapped: str | None = None
    refusal: FieldRefusal | None = None


def read(path: Path, *, judge: str | None = None) -> list[Judgement]:
    """Read the verdicts of a judge that compares two answers.

    Args:
        path: JSON or JSONL of LLMBar, JudgeBench or AlpacaEval.
        judge: Name of the judge; by default the rows' own, else the file's.
    """
    heads.head(path)
    return [_read_row(found, judge, _named_by(path)) for found in _records(path)]


def _records(path: Path) -> list[Found]:
    """Records of the file; one at least must have a known shape."""
    records = list(row_files.rows(path))
    if not any(each.value is not None and _shape(each.value) for each in records):
        found = next((", ".join(each.value) for each in records if each.value), "no records")
        raise LogError(
            path,
            wanted=f"judgements in the form of {_SHAPES}",
            found=found[:200],
            todo="give a file of verdicts that each compare two answers",
        )
    return records


def _shape(record: Record) -> Callable[[Record], Judgement] | None:
    if isinstance(record.get("results"), list) and "output_1" in record:
        return _llmbar
    if "judgments" in record and "pair_id" in record:
        return _judgebench
    if "preference" in record and "output_1" in record:
        return _alpaca_eval
    return None


def _read_row(given: Found, judge: str | None, file: str) -> Judgement:
    record, line = given.value, given.line
    if record is None:
        return Judgement(line=line, refusal=given.refusal)
    shape = _shape(record)
    if shape is None:
        reason = f"not a judgement of {_SHAPES}"
        return Judgement(line=line, refusal=_refusal("line", record, reason))
    found = shape(record)
    name = judge or found.judge or file
    refusal = None
    if found.as_listed is None and found.swapped is None:
        refusal = _refusal("verdict", record.get("preference"), "no verdict in either order")
    return Judgement(
        line=line,
        item=found.item,
        judge=name,
        label=found.label,
        as_listed=found.as_listed,
        swapped=found.swapped,
        refusal=refusal,
    )


def _llmbar(record: Record) -> Judgement:
    """Its winners are told in the listed order whatever order was shown; the last round holds."""
    rounds = record["results"]
    last = rounds[-1] if isinstance(rounds, list) and rounds else {}
    winners = {
        name: each.get("winner")
        for name, each in (last.items() if isinstance(last, dict) else ())
        if isinstance(each, dict)
    }
    return Judgement(
        line=0,
        item=_pair(record, "input", "output_1", "output_2"),
        label=_numbered(record.get("label")),
        as_listed=_numbered(winners.get("swap = False")),
        swapped=_numbered(winners.get("swap = True")),
    )


def _judgebench(record: Record) -> Judgement:
    """Its second decision is told in the order shown, which was the swapped one."""
    judgments = record["judgments"]
    given = [*judgments, None, None] if isinstance(judgments, list) else [None, None]
    decisions = [each.get("decision") if isinstance(each, dict) else None for each in given[:2]]
    return Judgement(
        line=0,
        item=str(record["pair_id"]),
        label=_compared(record.get("label")),
        as_listed=_compared(decisions[0]),
        swapped=_FLIPPED[_compared(decisions[1])],
    )


def _alpaca_eval(record: Record) -> Judgement:
    """One order a row; the pair is named so that the row of the other order meets it."""
    outputs = (str(record.get("output_1")), str(record.get("output_2")))
    turned = outputs[0] > outputs[1]
    names = ("output_2", "output_1") if turned else ("output_1", "output_2")
    annotator, verdict = record.get("annotator"), _preferred(record["preference"])
    found = partial(
        Judgement,
        line=0,
        item=_pair(record, "instruction", *names),
        judge=annotator if isinstance(annotator, str) else "",
    )
    return found(swapped=_FLIPPED[verdict]) if turned else found(as_listed=verdict)


def _pair(record: Record, *names: str) -> str:
    text = "\x1f".join(str(record.get(name)) for name in names)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _numbered(value: object) -> str | None:
    return {"1": "first", "2": "second"}.get(str(value).strip())


def _compared(value: object) -> str | None:
    """Read ``A>B``, ``B>A`` or ``A=B``, however strongly put."""
    text = "".join(str(value).split()).replace(">>", ">").replace("<<", "<")
    if len(text) != 3 or {text[0], text[2]} != {"A", "B"}:
        return None
    better = _BETTER.get(text[1])
    return better if text[0] == "A" else _FLIPPED[better]


def _preferred(value: object) -> str | None:
    """Read a preference from 1 (the first) to 2 (the second); 0 and 1.5 are ties."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if value in (0, 1.5):
        return "tie"
    if not 1 <= value <= 2:
        return None
    return "first" if value < 1.5 else "second"


def _named_by(path: Path) -> str:
    """Name a judge by its file, or by the folders of a file that is called ``result``."""
    stem = Path(heads.bare(path.name)).stem
    if stem not in _UNTELLING:
        return path.name.removesuffix(".gz").rpartition(".")[0] or path.name
    return "/".join(path.absolute().parts[-3:-1])


def _refusal(field: str, value: object, reason: str) -> FieldRefusal:
    shown = None if value is None else str(value)[:200]
    return FieldRefusal(field=field, value=shown, reason=reason)
