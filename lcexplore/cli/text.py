"""How are imports, records and the contents of the store said to a person?"""

from collections.abc import Iterable, Mapping, Sequence

from lcexplore import words
from lcexplore.cli.answer import table
from lcexplore.decision.evaluate import Decision
from lcexplore.decision.record import DecisionRecord
from lcexplore.report.sentences import stored
from lcexplore.report.to_json import REFUSALS_SHOWN
from lcexplore.store.entries import (
    ComparisonEntry,
    ImportAccount,
    ImportEntry,
    Refusal,
    StoredRecord,
)

_LONGEST_VALUE = 60


def account(given: ImportAccount) -> tuple[str, ...]:
    """Say what became of one file: a sum that adds up, then reasons."""
    head = f"{given.file} ({given.format}): {_sum(given)}"
    if given.already_imported:
        notes = (f"  note: {note}" for note in given.notes[1:])
        return (f"{head}; imported before, nothing was read again", *notes)
    parts = [head]
    if given.arms:
        parts.append(f"  kept for: {_counts(given.arms)}")
    if given.not_measured:
        parts.append(f"  not measured: {_counts(_in_words(given.not_measured))}")
    parts += [f"  refused: {_refusal(each)}" for each in given.refusals[:REFUSALS_SHOWN]]
    hidden = max(given.rows_refused, len(given.refusals)) - REFUSALS_SHOWN
    if hidden > 0:
        parts.append(f"  refused: {words.count(hidden)} more; the Data page lists all")
    parts += [f"  note: {note}" for note in given.notes]
    return tuple(parts)


def committed(
    name: str, stored: StoredRecord, record: DecisionRecord, *, known: Sequence[str]
) -> tuple[str, ...]:
    """Say which comparison a record is frozen for, and what to know about it.

    Args:
        name: The comparison.
        stored: The record as stored.
        record: The record as read.
        known: Comparisons that hold answers.
    """
    head = (
        f"committed for comparison {name} at {stored.recorded_at:%Y-%m-%d %H:%M} UTC, "
        f"SHA-256 {stored.sha256[:12]}; the record calls itself {record.title!r}"
    )
    new = f"  note: {name} holds no answers yet; the store holds {', '.join(known) or 'none'}"
    return (
        head,
        *(() if name in known else (new,)),
        *(f"  warning: {each}" for each in record.warnings),
    )


def late(decision: Decision) -> tuple[str, ...]:
    """Say of a rule that the store did not witness before the results how it reads."""
    said = [each.message for each in decision.preconditions if each.id == "committed_beforehand"]
    reads = "graded answers are stored already"
    if decision.post_hoc:
        reads += ": this rule was committed after results and reads as exploratory"
    return (f"  note: {reads}", *(f"  note: {each}" for each in said))


def contents(
    comparisons: Iterable[ComparisonEntry],
    imports: Sequence[ImportEntry],
    given: Sequence[str],
    *,
    width: int | None,
) -> tuple[str, ...]:
    """List comparisons, records and price sheets, then imports by the numbers ``forget`` takes.

    Args:
        comparisons: What is stored.
        imports: The ledger.
        given: Sentences on decision records and price sheets.
        width: Columns of the terminal, None where the lines go elsewhere.
    """
    shown = [line for each in comparisons for line in _comparison(each)]
    ledger = table(
        (f"#{each.import_id}", each.kind, each.comparison, each.file, _sum(each))
        for each in imports
    )
    if width is not None and any(len(line) > width for line in ledger):
        ledger = tuple(line for each in imports for line in _import(each))
    return (
        *(shown or ["no comparison is stored"]),
        *(("", "decision records and price sheets:", *given) if given else ()),
        *(("", "imports (lcexplore forget NUMBER takes one back):", *ledger) if ledger else ()),
    )


def _import(entry: ImportEntry) -> tuple[str, ...]:
    """One import where a table is too wide: names whole, each on a line of its own."""
    head = f"#{entry.import_id}  {entry.kind}  {_sum(entry)}"
    return head, f"    {entry.comparison}", f"    {entry.file}"


def _comparison(entry: ComparisonEntry) -> tuple[str, ...]:
    record = "record committed" if entry.has_record else "no record"
    roles = {entry.baseline: " (baseline)", entry.candidate: " (candidate)"}
    asked = any(arm.n_answers for arm in entry.arms)
    size = words.many(entry.n_questions, "question") if asked else stored.sizes(entry)
    arms = table(
        (
            f"{arm.name}{roles.get(arm.name, '')}",
            stored.held(arm),
        )
        for arm in entry.arms
    )
    gradings = "; ".join(words.graded(each.grader, each.rubric) for each in entry.gradings)
    return (
        f"{entry.name}: {size}, {record}",
        *(f"  {line}" for line in arms),
        *((f"  graded by {gradings}",) if gradings else ()),
        *(f"  record: {each}" for each in entry.unknown),
    )


def _sum(given: ImportAccount | ImportEntry) -> str:
    replaced = given.rows_replaced if isinstance(given, ImportEntry) else 0
    since = f" ({words.count(replaced)} replaced since)" if replaced else ""
    return (
        f"{words.many(given.rows_read, 'row')} read = {words.count(given.rows_kept)} kept{since} + "
        f"{words.count(given.rows_refused)} refused + {words.many(given.duplicates, 'duplicate')}"
    )


def _in_words(reasons: Mapping[str, int]) -> dict[str, int]:
    return {words.reason_words(name): number for name, number in reasons.items()}


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {words.count(number)}" for name, number in counts.items())


def _refusal(given: Refusal) -> str:
    where = [f"line {given.line}"] if given.line is not None else []
    where += [str(given.field)] if given.field else []
    value = f" {_short(given.value)!r}" if given.value is not None else ""
    return f"{', '.join(where) or 'file'}{value}: {given.reason}"


def _short(value: str) -> str:
    return value if len(value) <= _LONGEST_VALUE else f"{value[: _LONGEST_VALUE - 3]}..."
