"""Is one arm, or the scenario, at least as good as another on correctness, latency and cost?"""

from collections.abc import Sequence
from itertools import combinations, permutations

from lcexplore.report.sentences.common import capital, listed
from lcexplore.report.standing import Standing
from lcexplore.words import money

CORRECTNESS, LATENCY, COST = "correctness", "latency", "cost"
ALL = "correctness, latency and cost"
_SLACK = 1e-9
BY_VALUE = "By the values alone: their intervals are not weighed here."


def lines(places: Sequence[Standing]) -> list[str]:
    """Who is at least as good as whom, what the arms trade, and what is not known."""
    if not places:
        return []
    arms = [each for each in places if not each.scenario]
    return [_direction(places), *_trades(arms), BY_VALUE, *_open_interval(places), *_few(places)]


def at_least_as_good(one: Standing, other: Standing) -> bool:
    """On whatever of the three is measured for both."""
    return all(mine >= theirs - _SLACK for mine, theirs in _compared(one, other).values())


def _compared(one: Standing, other: Standing) -> dict[str, tuple[float, float]]:
    """Both values of everything that both have, turned so that more is better."""
    pairs = {
        CORRECTNESS: (one.difference, other.difference),
        LATENCY: (-one.p95, -other.p95),
    }
    if one.cost is not None and other.cost is not None:
        pairs[COST] = (-one.cost, -other.cost)
    return pairs


def _direction(places: Sequence[Standing]) -> str:
    found = [
        _as_good(one, other)
        for one, other in permutations(places, 2)
        if at_least_as_good(one, other) and not _same(one, other)
    ]
    unknown = [
        each.name if not each.scenario else "the scenario" for each in places if each.cost is None
    ]
    cost = f" Cost is not measured for {listed(unknown)}." if unknown else ""
    if found:
        return " ".join(found) + cost
    on = ALL if not unknown else "what is measured"
    who = "No arm" if not any(each.scenario for each in places) else "Neither arm nor scenario"
    return f"{who} is at least as good as another on {on}: each is paid for.{cost}"


def _as_good(one: Standing, other: Standing) -> str:
    on = list(_compared(one, other))
    only = "" if COST in on else "; cost cannot be compared"
    return f"{capital(_named(one))} is at least as good as {_named(other)} on {listed(on)}{only}."


def _same(one: Standing, other: Standing) -> bool:
    return all(abs(mine - theirs) <= _SLACK for mine, theirs in _compared(one, other).values())


def _named(each: Standing) -> str:
    return "the scenario" if each.scenario else each.name


def _trades(arms: Sequence[Standing]) -> list[str]:
    """What each of two arms is better at, where each is at something."""
    said = []
    for one, other in combinations(arms, 2):
        pairs = _compared(one, other)
        mine = [name for name, (a, b) in pairs.items() if a > b + _SLACK]
        theirs = [name for name, (a, b) in pairs.items() if b > a + _SLACK]
        if mine and theirs:
            better = f"{capital(one.name)} is better on {listed(mine)}"
            said.append(f"{better}, {other.name} on {listed(theirs)}.")
    return said


def _open_interval(places: Sequence[Standing]) -> list[str]:
    open_ended = [
        _named(each)
        for each in places
        if each.interval is not None and each.interval.low <= 0 <= each.interval.high
    ]
    if not open_ended:
        return []
    holds = "its interval holds 0" if len(open_ended) == 1 else "each one's interval holds 0"
    return [f"Which is more correct is open for {listed(open_ended)}: {holds}."]


def _few(places: Sequence[Standing]) -> list[str]:
    """The arms' are named beside the figure, which is not made anew for a scenario."""
    few = any(each.scenario and each.few for each in places)
    return ["The scenario's p95 is of too few timings to be held against a bar."] if few else []


def cost_words(each: Standing) -> str:
    """Cost of a thousand queries, or that it is not measured."""
    return "not measured" if each.cost is None else money(each.cost, each.currency)
