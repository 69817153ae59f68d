"""The store: one DuckDB file that nobody holds, and the only Python that speaks DuckDB."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from lcexplore.decision.record import DecisionRecord
from lcexplore.errors import LcexploreError, StoreError, UsageError
from lcexplore.evidence.inputs import Inputs
from lcexplore.evidence.judged import QuoteCount
from lcexplore.log import Log, ReadOptions
from lcexplore.model import ComparisonInfo, Manifest, RecordTimes, Role
from lcexplore.store import (
    baselines,
    changes,
    comparisons,
    connect,
    inputs,
    labels,
    listing,
    newest,
    publish,
    questions,
    quotes,
    stage,
)
from lcexplore.store.account import already
from lcexplore.store.ask import Asked
from lcexplore.store.entries import (
    TABLES,
    ComparisonEntry,
    ImportAccount,
    ImportEntry,
    QuestionDetail,
    QuestionRow,
    Refusal,
    StoredRecord,
)
from lcexplore.store.job import Job, Publication
from lcexplore.store.traffic import Traffic

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TABLES", "ImportAccount", "Publication", "Store", "StoredRecord"]

# A log as ``ingest`` hands it over: its fingerprint, its file, and how to describe it.
Offered = tuple[str, Path, Callable[[], Log]]


class Store(Traffic):
    """Everything that was imported.

    The file is not held: a reader asks a private copy, a writer opens, commits and closes.
    """

    def __init__(self, dsn: str | Path) -> None:
        """Name the store; nothing is opened yet.

        Args:
            dsn: Path of the file.
        """
        if str(dsn).partition(":")[0] in ("md", "ducklake", "quack"):
            raise StoreError(f"{dsn}: only a file can be a store here; give a path")
        self.path = Path(dsn).absolute()

    def exists(self) -> bool:
        """Whether the file is there."""
        return self.path.is_file()

    def version(self) -> str:
        """What readers see now; another word after every commit."""
        return connect.version(self.path) if self.exists() else ""

    @contextmanager
    def _reading(self) -> Iterator[duckdb.DuckDBPyConnection]:
        cursor = connect.snapshot(self.path)
        try:
            yield cursor
        finally:
            cursor.close()

    @contextmanager
    def _writing(self) -> Iterator[duckdb.DuckDBPyConnection]:
        with connect.workbench(self.path) as bench, connect.writing(self.path, bench):
            yield bench

    def comparisons(self) -> tuple[ComparisonEntry, ...]:
        """Every comparison that holds answers, newest import last."""
        return connect.once(self.path, comparisons.comparisons) if self.exists() else ()

    def comparison(self, name: str) -> ComparisonEntry:
        """One comparison; ``UsageError`` listing the known ones when it is not there."""
        return listing.comparison(connect.once(self.path, comparisons.comparisons), name)

    def info(
        self,
        name: str,
        *,
        grader: str | None = None,
        rubric: str | None = None,
        baseline: str | None = None,
        candidate: str | None = None,
        rule: DecisionRecord | None = None,
    ) -> ComparisonInfo:
        """Settle which arms and which grading are shown.

        The grading asked for holds, else that of the rule, else the latest.

        Args:
            name: The comparison.
            grader: Grader asked for.
            rubric: Rubric asked for.
            baseline: Arm that runs today.
            candidate: Arm that would replace it.
            rule: A record to go by instead of the frozen one.
        """
        with self._reading() as cursor:
            return listing.info(
                cursor,
                self.comparison(name),
                grader=grader,
                rubric=rubric,
                baseline=baseline,
                candidate=candidate,
                rule=rule,
            )

    def lone(self, name: str) -> ComparisonInfo:
        """The only arm of a comparison in the candidate's place, with nothing to compare it to."""
        with self._reading() as cursor:
            return listing.lone(cursor, self.comparison(name))

    def newest_manifests(self, *arms: str) -> tuple[Manifest, ...]:
        """Manifest of the newest run of each arm, in whatever comparison it stands."""
        with self._reading() as cursor:
            return newest.manifests(cursor, list(arms))

    def inputs(self, info: ComparisonInfo) -> Inputs:
        """Count everything the evidence needs."""
        with self._reading() as cursor:
            return inputs.inputs(Asked(cursor, info))

    def record(self, name: str) -> StoredRecord | None:
        """The decision record frozen for a comparison, or None."""
        if not self.exists():
            return None
        with self._reading() as cursor:
            return listing.record(cursor, name)

    def record_times(self, info: ComparisonInfo, record: DecisionRecord) -> RecordTimes:
        """When a record was claimed and stored, and when its grading began."""
        with self._reading() as cursor:
            return changes.record_times(cursor, info, record)

    def gradings_seen(self, name: str) -> tuple[tuple[str, str], ...]:
        """Grader and rubric of every grading the comparison has or had, in order of first sight."""
        with self._reading() as cursor:
            return changes.gradings_seen(cursor, name)

    def question_rows(self, info: ComparisonInfo) -> tuple[QuestionRow, ...]:
        """Every question with both arms' counts under the grading shown."""
        with self._reading() as cursor:
            return questions.rows(Asked(cursor, info))

    def question_detail(self, info: ComparisonInfo, question: str) -> QuestionDetail:
        """One question with every answer of both arms."""
        with self._reading() as cursor:
            return questions.detail(Asked(cursor, info), question)

    def quotes(self, info: ComparisonInfo) -> Mapping[Role, QuoteCount]:
        """How many spans the grader quoted in each arm, and how many its answers do not hold."""
        with self._reading() as cursor:
            return quotes.quotes(Asked(cursor, info))

    def models(self, name: str) -> Mapping[str, Sequence[str]]:
        """The models that rows and requests of each arm of a comparison name."""
        with self._reading() as cursor:
            return listing.models(cursor, name)

    def imports(self) -> tuple[ImportEntry, ...]:
        """The ledger, oldest first."""
        if not self.exists():
            return ()
        with self._reading() as cursor:
            return listing.imports(cursor)

    def rejects(self, import_id: int, *, limit: int = 1000, offset: int = 0) -> tuple[Refusal, ...]:
        """Refused rows and fields of one import."""
        with self._reading() as cursor:
            return listing.rejects(cursor, import_id, limit=limit, offset=offset)

    def table(self, name: str) -> "pd.DataFrame":
        """A whole table, for export."""
        if name not in TABLES:
            raise UsageError(f"no table is called {name!r}; there are {', '.join(TABLES)}")
        with self._reading() as cursor:
            return cursor.execute(f"FROM {name}").df()

    def forget(self, import_id: int) -> ImportEntry:
        """Take an import back; ``UsageError`` if it is unknown."""
        if not self.exists():
            raise UsageError(f"no store at {self.path}")
        with self._writing() as bench:
            return changes.forget(bench, import_id)

    def commit_record(self, name: str, text: str) -> StoredRecord:
        """Freeze a record; ``UsageError`` if another one is already frozen."""
        with self._writing() as bench:
            return changes.commit_record(bench, name, text)

    def add_logs(
        self,
        offered: Sequence[Offered],
        options: ReadOptions,
        publication: Publication,
        *,
        progress: Callable[[str], None],
    ) -> tuple[ImportAccount, ...]:
        """Add several logs in one transaction: all of them, or none.

        They are read and validated first, aside; the store is held only to take them in.

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
            for number, (sha256, path, describe) in enumerate(offered):
                if self._known(publication, sha256):
                    progress(f"{path.name} is in the store already")
                    staged.append(None)
                    continue
                progress(f"reading {path.name}")
                staged.append(stage.stage(bench, describe(), options, sha256=sha256, number=number))
            progress("writing to the store")
            with connect.writing(self.path, bench):
                before = baselines.named(bench, publication.comparison)
                accounts: list[ImportAccount] = []
                for at, each in enumerate(offered):
                    where = replace(
                        publication,
                        before=frozenset(arm for done in accounts for arm in done.arms),
                        last=not any(staged[at + 1 :]),
                    )
                    accounts.append(self._take_in(bench, each, staged[at], where))
                return baselines.settle(bench, publication, before, tuple(accounts))

    def _take_in(
        self,
        bench: duckdb.DuckDBPyConnection,
        offered: Offered,
        staged: stage.Staged | None,
        publication: Publication,
    ) -> ImportAccount:
        sha256, path, _ = offered
        known = publish.known_import(bench, publication, sha256)
        if known is not None:
            return already(bench, known, path)
        if staged is None:
            raise LcexploreError(f"{path} was forgotten while it was imported; import it again")
        return publish.publish(bench, staged, publication)

    def add_labels(
        self,
        lines: Sequence[labels.LabelLine],
        options: ReadOptions,
        publication: Publication,
        *,
        file: str,
        sha256: str,
    ) -> ImportAccount:
        """Add human labels in one transaction; the comparison must hold answers to label."""
        if not self.exists():
            raise UsageError(f"no store at {self.path}; import the logs that were labelled first")
        self.comparison(publication.comparison)
        with connect.workbench(self.path) as bench:
            labels.stage(bench, lines, options)
            with connect.writing(self.path, bench):
                known = publish.known_import(bench, publication, sha256, "labels")
                if known is not None:
                    return already(bench, known, file)
                job = Job(bench, None, publication, publish.next_import(bench), 0, "labels")
                return labels.publish(job, lines, options, file=file, sha256=sha256)
