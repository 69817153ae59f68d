"""How is a draw told, and what would its labels buy?"""

from collections.abc import Sequence

from lcexplore.evidence.draw import DrawnStratum, FrameQuestion
from lcexplore.report.sentences.common import listed
from lcexplore.store.draws import Draw, DrawItem
from lcexplore.words import count, graded, kind, many, percent, points_unsigned

WHAT_A_DRAW_IS = (
    "Questions are drawn at random within each kind of question, and people label the answers of "
    "both designs to them. Fewer than 50 questions show a lean and decide nothing."
)
WHY_STRIPPED = (
    "Words that would give an answer's design away, one on a line. They are taken out before "
    "anybody reads the answer."
)


def why_stripped(left: Sequence[str]) -> str:
    """Say what is taken out of answers, and which names are too short to be without asking.

    Args:
        left: Names of arms and models that stand on no line yet.
    """
    if not left:
        return WHY_STRIPPED
    named = listed([f"“{each}”" for each in left])
    is_, it = ("is", "it") if len(left) == 1 else ("are", "them")
    return (
        f"{WHY_STRIPPED} {named} {is_} left in, as so short a name may be an ordinary "
        f"word: add {it} if answers say {it}."
    )


_GRADER = (
    "This plan is for choosing how many questions to draw; Grader plans the labels for ±2.5 points "
    "in the same way."
)


def name_of(draw: Draw) -> str:
    """Tell one draw from another."""
    when = f"{draw.drawn_at:%Y-%m-%d %H:%M}" if draw.drawn_at else "unknown time"
    return (
        f"{draw.comparison}: {many(draw.n_items // 2, 'question')}, seed {draw.seed}, {when} "
        f"({draw.draw})"
    )


def origin(draw: Draw) -> str:
    """Say how the draw was made, so that anybody can repeat it."""
    kinds = ", ".join(_kind(each) for each in draw.strata)
    told = f" Labels belong to {graded(draw.grader, draw.rubric)}." if draw.grader else ""
    return (
        f"Draw {draw.draw} of {draw.comparison}, seed {draw.seed}: {kinds}. A question's place in "
        f"the draw is the SHA-256 of seed and question.{told}"
    )


def untold(items: Sequence[DrawItem]) -> str:
    """Warn that people would not see what was asked; empty where every question has its text."""
    asked = {each.question for each in items}
    lacking = {each.question for each in items if not each.question_text}
    if not lacking:
        return ""
    return (
        f"The text of {count(len(lacking))} of {many(len(asked), 'question')} is not in the log: "
        "nobody can tell whether an answer is correct without it. Import the logs with the field "
        "question_text before anybody labels, and draw again."
    )


def _kind(each: DrawnStratum) -> str:
    weight = "" if each.weight is None else f", weight {each.weight:.2f}"
    return (
        f"{count(each.n_drawn)} of {count(each.n_frame)} {kind(each.name) or 'questions'}{weight}"
    )


def strata(frame: Sequence[FrameQuestion]) -> list[list[str]]:
    """List the kinds of question that can be drawn, numbered."""
    names = sorted({each.stratum for each in frame})
    return [
        [str(place), kind(name) or "no kind named", count(sum(e.stratum == name for e in frame))]
        for place, name in enumerate(names, start=1)
    ]


def plan(labels: int, half_width: float) -> str:
    """Say what this many labels would buy."""
    return (
        f"Plan: {many(labels, 'labelled question')} would give the corrected difference to about "
        f"±{points_unsigned(half_width)}."
    )


def needed(wanted: float, labels: int | None, frame: int, best: float) -> str:
    """Say how many labels a wanted half-width takes."""
    if labels is None:
        return (
            f"±{points_unsigned(wanted)} cannot be reached by labels: all "
            f"{many(frame, 'question')} of this eval set labelled would leave "
            f"±{points_unsigned(best)}."
        )
    return f"±{points_unsigned(wanted)} would take about {many(labels, 'labelled question')}."


def assumed(error_share: float, *, measured: int | None) -> str:
    """Say where the plan's share of grader errors comes from."""
    share = percent(error_share, decimals=0)
    differ = f"grader and people differ on {share} of the answers. {_GRADER}"
    if measured is None:
        return f"Assumed for this plan: {differ}"
    return f"Measured on {many(measured, 'labelled answer')}, used for this plan: {differ}"
