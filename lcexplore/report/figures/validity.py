"""Which figure shows when the arms ran?"""

from lcexplore.charts import run_order as chart
from lcexplore.charts.palette import Palette
from lcexplore.evidence import far
from lcexplore.report.figures import Figure, Panel
from lcexplore.report.review import Review
from lcexplore.report.sentences import run_order, validity


def order(review: Review, palette: Palette) -> Figure | None:
    """Requests of both arms over clock time; None where no start time is known."""
    if not review.evidence.validity.order.n_timed:
        return None
    shown, _ = far.without(review.evidence.inputs.order)
    names = validity.arm_names(review)
    title = run_order.title(review)
    return Figure(
        key="run-order",
        title=title,
        small=run_order.small(review),
        panels=(Panel(chart=chart.draw(shown, names, palette), alt=title),),
        twin=chart.twin(shown, names),
    )
