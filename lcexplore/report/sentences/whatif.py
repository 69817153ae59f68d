"""What would more cache hits buy? The scenario strip, its lead and its numbers."""

from math import isfinite

from lcexplore.decision.evaluate import ClauseReading
from lcexplore.decision.reading import bar_in_seconds
from lcexplore.model import Role, Status
from lcexplore.report import mixture, scenario, source
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.report.scenario import ScenarioReading
from lcexplore.report.sentences.common import capital
from lcexplore.report.sentences.figures import seconds_beside
from lcexplore.report.sentences.hits_needed import (
    HIT_RATE,
    P95,
    clause,
    hits_title,
    recorded_gap,
    slowest,
    unanswered,
)
from lcexplore.report.sentences.latency import unlicensed
from lcexplore.words import count, many, percent, seconds, tokens

QUESTION = "What would more hits, or more questions, buy?"
VIEWS = ("Cache hits", "More questions", "Both")
UNCHANGED = "Scenarios do not change the record."


def hits_small(review: Review, *, band: bool = True) -> str:
    """Say what the curve is made of, and what its band tells where it has one."""
    tells = "The band is the curve's 95 % interval, were as many of both drawn anew."
    if not band:
        tells = "There is no band: drawn again, they give the same curve."
    found = mixture.pools(review)
    made_of = f"{many(found.hits.n, 'hit')} and {many(found.misses.n, 'miss')}"
    return f"Scenario: the recorded {made_of} mixed anew; lower is better. {tells}"


def resting_on(review: Review) -> str:
    """Name the timed hits and misses that a mixture rests on."""
    found = mixture.pools(review)
    parts = [many(found.hits.n, "hit"), many(found.misses.n, "miss")]
    return ", ".join(parts + ([f"{count(found.unknown.n)} unknown"] if found.unknown.n else []))


def strip(review: Review, read: ScenarioReading | None) -> tuple[str, str]:
    """Say the recorded outcome and the scenario's."""
    if review.decision is None or read is None:
        if review.record is not None and review.undecided:
            return "Recorded: no decision", f"Scenario: no decision, as {review.undecided}"
        return "Recorded: no rule was agreed", "Scenario: no rule to read"
    return f"Recorded: {review.decision.outcome}", f"Scenario: {read.outcome}"


def cannot_mix(review: Review) -> str:
    """Say why hits and misses cannot be mixed; empty when they can."""
    if mixture.asked(review) is not None:
        return ""
    shown = review.evidence.latency.arms.get(Role.CANDIDATE)
    if shown is None or not shown.n_cache_known:
        why = "its cache state is not in the log"
    elif not shown.hits or not shown.misses:
        why = "no hit was recorded" if not shown.hits else "no miss was recorded"
        if shown.n_unknown:
            why += f", and of {many(shown.n_unknown, 'request')} it is not known"
    else:
        found = mixture.pools(review)
        n = mixture.n_asked(review)
        unknown = f"{count(n - shown.n_cache_known)} of {many(n, 'request')}"
        why = f"the cache state of {unknown} is unknown"
        if not found.hits.n or not found.misses.n:
            why = f"no {'miss' if found.hits.n else 'hit'} has a timing"
    return f"{capital(review.info.candidate)}'s hits and misses cannot be mixed: {why}."


def hits_lead(review: Review, hit_rate: float) -> str:
    """Answer what a hit rate would buy, in one sentence.

    To mix one arm's own hits and misses compares no arms and needs no licence by itself. What it
    is set against does: a clause on p95 is not measured while something moved with the arm, be
    its bar in seconds or a multiple of the baseline's; and without a rule, the p95 measured and
    the mixture of the same timings are figures that such a confound touches, so it is named above
    them. What unlicenses latency therefore heads every branch with seconds in it; what confounds
    correct answers alone touches nothing said here.
    """
    unmixed = cannot_mix(review)
    if unmixed:
        return f"No scenario: {unmixed[:1].lower() + unmixed[1:]}"
    cause = _unlicensed(review)
    head = f"Not licensed: {cause}; as measured, in this scenario" if cause else "Scenario:"
    return f"{head} a hit rate of {rate_words(hit_rate)} {_buys(review, hit_rate)}."


def _unlicensed(review: Review) -> str:
    """Why what the lead says licenses nothing; a bar may be the other arm's in a request log."""
    reading = clause(review, P95)
    held = None if reading is None or reading.bar is None else reading
    if held is not None and scenario.multiplies_log(review, held):
        return scenario.UNASSIGNED
    return unlicensed(review)


def _buys(review: Review, hit_rate: float) -> str:
    at = mixture.quantile_at(review, hit_rate) or 0.0
    now, warm = (_stands(review, each, hit_rate) for each in (P95, HIT_RATE))
    if now is None:
        thin = mixture.too_thin(review, hit_rate)
        but = f", but {thin}" if thin else ""
        return f"would give a p95 of {seconds(at)}{but}; {_measured(review)}"
    if _NOT in (_known(now), _known(warm)):
        return _not_measured(review, now, warm)
    met, reached = now.status is Status.MET, warm is None or warm.status is Status.MET
    return f"{_meets(reached, met, warm is not None)}: {_why(review, now, hit_rate)}"


def _stands(review: Review, quantity: str, hit_rate: float) -> ClauseReading | None:
    """A clause in the scenario; what was not measured of the eval's answers stays so."""
    reading = clause(review, quantity)
    if reading is None:
        return None
    if recorded_gap(review, reading):
        return reading
    return scenario.stands(review, reading, Scenario(hit_rate=hit_rate))


_NOT = "not measured"


def _known(reading: ClauseReading | None) -> str:
    """What a clause says of its bar; a p95 that is only left open does not meet it."""
    if reading is None or reading.status is Status.MET:
        return "meets"
    left_open = reading.clause.quantity == P95 and reading.against is not None
    return "does not meet" if left_open or reading.status is Status.FAILED else _NOT


def _not_measured(review: Review, now: ClauseReading, warm: ClauseReading | None) -> str:
    """Say what is known of one bar, and why the other is not measured."""
    slow, hits, why = _known(now), _known(warm), now.reason
    if scenario.multiplies_log(review, now):  # why not heads the lead
        at, agreed = now.observed or 0.0, now.bar or 0.0
        why = f"p95 would be {seconds(at)} against the agreed {seconds(agreed)}"
    if slow != _NOT and warm is not None:
        return f"{slow} the p95 bar and leaves the hit-rate bar not measured: {warm.reason}"
    if hits == _NOT:
        return f"leaves both bars not measured: {why}"
    known = "" if warm is None else f"{hits} the hit-rate bar and "
    return f"{known}leaves the p95 bar not measured: {why}"


def both_told(review: Review) -> bool:
    """Whether it is measured at all where both bars are met, so that a figure may show it."""
    warm = _stands(review, HIT_RATE, 1.0)
    return not unanswered(review) and _known(warm) != _NOT


def rate_words(hit_rate: float) -> str:
    """Write a hit rate, without decimals where it needs none."""
    whole = abs(100 * hit_rate - round(100 * hit_rate)) < 1e-9
    return percent(hit_rate, decimals=0 if whole else 1)


def _measured(review: Review) -> str:
    shown = review.evidence.latency.arms[Role.CANDIDATE]
    rate = rate_words(shown.hit_rate or 0)
    return f"measured were {rate} and {seconds(shown.all.p95 or 0)}"


def _meets(rate: bool, p95: bool, has_rate: bool) -> str:
    if not has_rate:
        return f"{'meets' if p95 else 'does not meet'} the p95 bar"
    if rate and p95:
        return "meets both the hit-rate bar and the p95 bar"
    if not rate and not p95:
        return "meets neither the hit-rate bar nor the p95 bar"
    return f"meets the {'hit-rate' if rate else 'p95'} bar but not the {_other(rate)} bar"


def _other(rate: bool) -> str:
    return "p95" if rate else "hit-rate"


def _why(review: Review, now: ClauseReading, hit_rate: float) -> str:
    at, agreed = now.observed or 0.0, now.bar or 0.0
    against = f"against the agreed {bar_in_seconds(now)}"
    alone = mixture.quantile_at(review, 1.0) or 0.0
    if now.status is Status.NOT_MEASURED and now.against is not None:
        slow = seconds(now.against) if isfinite(now.against) else "no value"
        return f"p95 would be {seconds(at)}, and {slow}{slowest(review, hit_rate)}, {against}"
    said = f"p95 would be {seconds_beside(at, agreed)} {against}"
    if alone <= agreed or at <= agreed or hit_rate == 1:
        return said
    found = mixture.pools(review)
    whose = f"{count(found.n - found.unknown.n)} {'timed ' if slowest(review, 1.0) else ''}requests"
    whose += " of known cache state" if found.unknown.n else ""
    return f"{said}, and {seconds_beside(alone, agreed)} even if all {whose} hit"


def hits_alt(review: Review, *, band: bool = True) -> str:
    """Describe the curve for those who do not see it.

    Not where the scenario stands: a figure with another description is made anew, which takes
    longer than all the rest of a redraw. The numbers under the figure have its row.
    """
    return (
        f"{hits_title(review)}. {capital(_measured(review))}; the scenario is a row of the "
        f"numbers in this figure. {hits_small(review, band=band)}"
    )


def hits_twin(review: Review, hit_rate: float) -> list[list[str]]:
    """List p50, p95, p99 and tokens at telling hit rates, measured and scenario among them."""
    shown = review.evidence.latency.arms[Role.CANDIDATE].hit_rate
    rates = {0.7, 0.8, 0.9, 0.95, 1.0, hit_rate} | ({shown} if shown is not None else set())
    rows = [[_named(rate, shown, hit_rate), *_at(review, rate)] for rate in sorted(rates)]
    return [["Hit rate", "p50", "p95", "p99", "Effective input tokens"], *rows]


def _named(rate: float, measured: float | None, scenario: float) -> str:
    said = [rate_words(rate)]
    said += ["measured"] if rate == measured else []
    said += ["scenario"] if rate == scenario else []
    return ", ".join(said)


def _at(review: Review, rate: float) -> list[str]:
    values = [mixture.quantile_at(review, rate, p=p) for p in (0.5, 0.95, 0.99)]
    mean = source.tokens_at(review, rate)
    return [
        *("not measured" if value is None else seconds(value) for value in values),
        "not measured" if mean is None else tokens(mean),
    ]


def cost_reason(review: Review) -> str:
    """Why the cost is not drawn over the hit rate."""
    cost = review.evidence.cost.get(Role.CANDIDATE)
    if cost is None or cost.cost_per_1k is None:
        return (cost.cost_reason if cost and cost.cost_reason else "no price recorded").rstrip(".")
    return "the recorded cost is not split by cache state"


TOKENS_UNKNOWN = "tokens, their multipliers or their cache state are not in the log"
OUTSIDE = (
    "Outside what was seen: only one hit rate was measured; a scenario takes hits and misses to "
    "stay as fast as they were."
)
