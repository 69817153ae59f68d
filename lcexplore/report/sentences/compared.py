"""How do the scenarios that a reader named compare, with what was recorded first?"""

from collections.abc import Sequence

from lcexplore.evidence.traffic import REQUESTS
from lcexplore.model import Interval, Role
from lcexplore.report import mixture, sample, scenario, source
from lcexplore.report.named import Named
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.words import count, money, percent, points, seconds, span

HEADER = (
    "Scenario",
    "Hit rate",
    "p95",
    "Cost per 1,000",
    "Questions",
    "Difference, interval",
    "The rule would say",
)


def not_forecast(review: Review) -> str:
    """Say what a scenario takes for granted, and whose hit rate it starts from."""
    whose = "The eval's hit rate is not production's"
    if review.source == REQUESTS:
        whose = "The hit rate is that of the request log, in the time it covers"
    return (
        f"A scenario takes misses that become hits to be as fast as today's hits. {whose}, and the "
        "arms are never compared within one cache state."
    )


def rows(review: Review, named: Sequence[Named]) -> list[list[str]]:
    """One line for what was recorded, and one for each named scenario."""
    recorded = Named(name="as measured", scenario=Scenario())
    return [_row(review, each) for each in (recorded, *named)]


def _row(review: Review, each: Named) -> list[str]:
    given = each.scenario
    return [
        each.name,
        _rate(review, given),
        _p95(review, given),
        _cost(review, given),
        _questions(review, given),
        _difference(review, given),
        _outcome(review, each),
    ]


def _questions(review: Review, given: Scenario) -> str:
    n = given.n or review.evidence.correctness.n_questions
    return count(n + given.easy) if n else "none"


def _rate(review: Review, given: Scenario) -> str:
    shown = review.evidence.latency.arms[Role.CANDIDATE]
    rate = shown.hit_rate if given.hit_rate is None else given.hit_rate
    return "not measured" if rate is None else percent(rate)


def _p95(review: Review, given: Scenario) -> str:
    value = review.evidence.latency.arms[Role.CANDIDATE].all.p95
    if given.hit_rate is not None:
        value = mixture.quantile_at(review, given.hit_rate)
    if value is None:
        return "not measured"
    thin = given.hit_rate is not None and mixture.too_thin(review, given.hit_rate)
    return f"{seconds(value)}, of too few timings" if thin else seconds(value)


def _cost(review: Review, given: Scenario) -> str:
    known = review.evidence.cost[Role.CANDIDATE]
    value = known.cost_per_1k
    if given.hit_rate is not None:
        value = source.cost_at(review, given.hit_rate)
    return "not measured" if value is None else money(value, known.currency)


def _difference(review: Review, given: Scenario) -> str:
    base, ends = sample.plan(review), sample.interval(review, given)
    if base is None or ends is None:
        return "not measured"
    now = sample.under(base, given).difference
    return f"{points(now)} ({span(Interval(*ends))})"


def _outcome(review: Review, each: Named) -> str:
    read = scenario.reread(review, each.scenario)
    if read is None:
        return "no decision" if review.undecided else "no rule was agreed"
    return str(read.outcome) if each.scenario != Scenario() else f"{read.outcome} (recorded)"


LEVER_HEADER = ("Lever", "What it changes", "What it costs")


def levers(review: Review) -> list[list[str]]:
    """Name what raises the hit rate, what each changes, and its price where one is known."""
    return [
        [
            "A longer time in the cache (TTL tier)",
            "Misses after a pause become hits; misses of a first request stay.",
            _ttl_price(review),
        ],
        [
            "Prefix-affinity routing",
            "Requests with one prefix meet one cache: misses between shards become hits.",
            "No tokens; it is paid in the evenness of the load.",
        ],
        [
            "A warming call at the start of a session",
            "The first request of a session hits, once the call has written its prefix.",
            _warming_price(review),
        ],
    ]


def _ttl_price(review: Review) -> str:
    sheet, traffic = review.prices, source.traffic(review)
    if sheet is None or traffic is None:
        return "not measured: no price sheet"
    tiers = [
        f"{model}: {kept or 'any'} {money(value, sheet.currency)}"
        for model in dict.fromkeys(each.model for each in traffic.usage.get(Role.CANDIDATE, ()))
        if model is not None and model in sheet.models
        for kept, value in sheet.models[model].cache_write.items()
    ]
    return f"A million tokens written: {'; '.join(tiers)}" if tiers else "not measured: no price"


def _warming_price(review: Review) -> str:
    known = review.evidence.cost[Role.CANDIDATE]
    cold, warm = source.cost_at(review, 0.0), source.cost_at(review, 1.0)
    if cold is None or warm is None:
        return "not measured: no price sheet"
    each = money(max(0.0, cold - warm) / 1000, known.currency)
    return f"About {each} for each call: what a write costs more than a read."
