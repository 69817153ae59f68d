"""What does a comparison come to, in the aggregates that the evidence reads?"""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from lcexplore.evidence import written
from lcexplore.evidence.inputs import ArmTally, Inputs, PairedTally, RunOrder, WindowCount
from lcexplore.evidence.named_twice import NamedTwice
from lcexplore.evidence.regraded import Regraded, Replaced
from lcexplore.model import Cells, Manifest, Role
from lcexplore.store import calibration, rubrics, timings
from lcexplore.store.ask import ROLES, Asked

_NO_ARM = dict.fromkeys(
    (
        "epochs",
        "n_seen",
        "n_without_time",
        "n_failed",
        "n_replays",
        "hits",
        "misses",
        "failed_hits",
        "failed_misses",
        "partial_hits",
        "n_unknown",
        "n_answered",
        "n_reported",
        "uncached",
        "cache_read",
        "cache_write",
        "n_priced",
        "n_uncached",
        "n_read",
        "n_write",
        "n_output",
        "n_words",
    ),
    0,
) | {"words_mean": None, "cost_usd": 0.0}


def inputs(asked: Asked) -> Inputs:
    """Count everything about one comparison under one grading."""
    asked.show()
    told = _manifests(asked)
    found = {ROLES[each["is_candidate"]]: each for each in asked.named("arms")}
    arms = {role: found.get(role, _NO_ARM) for role in Role}
    tally = _tally(asked, told, arms)
    rubric_counts = rubrics.counts(asked)
    return Inputs(
        tally=tally,
        timings=timings.timings(asked, arms, tally.seen_per_arm),
        tokens=timings.tokens(asked, arms, tally.seen_per_arm, told),
        order=_order(asked, arms),
        manifests=told,
        served_models=_served(asked),
        calibration=calibration.calibration(asked),
        rubrics=rubric_counts,
        rubric_moves=rubrics.moves(asked, rubric_counts),
        grader_moves=rubrics.grader_moves(asked),
        epochs={role: arms[role]["epochs"] for role in Role},
        question_text_conflicts=tuple(question for (question,) in asked.rows("conflicts")),
        named_twice=_named_twice(asked),
        window=_window(asked),
        measurements=_measurements(asked, told),
        unread=_unread(asked),
        same_files=tuple(Path(file).name for (file,) in asked.rows("same_files")),
        lost={role: _lost(arms[role], tally.planned_per_arm) for role in Role},
        gradings=() if _measures(tally) else rubrics.gradings(asked),
        regraded={
            ROLES[each.pop("is_candidate")]: Regraded(**each) for each in asked.named("regraded")
        },
        replaced=tuple(
            Replaced(Path(file).name, ROLES[is_candidate], n=n, changed=changed, held=held)
            for file, is_candidate, n, changed, held in asked.rows("replacements")
        ),
    )


def _measures(tally: PairedTally) -> bool:
    """Whether any question has a verdict in both arms under the grading shown."""
    return bool(((tally.baseline.measured > 0) & (tally.candidate.measured > 0)).any())


def _named_twice(asked: Asked) -> dict[str, NamedTwice]:
    """What some questions have several of, with the first such question as the example."""
    return {
        what: NamedTwice(n=n, question=question, names=(first, last), arms=(ROLES[one], ROLES[two]))
        for what, question, first, last, one, two, n in asked.rows("named_twice")
    }


def _lost(arm: Mapping[str, Any], n_planned: int) -> int:
    return max(n_planned, int(arm["n_seen"])) - int(arm["n_seen"]) + int(arm["n_failed"])


def _manifests(asked: Asked) -> tuple[Manifest, ...]:
    """Every manifest of either arm, oldest import first."""
    return tuple(
        Manifest(arm=arm, file=file, fields=json.loads(fields))
        for arm, file, fields in asked.rows("manifests")
    )


def _tally(asked: Asked, told: tuple[Manifest, ...], arms: timings.Arms) -> PairedTally:
    found = asked.columns("questions")
    counted = {
        name: ArmTally(
            planned=found["planned"].astype(np.int64),
            measured=found[f"{name}_measured"].astype(np.int64),
            correct=found[f"{name}_correct"].astype(np.int64),
        )
        for name in ("baseline", "candidate")
    }
    slots = asked.rows("slots")
    return PairedTally(
        questions=tuple(found["question"]),
        strata=tuple(found["stratum"]),
        clusters=tuple(found["cluster"]),
        baseline=counted["baseline"],
        candidate=counted["candidate"],
        answer_pairs=_answer_pairs(slots),
        eval_set_size=_largest(told, "eval_set_size"),
        epochs_planned=_largest(told, "epochs"),
        not_measured={Role.CANDIDATE: _reasons(slots, 0), Role.BASELINE: _reasons(slots, 1)},
        words_mean={role: arms[role]["words_mean"] for role in Role},
        n_words={role: arms[role]["n_words"] for role in Role},
    )


def _answer_pairs(slots: list[tuple[Any, ...]]) -> Cells:
    pairs = {
        (c, b): n for c_reason, b_reason, c, b, n in slots if c_reason is None and b_reason is None
    }
    return Cells(
        both=pairs.get((True, True), 0),
        candidate_only=pairs.get((True, False), 0),
        baseline_only=pairs.get((False, True), 0),
        neither=pairs.get((False, False), 0),
    )


def _reasons(slots: list[tuple[Any, ...]], column: int) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for slot in slots:
        if slot[column] is not None:
            counts[slot[column]] += slot[4]
    return dict(sorted(counts.items(), key=lambda each: (-each[1], each[0])))


def _largest(told: tuple[Manifest, ...], name: str) -> int | None:
    sizes = [n for each in told if (n := written.whole(each.fields.get(name))) is not None]
    return max(sizes, default=None)


def _order(asked: Asked, arms: timings.Arms) -> RunOrder:
    found = asked.columns("order")
    return RunOrder(
        started_at=found["seconds"].astype(np.float64),
        is_candidate=found["is_candidate"].astype(np.bool_),
        question=found["place"].astype(np.int64),
        n_without_time={role: arms[role]["n_without_time"] for role in Role},
    )


def _served(asked: Asked) -> Mapping[Role, Mapping[str, int]]:
    served: dict[Role, dict[str, int]] = {Role.BASELINE: {}, Role.CANDIDATE: {}}
    for is_candidate, model, n in asked.rows("served"):
        served[ROLES[is_candidate]][model] = n
    return served


def _window(asked: Asked) -> tuple[WindowCount, ...]:
    return tuple(WindowCount(**each) for each in asked.named("window"))


def _unread(asked: Asked) -> Mapping[Role, Mapping[str, int]]:
    found: dict[Role, dict[str, int]] = {}
    for is_candidate, raw, n in asked.rows("unread"):
        found.setdefault(ROLES[is_candidate], {})[raw] = n
    return found


def _measurements(asked: Asked, told: tuple[Manifest, ...]) -> dict[str, dict[Role, float]]:
    """Named measurements, the newest manifest of an arm last and therefore in force.

    What the newest says in words is not known: no older number stands in for it.
    """
    found: dict[str, dict[Role, float]] = {}
    for each in told:
        named = each.fields.get("measurements")
        role = Role.CANDIDATE if each.arm == asked.info.candidate else Role.BASELINE
        for name, value in named.items() if isinstance(named, Mapping) else ():
            if (number := written.number(value)) is not None:
                found.setdefault(str(name), {})[role] = number
            elif not written.blank(value):
                found.get(str(name), {}).pop(role, None)
    return {name: of_arm for name, of_arm in found.items() if of_arm}
