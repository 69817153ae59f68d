"""Which traces did Langfuse record, and how were they scored?

Offline exports in the shape of its API: observations, or traces that hold theirs, as a list, as an
answer of the API (``{"data": [...]}``) or as JSON Lines; scores may stand among them. A verdict is
only there by its trace, so a file without scores has none.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from lcexplore.errors import ChoiceNeeded, LogError
from lcexplore.importers import (
    choices,
    evaluators,
    heads,
    langfuse_record,
    langfuse_traces,
)
from lcexplore.importers.first_keys import first_keys
from lcexplore.importers.langfuse_parts import Parts
from lcexplore.importers.langfuse_traces import Survey, Trace
from lcexplore.importers.ways import SAMPLE_ROWS, Repeats, Ways, settle
from lcexplore.log import FieldRefusal, Log, ReadOptions, Row
from lcexplore.words import many

FORMAT = "langfuse"
MAPS = True

_ARMS = (choices.ARM_KEYS, ("experiment_run_name",))
_QUESTIONS = (choices.QUESTION_KEYS, ("dataset_item_id", "datasetitemid"))
_OPEN_ARMS = ("version", "release", "sessionId", "tag", "name", "traceName")

Object = Mapping[str, object]


def recognises(name: str, head: bytes) -> bool:
    """Observations with their trace and their start, traces with observations, or scores."""
    if not heads.bare(name).endswith((".json", ".jsonl", ".ndjson")):
        return False
    keys = first_keys(langfuse_traces.unwrapped(head)[0])
    ours = {"projectId", "parentObservationId", "completionStartTime", "usageDetails", "sessionId"}
    return (
        (keys.have("id", "traceId", "startTime", "type") and bool(keys.names & ours))
        or (
            keys.have("id", "timestamp", "observations", late=("scores",)) and _of_trace(keys.names)
        )
        or keys.have("id", "traceId", "name", "dataType", "source", late=("value",))
    )


def _of_trace(names: frozenset[str]) -> bool:
    return bool(names & {"sessionId", "htmlPath", "userId", "projectId", "release"})


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file: one pass to find the traces, one to settle the choices, one to read."""
    heads.head(path)
    survey = Survey()
    for each in langfuse_traces.rows(path):
        survey.add(each.value or {})
    survey.resolve()
    if not survey.rows and survey.graders:
        raise LogError(
            path,
            wanted="observations or traces",
            found="scores only",
            todo="put the observations that they judge into the same file, one a line",
        )
    only = evaluators.chosen(path, survey.graders, options.mapping.get("verdict"))
    whole = (e for e in langfuse_traces.traces(path, survey) if isinstance(e, Trace))
    sample = [
        langfuse_record.open_to_users(each, Parts(each))
        for each in islice((e for e in whole if not _environment(e)), SAMPLE_ROWS)
    ]
    users = map(langfuse_record.written_by_users, sample)
    ways = settle(path, users, options, arms=_ARMS, questions=_QUESTIONS)
    _ask_for_arm(path, ways, sample, options)
    return Log(
        file=path,
        format=FORMAT,
        records=_rows(path, survey, ways, only),
        notes=tuple(_notes(survey, ways, only)),
    )


def _ask_for_arm(path: Path, ways: Ways, sample: list[dict[str, object]], how: ReadOptions) -> None:
    """A version, a session or a tag may be the arm, and may be anything else."""
    shown: dict[str, list[str]] = {
        name: list(dict.fromkeys(str(row[name]) for row in sample if row.get(name) is not None))
        for name in _OPEN_ARMS
    }
    asked = {name: ", ".join(each[:3]) for name, each in shown.items() if each}
    if how.arm is None and "arm" not in ways.paths and asked:
        raise ChoiceNeeded(path, field="arm", choices=asked)


def _notes(survey: Survey, ways: Ways, only: str | None) -> Iterator[str]:
    yield from ways.notes
    yield from evaluators.notes(survey.graders, only)
    if "question" not in ways.paths:
        yield "question key from the text of the input"
    yield "one answer a trace: spans that repeat its input and output are not counted again"
    yield "what is called or typed a grader, judge or evaluator inside a trace is left out of it"
    if survey.repeated:
        yield f"rows that repeat an observation or a trace: {survey.repeated}"
    if survey.names_only:
        yield f"traces that name their scores and do not hold them: {survey.names_only}"
    apart = survey.scores.keys() - survey.rows.keys()
    if apart:
        yield f"scores of traces that are not in the file: of {many(len(apart), 'trace')}"
    if survey.adrift:
        yield f"scores of nothing that is in the file, which are not read: {survey.adrift}"
    if not survey.graders and survey.from_pages:
        yield (
            "no scores: a table downloaded from the pages of Langfuse averages them into columns "
            "of its own, which are not read; add the rows of its table of scores to the file"
        )
    elif not survey.graders:
        yield "no scores: verdicts are only there where the file holds the scores of its traces"


def _rows(path: Path, survey: Survey, ways: Ways, only: str | None) -> Iterator[Row]:
    repeats = Repeats()
    for each in langfuse_traces.traces(path, survey):
        if isinstance(each, Trace):
            yield _row(each, survey, ways, only, repeats)
        elif each.value is None:
            yield each.refused()
        else:
            yield each.row(None, (_refusal("neither an observation, a trace nor a score"),))


def _row(trace: Trace, survey: Survey, ways: Ways, only: str | None, repeats: Repeats) -> Row:
    parts = Parts(trace)
    if _environment(trace) or (parts.graded and not parts.top):
        return trace.found.row(None, (_refusal("the trace of a grader, not an answer"),))
    name = langfuse_traces.trace_id(trace.found.value or {})
    record, refusals = langfuse_record.record(trace, parts, survey.scores.get(name or "", []), only)
    ways.fill(record, langfuse_record.open_to_users(trace, parts))
    repeats.number(record, identity=name)
    return trace.found.row(record, refusals)


def _environment(trace: Trace) -> bool:
    """Whether Langfuse itself ran the trace, as it does for its own judges."""
    said = (trace.said, *trace.observations[:1])
    return any(
        str(each.get("environment")).startswith(langfuse_traces.GRADERS_ENVIRONMENT)
        for each in said
    )


def _refusal(reason: str) -> FieldRefusal:
    return FieldRefusal(field="trace", value=None, reason=reason)
