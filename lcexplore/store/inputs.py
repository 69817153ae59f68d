"""What does a comparison come to, in the aggregates that the evidence reads?"""

import json
from collections.abc import Mapping

import numpy as np

from lcexplore.evidence.inputs import ArmTally, Inputs, PairedTally, RunOrder, WindowCount
from lcexplore.model import Cells, Manifest, Role
from lcexplore.store import calibration, rubrics, timings
from lcexplore.store.ask import ROLES, Asked

_ROLE_COLUMNS = {Role.CANDIDATE: "candidate", Role.BASELINE: "baseline"}


def inputs(asked: Asked) -> Inputs:
    """Count everything about one comparison under one grading."""
    asked.script("shown")
    told = manifests(asked)
    tally = _tally(asked, told)
    return Inputs(
        tally=tally,
        timings=timings.timings(asked, tally.seen_per_arm),
        tokens=timings.tokens(asked, tally.seen_per_arm, told),
        order=_order(asked),
        manifests=told,
        served_models=_served(asked),
        calibration=calibration.calibration(asked),
        rubrics=rubrics.counts(asked),
        rubric_moves=rubrics.moves(asked),
        epochs=_epochs(asked),
        question_text_conflicts=tuple(
            question for (question,) in asked.rows("SELECT question FROM differing ORDER BY 1")
        ),
        window=_window(asked),
        measurements=_measurements(asked, told),
    )


def manifests(asked: Asked) -> tuple[Manifest, ...]:
    """Every manifest of either arm, oldest import first."""
    return tuple(
        Manifest(arm=arm, file=file, fields=json.loads(fields))
        for arm, file, fields in asked.rows(
            "SELECT arm, file, fields FROM manifests WHERE comparison = $comparison "
            "AND arm IN ($baseline, $candidate) ORDER BY import_id, arm"
        )
    )


def _tally(asked: Asked, told: tuple[Manifest, ...]) -> PairedTally:
    found = asked.columns(
        'SELECT question, min(stratum) AS stratum, min("cluster") AS "cluster", '
        "count(*) AS planned, "
        "count(*) FILTER (candidate_reason IS NULL) AS candidate_measured, "
        "count(*) FILTER (candidate_reason IS NULL AND candidate_correct) AS candidate_correct, "
        "count(*) FILTER (baseline_reason IS NULL) AS baseline_measured, "
        "count(*) FILTER (baseline_reason IS NULL AND baseline_correct) AS baseline_correct "
        "FROM slots GROUP BY question ORDER BY question"
    )
    arms = {
        name: ArmTally(
            planned=found["planned"].astype(np.int64),
            measured=found[f"{name}_measured"].astype(np.int64),
            correct=found[f"{name}_correct"].astype(np.int64),
        )
        for name in ("baseline", "candidate")
    }
    return PairedTally(
        questions=tuple(found["question"]),
        strata=tuple(found["stratum"]),
        clusters=tuple(found["cluster"]),
        baseline=arms["baseline"],
        candidate=arms["candidate"],
        answer_pairs=_answer_pairs(asked),
        eval_set_size=_largest(told, "eval_set_size"),
        epochs_planned=_largest(told, "epochs"),
        not_measured=_not_measured(asked),
        words_mean=_words(asked),
    )


def _answer_pairs(asked: Asked) -> Cells:
    both, candidate_only, baseline_only, neither = asked.row(
        "SELECT count(*) FILTER (candidate_correct AND baseline_correct), "
        "count(*) FILTER (candidate_correct AND NOT baseline_correct), "
        "count(*) FILTER (NOT candidate_correct AND baseline_correct), "
        "count(*) FILTER (NOT candidate_correct AND NOT baseline_correct) "
        "FROM slots WHERE candidate_reason IS NULL AND baseline_reason IS NULL"
    )
    return Cells(
        both=both, candidate_only=candidate_only, baseline_only=baseline_only, neither=neither
    )


def _not_measured(asked: Asked) -> Mapping[Role, Mapping[str, int]]:
    found: dict[Role, dict[str, int]] = {}
    for role, name in _ROLE_COLUMNS.items():
        found[role] = dict(
            asked.rows(
                f"SELECT {name}_reason, count(*) AS n FROM slots WHERE {name}_reason IS NOT NULL "
                f"GROUP BY 1 ORDER BY n DESC, 1"
            )
        )
    return found


def _words(asked: Asked) -> Mapping[Role, float | None]:
    means: dict[Role, float | None] = {Role.BASELINE: None, Role.CANDIDATE: None}
    for is_candidate, graded, every in asked.rows(
        "SELECT is_candidate, avg(words) FILTER (reason IS NULL), avg(words) FROM shown GROUP BY 1"
    ):
        means[ROLES[is_candidate]] = graded if graded is not None else every
    return means


def _largest(told: tuple[Manifest, ...], name: str) -> int | None:
    sizes = [whole for each in told if (whole := _whole(each.fields.get(name))) is not None]
    return max(sizes, default=None)


def _whole(value: object) -> int | None:
    number = _number(value)
    return int(number) if number is not None and number >= 1 and number == int(number) else None


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if np.isfinite(value) else None


def _order(asked: Asked) -> RunOrder:
    found = asked.columns(
        "WITH numbered AS (SELECT question, row_number() OVER (ORDER BY question) - 1 AS place "
        "FROM (SELECT DISTINCT question FROM slots)) "
        "SELECT epoch(started_at) AS seconds, is_candidate, place FROM shown "
        "JOIN numbered USING (question) WHERE started_at IS NOT NULL "
        "ORDER BY started_at, place, is_candidate"
    )
    without = {Role.BASELINE: 0, Role.CANDIDATE: 0} | {
        ROLES[is_candidate]: n
        for is_candidate, n in asked.rows(
            "SELECT is_candidate, count(*) FROM shown WHERE started_at IS NULL GROUP BY 1"
        )
    }
    return RunOrder(
        started_at=found["seconds"].astype(np.float64),
        is_candidate=found["is_candidate"].astype(np.bool_),
        question=found["place"].astype(np.int64),
        n_without_time=without,
    )


def _served(asked: Asked) -> Mapping[Role, Mapping[str, int]]:
    served: dict[Role, dict[str, int]] = {Role.BASELINE: {}, Role.CANDIDATE: {}}
    for is_candidate, model, n in asked.rows(
        "SELECT is_candidate, model, count(*) AS n FROM shown WHERE model IS NOT NULL "
        "GROUP BY ALL ORDER BY n DESC, model"
    ):
        served[ROLES[is_candidate]][model] = n
    return served


def _epochs(asked: Asked) -> Mapping[Role, int]:
    return {Role.BASELINE: 0, Role.CANDIDATE: 0} | {
        ROLES[is_candidate]: n
        for is_candidate, n in asked.rows(
            "SELECT is_candidate, count(DISTINCT epoch) FROM shown GROUP BY 1"
        )
    }


def _window(asked: Asked) -> tuple[WindowCount, ...]:
    return tuple(
        WindowCount(
            version=version,
            depth=depth,
            fill=fill,
            distractor=distractor,
            correct=int(correct),
            measured=int(measured),
            repeat_disagreements=disagreements,
            repeat_groups=groups,
        )
        for version, depth, fill, distractor, correct, measured, disagreements, groups in asked.rows(
            "SELECT version, depth, fill, distractor, sum(correct), sum(measured), "
            "count(*) FILTER (measured > 1 AND correct NOT IN (0, measured)), "
            "count(*) FILTER (measured > 1) FROM (SELECT coalesce(version, arm) AS version, "
            "depth, fill, coalesce(distractor, 'none') AS distractor, question, "
            "count(*) FILTER (reason IS NULL AND correct) AS correct, "
            "count(*) FILTER (reason IS NULL) AS measured FROM shown "
            "WHERE depth IS NOT NULL AND fill IS NOT NULL GROUP BY ALL) "
            "GROUP BY ALL ORDER BY ALL"
        )
    )


def _measurements(asked: Asked, told: tuple[Manifest, ...]) -> dict[str, dict[Role, float]]:
    """Named measurements, the newest manifest of an arm last and therefore in force."""
    found: dict[str, dict[Role, float]] = {}
    for each in told:
        named = each.fields.get("measurements")
        role = Role.CANDIDATE if each.arm == asked.info.candidate else Role.BASELINE
        for name, value in named.items() if isinstance(named, Mapping) else ():
            if (number := _number(value)) is not None:
                found.setdefault(str(name), {})[role] = number
    return found
