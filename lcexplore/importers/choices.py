"""Which key of a vendor's rows holds a native field: the one the user named, or the only one?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from lcexplore.errors import ChoiceNeeded, UsageError
from lcexplore.log import FIELDS

QUESTION_KEYS = ("question_id", "questionid", "question_key", "qid", "query_id", "custom_id",
                 "example_id", "sample_id", "item_id", "case_id")  # fmt: skip
ARM_KEYS = ("arm",)
ARM_WORDS = ("variant", "pipeline", "approach", "eval_mode", "engine", "system")

_SHOWN_CHARS = 60
_NAMED_ARMS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """Which path holds a field, and the sentence that says so."""

    path: str
    note: str


def leaf(path: str) -> str:
    """Last part of a dotted path, in lower case."""
    return path.rpartition(".")[2].lower()


def settle(
    path: Path,
    field: str,
    examples: Mapping[str, str],
    *,
    mapping: Mapping[str, str],
    names: tuple[tuple[str, ...], ...],
) -> Settled | None:
    """Say where a field is.

    Args:
        path: The file, for errors.
        field: Native field that is looked for.
        examples: Paths of the file, each with a value.
        mapping: What the user said, native field to path.
        names: Groups of last parts of paths that mean the field, surest group first.

    Returns:
        The one path of the surest group that has any, or None where no group has.

    Raises:
        ChoiceNeeded: A group has several paths.
    """
    if field in mapping:
        return Settled(path=mapping[field], note=f"{field} from {mapping[field]}, as mapped")
    for group in names:
        named = [each for each in examples if leaf(each) in group]
        if len(named) > 1:
            shown = {each: examples[each][:_SHOWN_CHARS] for each in named}
            raise ChoiceNeeded(path, field=field, choices=shown)
        if named:
            return Settled(path=named[0], note=f"{_called(field)} from {named[0]}")
    return None


def overruled(
    told: str,
    rows: Iterable[Mapping[str, object]],
    *,
    mapping: Mapping[str, str],
    names: tuple[tuple[str, ...], ...] = (ARM_KEYS,),
) -> tuple[str, ...]:
    """What the account says where the user names the arm of rows that name others themselves."""
    looked, ours = list(rows), [each for group in names for each in group]
    paths = [each for each in examples(looked) if leaf(each) in ours]
    ways = [mapping["arm"]] if "arm" in mapping else paths
    values = {
        way: dict.fromkeys(str(each) for row in looked if (each := found(row, way)) is not None)
        for way in ways
    }
    return tuple(
        overruling(told, way, list(each)) for way, each in values.items() if {*each} - {told}
    )


def overruling(told: str, way: str, arms: list[str]) -> str:
    """The sentence that says which arms gave way to the one that the user named."""
    more = f" and {len(arms) - _NAMED_ARMS} more" if len(arms) > _NAMED_ARMS else ""
    return f"every row is of arm {told!r}, though {way} says {', '.join(arms[:_NAMED_ARMS])}{more}"


def _called(field: str) -> str:
    return "question key" if field == "question" else field


def examples(rows: Iterable[Mapping[str, object]]) -> dict[str, str]:
    """Every path of some rows that holds a text or a number, with the first value found there."""
    found: dict[str, str] = {}
    for row in rows:
        _collect(row, "", found, depth=3)
    return found


def _collect(value: Mapping[str, object], above: str, found: dict[str, str], depth: int) -> None:
    for key, inner in value.items():
        if isinstance(inner, Mapping):
            if depth > 1:
                _collect(inner, f"{above}{key}.", found, depth - 1)
        elif isinstance(inner, str | int | float) and str(inner).strip():
            found.setdefault(f"{above}{key}", str(inner))


def at(row: Mapping[str, object], path: str) -> object:
    """Value at a dotted path; a key that holds the dots itself wins, a number picks from a list."""
    if path in row:
        return row[path]
    first, dot, rest = path.partition(".")
    while dot:
        inner = row.get(first)
        if isinstance(inner, Mapping):
            return at(inner, rest)
        if isinstance(inner, list) and rest.isascii() and rest.isdigit():
            return inner[int(rest)] if int(rest) < len(inner) else None
        more, dot, rest = rest.partition(".")
        first = f"{first}.{more}"
    return None


def found(row: Mapping[str, object], path: str) -> object:
    """Scalar at a path; ``a+b`` joins the scalars of several."""
    value = scalar(at(row, path))
    if value is not None or "+" not in path:
        return value
    parts = [scalar(at(row, each)) for each in path.split("+")]
    return None if None in parts else " ".join(map(str, parts))


def scalar(value: object) -> object:
    """A text, number or truth value as it is; anything nested, and blank text, is None."""
    if isinstance(value, str):
        return value if value.strip() else None
    return value if isinstance(value, bool | int | float) else None


def place(record: dict[str, object], field: str, value: object) -> None:
    """Put a value into a native record, nested fields where they belong."""
    parent, dot, part = field.partition(".")
    if not dot:
        record[field] = value
        return
    inner = record.get(parent)
    record[parent] = {**inner, part: value} if isinstance(inner, dict) else {part: value}


def known(mapping: Mapping[str, str]) -> None:
    """Refuse a mapping of a field that does not exist."""
    for name in mapping:
        if name not in FIELDS:
            raise UsageError(f"--map {name}=...: no such field; the fields are {', '.join(FIELDS)}")
