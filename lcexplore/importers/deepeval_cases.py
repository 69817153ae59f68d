"""What does one test case of DeepEval say, whichever spelling its keys have?"""

from collections.abc import Container, Iterator, Mapping

from lcexplore.importers import choices, evaluators, texts
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers.ways import present

OVERALL, EVERY_METRIC = "success", "every metric"
TEXT, NAME = "input", "name"

Object = Mapping[str, object]


def field(of: Object, snake: str) -> object:
    """The value of a key that is written ``like_this`` or ``likeThis``."""
    first, *rest = snake.split("_")
    camel = first + "".join(each.capitalize() for each in rest)
    return of[camel] if camel in of else of.get(snake)


def metadata(case: Object) -> Object:
    """What the user wrote beside a case."""
    found = field(case, "metadata") or field(case, "additional_metadata")
    return found if isinstance(found, Mapping) else {}


def metrics(case: Object) -> Iterator[tuple[str, Object]]:
    """The metrics of a case by name."""
    for each in shapes.members(field(case, "metrics_data")):
        yield str(each.get("name") or "metric"), each


def verdict(metric: Object, *, scores: bool) -> object:
    """Whether a metric passed its threshold, or its score where the user has one of their own."""
    score = choices.scalar(metric.get("score"))
    return score if scores and score is not None else choices.scalar(metric.get("success"))


def failure(metric: Object) -> str | None:
    """Why a metric has no verdict: then it says false, and its logs are another case's."""
    return evaluators.failure(metric.get("error"))


def overall(graders: Container[str], mapped: str | None) -> str:
    """What the verdict over all metrics is called, which no metric is."""
    if mapped == EVERY_METRIC and mapped not in graders:
        return EVERY_METRIC
    return evaluators.free(OVERALL, graders, instead=EVERY_METRIC)


def record(
    case: Object, only: str | None, *, key: str, scores: bool, overall: str = OVERALL
) -> dict[str, object]:
    """The native record of a case; ``key`` says what names the question."""
    return present(
        {
            "question": choices.scalar(case.get(NAME)) if key == NAME else texts.key(_input(case)),
            "question_text": texts.question(case.get("input")),
            "reference": texts.answer(field(case, "expected_output")),
            "answer": texts.answer(field(case, "actual_output")),
            "latency_s": choices.scalar(field(case, "completion_time")),
            "cost_usd": choices.scalar(field(case, "token_cost")),
            "gradings": _gradings(case, only, scores=scores, overall=overall) or None,
        }
    )


def _input(case: Object) -> object:
    return case.get("input") or case.get("turns")


def _gradings(
    case: Object, only: str | None, *, scores: bool, overall: str
) -> list[dict[str, object]]:
    if only == overall:
        broken = any(failure(each) for _, each in metrics(case))
        verdict_of_all, reason = choices.scalar(case.get(OVERALL)), evaluators.failure(broken)
        return [evaluators.grading(overall, verdict_of_all, reason=reason)]
    return [
        evaluators.grading(
            name, verdict(each, scores=scores), reason=failure(each), quote=each.get("reason")
        )
        for name, each in metrics(case)
        if only in (None, name)
    ]
