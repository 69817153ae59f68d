"""How do files get into the store, and what became of each?"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from unicodedata import category

from lcexplore.decision import nowhere, price_sheet
from lcexplore.decision.record import DecisionRecord, parse, read_text
from lcexplore.errors import UsageError
from lcexplore.evidence.prices import PriceSheet
from lcexplore.importers import (
    ReadOptions,
    companions,
    heads,
    judgements,
    labels,
    read_log,
    request_logs,
)
from lcexplore.log import Log, Thresholds, require_distinct
from lcexplore.paths import bundle
from lcexplore.store import ImportAccount, Publication, Store, StoredRecord
from lcexplore.store.entries import StoredPrices
from lcexplore.store.judgements import Judgements

Progress = Callable[[str], None]


def import_files(
    store: Store,
    paths: Sequence[Path | str],
    *,
    comparison: str,
    arm: str | None = None,
    baseline: str | None = None,
    format: str | None = None,
    mapping: Mapping[str, str] | None = None,
    correct: Sequence[str] = (),
    incorrect: Sequence[str] = (),
    correct_at: Thresholds = None,
    partial: str | None = None,
    cache_multipliers: Mapping[str, float] | None = None,
    manifest: Mapping[str, object] | None = None,
    replace: bool = False,
    progress: Progress | None = None,
) -> tuple[ImportAccount, ...]:
    """Read logs into the store: all of them, or none if one cannot be read.

    Args:
        store: Where to.
        paths: Files, of one comparison.
        comparison: Its name.
        arm: Arm of every row; beats the rows' own.
        baseline: The arm that runs today.
        format: Name of the format; else each file is recognised by its ending and its beginning.
        mapping: Native field to column.
        correct: Verdict values that mean correct.
        incorrect: Verdict values that mean incorrect.
        correct_at: Numbers at or above it are correct; or such a number by grader or rubric.
        partial: What partial credit counts as, ``correct`` or ``incorrect``.
        cache_multipliers: Prices of cache reads and writes, such as ``{"read": 0.1}``.
        manifest: What held for the whole run and the file does not say, such as ``model``.
        replace: Take the new content where a stored answer has other content.
        progress: Told what is being done.

    Returns:
        An account of each file, in order.
    """
    _require_name(comparison)
    require_distinct(correct, incorrect)
    options = ReadOptions(
        arm=arm.strip() or None if arm else None,
        mapping=dict(mapping or {}),
        correct=tuple(correct),
        incorrect=tuple(incorrect),
        correct_at=correct_at,
        partial=_partial(partial),
        cache_multipliers=dict(cache_multipliers or {}),
    )
    publication = Publication(
        comparison=comparison.strip(),
        arm=options.arm,
        baseline=baseline.strip() if baseline else None,
        mapping=_how(options, format, manifest or {}),
        manifest=dict(manifest or {}),
        replace=replace,
        cache_multipliers=options.cache_multipliers,
    )
    logs = []
    for path in map(Path, paths):
        digest = fingerprint(path, companions(path, format=format))
        logs.append((digest, path, lambda path=path: _described(path, options, format, manifest)))
    return store.add_logs(logs, options, publication, progress=progress or _silent)


def _described(
    path: Path, options: ReadOptions, format: str | None, told: Mapping[str, object] | None
) -> Log:
    """The log; the grader and the rubric that the user names stand in where it names none."""
    log = read_log(path, options, format=format)
    grading = {name: str(told[name]) for name in ("grader", "rubric") if told and name in told}
    return replace(log, manifest=grading | dict(log.manifest))


def import_requests(
    store: Store,
    paths: Sequence[Path | str],
    *,
    comparison: str,
    arm: str | None = None,
    baseline: str | None = None,
    mapping: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> tuple[ImportAccount, ...]:
    """Read logs of requests without questions into the store: all of them, or none.

    Args:
        store: Where to.
        paths: Files, of one comparison.
        comparison: Its name.
        arm: Arm of every row; beats the rows' own.
        baseline: The arm that runs today.
        mapping: Field to column; milliseconds are ``latency_ms`` and ``ttft_ms``.
        progress: Told what is being done.

    Returns:
        An account of each file, in order.
    """
    _require_name(comparison)
    options = ReadOptions(arm=arm.strip() or None if arm else None, mapping=dict(mapping or {}))
    publication = Publication(
        comparison=comparison.strip(),
        arm=options.arm,
        baseline=baseline.strip() if baseline else None,
        mapping=_how(options, None, {}),
    )
    logs = []
    for path in map(Path, paths):
        heads.head(path)
        logs.append((sha256(path), path, lambda path=path: request_logs.read(path, options)))
    return store.add_requests(logs, options, publication, progress=progress or _silent)


def _silent(_: str) -> None:
    """Tell nobody."""


def _require_name(comparison: str) -> None:
    if not comparison.strip():
        raise UsageError("a comparison needs a name; give it with --comparison")
    if any(category(each) in {"Cc", "Zl", "Zp"} for each in comparison.strip()):
        raise UsageError(
            "a comparison's name is one line without tabs: lists and links could not show it"
        )


def _partial(partial: str | None) -> str | None:
    if partial not in (None, "correct", "incorrect"):
        raise UsageError(f"--partial must be correct or incorrect; got {partial!r}")
    return partial


def _how(options: ReadOptions, format: str | None, manifest: Mapping[str, object]) -> str:
    """Everything that changes how a file is read, for the ledger."""
    told = {
        "format": format,
        "map": dict(sorted(options.mapping.items())),
        "correct": options.correct,
        "incorrect": options.incorrect,
        "correct_at": options.correct_at,
        "partial": options.partial,
        "cache_multipliers": dict(sorted(options.cache_multipliers.items())),
        "manifest": dict(sorted(manifest.items())),
    }
    return json.dumps({name: value for name, value in told.items() if value not in (None, {}, ())})


def sha256(path: Path) -> str:
    """Fingerprint of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fingerprint(path: Path, beside: Sequence[Path]) -> str:
    """Fingerprint of a file's bytes, and of those of the files that are read with it."""
    own = sha256(path)
    if not beside:
        return own
    told = [own, *(f"{each.name} {sha256(each)}" for each in beside)]
    return hashlib.sha256("\n".join(told).encode("utf-8", "replace")).hexdigest()


def import_labels(
    store: Store,
    path: Path | str,
    *,
    comparison: str,
    correct: Sequence[str] = (),
    incorrect: Sequence[str] = (),
) -> ImportAccount:
    """Read human labels into the store; the usual spellings of a verdict unless others are named.

    Args:
        store: Where to.
        path: The file.
        comparison: Which comparison was labelled.
        correct: Verdict values that mean correct.
        incorrect: Verdict values that mean incorrect.
    """
    _require_name(comparison)
    require_distinct(correct, incorrect)
    options = ReadOptions(correct=tuple(correct), incorrect=tuple(incorrect))
    publication = Publication(comparison=comparison.strip(), mapping=_how(options, None, {}))
    path = Path(path)
    rows = labels.read(path)
    return store.add_labels(rows, options, publication, file=str(path), sha256=sha256(path))


def import_judgements(
    store: Store, path: Path | str, *, comparison: str, judge: str | None = None
) -> ImportAccount:
    """Read the verdicts of a judge that compares two answers into the store."""
    _require_name(comparison)
    path, name = Path(path), (judge or "").strip() or None
    rows = judgements.read(path, judge=name)
    mapping = json.dumps({"judge": name} if name else {})
    publication = Publication(comparison=comparison.strip(), mapping=mapping)
    return Judgements(store).add(rows, publication, file=str(path), sha256=sha256(path))


def set_prices(
    store: Store, path: Path | str, *, comparison: str
) -> tuple[StoredPrices, PriceSheet]:
    """Put a price sheet in force for a comparison, after reading it strictly."""
    _require_name(comparison)
    text = read_text(path, what="a price sheet")
    sheet = price_sheet.parse(text, file=path)
    return store.set_prices(comparison.strip(), text), sheet


def commit_record(
    store: Store, path: Path | str, *, comparison: str
) -> tuple[StoredRecord, DecisionRecord]:
    """Freeze a decision record for a comparison, after reading it strictly.

    Arms that no log is of are among the warnings of the record that is returned.
    """
    _require_name(comparison)
    text, name = read_text(path), comparison.strip()
    record = parse(text, file=path)
    stored = store.commit_record(name, text)
    unknown = nowhere.in_record(record, store.models(name))
    return stored, replace(record, warnings=(*record.warnings, *unknown))


def price_notes(store: Store, sheet: PriceSheet, *, comparison: str) -> tuple[str, ...]:
    """Name the arms, models and times that a price sheet speaks of and nothing else does."""
    return nowhere.in_sheet(sheet, store.models(comparison.strip()))


def build_demo(store: Store) -> None:
    """Import the sample runs: logs, then labels and record, of every folder."""
    for folder in sorted(each for each in (bundle() / "sample_runs").iterdir() if each.is_dir()):
        logs = sorted([*folder.glob("*.jsonl.gz"), *folder.glob("*.jsonl")])
        if not logs:
            continue
        import_files(store, logs, comparison=folder.name)
        if (folder / "labels.csv").is_file():
            import_labels(store, folder / "labels.csv", comparison=folder.name)
        if (folder / "decision.yaml").is_file():
            commit_record(store, folder / "decision.yaml", comparison=folder.name)
