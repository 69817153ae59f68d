"""Which comparisons does the store hold, with which arms, sizes and gradings?"""

import json
from collections.abc import Sequence
from typing import Any

import duckdb

from lcexplore.decision import nowhere
from lcexplore.decision.record import DecisionRecord
from lcexplore.store.ask import utc
from lcexplore.store.entries import ArmEntry, ComparisonEntry, GradingEntry
from lcexplore.store.listing import at, others, record, rule_of

Cursor = duckdb.DuckDBPyConnection
_NO_SIZE = (0, False)


def comparisons(cursor: Cursor) -> tuple[ComparisonEntry, ...]:
    """Every comparison that holds answers or requests, newest import last."""
    times = cursor.execute(
        "SELECT comparison, max(imported_at) FROM imports WHERE kind IN ('log', 'requests') "
        "GROUP BY 1 ORDER BY max(import_id)"
    ).fetchall()
    arms = _arms(cursor)
    sizes = dict(
        cursor.execute(
            "SELECT comparison, (count(DISTINCT question), bool_or(variant <> '')) FROM answers "
            "GROUP BY 1"
        ).fetchall()
    )
    gradings = _by_comparison(
        cursor.execute(
            "SELECT comparison, grader, rubric, count(*), min(graded_at), max(graded_at) "
            "FROM gradings GROUP BY ALL "
            "ORDER BY max(graded_at) NULLS FIRST, min(import_id), rubric, grader"
        ).fetchall()
    )
    return tuple(
        _entry(
            cursor, name, imported_at, arms[name], sizes.get(name, _NO_SIZE), gradings.get(name, [])
        )
        for name, imported_at in times
        if name in arms
    )


def _arms(cursor: Cursor) -> dict[str, tuple[ArmEntry, ...]]:
    """Arms by comparison: those of its answers, then those that a request log alone knows."""
    found = cursor.execute(
        "SELECT comparison, arm, sum(answers)::BIGINT, sum(questions)::BIGINT, "
        "sum(requests)::BIGINT FROM ("
        "SELECT comparison, arm, count(*) AS answers, count(DISTINCT question) AS questions, "
        "0 AS requests, min(answer_id) AS first, NULL AS import_id FROM answers GROUP BY ALL "
        "UNION ALL SELECT comparison, arm, 0, 0, sum(n), NULL, min(import_id) "
        "FROM request_totals GROUP BY ALL) "
        "GROUP BY ALL ORDER BY min(first) NULLS LAST, min(import_id), arm"
    )
    return {
        name: tuple(
            ArmEntry(name=arm, n_answers=answers, n_questions=questions, n_requests=requests)
            for arm, answers, questions, requests in rows
        )
        for name, rows in _by_comparison(found.fetchall()).items()
    }


def _by_comparison(rows: Sequence[tuple[Any, ...]]) -> dict[str, list[tuple[Any, ...]]]:
    found: dict[str, list[tuple[Any, ...]]] = {}
    for name, *rest in rows:
        found.setdefault(name, []).append(tuple(rest))
    return found


def _entry(
    cursor: Cursor,
    name: str,
    imported_at: Any,
    arms: tuple[ArmEntry, ...],
    size: tuple[int, bool],
    gradings: list[tuple[Any, ...]],
) -> ComparisonEntry:
    names = [arm.name for arm in arms]
    rule = rule_of(record(cursor, name))
    baseline = _baseline(cursor, name, names, rule)
    return ComparisonEntry(
        name=name,
        arms=arms,
        baseline=baseline,
        candidate=_candidate(arms, baseline, rule),
        has_record=rule is not None,
        has_window=size[1],
        imported_at=at(imported_at),
        n_questions=size[0],
        gradings=tuple(
            GradingEntry(
                grader=grader,
                rubric=rubric,
                n=n,
                first_graded_at=utc(first),
                last_graded_at=utc(last),
            )
            for grader, rubric, n, first, last in gradings
        ),
        unknown=nowhere.in_record(rule, names) if rule else (),
    )


def _baseline(
    cursor: Cursor, name: str, arms: list[str], rule: DecisionRecord | None
) -> str | None:
    """The record names it, else the newest import that did, else the newest manifest."""
    if rule is not None and rule.baseline in arms:
        return rule.baseline
    told = [
        arm
        for (arm,) in cursor.execute(
            "SELECT baseline FROM imports WHERE comparison = ? AND baseline IS NOT NULL "
            "ORDER BY import_id DESC",
            [name],
        ).fetchall()
    ]
    told += [
        json.loads(fields).get("baseline")
        for (fields,) in cursor.execute(
            "SELECT fields FROM manifests WHERE comparison = ? ORDER BY import_id DESC", [name]
        ).fetchall()
    ]
    return next((arm for arm in told if arm in arms), None)


def _candidate(
    arms: tuple[ArmEntry, ...], baseline: str | None, rule: DecisionRecord | None
) -> str | None:
    names = [arm.name for arm in arms]
    if rule is not None and rule.candidate in names and rule.candidate != baseline:
        return rule.candidate
    found = others(arms, baseline)
    return found[0] if baseline is not None and len(found) == 1 else None
