"""What do the events of an ``oaieval`` record say of each sample, and of the run?"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lcexplore.importers import choices, evaluators, harness_errors, row_files, texts
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers.usage import normalise
from lcexplore.importers.ways import present
from lcexplore.log import FieldRefusal, Row

_MATCH = "match"
_QUESTION_CHARS = 1_000

Object = Mapping[str, object]


@dataclass(slots=True)
class _Sample:
    """What is known of one sample: its first sampling, and its judgements."""

    line: int
    asked_at: float = float("inf")
    answer: Object = field(default_factory=dict)
    gradings: dict[str, dict[str, object]] = field(default_factory=dict)
    error: dict[str, str] | None = None
    expected: str | None = None


@dataclass(slots=True)
class Events:
    """The events of a file, gathered by sample.

    Attributes:
        samples: By sample id, in order of appearance.
        graders: Names of the judgements, each with an example.
    """

    spec: Object = field(default_factory=dict)
    finished: bool = False
    samples: dict[str, _Sample] = field(default_factory=dict)
    graders: dict[str, str] = field(default_factory=dict)
    refused: list[Row] = field(default_factory=list)

    def add(self, line: int, event: Object) -> FieldRefusal | None:
        """Take one event in, or say why it cannot be."""
        name = choices.scalar(event.get("sample_id"))
        if isinstance(spec := event.get("spec"), Mapping):
            self.spec = spec
        elif "final_report" in event:
            self.finished = True
        elif name is None:
            return FieldRefusal(field="sample_id", value=None, reason="missing")
        else:
            sample = self.samples.setdefault(str(name), _Sample(line=line))
            self._add(sample, event, shapes.inside(event, "data"))
        return None

    def _add(self, sample: _Sample, event: Object, data: Object) -> None:
        kind, at = event.get("type"), event.get("created_at")
        if kind == "sampling":
            number = event.get("event_id")
            order = number if isinstance(number, int | float) else 0
            if order < sample.asked_at:
                sample.asked_at, sample.answer = order, _answer(data)
        elif kind == _MATCH:
            sample.expected = _joined(data.get("expected")) or sample.expected
            self._judge(sample, _MATCH, data.get("correct"), at)
        elif kind == "metrics":
            for key, value in _scores(data).items():
                self._judge(sample, f"metrics.{key}", value, at)
        elif kind == "error":
            told = data.get("error") or data.get("message") or data.get("type")
            sample.error = harness_errors.failed(told or "the sample failed")

    def _judge(self, sample: _Sample, name: str, value: object, at: object) -> None:
        self.graders.setdefault(name, str(value)[:60])
        sample.gradings[name] = evaluators.grading(name, choices.scalar(value), graded_at=at)

    def arms(self) -> dict[str, str]:
        """What may be the arm: what was run, or what it was run on."""
        functions = self.spec.get("completion_fns")
        first = functions[0] if isinstance(functions, list) and functions else None
        found = {"completion_fns": first, "eval_name": self.spec.get("eval_name")}
        return {name: each for name, each in found.items() if isinstance(each, str) and each}

    def manifest(self) -> dict[str, object]:
        """What the spec says of the run; its command line and arguments are left."""
        config = shapes.inside(self.spec, "run_config")
        samples = choices.at(config, "eval_spec.args.samples_jsonl")
        return {
            "eval": choices.scalar(self.spec.get("eval_name")),
            "eval_set": choices.scalar(samples),
            "split": choices.scalar(self.spec.get("split")),
            "run_id": choices.scalar(self.spec.get("run_id")),
            "created_at": choices.scalar(self.spec.get("created_at")),
            "seed": choices.scalar(config.get("seed")),
        }

    def notes(self, paths: Mapping[str, str]) -> Iterator[str]:
        """What a reader should know of the record."""
        if "question" not in paths:
            yield (
                "question key from sample_id, which counts the lines of the data set: both runs "
                "must have used the same file"
            )
        if not self.finished:
            yield "there is no final report: the run may have broken off"
        yield "the record has no latency: its times are those of writing"

    def rows(self, only: str | None, paths: Mapping[str, str]) -> Iterator[Row]:
        """One record a sample, then the lines that could not be read."""
        for name, sample in self.samples.items():
            judged = [each for key, each in sample.gradings.items() if only in (None, key)]
            record = present({
                "question": name,
                "reference": sample.expected,
                **{key: value for key, value in sample.answer.items() if key != "refusals"},
                "error": sample.error,
                "gradings": judged or None,
            })  # fmt: skip
            for field_name, place in paths.items():
                if (value := choices.found({"sample_id": name, **record}, place)) is not None:
                    choices.place(record, field_name, value)
            refusals = sample.answer.get("refusals")
            yield Row(
                line=sample.line,
                locator=f"sample {name}"[:200],
                record=record,
                refusals=refusals if isinstance(refusals, tuple) else (),
            )
        yield from self.refused


def gathered(path: Path) -> Events:
    """Read every event of a file."""
    events = Events()
    for each in row_files.rows(path):
        refusal = each.refusal if each.value is None else events.add(each.line, each.value)
        if refusal is not None:
            events.refused.append(each.row(None, (refusal,)))
    return events


def _answer(data: Object) -> dict[str, object]:
    """What a sampling says, and no more of its prompt than a question."""
    made: dict[str, object] = {
        "answer": _joined(data.get("sampled")),
        "model": choices.scalar(data.get("model")),
    }
    asked = texts.question(data.get("prompt"))
    if asked is not None and len(asked) <= _QUESTION_CHARS:
        made["question_text"] = asked
    if isinstance(counts := data.get("usage"), Mapping):
        usage = normalise(counts, source="openai")
        made |= {"usage": usage.record(), "refusals": usage.refusals}
    return present(made)


def _scores(data: Object) -> dict[str, object]:
    """The score among the metrics, else everything among them that may be one."""
    if (score := choices.scalar(data.get("score"))) is not None:
        return {"score": score}
    return {key: each for key, each in data.items() if choices.scalar(each) is not None}


def _joined(value: object) -> str | None:
    """A text, or the first of several that are one each."""
    if isinstance(value, list):
        value = value[0] if len(value) == 1 else texts.written(value) if value else None
    return texts.written(value)
