"""Which fields of an Inspect log are the arm, the question and the verdict?

What the user maps holds. Else a field is taken only where one reading is plausible, and the
account says which; where several are, the user is asked.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lcexplore.errors import ChoiceNeeded, UsageError
from lcexplore.importers import inspect_shapes as shapes
from lcexplore.importers.choices import overruling
from lcexplore.importers.inspect_header import Header, part

FIELDS = (
    *("arm", "question", "verdict", "stratum", "cluster", "question_text", "reference"),
    *("rubric", "ttft_s", "latency_s"),
)
_OWN_WORDS = ("stratum", "cluster")
_KEY_CHARS = 200
_TASK, _METADATA, _OUTPUT = "task_args.", "metadata.", "output.metadata."

# A scorer, and the key of one of its values where it gives several.
Way = tuple[str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How the samples of one log are read.

    Attributes:
        arm: Arm of every sample, or None when each says its own or nobody does.
        ways: Native field to path, in the terms of the log.
        chosen: The one value that is the verdict, or None where each is a grader of its own.
        graders: Name of the grader that each value of a scorer makes.
        caching: Models of which the log counts cached tokens.
        notes: The choices that were made, as sentences.
    """

    arm: str | None = None
    ways: Mapping[str, str] = field(default_factory=dict)
    chosen: Way | None = None
    graders: Mapping[Way, str] = field(default_factory=dict)
    caching: frozenset[str] = frozenset()
    header: Header
    notes: tuple[str, ...] = ()


def check(mapping: Mapping[str, str]) -> None:
    """Refuse a mapping of a field that is not open to choice."""
    for name in mapping:
        if name not in FIELDS:
            known = ", ".join(FIELDS)
            raise UsageError(f"--map {name}=...: of an Inspect log one can map {known}")


def at(header: Header, sample: shapes.Sample, way: str) -> object:
    """Value at a path: of the sample where it has it, else of the run."""
    if way in ("id", "total_time", "working_time"):
        return getattr(sample, way)
    if way in ("eval.task", "eval.model"):
        return header.eval.get(way.removeprefix("eval."))
    if way.startswith(_TASK):
        return inside(part(header.eval, "task_args"), way.removeprefix(_TASK))
    if way.startswith(_METADATA):
        name = way.removeprefix(_METADATA)
        value = inside(sample.metadata or {}, name)
        return inside(part(header.eval, "metadata"), name) if value is None else value
    if way.startswith(_OUTPUT):
        metadata = sample.output.metadata if sample.output else None
        return inside(metadata or {}, way.removeprefix(_OUTPUT))
    raise UsageError(
        f"{way} is no path of an Inspect log: write id, eval.task, eval.model, task_args.NAME, "
        "metadata.NAME, output.metadata.NAME, total_time or working_time"
    )


def of_the_run(way: str) -> bool:
    """Whether a path leads to what all samples of a log share."""
    return way.startswith(("eval.", _TASK))


def inside(of: Mapping[str, object], name: str) -> object:
    """Value under a name, or under names joined by dots."""
    if name in of:
        return of[name]
    first, dot, rest = name.partition(".")
    value = of.get(first) if dot else None
    return inside(value, rest) if isinstance(value, Mapping) else None


def settle_arm(
    path: Path, header: Header, first: list[shapes.Sample], told: str | None, mapped: str | None
) -> tuple[str | None, str | None, str]:
    """Settle the arm: its name where all samples share it, else the path; and a note."""
    if told is not None:
        return told, None, _overruled(header, first, told, mapped)
    if mapped is not None:
        return None, mapped, f"arm from {mapped}"
    found = {
        way: value
        for way, value in {
            "task_args.arm": part(header.eval, "task_args").get("arm"),
            "metadata.arm": part(header.eval, "metadata").get("arm"),
        }.items()
        if _plain(value)
    }
    own = {str(each.metadata["arm"]) for each in first if each.metadata and _has_arm(each)}
    if own and {str(each) for each in found.values()} <= own:
        return None, "metadata.arm", "arm from each sample's metadata.arm"
    if not own and len({str(each) for each in found.values()}) == 1:
        way, value = next(iter(found.items()))
        return str(value), None, f"arm from {way}: {value}"
    raise ChoiceNeeded(path, field="arm", choices=_arms(header, first))


def _overruled(header: Header, first: list[shapes.Sample], told: str, mapped: str | None) -> str:
    """The arms that gave way to the one that the user named."""
    ways = [mapped] if mapped else [f"{_TASK}arm", f"{_METADATA}arm"]
    for way in ways if first else ():
        said = (at(header, each, way) for each in first)
        arms = list(dict.fromkeys(str(each) for each in said if _plain(each)))
        if {*arms} - {told}:
            return overruling(told, way, arms)
    return ""


def _has_arm(sample: shapes.Sample) -> bool:
    return _plain((sample.metadata or {}).get("arm"))


def _plain(value: object) -> bool:
    return isinstance(value, str | int | float) and value != "" and not isinstance(value, bool)


def _arms(header: Header, first: list[shapes.Sample]) -> dict[str, str]:
    choices = {
        "eval.task": header.eval.get("task"),
        "eval.model": header.eval.get("model"),
        **{f"{_TASK}{name}": each for name, each in part(header.eval, "task_args").items()},
        **{f"{_METADATA}{name}": each for name, each in part(header.eval, "metadata").items()},
    }
    if first:
        metadata = first[0].metadata or {}
        choices |= {f"{_METADATA}{name}": value for name, value in metadata.items()}
    return {way: str(value)[:60] for way, value in choices.items() if _plain(value)}


def settle_question(
    path: Path, header: Header, samples: Iterable[shapes.Sample], arm_way: str | None
) -> str:
    """Settle what names a question: the sample's id, unless one log holds both arms.

    Then an id that occurs in one arm only cannot pair them: a field of the metadata can that names
    each question once for every arm and epoch.
    """
    if arm_way is None or of_the_run(arm_way):
        return "id"
    rows = [(str(at(header, each, arm_way)), str(each.epoch), _names(each)) for each in samples]
    if len({arm for arm, _, _ in rows}) < 2:
        return "id"
    names = [name for name in rows[0][2] if f"{_METADATA}{name}" != arm_way]
    able = [name for name in names if _pairs(rows, name)]
    if len(able) == 1 or able[:1] == ["id"]:
        return able[0] if able[0] == "id" else f"{_METADATA}{able[0]}"
    ways = {name: name if name == "id" else f"{_METADATA}{name}" for name in able or names}
    raise ChoiceNeeded(
        path,
        field="question",
        choices={way: rows[0][2].get(name, "")[:60] for name, way in ways.items()},
    )


def _names(sample: shapes.Sample) -> dict[str, str]:
    """What may name the question: the id, and the short values of the metadata."""
    fields = {"id": sample.id, **(sample.metadata or {})}
    texts = {name: str(value) for name, value in fields.items() if _plain(value)}
    return {name: text for name, text in texts.items() if len(text) <= _KEY_CHARS}


def _pairs(rows: list[tuple[str, str, dict[str, str]]], name: str) -> bool:
    """Whether a field names a question once per arm and epoch, and some in several arms."""
    if not all(name in fields for _, _, fields in rows):
        return False
    named = Counter((arm, epoch, fields[name]) for arm, epoch, fields in rows)
    pairs = {(arm, fields[name]) for arm, _, fields in rows}
    return max(named.values()) == 1 and len({key for _, key in pairs}) < len(pairs)


def own_words(first: list[shapes.Sample], mapping: Mapping[str, str]) -> dict[str, str]:
    """Fields of the metadata that are called just like ours."""
    return {
        name: f"{_METADATA}{name}"
        for name in _OWN_WORDS
        if name not in mapping and any(_plain((each.metadata or {}).get(name)) for each in first)
    }
