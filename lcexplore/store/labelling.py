"""How do people label answers: what is drawn, what is said, and when does it enter the evidence?"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from uuid import uuid4

import duckdb

from lcexplore.errors import UsageError
from lcexplore.evidence.draw import FrameQuestion, Sample
from lcexplore.evidence.labels import (
    ADJUDICATED,
    VERDICTS,
    Label,
    Standing,
    expected_people,
)
from lcexplore.model import ComparisonInfo
from lcexplore.store import Store, connect, draws, label_events, label_publish
from lcexplore.store.draws import Draw, DrawItem, ask

LONGEST_NAME = 60


class Labelling:
    """Draws and labels of one store; labels go to a journal beside it until all are done."""

    def __init__(self, store: Store) -> None:
        """Name the store; nothing is opened yet."""
        self.store = store
        self._journal = label_events.beside(store.path)

    def frame(self, info: ComparisonInfo) -> tuple[FrameQuestion, ...]:
        """Questions that can be drawn, under the grading shown."""
        with self._reading() as cursor:
            return draws.frame(cursor, info)

    def models(self, info: ComparisonInfo) -> tuple[str, ...]:
        """Models whose names an answer might give away."""
        with self._reading() as cursor:
            return draws.models(cursor, info)

    def add(
        self,
        info: ComparisonInfo,
        sample: Sample,
        *,
        markers: Sequence[str] = (),
        labellers: Sequence[str] = (),
    ) -> Draw:
        """Keep a draw.

        Args:
            info: The comparison, and the grading that the labels will judge.
            sample: What was drawn.
            markers: Words to strip from answers before anybody sees them.
            labellers: People to wait for; empty means any two.
        """
        people = tuple(dict.fromkeys(_name(each) for each in labellers))
        with self._reading() as cursor:
            text = draws.rubric(cursor, info)
        draw = Draw(
            draw=uuid4().hex[:12],
            comparison=info.name,
            baseline=info.baseline,
            candidate=info.candidate,
            grader=info.grader,
            rubric=info.rubric,
            rubric_text=text,
            seed=sample.seed,
            strata=sample.strata,
            markers=tuple(dict.fromkeys(each.strip() for each in markers if each.strip())),
            labellers=people,
            drawn_at=datetime.now(UTC),
            import_id=None,
            n_items=2 * len(sample.questions),
        )
        with self._writing() as bench:
            draws.insert(bench, draw, sample)
        return draw

    def draws(self) -> tuple[Draw, ...]:
        """Every draw, newest last."""
        if not self.store.exists():
            return ()
        with self._reading() as cursor:
            return draws.stored(cursor)

    def items(self, draw: Draw) -> tuple[DrawItem, ...]:
        """The answers of a draw, by number."""
        with self._reading() as cursor:
            return draws.items(cursor, draw.draw)

    def standing(self, draw: Draw) -> Standing:
        """What people said so far."""
        joined = label_events.people(self._journal, draw.draw)
        return Standing(
            draw=draw.draw,
            n_items=draw.n_items,
            people=tuple(dict.fromkeys((*draw.labellers, *joined))),
            expected=expected_people(draw.labellers),
            labels=label_events.labels(self._journal, draw.draw),
        )

    def join(self, draw: Draw, labeller: str) -> str:
        """Note that somebody labels this draw; return the name as it is kept."""
        name, standing = _name(labeller), self.standing(draw)
        if name in standing.people:
            return name
        if standing.finished:
            raise UsageError("everybody is done with this draw, and labels may be seen; draw anew")
        label_events.join(self._journal, draw.draw, name)
        return name

    def say(self, draw: Draw, labeller: str, item: int, verdict: str, note: str = "") -> None:
        """Keep one label; when this returns it is on the disk."""
        self.say_all(draw, labeller, [(item, verdict, note)])

    def say_all(self, draw: Draw, labeller: str, said: Iterable[tuple[int, str, str]]) -> None:
        """Keep several labels of one person."""
        now = datetime.now(UTC)
        labels = [
            Label(item=item, labeller=labeller, verdict=verdict, note=note.strip(), said_at=now)
            for item, verdict, note in said
        ]
        for each in labels:
            if not 1 <= each.item <= draw.n_items or each.verdict not in VERDICTS:
                raise UsageError(
                    f"wanted an answer from 1 to {draw.n_items} and one of "
                    f"{', '.join(VERDICTS)}; found {each.item}, {each.verdict!r}"
                )
        label_events.say(self._journal, draw.draw, labels)

    def undo(self, draw: Draw, labeller: str, item: int) -> None:
        """Take back what somebody said of one answer."""
        label_events.undo(self._journal, draw.draw, labeller, item)

    def settle(self, draw: Draw, item: int, verdict: str, reason: str) -> None:
        """Settle an answer on which people differ; wants a reason."""
        if not reason.strip():
            raise UsageError("wanted a reason; an answer is settled by argument, not by decree")
        if item not in self.standing(draw).differing:
            raise UsageError(f"people do not differ on answer {item}; there is nothing to settle")
        self.say(draw, ADJUDICATED, item, verdict, reason)

    def publish(self, draw: Draw) -> int:
        """Put what stands into the evidence, as one import; again replaces it.

        Refused before everybody is done, for until then nobody may see what others said.
        """
        standing = self.standing(draw)
        if not standing.finished:
            raise UsageError("labels enter the evidence when everybody is done; some are not")
        with self._writing() as bench:
            return label_publish.publish(bench, draw, standing.standing)

    def published(self, draw: Draw, standing: Standing) -> bool:
        """Whether the evidence holds what stands now."""
        if draw.published_at is None or draw.n_published != len(standing.standing):
            return False
        return all(each.said_at <= draw.published_at for each in standing.standing)

    def shaped(self, import_id: int, rubric: str) -> None:
        """Note that an import's labels were used to shape a rubric: they cannot certify it."""
        kinds = {each.import_id: each.kind for each in self.store.imports()}
        if kinds.get(import_id) != "labels":
            raise UsageError(f"import {import_id} holds no labels; `lcexplore list` names those")
        now = datetime.now(UTC).replace(tzinfo=None)
        with self._writing() as bench:
            ask(bench, "insert_use", {"import_id": import_id, "rubric": rubric, "noted_at": now})

    @contextmanager
    def _reading(self) -> Iterator[duckdb.DuckDBPyConnection]:
        cursor = connect.snapshot(self.store.path)
        try:
            yield cursor
        finally:
            cursor.close()

    @contextmanager
    def _writing(self) -> Iterator[duckdb.DuckDBPyConnection]:
        path = self.store.path
        with connect.workbench(path) as bench, connect.writing(path, bench):
            yield bench


def _name(given: str) -> str:
    name = " ".join(given.split())
    if not name:
        raise UsageError("a labeller's name is missing; choose yours, or type it")
    if len(name) > LONGEST_NAME or name.casefold() == ADJUDICATED:
        raise UsageError(
            f"wanted a labeller's name of at most {LONGEST_NAME} characters other than "
            f"{ADJUDICATED!r}; found {given!r}"
        )
    return name
