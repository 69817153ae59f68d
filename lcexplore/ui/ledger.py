"""What was imported, what was refused, and how is an import taken back or exported?"""

from collections.abc import Sequence

import streamlit as st

from lcexplore.errors import LcexploreError
from lcexplore.paths import bundle
from lcexplore.report import spreadsheet
from lcexplore.report.sentences import data
from lcexplore.store import TABLES, Store
from lcexplore.store.entries import ImportEntry
from lcexplore.ui import parts, pick

SHOWN = 1000
IMPORTED, TAKEN_BACK = "Imported", "Taken back"
_DONE = "lcx_done"


def remember(lines: Sequence[str], title: str, *, comparison: str = "") -> None:
    """Keep the account of what was done until it has been shown, and show its comparison."""
    st.session_state[_DONE] = (title, list(lines))
    if comparison:
        pick.choose(comparison)


def done(wanted: str) -> None:
    """Show the account of what was just done, once, where it was asked for."""
    title, lines = st.session_state.get(_DONE, ("", []))
    if title != wanted:
        return
    del st.session_state[_DONE]
    st.header(title, anchor=False)
    parts.listing(lines)
    if title == IMPORTED:
        st.page_link(bundle() / "pages" / "decision.py", label="Open it on Decision")


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
        named: dict[int, str] = {
            each.import_id: data.import_named(each) for each in reversed(imports)
        }
        chosen = st.selectbox(
            "Import to take back",
            list(named),
            format_func=named.__getitem__,
            key="forget",
            width=520,
        )
        sure = st.checkbox("I want its rows out of the store", key=f"sure-{chosen}")
        if st.button("Take it back", disabled=not sure) and chosen is not None:
            try:
                entry = store.forget(chosen)
            except LcexploreError as error:
                parts.trouble(str(error))
                return
            remember(data.taken_back(entry), TAKEN_BACK)
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
