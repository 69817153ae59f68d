"""The store's part that knows of requests without questions and of prices."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import duckdb

from lcexplore.errors import LcexploreError, StoreError
from lcexplore.evidence import traffic
from lcexplore.log import Log, ReadOptions
from lcexplore.model import ComparisonInfo
from lcexplore.store import baselines, connect, given, publish, read_traffic, requests, stage
from lcexplore.store.account import already
from lcexplore.store.entries import Given, ImportAccount, StoredPrices
from lcexplore.store.job import Publication

Offered = tuple[str, Path, Callable[[], Log]]


class Traffic:
    """Requests and prices of one store."""

    path: Path

    def add_requests(
        self,
        offered: Sequence[Offered],
        options: ReadOptions,
        publication: Publication,
        *,
        progress: Callable[[str], None],
    ) -> tuple[ImportAccount, ...]:
        """Add several request logs in one transaction: all of them, or none.

        Args:
            offered: Fingerprint, file and description of each log.
            options: How they are read.
            publication: Where they go.
            progress: Told what is being done.

        Returns:
            An account of each, in order.
        """
        with connect.workbench(self.path) as bench:
            staged: list[stage.Staged | None] = []
            for number, (fingerprint, path, describe) in enumerate(offered):
                if self._known(publication, fingerprint, requests.KIND):
                    progress(f"{path.name} is in the store already")
                    staged.append(None)
                    continue
                progress(f"reading {path.name}")
                staged.append(
                    stage.stage(
                        bench,
                        describe(),
                        options,
                        sha256=fingerprint,
                        number=number,
                        requests=True,
                    )
                )
            progress("writing to the store")
            with connect.writing(self.path, bench):
                before = baselines.named(bench, publication.comparison)
                accounts = tuple(
                    _take_in(bench, each, staged_log, publication)
                    for each, staged_log in zip(offered, staged, strict=True)
                )
                return baselines.settle(bench, publication, before, accounts)

    def _known(self, publication: Publication, fingerprint: str, kind: str = "log") -> bool:
        """Whether reading the file can be spared; the transaction asks again."""
        try:
            with connect.snapshot(self.path) as cursor:
                return publish.known_import(cursor, publication, fingerprint, kind) is not None
        except StoreError:
            return False

    def eval_traffic(self, info: ComparisonInfo) -> traffic.Traffic:
        """What the eval's own answers tell beside their timings."""
        cursor = connect.snapshot(self.path)
        with cursor:
            return read_traffic.of_eval(cursor, info)

    def request_traffic(self, info: ComparisonInfo) -> traffic.Traffic | None:
        """What request logs tell of a comparison's arms; None without any."""
        cursor = connect.snapshot(self.path)
        with cursor:
            return read_traffic.of_requests(cursor, info)

    def set_prices(self, comparison: str, text: str) -> StoredPrices:
        """Put a price sheet in force for a comparison; the same text again changes nothing."""
        digest = sha256(text.encode()).hexdigest()
        with connect.workbench(self.path) as bench, connect.writing(self.path, bench):
            known = _prices(bench, comparison)
            if known is not None and known.sha256 == digest:
                return known
            now = datetime.now(UTC)
            bench.execute(
                "INSERT INTO price_sheets VALUES (?, ?, ?, ?)",
                [comparison, text, digest, now.replace(tzinfo=None)],
            )
            return StoredPrices(text=text, sha256=digest, stored_at=now)

    def prices(self, comparison: str) -> StoredPrices | None:
        """The price sheet in force for a comparison, or None."""
        if not self.path.is_file():
            return None
        cursor = connect.snapshot(self.path)
        with cursor:
            return _prices(cursor, comparison)

    def given(self) -> tuple[Given, ...]:
        """When records were frozen and price sheets stored, by comparison."""
        cursor = connect.snapshot(self.path)
        with cursor:
            return given.given(cursor)


def _take_in(
    bench: duckdb.DuckDBPyConnection,
    offered: Offered,
    staged: stage.Staged | None,
    publication: Publication,
) -> ImportAccount:
    fingerprint, path, _ = offered
    known = publish.known_import(bench, publication, fingerprint, requests.KIND)
    if known is not None:
        return already(bench, known, path)
    if staged is None:
        raise LcexploreError(f"{path} was forgotten while it was imported; import it again")
    return requests.publish(bench, staged, publication)


def _prices(cursor: duckdb.DuckDBPyConnection, comparison: str) -> StoredPrices | None:
    row = cursor.execute(
        "SELECT text, sha256, stored_at FROM price_sheets WHERE comparison = ? "
        "ORDER BY stored_at DESC LIMIT 1",
        [comparison],
    ).fetchone()
    if row is None:
        return None
    return StoredPrices(text=row[0], sha256=row[1], stored_at=row[2].replace(tzinfo=UTC))
