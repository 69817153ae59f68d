"""What does the offline report say of itself?"""

from lcexplore.report.review import Review
from lcexplore.words import many

CONTENTS = "Contents"
INSTALL = "pip install 'lcexplore[report]'"
NO_FIGURES = (
    "The figures are not drawn, only their numbers are given: what draws them is an optional part. "
    f"Install it ({INSTALL}) and write the report again."
)
IS = "One file that fetches nothing: what the pages of lcexplore say, in the same words."
OFFERED = (
    "The report is one file that fetches nothing, for a mail, a phone or paper: it says what the "
    "pages say, in the same words."
)
DOWNLOAD, FILE = "Download the report", "report.html"


def written(file: str, figures: int | None) -> str:
    """Say where the report is and how many figures are drawn in it."""
    drawn = "" if figures is None else f", {many(figures, 'figure')} drawn"
    return f"wrote {file}{drawn}"


def title(review: Review) -> str:
    """Name of the document."""
    return f"Report on {review.info.name}"
