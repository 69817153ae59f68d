"""Which answers did a run of HELM give (``scenario_state.json``), and what did its metrics say?

The metrics are in ``per_instance_stats.json`` beside it. ``display_predictions.json`` is read too,
and knows less. HELM answers from a cache of its own, so most runs are replays: they have no
latency. A perturbed version of a question keeps the id of the original, and is kept apart from it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from lcexplore.errors import ChoiceNeeded, LogError
from lcexplore.importers import evaluators, heads, helm_run, helm_states, helm_stats, row_files
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers.first_keys import first_keys
from lcexplore.importers.helm_run import Run
from lcexplore.importers.helm_states import State
from lcexplore.importers.helm_stats import Metrics
from lcexplore.importers.helm_survey import Survey
from lcexplore.importers.row_files import Found
from lcexplore.importers.ways import SAMPLE_ROWS, Repeats, Ways, settle
from lcexplore.log import FieldRefusal, Log, ReadOptions, Row

FORMAT = "helm"
MAPS = True

_STATES, _PREDICTIONS, _STATS = "request_states", "predicted_text", "stats"

_KEY = (
    "question key from the id of the instance, which may count the instances of a scenario: both "
    "runs must be of the same one"
)
_LESS = (
    "predictions do not say what was asked, which requests failed and which were replays: "
    "scenario_state.json does"
)

Object = Mapping[str, object]


def recognises(name: str, head: bytes) -> bool:
    """Requests of a run or predictions of one; its metrics as well, to say which file is wanted."""
    return heads.bare(name).endswith(".json") and _kind(head) is not None


def _kind(head: bytes) -> str | None:
    keys = first_keys(head)
    if not keys.in_array:
        is_state = keys.have("adapter_spec", "adapter_spec.method", late=(_STATES,))
        return _STATES if is_state else None
    for kind in (_PREDICTIONS, _STATS):
        if keys.have("instance_id", "train_trial_index", kind):
            return kind
    return None


def companions(path: Path) -> tuple[Path, ...]:
    """The metrics and the specification beside a run."""
    ways = (helm_stats.place(path), path.with_name(helm_run.SPECIFICATION))
    return tuple(each for each in ways if each is not None and each.is_file())


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file: one pass to settle the choices, a second for the rows."""
    kind = _kind(heads.head(path))
    if kind == _STATS:
        raise LogError(
            path,
            wanted="the answers of a run",
            found="its metrics alone, in which a request that failed is a wrong answer",
            todo="import the scenario_state.json beside it, which reads this file as well",
        )
    way = () if kind == _PREDICTIONS else (_STATES,)
    make = helm_states.predicted if kind == _PREDICTIONS else helm_states.requested
    survey = _surveyed(path, way, make)
    only = evaluators.chosen(path, survey.metrics.examples, options.mapping.get("verdict"))
    found = [e.value for e in islice(row_files.rows(path, way=way), SAMPLE_ROWS) if e.value]
    run = helm_run.described(path, shapes.inside(found[0] if found else {}, "request"))
    ways = settle(path, map(_written_by_users, found), options, arms=())
    manifest, notes = _manifest(path, run, ways, options)
    reading = _Reading(make=make, ways=ways, run=run, survey=survey, only=only)
    if kind == _PREDICTIONS:
        notes = (*notes, _LESS)
    return Log(
        file=path,
        format=FORMAT,
        manifest=manifest,
        records=reading.rows(row_files.rows(path, way=way)),
        notes=(*notes, *reading.notes()),
    )


def _surveyed(path: Path, way: tuple[str, ...], make: Callable[[Object], State]) -> Survey:
    beside = helm_stats.beside(path)
    survey = Survey(metrics=beside or Metrics(), beside=beside is not None)
    for each in row_files.rows(path, way=way):
        if each.value is not None:
            survey.add(make(each.value), each.value)
    return survey


def _written_by_users(row: Object) -> Object:
    instance = shapes.inside(row, "instance")
    return {"instance": {key: instance.get(key) for key in ("sub_split", "extra_data")}}


def _manifest(
    path: Path, run: Run, ways: Ways, options: ReadOptions
) -> tuple[dict[str, object], tuple[str, ...]]:
    """What the run says, with the arm where it is the model or the run itself."""
    mapped = ways.paths.get("arm")
    if options.arm is None and mapped is None and run.arms:
        raise ChoiceNeeded(path, field="arm", choices=dict(run.arms))
    if options.arm is not None or mapped is None or mapped not in run.arms:
        return dict(run.manifest), ()
    return {**run.manifest, "arm": run.arms[mapped]}, (f"arm from {mapped}: {run.arms[mapped]}",)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """How the rows are read."""

    make: Callable[[Object], State]
    ways: Ways
    run: Run
    survey: Survey
    only: str | None

    def rows(self, found: Iterator[Found]) -> Iterator[Row]:
        repeats = Repeats()
        own = {k: v for k, v in self.ways.paths.items() if k != "arm" or v not in self.run.arms}
        ways = Ways(paths=own, notes=())
        for each in found:
            if each.value is None:
                yield each.refused()
                continue
            state = self.make(each.value)
            if state.unusable:
                refusal = FieldRefusal(field="reference_index", value=None, reason=state.unusable)
                yield each.row(None, (refusal,))
                continue
            record = self._record(state)
            ways.fill(record, each.value)
            repeats.number(record)
            yield each.row(record)

    def _record(self, state: State) -> dict[str, object]:
        again = self.survey.answers[state.key] > 1
        record = {**state.record, "gradings": [] if again else self._gradings(state)}
        if state.question is not None:
            record["question"] = state.question
        if self.survey.perturbed and state.question is not None:
            record["cluster"] = str(state.instance)
        if not self.survey.again and isinstance(state.trial, int):
            record["epoch"] = state.trial + 1
        return record

    def notes(self) -> Iterator[str]:
        yield from self.ways.notes
        yield from evaluators.notes(self.survey.metrics.examples, self.only)
        if "question" not in self.ways.paths:
            yield _KEY
        yield from self.survey.notes()

    def _gradings(self, state: State) -> list[dict[str, object]]:
        found = self.survey.metrics.values(state.key)
        return [
            evaluators.grading(name, value)
            for name, value in found.items()
            if self.only in (None, name) and name in self.survey.metrics.examples
        ]
