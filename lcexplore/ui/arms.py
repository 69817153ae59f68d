"""Which of several arms runs today, and which would replace it, where a reader has to say?"""

import streamlit as st

from lcexplore.report.sentences import stored
from lcexplore.store.entries import ComparisonEntry
from lcexplore.words import shown

BASELINE, CANDIDATE = "baseline", "candidate"


def draw(entry: ComparisonEntry) -> None:
    """Draw what there is to choose: the baseline that nobody named, the candidate of several.

    A choice is part of the address. One that was settled is changed by a record, not here.
    """
    if len(entry.arms) < 2:
        return
    names = [arm.name for arm in entry.arms]
    if entry.baseline is None:
        _choice("Arm that runs today", names, BASELINE, "Choose one")
    baseline, _ = chosen(entry)
    rest = [name for name in names if name != (baseline or entry.baseline)]
    if len(rest) > 1 and not (baseline is None and entry.baseline is None):
        usual = entry.candidate if entry.candidate in rest else None
        _choice("Arm that would replace it", rest, CANDIDATE, usual or "Choose one")


def chosen(entry: ComparisonEntry) -> tuple[str | None, str | None]:
    """Baseline and candidate as the reader chose them, None where the store's hold."""
    names = {arm.name for arm in entry.arms}
    baseline = None if entry.baseline is not None else _known(BASELINE, names)
    names -= {baseline or entry.baseline}
    return baseline, _known(CANDIDATE, names) if len(names) > 1 else None


def missing(entry: ComparisonEntry) -> str:
    """Say what is not settled and how it is; empty where both arms are."""
    if len(entry.arms) < 2 or entry.candidate is not None:
        return ""
    baseline, candidate = chosen(entry)
    baseline = baseline or entry.baseline
    if baseline is not None and candidate is not None:
        return ""
    return f"{stored.unsettled(entry, baseline)} {stored.UNSETTLED}"


def _choice(label: str, names: list[str], key: str, placeholder: str) -> None:
    if st.session_state.get(key) not in (None, *names):  # of the comparison shown before
        st.session_state[key] = None
    st.selectbox(
        label,
        names,
        index=None,
        placeholder=shown(placeholder),
        key=key,
        bind="query-params",
        width=260,
    )


def _known(key: str, names: set[str]) -> str | None:
    asked = st.session_state.get(key)
    return asked if asked in names else None
