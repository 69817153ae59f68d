"""The worked example's review with another rule, or with other timings."""

from dataclasses import replace

import numpy as np

from lcexplore.evidence import latency
from lcexplore.evidence.inputs import ArmTally, ArmTimings
from lcexplore.model import CacheState, Role, Status
from tests.ui.reviews import timings


def relaxed(shown, *, p95):
    """The review with another p95 bar and every other switch clause and precondition met."""
    readings = tuple(
        replace(each, bar=p95) if each.clause.quantity == "p95_end_to_end"
        else replace(each, status=Status.MET) if each.clause.rule == "switch_if" else each
        for each in shown.decision.readings
    )  # fmt: skip
    conditions = tuple(replace(each, status=Status.MET) for each in shown.decision.preconditions)
    decision = replace(shown.decision, readings=readings, preconditions=conditions)
    return replace(shown, decision=decision)


def clause(shown, quantity, operator, bar, rule="switch_if"):
    """The review of a rule that is this clause alone, everything else met."""
    shown = relaxed(shown, p95=bar)
    old = next(each for each in shown.decision.readings if each.clause.quantity == quantity)
    said = replace(old.clause, operator=operator, rule=rule, bar=replace(old.clause.bar, value=bar))
    reading = replace(old, clause=said, bar=bar, missing=15)
    return replace(shown, decision=replace(shown.decision, readings=(reading,)))


def with_untimed(shown, hits, misses, n):
    """The review with these timings, and so many answers that have none."""
    arm = ArmTimings(
        end_to_end={CacheState.HIT: timings(hits), CacheState.MISS: timings(misses)},
        first_token={},
        n_planned=len(hits) + len(misses) + n,
        n_failed=n,
        n_replays=0,
        hits=len(hits),
        misses=len(misses),
    )
    inputs = shown.evidence.inputs
    every = {**inputs.timings, Role.CANDIDATE: arm}
    none = np.empty(0, dtype=np.int64)
    nobody = ArmTally(planned=none, measured=none, correct=none)
    tally = replace(
        inputs.tally, eval_set_size=None, epochs_planned=None, candidate=nobody, baseline=nobody
    )
    evidence = replace(
        shown.evidence,
        inputs=replace(inputs, timings=every, tally=tally),
        latency=latency.analyse(every),
    )
    return replace(shown, evidence=evidence)
