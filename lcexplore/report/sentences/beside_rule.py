"""What must a reader of the outcome know that no clause of the rule says?"""

from lcexplore.decision.evaluate import ClauseReading
from lcexplore.decision.quantities import Kind, look_up
from lcexplore.evidence.strata import Stratum
from lcexplore.model import Status
from lcexplore.report.review import Review
from lcexplore.report.sentences import figures
from lcexplore.report.sentences.common import capital, confounded_by, listed
from lcexplore.report.sentences.figures import p_text
from lcexplore.report.sentences.run_order import INTERLEAVED
from lcexplore.words import count, kind, many, points_unsigned

ALPHA = 0.05


def lines(review: Review) -> list[str]:
    """Say which kinds of question make the difference, and what a bar in seconds rests on."""
    return [each for each in (kinds(review), level_of_waiting(review)) if each]


def kinds_differ(review: Review) -> bool | None:
    """Whether the kinds of question differ by more than chance; None where it is not tested."""
    p = review.evidence.correctness.heterogeneity_p
    return None if p is None else p < ALPHA


def kinds(review: Review) -> str:
    """Name the kinds of question that lie furthest apart; empty where chance may have them so."""
    found = review.evidence.correctness
    if not kinds_differ(review):
        return ""
    ordered = sorted(found.strata, key=lambda each: -each.difference)
    apart, between = (ordered[0], ordered[-1]), len(ordered) - 2
    others = f", the other {many(between, 'kind')} between" if between else ""
    said = " and ".join(_kind(each) for each in apart)
    candidate = review.info.candidate
    opening = f"As measured, {candidate}" if confounded_by(review) else capital(candidate)
    return (
        f"{opening} is {said}{others}: the kinds of question differ by more than chance would "
        f"have them (Cochran's Q, {p_text(found.heterogeneity_p or 0.0)})."
    )


def _kind(stratum: Stratum) -> str:
    n = f"{kind(stratum.name)} ({many(stratum.n_questions, 'question')})"
    if stratum.difference == 0:
        return f"level on {n}"
    side = "ahead" if stratum.difference > 0 else "behind"
    return f"{points_unsigned(stratum.difference)} {side} on {n}"


def level_of_waiting(review: Review) -> str:
    """Say what a clause in plain seconds rests on where interleaving licenses the comparison only.

    It cancels what both arms met alike, such as the load of the hour, from their difference and
    from their ratio; the seconds of one arm hold that load.
    """
    held = [each for each in _readings(review) if _in_seconds(each)]
    if not held or review.evidence.validity.order.kind not in INTERLEAVED:
        return ""
    return (
        "Interleaved requests met the same load in both arms, so the waits can be compared with "
        f"each other; {listed([_held(each) for each in held])}, is the wait under this run's load, "
        "and under another it may differ."
    )


def _readings(review: Review) -> tuple[ClauseReading, ...]:
    return review.decision.readings if review.decision else ()


def _in_seconds(reading: ClauseReading) -> bool:
    known = look_up(reading.clause.quantity)
    told = reading.observed is not None and reading.status is not Status.NOT_MEASURED
    return told and known is not None and known.kind is Kind.LATENCY and not reading.clause.bar.arm


def _held(reading: ClauseReading) -> str:
    observed, bar = reading.observed or 0.0, reading.clause.bar.value
    name = figures.quantity_words(reading.clause.quantity)
    return (
        f"{name}, {figures.seconds_beside(observed, bar)} on {_n(reading)} against the agreed "
        f"{figures.bar('seconds', bar)}"
    )


def _n(reading: ClauseReading) -> str:
    return many(reading.n, reading.unit_n.removesuffix("s")) if reading.unit_n else count(reading.n)
