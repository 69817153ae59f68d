"""Which figures show where p95 falls, and how hits and misses differ?"""

from lcexplore.charts import ranked, split
from lcexplore.charts.palette import Palette
from lcexplore.model import Role
from lcexplore.report import curves
from lcexplore.report.figures import Figure, Panel
from lcexplore.report.review import Review
from lcexplore.report.sentences import latency, latency_split


def requests(
    review: Review, palette: Palette, *, first_token: bool = False, slider: bool = True
) -> Figure | None:
    """Every arm's requests from fastest to slowest; None where no time is known.

    Args:
        review: The comparison shown.
        palette: Colours.
        first_token: Whether the time to the first token is shown, not end to end.
        slider: Whether the reader can move a line along the requests.
    """
    found = (_line(review, role, first_token=first_token) for role in Role)
    lines = [line for line in found if line is not None]
    if not lines:
        return None
    chart = ranked.ranked(
        lines,
        misses=misses(review, first_token=first_token),
        agreed=latency.bar(review, first_token=first_token),
        palette=palette,
        slider=slider,
    )
    return Figure(
        key=f"ranked-{_until(first_token)}",
        title=latency.title(review, first_token=first_token),
        small=latency.small(review, first_token=first_token),
        panels=(Panel(chart=chart, alt=latency.alt(review, first_token=first_token)),),
        twin=_twin(lines),
    )


def _until(first_token: bool) -> str:
    return "first" if first_token else "whole"


def _line(review: Review, role: Role, *, first_token: bool) -> ranked.Line | None:
    timings = review.evidence.inputs.timings.get(role)
    found = curves.ranked(timings, first_token=first_token) if timings else None
    shown = latency.arm(review, role, first_token=first_token)
    if found is None or shown is None:
        return None
    return ranked.Line(
        role=role,
        name=review.info.arm(role),
        rank=[100 * float(at) for at in found.rank],
        seconds=[float(value) for value in found.seconds],
        p95=shown.all.p95,
    )


def misses(review: Review, *, first_token: bool) -> ranked.Misses | None:
    """The candidate's misses among its ranked requests; None where cache states are not known."""
    timings = review.evidence.inputs.timings.get(Role.CANDIDATE)
    if timings is None or not latency.states_known(review, first_token=first_token):
        return None
    found = curves.ranked(timings, first_token=first_token)
    shown = latency.arm(review, Role.CANDIDATE, first_token=first_token)
    if found is None or shown is None or not found.miss_share.size:
        return None
    return ranked.Misses(
        count=shown.timed_misses,
        share=shown.timed_misses / shown.all.n,
        strip=[float(value) for value in found.miss_share],
    )


def _twin(lines: list[ranked.Line]) -> list[list[str]]:
    places = [place for place, at in enumerate(lines[0].rank) if not round(at, 6) % 5]
    rows = [
        [f"{lines[0].rank[place]:.0f}", *(_digits(line.seconds[place]) for line in lines)]
        for place in places
    ]
    return [["Requests, % by speed", *(f"{line.name}, s" for line in lines)], *rows]


def _digits(value: float) -> str:
    """Write seconds as a figure's numbers do, milliseconds with three figures."""
    return f"{value:.2f}" if value >= 1 or not value else f"{value:.3g}"


def states(review: Review, palette: Palette, *, first_token: bool = False) -> Figure | None:
    """Both arms beside the candidate's hits and misses; None where no time is known."""
    rows = latency_split.parts(review, first_token=first_token)
    if not rows:
        return None
    spreads = [
        split.Spread(name=name, role=role, state=state, quantiles=pool)
        for name, role, state, pool in rows
    ]
    agreed = latency.bar(review, first_token=first_token)
    chart = split.split(spreads, agreed=agreed, palette=palette)
    return Figure(
        key=f"split-{_until(first_token)}",
        title=latency_split.split_title(review, first_token=first_token),
        small=latency_split.SPLIT_SMALL,
        panels=(Panel(chart=chart, alt=latency_split.split_alt(review, first_token=first_token)),),
        twin=latency_split.twin(review, first_token=first_token),
    )
