"""How much is stored of each arm: questions, answers, and requests of a log?"""

from collections.abc import Iterable

from lcexplore.report.review import Review
from lcexplore.report.sentences.cells import Row
from lcexplore.report.sentences.common import listed
from lcexplore.store.entries import ArmEntry, ComparisonEntry, Given
from lcexplore.words import count, many

HEADER = ("Comparison", "Arm", "Questions", "Answers", "Requests of a log")
UNSETTLED = (
    "Choose in the sidebar. A committed decision record that names both arms settles it for every "
    "reader; so does lcexplore import FILE --comparison NAME --baseline ARM where there are two."
)


def no_such_rubric(named: str) -> str:
    """Say that a link names a rubric that no grading has."""
    return (
        f"The link names rubric {named}, under which nothing here was graded: shown is what "
        "decides, or the latest."
    )


def held(arm: ArmEntry) -> str:
    """Say how much is stored of an arm: ``1,640 answers, 820 questions``."""
    said = []
    if arm.n_answers:
        said = [many(arm.n_answers, "answer"), many(arm.n_questions, "question")]
    if arm.n_requests:
        said.append(f"{many(arm.n_requests, 'request')} of a log")
    return ", ".join(said) or "nothing"


def sizes(entry: ComparisonEntry) -> str:
    """Say how much a comparison holds, in one line."""
    answers = max((arm.n_answers for arm in entry.arms), default=0)
    logged = sum(arm.n_requests for arm in entry.arms)
    if not answers:
        return f"{many(logged, 'request')} of a log, no questions"
    said = f"{many(entry.n_questions, 'question')}, {many(answers, 'answer')} per arm"
    return f"{said}, {many(logged, 'request')} of a log" if logged else said


def rows(entry: ComparisonEntry) -> list[Row]:
    """One row an arm of a comparison."""
    numbers = ((arm, (arm.n_questions, arm.n_answers, arm.n_requests)) for arm in entry.arms)
    return [(arm.name, *map(count, several)) for arm, several in numbers]


def every(entries: Iterable[ComparisonEntry]) -> list[Row]:
    """One row an arm of every comparison, newest import first."""
    return [(each.name, *row) for each in reversed(tuple(entries)) for row in rows(each)]


def unknown(entries: Iterable[ComparisonEntry]) -> list[str]:
    """Arms that a record names and no log is of, by comparison."""
    return [f"{each.name}: {said}" for each in entries for said in each.unknown]


def given(found: Iterable[Given], entries: Iterable[ComparisonEntry]) -> list[str]:
    """Say since when a comparison has a decision record and a price sheet, and if it has no log."""
    logged = {each.name for each in entries}
    said = []
    for each in found:
        kept = [("decision record frozen", each.recorded_at), ("price sheet of", each.priced_at)]
        when = [f"{what} {at:%Y-%m-%d %H:%M} UTC" for what, at in kept if at is not None]
        none = "" if each.comparison in logged else "; no log is stored yet"
        said.append(f"{each.comparison}: {', '.join(when)}{none}")
    return said


def unsettled(entry: ComparisonEntry, baseline: str | None) -> str:
    """Say which arm nobody chose."""
    said = f"Stored in {entry.name} are {listed([arm.name for arm in entry.arms])}"
    if baseline is None:
        return f"{said}; nothing says which of them runs today."
    return f"{said}; nothing says which of them would replace {baseline}."


def unanswered(review: Review) -> list[str]:
    """Say of each arm shown that has no answers how many requests of a log it has."""
    shown = (review.info.baseline, review.info.candidate)
    return [
        f"{each.name} has no answers here, only {many(each.n_requests, 'request')} of a log."
        for each in review.entry.arms
        if each.name in shown and not each.n_answers and each.n_requests
    ]


def not_compared(review: Review, *, requests: bool) -> str:
    """Say what the source shown holds of arms that are not; empty where it holds nothing."""
    shown = (review.info.baseline, review.info.candidate)
    counts = {
        each.name: each.n_requests if requests else each.n_answers
        for each in review.entry.arms
        if each.name not in shown
    }
    what = "request" if requests else "answer"
    found = [f"{many(n, what)} of {name}" for name, n in counts.items() if n]
    if not found:
        return ""
    whose = "request log" if requests else "eval"
    verb = "is" if len(found) == 1 else "are"
    return f"The {whose} also holds {listed(found)}, which {verb} not compared here."
