"""How does a person label one answer after the other, without knowing whose it is?"""

import streamlit as st

from lcexplore.errors import LcexploreError
from lcexplore.evidence.blind import stripped
from lcexplore.evidence.labels import CANNOT_TELL, CORRECT, INCORRECT, Standing
from lcexplore.report import html
from lcexplore.report.sentences import draw as draw_told
from lcexplore.report.sentences import label
from lcexplore.store.draws import Draw, DrawItem
from lcexplore.store.labelling import Labelling
from lcexplore.ui import load, parts

DRAW, LABELLER, TOLD = "draw", "labeller", "lcx_label_told"
CHOICES = (
    ("Correct", CORRECT, "1"),
    ("Incorrect", INCORRECT, "2"),
    ("Cannot tell", CANNOT_TELL, "3"),
)


def labelling() -> Labelling:
    """Draws and labels of the store that the app shows."""
    return Labelling(load.store())


def chosen(draws: tuple[Draw, ...]) -> tuple[Draw | None, str]:
    """Draw and labeller that the address names; the draw is None until somebody starts."""
    named, labeller = st.query_params.get(DRAW), st.query_params.get(LABELLER, "")
    return next((each for each in draws if each.draw == named), None), labeller


def start(draws: tuple[Draw, ...]) -> None:
    """Let a person choose a draw, say how far each is, and ask who they are."""
    told()
    if chosen(draws)[0] is None and (lost := label.no_such_draw(st.query_params.get(DRAW))):
        parts.trouble(lost)
    if not draws:
        return
    newest_first = list(reversed(draws))
    with st.container(width=640):
        names = [draw_told.name_of(each) for each in newest_first]
        picked = st.selectbox("Draw", names, key="label-draw")
        draw = newest_first[names.index(picked)]
        standing = labelling().standing(draw)
        if standing.finished:
            parts.text("Everybody is done with this draw.")
            st.button("See what people said", on_click=_open, args=(draw, ""))
            return
        parts.listing(label.progress(standing))
        who = st.selectbox(
            "Your name",
            list(standing.people),
            index=None,
            accept_new_options=True,
            placeholder="Choose or type your name",
            key="label-name",
        )
        st.button("Start labelling", on_click=_join, args=(draw, who))


def _join(draw: Draw, who: str | None) -> None:
    try:
        _open(draw, labelling().join(draw, who or ""))
    except LcexploreError as error:
        tell(str(error))


def _open(draw: Draw, labeller: str) -> None:
    st.query_params[DRAW] = draw.draw
    if labeller:
        st.query_params[LABELLER] = labeller


def leave() -> None:
    """Go back to the choice of draw and labeller."""
    for name in (DRAW, LABELLER):
        st.query_params.pop(name, None)


def tell(line: str, *, trouble: bool = True) -> None:
    """Remember a line that the next run shows once."""
    st.session_state[TOLD] = (line, trouble)


def told() -> None:
    """Show what the last action has to say."""
    line, trouble = st.session_state.pop(TOLD, ("", False))
    if trouble:
        parts.trouble(line)
    else:
        parts.text(line)


def one(draw: Draw, standing: Standing, labeller: str) -> None:
    """Show the next answer with nothing that hints at its arm, and keep what is said of it."""
    number = standing.next_item(labeller)
    st.progress(len(standing.by(labeller)) / max(1, standing.n_items))
    told()
    item = items(draw)[(number or 1) - 1]
    left, right = st.columns([2, 1], gap="medium")
    with left:
        texts(draw, item)
    with right:
        _verdict(draw, standing, labeller, item)
        rubric(draw)


def texts(draw: Draw, item: DrawItem) -> None:
    """Question, reference answer and answer, as plain text, markers taken out."""
    _titled("Question", item.question_text or label.UNLABELLED_TEXT)
    if item.reference:
        _titled("Reference answer", item.reference)
    _titled("Answer", stripped(item.answer or label.UNLABELLED_TEXT, draw.markers))


def rubric(draw: Draw) -> None:
    """The rubric's text beside the answer, where a manifest gave it."""
    if draw.rubric_text.text:
        _titled("Rubric", draw.rubric_text.text)


def _titled(title: str, text: str) -> None:
    st.html(html.element("div", html.element("h2", title), css="lcx-figure"))
    parts.verbatim(text)


def _verdict(draw: Draw, standing: Standing, labeller: str, item: DrawItem) -> None:
    key = f"{draw.draw}-{labeller}-{item.item}"
    for name, verdict, shortcut in CHOICES:
        st.button(
            name,
            key=f"{verdict}-{key}",
            shortcut=shortcut,
            width="stretch",
            on_click=_say,
            args=(draw, labeller, item.item, verdict, key),
        )
    st.text_input("Note", key=f"note-{key}", placeholder="Optional")
    last = standing.last_item(labeller)
    st.button(
        "Undo",
        key=f"undo-{key}",
        shortcut="U",
        width="stretch",
        disabled=last is None,
        on_click=labelling().undo,
        args=(draw, labeller, last),
    )
    parts.small(label.KEYS)


def _say(draw: Draw, labeller: str, item: int, verdict: str, key: str) -> None:
    note = str(st.session_state.get(f"note-{key}") or "")
    try:
        labelling().say(draw, labeller, item, verdict, note)
    except LcexploreError as error:
        tell(str(error))
        return
    take_in(draw)


def take_in(draw: Draw) -> None:
    """Put the labels into the evidence once everybody is done."""
    people = labelling()
    if people.standing(draw).finished:
        try:
            people.publish(draw)
        except LcexploreError as error:  # the labels are safe; the page offers to try again
            tell(str(error))


def waiting(draw: Draw, standing: Standing, labeller: str) -> None:
    """Say that one person is done, and when results appear."""
    told()
    parts.text(label.waiting(standing))
    parts.listing(label.others(standing, labeller))
    st.button(
        "Undo my last label",
        shortcut="U",
        on_click=labelling().undo,
        args=(draw, labeller, standing.last_item(labeller)),
    )


def foot(draw: Draw) -> None:
    """Say where the draw came from, and lead back."""
    parts.small(draw_told.origin(draw))
    st.button("Leave this draw", on_click=leave)
    parts.small(load.version_line())


def items(draw: Draw) -> tuple[DrawItem, ...]:
    """Every answer of a draw, read once for each version of the store."""
    return _items(load.dsn(), load.store().version(), draw.draw, draw)


@st.cache_resource(max_entries=8, show_spinner=False)
def _items(dsn: str, version: str, name: str, _draw: Draw) -> tuple[DrawItem, ...]:
    return labelling().items(_draw)
