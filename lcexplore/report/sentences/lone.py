"""What is said where a comparison holds one arm: its levels, and what is missing for a gap."""

import shlex

from lcexplore.model import Role
from lcexplore.report.review import Review
from lcexplore.report.sentences import four_numbers
from lcexplore.report.sentences.cells import Row, not_measured
from lcexplore.store.entries import ComparisonEntry

WHAT_TO_DO = (
    "Drop its log on Data under the same comparison, or import it on the command line. Name the "
    "arm that runs today with --baseline."
)
_NAMES = (
    "Correct answers",
    "Effective input tokens",
    "Cache hit rate, measured",
    "p95 latency, end to end",
)


def lead(entry: ComparisonEntry) -> str:
    """Say why there is no gap."""
    if len(entry.arms) == 1:
        return f"Not measured: only {entry.arms[0].name} is stored, so there is no gap to show."
    return "Not measured: which arm runs today and which would replace it is not settled."


def header(review: Review) -> list[str]:
    """Column names; the gap stands first, as it does with two arms."""
    return ["What", "Gap", review.info.candidate]


def levels(review: Review) -> list[Row]:
    """The four numbers of the only arm, each gap not measured."""
    gap = not_measured(f"only {review.info.candidate} is stored")
    shown = four_numbers.levels(review, Role.CANDIDATE)
    return [[name, gap, level] for name, level in zip(_NAMES, shown, strict=True)]


def command(review: Review) -> str:
    """The command that imports the other arm's log."""
    name = shlex.quote(review.info.name)
    return f"lcexplore import OTHER.jsonl --comparison {name} --arm OTHER --baseline BASELINE"
