"""How was the interval made, and why does the paired one decide?"""

from lcexplore import words
from lcexplore.decision import documents
from lcexplore.evidence.correctness import Correctness
from lcexplore.evidence.readings import FEW_DIFFER
from lcexplore.model import Interval
from lcexplore.report.enlarged import on_labels
from lcexplore.report.review import Review
from lcexplore.report.sentences.interval_rows import DECIDES, strict
from lcexplore.stats.cluster import ENOUGH, enough
from lcexplore.words import count, many

_PAIRED = (
    "Both arms answered the same questions, so a hard question is hard for both and cancels. "
    "Only the questions on which they differ move the difference; the paired interval counts "
    "these. The unpaired one treats the arms as if they had answered different questions"
)
_DECIDES = "One interval decides, chosen before the results."
_ON_LABELS = " Here it is the one corrected for the grader, and none of those as graded."
_NOISE = 1e-9
_SHOWN = 0.0005  # half of the last digit that is written
_NO_WALD = "left out: where nothing varies it has no width, as if nothing were left to chance"


def _wider(found: Correctness) -> bool:
    """Whether documents of unlike sizes leave the interval wider than their number alone would."""
    unlike = found.clusters_worth < found.n_clusters - _NOISE
    return found.clustered == "document" and unlike and not enough(found.clusters_worth)


def _worth(found: Correctness) -> str:
    return f", {documents.worth(found)}" if _wider(found) else ""


def wide(found: Correctness) -> str:
    """Say why documents leave the interval wide; empty where they do not."""
    return " ".join(filter(None, (_uneven(found), _few_differ(found))))


def _uneven(found: Correctness) -> str:
    """Say that documents of unlike sizes leave the interval wide; empty where they do not."""
    if found.interval is None or not _wider(found):
        return ""
    are = "is" if found.n_clusters == 1 else "are"
    return (
        f"{many(found.n_clusters, 'document')} {are} {documents.worth(found)}: the interval is "
        f"wider for it, and below {ENOUGH} of one size no clause is read on it."
    )


def _few_differ(found: Correctness) -> str:
    """Say that too few documents show how alike their questions are; empty where enough do."""
    if found.interval is None or found.clustered != "document":
        return ""
    if found.clusters_differing >= FEW_DIFFER:
        return ""
    where = (
        many(found.clusters_differing, "document") if found.clusters_differing else "no document"
    )
    return (
        f"The arms differ on questions of {where}; with fewer than {FEW_DIFFER} nothing tells how "
        "alike the questions of a document are, so each document counts as a whole and the "
        "interval is wide."
    )


def why_paired(review: Review) -> str:
    """Say why the paired interval decides, and that the other is wider where it is."""
    found = review.evidence.correctness
    more = _width(found.unpaired) - _width(found.interval)
    wider = " and is wider for nothing" if more >= _SHOWN else ""
    return f"{_PAIRED}{wider}. {_DECIDES}{_ON_LABELS if on_labels(review) else ''}"


def _width(ends: Interval | None) -> float:
    return 0.0 if ends is None else ends.high - ends.low


def others(review: Review) -> list[list[str]]:
    """Other intervals, header first, none of which decides."""
    found = review.evidence.correctness
    header = ["Method", "Interval, points"]
    if found.interval is None:
        return [header]
    named = [
        (f"{found.method}{'' if on_labels(review) else DECIDES}", found.interval),
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
