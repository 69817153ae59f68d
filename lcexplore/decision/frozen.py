"""What did the record freeze: grader, rubric, eval set, and every other input of the runs?"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

import yaml

from lcexplore.decision.yaml_nodes import Document, Pair

KNOWN = (
    "model",
    "temperature",
    "eval_set",
    "eval_set_size",
    "eval_set_sha256",
    "corpus_hash",
    "grader",
    "rubric",
    "blind",
    "order_shuffled",
    "prompt_template_sha256",
    "epochs",
    "cache_multipliers",
)
_EVAL_SET = re.compile(r"(?P<name>[^()]+?)\s*(?:\((?P<detail>[^()]*)\))?")
_SIZE = re.compile(r"(?P<n>\d{1,3}(?:,\d{3})+|\d+)\s+(?:items|questions)\b")
_RUBRIC = re.compile(r"rubric\s+(?P<rubric>\S.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frozen:
    """The frozen block.

    Attributes:
        fields: Every line, values as text.
        grader: Grader, without what the line says beside it.
        rubric: Rubric.
        conditions: Other words of the grader's line, ``blind`` and ``order_shuffled`` among them.
        eval_set: Name of the eval set.
        eval_set_size: Its questions.
    """

    fields: Mapping[str, object] = field(default_factory=dict)
    grader: str | None = None
    rubric: str | None = None
    conditions: tuple[str, ...] = ()
    eval_set: str | None = None
    eval_set_size: int | None = None


def read_frozen(document: Document, node: yaml.Node) -> Frozen:
    """Read the frozen block; a name that nearly is a known one is an error."""
    pairs = document.mapping(node, "frozen")
    for name, (key, _) in pairs.items():
        close = get_close_matches(name, KNOWN, n=1, cutoff=0.8)
        if close and name not in KNOWN and not close[0].startswith(name):
            todo = f"did you mean {close[0]}?"
            raise document.error(key, wanted="a frozen input", found=repr(name), todo=todo)
    _one_model(document, pairs)
    grader, rubric, conditions = _grading(document, pairs)
    eval_set, size = _eval_set(document, pairs)
    return Frozen(
        fields={key: document.plain(value, key) for key, (_, value) in pairs.items()},
        grader=grader,
        rubric=rubric,
        conditions=conditions,
        eval_set=eval_set,
        eval_set_size=size,
    )


def _one_model(document: Document, pairs: dict[str, Pair]) -> None:
    """Refuse a line that freezes more than the model: no run's manifest could match it."""
    if "model" in pairs and isinstance(node := pairs["model"][1], yaml.ScalarNode):
        text = document.scalar(node, "model")
        if ", " in text:
            todo = "give every other input a line of its own, such as temperature: 0"
            raise document.error(node, wanted="the model's name", found=repr(text[:60]), todo=todo)


def _grading(
    document: Document, pairs: dict[str, Pair]
) -> tuple[str | None, str | None, tuple[str, ...]]:
    rubric = document.scalar(pairs["rubric"][1], "rubric") if "rubric" in pairs else None
    if "grader" not in pairs:
        return None, rubric, ()
    node = pairs["grader"][1]
    grader, *others = [part.strip() for part in document.scalar(node, "grader").split(",")]
    conditions = []
    for part in others:
        said = _RUBRIC.fullmatch(part)
        if said and rubric not in (None, said["rubric"]):
            found, todo = f"rubric {said['rubric']} here and {rubric} beside it", "keep one"
            raise document.error(node, wanted="one rubric", found=found, todo=todo)
        if said:
            rubric = said["rubric"]
        else:
            conditions.append(part.casefold().replace("-", "_").replace(" ", "_"))
    if not grader or "" in conditions:
        todo = 'write it as "grader, rubric v1, blind, order-shuffled"'
        found = "a blank between commas"
        raise document.error(node, wanted="a grader, then conditions", found=found, todo=todo)
    return grader, rubric, tuple(conditions)


def _eval_set(document: Document, pairs: dict[str, Pair]) -> tuple[str | None, int | None]:
    name: str | None = None
    size: int | None = None
    if "eval_set" in pairs:
        node = pairs["eval_set"][1]
        text = document.scalar(node, "eval_set")
        found = _EVAL_SET.fullmatch(text)
        if not found:
            todo = 'write it as "name (820 items)"'
            raise document.error(node, wanted="an eval set", found=repr(text[:60]), todo=todo)
        name = found["name"]
        count = _SIZE.search(found["detail"] or "")
        size = int(count["n"].replace(",", "")) if count else None
    if "eval_set_size" in pairs:
        size = _size(document, pairs["eval_set_size"][1], size)
    return name, size


def _size(document: Document, node: yaml.Node, other: int | None) -> int:
    text = document.scalar(node, "eval_set_size")
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        todo = "write the number of questions"
        raise document.error(node, wanted="a whole number", found=repr(text[:60]), todo=todo)
    if other not in (None, int(text)):
        found = f"{text} here and {other} in eval_set"
        raise document.error(node, wanted="one size", found=found, todo="keep one")
    return int(text)
