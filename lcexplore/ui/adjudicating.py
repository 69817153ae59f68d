"""How do people settle the answers on which they differ, once all of them are done?"""

import streamlit as st

from lcexplore.errors import LcexploreError
from lcexplore.evidence.labels import ADJUDICATED, CANNOT_TELL, CORRECT, INCORRECT, Standing
from lcexplore.paths import bundle
from lcexplore.report import html, label_sheet
from lcexplore.report.sentences import label
from lcexplore.store.draws import Draw, DrawItem
from lcexplore.ui import labelling, parts

CHOICES = (
    ("Correct", CORRECT, "1"),
    ("Incorrect", INCORRECT, "2"),
    ("No fact decides it", CANNOT_TELL, "3"),
)


def results(draw: Draw, standing: Standing) -> None:
    """Show what is left to settle, what was settled, and where the labels went."""
    labelling.told()
    if standing.unsettled:
        _one(draw, standing, labelling.items(draw)[standing.unsettled[0] - 1])
    _settled(draw, standing)
    _evidence(draw, standing)


def _one(draw: Draw, standing: Standing, item: DrawItem) -> None:
    left, right = st.columns([2, 1], gap="medium")
    with left:
        labelling.texts(draw, item)
    with right:
        for name in standing.people:
            said, note = label.opinion(standing, name, item.item)
            st.html(html.element("p", html.element("strong", said), css="lcx-text"))
            if note:
                parts.verbatim(note)
        _verdict(draw, item)
        labelling.rubric(draw)


def _verdict(draw: Draw, item: DrawItem) -> None:
    key = f"{draw.draw}-{item.item}"
    st.text_area("Reason", key=f"reason-{key}", height=90)
    for name, verdict, shortcut in CHOICES:
        st.button(
            name,
            key=f"settle-{verdict}-{key}",
            shortcut=shortcut,
            width="stretch",
            on_click=_settle,
            args=(draw, item.item, verdict, key),
        )
    parts.small(label.SETTLE_KEYS)


def _settle(draw: Draw, item: int, verdict: str, key: str) -> None:
    reason = str(st.session_state.get(f"reason-{key}") or "")
    try:
        labelling.labelling().settle(draw, item, verdict, reason)
    except LcexploreError as error:
        labelling.tell(str(error))
        return
    labelling.take_in(draw)


def _settled(draw: Draw, standing: Standing) -> None:
    if not standing.settled:
        return
    st.header("Settled by argument, kept apart", anchor=False)
    parts.text(label.NO_FACT)
    texts = {each.item: each.question_text or each.question for each in labelling.items(draw)}
    parts.table(*label.settled(standing, texts))
    st.button(
        "Undo the last one settled",
        shortcut="U",
        on_click=_undo,
        args=(draw, standing.last_item(ADJUDICATED)),
    )


def _undo(draw: Draw, item: int | None) -> None:
    if item is not None:
        labelling.labelling().undo(draw, ADJUDICATED, item)
        labelling.take_in(draw)


def _evidence(draw: Draw, standing: Standing) -> None:
    st.header("Where these labels go", anchor=False)
    up_to_date = labelling.labelling().published(draw, standing)
    parts.text(label.evidence(draw, up_to_date=up_to_date), label.shaped(draw))
    if not up_to_date:
        st.button("Put them into the evidence", on_click=labelling.take_in, args=(draw,))
    else:
        st.page_link(
            bundle() / "pages" / "grader.py",
            label="What they say of the grader",
            query_params={"comparison": draw.comparison},
        )
    if not standing.unsettled:
        st.download_button(
            "Download the labels as CSV",
            lambda: label_sheet.given(draw, standing, labelling.items(draw)),
            f"labels-{draw.draw}.csv",
            "text/csv",
            on_click="ignore",
        )
    with st.expander("Were these labels used to shape a rubric?"):
        parts.text(label.SHAPED)
        rubric = st.text_input("Rubric", key=f"shaped-{draw.draw}", width=260)
        st.button(
            "Note it",
            disabled=draw.import_id is None,
            on_click=_shaped,
            args=(draw, rubric),
        )


def _shaped(draw: Draw, rubric: str) -> None:
    if draw.import_id is None or not rubric.strip():
        labelling.tell("wanted the name of a rubric; found nothing")
        return
    labelling.labelling().shaped(draw.import_id, rubric.strip())
