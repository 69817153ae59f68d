"""Reviews made by hand with the worked example's numbers, for what the pages say of them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np

from lcexplore.decision.evaluate import ClauseReading, Decision, Precondition
from lcexplore.decision.measure import NO_PRICE
from lcexplore.decision.record import Bar, Clause, DecisionRecord
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.correctness import (
    ArmAccuracy,
    Bounds,
    Correctness,
    Guard,
    McNemar,
    Stratum,
)
from lcexplore.evidence.inputs import (
    ArmTally,
    ArmTimings,
    Inputs,
    PairedTally,
    RunOrder,
    Timings,
)
from lcexplore.evidence.latency import ArmLatency, Decomposition, Latency, Quantiles
from lcexplore.evidence.tokens import ArmCost
from lcexplore.evidence.validity import InputRow, OrderReading, Validity
from lcexplore.model import (
    CacheState,
    Cells,
    ComparisonInfo,
    Finding,
    Interval,
    Outcome,
    RecordTimes,
    Role,
    Severity,
    Status,
)
from lcexplore.report.review import Review
from lcexplore.store.entries import ArmEntry, ComparisonEntry, GradingEntry

B, C = Role.BASELINE, Role.CANDIDATE
DAY = datetime(2026, 4, 20, 9, tzinfo=UTC)


def _quantiles(n, p95, low, high):
    parts = dict.fromkeys(("p5", "p25", "p50", "p75", "p90"), p95 / 2)
    return Quantiles(n=n, **parts, p95=p95, p99=p95 * 1.5, p95_interval=Interval(low, high))


def _arm_latency(n, p95, hits, misses):
    known = hits + misses
    return ArmLatency(
        all=_quantiles(n, p95, p95 * 0.95, p95 * 1.05),
        by_state={},
        n_planned=n,
        n_failed=0,
        n_untimed=0,
        n_replays=0,
        hit_rate=hits / known,
        hit_rate_interval=Interval(0.868, 0.899),
        n_cache_known=known,
        hits=hits,
        misses=misses,
        partial_hits=0,
    )


def timings(values):
    found, counts = np.unique(np.asarray(values, dtype=float), return_counts=True)
    return Timings(values=found, counts=counts)


def _arm_timings(pools, n, hits, misses):
    return ArmTimings(
        end_to_end=pools,
        first_token={},
        n_planned=n,
        n_failed=0,
        n_replays=0,
        hits=hits,
        misses=misses,
    )


def _correctness(**changes):
    accuracy = {
        B: ArmAccuracy(n_answers=1640, n_measured=1640, n_correct=1168, not_measured={},
                       accuracy=1168 / 1640, words_mean=120.0),
        C: ArmAccuracy(n_answers=1640, n_measured=1640, n_correct=1219, not_measured={},
                       accuracy=1219 / 1640, words_mean=210.0),
    }  # fmt: skip
    difference, low, high = 51 / 1640, 0.0071, 0.0556
    found = Correctness(
        n_questions=820,
        n_eval_set=820,
        n_pairs=1640,
        difference=difference,
        interval=Interval(low, high),
        level=0.95,
        method="Tango on effective counts, question as the unit",
        cells=Cells(both=560, candidate_only=86, baseline_only=55, neither=119),
        answer_pairs=Cells(both=1079, candidate_only=140, baseline_only=89, neither=332),
        mcnemar=McNemar(statistic_corrected=6.4, statistic_uncorrected=6.8, p_corrected=0.012,
                        p_uncorrected=0.009, p_exact=0.011, p_midp=0.009),
        bounds=Bounds(low=difference, high=difference, interval_low=low, interval_high=high),
        guard=Guard(low=low, high=high, high_at_worst=high, low_at_best=low),
        unpaired=Interval(-0.012, 0.074),
        newcombe=Interval(0.0068, 0.0553),
        wald=Interval(0.007, 0.0552),
        design_effect=1.77,
        n_clusters=820,
        clustered="question",
        per_question=np.array([-1.0, 0.0, 1.0]),
        arms=accuracy,
        strata=(
            Stratum(name="single_passage", n_questions=484, n_discordant=60, difference=0.025,
                    interval=Interval(-0.003, 0.053)),
            Stratum(name="multi_passage", n_questions=336, n_discordant=81, difference=0.04,
                    interval=Interval(0.001, 0.079)),
        ),
        unmeasured_share={B: 0.0, C: 0.0},
        heterogeneity_p=0.45,
    )  # fmt: skip
    return replace(found, **changes)


def _tally(n, epochs):
    arm = ArmTally(planned=np.full(n, epochs), measured=np.full(n, epochs), correct=np.full(n, 1))
    return PairedTally(
        questions=tuple(f"q{i:03d}" for i in range(n)), strata=(None,) * n, clusters=(None,) * n,
        baseline=arm, candidate=arm, answer_pairs=Cells(both=n, candidate_only=0, baseline_only=0,
                                                         neither=0),
        eval_set_size=n, epochs_planned=epochs,
    )  # fmt: skip


def order(n, *, blocked):
    at = np.arange(2 * n, dtype=float) * 4 + DAY.timestamp()
    second = np.arange(2 * n) >= n if blocked else np.arange(2 * n) % 2 == 1
    question = np.arange(2 * n) % n if blocked else np.arange(2 * n) // 2
    return RunOrder(started_at=at, is_candidate=second, question=question)


def _input(name, baseline, candidate, verdict="same", confounds=()):
    return InputRow(
        name=name, baseline=baseline, candidate=candidate, verdict=verdict, confounds=confounds
    )


INPUTS = (
    _input("model", "model-2026-04-17", "model-2026-04-17"),
    _input("temperature", "0.0", "0.0"),
    _input("corpus_hash", "3b9f...c07", "3b9f...c07"),
    _input("blind", "true", "true"),
)


def _reading(kind, n):
    return OrderReading(
        kind=kind, n_timed=2 * n, candidate_first=n // 2, baseline_first=n // 2,
        median_gap_s=4.0, span_s={},
    )  # fmt: skip


def _evidence(info):
    hits, misses = timings([6.2] * 1450), timings([21.3] * 82 + [11.6] * 108)
    return Evidence(
        info=info,
        inputs=Inputs(
            tally=_tally(820, 2),
            timings={
                B: _arm_timings({CacheState.MISS: timings([2.9] * 1640)}, 1640, 0, 1640),
                C: _arm_timings({CacheState.HIT: hits, CacheState.MISS: misses}, 1640, 1450, 190),
            },
            tokens={},
            order=order(1640, blocked=False),
            epochs={B: 2, C: 2},
        ),
        correctness=_correctness(),
        latency=Latency(
            arms={B: _arm_latency(1640, 2.9, 0, 1640), C: _arm_latency(1640, 11.6, 1450, 190)},
            first_token={
                B: _arm_latency(1640, 0.7, 0, 1640),
                C: _arm_latency(1640, 3.1, 1450, 190),
            },
            decomposition={
                B: None,
                C: Decomposition(p=0.95, value=11.6, set_by=CacheState.MISS,
                                 quantile_of_misses=0.568, quantile_of_hits=None,
                                 miss_share=190 / 1640, hits_alone=6.2, misses_alone=21.3,
                                 overlap=0.0),
            },
        ),
        cost={B: _cost(5130.0), C: _cost(35400.0)},
        validity=Validity(inputs=INPUTS, order=_reading("balanced", 1640), findings=()),
        grading=None,
        rubrics=(),
        window=None,
    )  # fmt: skip


def _cost(mean):
    return ArmCost(effective_mean=mean, n_reported=1640, n_planned=1640, cost_per_1k=None,
                   n_priced=0, reason=None, cost_reason="no price")  # fmt: skip


def _clause(quantity, operator, value, unit="", *, arm=None, rule="switch_if", line=1):
    bar = Bar(value=value, unit=unit, arm=arm, text="")
    return Clause(quantity=quantity, operator=operator, bar=bar, rule=rule, line=line)


CLAUSES = (
    _clause("correctness_delta_lower_ci", ">=", 0.01, "pts"),
    _clause("p95_end_to_end", "<=", 5.0, "s"),
    _clause("cost_per_1k_queries", "<=", 1.6, "x", arm="retrieval"),
    _clause("measured_cache_hit_rate", ">=", 0.95),
    _clause("correctness_delta_upper_ci", "<", 0.0, "pts", rule="reject_if"),
)


def reading(clause, observed, status, n=1640, unit_n="requests", **more):
    bar = None if clause.bar.arm else clause.bar.value
    return ClauseReading(
        clause=clause, observed=observed, bar=bar, status=status, n=n, unit_n=unit_n, **more
    )


READINGS = (
    reading(CLAUSES[0], 0.0071, Status.FAILED, 820, "questions"),
    reading(CLAUSES[1], 11.6, Status.FAILED),
    reading(CLAUSES[2], None, Status.NOT_MEASURED, reason="no price", remedy=NO_PRICE),
    reading(CLAUSES[3], 1450 / 1640, Status.FAILED),
    reading(CLAUSES[4], 0.0556, Status.FAILED, 820, "questions"),
)
RECORD = DecisionRecord(
    title="policy-assistant-long-context-vs-retrieval", clauses=CLAUSES, frozen={},
    otherwise="iterate", review_trigger=(), baseline=None, candidate=None,
    grader="judge-2026-02-11", rubric="v4", eval_set_size=820, confidence_level=0.95,
    missing_tolerance=0.02, correctness_basis="graded", calibration="required",
    committed_at=DAY, margin_reason=None, sha256="ab" * 32, text="comparison: x\n",
)  # fmt: skip
TIMES = RecordTimes(claimed_at=DAY, recorded_at=None, first_grading_at=DAY + timedelta(hours=2))


def decided(readings=READINGS, *, outcome=Outcome.ITERATE, post_hoc=None, preconditions=()):
    return Decision(outcome=outcome, preconditions=preconditions, readings=readings,
                    post_hoc=post_hoc, record=RECORD, times=TIMES)  # fmt: skip


PRECONDITIONS = (
    Precondition(id="comparable", status=Status.MET, message="nothing else moved"),
    Precondition(id="calibrated", status=Status.FAILED, message="labels belong to rubric v3"),
)


def _entry(name, *, record):
    return ComparisonEntry(
        name=name,
        arms=(
            ArmEntry(name="retrieval", n_answers=1640, n_questions=820),
            ArmEntry(name="long-context", n_answers=1640, n_questions=820),
        ),
        baseline="retrieval",
        candidate="long-context",
        has_record=record,
        has_window=False,
        imported_at=DAY,
        n_questions=820,
        gradings=tuple(
            GradingEntry(grader="judge-2026-02-11", rubric=rubric, n=3280, first_graded_at=DAY,
                         last_graded_at=DAY)
            for rubric in ("v3", "v4")
        ),
    )  # fmt: skip


def v3():
    """The comparison that was decided: 820 questions, two answers each."""
    info = ComparisonInfo(name="policy-assistant-v3", baseline="retrieval",
                          candidate="long-context", grader="judge-2026-02-11",
                          rubric="v4")  # fmt: skip
    return Review(info=info, evidence=_evidence(info), decision=decided(), record=RECORD,
                  times=TIMES, store_version="7-1",
                  entry=_entry(info.name, record=True))  # fmt: skip


MOVED = Finding(
    id="model_moved",
    severity=Severity.CONFOUND,
    message="the model moved with the arm",
    touches=("correctness", "latency"),
)
BLOCKED = Finding(
    id="run_order_blocked",
    severity=Severity.LATENCY,
    message="the arms ran in separate hours",
    touches=("latency",),
)


def pilot():
    """The confounded pilot: 240 questions, one answer each, no record."""
    review = v3()
    info = replace(review.info, name="policy-assistant-pilot", rubric="v3")
    model = _input("model", "model-a", "model-b", "moved", ("correctness", "latency"))
    evidence = replace(
        review.evidence,
        info=info,
        inputs=replace(review.evidence.inputs, tally=_tally(240, 1), epochs={B: 1, C: 1},
                       order=order(240, blocked=True)),
        correctness=_correctness(n_questions=240, n_eval_set=240, n_pairs=240, difference=-13 / 240,
                                 interval=Interval(-0.112, 0.002), design_effect=1.0, strata=(),
                                 heterogeneity_p=None, unpaired=Interval(-0.144, 0.035)),
        validity=Validity(inputs=(model, *INPUTS[1:]), order=_reading("blocked", 240),
                          findings=(MOVED, BLOCKED)),
    )  # fmt: skip
    return replace(review, info=info, evidence=evidence, decision=None, record=None, times=None,
                   entry=_entry(info.name, record=False))  # fmt: skip
