"""What do scripts read? The stable JSON of every result: fractions, seconds, null for unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcexplore.model import CachePart, CacheState, Cells, Role
from lcexplore.report.plain import Json, fields, plain_object
from lcexplore.report.window_json import window

if TYPE_CHECKING:
    from lcexplore.decision.evaluate import Decision
    from lcexplore.evidence.bundle import Evidence
    from lcexplore.evidence.correctness import Correctness
    from lcexplore.evidence.grading import CorrectedDifference, Grading
    from lcexplore.evidence.latency import ArmLatency, Quantiles
    from lcexplore.evidence.sizing import Size
    from lcexplore.report.review import Review
    from lcexplore.store.entries import ImportAccount

REFUSALS_SHOWN = 20
_ROLES = (Role.BASELINE, Role.CANDIDATE)


def paired(correctness: Correctness) -> Json:
    """The paired analysis: ``paired`` and ``summary.correctness``."""
    interval, bounds = correctness.interval, correctness.bounds
    ends = {"level": correctness.level, "method": correctness.method}
    content = {
        "n_questions": correctness.n_questions,
        "n_eval_set": correctness.n_eval_set,
        "n_pairs": correctness.n_pairs,
        "difference": correctness.difference,
        "interval": {"low": interval.low, "high": interval.high, **ends} if interval else None,
        "cells": _cells(correctness.cells),
        "answer_pairs": _cells(correctness.answer_pairs),
        "mcnemar": fields(
            correctness.mcnemar, "statistic_corrected p_corrected p_uncorrected p_exact p_midp"
        ),
        "bounds": fields(bounds, "low high interval_low interval_high"),
        "design_effect": correctness.design_effect,
        "n_clusters": correctness.n_clusters,
        "clustered": correctness.clustered,
    }
    return plain_object(content)


def summary(review: Review) -> Json:
    """Every figure of the decision."""
    info, evidence = review.info, review.evidence
    content = {
        "comparison": info.name,
        "baseline": info.baseline,
        "candidate": info.candidate,
        "grader": info.grader,
        "rubric": info.rubric,
        "correctness": paired(evidence.correctness),
        "arms": {info.arm(role): _arm(evidence, role) for role in _ROLES},
        "grading": _grading(evidence, evidence.grading) if evidence.grading else None,
        "validity": [
            {"id": each.id, "severity": each.severity, "message": each.message}
            for each in review.findings
        ],
        "decision": decision(review.decision) if review.decision else None,
        "window": window(evidence.window),
        "store_version": review.store_version,
        "source": review.source,
    }
    return plain_object(content)


def decision(decision: Decision) -> Json:
    """The decision, clause by clause."""
    content = {
        "outcome": decision.outcome,
        "preconditions": [
            {"id": each.id, "status": each.status, "message": each.message}
            for each in decision.preconditions
        ],
        "clauses": [
            {
                "quantity": each.clause.quantity,
                "operator": each.clause.operator,
                "bar": each.bar,
                "bar_as_written": each.clause.bar.text,
                "observed": each.observed,
                "status": each.status,
                "rule": each.clause.rule,
                "n": each.n,
                "unit_n": each.unit_n,
                "reason": each.reason,
            }
            for each in decision.readings
        ],
        "record_sha256": decision.record.sha256,
        "claimed_at": decision.times.claimed_at,
        "recorded_at": decision.times.recorded_at,
        "post_hoc": decision.post_hoc,
        "notes": decision.notes,
    }
    return plain_object(content)


def size(size: Size) -> Json:
    """Questions needed."""
    names = (
        "n_half_width n_power assurance n_impossible_below discordance difference half_width "
        "margin power design_effect"
    )
    return plain_object(fields(size, names) or {})


def account(account: ImportAccount) -> Json:
    """What became of one imported file; the first refusals, all of them are in the store."""
    names = (
        "file format sha256 rows_read rows_kept rows_refused duplicates already_imported arms "
        "not_measured notes import_id"
    )
    refusals = [
        fields(each, "line field value reason") for each in account.refusals[:REFUSALS_SHOWN]
    ]
    return plain_object({**(fields(account, names) or {}), "refusals": refusals})


def _cells(cells: Cells | None) -> Json | None:
    return fields(cells, "both candidate_only baseline_only neither")


def _arm(evidence: Evidence, role: Role) -> Json:
    accuracy, cost = evidence.correctness.arms[role], evidence.cost[role]
    latency = evidence.latency.arms[role]
    return {
        "n_answers": accuracy.n_answers,
        "n_measured": accuracy.n_measured,
        "not_measured": accuracy.not_measured,
        "accuracy": accuracy.accuracy,
        "words_mean": accuracy.words_mean,
        "effective_input_tokens_mean": cost.effective_mean,
        "cost_per_1k_queries": cost.cost_per_1k,
        "cost_basis": cost.basis,
        "cost_parts": cost.parts,
        "hit_rate": latency.hit_rate,
        "n_cache_known": latency.n_cache_known,
        "partial_hits": latency.partial_hits,
        "latency": _latency(latency),
    }


def _latency(arm: ArmLatency) -> Json:
    pools = {str(state): _quantiles(arm.by_state.get(state)) for state in CacheState}
    return {
        **_quantiles(arm.all),
        "n_failed": arm.n_failed,
        "p95_interval": arm.all.p95_interval,
        **pools,
        "hit_partial": _quantiles(arm.by_part.get(CachePart.PARTIAL)),
        "replays": arm.n_replays,
    }


def _quantiles(pool: Quantiles | None) -> Json:
    return fields(pool, "n p50 p95 p99") or {"n": 0, "p50": None, "p95": None, "p99": None}


def _grading(evidence: Evidence, grading: Grading) -> Json:
    agreed, right = grading.labellers_agree, grading.grader_agrees
    arms = {evidence.info.arm(role): each for role, each in grading.leniency.items()}
    return {
        "grader": grading.grader,
        "rubric": grading.rubric,
        "n_labelled": grading.n_labelled,
        "labellers_agree": agreed.agree if agreed else None,
        "grader_agrees": right.agree if right else None,
        "kappa": grading.kappa,
        "kappa_interval": grading.kappa_interval,
        "lenient": {arm: each.lenient for arm, each in arms.items()},
        "strict": {arm: each.strict for arm, each in arms.items()},
        "corrected_difference": _corrected(grading.corrected),
        "rubrics": _rubrics(evidence),
        "stale": grading.stale,
    }


def _corrected(corrected: CorrectedDifference | None) -> Json | None:
    return fields(corrected, "estimate low high n_pairs method")


def _rubrics(evidence: Evidence) -> Json:
    accuracy: dict[str, dict[str, float | None]] = {}
    for each in evidence.inputs.rubrics:
        share = each.correct / each.measured if each.measured else None
        accuracy.setdefault(each.rubric, {})[evidence.info.arm(each.role)] = share
    return accuracy
