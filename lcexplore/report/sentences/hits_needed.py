"""At which cache hit rate would the agreed p95 be reached?"""

from math import inf

from lcexplore.decision import assumed, hits
from lcexplore.decision.evaluate import ClauseReading
from lcexplore.decision.quantities import KNOWN, Kind
from lcexplore.decision.reading import bar_in_seconds
from lcexplore.evidence.same import once
from lcexplore.evidence.traffic import EVAL
from lcexplore.model import Interval
from lcexplore.report import agreed, mixture, scenario
from lcexplore.report.review import Review
from lcexplore.report.sentences.figures import seconds_beside
from lcexplore.report.sentences.latency import unlicensed
from lcexplore.words import NBSP, about_so_many, count, many, seconds

P95, HIT_RATE = "p95_end_to_end", "measured_cache_hit_rate"


def clause(review: Review, quantity: str) -> ClauseReading | None:
    """The hardest ``switch_if`` clause of a quantity, its bar in the traffic shown."""
    found = [
        scenario.on_shown(review, each)
        for each in agreed.readings(review)
        if each.clause.quantity == quantity and each.clause.rule == "switch_if"
    ]
    return max(found, key=_hardness, default=None)


def _hardness(reading: ClauseReading) -> float:
    """The lower of two ceilings is the harder, and the higher of two floors."""
    if reading.bar is None:
        return -inf
    return reading.bar if reading.clause.operator.startswith(">") else -reading.bar


def bar(review: Review, quantity: str) -> float | None:
    """Bar of a ``switch_if`` clause in the traffic shown; None without one, or unresolved."""
    reading = clause(review, quantity)
    return None if reading is None else reading.bar


def held(review: Review) -> str:
    """Say how many requests no hit rate moves; empty where the cache state of all is known."""
    n = mixture.pools(review).unknown.n
    whose = f"{many(n, 'request')} of unknown cache state {'stays' if n == 1 else 'stay'}"
    return f"{whose} as measured, whatever the hit rate." if n else ""


def every_request(review: Review) -> str:
    """Name what would hit in a scenario of hits alone."""
    return "every request of known cache state" if held(review) else "every request"


def slowest(review: Review, hit_rate: float | None = None) -> str:
    """Say that what has no timing ranks as the slowest; empty where all have one.

    How many these are moves with the hit rate where hits and misses fail unequally: without a hit
    rate no number is then named.
    """
    found = mixture.asked(review)
    if found is None:
        return ""
    n = about_so_many(found.untimed(found.hit_rate if hit_rate is None else hit_rate))
    if found.fails_alike:
        return f" with the {_these(review, n)} without a timing as the slowest" if n else ""
    if hit_rate is None:
        return f" with {_kind(review)}s without a timing as the slowest"
    return f" with the {_these(review, n)} then without a timing as the slowest" if n else ""


def failing(review: Review) -> str:
    """Say what is taken to move, and how, where some have no timing; else empty."""
    found = mixture.asked(review)
    if found is None:
        return ""
    hit, missed = found.n_hits - found.pools.hits.n, found.n_misses - found.pools.misses.n
    one = found.n_lost == 1
    said = (
        f"{_these(review, found.n_lost)} with neither a timing nor a cache state may have been "
        f"{'a hit or a miss: it counts' if one else 'hits or misses: they count'} as whichever the "
        "hit rate makes more of."
    )
    if not hit and not missed:
        return said if found.n_lost else ""
    return (
        "A miss that becomes a hit is taken to go without a timing as often as today's hits: "
        f"{count(hit)} of {many(found.n_hits, 'hit')} and {count(missed)} of "
        f"{many(found.n_misses, 'miss')} have none.{f' {said}' if found.n_lost else ''}"
    )


def _kind(review: Review) -> str:
    return "answer" if review.source == EVAL else "request"


def _these(review: Review, n: int) -> str:
    """So many of what is shown: an eval has answers, a log requests."""
    return many(n, _kind(review))


def _least(review: Review, reading: ClauseReading) -> str:
    """What is left of a multiple of the baseline with what of it has no timing as the fastest."""
    if reading.clause.bar.arm is None or reading.bar is None:
        return ""
    least = hits.multiple(
        reading.clause,
        KNOWN[P95],
        review.evidence,
        failures_fast=True,
        of_eval=review.source == EVAL,
    )
    if seconds(least) == seconds(reading.bar):
        return ""
    whose = f"{review.info.baseline}'s {'answers' if review.source == EVAL else 'requests'}"
    return f" ({seconds(least)} with {whose} without a timing as the fastest)"


def _rates(review: Review, reading: ClauseReading) -> Interval | None:
    """Hit rates at which the clause on p95 is met, as the rule reads it."""
    return hits.hit_rates(
        reading,
        KNOWN[P95],
        review.evidence,
        of_eval=review.source == EVAL,
        tolerance=scenario.tolerance(review),
        within=scenario.within(review),
    )


def recorded_gap(review: Review, reading: ClauseReading) -> str:
    """Why a clause was not measured on the eval's answers, which no hit rate mends; else empty.

    Not where something moved with the arm: that heads the lead, and what is said is as measured.
    """
    recorded = review.decision is not None and review.source == EVAL
    if not recorded or not scenario.settled(review, reading) or unlicensed(review):
        return ""
    return reading.reason or ""


@once
def unanswered(review: Review) -> str:
    """Why it is not measured which hit rate reaches the agreed p95; empty where it is.

    At the hit rate that would be named, as a clause there would be.
    """
    reading = _to_invert(review)
    if reading is None:
        return ""
    if scenario.multiplies_log(review, reading):
        return scenario.NOT_COMPARED[Kind.LATENCY]
    why = recorded_gap(review, reading) or assumed.unanswered(
        reading,
        KNOWN[P95],
        review.evidence,
        of_eval=review.source == EVAL,
        tolerance=scenario.tolerance(review),
        within=scenario.within(review),
    )
    return why or ""


def _to_invert(review: Review) -> ClauseReading | None:
    """The clause on p95, where it names the most that is agreed and the pools can be mixed."""
    reading = clause(review, P95)
    if reading is None or reading.bar is None or mixture.asked(review) is None:
        return None
    return None if reading.clause.operator.startswith(">") else reading


def inverse(review: Review) -> str:
    """Say which hit rate would reach the agreed p95; empty without an agreed one."""
    reading = _to_invert(review)
    if reading is None:
        return ""
    rates, agreed = _rates(review, reading), bar_in_seconds(reading)
    strict = "=" not in reading.clause.operator
    least = _least(review, reading)
    if why := unanswered(review):
        to = "under" if strict else "to at most"
        return f"Which hit rate brings p95 {to} {agreed} is not measured: {why}."
    wanted = f"p95 {'under' if strict else 'of at most'} {agreed}{least}{slowest(review)}"
    if rates is None:
        return f"{wanted}: no hit rate reaches it."
    if rates == (0, 1):
        return f"{_at_any(review, reading)}."
    if rates.high < 1:
        most, why = _no_more(review, rates), _against_hits(review, reading)
        return f"{wanted}: a hit rate of {most} keeps to it; {why}."
    if rates.low == 1:
        return f"{wanted}: only a hit rate of 100{NBSP}% reaches it."
    return f"{wanted}: a hit rate of {hits.at_least(rates.low)} reaches it."


def _no_more(review: Review, rates: Interval) -> str:
    found = mixture.asked(review)
    return "" if found is None else hits.no_more(found, rates)


def _against_hits(review: Review, reading: ClauseReading) -> str:
    found = mixture.asked(review)
    return "" if found is None else hits.against_more(found, reading.bar or 0.0)


def _at_any(review: Review, reading: ClauseReading) -> str:
    agreed = reading.bar or 0.0
    most = max(mixture.quantile_at(review, rate) or 0.0 for rate in (0.0, 1.0))
    least = "under" if most < agreed else "at most"
    bar = bar_in_seconds(reading)
    return f"p95 stays {least} {bar} at any hit rate{_told(review)}{slowest(review)}"


def _told(review: Review) -> str:
    """As far as enough timings of each cache state tell; empty where they do so at any hit rate."""
    found, every = mixture.asked(review), Interval(0, 1)
    told = every if found is None else hits.as_far_as_told(found, every)
    if told == every:
        return ""
    return f" from {hits.at_least(told.low)} on" if told.high == 1 else f" of {hits.between(told)}"


def hits_title(review: Review) -> str:
    """Say what the curve finds."""
    reading = _to_invert(review)
    if reading is None:
        return "What p95 would be at another hit rate"
    rates, agreed = _rates(review, reading), bar_in_seconds(reading)
    if unanswered(review):
        return f"Not measured: which hit rate brings p95 to {agreed}"
    if rates is None:
        why = _with_all_hits(review, reading)
        return f"No hit rate brings p95 to {agreed}{_least(review, reading)}: {why}"
    if rates == (0, 1):
        return _at_any(review, reading)
    if rates.high < 1:
        most, why = _no_more(review, rates), _against_hits(review, reading)
        return f"p95 keeps to {agreed} at a hit rate of {most}: {why}"
    if rates.low == 1:
        return f"Only a hit rate of 100{NBSP}% brings p95 to {agreed}"
    return f"A hit rate of {hits.at_least(rates.low)} brings p95 to {agreed}"


def _with_all_hits(review: Review, reading: ClauseReading) -> str:
    """What keeps p95 above the bar: the hits themselves, or else what has no timing."""
    of_eval, whole, error = review.source == EVAL, every_request(review), scenario.within(review)
    agreed = reading.bar or 0.0
    found = hits.all_hits(reading, KNOWN[P95], review.evidence, of_eval=of_eval, within=error)
    if found is None or found.too_slow:
        alone = seconds_beside(found.alone if found else 0.0, agreed)
        return f"with {whole} a hit it is {alone}"
    if found.ranked is None:
        if not _fails_alike(review):
            return f"with {whole} a hit {_these(review, found.untimed)} would have no timing"
        has = "has" if found.untimed == 1 else "have"
        return f"{_these(review, found.untimed)} {has} no timing"
    return f"with {whole} a hit it is {seconds_beside(found.ranked, agreed)}{slowest(review, 1.0)}"


def _fails_alike(review: Review) -> bool:
    found = mixture.asked(review)
    return found is None or found.fails_alike
