"""How does a reader get from a count to the questions behind it, and to both arms' answers?"""

import streamlit as st

from lcexplore.model import Role
from lcexplore.report import html, questions
from lcexplore.report.figures import discordance as figures
from lcexplore.report.review import Review
from lcexplore.report.sentences import discordance
from lcexplore.store.entries import AnswerDetail, QuestionDetail, QuestionRow
from lcexplore.ui import load, parts
from lcexplore.words import count, many

KEY = "questions"


def place() -> str:
    """The place that the reader opened, as the control or the address says."""
    chosen = st.session_state.get(KEY)
    return chosen if chosen in questions.PLACES else questions.BASELINE_AHEAD


def control() -> None:
    """Draw the control that decides which questions are shown; it is part of the address."""
    st.segmented_control(
        "Show questions where",
        questions.PLACES,
        default=questions.BASELINE_AHEAD,
        required=True,
        key=KEY,
        bind="query-params",
    )


def figure(review: Review) -> None:
    """Draw the figure that suits the answers per question, with its arithmetic beneath."""
    selected = questions.CELL_OF[place()]
    found = figures.disagreement(review, parts.palette(), selected=selected)
    if found is None:
        return
    key, choosable = f"{found.key}-{selected}", discordance.kind(review) == "cells"
    parts.drawn(found, key=key, on_select=(lambda: _from_chart(key)) if choosable else None)
    parts.text(discordance.arithmetic(review))
    parts.small(discordance.halves(review))


def _from_chart(key: str) -> None:
    """A click on a cell writes to the control; the control stays the truth."""
    picked = st.session_state[key].selection.get("pick") or []
    if picked:
        st.session_state[KEY] = questions.PLACE_OF[picked[0]["cell"]]


def table(review: Review) -> QuestionRow | None:
    """Draw search and table of the chosen questions; return the one that the reader opens."""
    every = load.question_rows(review)
    search = st.text_input("Search questions", key="search", bind="query-params")
    rows = questions.chosen(every, place(), search=search or "")
    _counted(every, rows)
    if not rows:
        parts.text("No question matches.")
        if search:
            st.button("Show all again", on_click=_reset)
        return None
    names = [row.question for row in rows]
    shown = st.dataframe(
        questions.columns(rows, every),
        key=f"rows-{review.info.name}-{place()}-{review.info.rubric}-{search}",
        on_select="rerun",
        selection_mode="single-row-required",
        selection_default={"selection": {"rows": [0], "columns": []}},
        hide_index=True,
        height=min(38 + 35 * len(rows), 300),
        alt="Questions in the chosen place; Shift+Space opens the current row",
    )
    picked = [number for number in shown.selection.rows if number < len(names)]
    return rows[picked[0]] if picked else rows[0]


def _reset() -> None:
    st.session_state["search"] = ""


def _counted(every: tuple[QuestionRow, ...], rows: list[QuestionRow]) -> None:
    missing = questions.unplaced(every)
    stand = "stands" if missing == 1 else "stand"
    why = "for want of a verdict in both arms"
    aside = f"; {count(missing)} {stand} nowhere, {why}" if missing else ""
    parts.small(f"{count(len(rows))} of {many(len(every), 'question')}{aside}.")


def answers(review: Review, row: QuestionRow) -> None:
    """Show the question and both arms' answers side by side, as plain text."""
    detail = load.question_detail(review, row.question)
    parts.small("Question")
    parts.verbatim(detail.text or "not in the log")
    if detail.reference:
        parts.small("Reference answer")
        parts.verbatim(detail.reference)
    for column, role in zip(st.columns(2), Role, strict=True):
        with column:
            heading = html.element("h3", questions.heading(review, role))
            st.html(html.element("div", heading, css="lcx-figure"))
            _arm(review, detail, role)


def _arm(review: Review, detail: QuestionDetail, role: Role) -> None:
    found = [each for each in detail.answers if each.role is role]
    if not found:
        parts.text("No answer of this arm is stored.")
    for each in found:
        answer(review, each)


def answer(review: Review, answer: AnswerDetail) -> None:
    """Show one answer as logged, with its verdict and the quote that the grader gave."""
    no_cache = review.evidence.latency.arms[answer.role].no_cache
    parts.small(questions.verdict_line(answer, no_cache=no_cache))
    parts.verbatim(answer.answer if answer.answer is not None else "not in the log")
    if answer.quote:
        parts.small("The grader's quote")
        parts.verbatim(answer.quote)
