"""Which scorers assessed the traces of MLflow, and what did they say?

A scorer that fails leaves an assessment under its own name, not under that of the feedback it
gives: the two are the same scorer by its digest.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lcexplore.importers import choices, evaluators
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers.mlflow_trace import info
from lcexplore.log import ReadOptions

_DIGEST = "mlflow.assessment.scorerDigest"
# MLflow's own reading of a judge's words, when it averages them.
_RATINGS = {"yes": "correct", "no": "incorrect"}

Object = Mapping[str, object]


@dataclass(slots=True)
class Assessors:
    """The scorers of a file: what they give, by digest, and which models they ask."""

    examples: dict[str, str] = field(default_factory=dict)
    runs: set[str] = field(default_factory=set)
    models: dict[str, str] = field(default_factory=dict)
    rated: bool = False
    _given: dict[str, set[str]] = field(default_factory=dict)
    _failures: list[tuple[str, str]] = field(default_factory=list)

    def add(self, trace: Object) -> None:
        """Take the assessments of one trace into account."""
        run = shapes.inside(info(trace), "trace_metadata").get("mlflow.sourceRun")
        if isinstance(run, str):
            self.runs.add(run)
        for each in _feedback(trace):
            name, digest = _name(each), _digest(each)
            if _failed(each):
                self._failures.append((name, digest))
                continue
            value = _value(each)
            self.rated = self.rated or str(value).lower() in _RATINGS
            self.examples.setdefault(name, str(value)[:60])
            self._given.setdefault(digest, set()).add(name)
            source = shapes.inside(each, "source")
            if source.get("source_type") == "LLM_JUDGE" and source.get("source_id"):
                self.models.setdefault(name, str(source["source_id"]))

    def graders(self) -> dict[str, str]:
        """Names of the scorers, each with an example."""
        failing = {self._grader(name, digest): "failed" for name, digest in self._failures}
        return {**failing, **self.examples}

    def _grader(self, name: str, digest: str) -> str:
        """The name under which a scorer gives feedback, where it failed and so said another."""
        given = self._given.get(digest, set()) if digest else set()
        return next(iter(given)) if len(given) == 1 and name not in self.examples else name

    def manifest(self) -> dict[str, object]:
        """What holds for every trace."""
        models = "; ".join(f"{name}: {model}" for name, model in sorted(self.models.items()))
        found = {
            "run_id": next(iter(self.runs)) if len(self.runs) == 1 else None,
            "grader_models": models or None,
        }
        return {name: value for name, value in found.items() if value is not None}

    def notes(self, options: ReadOptions) -> Iterator[str]:
        """What the account says of how feedback is read."""
        if self.rated and not (options.correct or options.incorrect):
            yield "feedback yes and no are read as correct and incorrect, as MLflow averages them"
        if len(self.runs) > 1:
            yield f"traces of {len(self.runs)} runs: check that they are one arm"

    def gradings(
        self, trace: Object, only: str | None, options: ReadOptions
    ) -> list[dict[str, object]]:
        """One grading for each scorer of a trace."""
        told = bool(options.correct or options.incorrect)
        made = []
        for each in _feedback(trace):
            failed = _failed(each)
            name = self._grader(_name(each), _digest(each)) if failed else _name(each)
            value = _value(each)
            if not told and isinstance(value, str):
                value = _RATINGS.get(value.strip().lower(), value)
            if only in (None, name):
                made.append(
                    evaluators.grading(
                        name,
                        value,
                        reason=evaluators.failure(failed),
                        quote=each.get("rationale"),
                        graded_at=each.get("create_time"),
                    )
                )
        return made


def _feedback(trace: Object) -> Iterator[Object]:
    """Assessments that judge an answer and hold; an expectation is what one should be."""
    for each in shapes.members(info(trace).get("assessments")):
        if isinstance(each.get("feedback"), Mapping) and each.get("valid") is not False:
            yield each


def _name(assessment: Object) -> str:
    name = str(assessment.get("assessment_name") or "assessment")
    human = shapes.inside(assessment, "source").get("source_type") == "HUMAN"
    return f"{name} (human)" if human else name


def _digest(assessment: Object) -> str:
    return str(shapes.inside(assessment, "metadata").get(_DIGEST) or "")


def _value(assessment: Object) -> object:
    return choices.scalar(shapes.inside(assessment, "feedback").get("value"))


def _failed(assessment: Object) -> bool:
    return bool(shapes.inside(assessment, "feedback").get("error"))
