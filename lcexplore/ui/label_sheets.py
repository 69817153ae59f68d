"""How does a person who labels in a spreadsheet get the answers, and bring the labels back?"""

import streamlit as st

from lcexplore.errors import LcexploreError
from lcexplore.evidence.blind import stripped
from lcexplore.report import label_sheet
from lcexplore.report.sentences import label
from lcexplore.store.draws import Draw
from lcexplore.ui import labelling


def elsewhere(draw: Draw, labeller: str) -> None:
    """Let somebody label in a spreadsheet and bring the sheet back."""
    with st.expander("Label in a spreadsheet instead"):
        answers = labelling.items(draw)
        st.download_button(
            "Download the answers, blind",
            lambda: label_sheet.blank(
                draw, labeller, answers, lambda text: stripped(text, draw.markers)
            ),
            f"to-label-{draw.draw}.csv",
            "text/csv",
            on_click="ignore",
        )
        with st.form("label-sheet", clear_on_submit=True, border=False):
            given = st.file_uploader("A sheet that was filled in", type=["csv"])
            if st.form_submit_button("Take in its labels") and given is not None:
                _take_sheet(draw, labeller, given.getvalue())
                st.rerun()


def _take_sheet(draw: Draw, labeller: str, data: bytes) -> None:
    try:
        found = label_sheet.filled(data, draw)
        labelling.labelling().say_all(draw, labeller, found.said)
        labelling.tell(label.taken(found), trouble=bool(found.refused))
    except LcexploreError as error:
        labelling.tell(str(error))
    labelling.take_in(draw)
