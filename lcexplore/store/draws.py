"""What was drawn for people to label, and from which questions can be drawn?"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import duckdb
import pyarrow as pa

from lcexplore.evidence import rubric_text
from lcexplore.evidence.draw import DrawnStratum, FrameQuestion, Sample, shuffled
from lcexplore.evidence.rubric_text import RubricText
from lcexplore.model import ComparisonInfo, Manifest
from lcexplore.store.ask import Asked, utc
from lcexplore.store.connect import offer
from lcexplore.store.queries import parameters, queries


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """One draw, as it stands in the store.

    Attributes:
        draw: Its name, that of no other draw.
        comparison: The comparison.
        baseline: Arm that runs today.
        candidate: Arm that would replace it.
        grader: Grader that the labels will judge, None where nothing was graded.
        rubric: Rubric that the labels will judge.
        rubric_text: Its text and hash when the draw was made.
        seed: Seed that repeats the draw.
        strata: How many of each kind there were and were drawn.
        markers: Words that are stripped from answers before anybody sees them.
        labellers: People it waits for; empty means any two.
        drawn_at: When (UTC).
        import_id: The labels' import, None while they are not in.
        n_items: Answers to label.
        shaped: Rubrics that its labels were used to shape.
        published_at: When its labels entered the evidence (UTC).
        n_published: How many did.
    """

    draw: str
    comparison: str
    baseline: str
    candidate: str
    grader: str | None
    rubric: str | None
    rubric_text: RubricText
    seed: int
    strata: tuple[DrawnStratum, ...]
    markers: tuple[str, ...]
    labellers: tuple[str, ...]
    drawn_at: datetime | None
    import_id: int | None
    n_items: int
    shaped: tuple[str, ...] = ()
    published_at: datetime | None = None
    n_published: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawItem:
    """One answer to label; every text is hostile, and the arm is for nobody who labels."""

    item: int
    arm: str
    question: str
    epoch: int
    stratum: str
    weight: float | None
    answer: str | None
    question_text: str | None
    reference: str | None


def ask(
    cursor: duckdb.DuckDBPyConnection, query: str, values: Mapping[str, object]
) -> list[tuple[Any, ...]]:
    """Run a query of ``labelling.sql`` with the values that it names."""
    text = queries("labelling")[query]
    return cursor.execute(text, {name: values[name] for name in parameters(text)}).fetchall()


def frame(cursor: duckdb.DuckDBPyConnection, info: ComparisonInfo) -> tuple[FrameQuestion, ...]:
    """Questions that both arms answered and the grader judged, none that shaped the rubric."""
    Asked(cursor, info).show()
    return tuple(
        FrameQuestion(
            question=question, stratum=stratum, epochs=tuple(epochs), difference=difference
        )
        for question, stratum, epochs, difference in ask(cursor, "frame", _named(info))
    )


def models(cursor: duckdb.DuckDBPyConnection, info: ComparisonInfo) -> tuple[str, ...]:
    """Models that answered."""
    return tuple(model for (model,) in ask(cursor, "models", _named(info)))


def rubric(cursor: duckdb.DuckDBPyConnection, info: ComparisonInfo) -> RubricText:
    """Text and hash of the rubric shown, as the newest manifest gives them."""
    told = [
        Manifest(arm=arm, file=file, fields=json.loads(fields))
        for arm, file, fields in ask(cursor, "manifests", _named(info))
    ]
    return rubric_text.newest(told, info.rubric)


def _named(info: ComparisonInfo) -> dict[str, object]:
    return {
        "comparison": info.name,
        "baseline": info.baseline,
        "candidate": info.candidate,
        "grader": info.grader,
        "rubric": info.rubric,
    }


def stored(cursor: duckdb.DuckDBPyConnection) -> tuple[Draw, ...]:
    """Every draw, newest last."""
    return tuple(_draw(row) for row in ask(cursor, "draws", {}))


def _draw(row: tuple[Any, ...]) -> Draw:
    draw, comparison, baseline, candidate, grader, rubric, digest, text, seed = row[:9]
    strata, markers, labellers, drawn_at, import_id, n_items, shaped = row[9:16]
    return Draw(
        draw=draw,
        comparison=comparison,
        baseline=baseline,
        candidate=candidate,
        grader=grader,
        rubric=rubric,
        rubric_text=RubricText(text=text, sha256=digest),
        seed=seed,
        strata=tuple(DrawnStratum(**each) for each in json.loads(strata)),
        markers=tuple(json.loads(markers)),
        labellers=tuple(json.loads(labellers)),
        drawn_at=utc(drawn_at),
        import_id=import_id,
        n_items=n_items,
        shaped=tuple(shaped or ()),
        published_at=utc(row[16]),
        n_published=row[17] or 0,
    )


def items(cursor: duckdb.DuckDBPyConnection, draw: str) -> tuple[DrawItem, ...]:
    """The answers of a draw, by number."""
    names = DrawItem.__dataclass_fields__
    rows = ask(cursor, "items", {"draw": draw})
    return tuple(DrawItem(**dict(zip(names, row, strict=True))) for row in rows)


def insert(bench: duckdb.DuckDBPyConnection, draw: Draw, sample: Sample) -> None:
    """Write a draw and its answers, numbered so that a number says nothing of the arm."""
    strata = [
        {name: getattr(each, name) for name in DrawnStratum.__dataclass_fields__}
        for each in draw.strata
    ]
    values = {name: getattr(draw, name) for name in Draw.__dataclass_fields__} | {
        "rubric_sha256": draw.rubric_text.sha256,
        "rubric_text": draw.rubric_text.text,
        "strata": json.dumps(strata, ensure_ascii=False),
        "markers": json.dumps(draw.markers, ensure_ascii=False),
        "labellers": json.dumps(draw.labellers, ensure_ascii=False),
        "drawn_at": draw.drawn_at.replace(tzinfo=None) if draw.drawn_at else None,
    }
    ask(bench, "insert_draw", values)
    offer(bench, _numbered(draw, sample), "INSERT INTO draw_items")


def _numbered(draw: Draw, sample: Sample) -> pa.Table:
    pairs = [(arm, each) for each in sample.questions for arm in (draw.baseline, draw.candidate)]
    order = shuffled(pairs, draw.draw, draw.seed, key=lambda pair: f"{pair[1].question}:{pair[0]}")
    return pa.table(
        {
            "draw": pa.array([draw.draw] * len(order), pa.string()),
            "item": pa.array(range(1, len(order) + 1), pa.int32()),
            "arm": pa.array([arm for arm, _ in order], pa.string()),
            "question": pa.array([each.question for _, each in order], pa.string()),
            "epoch": pa.array([each.epoch for _, each in order], pa.int32()),
            "stratum": pa.array([each.stratum for _, each in order], pa.string()),
            "weight": pa.array([each.weight for _, each in order], pa.float64()),
        }
    )
