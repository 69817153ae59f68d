"""Commands that fill the store, list it and take imports back."""

import argparse
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from lcexplore.cli import text
from lcexplore.cli.answer import Answer
from lcexplore.errors import StoreError, UsageError
from lcexplore.report import to_json
from lcexplore.report.plain import Json, fields, plain
from lcexplore.report.sentences.stored import given
from lcexplore.store import Store
from lcexplore.store.entries import ComparisonEntry, ImportAccount, ImportEntry
from lcexplore.store.judgements import Judgements
from lcexplore.store.labelling import Labelling

ALL_REFUSED = 2


def opened(arguments: argparse.Namespace) -> Store:
    """Return the store a command reads; one that is not there is an error, not an empty one."""
    store = Store(arguments.store)
    if not store.exists():
        raise StoreError(
            f"no store at {arguments.store}; import logs into it first, name another one with "
            "--store, or try the worked example: lcexplore demo"
        )
    return store


def import_files(arguments: argparse.Namespace) -> Answer:
    """Read logs, several in one transaction."""
    from lcexplore import ingest
    from lcexplore.cli import reading

    settled = reading.settled(arguments)
    options, progress = settled.options, _progress()
    where = {
        "comparison": arguments.comparison,
        "arm": options.arm,
        "baseline": arguments.baseline,
        "mapping": options.mapping,
        "progress": progress,
    }
    store, files = Store(arguments.store), [_file(each) for each in arguments.files]
    if arguments.requests:
        accounts = ingest.import_requests(store, files, **where)
    else:
        accounts = ingest.import_files(
            store,
            files,
            format=settled.format,
            correct=options.correct,
            incorrect=options.incorrect,
            correct_at=options.correct_at,
            partial=options.partial,
            cache_multipliers=options.cache_multipliers,
            manifest=reading.told(arguments.manifest),
            replace=arguments.replace,
            **where,
        )
    if progress:
        progress("")
    return _accounts(accounts, reading.save(settled, arguments.save_map))


def _accounts(accounts: Sequence[ImportAccount], more: Sequence[str] = ()) -> Answer:
    data = [to_json.account(each) for each in accounts]
    lines = [*(line for each in accounts for line in text.account(each)), *more]
    return Answer(
        data=data[0] if len(data) == 1 else data, lines=tuple(lines), code=_code(*accounts)
    )


def _code(*accounts: ImportAccount) -> int:
    """2 where every row of a file was refused: that file could not be read."""
    lost = (each.rows_refused and not each.rows_kept + each.duplicates for each in accounts)
    return ALL_REFUSED if any(lost) else 0


def import_labels(arguments: argparse.Namespace) -> Answer:
    """Read human labels."""
    from lcexplore import ingest
    from lcexplore.cli import reading

    store = Store(arguments.store)
    correct, incorrect = reading.verdicts(arguments)
    account = ingest.import_labels(
        store,
        _file(arguments.file),
        comparison=arguments.comparison,
        correct=correct,
        incorrect=incorrect,
    )
    if arguments.shaped and account.import_id is not None:
        Labelling(store).shaped(account.import_id, arguments.shaped)
    return Answer(data=to_json.account(account), lines=text.account(account), code=_code(account))


def import_judgements(arguments: argparse.Namespace) -> Answer:
    """Read verdicts that compare two answers."""
    from lcexplore import ingest
    from lcexplore.report.sentences import pairwise

    store, comparison = Store(arguments.store), arguments.comparison
    account = ingest.import_judgements(
        store, _file(arguments.file), comparison=comparison, judge=arguments.judge
    )
    found = Judgements(store).judges(comparison)
    judges = [
        fields(each, "judge items both_orders same first_twice second_twice to_tie labelled agree")
        for each in found
    ]
    data = {**to_json.account(account), "judges": plain(judges)}
    lines = (*text.account(account), *map(pairwise.flips, found))
    return Answer(data=data, lines=lines, code=_code(account))


def commit(arguments: argparse.Namespace) -> Answer:
    """Freeze a decision record."""
    from lcexplore import ingest

    store, name = Store(arguments.store), arguments.comparison.strip()
    stored, record = ingest.commit_record(store, _file(arguments.record), comparison=name)
    known = [each.name for each in store.comparisons()]
    data = {
        "comparison": name,
        "title": record.title,
        "sha256": stored.sha256,
        "recorded_at": stored.recorded_at,
        "claimed_at": record.committed_at,
        "clauses": len(record.clauses),
        "warnings": record.warnings,
    }
    lines = text.committed(name, stored, record, known=known)
    return Answer(data=plain(data), lines=(*lines, *_late(store, name, known)))


def _late(store: Store, name: str, known: Sequence[str]) -> Iterator[str]:
    """Say at once what the decision will say of a rule that came after the results."""
    from lcexplore.report.review import review

    if name not in known:
        return
    try:
        decision = review(store, name).decision
    except UsageError:  # one arm so far, or none called the baseline: nothing to decide on yet
        return
    if decision is not None and decision.post_hoc is not False:
        yield from text.late(decision)


def contents(arguments: argparse.Namespace) -> Answer:
    """List comparisons and imports."""
    store = opened(arguments)
    comparisons, imports, agreed = store.comparisons(), store.imports(), store.given()
    data = {
        "store": arguments.store,
        "version": store.version(),
        "comparisons": [_comparison(each) for each in comparisons],
        "given": [fields(each, "comparison recorded_at priced_at") for each in agreed],
        "imports": [_ledger_line(each) for each in imports],
    }
    lines = text.contents(comparisons, imports, given(agreed, comparisons), width=_width())
    return Answer(data=plain(data), lines=lines)


def _width() -> int | None:
    """Columns of the terminal, None where standard output goes elsewhere."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    return shutil.get_terminal_size().columns


def forget(arguments: argparse.Namespace) -> Answer:
    """Take an import back."""
    entry = opened(arguments).forget(arguments.import_id)
    line = f"took back import {entry.import_id}: {entry.file} ({entry.comparison})"
    data = {**_ledger_line(entry), "notes": list(entry.notes)}
    return Answer(data=data, lines=(line, *(f"  note: {each}" for each in entry.notes)))


def _comparison(entry: ComparisonEntry) -> Json:
    names = "name baseline candidate has_record has_window imported_at n_questions"
    arms = {each.name: each.n_answers for each in entry.arms}
    requests = {each.name: each.n_requests for each in entry.arms}
    gradings = [fields(each, "grader rubric n") for each in entry.gradings]
    return {
        **(fields(entry, names) or {}),
        "arms": arms,
        "requests": requests,
        "gradings": gradings,
    }


def _ledger_line(entry: ImportEntry) -> Json:
    names = (
        "import_id kind comparison file format sha256 imported_at rows_read rows_kept "
        "rows_refused duplicates arms rows_replaced"
    )
    line: Json = plain(fields(entry, names))
    return line


def _file(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        found, todo = "nothing", "check the path"
        if path.is_dir():
            found, todo = "a folder", f"name the files in it, such as {path}/*"
        raise UsageError(f"{name}: wanted a file; found {found}; {todo}")
    return path


def _progress() -> Callable[[str], None] | None:
    """Write progress over itself on a terminal; nothing where nobody watches."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    return lambda line: print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)
