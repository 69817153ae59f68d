"""Which comparison and which grading does the reader want to see?"""

from collections.abc import Sequence

import streamlit as st

from lcexplore.report import html
from lcexplore.report.sentences import stored
from lcexplore.report.sentences.glossary import OF_THE_EXAMPLE, WORDS
from lcexplore.store.entries import ComparisonEntry
from lcexplore.ui import arms

ASKED, ASKED_RUBRIC, CHOSEN = "lcx_asked_for", "lcx_asked_rubric", "lcx_chosen"


def choose(name: str) -> None:
    """Let the picker show a comparison from the next run on, which has drawn none yet."""
    st.session_state[CHOSEN] = name


def default(entries: Sequence[ComparisonEntry]) -> int:
    """Place of the newest comparison with a decision record, else of the newest import."""
    recorded = [place for place, entry in enumerate(entries) if entry.has_record]
    return (recorded or range(len(entries)))[-1]


def not_stored(names: Sequence[str]) -> str:
    """Name that the address asked for and the store does not hold; empty when it holds it.

    The server takes an unknown name out of the address, so it is kept for the visit.
    """
    asked = st.query_params.get("comparison")
    if asked and asked not in names:
        st.session_state[ASKED] = asked
    return str(st.session_state.get(ASKED, ""))


def comparison(entries: Sequence[ComparisonEntry]) -> str | None:
    """Draw the picker; its choice is part of the address, the usual one as well.

    A control leaves its default out of the address, and a copied link would then show whatever is
    usual elsewhere: so the picker has no default, and the address names one beforehand.

    None where the address names what is not stored and nothing was chosen since.
    """
    if not entries:
        return None
    names = [entry.name for entry in entries]
    usual = names[default(entries)]
    if (wanted := st.session_state.pop(CHOSEN, None)) in names:
        st.session_state.pop(ASKED, None)
        st.session_state["comparison"] = wanted
    if not not_stored(names):
        _name_in_address(names, usual)
    chosen: str | None = st.selectbox(
        "Comparison",
        names,
        index=None,
        placeholder="Choose one that is stored",
        key="comparison",
        bind="query-params",
        on_change=_never_none,
        args=(usual,),
    )
    if chosen is None:
        return None
    entry = next((each for each in entries if each.name == chosen), entries[default(entries)])
    st.html(html.element("small", stored.sizes(entry)))
    arms.draw(entry)
    return entry.name


def _name_in_address(names: Sequence[str], usual: str) -> None:
    """Let an address that names no comparison name the usual one, as if it had been asked for."""
    shown = st.session_state.get("comparison")
    if shown is None and not st.query_params.get("comparison"):
        st.query_params["comparison"] = st.session_state["comparison"] = usual
    elif shown is not None and shown not in names:  # taken back since it was chosen
        st.session_state["comparison"] = usual


def _never_none(usual: str) -> None:
    """Emptying the picker chooses the usual comparison: a page shows one whenever one is stored."""
    if st.session_state["comparison"] is None:
        st.session_state["comparison"] = usual


def rubric(entry: ComparisonEntry | None) -> str | None:
    """Draw the rubric picker where there is a choice; None means the recorded or latest one."""
    if entry is None or len(entry.arms) < 2:
        return None
    names = list(dict.fromkeys(each.rubric for each in entry.gradings))
    if lost := _lost_rubric(entry.name, names):
        st.html(html.element("small", stored.no_such_rubric(lost)))
    if len(names) < 2:
        return None
    chosen: str | None = st.selectbox(
        "Rubric shown",
        names,
        index=None,
        placeholder="As decided",
        key="rubric",
        bind="query-params",
        width=220,
    )
    return chosen


def _lost_rubric(comparison: str, names: Sequence[str]) -> str:
    """Rubric that the address asked for and no grading of this comparison has; else empty.

    As with a comparison, the server takes it out of the address: it is kept until another is
    chosen.
    """
    asked = st.query_params.get("rubric")
    if asked and asked not in names:
        st.session_state[ASKED_RUBRIC] = (comparison, asked)
    of, rubric = st.session_state.get(ASKED_RUBRIC, ("", ""))
    return rubric if of == comparison and not st.session_state.get("rubric") else ""


def words() -> None:
    """Draw the glossary."""
    with st.popover("Words", width="stretch"):
        entries = [
            html.join(
                [
                    html.element("dt", html.element("strong", word)),
                    html.element("dd", f"{meaning} For example: {example}"),
                ]
            )
            for word, meaning, example in WORDS
        ]
        st.html(html.element("small", OF_THE_EXAMPLE))
        st.html(html.element("dl", html.join(entries), css="lcx-words"))
