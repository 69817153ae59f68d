"""Answers of two arms, counted as the store counts them, with a record to read them against."""

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import numpy as np

from lcexplore.decision.record import parse
from lcexplore.evidence import correctness, latency, tokens
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.grading import CorrectedDifference, Grading, Leniency
from lcexplore.evidence.inputs import (
    ArmTally,
    ArmTimings,
    ArmTokens,
    Calibration,
    Inputs,
    LabelledAnswer,
    PairedTally,
    RubricCount,
    RunOrder,
    Timings,
)
from lcexplore.evidence.validity import OrderReading, Validity
from lcexplore.model import (
    CacheState,
    Cells,
    ComparisonInfo,
    Interval,
    Manifest,
    RecordTimes,
    Role,
    Verdict,
)

BASELINE, CANDIDATE = Role.BASELINE, Role.CANDIDATE
INFO = ComparisonInfo(
    name="policy-assistant-v3",
    baseline="retrieval",
    candidate="long-context",
    grader="judge-2026-02-11",
    rubric="v4",
)
RECORDED = datetime(2026, 4, 18, 9, tzinfo=UTC)
GRADED = datetime(2026, 4, 20, 11, tzinfo=UTC)
BEFOREHAND = RecordTimes(claimed_at=None, recorded_at=RECORDED, first_grading_at=GRADED)
CLAIMED = RecordTimes(claimed_at=RECORDED, recorded_at=GRADED, first_grading_at=GRADED)

# The record of "Proving a long-context design is at least as good, before you switch".
ARTICLE = """\
comparison: policy-assistant-long-context-vs-retrieval
frozen:
  model: model-2026-04-17          # dated snapshot, both arms
  temperature: 0.0
  eval_set: policy-eval-v3 (820 items, 41% multi-passage)
  corpus_hash: 3b9f...c07
  grader: judge-2026-02-11, rubric v4, blind, order-shuffled
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= +1.0 pts"
    - p95_end_to_end: "<= 5.0 s"
    - cost_per_1k_queries: "<= 1.6x retrieval"
    - measured_cache_hit_rate: ">= 0.95"
  reject_if:
    - correctness_delta_upper_ci: "< 0 pts"
  otherwise: "iterate on the failing dimension; do not ship on partial wins"
review_trigger: [model snapshot change, corpus > 2M tokens, price change]
"""


def record(switch_if, reject_if=(), **keys):
    """A record with these clauses, each ``quantity: bar``, and these optional keys."""
    keys = {"calibration": "not_required", **keys}
    lines = ["comparison: test", *(f"{key}: {value}" for key, value in keys.items())]
    lines.append("decision_rule:")
    for rule, clauses in (("switch_if", switch_if), ("reject_if", reject_if)):
        if clauses:
            lines.append(f"  {rule}:")
        for clause in clauses:
            quantity, bar = clause.split(": ")
            lines.append(f'    - {quantity}: "{bar}"')
    return parse("\n".join(lines))


@dataclass(frozen=True)
class Answer:
    """One answer; a failed one has no verdict and no timing, but may say what it used."""

    correct: bool | None = None
    seconds: float | None = None
    hit: bool | None = None
    input_tokens: int | None = None
    failed: bool = False


FAILED = Answer(failed=True)
# A failure that looks good where it counts: it was a hit, and it used nothing.
CHEAP = Answer(failed=True, hit=True, input_tokens=0)


@dataclass(frozen=True)
class Runs:
    """Answers by (role, question, epoch), with what was planned and how questions cluster."""

    answers: dict = field(default_factory=dict)
    planned: int | None = None
    epochs: int | None = None
    document: dict = field(default_factory=dict)
    labelled: frozenset = frozenset()

    @property
    def complete(self):
        """Whether everything planned was answered, over enough documents to decide on."""
        asked = len({question for _, question, _ in self.answers})
        documents = len(set(self.document.values()))
        return self.planned == asked and (documents == 0 or documents >= 10)

    def without(self, key):
        return replace(self, answers={k: v for k, v in self.answers.items() if k != key})

    def having(self, key, answer):
        return replace(self, answers={**self.answers, key: answer})


def inputs(runs):
    """Count the answers as the store does."""
    keys = sorted({(question, epoch) for _, question, epoch in runs.answers})
    questions = sorted({question for question, _ in keys})
    epochs = {q: sum(question == q for question, _ in keys) for q in questions}
    tally = PairedTally(
        questions=tuple(questions),
        strata=(None,) * len(questions),
        clusters=tuple(runs.document.get(question) for question in questions),
        baseline=_tally(runs, BASELINE, questions, epochs),
        candidate=_tally(runs, CANDIDATE, questions, epochs),
        answer_pairs=_pairs(runs, keys),
        eval_set_size=runs.planned,
        epochs_planned=runs.epochs,
    )
    tally = replace(tally, not_measured={role: _reasons(runs, role, tally) for role in Role})
    return Inputs(
        tally=tally,
        timings={role: _timings(runs, role, tally.planned_per_arm) for role in Role},
        tokens={role: _tokens(runs, role, tally.planned_per_arm) for role in Role},
        order=RunOrder(
            started_at=np.empty(0), is_candidate=np.empty(0, bool), question=np.empty(0, int)
        ),
        calibration=_calibration(runs),
    )


def _of(runs, role):
    return {key[1:]: answer for key, answer in runs.answers.items() if key[0] is role}


def _tally(runs, role, questions, epochs):
    measured, correct = Counter(), Counter()
    for (question, _), answer in _of(runs, role).items():
        measured[question] += answer.correct is not None
        correct[question] += bool(answer.correct)
    counts = (epochs, measured, correct)
    planned, seen, right = (np.array([each[q] for q in questions], dtype=int) for each in counts)
    return ArmTally(planned=planned, measured=seen, correct=right)


def _pairs(runs, keys):
    ours, theirs = _of(runs, CANDIDATE), _of(runs, BASELINE)
    both = [
        (ours[key].correct, theirs[key].correct) for key in keys if key in ours and key in theirs
    ]
    return Cells(
        both=both.count((True, True)),
        candidate_only=both.count((True, False)),
        baseline_only=both.count((False, True)),
        neither=both.count((False, False)),
    )


def _reasons(runs, role, tally):
    answers = _of(runs, role).values()
    reasons = Counter(
        "timeout" if each.failed else "ungraded" for each in answers if each.correct is None
    )
    reasons["missing"] = tally.planned_per_arm - len(answers)
    return {reason: number for reason, number in reasons.items() if number}


def pool(seconds):
    values, counts = np.unique(np.array(sorted(seconds), dtype=float), return_counts=True)
    return Timings(values=values, counts=counts)


def _timings(runs, role, planned):
    answers = list(_of(runs, role).values())
    states = {CacheState.HIT: True, CacheState.MISS: False, CacheState.UNKNOWN: None}
    timed = [each for each in answers if each.seconds is not None]
    return ArmTimings(
        end_to_end={
            state: pool([each.seconds for each in timed if each.hit is hit])
            for state, hit in states.items()
        },
        first_token={state: pool([]) for state in states},
        n_planned=planned,
        n_failed=sum(each.failed for each in answers),
        n_replays=0,
        hits=sum(each.hit is True for each in answers),
        misses=sum(each.hit is False for each in answers),
        failed_hits=sum(each.hit is True and each.failed for each in answers),
        failed_misses=sum(each.hit is False and each.failed for each in answers),
    )


def _tokens(runs, role, planned):
    said = (each.input_tokens for each in _of(runs, role).values())
    counted = [each for each in said if each is not None]
    return ArmTokens(
        n_planned=planned,
        n_reported=len(counted),
        uncached=sum(counted),
        cache_read=0,
        cache_write=0,
        read_multiplier=0.1,
        write_multiplier=1.25,
        n_priced=len(counted),
        cost_usd=sum(counted) * 1e-5,
    )


def _calibration(runs):
    if not runs.labelled:
        return None
    said = {True: Verdict.CORRECT, False: Verdict.INCORRECT, None: Verdict.NOT_MEASURED}
    answers = [
        LabelledAnswer(
            question=question,
            role=role,
            epoch=epoch,
            labels={"ann": Verdict.CORRECT},
            consensus=Verdict.CORRECT if (role, question, epoch) in runs.labelled else None,
            adjudicated=False,
            grader=said[answer.correct],
        )
        for (role, question, epoch), answer in runs.answers.items()
    ]
    return Calibration(
        grader=INFO.grader,
        rubric=INFO.rubric,
        answers=tuple(answers),
        grader_difference=np.empty(0),
    )


def evidence(counted, *, info=INFO, findings=(), grading=None, level=0.95):
    """The evidence on counted inputs, with validity and grading as given."""
    order = OrderReading(
        kind="balanced",
        n_timed=0,
        candidate_first=0,
        baseline_first=0,
        median_gap_s=None,
        span_s={},
    )
    return Evidence(
        info=info,
        inputs=counted,
        correctness=correctness.analyse(counted.tally, level=level),
        latency=latency.analyse(counted.timings, level=level),
        cost=tokens.analyse(counted.tokens),
        validity=Validity(inputs=(), order=order, findings=tuple(findings)),
        grading=grading,
        rubrics=(),
        window=None,
    )


def grading(
    *,
    n_labelled=100,
    n_pairs=50,
    n_documents=None,
    stale=None,
    kappa=0.7,
    low=0.02,
    high=0.06,
    **changed,
):
    """A calibration of the grading shown; only what a rule reads is filled in."""
    half = Leniency(
        n_labelled=n_labelled // 2,
        n_people_failed=0,
        n_people_passed=0,
        lenient=0,
        strict=0,
        false_pass=None,
        false_fail=None,
    )
    corrected = CorrectedDifference(
        estimate=(low + high) / 2,
        low=low,
        high=high,
        n_pairs=n_pairs,
        method="PPI++",
        label_share=0.8,
        uncorrected=0.04,
        labels_needed=None,
        decides=n_pairs >= 50,
        n_documents=n_documents,
    )
    fields = {
        "grader": INFO.grader,
        "rubric": INFO.rubric,
        "n_labelled": n_labelled,
        "labellers_agree": None,
        "n_adjudicated": 0,
        "grader_agrees": None,
        "grader_agrees_unadjudicated": None,
        "kappa": kappa,
        "kappa_interval": None if kappa is None else Interval(kappa - 0.2, kappa + 0.2),
        "ac1": None,
        "pabak": None,
        "prevalence_index": None,
        "bias_index": None,
        "constant_floor": None,
        "leniency": {BASELINE: half, CANDIDATE: half},
        "sign_test_p": None,
        "corrected": corrected,
        "disagreements": (),
        "words_mean": {},
        "stale": stale,
    }
    return Grading(**{**fields, **changed})


def single_answers(*, both=0, candidate_only=0, baseline_only=0, neither=0, **changed):
    """One answer per question and arm, all alike but for their verdicts."""
    verdicts = (
        [(True, True)] * both
        + [(True, False)] * candidate_only
        + [(False, True)] * baseline_only
        + [(False, False)] * neither
    )
    runs = Runs(**changed)
    for index, pair in enumerate(verdicts):
        for role, correct in zip((CANDIDATE, BASELINE), pair, strict=True):
            answer = Answer(correct=correct, seconds=2.0, hit=True, input_tokens=1000)
            runs.answers[role, f"q{index:04}", 1] = answer
    return runs


# guides of the sample: per-question differences under rubric v4, cache states and latencies of
# sample_runs/policy-assistant-v3 (see sample_runs/README.md); seconds here are stand-ins that
# keep the quantiles: hits' p95 6.2 s, the 108th of 190 misses 11.6 s, retrieval's p95 2.9 s.
def worked_example():
    """The comparison of 820 questions, asked twice."""
    runs = Runs(planned=820, epochs=2)
    wanted = [(2, 0)] * 54 + [(0, 2)] * 34 + [(1, 0)] * 32 + [(0, 1)] * 21
    wanted += [(2, 2)] * 529 + [(1, 1)] * 1 + [(0, 0)] * 149
    hits, misses = [3.0] * 1377 + [6.2] * 73, [9.0] * 107 + [11.6] * 73 + [21.3] * 10
    slow = hits + misses
    fast = [1.5] * 1557 + [2.9] * 83
    for index, counts in enumerate(wanted):
        for epoch in (1, 2):
            place = 2 * index + epoch - 1
            ours, theirs = (epoch <= count for count in counts)
            key = (f"q{index:04}", epoch)
            runs.answers[CANDIDATE, *key] = Answer(
                correct=ours, seconds=slow[place], hit=place < 1450, input_tokens=35_400
            )
            runs.answers[BASELINE, *key] = Answer(
                correct=theirs, seconds=fast[place], hit=False, input_tokens=5_130
            )
    counted = inputs(runs)
    unpriced = {
        role: replace(arm, n_priced=0, cost_usd=0.0) for role, arm in counted.tokens.items()
    }
    said = {
        "model": "model-2026-04-17",
        "temperature": 0,
        "eval_set": "policy-eval-v3",
        "eval_set_size": 820,
        "corpus_hash": "3b9f40d7a6c07",
        "blind": True,
        "order_shuffled": True,
    }
    earlier = datetime(2026, 4, 10, tzinfo=UTC)
    return replace(
        counted,
        tokens=unpriced,
        manifests=tuple(
            Manifest(arm=arm, file=f"{arm}.jsonl", fields=said)
            for arm in (INFO.baseline, INFO.candidate)
        ),
        rubrics=tuple(
            RubricCount(rubric=rubric, role=role, correct=1, measured=1, first_graded_at=at)
            for rubric, at in (("v3", earlier), ("v4", GRADED))
            for role in Role
        ),
    )
