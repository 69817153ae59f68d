"""What would more cache hits buy? The scenario strip, its lead and its numbers."""

from math import isfinite

from lcexplore.decision import hits
from lcexplore.decision.evaluate import ClauseReading
from lcexplore.decision.quantities import KNOWN
from lcexplore.evidence.traffic import EVAL
from lcexplore.model import Interval, Role, Status
from lcexplore.report import agreed, mixture, scenario, source
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.report.scenario import ScenarioReading
from lcexplore.report.sentences.common import capital
from lcexplore.report.sentences.latency import unlicensed
from lcexplore.words import NBSP, count, many, percent, seconds, tokens

QUESTION = "What would more hits, or more questions, buy?"
VIEWS = ("Cache hits", "More questions", "Both")
UNCHANGED = "Scenarios do not change the record."
P95, HIT_RATE = "p95_end_to_end", "measured_cache_hit_rate"
HITS_SMALL = (
    "Scenario: the recorded hits and misses mixed anew; lower is better. The band tells how far "
    "the curve moves when both are drawn again."
)


def strip(review: Review, read: ScenarioReading | None) -> tuple[str, str]:
    """Say the recorded outcome and the scenario's."""
    if review.decision is None or read is None:
        if review.record is not None and review.undecided:
            return "Recorded: no decision", f"Scenario: no decision, as {review.undecided}"
        return "Recorded: no rule was agreed", "Scenario: no rule to read"
    return f"Recorded: {review.decision.outcome}", f"Scenario: {read.outcome}"


def _bar(review: Review, quantity: str) -> ClauseReading | None:
    """The ``switch_if`` clause of a quantity, its bar in the traffic shown."""
    for each in agreed.readings(review):
        if each.clause.quantity == quantity and each.clause.rule == "switch_if":
            return scenario.on_shown(review, each)
    return None


def bar(review: Review, quantity: str) -> float | None:
    """Bar of a ``switch_if`` clause in the traffic shown; None without one, or unresolved."""
    reading = _bar(review, quantity)
    return None if reading is None else reading.bar


def cannot_mix(review: Review) -> str:
    """Say why hits and misses cannot be mixed; empty when they can."""
    if mixture.mixable(review) is not None:
        return ""
    shown = review.evidence.latency.arms.get(Role.CANDIDATE)
    if shown is None or not shown.n_cache_known:
        why = "its cache state is not in the log"
    elif not shown.hits or not shown.misses:
        why = "no hit was recorded" if not shown.hits else "no miss was recorded"
    else:
        found = mixture.pools(review)
        why = (
            f"the cache state of {count(found.unknown.n)} of {many(found.n, 'request')} is unknown"
        )
    return f"{capital(review.info.candidate)}'s hits and misses cannot be mixed: {why}."


def held(review: Review) -> str:
    """Say how many requests no hit rate moves; empty where the cache state of all is known."""
    n = mixture.pools(review).unknown.n
    whose = f"{many(n, 'request')} of unknown cache state {'stays' if n == 1 else 'stay'}"
    return f"{whose} as measured, whatever the hit rate." if n else ""


def _every_request(review: Review) -> str:
    return "every request of known cache state" if held(review) else "every request"


def hits_lead(review: Review, hit_rate: float) -> str:
    """Answer what a hit rate would buy, in one sentence."""
    unmixed = cannot_mix(review)
    if unmixed:
        return f"No scenario: {unmixed[:1].lower() + unmixed[1:]}"
    at = mixture.quantile_at(review, hit_rate) or 0.0
    rate = f"Scenario: a hit rate of {rate_words(hit_rate)}"
    waits, hitting = _bar(review, P95), _bar(review, HIT_RATE)
    made = Scenario(hit_rate=hit_rate)
    now = None if waits is None else scenario.stands(review, waits, made)
    if now is None:
        return f"{rate} would give a p95 of {seconds(at)}; {_measured(review)}."
    warm = None if hitting is None else scenario.stands(review, hitting, made)
    met, reached = now.status is Status.MET, warm is None or warm.status is Status.MET
    said = f"{rate} {_meets(reached, met, warm is not None)}: {_why(review, now)}."
    cause = unlicensed(review)
    return f"Not licensed: {cause}; as measured, {said[:1].lower() + said[1:]}" if cause else said


def rate_words(hit_rate: float) -> str:
    """Write a hit rate, without decimals where it needs none."""
    whole = abs(100 * hit_rate - round(100 * hit_rate)) < 1e-9
    return percent(hit_rate, decimals=0 if whole else 1)


def _measured(review: Review) -> str:
    shown = review.evidence.latency.arms[Role.CANDIDATE]
    return f"measured were {rate_words(shown.hit_rate or 0)} and {seconds(shown.all.p95 or 0)}"


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


def _why(review: Review, now: ClauseReading) -> str:
    at, agreed = now.observed or 0.0, now.bar or 0.0
    against = f"against the agreed {seconds(agreed)}"
    alone = mixture.quantile_at(review, 1.0) or 0.0
    if now.status is Status.NOT_MEASURED and now.against is not None:
        slow = seconds(now.against) if isfinite(now.against) else "no value"
        return f"p95 would be {seconds(at)}, and {slow}{_slowest(review)}, {against}"
    if alone <= agreed or at <= agreed:
        return f"p95 would be {seconds(at)} {against}"
    found = mixture.pools(review)
    whose = f"{count(found.n - found.unknown.n)} requests"
    whose += " of known cache state" if found.unknown.n else ""
    return f"even if all {whose} hit, p95 would be {seconds(alone)} {against}"


def _untimed(review: Review) -> int:
    return hits.untimed(review.evidence, of_eval=review.source == EVAL)


def _slowest(review: Review) -> str:
    n = _untimed(review)
    return f" with the {_these(review, n)} without a timing as the slowest" if n else ""


def _these(review: Review, n: int) -> str:
    """So many of what is shown: an eval has answers, a log requests."""
    return many(n, "answer" if review.source == EVAL else "request")


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
    of_eval = review.source == EVAL
    return hits.hit_rates(reading, KNOWN[P95], review.evidence, of_eval=of_eval)


def _to_invert(review: Review) -> ClauseReading | None:
    """The clause on p95, where it names the most that is agreed and the pools can be mixed."""
    reading = _bar(review, P95)
    if reading is None or reading.bar is None or mixture.mixable(review) is None:
        return None
    return None if reading.clause.operator.startswith(">") else reading


def inverse(review: Review) -> str:
    """Say which hit rate would reach the agreed p95; empty without an agreed one."""
    reading = _to_invert(review)
    if reading is None:
        return ""
    rates, agreed = _rates(review, reading), seconds(reading.bar or 0.0)
    strict = "=" not in reading.clause.operator
    least = _least(review, reading)
    wanted = f"p95 {'under' if strict else 'of at most'} {agreed}{least}{_slowest(review)}"
    if rates is None:
        return f"{wanted}: no hit rate reaches it."
    if rates == (0, 1):
        return f"{_at_any(review, reading)}."
    if rates.high < 1:
        most = hits.at_most(rates.high)
        return f"{wanted}: a hit rate of at most {most} keeps to it; hits are slower here."
    if rates.low == 1:
        return f"{wanted}: only a hit rate of 100{NBSP}% reaches it."
    return f"{wanted}: a hit rate of {hits.at_least(rates.low)} reaches it."


def _at_any(review: Review, reading: ClauseReading) -> str:
    agreed = reading.bar or 0.0
    most = max(mixture.quantile_at(review, rate) or 0.0 for rate in (0.0, 1.0))
    least = "under" if most < agreed else "at most"
    return f"p95 stays {least} {seconds(agreed)} at any hit rate{_slowest(review)}"


def hits_title(review: Review) -> str:
    """Say what the curve finds."""
    reading = _to_invert(review)
    if reading is None:
        return "What p95 would be at another hit rate"
    rates, agreed = _rates(review, reading), seconds(reading.bar or 0.0)
    if rates is None:
        why = _with_all_hits(review, reading.bar or 0.0)
        return f"No hit rate brings p95 to {agreed}{_least(review, reading)}: {why}"
    if rates == (0, 1):
        return _at_any(review, reading)
    if rates.high < 1:
        most = hits.at_most(rates.high)
        return f"p95 keeps to {agreed} up to a hit rate of {most}: hits are slower here"
    if rates.low == 1:
        return f"Only a hit rate of 100{NBSP}% brings p95 to {agreed}"
    return f"A hit rate of {hits.at_least(rates.low)} brings p95 to {agreed}"


def _with_all_hits(review: Review, agreed: float) -> str:
    """What keeps p95 above the bar: the hits themselves, or else what has no timing."""
    alone, whole = mixture.quantile_at(review, 1.0) or 0.0, _every_request(review)
    if alone > agreed:
        return f"with {whole} a hit it is {seconds(alone)}"
    share = hits.share_among_timed(review.evidence, 0.95, of_eval=review.source == EVAL)
    if share > 1:
        n = _untimed(review)
        return f"{_these(review, n)} {'has' if n == 1 else 'have'} no timing"
    at = mixture.quantile_at(review, 1.0, p=share) or 0.0
    return f"with {whole} a hit it is {seconds(at)}{_slowest(review)}"


def hits_alt(review: Review) -> str:
    """Describe the curve for those who do not see it.

    Not where the scenario stands: a figure with another description is made anew, which takes
    longer than all the rest of a redraw. The numbers under the figure have its row.
    """
    return (
        f"{hits_title(review)}. {capital(_measured(review))}; the scenario is a row of the "
        f"numbers in this figure. {HITS_SMALL}"
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
