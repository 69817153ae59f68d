"""What is said where a comparison holds one arm: its levels, and what is missing for a gap."""

import shlex

from lcexplore.evidence.traffic import REQUESTS
from lcexplore.model import Role
from lcexplore.report.review import Review
from lcexplore.report.sentences import four_numbers, stored
from lcexplore.report.sentences.cells import Row, not_measured
from lcexplore.store.entries import ComparisonEntry

WHAT_TO_DO = (
    "Drop its log on Data under the same comparison, or import it on the command line. Name the "
    "arm that runs today with --baseline."
)
ELSEWHERE = "Latency and What if show what is known of this arm's waiting and cost."
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
    if entry.baseline is not None:
        return f"Not measured: which arm would replace {entry.baseline} is not settled."
    return "Not measured: which arm runs today and which would replace it is not settled."


def nothing_compared(review: Review) -> str:
    """Say that one arm alone is shown; empty where there are two."""
    if review.info.baseline:
        return ""
    what = "requests" if review.source == REQUESTS else "answers"
    return (
        f"Nothing is compared: every figure is of this one arm's {what}. How to import the other "
        "arm stands at the end."
    )


def lacking(review: Review) -> str:
    """What a difference in correct answers needs and is not stored, in half a sentence.

    Empty where both arms have answers, whatever these say.
    """
    only = review.info.candidate
    if not review.info.baseline and review.answered:
        return f"it needs both arms' answers to the same questions, and only {only} is stored"
    if review.answered:
        return _unasked_arm(review)
    whose = "both arms" if review.info.baseline else f"{only} alone"
    needs = "it needs both arms' answers to an eval's questions"
    return f"{needs}; stored are requests of {whose}, which ask none"


def _unasked_arm(review: Review) -> str:
    """What is lacking where one of two arms has answers and the other has requests alone."""
    found = stored.unanswered(review)
    if not found:
        return ""
    return f"it needs both arms' answers to the same questions, and {found[0].rstrip('.')}"


def unasked(review: Review) -> list[str]:
    """Say what a page about answers lacks, and where the requests that are stored are shown."""
    return [
        f"Nothing to show here: {lacking(review)}.",
        "Import an eval's answers under the same comparison. Latency and What if show what is "
        "known of the requests.",
    ]


def of_named(review: Review) -> str:
    """Say why the scenarios compared have no difference; empty where they can have one."""
    found = lacking(review)
    what = "The difference is not measured, whatever the number of questions"
    return f"{what}: {found}." if found else ""


def rule_stands(review: Review) -> str:
    """Say what the rule needs, and what a hit rate alone would buy; empty where both are there."""
    if not lacking(review):
        return ""
    hits = "What more hits would do to waiting and cost stands under Cache hits."
    if review.record is None:
        return hits
    return f"The agreed rule is read on the answers of both arms to an eval's questions. {hits}"


def header(review: Review) -> list[str]:
    """Column names; the gap stands first, as it does with two arms."""
    return ["What", "Gap", review.info.candidate]


def levels(review: Review) -> list[Row]:
    """The four numbers of the only arm, each gap not measured."""
    gap = not_measured(f"only {review.info.candidate} is stored")
    shown = four_numbers.levels(review, Role.CANDIDATE)
    return [[name, gap, level] for name, level in zip(_NAMES, shown, strict=True)]


def command(review: Review) -> str:
    """The command that imports the other arm's log, of the kind that is stored."""
    name = shlex.quote(review.info.name)
    kind = "" if review.answered else " --requests"
    return f"lcexplore import OTHER.jsonl{kind} --comparison {name} --arm OTHER --baseline BASELINE"
