"""What is done with uploaded files, kind by kind, and how is it accounted for?"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from lcexplore import ingest
from lcexplore.report.sentences import data
from lcexplore.store import Store
from lcexplore.ui.meaning import Meaning

LOGS, LABELS, RECORD = "Logs of one or both arms", "Human labels", "A decision record"
REQUESTS, PRICES, PAIRWISE = "Requests without questions", "A price sheet", "Pairwise verdicts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the reader asked to be done with the files."""

    kind: str
    comparison: str
    arm: str | None = None
    baseline: str | None = None
    meaning: Meaning = field(default_factory=Meaning)
    progress: ingest.Progress | None = None


def take_in(store: Store, paths: Sequence[Path], request: Request) -> list[str]:
    """Carry the request out; the account of it in sentences."""
    return _WAYS[request.kind](store, paths, request)


def _logs(store: Store, paths: Sequence[Path], request: Request) -> list[str]:
    accounts = ingest.import_files(
        store,
        paths,
        comparison=request.comparison,
        arm=request.arm,
        baseline=request.baseline,
        mapping=request.meaning.mapping,
        correct=request.meaning.correct,
        incorrect=request.meaning.incorrect,
        correct_at=request.meaning.correct_at,
        cache_multipliers=request.meaning.multipliers,
        progress=request.progress,
    )
    return [line for each in accounts for line in data.account(each)]


def _requests(store: Store, paths: Sequence[Path], request: Request) -> list[str]:
    accounts = ingest.import_requests(
        store,
        paths,
        comparison=request.comparison,
        arm=request.arm,
        baseline=request.baseline,
        mapping=request.meaning.mapping,
        progress=request.progress,
    )
    return [line for each in accounts for line in data.account(each)]


def _labels(store: Store, paths: Sequence[Path], request: Request) -> list[str]:
    accounts = [ingest.import_labels(store, path, comparison=request.comparison) for path in paths]
    return [line for each in accounts for line in data.account(each)]


def _pairwise(store: Store, paths: Sequence[Path], request: Request) -> list[str]:
    where = request.comparison
    accounts = [ingest.import_judgements(store, path, comparison=where) for path in paths]
    return [line for each in accounts for line in data.account(each)]


def _records(store: Store, paths: Sequence[Path], request: Request) -> list[str]:
    done = [ingest.commit_record(store, path, comparison=request.comparison) for path in paths]
    return [data.committed(request.comparison, stored, record) for stored, record in done]


def _prices(store: Store, paths: Sequence[Path], request: Request) -> list[str]:
    done = [ingest.set_prices(store, path, comparison=request.comparison) for path in paths]
    return [data.priced(stored, sheet.models) for stored, sheet in done]


_Way: TypeAlias = Callable[[Store, Sequence[Path], Request], list[str]]
_WAYS: dict[str, _Way] = {
    LOGS: _logs,
    LABELS: _labels,
    RECORD: _records,
    REQUESTS: _requests,
    PRICES: _prices,
    PAIRWISE: _pairwise,
}
KINDS = tuple(_WAYS)
