"""Which two arms and which grading does a reader get, and what else does the store list?"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import Any

import duckdb

from lcexplore.decision.record import DecisionRecord, parse
from lcexplore.errors import UsageError
from lcexplore.model import ComparisonInfo
from lcexplore.store.entries import ArmEntry, ComparisonEntry, ImportEntry, Refusal, StoredRecord

Cursor = duckdb.DuckDBPyConnection


def comparison(known: Sequence[ComparisonEntry], name: str) -> ComparisonEntry:
    """One comparison; ``UsageError`` listing the known ones when it is not there."""
    for entry in known:
        if entry.name == name:
            return entry
    names = [entry.name for entry in known]
    near = nearest(name, names)
    meant = "" if near is None else f"; did you mean {near!r}?"
    raise UsageError(
        f"no comparison is called {name!r}; the store holds {', '.join(names) or 'none'}{meant}"
    )


def nearest(asked: str, names: Sequence[str]) -> str | None:
    """The stored name that most looks like the one asked for, whatever its case and blanks."""
    plain = {" ".join(each.split()).casefold(): each for each in names}
    near = get_close_matches(" ".join(asked.split()).casefold(), plain, n=1)
    return plain[near[0]] if near else None


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
    found = others(entry.arms, base)
    if len(found) > 1:
        raise UsageError(
            f"{entry.name} holds {len(names)} arms; choose the candidate with "
            f"--candidate, one of {', '.join(name for name in names if name != base)}"
        )
    return found[0]


def others(arms: Sequence[ArmEntry], base: str | None) -> list[str]:
    """Who may replace an arm unless somebody says so: of those, arms with answers go first.

    A request log may hold a canary that nobody asked anything; it takes no eval's place.
    """
    rest = [arm for arm in arms if arm.name != base]
    return [arm.name for arm in rest if arm.n_answers] or [arm.name for arm in rest]


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
    return None if row is None else StoredRecord(text=row[0], sha256=row[1], recorded_at=at(row[2]))


def rule_of(stored: StoredRecord | None) -> DecisionRecord | None:
    """Read a frozen record."""
    return None if stored is None else parse(stored.text)


def imports(cursor: Cursor) -> tuple[ImportEntry, ...]:
    """The ledger, oldest first."""
    found = cursor.execute(
        "SELECT import_id, kind, comparison, file, format, sha256, imported_at, rows_read, "
        "rows_kept, rows_refused, duplicates, arms, least(rows_kept, coalesce(("
        "SELECT sum(n) FROM replaced r WHERE r.import_id = i.import_id), 0))::BIGINT "
        "AS rows_replaced, (SELECT count(*) FROM rejects r WHERE r.import_id = i.import_id "
        "AND row_kept) AS fields_refused FROM imports i ORDER BY import_id"
    )
    names = [each[0] for each in found.description]
    return tuple(_import(dict(zip(names, row, strict=True))) for row in found.fetchall())


def _import(row: dict[str, Any]) -> ImportEntry:
    return ImportEntry(
        **row | {"imported_at": at(row["imported_at"]), "arms": json.loads(row["arms"])}
    )


def models(cursor: Cursor, name: str) -> dict[str, tuple[str, ...]]:
    """The models that rows, requests and manifests of each arm of a comparison name."""
    found = cursor.execute(
        "SELECT arm, list(DISTINCT model ORDER BY model) FILTER (model IS NOT NULL) FROM ("
        "SELECT comparison, arm, model FROM answers UNION ALL "
        "SELECT comparison, arm, model FROM request_totals UNION ALL "
        "SELECT comparison, arm, json_extract_string(fields, '$.model') FROM manifests) "
        "WHERE comparison = ? "
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


def at(moment: datetime) -> datetime:
    """A time of the store, which keeps UTC, with its zone."""
    return moment.replace(tzinfo=UTC)
