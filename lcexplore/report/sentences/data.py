"""What is in the store? The lead, the ledger, the account of an import, the refusals."""

from collections.abc import Iterable, Sequence

from lcexplore.decision.record import DecisionRecord
from lcexplore.importers.saved import Reading
from lcexplore.log import written_thresholds
from lcexplore.report.sentences.cells import Cell, Row
from lcexplore.report.sentences.common import sentence, short
from lcexplore.store.entries import (
    ComparisonEntry,
    ImportAccount,
    ImportEntry,
    Refusal,
    StoredPrices,
    StoredRecord,
)
from lcexplore.words import count, many

QUESTION = "What is in the store?"
LEDGER = ("Import", "Comparison", "File", "Rows", "Imported (UTC)")
AS_THEY_STAND = "The first rows, as they stand in the file:"
AS_READ = "The first answers, as they are read from the file:"
MULTIPLIERS = (
    "Prices of the provider's cache in full-price input tokens, such as 0.1 for a read and 1.25 "
    "for a write. Without them, and without any in the log, effective tokens are not measured "
    "where the cache was used."
)
OF_THE_RUN = (
    "What held for all of these files and none of them says: whether the arms are comparable "
    "hangs on the same model, grader and rubric. Other fields: lcexplore import --manifest."
)
MAPPING_FILE = (
    "How these files are read, for the next ones: here, or by lcexplore import --map-file."
)
REFUSALS = ("Line", "Field", "Value", "Reason")


def usual_verdicts(correct: Sequence[str], incorrect: Sequence[str]) -> str:
    """List the verdicts that need no words of their own."""
    return (
        f"The usual ones, in capitals or not: {', '.join(correct)} for correct; "
        f"{', '.join(incorrect)} for incorrect. Words that are given replace all of these."
    )


def lead(comparisons: Sequence[ComparisonEntry], imports: Sequence[ImportEntry]) -> str:
    """Answer the page's question in one sentence."""
    stored, refused = len(comparisons), sum(each.rows_refused for each in imports)
    things = "1 comparison is stored" if stored == 1 else f"{count(stored)} comparisons are stored"
    rows = "1 row was refused" if refused == 1 else f"{count(refused)} rows were refused"
    return f"{things}; {rows}."


def ledger(imports: Sequence[ImportEntry]) -> list[Row]:
    """One row an import, newest first."""
    return [
        (
            f"{each.import_id} ({each.kind})",
            each.comparison,
            Cell(text=file_name(each.file), small=(f"{each.format}; {short(each.sha256)}",)),
            adds_up(each),
            f"{each.imported_at:%Y-%m-%d %H:%M}",
        )
        for each in reversed(imports)
    ]


def file_name(path: str) -> str:
    """Last part of a path, from whichever system it came."""
    return path.replace("\\", "/").rpartition("/")[2]


def import_named(entry: ImportEntry) -> str:
    """Name an import so that it can be told from others: ``7, scores.csv of assistant``."""
    return f"{entry.import_id}, {file_name(entry.file)} of {entry.comparison}"


def taken_back(entry: ImportEntry) -> list[str]:
    """What was taken back, and what did not come back with it."""
    return [f"Import {import_named(entry)}.", *map(sentence, entry.notes)]


def adds_up(account: ImportEntry | ImportAccount) -> str:
    """Read = kept + refused + duplicates, in one line that adds up."""
    replaced = account.rows_replaced if isinstance(account, ImportEntry) else 0
    since = f"; {count(replaced)} replaced since" if replaced else ""
    return (
        f"{count(account.rows_read)} read = {count(account.rows_kept)} kept + "
        f"{count(account.rows_refused)} refused + {many(account.duplicates, 'duplicate')}{since}"
    )


def account(done: ImportAccount) -> list[str]:
    """What became of one file, in sentences."""
    if done.already_imported:
        return [
            f"{file_name(done.file)}: imported before, nothing was read again.",
            *done.notes[1:],
        ]
    arms = ", ".join(f"{name}: {count(n)}" for name, n in done.arms.items())
    missing = ", ".join(
        f"{reason.replace('_', ' ')}: {count(n)}" for reason, n in done.not_measured.items() if n
    )
    lines = [f"{file_name(done.file)}, read as {done.format}: {adds_up(done)}."]
    lines += [f"Answers by arm: {arms}."] * bool(arms)
    lines += [f"Without a verdict: {missing}."] * bool(missing)
    return [*lines, *done.notes]


def recognised(name: str, format: str) -> str:
    """What a file is, before it is imported."""
    return f"{file_name(name)}: read as {format}."


def not_recognised(name: str) -> str:
    """What to do with a table that nobody recognises."""
    return f"{file_name(name)}: no known format. Say below which column means what."


def reading(name: str, said: Reading) -> str:
    """What a mapping file says, all of it."""
    options = said.options
    values = {"correct": options.correct, "incorrect": options.incorrect}
    whole = {
        "format": said.format,
        "the arm is": options.arm,
        "correct from": written_thresholds(options.correct_at) or None,
        "partial credit is": options.partial,
        **{f"price of a cache {kind}": each for kind, each in options.cache_multipliers.items()},
    }
    told = [f"{field} from {column}" for field, column in options.mapping.items()]
    told += [f"{key} means {' or '.join(several)}" for key, several in values.items() if several]
    told += [f"{key} {value}" for key, value in whole.items() if value is not None]
    return f"{file_name(name)} says: {'; '.join(told) or 'nothing'}."


def too_large(name: str) -> str:
    """What to do with a file that is too large to send."""
    return f"{file_name(name)} is larger than 50 MB; import it by lcexplore import."


def committed(name: str, stored: StoredRecord, record: DecisionRecord) -> str:
    """What became of a decision record."""
    when = f"{stored.recorded_at:%Y-%m-%d %H:%M} UTC"
    warned = f" Pointed out: {' '.join(record.warnings)}" if record.warnings else ""
    frozen = f"{record.title}: frozen for comparison {name} {when}"
    return f"{frozen}, SHA-256 {short(stored.sha256)}.{warned}"


def priced(stored: StoredPrices, models: Iterable[str]) -> str:
    """What became of a price sheet."""
    names = ", ".join(models)
    return f"Price sheet in force for {names}; SHA-256 {short(stored.sha256)}."


def refusals(found: Sequence[Refusal]) -> list[list[str]]:
    """Refused rows and fields: line, field, value, reason."""
    return [
        [
            "" if each.line is None else count(each.line),
            each.field or "",
            "" if each.value is None else each.value,
            each.reason,
        ]
        for each in found
    ]
