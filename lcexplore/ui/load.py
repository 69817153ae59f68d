"""Which review does this page show, and what does it say when there is none?"""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress

import streamlit as st

from lcexplore.decision import nowhere
from lcexplore.errors import LcexploreError, UsageError
from lcexplore.evidence.judged import PairwiseCount, QuoteCount
from lcexplore.model import ComparisonInfo, Role
from lcexplore.report.lone import lone
from lcexplore.report.review import Review, review
from lcexplore.store import Store
from lcexplore.store.entries import (
    ComparisonEntry,
    Given,
    ImportEntry,
    QuestionDetail,
    QuestionRow,
)
from lcexplore.store.judgements import Judgements
from lcexplore.ui import arms, pick, states
from lcexplore.version import VERSION

ENVIRONMENT, DEFAULT = "LCEXPLORE_STORE", "lcexplore.duckdb"


def dsn() -> str:
    """Where the store is, as the environment says."""
    return os.environ.get(ENVIRONMENT) or DEFAULT


def store() -> Store:
    """Open nothing: a store reads when it is asked and lets go."""
    return Store(dsn())


def entries() -> tuple[ComparisonEntry, ...]:
    """Comparisons in the store, newest import last; none when there is no store yet."""
    where = store()
    return _entries(dsn(), where.version()) if where.exists() else ()


def imports() -> tuple[ImportEntry, ...]:
    """The file ledger, newest last."""
    where = store()
    return where.imports() if where.exists() else ()


def given() -> tuple[Given, ...]:
    """Decision records and price sheets, by comparison."""
    where = store()
    return where.given() if where.exists() else ()


def version_line() -> str:
    """Store version and software version, for pages that show no comparison."""
    where = store()
    shown = where.version() if where.exists() else "not created yet"
    return f"Store {shown} · lcexplore {VERSION}"


def entry() -> ComparisonEntry | None:
    """The comparison that the sidebar's picker shows."""
    name = st.session_state.get("comparison")
    return next((each for each in entries() if each.name == name), None)


def to_choose() -> bool:
    """Whether nothing can be shown before the reader chooses a comparison or its arms."""
    shown = entry()
    return bool(arms.missing(shown)) if shown is not None else bool(entries())


def current(*, rubric: str | None = None, alone: bool = False) -> Review:
    """Review of the comparison that the sidebar shows; else say what is missing and stop.

    Args:
        rubric: Rubric to show, by default the record's, else the latest.
        alone: Whether a single arm is enough to show something.
    """
    chosen = entry()
    if chosen is None:
        known = [each.name for each in entries()]
        if asked := pick.not_stored(known):
            states.not_stored(asked, known)
        else:
            states.empty_store(store())
        st.stop()
    try:
        return _review(
            dsn(), _noticed(store().version()), chosen.name, rubric, *arms.chosen(chosen)
        )
    except UsageError as error:
        only = _only(chosen)
        if only is not None and alone:
            return only
        states.cannot_compare(chosen, arms.missing(chosen) or str(error), only)
    except LcexploreError as error:
        states.trouble(str(error))
    st.stop()


def outdated(shown: Review) -> bool:
    """Whether the store holds other data by now than what is shown."""
    return store().version() != shown.store_version


def _only(chosen: ComparisonEntry) -> Review | None:
    """What is known of a comparison with one arm, None where it has several."""
    return _lone(dsn(), store().version(), chosen.name) if len(chosen.arms) == 1 else None


def of(name: str) -> Review | None:
    """Review of any comparison by name, None where it cannot be made."""
    try:
        return _review(dsn(), store().version(), name, None, None, None)
    except LcexploreError:
        return None


def question_rows(shown: Review) -> tuple[QuestionRow, ...]:
    """Every question of the comparison shown, with both arms' counts."""
    info = shown.info
    return _rows(dsn(), shown.store_version, info.name, info.grader, info.rubric, shown)


def question_detail(shown: Review, question: str) -> QuestionDetail:
    """One question with every answer of both arms."""
    info = shown.info
    key = (info.name, info.grader, info.rubric, question)
    return _detail(dsn(), shown.store_version, key, shown)


def info(name: str) -> ComparisonInfo:
    """The arms and the grading of any comparison by name."""
    return _info(dsn(), store().version(), name)


def quotes(shown: Review) -> Mapping[Role, QuoteCount]:
    """Spans that the grader shown quoted, by arm."""
    info = shown.info
    return _quotes(dsn(), shown.store_version, info.name, info.grader, info.rubric, shown)


def pairwise(shown: Review) -> tuple[PairwiseCount, ...]:
    """Verdicts of judges that compare two answers, by judge."""
    return _pairwise(dsn(), shown.store_version, shown.info.name)


def ahead() -> None:
    """Read the comparison that is shown by default, before anybody asks for it."""
    known = entries()
    if known:
        with suppress(LcexploreError):
            _made(dsn(), store().version(), known[pick.default(known)].name, None, None, None)


def price_notes(shown: Review) -> tuple[str, ...]:
    """Arms, models and times that the price sheet in force speaks of and no log does."""
    if shown.prices is None:
        return ()
    return nowhere.in_sheet(shown.prices, _models(dsn(), shown.store_version, shown.info.name))


def _noticed(version: str) -> str:
    seen = st.session_state.get("lcx_version", version)
    st.session_state["lcx_changed"] = seen != version
    st.session_state["lcx_version"] = version
    return version


@st.cache_resource(max_entries=4, show_spinner=False)
def _entries(dsn: str, version: str) -> tuple[ComparisonEntry, ...]:
    return Store(dsn).comparisons()


@st.cache_resource(max_entries=8, show_spinner=False)
def _info(dsn: str, version: str, name: str) -> ComparisonInfo:
    return Store(dsn).info(name)


@st.cache_resource(max_entries=16, show_spinner="Reading the answers and their gradings…")
def _review(
    dsn: str,
    version: str,
    comparison: str,
    rubric: str | None,
    baseline: str | None,
    candidate: str | None,
) -> Review:
    return _made(dsn, version, comparison, rubric, baseline, candidate)


@st.cache_resource(max_entries=16, show_spinner=False)
def _made(
    dsn: str,
    version: str,
    comparison: str,
    rubric: str | None,
    baseline: str | None,
    candidate: str | None,
) -> Review:
    return review(Store(dsn), comparison, rubric=rubric, baseline=baseline, candidate=candidate)


@st.cache_resource(max_entries=8, show_spinner="Reading the only arm…")
def _lone(dsn: str, version: str, comparison: str) -> Review:
    return lone(Store(dsn), comparison)


@st.cache_resource(max_entries=8, show_spinner="Reading the questions…")
def _rows(
    dsn: str, version: str, name: str, grader: str | None, rubric: str | None, _shown: Review
) -> tuple[QuestionRow, ...]:
    return Store(dsn).question_rows(_shown.info)


@st.cache_resource(max_entries=32, show_spinner=False)
def _detail(
    dsn: str, version: str, key: tuple[str, str | None, str | None, str], _shown: Review
) -> QuestionDetail:
    return Store(dsn).question_detail(_shown.info, key[-1])


@st.cache_resource(max_entries=8, show_spinner=False)
def _models(dsn: str, version: str, name: str) -> Mapping[str, Sequence[str]]:
    return Store(dsn).models(name)


@st.cache_resource(max_entries=8, show_spinner=False)
def _pairwise(dsn: str, version: str, name: str) -> tuple[PairwiseCount, ...]:
    return Judgements(Store(dsn)).judges(name)


@st.cache_resource(max_entries=8, show_spinner="Looking for the grader's quotes…")
def _quotes(
    dsn: str, version: str, name: str, grader: str | None, rubric: str | None, _shown: Review
) -> Mapping[Role, QuoteCount]:
    return Store(dsn).quotes(_shown.info)
