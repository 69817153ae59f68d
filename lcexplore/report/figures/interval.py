"""Which figure shows the interval against the margin and zero?"""

from lcexplore.charts import interval as chart
from lcexplore.charts.palette import Palette
from lcexplore.report.figures import Figure, Panel
from lcexplore.report.review import Review
from lcexplore.report.sentences import interval, interval_rows


def against_margin(review: Review, palette: Palette, *, strata: bool = True) -> Figure | None:
    """The interval that decides above all others; None where nothing can be paired."""
    rows = interval_rows.rows(review, strata=strata)
    if not rows:
        return None
    margin = review.record.margin if review.record else None
    drawn = chart.draw(rows, palette, margin=margin)
    return Figure(
        key="interval",
        title=interval.title(review),
        small=interval.small(review),
        panels=(Panel(chart=drawn, alt=interval.lead(review)),),
        twin=chart.twin(rows),
    )
