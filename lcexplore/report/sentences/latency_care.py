"""What must a reader of the latency figures know: run order, failures, replays, small pools?"""

from enum import IntEnum, auto

from lcexplore.evidence import waits
from lcexplore.evidence.pools import NONE, of_arm, pool
from lcexplore.evidence.traffic import REQUESTS
from lcexplore.model import Role
from lcexplore.report.review import Review
from lcexplore.report.sentences import untimed
from lcexplore.report.sentences.latency import arm, asked, bar
from lcexplore.report.sentences.latency_tail import parts
from lcexplore.report.sentences.run_order import INTERLEAVED
from lcexplore.words import count, many, percent, seconds, seconds_apart

ENOUGH = 72
OVERLAP = 0.99  # below it, hits and misses are no two separate pools


def order_line(review: Review) -> str:
    """Say what the run order licenses."""
    order = review.evidence.validity.order
    forecast = "the seconds are not a forecast"
    if order.kind in INTERLEAVED:
        kind = "interleaved in one fixed order" if order.kind == "alternating" else "interleaved"
        return f"The arms' requests were {kind}: the difference is licensed, {forecast}."
    if order.kind == "blocked":
        return f"The arms ran in separate blocks: the difference is not licensed, and {forecast}."
    if order.kind == "unknown":
        return "Start times were not recorded: whether the difference is licensed is not measured."
    return f"The arms' requests were mixed without a fixed pattern; {forecast}."


class Gravity(IntEnum):
    """How much a caution may change what is read off the figures, the gravest first."""

    WRONG = auto()  # the times themselves may be wrong
    LEFT_OUT = auto()  # what has no time, and so is in no percentile
    ABOVE_BAR = auto()  # what more cache hits cannot mend
    UNSURE = auto()  # what limits how far the figures tell
    TOLD = auto()  # what explains them


Caution = tuple[Gravity, str]


def cautions(review: Review, *, first_token: bool = False) -> list[Caution]:
    """Say what has no timing and where the figures need care, each with how grave it is."""
    return [
        *_failures(review, first_token=first_token),
        *_warnings(review, first_token=first_token),
    ]


def failures(review: Review, *, first_token: bool = False) -> list[str]:
    """Say what has no timing: errors, timeouts, replays, and what nobody timed; zero is said, too.

    ``first_token`` says which times the figures above show.
    """
    return [said for _, said in _failures(review, first_token=first_token)]


def _failures(review: Review, *, first_token: bool) -> list[Caution]:
    lines: list[Caution] = []
    for role in Role:
        shown, name = arm(review, role), review.info.arm(role)
        if shown is None:
            continue
        if shown.n_failed:
            rule = "the rule ranks" if review.decision else "a rule would rank"
            said = (
                f"{name}: {count(shown.n_failed)} of {asked(review, shown)} failed or "
                f"timed out{_at_least(review, role)}; {rule} them slower than every other."
            )
            lines.append((Gravity.LEFT_OUT, said))
        if shown.n_replays:
            served = "a store" if review.source == REQUESTS else "the eval tool"
            replays = many(shown.n_replays, "replay")
            lines.append((Gravity.UNSURE, f"{name}: {replays} left out; {served} served them."))
    lines = lines or [(Gravity.TOLD, _none(review))]
    lacking = untimed.lines(review, first_token=first_token)
    return [*lines, *((Gravity.LEFT_OUT, each) for each in lacking)]


def _none(review: Review) -> str:
    timed = ", and every one has an end-to-end time" if untimed.all_timed(review) else ""
    sent = [role for role in review.roles if (found := arm(review, role)) and found.n_planned]
    either = " in either arm" if len(sent) > 1 else ""
    if review.info.baseline and len(sent) == 1:
        either = f" in {review.info.arm(sent[0])}"
    return f"No request failed, timed out or was replayed{either}{timed}."


def _at_least(review: Review, role: Role) -> str:
    timings = review.evidence.inputs.timings.get(role)
    gave_up = None if timings is None else timings.failed_after
    if gave_up is None or not gave_up.n:
        return ""
    return f" after at least {seconds(float(gave_up.values[0]))}"


def warnings(review: Review, *, first_token: bool = False) -> list[str]:
    """Say where the reading of the figures shown needs care, end to end or to the first token."""
    return [said for _, said in _warnings(review, first_token=first_token)]


def _warnings(review: Review, *, first_token: bool) -> list[Caution]:
    lines: list[Caution] = []
    for role in Role:
        shown, name = arm(review, role), review.info.arm(role)
        if shown is None:
            continue
        timed = arm(review, role, first_token=first_token)
        if timed is not None and 0 < timed.all.n < ENOUGH:
            size = many(timed.all.n, "timing")
            lines.append((Gravity.UNSURE, f"{name}: p95 has no upper end at this size ({size})."))
        if unit := unit_note(review, role):
            lines.append((Gravity.WRONG, f"{name}: {unit}"))
        zeros = _zeros(review, role, first_token=first_token)
        lines += [(Gravity.WRONG, each) for each in zeros]
        if shown.partial_hits:
            said = (
                f"{name}: {count(shown.partial_hits)} of {many(shown.hits, 'hit')} had less than "
                "half of their input in the cache (partial); they count as hits, and the "
                "percentiles, the density and the share done below keep them apart."
            )
            lines.append((Gravity.UNSURE, said))
    lines += [(Gravity.UNSURE, each) for each in untimed.unknown_cache(review)]
    return [*lines, *_slow_hits(review, first_token=first_token)]


def unit_note(review: Review, role: Role) -> str:
    """Ask whether seconds are milliseconds, where they look like it; empty otherwise."""
    timings = review.evidence.inputs.timings.get(role)
    return (timings.longest_unit or "") if timings else ""


def _zeros(review: Review, role: Role, *, first_token: bool) -> list[str]:
    """Count the timings of 0 s, which no request takes."""
    timings = review.evidence.inputs.timings.get(role)
    shown = pool(of_arm(timings, first_token=first_token).values()) if timings else NONE
    zeros = int(shown.counts[shown.values == 0].sum())
    if not zeros:
        return []
    what = "times to first token" if first_token else "end-to-end times"
    return [
        f"{review.info.arm(role)}: {count(zeros)} of {count(shown.n)} {what} "
        f"{'is' if zeros == 1 else 'are'} 0 s, which no request takes: check the unit or the log."
    ]


def of_pairs(share: float) -> str:
    """Write a share of pairs; that of none and of all without decimals."""
    return percent(share, decimals=0 if share in (0.0, 1.0) else 1)


def _slow_hits(review: Review, *, first_token: bool) -> list[Caution]:
    found = parts(review, first_token=first_token)
    agreed = bar(review, first_token=first_token)
    lines: list[Caution] = []
    if found is None or found.hits_alone is None:
        return lines
    if agreed is not None and found.hits_alone > agreed:
        alone, most = seconds_apart(found.hits_alone, agreed)
        said = f"Hits are themselves slow; with hits alone p95 would be {alone} against the agreed"
        lines.append((Gravity.ABOVE_BAR, f"{said} {most}."))
    timings = review.evidence.inputs.timings[Role.CANDIDATE]
    apart = waits.separation(timings, first_token=first_token)
    if apart is not None and apart.slower < OVERLAP:
        lines.append((Gravity.UNSURE, _overlap(apart)))
    return lines


def _overlap(apart: waits.Separation) -> str:
    pairs = f"a miss is faster than a hit in {of_pairs(apart.faster)} of their pairs"
    if apart.faster >= OVERLAP:
        return f"Hits are slower than misses: {pairs}."
    if apart.tied >= OVERLAP:
        return f"Hits and misses take equally long in {of_pairs(apart.tied)} of their pairs."
    tied = f" and ties with it in {of_pairs(apart.tied)}" if apart.tied > 1 - OVERLAP else ""
    return f"Hits and misses overlap: {pairs}{tied}."


METHOD = (
    "p95 is the smallest observed time at or below which 95 of 100 requests lie; the same "
    "definition holds on every page. Its interval comes from the order of the observations and "
    "needs at least 72 timings. A replay, served by the eval tool from a store, is neither hit nor "
    "miss and is left out. Cache state is the provider's prompt cache, as the log reports it. A "
    "partial hit read less than half of its input from the cache: it is a hit in the hit rate, in "
    "What if and in the rule, and a row of its own where latencies are spread out. A latency "
    "clause ranks what has no time slower than all that has one, and is not measured where more is "
    "missing than the record tolerates."
)
