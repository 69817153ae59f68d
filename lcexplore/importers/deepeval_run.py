"""What does a test run of DeepEval say as a whole: its arm, its metrics, what names a question?"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lcexplore.errors import ChoiceNeeded
from lcexplore.importers import choices, deepeval_cases, heads, row_files
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers.ways import Ways
from lcexplore.log import ReadOptions

_NUMBERED = re.compile(r"test_case_\d+")
_EDGE = re.compile(r'"(identifier|hyperparameters)"\s*:\s*')
_SHOWN_CHARS = 60


@dataclass(slots=True)
class Run:
    """What one pass over the file found.

    Attributes:
        graders: Names of the metrics, and of the verdict of all, each with an example.
        said: The run's identifier and hyperparameters.
        own_arm: The cases say their arm themselves.
        named: Every case has a name of its own that is no running number.
        thresholds: Score at which each metric passes.
        models: Model that computes each metric.
    """

    graders: dict[str, str] = field(default_factory=dict)
    said: Mapping[str, object] = field(default_factory=dict)
    own_arm: bool = False
    named: bool = True
    thresholds: dict[str, object] = field(default_factory=dict)
    models: dict[str, object] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)

    def add(self, case: Mapping[str, object]) -> None:
        """Take one case into account."""
        for name, each in deepeval_cases.metrics(case):
            self.graders.setdefault(name, str(deepeval_cases.verdict(each, scores=False)))
            self.thresholds.setdefault(name, choices.scalar(each.get("threshold")))
            self.models.setdefault(
                name, choices.scalar(deepeval_cases.field(each, "evaluation_model"))
            )
        self.own_arm = self.own_arm or "arm" in deepeval_cases.metadata(case)
        own = case.get("name")
        if not isinstance(own, str) or _NUMBERED.fullmatch(own) or own in self._names:
            self.named = False
        else:
            self._names.add(own)

    def manifest(
        self, path: Path, options: ReadOptions
    ) -> tuple[dict[str, object], tuple[str, ...]]:
        """What holds for every case; the run's own names may be the arm where no case says it."""
        said = shapes.inside(self.said, "hyperparameters")
        manifest: dict[str, object] = {
            "model": choices.scalar(said.get("model")),
            "temperature": choices.scalar(said.get("temperature")),
            "run_id": choices.scalar(self.said.get("identifier")),
            "grader_thresholds": _listed(self.thresholds),
            "grader_models": _listed(self.models),
        }
        manifest = {name: value for name, value in manifest.items() if value is not None}
        arms = self._arms(said)
        mapped = options.mapping.get("arm")
        if options.arm is None and mapped is None and not self.own_arm and arms:
            mapped = _only(path, arms)
        if options.arm is None and mapped in arms:
            return {**manifest, "arm": arms[mapped]}, (f"arm from {mapped}: {arms[mapped]}",)
        return manifest, ()

    def _arms(self, said: Mapping[str, object]) -> dict[str, str]:
        found: dict[str, object] = {"identifier": self.said.get("identifier")}
        found |= {f"hyperparameters.{name}": value for name, value in said.items()}
        return {
            name: str(value)[:_SHOWN_CHARS]
            for name, value in found.items()
            if choices.scalar(value) is not None
        }

    def question(self, ways: Ways) -> tuple[str, tuple[str, ...]]:
        """What names a question: its case's name, or the text of its input."""
        if "question" in ways.paths:
            return deepeval_cases.NAME, ()
        if self.named:
            return deepeval_cases.NAME, ("question key from the name of the test case",)
        reason = "the names of the test cases are numbers or repeat"
        return deepeval_cases.TEXT, (f"question key from the text of the input: {reason}",)


def _only(path: Path, arms: dict[str, str]) -> str:
    """The arm by that name, else the one there is."""
    if "hyperparameters.arm" in arms:
        return "hyperparameters.arm"
    if len(arms) > 1:
        raise ChoiceNeeded(path, field="arm", choices=arms)
    return next(iter(arms))


def _listed(values: Mapping[str, object]) -> str | None:
    known = [f"{name}: {value}" for name, value in sorted(values.items()) if value is not None]
    return "; ".join(known) or None


def surveyed(path: Path, way: tuple[str, ...]) -> Run:
    """Read the file once, then what stands around its cases."""
    run = Run()
    for each in row_files.rows(path, way=way):
        if each.value is not None:
            run.add(each.value)
    run.said = _said(path)
    return run


def _said(path: Path) -> dict[str, object]:
    """What stands before or after the cases; in a text its quotes would be escaped."""
    edges = (row_files.tail(path).decode("utf-8", "replace"),
             heads.head(path).decode("utf-8", "replace"))  # fmt: skip
    found: dict[str, object] = {}
    for edge in edges:
        for match in _EDGE.finditer(edge):
            try:
                found[match[1]], _ = json.JSONDecoder().raw_decode(edge, match.end())
            except (ValueError, RecursionError):
                continue
        if found:
            break
    return found
