"""What answer does one promptfoo result hold?"""

import json
from collections.abc import Mapping

from lcexplore.importers import promptfoo_arms, promptfoo_survey, usage
from lcexplore.importers import promptfoo_choices as choices
from lcexplore.importers import promptfoo_shapes as shapes
from lcexplore.importers.failures import kind_of
from lcexplore.importers.promptfoo_choices import Reading
from lcexplore.log import FieldRefusal, Row

_QUOTE_CHARS = 4000
_CACHE_KEYS = ("cacheReadInputTokens", "cacheCreationInputTokens")
_COUNTS = ("prompt", "completion")
# Where promptfoo adds usages up, it fills in 0 for every count that a provider left out.
_FILLED = "assertions"
# What promptfoo writes as the reason when a grader broke down: it scores such an answer 0.
_BROKEN = (
    "could not extract json from",
    "custom function threw error",
    "python code execution failed",
    "ruby code execution failed",
    "no output",
    "api error",
    "api call error",
    "error: ",
)


def row(found: shapes.Found, reading: Reading) -> Row:
    """Read one result; what cannot be read is refused."""
    result = found.result
    if result is None:
        refusal = FieldRefusal(
            field="result", value=found.shown or None, reason=found.problem or "unreadable"
        )
        return Row(line=found.line, record=None, locator=found.locator, refusals=(refusal,))
    response = result.response or shapes.Response()
    seen = promptfoo_survey.seen_of(result)
    arm = reading.arm or promptfoo_arms.arm_of(seen, reading.ways.get("arm"))
    key = choices.question_of(seen, reading.ways)
    error = _failure(result, response)
    replayed = response.cached is True
    used = _usage(result, response, reading)
    timed = error is None and not replayed
    record = {
        "question": key,
        "arm": arm,
        "epoch": _epoch(reading, arm, key, seen.test),
        "question_text": _text(shapes.variables(result).get("question")),
        "answer": _answer(response.output),
        "latency_s": _seconds(result.latency_ms) if timed else None,
        "replayed": replayed,
        "error": error,
        "usage": used.record(),
        "cost_usd": _cost(result, response) if timed else None,
        "model": (response.metadata or {}).get("model"),
        "gradings": _gradings(result, reading),
        **_mapped(result, reading),
    }
    return Row(
        line=found.line,
        record={name: value for name, value in record.items() if value not in (None, {}, [])},
        locator=found.locator,
        refusals=used.refusals,
    )


def _epoch(reading: Reading, arm: str | None, key: str | None, test: int | None) -> int | None:
    if test is None:
        return None
    return reading.epochs.get((arm or "", key or ""), {}).get(test)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _answer(output: object) -> str | None:
    if output is None or isinstance(output, str):
        return output
    return json.dumps(output, ensure_ascii=False, default=str)


def _seconds(milliseconds: object) -> object:
    """Seconds; what is no number is passed on to be refused by name."""
    if isinstance(milliseconds, int | float) and not isinstance(milliseconds, bool):
        return milliseconds / 1000
    return milliseconds


def _mapped(result: shapes.Result, reading: Reading) -> dict[str, object]:
    found = {}
    for name in ("stratum", "cluster", "question_text", "reference"):
        above, _, key = reading.ways.get(name, "").partition(".")
        if above:
            fields = shapes.variables if above == "vars" else shapes.metadata
            found[name] = fields(result).get(key)
    return found


def _failure(result: shapes.Result, response: shapes.Response) -> dict[str, str] | None:
    """An error of the provider; ``error`` alone may be the reason of a failed assertion."""
    failed = result.failure_reason == 2
    if result.failure_reason is None and result.success is not True:
        failed = bool(response.error) or (response.output is None and bool(result.error))
    if not failed:
        return None
    told = response.error or result.error or "error"
    message = told if isinstance(told, str) else json.dumps(told, default=str)
    return {"kind": kind_of(message), "message": message}


def _reported(response: shapes.Response) -> dict[str, object]:
    """Token counts of the request; zeros for all of them are promptfoo's where nobody counted."""
    counts = response.token_usage or {}
    known = response.cached is not True and any(counts.get(name) for name in _COUNTS)
    return counts if known else {}


def _cost(result: shapes.Result, response: shapes.Response) -> object:
    """What the request cost; 0 says so only beside tokens that the provider itself counted."""
    counts = _reported(response)
    said = response.cost if counts and _FILLED not in counts else response.cost or None
    return said if said is not None else result.cost or None


def _usage(result: shapes.Result, response: shapes.Response, reading: Reading) -> usage.Usage:
    counts = _reported(response)
    if not counts:
        return usage.Usage()
    details = counts.get("completionDetails")
    details = dict(details) if isinstance(details, Mapping) else {}
    name = shapes.provider_id(result)
    if reading.ways.get("usage.cache_read") == choices.CACHED:
        details |= {_CACHE_KEYS[0]: counts.get("cached")}
        details.setdefault(_CACHE_KEYS[1], 0)
    elif name in reading.caching:
        details = {**dict.fromkeys(_CACHE_KEYS, 0), **details}
    elif _FILLED in counts:
        details = {key: each for key, each in details.items() if key not in _CACHE_KEYS}
    return usage.normalise(
        {**counts, "completionDetails": details},
        source="promptfoo",
        provider=name.partition(":")[0],
    )


def _gradings(result: shapes.Result, reading: Reading) -> list[dict[str, object]]:
    verdict, reason, quote = _verdict(result, reading.ways["verdict"])
    if verdict is None and reason is None:
        return []
    made = {
        "grader": reading.grader,
        "verdict": verdict,
        "reason": reason,
        "quote": quote[:_QUOTE_CHARS] if isinstance(quote, str) else None,
    }
    return [{name: value for name, value in made.items() if value is not None}]


def _verdict(result: shapes.Result, way: str) -> tuple[object, str | None, object]:
    """Verdict, why there is none, and what the grader said."""
    grading = result.grading_result or shapes.Grading()
    components = [each for each in grading.components or () if each is not None]
    if way == "success":
        failing = [each for each in components if each.passed is False]
        if result.success is False and failing and all(map(_broken, failing)):
            return None, "grader_failed", failing[0].reason
        return result.success, None, grading.reason
    chosen = _chosen(grading, components, way)
    if any(map(_broken, chosen)):
        return None, "grader_failed", next(each.reason for each in chosen if _broken(each))
    said = [each.score if each.passed is None else each.passed for each in chosen]
    if not said:
        return (result.named_scores or {}).get(way.partition(".")[2]), None, None
    return (said[0] if len(said) == 1 else all(said)), None, chosen[0].reason


def _chosen(
    grading: shapes.Grading, components: list[shapes.Component], way: str
) -> list[shapes.Component]:
    kind, _, name = way.partition(".")
    if kind == "metric":
        return [each for each in components if each.assertion and each.assertion.metric == name]
    places = grading.components or []
    here = (
        places[int(name)] if name.isascii() and name.isdigit() and int(name) < len(places) else None
    )
    return [here] if here is not None else []


def _broken(component: shapes.Component) -> bool:
    reason = component.reason
    return (
        component.passed is False
        and isinstance(reason, str)
        and reason[:200].lower().startswith(_BROKEN)
    )
