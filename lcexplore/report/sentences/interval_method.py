"""How was the interval made, and why does the paired one decide?"""

from lcexplore import words
from lcexplore.evidence.correctness import Correctness
from lcexplore.model import Interval
from lcexplore.report.review import Review
from lcexplore.report.sentences.interval_rows import strict
from lcexplore.stats.cluster import ENOUGH
from lcexplore.words import count, many

_PAIRED = (
    "Both arms answered the same questions, so a hard question is hard for both and cancels. "
    "Only the questions on which they differ move the difference; the paired interval counts "
    "these. The unpaired one treats the arms as if they had answered different questions"
)
_DECIDES = "One interval decides, chosen before the results."
_SHOWN = 0.0005  # half of the last digit that is written
_NO_WALD = "left out: where nothing varies it has no width, as if nothing were left to chance"


def _worth(found: Correctness) -> str:
    """Say of units of unlike sizes how many of one size they are worth, in whole ones."""
    if found.clustered != "document" or found.clusters_worth >= min(found.n_clusters, ENOUGH):
        return ""
    worth = count(int(found.clusters_worth))
    return f", worth {worth} of one size, as some hold many more questions than others"


def why_paired(review: Review) -> str:
    """Say why the paired interval decides, and that the other is wider where it is."""
    found = review.evidence.correctness
    more = _width(found.unpaired) - _width(found.interval)
    wider = " and is wider for nothing" if more >= _SHOWN else ""
    return f"{_PAIRED}{wider}. {_DECIDES}"


def _width(ends: Interval | None) -> float:
    return 0.0 if ends is None else ends.high - ends.low


def others(review: Review) -> list[list[str]]:
    """Other intervals, header first, none of which decides."""
    found = review.evidence.correctness
    header = ["Method", "Interval, points"]
    if found.interval is None:
        return [header]
    named = [
        (f"{found.method}: this one decides", found.interval),
        ("Strict: exact, never against the exact test", strict(found)),
        ("Newcombe, method 10", found.newcombe),
        ("Wald", found.wald),
        ("Unpaired", found.unpaired),
    ]
    rows = [[name, words.span(ends)] for name, ends in named if ends is not None]
    return [header, *rows, *([["Wald", _NO_WALD]] if found.wald is None else [])]


def method(review: Review) -> list[str]:
    """How the interval was made, in sentences."""
    found = review.evidence.correctness
    unit = {"none": "question", "question": "question", "document": "document"}[found.clustered]
    return [
        f"Method: {found.method}. The unit is the {unit}: {count(found.n_clusters)} of them"
        f"{_worth(found)}.",
        f"Design effect {found.design_effect:.2f} against {many(found.n_pairs, 'answer pair')} "
        "taken as independent.",
        "One look was planned; looking again after more questions would need another interval.",
    ]
