"""Reviews of requests made one by one, each with a cache state, its seconds or a failure."""

from dataclasses import replace

import numpy as np

from lcexplore.decision.evaluate import evaluate
from lcexplore.evidence import latency, mixture
from lcexplore.evidence.inputs import ArmTally, ArmTimings
from lcexplore.evidence.traffic import REQUESTS, Traffic
from lcexplore.model import CacheState, Role, Status
from lcexplore.report import scenario
from lcexplore.report.sample import Scenario
from tests.decision.cases import BEFOREHAND, record
from tests.ui.reviews import timings

C = Role.CANDIDATE
HIT, MISS, UNKNOWN = CacheState.HIT, CacheState.MISS, CacheState.UNKNOWN
BARS = ("p95_end_to_end: <= 2.0 s", "measured_cache_hit_rate: >= 90 %")


def arm(given, rows):
    """An arm of requests, each a cache state and its seconds; None failed, unless ``lacking``."""
    timed = {
        state: timings([seconds for own, seconds, _ in rows if own is state and seconds])
        for state in CacheState
    }
    of = {state: [each for each in rows if each[0] is state] for state in CacheState}
    failed = {state: sum(each[2] for each in of[state]) for state in CacheState}
    return replace(
        given,
        end_to_end=timed,
        first_token={},
        n_planned=len(rows),
        n_failed=sum(failed.values()),
        n_replays=0,
        hits=len(of[HIT]),
        misses=len(of[MISS]),
        failed_hits=failed[HIT],
        failed_misses=failed[MISS],
        n_unknown=len(of[UNKNOWN]),
        n_answered=len(rows) - sum(failed.values()),
        failed_after=None,
        hits_end_to_end={},
        hits_first_token={},
    )


def shown(v3, rows, *clauses, reject_if=(), of_log=False, within=0.0, rule=None, **keys):
    """The review of these requests under a rule of these clauses; of a log, or of the eval."""
    given, inputs = v3, v3.evidence.inputs
    none = np.empty(0, dtype=np.int64)
    nobody = ArmTally(planned=none, measured=none, correct=none)
    tally = replace(
        inputs.tally, eval_set_size=None, epochs_planned=None, candidate=nobody, baseline=nobody
    )
    every = {**inputs.timings, C: arm(inputs.timings[C], rows)}
    evidence = replace(
        given.evidence,
        inputs=replace(inputs, timings=every, tally=tally),
        latency=latency.analyse(every),
    )
    agreed = rule or record(clauses or BARS, reject_if, **keys)
    decided = evaluate(agreed, evidence if not of_log else given.evidence, BEFOREHAND)
    met = tuple(replace(each, status=Status.MET) for each in decided.preconditions)
    decided = replace(decided, preconditions=met)
    log = Traffic(source=REQUESTS, timings=every, within=within) if of_log else None
    return replace(
        given,
        evidence=evidence,
        record=agreed,
        decision=decided,
        requests=log,
        source=REQUESTS if of_log else "eval",
    )


def requests(hits=0, misses=0, *, failed_hits=0, failed_misses=0, fast=1.0, slow=8.0, unknown=0):
    """So many requests of each cache state, the failed ones among them; unknown ones are fast."""
    return [
        *((HIT, None, True) for _ in range(failed_hits)),
        *((HIT, fast, False) for _ in range(hits - failed_hits)),
        *((MISS, None, True) for _ in range(failed_misses)),
        *((MISS, slow, False) for _ in range(misses - failed_misses)),
        *((UNKNOWN, fast, False) for _ in range(unknown)),
    ]


def of_log(v3, rows, *clauses, **more):
    """The rows as a request log beside the worked example's eval, whose clauses stay recorded."""
    return shown(v3, rows, *clauses, of_log=True, **more)


def asked(rows):
    none = ArmTimings(
        end_to_end={}, first_token={}, n_planned=0, n_failed=0, n_replays=0, hits=0, misses=0
    )
    return mixture.asked(arm(none, rows), n=len(rows))


def read(review, rate):
    return scenario.reread(review, Scenario(hit_rate=rate))


def first(review, rate):
    """The clause on p95 at a hit rate."""
    return read(review, rate).readings[0]
