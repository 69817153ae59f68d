"""What is known of a comparison that holds one arm?"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from lcexplore.decision.record import parse
from lcexplore.evidence.bundle import Evidence, gather
from lcexplore.evidence.traffic import Traffic
from lcexplore.model import Role
from lcexplore.report import prices
from lcexplore.report.review import DEFAULT_LEVEL, Review
from lcexplore.store import Store

Value = TypeVar("Value")


def lone(store: Store, comparison: str) -> Review:
    """Levels of the only arm, which takes the candidate's place; nothing is compared or decided.

    Where the arm that is not there would stand, there is no entry: it has no zero requests.

    Args:
        store: Where the runs are.
        comparison: Its name; ``UsageError`` when it holds several arms.
    """
    version = store.version()
    info, stored = store.lone(comparison), store.record(comparison)
    rule = None if stored is None else parse(stored.text, file="the committed record")
    level = DEFAULT_LEVEL if rule is None else rule.confidence_level
    evidence = _evidence(gather(store.inputs(info), info, level=level))
    sheet, traffic = prices.in_force(store, comparison), _traffic(store.eval_traffic(info))
    requests = store.request_traffic(info)
    return Review(
        info=info,
        evidence=prices.applied(evidence, sheet, traffic),
        decision=None,
        record=rule,
        times=None,
        store_version=version,
        entry=store.comparison(comparison),
        undecided=None if rule is None else f"only {info.candidate} is stored",
        prices=sheet,
        traffic=traffic,
        requests=None if requests is None else _traffic(requests),
    )


def _evidence(found: Evidence) -> Evidence:
    """Of one arm; what Validity finds is about two and would only repeat that there is one."""
    inputs, latency = found.inputs, found.latency
    return replace(
        found,
        inputs=replace(inputs, timings=_own(inputs.timings), tokens=_own(inputs.tokens)),
        latency=replace(
            latency,
            arms=_own(latency.arms),
            first_token=_own(latency.first_token),
            decomposition=_own(latency.decomposition),
        ),
        cost=_own(found.cost),
        validity=replace(found.validity, inputs=(), findings=()),
    )


def _traffic(found: Traffic) -> Traffic:
    windows = found.windows
    return replace(
        found,
        timings=None if found.timings is None else _own(found.timings),
        tokens=None if found.tokens is None else _own(found.tokens),
        windows=None if windows is None else replace(windows, pools=_own(windows.pools)),
    )


def _own(found: Mapping[Role, Value]) -> dict[Role, Value]:
    return {role: each for role, each in found.items() if role is Role.CANDIDATE}
