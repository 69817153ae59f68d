"""What does one request of a HELM run, or one prediction shown of it, say of its answer?"""

from collections.abc import Mapping
from dataclasses import dataclass

from lcexplore.importers import choices, harness_errors, helm_stats, provider_errors, texts
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers.ways import present

OPTION = (
    "one of several requests for one answer, one an option: display_predictions.json holds the "
    "option chosen"
)
_BLOCKED = ("content policy", "content blocked", "prompt blocked", "safety", "usage guidelines")

Object = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """One answer.

    Attributes:
        instance: Id of the instance.
        perturbed: Which perturbation of it, empty for the original.
        trial: Which set of examples it was asked with.
        record: What the row says besides.
        unusable: Why it is no answer.
    """

    instance: object
    perturbed: str
    trial: object
    record: dict[str, object]
    unusable: str | None = None

    @property
    def key(self) -> helm_stats.Key:
        """What its metrics are filed under."""
        return helm_stats.key(self.instance, self.perturbed, self.trial)

    @property
    def question(self) -> str | None:
        """The instance; a perturbed version of it is a question of its own."""
        name = None if choices.scalar(self.instance) is None else str(self.instance)
        return f"{name} [{self.perturbed}]" if name and self.perturbed else name


def requested(row: Object) -> State:
    """Read a request of ``scenario_state.json``."""
    instance, result = shapes.inside(row, "instance"), shapes.inside(row, "result")
    option = row.get("reference_index") is not None or row.get("request_mode") == "calibration"
    replayed = result.get("cached") is True
    timed = not replayed and "batch_request_time" not in result
    first = next(shapes.members(result.get("completions")), {})
    said = choices.scalar(first.get("text"))
    error = _error(result, first)
    record = {
        "question_text": texts.question(shapes.inside(instance, "input").get("text")),
        "reference": _reference(instance),
        "answer": None if error else _mapped(said, shapes.inside(row, "output_mapping")),
        "error": error,
        "latency_s": choices.scalar(result.get("request_time")) if timed and not error else None,
        "started_at": choices.scalar(result.get("request_datetime")),
        "replayed": True if replayed else None,
    }
    return State(
        instance=instance.get("id"),
        perturbed=helm_stats.perturbation(instance),
        trial=row.get("train_trial_index"),
        record=present(record),
        unusable=OPTION if option else None,
    )


def predicted(row: Object) -> State:
    """Read a prediction of ``display_predictions.json``."""
    said = row.get("mapped_output") or row.get("truncated_predicted_text")
    return State(
        instance=row.get("instance_id"),
        perturbed=helm_stats.perturbation(row),
        trial=row.get("train_trial_index"),
        record=present({"answer": choices.scalar(said or row.get("predicted_text"))}),
    )


def _mapped(said: object, options: Object) -> object:
    """The option that a letter stands for, or the text."""
    found = options.get(said.strip()) if isinstance(said, str) else None
    return choices.scalar(found) or said


def _error(result: Object, completion: Object) -> dict[str, str] | None:
    """Why there is no answer: HELM scores an empty text in its place."""
    if not result:
        return provider_errors.missing("the request was not made")
    if result.get("success") is False:
        told = choices.scalar(result.get("error"))
        return _blocked(told) or harness_errors.failed(told or "the request failed")
    reason = shapes.inside(completion, "finish_reason").get("reason")
    text = choices.scalar(completion.get("text"))
    return provider_errors.stopped(reason) or (_blocked(reason) if text is None else None)


def _blocked(told: object) -> dict[str, str] | None:
    """A refusal by the filter of a provider, in the words of HELM's clients."""
    if isinstance(told, str) and any(word in told.lower() for word in _BLOCKED):
        return {"kind": "refused", "message": provider_errors.redacted(told)[:2_000]}
    return None


def _reference(instance: Object) -> str | None:
    for each in shapes.members(instance.get("references")):
        tags = each.get("tags")
        if isinstance(tags, list) and "correct" in tags:
            return texts.written(shapes.inside(each, "output").get("text"))
    return None
