"""Which figure suits the answers per question: four cells, a tug bar or a histogram?"""

from lcexplore.charts import discordance as cells
from lcexplore.charts import histogram, tug
from lcexplore.charts.palette import Palette
from lcexplore.charts.theme import AnyChart
from lcexplore.report.figures import Figure, Panel
from lcexplore.report.review import Review
from lcexplore.report.sentences import discordance


def disagreement(review: Review, palette: Palette, *, selected: str | None = None) -> Figure | None:
    """Where the arms disagree; None where nothing can be paired.

    Args:
        review: The comparison shown.
        palette: Colours.
        selected: The cell whose questions are open, None on paper.
    """
    if not review.evidence.correctness.n_questions:
        return None
    kind = discordance.kind(review)
    chart = _chart(review, kind, palette, selected)
    return Figure(
        key=f"discordance-{kind}",
        title=discordance.title(review),
        small=discordance.small(review),
        panels=(Panel(chart=chart, alt=discordance.alt(review)),),
        twin=discordance.twin(review),
    )


def _chart(review: Review, kind: str, palette: Palette, selected: str | None) -> AnyChart:
    found, info = review.evidence.correctness, review.info
    names = {"baseline": info.baseline, "candidate": info.candidate}
    if kind == "cells":
        return cells.fourfold(found.cells, selected=selected, palette=palette, **names)
    if kind == "tug":
        pulls = {
            role: tug.Pull(name=name, half=half, full=full)
            for role, name in names.items()
            for half, full in [discordance.pulls(found, +1 if role == "candidate" else -1)]
        }
        return tug.tug(palette=palette, **pulls)
    ties, bins = discordance.ties(found.cells), discordance.bins(found)
    return histogram.histogram(bins, ties=ties, palette=palette, **names)
