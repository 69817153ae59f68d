"""What was imported, what was refused, and how is an import taken back or exported?"""

from collections.abc import Sequence

import streamlit as st

from lcexplore.errors import LcexploreError
from lcexplore.report import spreadsheet
from lcexplore.report.sentences import data
from lcexplore.store import TABLES, Store
from lcexplore.store.entries import ImportEntry
from lcexplore.ui import parts

SHOWN = 1000
_DONE = "lcx_done"


def remember(lines: Sequence[str], title: str = "Imported") -> None:
    """Keep the account of what was done until it has been shown."""
    st.session_state[_DONE] = (title, list(lines))


def done() -> None:
    """Show the account of what was just done, once."""
    title, lines = st.session_state.pop(_DONE, ("", []))
    if lines:
        st.header(title, anchor=False)
        parts.listing(lines)


def refusals(store: Store, imports: Sequence[ImportEntry]) -> None:
    """Browse what one import refused: line, field, value, reason."""
    refused = {each.import_id: each for each in imports if each.rows_refused or each.fields_refused}
    with st.expander("Refused rows and fields"):
        if not refused:
            parts.text("No row and no field was refused.")
            return
        chosen = st.selectbox("Refused by import", list(refused)[::-1], key="refused", width=220)
        found = store.rejects(chosen, limit=SHOWN) if chosen is not None else ()
        parts.small(f"{refused[chosen].file}: the first {SHOWN:,} are shown." if chosen else "")
        parts.numbers([list(data.REFUSALS), *data.refusals(found)], key="refusals")


def take_back(store: Store, imports: Sequence[ImportEntry]) -> None:
    """Take an import back, after the reader has confirmed it."""
    with st.expander("Take an import back"):
        numbers = [each.import_id for each in reversed(imports)]
        chosen = st.selectbox("Import to take back", numbers, key="forget", width=220)
        sure = st.checkbox("I want its rows out of the store", key=f"sure-{chosen}")
        if st.button("Take it back", disabled=not sure) and chosen is not None:
            try:
                entry = store.forget(chosen)
            except LcexploreError as error:
                parts.trouble(str(error))
                return
            remember(data.taken_back(entry), "Taken back")
            st.rerun()


def export(store: Store) -> None:
    """Offer the tables of the store as CSV that no spreadsheet runs, and as Parquet."""
    with st.expander("Export"):
        name = st.selectbox("Table", TABLES, key="export", width=220)
        st.download_button(
            "Download as CSV",
            lambda: _csv(store, name),
            f"{name}.csv",
            "text/csv",
            on_click="ignore",
        )
        st.download_button(
            "Download as Parquet",
            lambda: _parquet(store, name),
            f"{name}.parquet",
            "application/vnd.apache.parquet",
            on_click="ignore",
        )


def _csv(store: Store, name: str) -> bytes:
    return spreadsheet.table_csv(store.table(name))


def _parquet(store: Store, name: str) -> bytes:
    return spreadsheet.parquet(store.table(name))
