"""Has anything happened that the record agreed would reopen the question?"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from lcexplore.decision.frozen_check import matches
from lcexplore.decision.rule import DecisionRecord
from lcexplore.model import Manifest
from lcexplore.words import count


class TriggerState(StrEnum):
    """How one review trigger stands."""

    FIRED = "fired"
    QUIET = "quiet"
    FOR_PEOPLE = "for_people"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """One line of ``review_trigger`` against the newest runs.

    Attributes:
        text: As written.
        state: ``for_people`` where no manifest can tell.
        message: What was found, or who has to look.
    """

    text: str
    state: TriggerState
    message: str


_ABOUT = {
    "model": re.compile(r"\bmodel\b"),
    "corpus_hash": re.compile(r"\bcorpus\b(?!.*[<>])|\bdocuments?\b"),
    "prompt_template_sha256": re.compile(r"\bprompt\b"),
    "grader": re.compile(r"\b(grader|judge)\b"),
    "rubric": re.compile(r"\brubric\b"),
    "eval_set": re.compile(r"\beval(uation)?[ _-]set\b"),
    "cache_multipliers": re.compile(r"\bmultipliers?\b"),
}
_CHANGE = re.compile(r"\b(change[sd]?|new|update[sd]?|swap|switch|replaced?|release)\b")
_THRESHOLD = re.compile(
    r"(?P<name>[a-z][a-z _]*?)\s*(?P<sign>>=|<=|>|<)\s*(?P<number>\d+(?:\.\d+)?)\s*"
    r"(?P<scale>[kmb]?)\b.*"
)
_SCALE = {"": 1.0, "k": 1e3, "m": 1e6, "b": 1e9}
_SIGNS: dict[str, Callable[[float, float], bool]] = {
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
}
_FIELDS = {"corpus": ("corpus_tokens", "corpus_size_tokens"), "corpus tokens": ("corpus_tokens",)}


def check_triggers(record: DecisionRecord, newest: Sequence[Manifest]) -> tuple[Trigger, ...]:
    """Check every line against the manifests of the newest runs, of any comparison."""
    return tuple(_check(text, record, newest) for text in record.review_trigger)


def _check(text: str, record: DecisionRecord, newest: Sequence[Manifest]) -> Trigger:
    said = text.casefold()
    threshold = _THRESHOLD.fullmatch(said)
    if threshold:
        return _against_threshold(text, threshold, newest)
    for name, about in _ABOUT.items():
        if about.search(said) and _CHANGE.search(said):
            return _against_frozen(text, name, record, newest)
    return _for_people(text)


def _for_people(text: str, why: str = "no manifest can tell") -> Trigger:
    return Trigger(text=text, state=TriggerState.FOR_PEOPLE, message=f"to check by people: {why}")


def _frozen(record: DecisionRecord, name: str) -> object:
    own = {"grader": record.grader, "rubric": record.rubric}
    return own[name] if name in own else record.frozen.get(name)


def _against_frozen(
    text: str, name: str, record: DecisionRecord, newest: Sequence[Manifest]
) -> Trigger:
    frozen = _frozen(record, name)
    said = [each for each in newest if name in each.fields]
    if frozen is None or not said:
        why = f"{name} is not frozen" if frozen is None else f"no manifest records {name}"
        return _for_people(text, why)
    for manifest in said:
        if not matches(frozen, manifest.fields[name]):
            message = f"{manifest.arm} now runs with {name} {manifest.fields[name]}, not {frozen}"
            return Trigger(text=text, state=TriggerState.FIRED, message=message)
    return Trigger(text=text, state=TriggerState.QUIET, message=f"{name} is still {frozen}")


def _against_threshold(text: str, threshold: re.Match[str], newest: Sequence[Manifest]) -> Trigger:
    name = threshold["name"].strip()
    fields = _FIELDS.get(name, (name.replace(" ", "_"),))
    values = [
        float(value)
        for manifest in newest
        for field in fields
        if isinstance(value := manifest.fields.get(field), int | float)
    ]
    if not values:
        return _for_people(text, f"no manifest records {fields[0]}")
    bar = float(threshold["number"]) * _SCALE[threshold["scale"]]
    fired = any(_SIGNS[threshold["sign"]](value, bar) for value in values)
    state = TriggerState.FIRED if fired else TriggerState.QUIET
    return Trigger(text=text, state=state, message=f"{fields[0]} is {count(round(max(values)))}")
