"""Which latencies look as if something else than the design made them?"""

from collections.abc import Iterator, Mapping

from lcexplore.evidence.inputs import ArmTimings
from lcexplore.evidence.load import Load
from lcexplore.evidence.traffic import Growth, Traffic
from lcexplore.evidence.waits import separation
from lcexplore.model import ComparisonInfo, Finding, Role, Severity
from lcexplore.words import count, many

_FEW = 30
_GROWS = 1.05


def examine(
    info: ComparisonInfo,
    timings: Mapping[Role, ArmTimings],
    traffic: Traffic | None,
    load: Load | None,
    *,
    first_token: bool = False,
) -> tuple[Finding, ...]:
    """Look for latency that does not grow, warm as cold, retries and queueing."""
    found: list[Finding] = []
    for role in Role:
        name = info.arm(role)
        found += _flat(name, role, traffic.growth if traffic else ())
        found += _as_cold(name, timings.get(role), first_token=first_token)
        found += _retried(name, role, traffic)
        found += _queued(name, role, load)
    return tuple(found)


def _note(kind: str, message: str) -> Finding:
    return Finding(id=f"latency_{kind}", severity=Severity.NOTE, message=message)


def _flat(name: str, role: Role, growth: tuple[Growth, ...]) -> Iterator[Finding]:
    for state in dict.fromkeys(each.cache for each in growth if each.role is role):
        sizes = [
            each for each in growth if each.role is role and each.cache is state and each.n >= _FEW
        ]
        if len(sizes) < 2:
            continue
        small, large = sizes[0], sizes[-1]
        if large.mean_s < _GROWS * small.mean_s:
            yield _note(
                "flat",
                f"{name}'s latency does not grow with its input (cache {state}): "
                f"{count(large.n)} requests of {count(2**large.doubling)} tokens and more take "
                f"as long as {count(small.n)} of {count(2**small.doubling)} and more. Something "
                "else than reading the input sets it, or the tokens are not those of the request.",
            )


def _as_cold(name: str, arm: ArmTimings | None, *, first_token: bool) -> Iterator[Finding]:
    found = None if arm is None else separation(arm, first_token=first_token)
    if found is not None and found.equal:
        yield _note(
            "warm_as_cold",
            f"{name}'s misses take as long as its hits ({count(found.n_misses)} and "
            f"{many(found.n_hits, 'request')}): either the cache state is not what the log says, "
            "or the cache does not set the latency.",
        )


def _retried(name: str, role: Role, traffic: Traffic | None) -> Iterator[Finding]:
    n = traffic.n_retried.get(role) if traffic else None
    if n:
        yield _note(
            "retried",
            f"{many(n, 'request')} of {name} {'was' if n == 1 else 'were'} tried again: "
            f"{'its' if n == 1 else 'their'} seconds hold the tries before, and a retry that met a "
            "warm cache counts as a hit.",
        )


def _queued(name: str, role: Role, load: Load | None) -> Iterator[Finding]:
    if load is not None and load.queueing.get(role):
        yield _note(
            "queueing",
            f"{name} is slower when more of its requests are under way: part of its latency is "
            "waiting in a queue, which another load would change.",
        )
