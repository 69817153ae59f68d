"""Is this OpenTelemetry data, and which answers do its spans hold (GenAI and OpenInference)?

Question and arm are attributes of the caller's, on the span of the call or on one around it. Spans
come in any order and those of several traces interleave, so the file is read once as a whole; what
is kept of it are times, counts and answers, never prompts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path

from lcexplore.errors import ChoiceNeeded, LogError
from lcexplore.importers import choices, evaluators, heads, json_lines, otlp_record, otlp_spans
from lcexplore.importers.otlp_calls import Tally, Tree, units
from lcexplore.importers.otlp_spans import Evaluation, Span
from lcexplore.log import Log, ReadOptions, Row
from lcexplore.words import many

FORMAT = "otlp"
MAPS = True

_SUFFIXES = (".json", ".jsonl", ".ndjson")
_SAME = ("stratum", "cluster", "epoch")
_OWN = ("gen_ai.", "llm.", "http.", "url.", "server.", "telemetry.", "service.", "anthropic.",
        "openai.", "openinference.", "process.", "host.", "os.", "deployment.")  # fmt: skip
_CONVERSATIONS = ("gen_ai.conversation.id", "session.id")


def recognises(name: str, head: bytes) -> bool:
    """A JSON or JSONL that begins with OTLP's groups of resources or with a printed span."""
    if not heads.bare(name).endswith(_SUFFIXES):
        return False
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:2_000]
    if not start.startswith(b"{"):
        return False
    if start[1:].lstrip().startswith((b'"resourceSpans"', b'"resourceLogs"')):
        return True
    return b'"context"' in start and b'"trace_id"' in start and b'"span_id"' in start


def read(path: Path, options: ReadOptions) -> Log:
    """Read the spans and say which attributes hold question and arm."""
    choices.known(options.mapping)
    heads.head(path)
    spans, evaluations, refused = _parsed(path)
    tree, tally = Tree(spans), Tally()
    seen = _attributes(tree.spans)
    mapping = {name: where for name, where in options.mapping.items() if name != "verdict"}
    settled = _settled(path, seen, mapping, options)
    paths = mapping | {field: each.path for field, each in settled.items()}
    made = units(tree, evaluations, paths["question"], tally)
    tally.repeated += len(spans) - len(tree.spans)
    graders = otlp_record.graders(evaluations)
    verdict = evaluators.chosen(path, graders, options.mapping.get("verdict"))
    rows = [*refused, *(otlp_record.row(tree, unit, paths, verdict) for unit in made)]
    notes = [each.note for each in settled.values()]
    if options.arm is not None:
        said = [{**span.resource, **span.attributes} for span in tree.spans]
        notes += choices.overruled(options.arm, said, mapping=mapping)
    notes += [*evaluators.notes(graders, verdict), *_told(tally), *_unsplit(rows)]
    return Log(file=path, format=FORMAT, records=rows, notes=tuple(notes))


def _parsed(path: Path) -> tuple[list[Span], list[Evaluation], list[Row]]:
    spans: list[Span] = []
    evaluations: list[Evaluation] = []
    refused: list[Row] = []
    for each in json_lines.documents(path):
        if each.value is None:
            refused.append(each.refused())
            continue
        for found in otlp_spans.read(each.line, each.value):
            if isinstance(found, Evaluation):
                evaluations.append(found)
            else:
                spans.append(found if found.id else replace(found, id=f"#{len(spans)}"))
    if not spans:
        raise LogError(
            path,
            wanted="OpenTelemetry spans",
            found=f"none in {many(len(refused), 'object')} that cannot be read"
            if refused
            else "none",
            todo="check the exporter, or name the format with --format",
        )
    return spans, evaluations, refused


def _attributes(spans: Iterable[Span]) -> dict[str, str]:
    """Attributes that a caller may have set, each with a value."""
    found: dict[str, str] = {}
    for span in spans:
        for name, value in (*span.attributes.items(), *span.resource.items()):
            if not name.startswith(_OWN) or name in _CONVERSATIONS:
                shown = choices.scalar(value)
                if shown is not None:
                    found.setdefault(name, str(shown))
    return found


def _settled(
    path: Path, seen: Mapping[str, str], mapping: Mapping[str, str], options: ReadOptions
) -> dict[str, choices.Settled]:
    """Where each field is that a caller sets; a question is needed."""
    groups = {"question": (choices.QUESTION_KEYS, ("question",)), "arm": (choices.ARM_KEYS,)}
    groups |= {field: ((field,),) for field in _SAME}
    if options.arm is not None:
        del groups["arm"]
    settled = {
        field: found
        for field, names in groups.items()
        if (found := choices.settle(path, field, seen, mapping=mapping, names=names)) is not None
    }
    if "question" not in settled:
        raise ChoiceNeeded(path, field="question", choices=dict(islice(seen.items(), 20)))
    return settled


def _told(tally: Tally) -> list[str]:
    told = []
    if tally.repeated:
        told.append(f"spans that repeat a call which another span records: {tally.repeated}")
    if tally.graders:
        told.append(f"calls of graders, which are no answers: {tally.graders}")
    if tally.others:
        told.append(f"spans that are no model call: {tally.others}")
    return told


def _unsplit(rows: Iterable[Row]) -> list[str]:
    """Spans may count input without saying how much of it was read from a cache."""
    usages = [row.record.get("usage") for row in rows if row.record is not None]
    number = sum(isinstance(each, dict) and "input_uncached" not in each for each in usages)
    told = f"answers whose uncached input is unknown, as no span says what was cached: {number}"
    return [told] if number else []
