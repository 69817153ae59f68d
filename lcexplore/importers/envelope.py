"""What did the harness write around a provider's response: question, arm, times, error?"""

from collections.abc import Mapping
from math import isfinite

from lcexplore.importers import choices

# Native fields that keep their name, and the other names under which harnesses write some of them.
_SAME = ("epoch", "stratum", "cluster", "question_text", "reference", "cache", "replayed",
         "cost_usd", "verdict", "grader", "rubric", "graded_at", "quote", "model")  # fmt: skip
_STARTS = ("started_at", "request_started_at", "start_time", "startTime", "timestamp")
_LATENCIES = ("latency_s", "latency_ms", "elapsed_s", "elapsed_ms", "elapsed_seconds",
              "duration_s", "duration_ms", "latency_seconds")  # fmt: skip
_TTFTS = ("ttft_s", "ttft_ms", "time_to_first_token_s", "time_to_first_token_ms",
          "first_token_s", "first_token_ms")  # fmt: skip
_TEXTS = ("question", "query")


def fields(row: Mapping[str, object]) -> dict[str, object]:
    """Native fields that a row itself holds, beside the response; unknown ones are left out."""
    record: dict[str, object] = {}
    for name in _SAME:
        record[name] = choices.scalar(row.get(name))
    record["started_at"] = _first(row, _STARTS)
    record["latency_s"] = _timed(row, _LATENCIES)
    record["ttft_s"] = _timed(row, _TTFTS)
    record["question_text"] = record["question_text"] or _first(row, _TEXTS)
    if isinstance(gradings := row.get("gradings"), list):
        record["gradings"] = [each for each in gradings if isinstance(each, Mapping)]
    return {name: value for name, value in record.items() if value is not None}


def seconds(value: object) -> object:
    """Milliseconds in seconds; what is no sensible number stays as it was found, to be refused."""
    try:
        number = float(value) if isinstance(value, str | int | float) else -1.0
    except (ValueError, OverflowError):
        return value
    if isinstance(value, bool) or not isfinite(number) or number < 0:
        return value
    return round(number / 1000, 9)


def _first(row: Mapping[str, object], names: tuple[str, ...]) -> object:
    return next((value for name in names if (value := choices.scalar(row.get(name))) is not None),
                None)  # fmt: skip


def _timed(row: Mapping[str, object], names: tuple[str, ...]) -> object:
    for name in names:
        if (value := choices.scalar(row.get(name))) is not None:
            return seconds(value) if name.endswith("_ms") else value
    return None
