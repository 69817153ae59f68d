"""How does a reader draw questions to label, and see beforehand what the labels would buy?"""

from secrets import randbelow

import streamlit as st

from lcexplore.errors import LcexploreError
from lcexplore.evidence import blind
from lcexplore.evidence.draw import DEFAULT_SIZE, FrameQuestion, draw, proportional
from lcexplore.model import ComparisonInfo
from lcexplore.report import label_plan
from lcexplore.report.sentences import draw as told
from lcexplore.store.entries import ComparisonEntry
from lcexplore.ui import labelling, load, parts

SEEDS = 1_000_000
PROPORTIONAL, CHOSEN = "In proportion", "Chosen by kind"
WISHED_POINTS = 5.0


def form(entries: tuple[ComparisonEntry, ...], *, expanded: bool) -> None:
    """Offer a draw from one comparison."""
    if not entries:
        return
    box = st.expander(
        "Draw questions to label", expanded=expanded, on_change="rerun", key="draw-box"
    )
    if not box.open:
        return
    with box, st.container(width=720):
        parts.text(told.WHAT_A_DRAW_IS)
        names = [each.name for each in entries]
        shown = st.session_state.get("comparison") or st.query_params.get("comparison")
        place = names.index(shown) if shown in names else len(names) - 1
        name = st.selectbox("Comparison to draw from", names, index=place, key="draw-comparison")
        try:
            info = load.info(name)
            frame = _frame(load.dsn(), load.store().version(), info)
        except LcexploreError as error:
            parts.text(str(error))
            return
        if not frame:
            parts.text("No question has an answer with its text and a verdict in both arms.")
            return
        _settings(info, frame)


def _settings(info: ComparisonInfo, frame: tuple[FrameQuestion, ...]) -> None:
    parts.table(["Kind", "Name", "Questions that can be drawn"], told.strata(frame))
    left, right = st.columns(2)
    with left:
        chosen = _allocation(frame)
        size = sum(chosen.values()) if chosen else _size(frame)
    with right:
        st.session_state.setdefault("draw-seed", randbelow(SEEDS))
        seed = st.number_input("Seed", min_value=0, step=1, key="draw-seed")
    _plan(info, frame, size)
    named = (info.baseline, info.candidate, *labelling.labelling().models(info))
    why = told.why_stripped(blind.too_short(named))
    markers = _lines("Words to strip from answers", "\n".join(blind.markers(named)), why)
    people = _lines("People who will label, one name a line", "", "")
    if st.button("Draw"):
        try:
            sample = draw(frame, seed=int(seed), size=size, chosen=chosen)
            made = labelling.labelling().add(info, sample, markers=markers, labellers=people)
        except LcexploreError as error:
            parts.trouble(str(error))
            return
        untold = told.untold(labelling.labelling().items(made))
        labelling.tell(untold or told.origin(made), trouble=bool(untold))
        st.session_state.pop("draw-seed", None)
        st.rerun()


def _size(frame: tuple[FrameQuestion, ...]) -> int:
    most = len(frame)
    usual = min(DEFAULT_SIZE, most)
    return int(st.number_input("Questions", 1, most, usual, step=1, key="draw-size"))


def _allocation(frame: tuple[FrameQuestion, ...]) -> dict[str, int] | None:
    names = sorted({each.stratum for each in frame})
    if len(names) < 2:
        return None
    ways = (PROPORTIONAL, CHOSEN)
    way = st.segmented_control("Spread over the kinds", ways, default=PROPORTIONAL, required=True)
    if way == PROPORTIONAL:
        return None
    sizes = {name: sum(each.stratum == name for each in frame) for name in names}
    usual = proportional(sizes, min(DEFAULT_SIZE, len(frame)))
    return {
        name: int(
            st.number_input(
                f"Questions of kind {place}",
                1,
                sizes[name],
                max(1, usual[name]),
                step=1,
                key=f"draw-kind-{place}",
            )
        )
        for place, name in enumerate(names, start=1)
    }


def _plan(info: ComparisonInfo, frame: tuple[FrameQuestion, ...], size: int) -> None:
    found = label_plan.plan(frame, load.of(info.name))
    wanted = st.number_input(
        "Precision wanted of the corrected difference, ± points",
        min_value=0.1,
        max_value=100.0,
        value=WISHED_POINTS,
        step=0.5,
        key="draw-wanted",
    )
    parts.text(
        told.plan(size, found.half_width(size)),
        told.needed(
            wanted / 100, found.needed(wanted / 100), len(frame), found.half_width(len(frame))
        ),
    )
    parts.small(told.assumed(found.error_share, measured=found.n_measured))


def _lines(title: str, filled: str, why: str) -> list[str]:
    text = st.text_area(title, filled, height=100)
    parts.small(why)
    return [line.strip() for line in text.splitlines() if line.strip()]


@st.cache_resource(max_entries=4, show_spinner="Reading the questions…")
def _frame(dsn: str, version: str, info: ComparisonInfo) -> tuple[FrameQuestion, ...]:
    return labelling.labelling().frame(info)
