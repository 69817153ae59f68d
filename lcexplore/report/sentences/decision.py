"""May we switch? The lead, how the rule was agreed, and what to know about the outcome."""

from datetime import datetime
from shlex import quote

from lcexplore import words
from lcexplore.decision import nowhere
from lcexplore.decision.calibrated import LENIENT, OF_FAILED, TOO_FEW
from lcexplore.decision.evaluate import ClauseReading, Decision
from lcexplore.decision.measure_correctness import UNLIKE
from lcexplore.decision.notes import few_labels
from lcexplore.decision.precondition import Precondition
from lcexplore.decision.preconditions import CHOSEN, OPEN_GRADING
from lcexplore.decision.rule import MARGIN
from lcexplore.model import Interval, Outcome, Status
from lcexplore.report.enlarged import on_labels
from lcexplore.report.review import Review
from lcexplore.report.sentences import beside_rule, clauses, figures, sized
from lcexplore.report.sentences.common import capital, confounded_by, listed, sentence
from lcexplore.words import many, ordinal, spelled

QUESTION = "May we switch?"
NO_DIRECTION = "the direction is not established"
_OPENING = {
    Outcome.SWITCH: "Switch",
    Outcome.ITERATE: "Do not switch yet",
    Outcome.REJECT: "Rejected",
}
_LACKING = {
    "comparable": "something besides the design moved with the arm",
    "calibrated": "nobody has checked the grader against people",
    "measured": "too many answers are not measured",
    "committed_beforehand": "the rule was not recorded here beforehand",
}


def lead(review: Review) -> str:
    """Answer the page's question in one sentence."""
    moved = confounded_by(review)
    prefix = f"Confounded by {moved}: as measured, " if moved else ""
    if review.decision is None:
        return _undecided(review, prefix)
    opening = _OPENING[review.decision.outcome] + _exploratory(review.decision)
    if prefix:
        return f"{prefix}{standing(review)}{_why(review, review.decision)}; {_small(opening)}."
    return f"{opening}: {standing(review)}{_why(review, review.decision)}."


def standing(review: Review) -> str:
    """Say which arm is ahead, by how much, on how many questions."""
    found, info = review.evidence.correctness, review.info
    if not review.answered:
        return "no question is stored, so correctness is not measured"
    if found.difference is None:
        return f"{info.candidate} and {info.baseline} share no measured question"
    if found.n_questions == 1:
        both = f"{info.candidate} and {info.baseline}"
        return f"{both} share a single measured question, which tells no difference"
    graded = "as graded " if on_labels(review) else ""
    n = f"{graded}on {sized.compared(review)}{_open(found.interval)}"
    if found.difference == 0:
        return f"{info.candidate} is level with {info.baseline} {n}"
    side = "ahead" if found.difference > 0 else "behind"
    return f"{info.candidate} is {words.points_unsigned(found.difference)} {side} {n}"


def _open(interval: Interval | None) -> str:
    """Say beside the estimate that its interval leaves open which arm is ahead."""
    return f" ({NO_DIRECTION})" if open_direction(interval) else ""


def open_direction(interval: Interval | None) -> bool:
    """Tell whether the interval that decides holds zero."""
    return interval is not None and interval.low <= 0 <= interval.high


def _undecided(review: Review, prefix: str) -> str:
    if review.undecided:
        return f"{prefix}{standing(review)}; no decision here: {review.undecided}."
    if prefix:
        rest = "no rule was agreed beforehand, so there is no decision"
        return f"{prefix}{standing(review)}; {rest}."
    return f"No rule was agreed beforehand, so there is no decision: {standing(review)}."


def _why(review: Review, decision: Decision) -> str:
    """The rest of the lead: which conditions failed or were not measured."""
    if decision.outcome is Outcome.REJECT:
        met = [each for each in clauses.of_rule(decision, "reject_if") if _met(each)]
        names = [figures.quantity_words(each.clause.quantity) for each in met]
        return f", and what was agreed as a reason to reject is met: {listed(names)}"
    total, failed, unknown = clauses.tally(decision)
    whole = _all(total)
    if decision.outcome is Outcome.SWITCH:
        few = few_labels(review.evidence)
        though = f", though {few}" if few and _required(decision) else ""
        return f", and {whole} {'are' if total > 1 else 'is'} met{though}"
    if not failed and not unknown:
        return f", and {whole} {'are' if total > 1 else 'is'} met, but {_lacking(decision)}"
    found = review.evidence.correctness
    known = found.difference is not None and found.n_questions != 1
    ahead = review.answered and known and (found.difference or 0) >= 0
    joint = "but" if ahead else "and"
    return f", {joint} {_conditions(total, failed, unknown)}"


def _required(decision: Decision) -> bool:
    """Whether the rule rests on labels of people at all."""
    return decision.record.calibration != "not_required"


def _all(total: int) -> str:
    if total == 1:
        return "the agreed condition"
    return "both agreed conditions" if total == 2 else f"all {spelled(total)} agreed conditions"


def _met(reading: ClauseReading) -> bool:
    return reading.status is Status.MET


def _conditions(total: int, failed: list[ClauseReading], unknown: list[ClauseReading]) -> str:
    names = listed([figures.short_words(each.clause.quantity) for each in unknown])
    agreed = f"the {spelled(total)} agreed conditions" if total > 1 else "the agreed condition"
    part = f"{spelled(len(failed))} of {agreed} failed"
    if len(failed) == total:
        part = f"{_all(total)} failed"
    if not unknown:
        return part
    were = "was" if len(unknown) == 1 else "were"
    if not failed and total == 1:
        return f"{agreed}, {names}, was not measured"
    if not failed and len(unknown) == total:
        return f"{_all(total)}, {names}, were not measured"
    if not failed:
        return f"{spelled(len(unknown))} of {agreed}, {names}, {were} not measured"
    if len(failed) + len(unknown) == total and len(unknown) == 1:
        return f"{part} and the {ordinal(total)}, {names}, was not measured"
    return f"{part} and {spelled(len(unknown))}, {names}, {were} not measured"


def _lacking(decision: Decision) -> str:
    lacks = [each for each in decision.preconditions if each.status is not Status.MET]
    said = [_short(each) for each in lacks]
    return listed(said) or "a reason to reject could not be ruled out"


def _short(lack: Precondition) -> str:
    """Say what a precondition lacks; what nobody recorded is not said to have happened."""
    if lack.message == CHOSEN:
        return "its arms were not named beforehand"
    if lack.message.startswith(OPEN_GRADING):
        return "which grading decides was not named beforehand"
    if lack.id == "comparable" and lack.status is Status.NOT_MEASURED:
        return "whether the arms are comparable is not measured"
    if lack.message.startswith(LENIENT):
        return _small(lack.message.partition(OF_FAILED)[0])
    if lack.id == "calibrated" and lack.status is Status.FAILED:
        return "people contradict the grader more often than they agree with it"
    if lack.message.casefold().startswith(UNLIKE):
        return UNLIKE
    if lack.id == "calibrated" and lack.message.endswith(TOO_FEW):
        return "too few answers are labelled to tell whether people agree with the grader"
    return _LACKING.get(lack.id, _small(lack.message.rstrip(".")))


def _exploratory(decision: Decision) -> str:
    return " (exploratory)" if decision.post_hoc else ""


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def outcome_line(review: Review) -> str:
    """The record's word, when it was agreed, and how well that is known; empty without one."""
    decision = review.decision
    if decision is None:
        return ""
    word = decision.outcome.value + _exploratory(decision)
    return f"Outcome under the agreed rule: {word}. {agreed_when(decision)}"


def agreed_when(decision: Decision) -> str:
    """When the rule was agreed, and who says so."""
    times = decision.times
    if decision.post_hoc:
        said, known = times.recorded_at or times.claimed_at, "after the first grading: exploratory"
    elif decision.post_hoc is None:
        said, known = times.claimed_at, "as the record claims"
    else:
        said, known = times.recorded_at, "recorded here before the first grading"
    return f"Agreed {day(said)}, {known}." if said else f"Agreed {known}."


def day(when: datetime) -> str:
    """Write a date: ``6 April 2026``."""
    return f"{when.day} {when:%B} {when.year}"


def underpowered(review: Review) -> str:
    """Say that the interval decides nothing when it holds both zero and the margin.

    Silent where its clause was not read, and on a single question, which tells nothing at all.
    """
    found = review.evidence.correctness
    margin = review.record.margin if review.record else None
    if found.interval is None or margin is None or found.n_questions < 2:
        return ""
    if not review.decision or not _margin_read(review.decision):
        return ""
    low, high = found.interval
    if not (low <= 0 <= high and low <= margin <= high):
        return ""
    return (
        f"Indistinguishable on quality at {many(found.n_questions, 'question')}; the decision "
        "falls to cost, latency and freshness."
    )


def _margin_read(decision: Decision) -> bool:
    wanted = clauses.of_rule(decision, "switch_if")
    return all(e.status is not Status.NOT_MEASURED for e in wanted if e.clause.quantity == MARGIN)


def notes(review: Review) -> list[str]:
    """What to know about the clauses, as sentences."""
    if review.decision is None:
        return []
    said = [clauses.margin_note(review.decision), *map(sentence, review.decision.notes)]
    said += beside_rule.lines(review)
    return [*(each for each in said if each), *unknown(review)]


def unknown(review: Review) -> tuple[str, ...]:
    """Arms that the record names and no log is of."""
    held = [each.name for each in review.entry.arms]
    return () if review.record is None else nowhere.in_record(review.record, held)


def agreed_title(review: Review) -> str:
    """Heading of what was agreed, or that nothing was."""
    if review.record is None:
        return "Nothing was agreed beforehand"
    return "What was agreed, what was measured"


def no_record(review: Review) -> str:
    """How to write a rule down, where there is none; empty otherwise."""
    if review.record is not None:
        return ""
    return (
        "No decision record is stored for this comparison. Write down what would settle it, then "
        f"freeze it: lcexplore commit RECORD.yaml --comparison {quote(review.info.name)}. A rule "
        "that is written after the results can explore them and never decide on them."
    )


def precondition_words(review: Review) -> list[tuple[Status, str, str]]:
    """Preconditions of the decision, none without a decision."""
    found = clauses.preconditions(review.decision) if review.decision else []
    return [(status, capital(name), sentence(message)) for status, name, message in found]
