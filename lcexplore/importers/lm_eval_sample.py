"""What does one sample of the LM Evaluation Harness say, and what did a metric make of it?"""

from collections.abc import Mapping

from lcexplore.importers import choices, evaluators, texts
from lcexplore.importers.ways import present

# Keys of a row that are no metrics, for files without a list of metrics.
_NOT_METRICS = {
    "doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics",
    "doc_hash", "prompt_hash", "target_hash", "system_instruction", "schema_version",
}  # fmt: skip
UNFILTERED = "none"

Row = Mapping[str, object]


def filter_of(row: Row) -> str:
    """Name of the filter that made the row; older files have none."""
    return str(row.get("filter") or UNFILTERED)


def metrics_of(row: Row) -> list[str]:
    """Names of the metrics that the row holds."""
    listed = row.get("metrics")
    if isinstance(listed, list):
        return [each for each in listed if isinstance(each, str) and each in row]
    return [
        name
        for name, value in row.items()
        if name not in _NOT_METRICS and isinstance(value, bool | int | float)
    ]


def responses(row: Row) -> list[object]:
    """The responses of the model to one request, or to each option of a choice."""
    found = row.get("resps")
    return found if isinstance(found, list) else []


def is_choice(row: Row) -> bool:
    """Whether the responses are log-likelihoods, ``["-0.22", "False"]``, of given options."""
    first = responses(row)[:1]
    inner = first[0] if first and isinstance(first[0], list) else []
    return bool(inner) and isinstance(inner[0], list)


def record(row: Row, name: str, metric: str) -> dict[str, object]:
    """The native record of a sample, judged by one metric of one filter."""
    score = row.get(metric)
    verdict = texts.written(score) if isinstance(score, list | dict) else score
    graded = evaluators.grading(f"{metric},{name}", verdict)
    return present(
        {
            "question": choices.scalar(row.get("doc_hash")) or texts.key(row.get("doc")),
            "question_text": texts.question(row.get("doc")),
            "reference": _reference(row),
            "answer": _choice(row, metric) if is_choice(row) else _first(row),
            "gradings": [graded],
        }
    )


def _first(row: Row) -> str | None:
    """The first of the repeated responses: that is the one that is scored."""
    for each in responses(row)[:1]:
        first = each[0] if isinstance(each, list) and each else each
        return first if isinstance(first, str) else None
    return None


def _choice(row: Row, metric: str) -> str | None:
    """The option of the greatest likelihood; a metric that weighs by length may pick another."""
    likely = [_likelihood(each) for each in responses(row)]
    if "norm" in metric or not likely or None in likely:
        return None
    return _option(row, max(range(len(likely)), key=lambda place: likely[place] or 0.0))


def _likelihood(response: object) -> float | None:
    while isinstance(response, list) and response:
        response = response[0]
    try:
        return float(response) if isinstance(response, str | int | float) else None
    except ValueError:
        return None


def _option(row: Row, place: int) -> str | None:
    asked = choices.at(row, f"arguments.gen_args_{place}.arg_1")
    return asked.strip() if isinstance(asked, str) else None


def _reference(row: Row) -> str | None:
    """The target; of a choice it is the number of an option."""
    target = texts.written(row.get("target"))
    if target and is_choice(row) and target.isascii() and target.isdigit() and len(target) < 4:
        return _option(row, int(target)) or target
    return target
