"""How was a file read, written down so that the next one can be read the same way?"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path

import yaml

from lcexplore.decision.yaml_nodes import Document, Pair
from lcexplore.errors import LogError, UsageError
from lcexplore.importers.request_logs import KNOWN
from lcexplore.log import MAPPED_FIELDS, ReadOptions, Thresholds

_KEYS = ("format", "arm", "map", "correct", "incorrect", "correct_at", "partial",
         "cache_multipliers")  # fmt: skip
_OF_VERDICTS = ("correct", "incorrect", "correct_at", "partial", "cache_multipliers")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a mapping file says: the format, where one is named, and how its fields are read."""

    format: str | None = None
    options: ReadOptions = field(default_factory=ReadOptions)


def load(path: Path) -> Reading:
    """Read a mapping file; ``LogError`` with line and column for what is not understood."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        missing = isinstance(error, FileNotFoundError)
        found, todo = "no such file" if missing else error.strerror or "no file", "check the path"
        raise LogError(path, wanted="a mapping file", found=found, todo=todo) from None
    except UnicodeDecodeError as error:
        found, todo = f"byte {error.start + 1} that is not UTF-8", "save it as UTF-8"
        raise LogError(path, wanted="a mapping file", found=found, todo=todo) from None
    return parse(text, file=path)


def parse(text: str, *, file: Path | str = "mapping file") -> Reading:
    """Read the text of a mapping file."""
    document = Document(file=str(file), what="a mapping file")
    root = document.compose(text)
    pairs = document.mapping(root, "the mapping file")
    document.known(pairs, _KEYS, "the mapping file")
    reader = _Reader(document, pairs)
    options = ReadOptions(
        arm=reader.text("arm"),
        mapping=reader.fields(),
        correct=reader.values("correct"),
        incorrect=reader.values("incorrect"),
        correct_at=reader.thresholds("correct_at"),
        partial=reader.one_of("partial", ("correct", "incorrect")),
        cache_multipliers=reader.prices(),
    )
    return Reading(format=reader.text("format"), options=options)


def fit(reading: Reading, *, requests: bool) -> None:
    """Refuse a reading that says what its files have no use for."""
    fields = KNOWN if requests else MAPPED_FIELDS
    unused = of_verdicts(reading) if requests else ()
    unused += tuple(f"map: {name}" for name in reading.options.mapping if name not in fields)
    if unused:
        files = "logs of requests without questions" if requests else "logs of answers"
        raise UsageError(f"{files} have no use for `{unused[0]}` of the mapping file; remove it")


def of_verdicts(reading: Reading) -> tuple[str, ...]:
    """Name what a reading says that only answers with verdicts have."""
    said = {name: getattr(reading.options, name) for name in _OF_VERDICTS}
    said = {"format": reading.format, **said}
    return tuple(name for name, value in said.items() if value not in (None, (), {}))


def dump(reading: Reading) -> str:
    """Write a reading as the text that ``parse`` takes; what was not said is left out."""
    options, at = reading.options, reading.options.correct_at
    said = {
        "format": reading.format,
        "arm": options.arm,
        "map": dict(options.mapping),
        "correct": list(options.correct),
        "incorrect": list(options.incorrect),
        "correct_at": dict(at) if isinstance(at, Mapping) else at,
        "partial": options.partial,
        "cache_multipliers": dict(options.cache_multipliers),
    }
    kept = {name: value for name, value in said.items() if value not in (None, {}, [])}
    return yaml.safe_dump(kept, sort_keys=False, allow_unicode=True)


class _Reader:
    """Reads the keys of one mapping file."""

    def __init__(self, document: Document, pairs: dict[str, Pair]) -> None:
        self.document, self.pairs = document, pairs

    def text(self, key: str) -> str | None:
        """One value as text."""
        return self.document.scalar(self.pairs[key][1], key) if key in self.pairs else None

    def one_of(self, key: str, known: Collection[str]) -> str | None:
        """One of a few words."""
        value = self.text(key)
        if value is not None and value not in known:
            raise self._error(key, wanted=" or ".join(known), found=repr(value))
        return value

    def thresholds(self, key: str) -> Thresholds:
        """A finite number, or one for each grader."""
        if key in self.pairs and isinstance(self.pairs[key][1], yaml.MappingNode):
            return self._numbers(key, self.document.mapping(self.pairs[key][1], key)) or None
        value = self.text(key)
        return None if value is None else self._number(key, value)

    def values(self, key: str) -> tuple[str, ...]:
        """A list of values, or one."""
        if key not in self.pairs:
            return ()
        node = self.pairs[key][1]
        if isinstance(node, yaml.ScalarNode):
            return (self.document.scalar(node, key),)
        return tuple(self.document.scalar(each, key) for each in self.document.items(node, key))

    def fields(self) -> dict[str, str]:
        """Native fields, each with its column."""
        if "map" not in self.pairs:
            return {}
        pairs = self.document.mapping(self.pairs["map"][1], "map")
        self.document.known(pairs, tuple(dict.fromkeys((*MAPPED_FIELDS, *KNOWN))), "map")
        return {name: self.document.scalar(node, name) for name, (_, node) in pairs.items()}

    def prices(self) -> dict[str, float]:
        """Prices of cache reads and writes."""
        key = "cache_multipliers"
        if key not in self.pairs:
            return {}
        pairs = self.document.mapping(self.pairs[key][1], key)
        self.document.known(pairs, ("read", "write"), key)
        found = self._numbers(key, pairs)
        if min(found.values(), default=0.0) < 0:
            raise self._error(key, wanted="prices from 0", found=str(found))
        return found

    def _numbers(self, key: str, pairs: Mapping[str, Pair]) -> dict[str, float]:
        return {
            name: self._number(key, self.document.scalar(node, name))
            for name, (_, node) in pairs.items()
        }

    def _number(self, key: str, text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not isfinite(value):
            raise self._error(key, wanted="a number", found=repr(text))
        return value

    def _error(self, key: str, *, wanted: str, found: str) -> LogError:
        node = self.pairs[key][1]
        todo = f"correct the line of `{key}`"
        return self.document.error(node, wanted=f"{key}: {wanted}", found=found, todo=todo)
