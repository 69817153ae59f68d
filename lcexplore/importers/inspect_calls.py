"""Which model calls made the answer, how long did they take, and were they replayed?

Calls inside a scorer are the grader's and count for nothing here.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from lcexplore.importers import inspect_shapes as shapes
from lcexplore.importers import usage as tokens

_SCORING = ("scorer", "scorers")


@dataclass(slots=True)
class Transcript:
    """What the events of one sample say.

    Attributes:
        calls: The model calls outside scoring that returned.
        graded_at: Time of each scorer's last final score.
        scored_at: Time of the last final score, whoever gave it.
        began_at: Time of the first event.
        replayed: A stored response stood in for a call.
        any_call: A model was called at all, failed calls included.
    """

    calls: list[tuple[str, shapes.CallOutput]] = field(default_factory=list)
    graded_at: dict[str, str] = field(default_factory=dict)
    scored_at: str | None = None
    began_at: str | None = None
    replayed: bool = False
    any_call: bool = False


def transcript(of: shapes.Sample) -> Transcript:
    """Walk through the events of a sample."""
    events = of.events
    if events is None and of.transcript is not None:
        events = of.transcript.events
    return _walk(events or ())


def _walk(events: Iterable[shapes.Event]) -> Transcript:
    found = Transcript()
    spans: dict[object, str] = {}  # spans of scoring, each with its scorer
    step: str | None = None  # the same in versions before spans
    for event in events:
        if found.began_at is None and isinstance(event.timestamp, str):
            found.began_at = event.timestamp
        if event.event == "span_begin":
            _begin(event, spans)
        elif event.event == "step" and event.type in _SCORING:
            step = str(event.name or "") if event.action == "begin" else None
        elif event.event == "model" and _hashable(event.span_id) not in spans and step is None:
            _add_call(found, event)
        elif event.event == "score" and not event.intermediate:
            _add_score(found, event, step or spans.get(_hashable(event.span_id), ""))
    return found


def _hashable(value: object) -> object:
    return value if isinstance(value, str) else None


def _begin(event: shapes.Event, spans: dict[object, str]) -> None:
    parent = spans.get(_hashable(event.parent_id))
    if event.type == "scorer":
        spans[_hashable(event.id)] = str(event.name or "")
    elif event.type == "scorers" or parent is not None:
        spans[_hashable(event.id)] = parent or ""


def _add_call(found: Transcript, event: shapes.Event) -> None:
    if event.role == "grader":
        return
    found.any_call = True
    found.replayed = found.replayed or event.cache == "read"
    output = None if event.error else shapes.call(event.output)
    if output is not None:
        found.calls.append((str(event.model or ""), output))


def _add_score(found: Transcript, event: shapes.Event, scorer: str) -> None:
    if isinstance(event.timestamp, str):
        found.graded_at[scorer] = found.scored_at = event.timestamp


def calls_of(sample: shapes.Sample, told: Transcript) -> list[tuple[str, shapes.CallOutput]]:
    """The calls that made the answer; without any event, the last call stands for them."""
    if told.any_call or sample.output is None:
        return told.calls
    output = sample.output
    if output.usage is None and output.time is None:
        return []
    return [(str(output.model or ""), shapes.CallOutput(usage=output.usage, time=output.time))]


def replayed(sample: shapes.Sample, told: Transcript) -> bool:
    """Whether a stored response stood in for a call, repeating the first one's time and tokens."""
    if told.any_call or told.replayed:
        return told.replayed
    output = sample.output
    return output is not None and bool(output.usage) and sample.model_usage == {}


def seconds(calls: Iterable[tuple[str, shapes.CallOutput]]) -> object:
    """Sum of the calls' own times, as found when there is one; None when one is not known."""
    times = [output.time for _, output in calls]
    if len(times) == 1:
        return times[0]
    return _sum(times)


def cost(calls: Iterable[tuple[str, shapes.CallOutput]]) -> object:
    """Sum of the calls' prices; None when one is not known."""
    prices = [(output.usage or {}).get("total_cost") for _, output in calls]
    if len(prices) == 1:
        return prices[0]
    return _sum(prices)


def _sum(values: list[object]) -> float | None:
    numbers = [
        float(each)
        for each in values
        if isinstance(each, int | float) and not isinstance(each, bool)
    ]
    return sum(numbers) if numbers and len(numbers) == len(values) else None


def usage(calls: Iterable[tuple[str, shapes.CallOutput]], caching: Collection[str]) -> tokens.Usage:
    """Tokens of all calls in disjoint classes.

    Args:
        calls: The calls that made the answer.
        caching: Models of which the log counts cached tokens: Inspect leaves a count of 0 out, so
            an absent count of theirs is 0 where the call's own total adds up without it.
    """
    return tokens.together(
        tokens.normalise(
            _completed(output.usage or {}, known=model in caching),
            source="inspect",
            provider=model.partition("/")[0],
        )
        for model, output in calls
    )


def _completed(usage: dict[str, object], *, known: bool) -> dict[str, object]:
    if not known or not usage:
        return usage
    names = ("input_tokens", "output_tokens", "input_tokens_cache_read", "input_tokens_cache_write")
    counts = [usage.get(name) or 0 for name in names]
    total, apart = _sum(counts), _sum([usage.get("reasoning_tokens") or 0])
    if total is None or usage.get("total_tokens") not in (total, total + (apart or 0)):
        return usage
    zeros = {name: 0 for name in names[2:] if usage.get(name) is None}
    return {**usage, **zeros}
