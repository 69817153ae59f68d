"""What does the offline report say of itself?"""

from lcexplore.report.review import Review
from lcexplore.words import many

CONTENTS = "Contents"
INSTALL = "pip install 'lcexplore[report]'"
NO_FIGURES = (
    "The figures are not drawn, only their numbers are given: what draws them is an optional part. "
    f"Install it ({INSTALL}) and write the report again."
)
ONE_FILE = (
    "One file that asks for nothing: it shows what the pages show of this comparison, in the same "
    "words, and opens without a network, on a phone and on paper."
)
DOWNLOAD, FILE = "Download the report", "report.html"


def written(file: str, figures: int | None) -> str:
    """Say where the report is and how many figures are drawn in it."""
    drawn = "" if figures is None else f", {many(figures, 'figure')} drawn"
    return f"wrote {file}{drawn}"


def title(review: Review) -> str:
    """Name of the document."""
    return f"Report on {review.info.name}"
