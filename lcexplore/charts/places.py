"""Where do both arms and a scenario stand on waiting and correctness, wherever the sliders are?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor

from lcexplore.charts import cost_lines, marks
from lcexplore.charts.follow import step
from lcexplore.model import Interval, Role

SCENARIO, HITS, QUESTIONS = "scenario", "scenario-by-hits", "scenario-by-questions"
OF_HITS, OF_QUESTIONS = ("x", "foot", "down", "cost"), ("low", "high")
SECONDS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500)
_DOWN = {False: 14, True: 32}  # pixels to the scenario's name, past that of the baseline
_NEAR = 1.35  # seconds that differ by less put two names on each other on a narrow screen
_POINTS = 2  # the axis ends at a multiple of so many, so that it seldom moves with the scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an arm, or a scenario of the candidate, stands.

    Attributes:
        name: Words beside the mark.
        role: The arm's part.
        seconds: Its p95.
        points: Difference in correct answers against the baseline, in points.
        interval: Its interval in points, None for the baseline itself.
        cost: What a thousand queries cost, in words; empty where it is not measured.
    """

    name: str
    role: Role
    seconds: float
    points: float
    interval: Interval | None = None
    cost: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Axes:
    """How far the axes reach, to round ends, wherever the page's sliders stand.

    Attributes:
        seconds: Ends of the horizontal one.
        points: Ends of the vertical one at each step of the slider of questions.
        least: Questions at the first of these steps.
        each: Questions from one step to the next; 0 without such a slider.
        hits: Whether the page has a slider of the hit rate.
    """

    seconds: tuple[float, float]
    points: tuple[tuple[float, float], ...]
    least: int = 0
    each: int = 0
    hits: bool = False


def axes(
    measured: Sequence[Place],
    *,
    hits: Sequence[Place],
    questions: Mapping[int, Place],
    bar: float | None,
    margin: float | None,
) -> Axes:
    """How far the axes must reach.

    Args:
        measured: The arms.
        hits: Where the scenario stands at each step of the slider of the hit rate.
        questions: Where it stands at each step of that of questions, equally far apart.
        bar: Agreed seconds, or None.
        margin: Agreed points, or None.
    """
    across = [each.seconds for each in (*measured, *hits, *questions.values())]
    across += [] if bar is None else [bar]
    low, high = 0.6 * min(across), 1.8 * max(across)
    least, second = (*questions, 0, 0)[:2] if len(questions) > 1 else (0, 0)
    return Axes(
        seconds=(
            max((each for each in SECONDS if each <= low), default=low),
            min((each for each in SECONDS if each >= high), default=high),
        ),
        points=tuple(_up([*measured, each], margin) for each in questions.values())
        or (_up(measured, margin),),
        least=least,
        each=second - least,
        hits=bool(hits),
    )


def _up(places: Sequence[Place], margin: float | None) -> tuple[float, float]:
    up = [0.0] if margin is None else [0.0, margin]
    for each in places:
        up += [each.points, *(each.interval or ())]
    spare = 0.18 * (max(up) - min(up)) or 1.0
    low, high = (min(up) - spare) / _POINTS, (max(up) + spare) / _POINTS
    return float(_POINTS * floor(low)), float(_POINTS * ceil(high))


def scenario(place: Place | None, beside: Sequence[Place] = ()) -> marks.Live:
    """Where the scenario stands, if there is one.

    Args:
        place: The scenario.
        beside: The arms as measured.
    """
    return {SCENARIO: [] if place is None else [{**at(place), **_row(place, beside)}]}


def steps(
    hits: Mapping[float, Place], questions: Mapping[int, Place], beside: Sequence[Place]
) -> marks.Live:
    """Where it stands at each step of the sliders.

    Args:
        hits: By the hit rate in per cent: what depends on it.
        questions: By the number of questions: what depends on that.
        beside: The arms as measured.
    """
    rows = {step(at): _row(place, beside) for at, place in hits.items()}
    ends = {step(n): _row(place, ()) for n, place in questions.items()}
    return {
        HITS: [{"step": at, **{name: row[name] for name in OF_HITS}} for at, row in rows.items()],
        QUESTIONS: [
            {"step": at, **{name: row[name] for name in OF_QUESTIONS}} for at, row in ends.items()
        ],
    }


def _row(place: Place, beside: Sequence[Place]) -> dict[str, object]:
    """Its name stands below its interval, and below those of arms that wait about as long."""
    near = [each for each in beside if 1 / _NEAR < each.seconds / place.seconds < _NEAR]
    low, high = place.interval or (None, None)
    return {
        "x": place.seconds,
        "low": low,
        "high": high,
        "foot": min((_foot(each) for each in near), default=None),
        "down": _DOWN[any(each.interval is None for each in near)],
        "cost": cost_lines.words(place.name, place.cost) if place.cost else "",
    }


def _foot(place: Place) -> float:
    return place.points if place.interval is None else place.interval.low


def at(place: Place) -> dict[str, object]:
    """A row with the place's name, seconds and points."""
    return {
        "x": place.seconds,
        "y": place.points,
        "text": marks.short(place.name, marks.LONGEST_NAME),
    }
