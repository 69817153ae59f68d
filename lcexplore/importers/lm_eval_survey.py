"""Which filters and metrics does a file of samples hold, and which of them is the verdict?"""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from lcexplore.errors import ChoiceNeeded, LogError, UsageError
from lcexplore.importers import lm_eval_sample, row_files
from lcexplore.importers.ways import SAMPLE_ROWS
from lcexplore.words import many

_SHOWN_CHARS = 60


@dataclass(slots=True)
class Survey:
    """What one pass over the file found.

    Attributes:
        examples: Filter and metric to a value of it, in order of appearance.
        rows: Rows by filter.
        docs: The documents of the first rows, as ``{"doc": ...}``.
        responses: The greatest number of responses to one question.
        hashed: Whether rows have the fingerprint of their document, as often as it differs.
    """

    examples: dict[tuple[str, str], str] = field(default_factory=dict)
    rows: Counter[str] = field(default_factory=Counter)
    docs: list[dict[str, object]] = field(default_factory=list)
    responses: int = 0
    hashed: set[bool] = field(default_factory=set)

    def add(self, row: dict[str, object]) -> None:
        """Take one row into account."""
        name = lm_eval_sample.filter_of(row)
        self.rows[name] += 1
        self.hashed.add(bool(row.get("doc_hash")))
        for metric in lm_eval_sample.metrics_of(row):
            self.examples.setdefault((name, metric), str(row[metric])[:_SHOWN_CHARS])
        if len(self.docs) < SAMPLE_ROWS:
            self.docs.append({"doc": row.get("doc")})
        first = lm_eval_sample.responses(row)[:1]
        if not lm_eval_sample.is_choice(row) and first and isinstance(first[0], list):
            self.responses = max(self.responses, len(first[0]))

    def choose(self, path: Path, mapped: str | None) -> tuple[str, str]:
        """The filter and metric that the user named, or the only ones there are."""
        named = {f"{name}.{metric}": (name, metric) for name, metric in self.examples}
        if mapped is not None:
            fits = [pair for way, pair in named.items() if mapped in (way, *pair)]
            if len(fits) == 1:
                return fits[0]
            if not fits:
                raise UsageError(
                    f"{path}: no FILTER.METRIC is called {mapped!r}; there are {', '.join(named)}"
                )
        if len(named) == 1:
            return next(iter(self.examples))
        if not named:
            raise LogError(
                path,
                wanted="a metric in the rows",
                found="none",
                todo="check that the task has a metric and that the file is whole",
            )
        shown = {way: self.examples[pair] for way, pair in named.items()}
        raise ChoiceNeeded(path, field="verdict", choices=shown)

    def notes(self, chosen: str) -> list[str]:
        """What the account says of that which is not read."""
        notes = [
            f"{many(n, 'row')} of the filter {name} left out: other readings of the same answers"
            for name, n in self.rows.items()
            if name != chosen
        ]
        if self.responses > 1:
            notes.append(
                f"up to {self.responses} responses to a question, of which one score is logged: "
                "the first is read"
            )
        return [*notes, "the log has no latency, tokens, cost, errors or times"]


def survey(path: Path) -> Survey:
    """Read the file once for its filters, metrics and documents."""
    found = Survey()
    for each in row_files.rows(path):
        if each.value is not None:
            found.add(each.value)
    return found
