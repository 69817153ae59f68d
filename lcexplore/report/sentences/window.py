"""What is said of an effective-window probe: the dip, the fuller window, distractors, repeats."""

from collections.abc import Sequence

from lcexplore import words
from lcexplore.evidence.window import Filled, Window
from lcexplore.evidence.window_cells import NO_DISTRACTOR, WindowCell
from lcexplore.report.review import Review
from lcexplore.report.sentences.common import capital, listed
from lcexplore.store.entries import WindowPlace
from lcexplore.words import count, many, spelled

QUESTION = "How much of the window is usable?"
NO_VERDICT = "Not measured: answers were probed in the window, but none has a verdict."
NOTHING = "Not measured: no answer of this comparison says where in the window its fact stood."
HOW_TO_PROBE = (
    "Plant the fact that a question needs at several depths, in a short and in a half-full window, "
    "and let each answer say so in its log:"
)
EXAMPLE = '"window": {"depth": 0.5, "fill": 0.5, "distractor": "near_miss"}'
METHOD = (
    "Wilson's interval of each share. Repeats of a question resemble each other, so the question "
    "is the unit: where repeats agree they count little more than once. The fuller window against "
    "the short one is Newcombe's interval for two independent shares; the questions are the same "
    "ones, so it is rather too wide than too narrow. Distractors are compared with no distractor "
    "at the same version, fill and depth, and averaged."
)
_DISTRACTORS = {
    NO_DISTRACTOR: "no distractor",
    "near_miss": "near-miss passages",
    "irrelevant": "irrelevant passages",
}
SHORT = "short"
_ROUND = 3


def elsewhere(probed: Sequence[str]) -> str:
    """Name the comparisons whose window was probed; empty without one."""
    if not probed:
        return ""
    return f"A window was probed in {listed(list(probed))}: choose it under Comparison."


def distractor(name: str) -> str:
    """What else is in the window, in words."""
    return _DISTRACTORS.get(name, name)


def fullness(fill: float | None) -> str:
    """How full a window is: ``half full``, ``80 % full``."""
    if fill is None:
        return "not measured"
    return "half full" if fill == 0.5 else f"{words.percent(fill, decimals=0)} full"


def place(where: WindowPlace) -> str:
    """Where an answer's fact stood: ``half full, depth 0.50, near-miss passages``."""
    said = [
        where.version,
        None if where.fill is None else fullness(where.fill),
        None if where.depth is None else f"depth {where.depth:.2f}",
        None if where.distractor is None else distractor(where.distractor),
    ]
    return ", ".join(each for each in said if each)


def _questions(window: Window) -> str:
    n = max((each.questions for each in window.cells), default=0)
    return f"{count(n)} question{'' if n == 1 else 's'}"


def lead(review: Review) -> str:
    """How far accuracy falls in the middle, in the full window and in the short one."""
    window = review.evidence.window
    if window is None:
        return NO_VERDICT if review.evidence.inputs.window else NOTHING
    short, full = window.dip_short, window.dip_full
    place, asked = f"at depth {window.middle:.2f}", f"({_questions(window)}{_together(window)})"
    known = [each for each in (short, full) if each is not None]
    if not known:
        return f"How far accuracy dips in the middle is not measured: a depth is missing {asked}."
    if short is None or full is None:
        which = fullness(window.full if short is None else window.short)
        said = f"accuracy {_dips(known[0])} {place} with the window {which} {asked}"
        return capital(f"{said}; no other fill was probed at every depth.")
    if _rounded(full) <= 0 and _rounded(short) <= 0:
        return f"Accuracy does not dip {place}, neither {fullness(window.full)} nor short {asked}."
    if _rounded(full) <= 0:
        first = f"Accuracy does not dip {place} when the window is {fullness(window.full)}"
        return f"{first}, but by {words.points_unsigned(short)} when short {asked}."
    against = f"{100 * short:.1f}" if _rounded(short) > 0 else "none"
    return (
        f"Accuracy dips by {words.points_unsigned(full)} {place} when the window is "
        f"{fullness(window.full)}, against {against} when short {asked}."
    )


def _together(window: Window) -> str:
    """Say that the headline is one figure for all versions, whose own figures may differ."""
    n = len(window.versions)
    return f", {spelled(n)} versions taken together" if n > 1 else ""


def _rounded(dip: float) -> float:
    return round(dip, _ROUND)


def _dips(dip: float) -> str:
    if _rounded(dip) <= 0:
        return "does not dip"
    return f"dips by {words.points_unsigned(dip)}"


def context(review: Review) -> str:
    """How many tokens the fills are, where a manifest says how large the window is."""
    window = review.evidence.window
    sizes = {each.fields.get("window_tokens") for each in review.evidence.inputs.manifests}
    size = next(iter(sizes), None)
    if window is None or len(sizes) != 1 or isinstance(size, bool) or not isinstance(size, int):
        return ""
    fills = [(SHORT, window.short), (fullness(window.full), window.full)]
    said = [f"{name} means {words.tokens(fill * size)}" for name, fill in fills if fill is not None]
    return f"In a window of {words.tokens(size)}, {listed(said)}."


def title(window: Window, version: str) -> str:
    """What the panels of one version show; it is named where the lead takes several together."""
    found = next((each for each in window.versions if each.version == version), None)
    short, full = (_dip(each) for each in ((found.short, found.full) if found else (None, None)))
    if short is None or full is None:
        return "Share correct by depth"
    whose = f"{version} alone: in the middle" if len(window.versions) > 1 else "In the middle"
    return (
        f"{whose}, {fullness(window.full)}, {words.points_unsigned(full)} "
        f"{'below' if full >= 0 else 'above'} the ends; short, {words.points_unsigned(short)} "
        f"{'below' if short >= 0 else 'above'}"
    )


def _dip(found: Filled | None) -> float | None:
    return found.dip if found else None


def small(window: Window, version: str) -> str:
    """N, unit and what the lines are."""
    answers = max((each.measured for each in window.cells if each.version == version), default=0)
    full = f", dashed {fullness(window.full)}" if window.full is not None else ""
    return (
        f"{version}: {_questions(window)}, up to {many(answers, 'answer')} a point; solid line "
        f"short ({fullness(window.short)}){full}; upright lines are {words.level(window.level)} "
        "intervals."
    )


def panel_alt(cells: Sequence[WindowCell]) -> str:
    """One panel in words."""
    said = [
        f"{fullness(each.fill)} at depth {each.depth:.2f}: {words.percent(each.accuracy)}"
        for each in cells
    ]
    return f"With {distractor(cells[0].distractor)}, share correct: {'; '.join(said)}"


def twin(window: Window, version: str) -> list[list[str]]:
    """The numbers of the panels of one version, header first."""
    header = ["Distractor", "Fill, %", "Depth", "Correct", "With a verdict", "Share, %", "Low, %",
              "High, %", "Repeats that differ"]  # fmt: skip
    return [header, *(_numbers(each) for each in window.cells if each.version == version)]


def _numbers(each: WindowCell) -> list[str]:
    low, high = each.interval
    shares = [f"{100 * value:.1f}" for value in (each.accuracy, low, high)]
    differ = round((each.repeat_disagreement or 0) * each.repeats)
    repeats = f"{differ} of {each.repeats}" if each.repeats else "not repeated"
    place = [distractor(each.distractor), f"{100 * each.fill:g}", f"{each.depth:.2f}"]
    return [*place, count(each.correct), count(each.measured), *shares, repeats]


def shortfall_title(window: Window) -> str:
    """Which two fills are held against each other."""
    return f"{capital(fullness(window.full))} against {SHORT}, cell by cell"


def shortfall_twin(window: Window) -> list[list[str]]:
    """The fuller window against the short one, cell by cell, header first."""
    header = ["Version", "Distractor", "Depth", "Difference, points", "Low, points", "High, points",
              f"Answers, {fullness(window.full)}", f"Answers, {SHORT}"]  # fmt: skip
    rows = [
        [
            each.version,
            distractor(each.distractor),
            f"{each.depth:.2f}",
            *(words.signed(100 * value) for value in (each.difference, *each.interval)),
            count(each.full),
            count(each.short),
        ]
        for each in window.shortfalls
    ]
    return [header, *rows]
