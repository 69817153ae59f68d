"""The decision record: a YAML file that froze the rule before the results, read strictly."""

import hashlib
from dataclasses import replace
from datetime import UTC, datetime, time
from functools import lru_cache
from pathlib import Path

import yaml

from lcexplore.decision.clauses import read_rule
from lcexplore.decision.commit_warnings import warnings_at_commit
from lcexplore.decision.frozen import Frozen, read_frozen
from lcexplore.decision.rule import Bar, Clause, DecisionRecord
from lcexplore.decision.yaml_nodes import Document, Pair, described
from lcexplore.errors import RecordError

__all__ = ["Bar", "Clause", "DecisionRecord", "parse", "read_text", "warnings_at_commit"]

_KEYS = (
    "comparison",
    "frozen",
    "decision_rule",
    "review_trigger",
    "arms",
    "confidence_level",
    "missing_tolerance",
    "correctness_basis",
    "calibration",
    "committed_at",
    "margin_reason",
)


def read_text(path: Path | str, *, what: str = "a decision record") -> str:
    """Read a file of text exactly, so that its hash is the file's."""
    try:
        return Path(path).read_bytes().decode("utf-8")
    except OSError as error:
        found, todo = error.strerror or "no file", "check the path"
        raise RecordError(path, wanted=what, found=found, todo=todo) from None
    except UnicodeDecodeError as error:
        found = f"byte {error.start + 1} that is not UTF-8"
        raise RecordError(path, wanted="text", found=found, todo="save it as UTF-8") from None


def parse(text: str, *, file: Path | str = "record") -> DecisionRecord:
    """Read a record; raise ``RecordError`` with line and column for what is not understood."""
    return _parsed(text, str(file))


@lru_cache(maxsize=32)  # a page asks for the same record several times in every run
def _parsed(text: str, file: str) -> DecisionRecord:
    document = Document(file=file)
    root = document.compose(text)
    pairs = document.mapping(root, "the record")
    document.known(pairs, _KEYS, "the record")
    for key in ("comparison", "decision_rule"):
        if key not in pairs:
            todo = f"add a `{key}:` line"
            raise document.error(root, wanted=f"the key {key}", found="none", todo=todo)
    record = _Reader(document=document, pairs=pairs, text=text).record()
    return replace(record, warnings=warnings_at_commit(record))


class _Reader:
    """Reads the keys of one record."""

    def __init__(self, *, document: Document, pairs: dict[str, Pair], text: str) -> None:
        self.document, self.pairs, self.text = document, pairs, text

    def record(self) -> DecisionRecord:
        """Read every key."""
        frozen = self._frozen()
        baseline, candidate = self._arms()
        basis = self._choice("correctness_basis", ("graded", "calibrated"), "graded")
        calibration = self._choice("calibration", ("required", "not_required"), "by_grader")
        if (basis, calibration) == ("calibrated", "not_required"):
            wanted, found = "calibration: required", "not_required with a calibrated basis"
            raise self._error("calibration", wanted=wanted, found=found, todo="remove one")
        node = self.pairs["decision_rule"][1]
        otherwise, clauses = read_rule(self.document, node, baseline=baseline, candidate=candidate)
        return DecisionRecord(
            title=self._text("comparison") or "",
            clauses=clauses,
            frozen=frozen.fields,
            otherwise=otherwise,
            review_trigger=self._triggers(),
            baseline=baseline,
            candidate=candidate,
            grader=frozen.grader,
            rubric=frozen.rubric,
            eval_set_size=frozen.eval_set_size,
            confidence_level=self._share("confidence_level", 0.95, low=0.5),
            missing_tolerance=self._share("missing_tolerance", 0.02, low=0.0, closed=True),
            correctness_basis=basis,
            calibration=calibration,
            committed_at=self._time(),
            margin_reason=self._text("margin_reason"),
            sha256=hashlib.sha256(self.text.encode()).hexdigest(),
            text=self.text,
            eval_set=frozen.eval_set,
            grading_conditions=frozen.conditions,
        )

    def _error(self, key: str, *, wanted: str, found: str, todo: str) -> RecordError:
        return self.document.error(self.pairs[key][1], wanted=wanted, found=found, todo=todo)

    def _text(self, key: str) -> str | None:
        return self.document.scalar(self.pairs[key][1], key) if key in self.pairs else None

    def _frozen(self) -> Frozen:
        if "frozen" not in self.pairs:
            return Frozen()
        return read_frozen(self.document, self.pairs["frozen"][1])

    def _choice(self, key: str, allowed: tuple[str, ...], default: str) -> str:
        text = self._text(key)
        if text is None or text in allowed:
            return text or default
        wanted = f"{key} as {' or '.join(allowed)}"
        raise self._error(key, wanted=wanted, found=repr(text[:60]), todo="choose one")

    def _share(self, key: str, default: float, *, low: float, closed: bool = False) -> float:
        text = self._text(key)
        if text is None:
            return default
        number = text.removesuffix("%").strip()
        try:
            value = float(number) / (100 if text.endswith("%") else 1)
        except ValueError:
            value = float("nan")
        if low < value < 1 or (closed and value == low):
            return value
        wanted = f"{key} as a fraction from {low:g} to 1, such as {default}"
        raise self._error(key, wanted=wanted, found=repr(text[:60]), todo="write a fraction or %")

    def _time(self) -> datetime | None:
        text = self._text("committed_at")
        if text is None:
            return None
        try:
            return _moment(text)
        except (ValueError, OverflowError):  # the first and last days overflow in some time zones
            wanted, todo = "committed_at as a time", "write it as 2026-04-18T09:00:00Z"
            raise self._error(
                "committed_at", wanted=wanted, found=repr(text[:60]), todo=todo
            ) from None

    def _triggers(self) -> tuple[str, ...]:
        if "review_trigger" not in self.pairs:
            return ()
        node = self.pairs["review_trigger"][1]
        one = isinstance(node, yaml.ScalarNode)
        items = [node] if one else self.document.items(node, "review triggers")
        return tuple(self.document.scalar(each, "a review trigger") for each in items)

    def _arms(self) -> tuple[str | None, str | None]:
        if "arms" not in self.pairs:
            return None, None
        node = self.pairs["arms"][1]
        if isinstance(node, yaml.MappingNode):
            named = self.document.mapping(node, "arms")
            self.document.known(named, ("baseline", "candidate"), "arms")
            nodes = [named[role][1] for role in ("baseline", "candidate") if role in named]
        else:
            nodes = list(self.document.items(node, "arms"))
        names = [self.document.scalar(each, "an arm") for each in nodes]
        if len(names) != 2 or names[0] == names[1]:
            wanted, found = "two different arms, baseline and candidate", described(node)
            todo = "write {baseline: NAME, candidate: NAME}"
            raise self._error("arms", wanted=wanted, found=found, todo=todo)
        return names[0], names[1]


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if len(text) <= len("2026-04-18"):  # a bare date claims no more than its last second
        moment = datetime.combine(moment.date(), time(23, 59, 59))
    return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
