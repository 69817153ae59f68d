"""What is done with uploaded files, kind by kind, and how is it accounted for?"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from lcexplore import ingest
from lcexplore.importers.saved import Reading
from lcexplore.report.sentences import data, on_page
from lcexplore.store import Store

LOGS, LABELS, RECORD = "Logs of one or both arms", "Human labels", "A decision record"
REQUESTS, PRICES, PAIRWISE = "Requests without questions", "A price sheet", "Pairwise verdicts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the reader asked to be done with the files."""

    kind: str
    comparison: str
    baseline: str | None = None
    reading: Reading = field(default_factory=Reading)
    manifest: Mapping[str, str] = field(default_factory=dict)
    progress: ingest.Progress | None = None


def take_in(store: Store, paths: Sequence[Path], request: Request) -> list[str]:
    """Carry the request out; the account of it in sentences, with the page's names of fields."""
    return [on_page.fields(line) for line in _WAYS[request.kind](store, paths, request)]


def _logs(store: Store, paths: Sequence[Path], request: Request) -> list[str]:
    said = request.reading.options
    accounts = ingest.import_files(
        store,
        paths,
        comparison=request.comparison,
        arm=said.arm,
        baseline=request.baseline,
        format=request.reading.format,
        mapping=said.mapping,
        correct=said.correct,
        incorrect=said.incorrect,
        correct_at=said.correct_at,
        partial=said.partial,
        cache_multipliers=said.cache_multipliers,
        manifest=request.manifest,
        progress=request.progress,
    )
    return [line for each in accounts for line in data.account(each)]


def _requests(store: Store, paths: Sequence[Path], request: Request) -> list[str]:
    accounts = ingest.import_requests(
        store,
        paths,
        comparison=request.comparison,
        arm=request.reading.options.arm,
        baseline=request.baseline,
        mapping=request.reading.options.mapping,
        progress=request.progress,
    )
    return [line for each in accounts for line in data.account(each)]


def _labels(store: Store, paths: Sequence[Path], request: Request) -> list[str]:
    said = request.reading.options
    accounts = [
        ingest.import_labels(
            store,
            path,
            comparison=request.comparison,
            correct=said.correct,
            incorrect=said.incorrect,
        )
        for path in paths
    ]
    return [line for each in accounts for line in data.account(each)]


def _pairwise(store: Store, paths: Sequence[Path], request: Request) -> list[str]:
    where = request.comparison
    accounts = [ingest.import_judgements(store, path, comparison=where) for path in paths]
    return [line for each in accounts for line in data.account(each)]


def _records(store: Store, paths: Sequence[Path], request: Request) -> list[str]:
    done = [ingest.commit_record(store, path, comparison=request.comparison) for path in paths]
    return [data.committed(request.comparison, stored, record) for stored, record in done]


def _prices(store: Store, paths: Sequence[Path], request: Request) -> list[str]:
    where = request.comparison
    done = [ingest.set_prices(store, path, comparison=where) for path in paths]
    return [
        line
        for stored, sheet in done
        for line in (
            data.priced(stored, sheet.models),
            *ingest.price_notes(store, sheet, comparison=where),
        )
    ]


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
