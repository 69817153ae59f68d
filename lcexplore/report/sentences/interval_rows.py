"""Which intervals stand in the figure, in which order, and which are not measured?"""

from lcexplore.charts.interval import IntervalRow
from lcexplore.evidence.correctness import Correctness, Stratum
from lcexplore.model import Interval
from lcexplore.report.enlarged import on_labels
from lcexplore.report.review import Review
from lcexplore.report.sentences import sized
from lcexplore.report.sentences.calibration import none_corrected
from lcexplore.report.sentences.common import answers_each, capital, rubric_note
from lcexplore.words import count, kind, many

FEW_DISCORDANT = 10
DECIDES = ": this one decides"


def strict(found: Correctness) -> Interval | None:
    """Exact interval where so few questions differ that it stands beside the deciding one."""
    return found.strict if 0 < _differ(found) < FEW_DISCORDANT else None


def few(found: Correctness) -> str:
    """Warn where fewer than ten questions differ; empty otherwise."""
    differ = _differ(found)
    if not 0 < differ < FEW_DISCORDANT:
        return ""
    if found.strict is None:
        return f"Few disagreements ({differ})."
    return f"Few disagreements ({differ}): the strict interval is shown."


def _differ(found: Correctness) -> int:
    return found.cells.candidate_only + found.cells.baseline_only


def rows(review: Review, *, strata: bool = True) -> list[IntervalRow]:
    """Rows of the figure in their fixed order."""
    found = review.evidence.correctness
    if found.interval is None:
        return []
    n = f"{many(found.n_questions, 'question')}"
    shown = [
        IntervalRow(
            name=_paired_name(review),
            estimate=found.difference,
            interval=found.interval,
            n=n,
            decides=not on_labels(review),
        ),
        *_bounds(review),
    ]
    if found.unpaired is not None:
        unpaired = IntervalRow(
            name="Unpaired, for contrast", estimate=found.difference, interval=found.unpaired, n=n
        )
        shown.append(unpaired)
    shown.append(_corrected(review))
    if strata:
        shown += [_stratum(each, first=not place) for place, each in enumerate(found.strata)]
    return [*shown, *_rubrics(review)]


def _paired_name(review: Review) -> str:
    if rubric_note(review):
        return f"Paired, under rubric {review.info.rubric}: does not decide"
    if on_labels(review):
        return "Paired, as graded: does not decide"
    return f"Paired{DECIDES}"


def deciding(review: Review) -> Interval | None:
    """The interval that the record reads; None where that one is not measured."""
    if not on_labels(review):
        return review.evidence.correctness.interval
    row = _corrected(review)
    return row.interval if row.decides else None


def _bounds(review: Review) -> list[IntervalRow]:
    found = review.evidence.correctness
    if found.bounds is None or not sized.unmeasured_of_asked(review):
        return []
    ends = Interval(found.bounds.interval_low, found.bounds.interval_high)
    unasked = sized.asked_of_neither(review)
    of_asked = " to questions asked" if unasked else ""
    name = f"Unmeasured answers{of_asked} at their worst and best"
    n = f"{many(found.n_eval_set - unasked, 'question')}"
    return [IntervalRow(name=name, interval=ends, n=n)]


def _corrected(review: Review) -> IntervalRow:
    grading, name = review.evidence.grading, "Corrected for the grader"
    if on_labels(review):
        name += DECIDES
    if grading is None:
        return IntervalRow(name=name, reason="no human labels")
    if grading.rubric != review.info.rubric:
        return IntervalRow(name=name, reason=f"labels belong to rubric {grading.rubric}")
    if grading.stale:
        return IntervalRow(name=name, reason=grading.stale.rstrip("."))
    found = grading.corrected
    if found is None:
        return IntervalRow(name=name, reason=none_corrected(grading))
    n = f"{many(found.n_pairs, 'labelled question')}"
    ends = Interval(found.low, found.high)
    estimate = found.estimate if found.decides else None
    decides = on_labels(review) and found.decides
    return IntervalRow(name=f"{name}, {n}", estimate=estimate, interval=ends, n=n, decides=decides)


def _stratum(stratum: Stratum, *, first: bool) -> IntervalRow:
    n = f"{many(stratum.n_questions, 'question')}"
    few = stratum.n_discordant < FEW_DISCORDANT
    return IntervalRow(
        name=f"{capital(kind(stratum.name))}, {n}{', few differ' if few else ''}",
        estimate=stratum.difference,
        interval=stratum.interval,
        n=f"{n}, {count(stratum.n_discordant)} differ",
        hollow=few,
        gap_before=first,
    )


def _rubrics(review: Review) -> list[IntervalRow]:
    gaps = {each.old: (each.gap_old, each.n) for each in review.evidence.rubrics}
    gaps |= {each.new: (each.gap_new, each.n) for each in review.evidence.rubrics}
    others = [(name, *found) for name, found in gaps.items() if name != review.info.rubric]
    return [
        IntervalRow(
            name=f"Rubric {name}, {answers_each(n)}, estimate only",
            estimate=gap,
            n=f"{answers_each(n)}, graded by both rubrics",
            gap_before=not place,
        )
        for place, (name, gap, n) in enumerate(others)
    ]
