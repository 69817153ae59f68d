"""What are the four numbers, gaps first, each with its n and in plain words?"""

from lcexplore import words
from lcexplore.evidence.latency import ArmLatency
from lcexplore.evidence.tokens import tokens_there
from lcexplore.evidence.traffic import REQUESTS
from lcexplore.model import Interval, Role
from lcexplore.report.review import Review
from lcexplore.report.sentences import latency, latency_care, latency_tail, read_within, sized
from lcexplore.report.sentences.cells import Cell, not_measured
from lcexplore.report.sentences.common import capital
from lcexplore.report.sentences.figures import times, times_words
from lcexplore.words import count, many

BOTH = (Role.BASELINE, Role.CANDIDATE)
PERCENT_FIRST_FROM = 200
_LAST = "In plain words"


def header(review: Review) -> list[str]:
    """Column names; the gap stands first."""
    info = review.info
    return ["What", "Gap", f"{info.baseline}, today", f"{info.candidate}, candidate", _LAST]


def rows(review: Review) -> list[list[str | Cell]]:
    """The four rows, in the order in which they are read."""
    return [correct(review), tokens(review), hits(review), waiting(review)]


def levels(review: Review, role: Role) -> list[Cell]:
    """The four numbers of one arm by itself, in the same order."""
    arm = review.evidence.latency.arms[role]
    return [_accuracy(review, role), _tokens(review, role), _hit_rate(arm), _p95(review, role)]


def correct(review: Review) -> list[str | Cell]:
    """Correct answers: the difference with its interval, and both accuracies."""
    found = review.evidence.correctness
    arms = [_accuracy(review, role) for role in BOTH]
    if found.difference is None or found.interval is None:
        gap: Cell = not_measured("no question was answered and graded in both arms")
        return ["Correct answers", gap, *arms, "Nothing can be paired"]
    gap = Cell(
        text=words.points(found.difference),
        small=(
            f"{level_words(found.level)} interval {words.span(found.interval)}",
            sized.compared(review),
        ),
        large=True,
    )
    return ["Correct answers", gap, *arms, in_a_thousand(found.difference, found.interval)]


def level_words(value: float) -> str:
    """Write a confidence level: ``95 %``."""
    return words.level(value)


def in_a_thousand(difference: float, interval: Interval) -> str:
    """Say a difference as a count: ``About 31 more correct in 1,000; between 7 and 56``."""
    middle, low, high = (words.per_thousand(each) for each in (difference, *interval))
    side = f"{count(abs(middle))} {'more' if difference >= 0 else 'fewer'}" if middle else "as many"
    if middle and (low >= 0 or high <= 0):
        ends = sorted((abs(low), abs(high)))
        return f"About {side} correct in 1,000; between {count(ends[0])} and {count(ends[1])}"
    below = f"{count(abs(low))} {'fewer' if low < 0 else 'more'}"
    above = f"{count(abs(high))} {'fewer' if high < 0 else 'more'}"
    return f"About {side} correct in 1,000; between {below} and {above}"


def _accuracy(review: Review, role: Role) -> Cell:
    arm = review.evidence.correctness.arms[role]
    if arm.accuracy is None:
        return not_measured("no verdict in this arm")
    counted = f"{count(arm.n_correct)} of {many(arm.n_measured, 'answer')}"
    unmeasured = arm.n_answers - arm.n_measured
    missing = (f"{count(unmeasured)} of {count(arm.n_answers)} not measured",) if unmeasured else ()
    if arm.n_measured < PERCENT_FIRST_FROM:
        return Cell(text=counted, small=(words.percent(arm.accuracy, decimals=0), *missing))
    return Cell(text=words.percent(arm.accuracy), small=(counted, *missing))


def tokens(review: Review) -> list[str | Cell]:
    """Effective input tokens: the ratio, and both means."""
    cost = review.evidence.cost
    name = "Effective input tokens"
    arms = [_none_sent(review, role) or _tokens(review, role) for role in BOTH]
    base, cand = (cost[role].effective_mean for role in BOTH)
    if not base or cand is None:
        return [name, _no_ratio(review), *arms, "No tokens, no ratio"]
    gap = Cell(
        text=times(cand / base, review.info.baseline),
        small=(_requests(*(cost[role].n_reported for role in BOTH)),),
        large=True,
    )
    return [name, gap, *arms, _token_words(review, cand / base)]


def _no_ratio(review: Review) -> Cell:
    """Say whose tokens are not known, and that they are there where a weight or a class lacks."""
    cost = review.evidence.cost
    role = next(each for each in BOTH if not cost[each].effective_mean)
    if cost[role].effective_mean is None and tokens_there(cost[role]):
        return not_measured(f"{review.info.arm(role)}: {cost[role].reason}")
    return not_measured(f"{review.info.arm(role)}'s tokens are not in the log")


def _tokens(review: Review, role: Role) -> Cell:
    arm = review.evidence.cost[role]
    if arm.effective_mean is None:
        return not_measured(arm.reason or "tokens are not in the log")
    return Cell(text=f"{round(arm.effective_mean):,}", small=("mean per request",))


def _token_words(review: Review, ratio: float) -> str:
    said = f"{capital(times_words(ratio))} the tokens that are billed for"
    prices = [review.evidence.cost[role].cost_per_1k for role in BOTH]
    if prices[0] is None or prices[1] is None:
        return f"{said}; no price, so no cost"
    currency = review.evidence.cost[Role.CANDIDATE].currency
    base, cand = (words.money(price, currency) for price in prices if price is not None)
    return f"{said}; {cand} against {base} per 1,000 queries"


def _none_sent(review: Review, role: Role) -> Cell | None:
    """Say that the request log shown holds nothing of an arm; None where it does."""
    if review.source != REQUESTS or review.evidence.latency.arms[role].n_planned:
        return None
    return not_measured(f"the log holds no request of {review.info.arm(role)}")


def _requests(base: int, cand: int) -> str:
    if base == cand:
        return f"{many(base, 'request')} per arm"
    return f"{count(base)} and {many(cand, 'request')}"


def hits(review: Review) -> list[str | Cell]:
    """Cache hit rate: the gap where both arms use a cache, and both rates."""
    base, cand = (review.evidence.latency.arms[role] for role in BOTH)
    arms = [
        _none_sent(review, role) or _hit_rate(review.evidence.latency.arms[role]) for role in BOTH
    ]
    return ["Cache hit rate, measured", _hit_gap(review, base, cand), *arms, _miss_words(cand)]


def _hit_gap(review: Review, base: ArmLatency, cand: ArmLatency) -> Cell:
    for arm, name in ((cand, review.info.candidate), (base, review.info.baseline)):
        if arm.hit_rate is None:
            return not_measured(f"{name}'s cache state is not in the log")
    for arm, name in ((cand, review.info.candidate), (base, review.info.baseline)):
        if arm.blind and not (arm.hits and arm.misses):
            return not_measured(f"{name}: {latency_tail.unknown(arm)}")
    if base.no_cache:
        return Cell(text=latency.no_cache(review.info.baseline))
    return Cell(text=words.points((cand.hit_rate or 0) - (base.hit_rate or 0)), large=True)


def _hit_rate(arm: ArmLatency) -> Cell:
    if arm.hit_rate is None:
        return not_measured("cache state is not in the log")
    counted = f"{count(arm.hits)} of {many(arm.n_cache_known, 'request')}"
    unknown = (f"the cache state of {count(arm.n_unknown)} is not known",) if arm.n_unknown else ()
    if not arm.hits or arm.hit_rate_interval is None:
        return Cell(text=counted, small=unknown)
    low, high = arm.hit_rate_interval
    span = f"interval {100 * low:.1f} to {words.percent(high)}"
    return Cell(text=words.percent(arm.hit_rate), small=(counted, span, *unknown))


def _miss_words(cand: ArmLatency) -> str:
    known = cand.n_cache_known
    if not known:
        return "Nobody knows what the cache did"
    rest = f"; of {count(cand.n_unknown)} nobody knows" if cand.n_unknown else ""
    if not cand.misses:
        state = "of known state " if rest else ""
        return f"All {many(known, 'request')} {state}{words.does(known, 'hit')}{rest}"
    line = f"{count(cand.misses)} of {many(known, 'request')} {words.does(cand.misses, 'miss')}"
    part, every = words.one_in(cand.misses, known)
    return f"{line}{f', about 1 in {every}' if part == 1 < every else ''}{rest}"


def waiting(review: Review) -> list[str | Cell]:
    """p95 latency: the ratio and the seconds between the arms, and both p95."""
    name = "p95 latency, end to end"
    arms = [_none_sent(review, role) or _p95(review, role) for role in BOTH]
    base, cand = (review.evidence.latency.arms[role].all.p95 for role in BOTH)
    if base is None or cand is None:
        role = Role.BASELINE if base is None else Role.CANDIDATE
        which, why = review.info.arm(role), latency.untimed_all(review.evidence.latency.arms[role])
        unknown = not_measured(f"{which}: {why}" if why else f"{which}'s latency is not in the log")
        return [name, unknown, *arms, _waiting_words(base, cand, review)]
    if not base:
        undefined = Cell(text=f"undefined: {review.info.baseline}'s p95 is 0 s")
        return [name, undefined, *arms, latency.waits_longer(review, "this")]
    first, *rest = read_within.gap(review, base, cand)
    gap = Cell(text=first, small=tuple(rest), large=True)
    return [name, gap, *arms, latency.waits_longer(review, "this")]


def _waiting_words(base: float | None, cand: float | None, review: Review) -> str:
    """What can be said of waiting where an arm has no timing."""
    if base is None and cand is None:
        return "No seconds, so nobody knows how long a request waits"
    role, other, p95 = Role.BASELINE, review.info.candidate, base
    if base is None:
        role, other, p95 = Role.CANDIDATE, review.info.baseline, cand
    whose, than = f" of {review.info.arm(role)}", words.seconds(p95 or 0.0)
    said = latency.waits_longer(review, than, whose=whose, roles=(role,))
    return f"{said}; {other}'s wait is not measured"


def _p95(review: Review, role: Role) -> Cell:
    arm = review.evidence.latency.arms[role]
    pool = arm.all
    if pool.p95 is None or pool.p95_interval is None:
        why = latency.untimed_all(arm)
        return not_measured(why or "latency is not in the log")
    span = f"interval {words.seconds_span(pool.p95_interval)}"
    failed = (f"{count(arm.n_failed)} failed or timed out",) if arm.n_failed else ()
    unit = latency_care.unit_note(review, role)
    asks = (unit,) if unit else ()
    return Cell(
        text=words.seconds(pool.p95), small=(span, f"{many(pool.n, 'request')}", *failed, *asks)
    )
