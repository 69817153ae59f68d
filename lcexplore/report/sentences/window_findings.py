"""What follows from a window probe: what does a fuller window, a distractor, a repeat cost?"""

from collections.abc import Sequence

from lcexplore import words
from lcexplore.evidence.window import Filled, VersionReading, Window
from lcexplore.report.review import Review
from lcexplore.report.sentences.cells import Cell, Row, not_measured
from lcexplore.report.sentences.common import capital, confounded_by, listed
from lcexplore.report.sentences.window import SHORT, distractor, fullness
from lcexplore.words import count, many

_SHOWN = 0.05  # points that print as more than none


def reading(window: Window) -> tuple[str, ...]:
    """All that is said of what a fuller window costs; empty sentences are nothing to say."""
    asked = (usable, what_to_do, distractors, repeats, unmeasured)
    return tuple(each(window) for each in asked)


def usable(window: Window) -> str:
    """Where the fuller window falls short of the short one beyond sampling error."""
    middle = [each for each in window.shortfalls if each.depth == window.middle]
    outer = [each for each in window.shortfalls if each.depth != window.middle]
    if not middle:
        return "Usable window not measured: a single fill was probed at the middle depth."
    below = sum(each.interval.high < 0 for each in middle)
    said = (
        f"{capital(fullness(window.full))} against short, at depth {window.middle:.2f}: accuracy "
        f"{_change([100 * each.difference for each in middle])}, lower beyond sampling error in "
        f"{below} of {many(len(middle), 'cell')} (version by distractor)"
    )
    if not outer:
        return f"{said}."
    lost = sum(each.interval.high < 0 for each in outer)
    return f"{said}; at the other depths in {lost} of {len(outer)}."


def _change(moved: Sequence[float]) -> str:
    """Say that accuracy falls where no cell rises, else how it moves, signed; in points."""
    least, most = min(moved), max(moved)
    if most <= -_SHOWN:
        sizes = [f"{-each:.1f}" for each in (most, least)]
        return f"falls by {' to '.join(dict.fromkeys(sizes))} points"
    sizes = [words.signed(each) for each in (least, most)]
    return f"moves by {' to '.join(dict.fromkeys(sizes))} points"


def what_to_do(window: Window) -> str:
    """What follows for a design, where the middle is what falls short."""
    lost = [each.depth == window.middle for each in window.shortfalls if each.interval.high < 0]
    if not any(lost):
        return ""
    if all(lost):
        return (
            "What decides an answer is safer near either end than in the middle of a window that "
            f"is {fullness(window.full)}."
        )
    return (
        f"A window that is {fullness(window.full)} falls short at more than its middle: send less, "
        "rather than reorder."
    )


def distractors(window: Window) -> str:
    """What each distractor costs, dearest first."""
    known = [each for each in window.distractors if (each.full or each.short) is not None]
    known.sort(key=lambda each: -(each.full if each.full is not None else each.short or 0.0))
    said = []
    for each in known:
        costs = [(each.full, fullness(window.full)), (each.short, SHORT)]
        parts = [f"{_points(cost)} when {name}" for cost, name in costs if cost is not None]
        said.append(f"{distractor(each.distractor)} cost {listed(parts)}")
    return capital(f"{'; '.join(said)}, against no distractor.") if said else ""


def _points(cost: float) -> str:
    return words.points(cost).removeprefix("+")


def repeats(window: Window) -> str:
    """Whether answers vary more between repeats as the window fills."""
    short, full = (_repeats([getattr(each, name) for each in window.versions])
                   for name in ("short", "full"))  # fmt: skip
    if short is None:
        return "Repeat variance not measured: no question was asked twice in the same window."
    if full is None:
        again = f"{count(short[0])} of {many(short[1], 'repeat')}"
        return f"Asked again, {again} {words.does(short[0], 'get')} another verdict when short."
    more = full[0] / full[1] > short[0] / short[1]
    return (
        f"Asked again, a question gets another verdict {'more' if more else 'no more'} often as "
        f"the window fills: {_share(*short)} when short, {_share(*full)} when "
        f"{fullness(window.full)}."
    )


def _share(part: int, whole: int) -> str:
    return f"{count(part)} of {many(whole, 'repeat')} ({words.percent(part / whole)})"


def _repeats(found: Sequence[Filled | None]) -> tuple[int, int] | None:
    known = [each for each in found if each is not None and each.repeats]
    differ = sum(round((each.repeat_disagreement or 0) * each.repeats) for each in known)
    return (differ, sum(each.repeats for each in known)) if known else None


def version_header(window: Window) -> list[str]:
    """Column names of the history by version."""
    full = fullness(window.full)
    names = ["Correct", "Dip in the middle", "Repeats that differ"]
    return ["Version", *(f"{name}, {at}" for name in names for at in (SHORT, full))]


def versions(window: Window) -> list[Row]:
    """One row a version."""
    return [_version(each, window) for each in window.versions]


def _version(found: VersionReading, window: Window) -> list[str | Cell]:
    both = [(found.short, window.short), (found.full, window.full)]
    cells: list[str | Cell] = [found.version]
    for read in (_correct, _dip_cell, _repeat_cell):
        cells += [read(each) if each else not_measured("not probed") for each, _ in both]
    return cells


def _correct(found: Filled) -> Cell:
    return Cell(text=words.percent(found.accuracy), small=(f"{many(found.measured, 'answer')}",))


def _dip_cell(found: Filled) -> Cell:
    if found.dip is None:
        return not_measured("a depth is missing")
    counted = (f"{many(found.middle, 'answer')} there", f"{count(found.outer)} at the ends")
    return Cell(text=words.points(-found.dip), small=counted)


def _repeat_cell(found: Filled) -> Cell:
    if found.repeat_disagreement is None:
        return not_measured("not repeated")
    differ = round(found.repeat_disagreement * found.repeats)
    share = words.percent(found.repeat_disagreement)
    return Cell(text=share, small=(f"{count(differ)} of {count(found.repeats)}",))


def between_versions(review: Review) -> str:
    """Why a change from version to version says less than it seems; empty otherwise."""
    moved, window = confounded_by(review), review.evidence.window
    if not moved or window is None or len(window.versions) < 2:
        return ""
    return (
        f"{capital(moved)} moved with the version: a change from one to the other cannot be put "
        "down to either alone. Depth, fill and distractor are compared within each version."
    )


def unmeasured(window: Window) -> str:
    """Answers left out because they have no verdict, and where; empty when there are none."""
    lost = window.unmeasured
    if not any(lost.values()):
        return "Every answer has a verdict."
    where = listed([f"{fullness(fill)} {count(n)}" for fill, n in lost.items()])
    return (
        f"Answers without a verdict are left out of every share here: {where}. If they are "
        "failures, the window holds less than it seems."
    )
