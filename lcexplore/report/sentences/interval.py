"""Is the difference established? The lead, the rows of the figure, and how to read them."""

from lcexplore import words
from lcexplore.decision.reading import holds
from lcexplore.decision.rule import MARGIN
from lcexplore.model import UNNAMED, Interval, Status
from lcexplore.report.enlarged import on_labels
from lcexplore.report.review import Review
from lcexplore.report.sentences import clauses, decision, figures, sized
from lcexplore.report.sentences.beside_rule import ALPHA, kinds_differ
from lcexplore.report.sentences.common import capital, confounded_by, rubric_note
from lcexplore.report.sentences.figures import p_text
from lcexplore.report.sentences.four_numbers import level_words
from lcexplore.report.sentences.interval_method import wide
from lcexplore.report.sentences.interval_rows import deciding, few
from lcexplore.words import count, many

QUESTION = "Is the difference established?"
_CONTEXT = "The interval tells sampling error only; errors of the grader are not in it."
_OF_CORRECTED = (
    "The corrected interval holds sampling error, and the grader's errors as far as labels show."
)
UNCORRECTED = "the corrected interval, which decides, is not measured"
HUGE = 20_000


def lead(review: Review) -> str:
    """Answer the page's question in one sentence."""
    found, moved = review.evidence.correctness, confounded_by(review)
    if found.interval is None:
        return "No question was answered by both arms, so nothing can be paired."
    margin = review.record.margin if review.record else None
    n, span = sized.compared(review), _span(found.interval, margin)
    if moved:
        low, _, high = span.partition(" to ")
        return (
            f"Confounded by {moved}: as measured on {n}, the difference lies between {low} and "
            f"{high} points, so its direction is {_direction(found.interval)}."
        )
    had = "" if margin is None else f" and had to start at {words.agreed_signed(100 * margin)}"
    ends = found.interval if rubric_note(review) else deciding(review)
    open_ = _open(review)
    if ends is None:
        return f"Not measured: {open_ or UNCORRECTED}. {_as_graded(span)}"
    said = f"{review.info.candidate} is {standing(ends, margin)}"
    rest = f"the interval on {n} runs from {span} points{had}"
    if rubric_note(review):
        return f"Under {undecided_rubric(review)}, {said}: {rest}."
    if on_labels(review):
        rest = f"the corrected interval runs from {_span(ends, margin)} points{had}"
    if open_ and margin is not None and holds(">=", ends.low, margin):
        return f"As measured, {said}: {rest}. The condition is not measured, though: {open_}."
    return f"{capital(said)}: {rest}.{f' {_as_graded(span)}' if on_labels(review) else ''}"


def _as_graded(span: str) -> str:
    return f"As graded, the interval runs from {span} points and does not decide."


def context(review: Review) -> str:
    """Say what the interval tells, and why it is wide where uneven documents make it so."""
    tells = _OF_CORRECTED if on_labels(review) else _CONTEXT
    return f"{tells} {wide(review.evidence.correctness)}".rstrip()


def _open(review: Review) -> str:
    """Why the rule takes its margin for not measured, whatever the interval says; else empty."""
    for each in clauses.of_rule(review.decision, "switch_if") if review.decision else ():
        if each.clause.quantity == MARGIN and each.status is Status.NOT_MEASURED:
            return (each.reason or "nobody recorded it").rstrip(".")
    return ""


def undecided_rubric(review: Review) -> str:
    """Name the rubric shown as one that does not decide."""
    return f"rubric {review.info.rubric}, which does not decide"


def standing(interval: Interval, margin: float | None) -> str:
    """Say where the interval lies against zero and the margin."""
    if margin is not None and holds(">=", interval.low, margin):
        if margin >= 0 and interval.low > 0:
            return "ahead by at least what was agreed"
        return f"no more than the agreed {_size(margin)} behind"
    if interval.low > 0:
        return "ahead" if margin is None else "ahead, but not by the agreed margin"
    return "behind" if interval.high < 0 else "not established as better or worse"


def _size(margin: float) -> str:
    """Write the size of the margin in full; a sentence says its direction."""
    return words.points_unsigned(margin, decimals=words.in_full(100 * margin))


def _span(interval: Interval, margin: float | None) -> str:
    """Both ends, so that the interval does not start where the margin stands unless it does."""
    decimals = 1 if margin is None else figures.beside_bar("points", interval.low, margin)
    return words.span(interval, decimals=decimals)


def _direction(interval: Interval) -> str:
    if interval.low <= 0 <= interval.high:
        return "not established"
    return "established only as measured"


def title(review: Review) -> str:
    """Title of the figure: the finding."""
    interval = deciding(review)
    margin = review.record.margin if review.record else None
    if review.evidence.correctness.interval is None:
        return "Nothing can be paired"
    if interval is None:
        return capital(UNCORRECTED)
    which = "The corrected interval" if on_labels(review) else "The interval"
    if margin is not None:
        if holds(">=", interval.low, margin) and holds("<=", interval.low, margin):
            return f"{which} starts at the agreed margin"
        gap = interval.low - margin
        shown = words.points_unsigned(gap, decimals=figures.apart("points", interval.low, margin))
        return f"{which} starts {shown} {'below' if gap < 0 else 'above'} the agreed margin"
    low, high = (f"{abs(100 * end):.1f}" for end in interval)
    if interval.low < 0 < interval.high:
        return f"{which} reaches from {low} points behind to {high} ahead"
    side = "ahead" if interval.low >= 0 else "behind"
    first, last = (low, high) if side == "ahead" else (high, low)
    return f"{which} lies between {first} and {last} points {side}"


def small(review: Review) -> str:
    """n, unit and direction; what was agreed, or that nothing was."""
    found, info = review.evidence.correctness, review.info
    named = info.rubric not in (None, UNNAMED)
    rubric = f", rubric {info.rubric}" if named else ""
    line = (
        f"{level_words(found.level)} interval of {info.candidate} minus {info.baseline}, "
        f"{many(found.n_questions, 'question')}{rubric}. Right of 0: {info.candidate} ahead."
    )
    return f"{line} {_margin_words(review)}"


def _margin_words(review: Review) -> str:
    margin = review.record.margin if review.record else None
    if margin is None:
        return "No margin was agreed: read against zero only."
    size = _size(margin)
    if margin < 0:
        return f"The agreed margin tolerates a loss of {size}."
    return f"The agreed margin asks for a gain of {size}."


def bounds_line(review: Review) -> str:
    """The bounds in words, or that nothing is missing."""
    found = review.evidence.correctness
    if found.bounds is None:
        return ""
    if not any(found.unmeasured_share.values()):
        return "Every answer has a verdict in both arms."
    unasked = sized.asked_of_neither(review)
    of_asked = " to the questions asked" if unasked else ""
    span = words.span(Interval(found.bounds.low, found.bounds.high))
    said = (
        f"{span} points if every unmeasured answer{of_asked} went against / for "
        f"{review.info.candidate}."
    )
    if not sized.unmeasured_of_asked(review):
        said = f"Every answer{of_asked} has a verdict in both arms."
    if not unasked:
        return said
    were = "was" if unasked == 1 else "were"
    planned = f"{many(unasked, 'question')} of the {count(found.n_eval_set)} planned"
    return f"{said} {planned} {were} asked of neither arm; no bound counts them."


def reading(review: Review) -> list[str]:
    """Sentences under the figure."""
    lines = [bounds_line(review), _committed(review), _disagreement(review)]
    return [each for each in (*lines, *_size_states(review), heterogeneity(review)) if each]


def _committed(review: Review) -> str:
    if review.decision is None:
        return ""
    reason = review.record.margin_reason if review.record else None
    why = f" Reason given: {reason}." if reason else ""
    return f"The margin: {_small(decision.agreed_when(review.decision))}{why}"


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _disagreement(review: Review) -> str:
    found = review.evidence.correctness
    if found.interval is None or on_labels(review):
        return ""
    excludes = not found.interval.low <= 0 <= found.interval.high
    p = found.mcnemar.p_exact
    if excludes == (p < ALPHA):
        return ""
    holds, shown = "excludes" if excludes else "holds", p_text(p)
    return (
        f"The interval {holds} zero while McNemar's exact test gives {shown}: the "
        "test is the more cautious of the two near its edge; the interval decides."
        if excludes
        else f"The interval {holds} zero while McNemar's exact test gives {shown}: "
        "the test counts questions by sign only; the interval also weighs by how much. It decides."
    )


def _size_states(review: Review) -> list[str]:
    found = review.evidence.correctness
    differ = found.cells.candidate_only + found.cells.baseline_only
    if not differ:
        return ["No question separates the arms: the width comes from the number of questions."]
    lines = [few(found)]
    if found.n_questions >= HUGE:
        lines.append(
            f"At {many(found.n_questions, 'question')} almost any difference excludes zero: "
            "read it against the margin."
        )
    return lines


def heterogeneity(review: Review) -> str:
    """What must be said before any stratum is spoken of."""
    p = review.evidence.correctness.heterogeneity_p
    if p is None:
        return ""
    shown = f"Cochran's Q, {p_text(p)}"
    if kinds_differ(review):
        return (
            f"The kinds of question differ by more than chance would have them ({shown}): "
            "read each."
        )
    return (
        f"The kinds of question differ by no more than chance would have them ({shown}): "
        "none is read on its own."
    )
