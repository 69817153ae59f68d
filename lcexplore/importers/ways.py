"""Where do the rows of a run hold what its format leaves to the user: arm, question, stratum?"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lcexplore.importers import choices
from lcexplore.log import ReadOptions
from lcexplore.words import many

SAMPLE_ROWS = 200

_OWN_WORDS = ("stratum", "cluster")
_SETTLED_APART = ("verdict",)

Row = Mapping[str, object]
Groups = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """What was settled for one file.

    Attributes:
        paths: Native field to path of a row.
        notes: The sentences that say so.
    """

    paths: Mapping[str, str]
    notes: tuple[str, ...]

    def fill(self, record: dict[str, object], row: Row) -> None:
        """Put what a row holds at the paths into its record."""
        for name, place in self.paths.items():
            if (value := choices.found(row, place)) is not None:
                choices.place(record, name, value)


def settle(
    path: Path,
    rows: Iterable[Row],
    options: ReadOptions,
    *,
    arms: Groups = (choices.ARM_KEYS,),
    questions: Groups = (),
) -> Ways:
    """Say where arm and question are, by mapping or by name, and which of our own words occur.

    Args:
        path: The file, for errors.
        rows: The first rows, or those parts of them where a user writes.
        options: What the user said.
        arms: Names that mean the arm, surest group first.
        questions: Names that mean the question's key; the format's own key stands in.

    Raises:
        ChoiceNeeded: More than one path may mean the same.
    """
    choices.known(options.mapping)
    looked = list(rows)
    seen = choices.examples(looked)
    paths = {k: v for k, v in options.mapping.items() if k not in _SETTLED_APART}
    notes: list[str] = []
    if options.arm is not None:
        notes += choices.overruled(options.arm, looked, mapping=options.mapping, names=arms)
    for name, groups in (("question", questions), ("arm", arms)):
        if name == "arm" and options.arm is not None:
            paths.pop("arm", None)
            continue
        found = choices.settle(path, name, seen, mapping=options.mapping, names=groups)
        if found is not None:
            paths[name] = found.path
            notes.append(found.note)
    for word in _OWN_WORDS:
        named = [each for each in seen if choices.leaf(each) == word]
        if word not in paths and len(named) == 1:
            paths[word] = named[0]
            notes.append(f"{word} from {named[0]}")
    return Ways(paths=paths, notes=tuple(notes))


@dataclass(slots=True)
class Repeats:
    """Numbers the answers to one question where a format does not: the n-th one is epoch n.

    Attributes:
        later: How many records it numbered that were not the first of their question.
    """

    later: int = 0
    _seen: Counter[tuple[str, str]] = field(default_factory=Counter)
    _known: dict[tuple[str, str, str], int] = field(default_factory=dict)

    def number(self, record: dict[str, object], *, identity: object = None) -> None:
        """Give a record its epoch, unless it has one; the same ``identity`` has the same."""
        if record.get("epoch") is not None or record.get("question") is None:
            return
        key = (str(record.get("arm")), str(record["question"]))
        same = (*key, "" if choices.scalar(identity) is None else str(identity))
        if not same[-1] or same not in self._known:
            self._seen[key] += 1
            self._known[same] = self._seen[key]
            self.later += self._seen[key] > 1
        record["epoch"] = self._known[same]

    def notes(self) -> tuple[str, ...]:
        """What the account says where rows of one question were numbered."""
        if not self.later:
            return ()
        return (
            f"the n-th row of a question is read as repetition n: {many(self.later, 'later row')}",
        )


def whole(row: Row) -> str:
    """What a row is known by that has no id: all that it says; empty for one nested too deeply."""
    try:
        told = json.dumps(row, sort_keys=True, default=str)
    except RecursionError:
        return ""
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()


def present(record: Mapping[str, object]) -> dict[str, object]:
    """The fields that are known."""
    return {name: value for name, value in record.items() if value is not None}
