"""Which figure shows the window probe: one panel a distractor, the same axis for all?"""

from lcexplore.charts import window as chart
from lcexplore.charts.palette import Palette
from lcexplore.evidence.window import Window
from lcexplore.evidence.window_cells import WindowCell
from lcexplore.report.figures import Figure, Panel
from lcexplore.report.sentences import window as sentences
from lcexplore.report.sentences.common import capital


def probe(window: Window, version: str, palette: Palette) -> Figure:
    """Accuracy by depth and fill in one version, distractor by distractor."""
    cells = [each for each in window.cells if each.version == version]
    names = dict.fromkeys(each.distractor for each in cells)
    panels = [
        _panel(window, [each for each in cells if each.distractor == name], palette)
        for name in names
    ]
    return Figure(
        key="window",
        title=sentences.title(window, version),
        small=sentences.small(window, version),
        panels=tuple(panels),
        twin=sentences.twin(window, version),
    )


def _panel(window: Window, cells: list[WindowCell], palette: Palette) -> Panel:
    fills = chart.Fills(
        short=window.short,
        full=window.full,
        short_name=sentences.SHORT,
        full_name=sentences.fullness(window.full),
    )
    low = chart.floor_of(window.cells)
    drawn = chart.panel(cells, fills=fills, low=low, middle=window.middle, palette=palette)
    name = capital(sentences.distractor(cells[0].distractor))
    return Panel(chart=drawn, alt=sentences.panel_alt(cells), name=name)
