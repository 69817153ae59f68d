"""How was the interval made, and why does the paired one decide?"""

from lcexplore import words
from lcexplore.report.review import Review
from lcexplore.words import count

WHY_PAIRED = (
    "Both arms answered the same questions, so a hard question is hard for both and cancels. "
    "Only the questions on which they differ move the difference; the paired interval counts "
    "these. The unpaired one treats the arms as if they had answered different questions and is "
    "wider for nothing. One interval decides, chosen before the results."
)


def others(review: Review) -> list[list[str]]:
    """Other intervals, header first, none of which decides."""
    found = review.evidence.correctness
    named = [
        (f"{found.method}: this one decides", found.interval),
        ("Newcombe, method 10", found.newcombe),
        ("Wald", found.wald),
        ("Unpaired", found.unpaired),
    ]
    header = ["Method", "Interval, points"]
    return [header, *([name, words.span(ends)] for name, ends in named if ends is not None)]


def method(review: Review) -> list[str]:
    """How the interval was made, in sentences."""
    found = review.evidence.correctness
    unit = {"none": "question", "question": "question", "document": "document"}[found.clustered]
    return [
        f"Method: {found.method}. The unit is the {unit}: {count(found.n_clusters)} of them.",
        f"Design effect {found.design_effect:.2f} against {count(found.n_pairs)} answer pairs "
        "taken as independent.",
        "One look was planned; looking again after more questions would need another interval.",
    ]
