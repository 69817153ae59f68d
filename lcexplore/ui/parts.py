"""What are all pages built from: head, figure with its numbers, table, verbatim text, footer."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, TypeAlias

import streamlit as st

from lcexplore.charts import palette as colours
from lcexplore.model import Status
from lcexplore.paths import bundle
from lcexplore.report import blocks, html, spreadsheet
from lcexplore.report.figures import Twin
from lcexplore.report.review import Review
from lcexplore.report.sentences import common
from lcexplore.report.sentences.cells import Row
from lcexplore.words import shown

if TYPE_CHECKING:
    from lcexplore.charts.marks import Live
    from lcexplore.charts.theme import AnyChart
    from lcexplore.report.figures import Figure

Select: TypeAlias = Callable[[], None]
SHORT_TABLE = 30
TWIN = common.TWIN


def palette() -> colours.Palette:
    """Colours of the theme that the reader's browser shows."""
    return colours.DARK if st.context.theme.type == "dark" else colours.LIGHT


def page_head(
    question: str, lead: str, review: Review, *, context: str = "", waits: bool = True
) -> None:
    """Draw banners, the page's question, the lead and the context line.

    Args:
        question: What the reader wants to know, in plain type.
        lead: The one sentence that answers it.
        review: The comparison shown.
        context: More of the context line, already whole sentences.
        waits: Whether the page has a figure of waiting, and so what unlicenses one concerns it.
    """
    notes(review, waits=waits)
    st.html(html.join([blocks.asked(question), blocks.answered(lead, review, context)]))
    text(*common.nothing_shared(review))


def notes(review: Review, *, waits: bool = True) -> None:
    """Draw the banners of a comparison."""
    changed = st.session_state.get("lcx_changed", False)
    banners(common.banners(review, changed=changed, waits=waits))


def asked(question: str) -> None:
    """Write the page's question alone, where a control stands between it and the lead."""
    st.html(blocks.asked(question))


def answered(lead: str, review: Review, *more: str) -> None:
    """Write the lead and the context line alone, and more sentences where there are any."""
    lines = blocks.paragraphs(*more, *common.nothing_shared(review))
    st.html(html.join([blocks.answered(lead, review), lines]))


def plain_head(question: str, lead: str) -> None:
    """Draw question and lead of a page that shows no comparison."""
    st.html(html.join([blocks.asked(question), html.element("p", lead, css="lead")]))


def banners(notes: Sequence[common.Banner], *, most: int = common.MOST_BANNERS) -> None:
    """Draw the gravest notes; say how many more there are and where."""
    for note in notes[:most]:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.html(blocks.banner(note))
            if note.page and note.page != _here():
                page = bundle() / "pages" / f"{note.page}.py"
                st.page_link(page, label=f"Open {note.page.capitalize()}")
    small(common.more_banners(notes, most))


def _here() -> str:
    """Name of the page in the address."""
    return (st.context.url or "").partition("?")[0].rstrip("/").rpartition("/")[2]


def text(*sentences: str) -> None:
    """Write sentences, one paragraph each, as text and nothing else."""
    if kept := blocks.paragraphs(*sentences):
        st.html(kept)


def small(line: str) -> None:
    """Write one line of small print."""
    if line:
        st.html(html.element("small", line))


def listing(lines: Sequence[str], *, ordered: bool = False) -> None:
    """Write a list of sentences; nothing at all for none."""
    if kept := blocks.listing(lines, ordered=ordered):
        st.html(kept)


def chips(items: Sequence[tuple[Status, str, str]]) -> None:
    """Write status, name and reason side by side, below each other where one reason is long."""
    if kept := blocks.chips(items):
        st.html(kept)


def trouble(reason: str) -> None:
    """Say what could not be done, as text."""
    st.html(html.element("div", html.join(["⚠ ", reason]), css="lcx-banner"))


def figure(
    title: str,
    small: str,
    chart: "AnyChart",
    *,
    alt: str,
    twin: Twin,
    key: str,
    on_select: Select | None = None,
    heading: Literal["h2", "h3"] = "h2",
) -> None:
    """Draw a chart under its finding, with the numbers in it as a table and a CSV.

    One that moves under a slider is drawn by ``moving``.

    Args:
        title: The finding, as a sentence.
        small: n, unit and direction.
        chart: A finished chart (``charts.theme.base`` applied).
        alt: The same in words, for those who do not see it.
        twin: Header and rows of the numbers drawn.
        key: Unique name; when the chart can be chosen from, it must change with the choice.
        on_select: Called when the reader chooses a mark.
        heading: ``h3`` under the heading of a section, whose part the figure is.
    """
    with st.container(key=f"figure-{key}"):
        figure_title(title, small, heading=heading)
        still(chart, key=key, alt=alt, on_select=on_select or "ignore")
        with st.expander(TWIN):
            numbers(twin, key=key)


@contextmanager
def box(name: str, *, key: str) -> Iterator[bool]:
    """Draw a box whose content is written once somebody opens it.

    What is drawn unseen holds up every move of a slider, as the browser draws it again.

    Yields:
        Whether it is open.
    """
    drawn = st.expander(name, key=f"{key}-box", on_change="rerun")
    with drawn:
        yield bool(drawn.open)


def drawn(
    found: "Figure",
    *,
    key: str = "",
    on_select: Select | None = None,
    heading: Literal["h2", "h3"] = "h2",
) -> None:
    """Draw a figure of one chart that pages and the report share.

    Args:
        found: The figure.
        key: Unique name, by default the figure's; it must change with a choice in the chart.
        on_select: Called when the reader chooses a mark.
        heading: ``h3`` under the heading of a section, whose part the figure is.
    """
    (panel,) = found.panels
    figure(
        found.title,
        found.small,
        panel.chart,
        alt=panel.alt,
        twin=found.twin,
        key=key or found.key,
        on_select=on_select,
        heading=heading,
    )


def figure_title(title: str, small: str, *, heading: Literal["h2", "h3"] = "h2") -> None:
    """Write the finding of a figure as a heading, and its small line."""
    st.html(blocks.figure_title(title, small, heading=heading))


def still(
    chart: "AnyChart",
    *,
    key: str,
    alt: str,
    on_select: Select | Literal["ignore"] = "ignore",
    live: "Live | None" = None,
) -> None:
    """Draw a finished chart alone; its specification is written once and checked by the tests.

    Rows of the marks that move while the rest of the chart stays are handed over apart, as
    ``live``: the browser then moves the chart and does not make it anew.

    What only charts need is imported with the first one: a page without any opens sooner.
    """
    from lcexplore.charts import kept

    spec = kept.spec(chart)
    if live:
        tables = {name: kept.table(rows) for name, rows in live.items()}
        spec = {**spec, "datasets": tables}
    st.vega_lite_chart(
        spec=spec, width="stretch", theme=None, key=key, on_select=on_select, alt=shown(alt)
    )


def numbers(twin: Twin, *, key: str) -> None:
    """Draw header and rows as a table, with a formula-safe CSV."""
    header, *rows = twin
    if len(rows) <= SHORT_TABLE:
        table(header, rows)
    else:
        import pyarrow as pa

        columns = [[shown(row[place]) for row in rows] for place in range(len(header))]
        st.dataframe(pa.table(columns, names=list(map(shown, header))), hide_index=True)
    st.download_button(
        "Download as CSV",
        spreadsheet.safe_csv(twin),
        f"{key}.csv",
        "text/csv",
        key=f"{key}-csv",
        on_click="ignore",
    )


def table(header: Sequence[str], rows: Sequence[Row], *, css: str = "") -> None:
    """Draw a table; cells are plain text or ``Cell``, names of arms are safe in the header.

    Nothing at all is drawn without rows.
    """
    if rows:
        st.html(html.table(header, rows, css=css))


def chip(status: Status, *, rule: str = "switch_if") -> html.Safe:
    """Markup of a status chip, for use inside ``html`` elements."""
    return html.chip(status, rule=rule)


def verbatim(text: str) -> None:
    """Show text from a log or a record as it is, never as markup."""
    st.code(text, language=None, wrap_lines=True)


def footer(review: Review) -> None:
    """Say which data and which software this page was made from."""
    st.html(blocks.footer(review))
