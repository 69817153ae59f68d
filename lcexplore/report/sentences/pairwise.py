"""Does a judge that compares two answers keep its verdict when their order is swapped?"""

from collections.abc import Sequence

from lcexplore.evidence.judged import PairwiseCount
from lcexplore.model import Interval
from lcexplore.report.sentences.agreement import reach
from lcexplore.stats.proportion import wilson
from lcexplore.words import count, many, share

OUT_OF_SCOPE = (
    "These verdicts say which of two answers is better, not whether either is correct: they "
    "enter no accuracy and no difference. What they show is whether the judge goes by the order."
)
LEVEL = 0.95


def title(found: Sequence[PairwiseCount]) -> str:
    """Say what the table of judges finds."""
    twice = [each for each in found if each.both_orders]
    if not twice:
        return "Position bias is not measured: no pair was judged in both orders"
    worst = max(twice, key=lambda each: (_flipped(each) / each.both_orders, each.judge))
    flips = share(_flipped(worst), worst.both_orders, "pairs")
    most = "" if len(twice) == 1 else "; no other judge flips more often"
    return f"{worst.judge} flips on {flips} when the order is swapped{most}"


def flips(found: PairwiseCount) -> str:
    """Say how often one judge changes its verdict with the order, and towards what."""
    if not found.both_orders:
        return f"{found.judge}: not measured, no pair was judged in both orders"
    flipped = _flipped(found)
    if not flipped:
        return f"{found.judge}: none of {many(found.both_orders, 'verdict')} flips with the order"
    return (
        f"{found.judge}: {share(flipped, found.both_orders, 'verdicts')} flip with the order "
        f"({_interval(flipped, found.both_orders)}); it chose the answer shown first twice on "
        f"{count(found.first_twice)} pairs, the one shown second on {count(found.second_twice)}"
    )


def table(found: Sequence[PairwiseCount]) -> list[list[str]]:
    """List every judge with its flips and, where people settled the pairs, its agreement."""
    header = [
        "Judge",
        "Verdicts that flip with the order",
        "Shown first, twice",
        "Shown second, twice",
        "To or from a tie",
        "Right in both orders",
    ]
    return [header, *(_row(each) for each in found)]


def _row(each: PairwiseCount) -> list[str]:
    if not each.both_orders:
        return [each.judge, "○ not measured: no pair in both orders", *["not measured"] * 4]
    flipped = _flipped(each)
    agree = share(each.agree, each.labelled, "pairs") if each.labelled else "not measured: no label"
    return [
        each.judge,
        f"{share(flipped, each.both_orders, 'pairs')}; {_interval(flipped, each.both_orders)}",
        count(each.first_twice),
        count(each.second_twice),
        count(each.to_tie),
        agree,
    ]


def _flipped(each: PairwiseCount) -> int:
    return each.both_orders - each.same


def _interval(part: int, whole: int) -> str:
    low, high = wilson(successes=part, n=whole, level=LEVEL)
    return reach(Interval(low, high))
