"""What is in the store, and which two arms and which grading does a reader get by default?"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import duckdb

from lcexplore.decision.record import DecisionRecord, parse
from lcexplore.errors import UsageError
from lcexplore.model import ComparisonInfo
from lcexplore.store.ask import utc
from lcexplore.store.entries import (
    ArmEntry,
    ComparisonEntry,
    GradingEntry,
    ImportEntry,
    Refusal,
    StoredRecord,
)

Cursor = duckdb.DuckDBPyConnection
_NO_SIZE = (0, False)


def comparisons(cursor: Cursor) -> tuple[ComparisonEntry, ...]:
    """Every comparison that holds answers, or requests alone, newest import last."""
    times = cursor.execute(
        "SELECT comparison, max(imported_at) FROM imports WHERE kind IN ('log', 'requests') "
        "GROUP BY 1 ORDER BY max(import_id)"
    ).fetchall()
    arms = _by_comparison(
        cursor.execute(
            "SELECT comparison, arm, count(*), count(DISTINCT question) FROM answers "
            "GROUP BY ALL ORDER BY min(answer_id)"
        ).fetchall()
    )
    arms = _requests_alone(cursor) | arms
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


def _requests_alone(cursor: Cursor) -> dict[str, list[tuple[Any, ...]]]:
    """Arms of the comparisons that a request log is about; where there are answers, theirs hold."""
    return _by_comparison(
        cursor.execute(
            "SELECT comparison, arm, 0, 0 FROM request_totals GROUP BY ALL ORDER BY min(import_id)"
        ).fetchall()
    )


def _by_comparison(rows: Sequence[tuple[Any, ...]]) -> dict[str, list[tuple[Any, ...]]]:
    found: dict[str, list[tuple[Any, ...]]] = {}
    for name, *rest in rows:
        found.setdefault(name, []).append(tuple(rest))
    return found


def _entry(
    cursor: Cursor,
    name: str,
    imported_at: Any,
    arms: list[tuple[Any, ...]],
    size: tuple[int, bool],
    gradings: list[tuple[Any, ...]],
) -> ComparisonEntry:
    names = [arm for arm, *_ in arms]
    rule = rule_of(record(cursor, name))
    baseline = _baseline(cursor, name, names, rule)
    return ComparisonEntry(
        name=name,
        arms=tuple(ArmEntry(name=arm, n_answers=n, n_questions=q) for arm, n, q in arms),
        baseline=baseline,
        candidate=_candidate(names, baseline, rule),
        has_record=rule is not None,
        has_window=size[1],
        imported_at=_at(imported_at),
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


def _candidate(arms: list[str], baseline: str | None, rule: DecisionRecord | None) -> str | None:
    if rule is not None and rule.candidate in arms and rule.candidate != baseline:
        return rule.candidate
    others = [arm for arm in arms if arm != baseline]
    return others[0] if baseline is not None and len(others) == 1 else None


def comparison(known: Sequence[ComparisonEntry], name: str) -> ComparisonEntry:
    """One comparison; ``UsageError`` listing the known ones when it is not there."""
    for entry in known:
        if entry.name == name:
            return entry
    names = ", ".join(entry.name for entry in known) or "none"
    raise UsageError(f"no comparison is called {name!r}; the store holds {names}")


def info(
    cursor: Cursor,
    entry: ComparisonEntry,
    *,
    grader: str | None,
    rubric: str | None,
    baseline: str | None,
    candidate: str | None,
    rule: DecisionRecord | None = None,
) -> ComparisonInfo:
    """Settle the two arms and the grading, or say what is missing."""
    base, other = _arms(entry, baseline, candidate)
    shown = _grading(entry, rule or rule_of(record(cursor, entry.name)), grader, rubric)
    return ComparisonInfo(
        name=entry.name, baseline=base, candidate=other, grader=shown[0], rubric=shown[1]
    )


def lone(cursor: Cursor, entry: ComparisonEntry) -> ComparisonInfo:
    """The only arm of a comparison in the candidate's place; the baseline has no name."""
    if len(entry.arms) != 1:
        raise UsageError(f"{entry.name} holds {len(entry.arms)} arms, so none of them stands alone")
    grader, rubric = _grading(entry, rule_of(record(cursor, entry.name)), None, None)
    return ComparisonInfo(
        name=entry.name, baseline="", candidate=entry.arms[0].name, grader=grader, rubric=rubric
    )


def _arms(entry: ComparisonEntry, baseline: str | None, candidate: str | None) -> tuple[str, str]:
    names = [arm.name for arm in entry.arms]
    for asked in (baseline, candidate):
        if asked is not None and asked not in names:
            raise UsageError(f"{entry.name} has no arm {asked!r}; it has {', '.join(names)}")
    if len(names) < 2:
        raise UsageError(
            f"comparison {entry.name} holds one arm, {names[0]}; import the other arm's log too"
        )
    others = [name for name in names if name != candidate]
    base = baseline or (entry.baseline if entry.baseline != candidate else None)
    if base is None and candidate is not None and len(others) == 1:
        base = others[0]
    if base is None:
        raise UsageError(
            f"{entry.name} does not say which arm runs today; name it with "
            f"--baseline, one of {', '.join(names)}"
        )
    return base, _other(entry, names, base, candidate)


def _other(entry: ComparisonEntry, names: list[str], base: str, candidate: str | None) -> str:
    if candidate is not None and candidate != base:
        return candidate
    if candidate == base:
        raise UsageError(f"{base} cannot be baseline and candidate at once")
    if entry.candidate is not None and entry.candidate != base:
        return entry.candidate
    others = [name for name in names if name != base]
    if len(others) > 1:
        raise UsageError(
            f"{entry.name} holds {len(names)} arms; choose the candidate with "
            f"--candidate, one of {', '.join(others)}"
        )
    return others[0]


def _grading(
    entry: ComparisonEntry, rule: DecisionRecord | None, grader: str | None, rubric: str | None
) -> tuple[str | None, str | None]:
    """The grading asked for, else the record's, else the latest."""
    known = [(each.grader, each.rubric) for each in entry.gradings]
    fits = [pair for pair in known if grader in (None, pair[0]) and rubric in (None, pair[1])]
    if (grader is not None or rubric is not None) and not fits:
        listed = "; ".join(f"{g}, rubric {r}" for g, r in known) or "none"
        raise UsageError(
            f"{entry.name} has no grading by grader {grader or 'any'} under rubric "
            f"{rubric or 'any'}; it has {listed}"
        )
    if rule is None or not fits:
        return fits[-1] if fits else (None, None)
    frozen = [
        pair for pair in fits if rule.grader in (None, pair[0]) and rule.rubric in (None, pair[1])
    ]
    return (frozen or fits)[-1]


def record(cursor: Cursor, name: str) -> StoredRecord | None:
    """The frozen record of a comparison, or None."""
    row = cursor.execute(
        "SELECT text, sha256, recorded_at FROM records WHERE comparison = ?", [name]
    ).fetchone()
    return (
        None if row is None else StoredRecord(text=row[0], sha256=row[1], recorded_at=_at(row[2]))
    )


def rule_of(stored: StoredRecord | None) -> DecisionRecord | None:
    """Read a frozen record."""
    return None if stored is None else parse(stored.text)


def imports(cursor: Cursor) -> tuple[ImportEntry, ...]:
    """The ledger, oldest first."""
    found = cursor.execute(
        "SELECT import_id, kind, comparison, file, format, sha256, imported_at, rows_read, "
        "rows_kept, rows_refused, duplicates, arms, least(rows_kept, coalesce(("
        "SELECT sum(n) FROM replaced r WHERE r.import_id = i.import_id), 0))::BIGINT "
        "AS rows_replaced FROM imports i ORDER BY import_id"
    )
    names = [each[0] for each in found.description]
    return tuple(_import(dict(zip(names, row, strict=True))) for row in found.fetchall())


def _import(row: dict[str, Any]) -> ImportEntry:
    return ImportEntry(
        **row | {"imported_at": _at(row["imported_at"]), "arms": json.loads(row["arms"])}
    )


def models(cursor: Cursor, name: str) -> dict[str, tuple[str, ...]]:
    """The models that rows and requests of each arm of a comparison name."""
    found = cursor.execute(
        "SELECT arm, list(DISTINCT model ORDER BY model) FILTER (model IS NOT NULL) FROM ("
        "SELECT comparison, arm, model FROM answers UNION ALL "
        "SELECT comparison, arm, model FROM request_totals) WHERE comparison = ? "
        "GROUP BY arm ORDER BY arm",
        [name],
    )
    return {arm: tuple(each or ()) for arm, each in found.fetchall()}


def rejects(cursor: Cursor, import_id: int, *, limit: int, offset: int) -> tuple[Refusal, ...]:
    """Refused rows and fields of one import, in the order of the file."""
    return tuple(
        Refusal(line=line, field=field, value=value, reason=reason, row_kept=kept)
        for line, field, value, reason, kept in cursor.execute(
            "SELECT line, field, value, reason, row_kept FROM rejects WHERE import_id = ? "
            "ORDER BY line, field LIMIT ? OFFSET ?",
            [import_id, limit, offset],
        ).fetchall()
    )


def _at(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC)
