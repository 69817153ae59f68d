"""Did the runs use what the record froze?"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from lcexplore.decision.rule import DecisionRecord
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.inputs import Inputs
from lcexplore.evidence.written import blank, truth, whole
from lcexplore.model import Manifest, Role
from lcexplore.words import count, many

_ELLIPSIS = re.compile(r"\.{3,}|…")
_DETAIL = re.compile(r"\s*\([^()]*\)\s*$")
_ELSEWHERE = {"grader", "rubric", "eval_set_size"}
_TRUTH = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class FrozenReading:
    """The frozen block beside the manifests.

    Attributes:
        mismatches: One sentence for each line that a run contradicts.
        unrecorded: Lines on which at least one arm's manifests are silent: nobody can say that
            they were kept.
    """

    mismatches: tuple[str, ...]
    unrecorded: tuple[str, ...]


def frozen_against_runs(record: DecisionRecord, evidence: Evidence) -> FrozenReading:
    """Compare every frozen line with every manifest of either arm."""
    lines = {name: value for name, value in record.frozen.items() if name not in _ELSEWHERE}
    lines |= {name: "true" for name in record.grading_conditions}
    mismatches = [*_arms(record, evidence), *_grading(record, evidence), *_size(record, evidence)]
    unrecorded = []
    for name, value in lines.items():
        seen = list(_recorded(name, evidence))
        differing = [
            (who, each)
            for _, who, each in seen
            if not matches(value, each) and not (name == "model" and _is_snapshot(each, value))
        ]
        frozen = f"{_title(name)} was frozen as {_say(value)}"
        mismatches += _contradicted(frozen, "ran with", dict(differing))
        if len({arm for arm, _, _ in seen}) < len(Role):
            unrecorded.append(name)
    return FrozenReading(mismatches=tuple(mismatches), unrecorded=tuple(unrecorded))


def _recorded(name: str, evidence: Evidence) -> Iterator[tuple[str, str, object]]:
    """Arm, where it says so, and what it recorded.

    Answers say which model served them, where their arm's manifests do not name the same.
    """
    manifests = [each for each in evidence.inputs.manifests if name in each.fields]
    yield from ((each.arm, _who(each), each.fields[name]) for each in manifests)
    if name == "model":
        for role in Role:
            arm = evidence.info.arm(role)
            told = {each.fields[name] for each in manifests if each.arm == arm}
            served = evidence.inputs.served_models.get(role, {})
            yield from ((arm, arm, model) for model in served if model not in told)


def _title(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def _who(manifest: Manifest) -> str:
    return f"{manifest.arm} ({manifest.file})"


def _arms(record: DecisionRecord, evidence: Evidence) -> Iterator[str]:
    info = evidence.info
    for role, named in ((Role.BASELINE, record.baseline), (Role.CANDIDATE, record.candidate)):
        if named and named != info.arm(role).strip():
            yield f"The record names {named} as {role.value}, compared is {info.arm(role)}."


def _grading(record: DecisionRecord, evidence: Evidence) -> Iterator[str]:
    info = evidence.info
    for name, frozen, shown in (
        ("grader", record.grader, info.grader),
        ("rubric", record.rubric, info.rubric),
    ):
        if frozen and frozen != shown:
            by = shown or "nobody"
            yield f"{_title(name)} was frozen as {frozen}, these verdicts are by {by}."


def _size(record: DecisionRecord, evidence: Evidence) -> Iterator[str]:
    frozen, found = record.eval_set_size, evidence.correctness.n_eval_set
    if frozen and found > frozen:
        yield f"The eval set was frozen at {many(frozen, 'question')}, {count(found)} were asked."
    sizes = {_who(each): each.fields.get("eval_set_size") for each in evidence.inputs.manifests}
    if frozen:
        other = {
            who: size for who, size in sizes.items() if not blank(size) and whole(size) != frozen
        }
        at = f"The eval set was frozen at {many(frozen, 'question')}"
        yield from _contradicted(at, "recorded", other)


def _contradicted(frozen: str, verb: str, found: Mapping[str, object]) -> list[str]:
    """Say what was frozen once, then who had what; nothing where nobody contradicts it.

    Args:
        frozen: The start of the sentence.
        verb: What joins a run to its value.
        found: What each run had instead.
    """
    whose: dict[str, list[str]] = {}
    for who, value in found.items():
        whose.setdefault(_say(value), []).append(who)
    said = [f"{' and '.join(every)} {verb} {value}" for value, every in whose.items()]
    return [f"{frozen}; {', '.join(said)}."] if said else []


def with_planned(inputs: Inputs, record: DecisionRecord) -> Inputs:
    """Count the questions that the record froze as planned, whether or not anybody asked them."""
    planned = max(record.eval_set_size or 0, inputs.tally.eval_set_size or 0) or None
    return replace(inputs, tally=replace(inputs.tally, eval_set_size=planned))


def matches(frozen: object, recorded: object) -> bool:
    """Whether a recorded value is what was frozen as text (abbreviated hashes included)."""
    if isinstance(frozen, Mapping):
        return isinstance(recorded, Mapping) and all(
            key in recorded and matches(value, recorded[key]) for key, value in frozen.items()
        )
    if isinstance(frozen, tuple):
        return (
            isinstance(recorded, list | tuple)
            and len(frozen) == len(recorded)
            and all(matches(*pair) for pair in zip(frozen, recorded, strict=True))
        )
    return not isinstance(recorded, Mapping | list | tuple) and _same(str(frozen), recorded)


def _is_snapshot(recorded: object, frozen: object) -> bool:
    """Whether a model's name is the one that was frozen, with a date or version after it."""
    name, alias = str(recorded).strip(), str(frozen).strip()
    return name.startswith(alias) and name[len(alias) : len(alias) + 1] in ("-", "@", ":")


def _same(frozen: str, recorded: object) -> bool:
    if frozen.casefold() in _TRUTH:
        return truth(recorded) is _TRUTH[frozen.casefold()]
    text = str(recorded).strip()
    if _DETAIL.sub("", text) == _DETAIL.sub("", frozen):
        return True
    return _same_number(frozen, text) or _abbreviates(frozen, text)


def _same_number(frozen: str, text: str) -> bool:
    try:
        return float(frozen) == float(text)
    except ValueError:
        return False


def _abbreviates(frozen: str, text: str) -> bool:
    """``3b9f...c07`` stands for every hash that starts and ends so."""
    head, *tail = _ELLIPSIS.split(frozen)
    if len(tail) != 1 or not head + tail[0]:
        return False
    long_enough = len(text) >= len(head) + len(tail[0])
    return long_enough and text.startswith(head) and text.endswith(tail[0])


def _say(value: object) -> str:
    text = str(value)
    return text if len(text) <= 80 else f"{text[:80]}..."
