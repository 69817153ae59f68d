"""Is everything in place that a switch needs besides its clauses?"""

from collections.abc import Iterator, Sequence

from lcexplore.decision.calibrated import calibrated
from lcexplore.decision.frozen_check import frozen_against_runs
from lcexplore.decision.measure_correctness import without_verdict
from lcexplore.decision.precondition import Precondition
from lcexplore.decision.quantities import look_up
from lcexplore.decision.rule import DecisionRecord
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.moved import none_moved
from lcexplore.evidence.regraded import run_again_in_part
from lcexplore.model import Finding, RecordTimes, Role, Severity, Status
from lcexplore.words import count, graded, many, percent, reason_words

NAMED = 5
UNSIZED = (
    "Neither a manifest nor the record says how many questions were planned, so nobody would "
    "notice one that is missing in both arms."
)


def preconditions(
    record: DecisionRecord,
    evidence: Evidence,
    times: RecordTimes,
    *,
    post_hoc: bool | None,
    accept_claimed: bool,
    arms_chosen: bool,
    gradings: Sequence[tuple[str, str]] = (),
) -> tuple[Precondition, ...]:
    """Judge all four, in the order in which they are shown."""
    return (
        comparable(record, evidence),
        calibrated(record, evidence),
        measured(record, evidence),
        committed(
            record,
            evidence,
            times,
            post_hoc=post_hoc,
            accept_claimed=accept_claimed,
            arms_chosen=arms_chosen,
            gradings=gradings,
        ),
    )


def comparable(record: DecisionRecord, evidence: Evidence) -> Precondition:
    """Nothing moved with the arm, and the runs are those that were frozen."""
    moved = [each.message for each in evidence.validity.findings if _confounds(each, record)]
    frozen = frozen_against_runs(record, evidence)
    problems = [*moved, *frozen.mismatches]
    if problems:
        message = " ".join(f"{each[:1].upper()}{each[1:]}" for each in problems)
        return Precondition(id="comparable", status=Status.FAILED, message=message)
    open_ = [*_hidden(record, evidence)]
    if frozen.unrecorded:
        names = ", ".join(frozen.unrecorded)
        open_.insert(0, f"Frozen, but not recorded for both arms: {names}.")
    message = " ".join([*open_, none_moved(evidence.validity.inputs)])
    status = Status.NOT_MEASURED if open_ else Status.MET
    return Precondition(id="comparable", status=status, message=message)


def _hidden(record: DecisionRecord, evidence: Evidence) -> Iterator[str]:
    """What could have moved with the arm in answers that failed or are not there."""
    lost = ", ".join(
        f"{count(evidence.inputs.lost.get(role, 0))} of {evidence.info.arm(role)}" for role in Role
    )
    models, found = evidence.validity.models, evidence.inputs
    answers = found.tally.seen_per_arm
    if again := run_again_in_part(found.replaced, evidence.info, answers=answers):
        yield again
    if models is not None and models.hidden:
        yield (
            f"Answers that failed or are not there ({lost}) may have been another model's: with "
            "them the arms' models may differ by more than 1 answer in 20, or a model have given "
            "more than 1 in 50 in one arm alone."
        )
    if evidence.validity.order.hidden and "latency" in _asked(record):
        yield (
            f"Answers that failed or are not there ({lost}) ran nobody knows when: with them the "
            "arms may have run one after the other."
        )


def _confounds(finding: Finding, record: DecisionRecord) -> bool:
    """A load that moved with the arm matters to a rule only if it asks about latency."""
    if finding.severity is Severity.CONFOUND:
        return True
    return not _asked(record).isdisjoint(finding.touches)


def _asked(record: DecisionRecord) -> set[str]:
    """What may touch a quantity that the rule names."""
    named = (look_up(clause.quantity) for clause in record.clauses)
    return {quantity.touched_by for quantity in named if quantity}


def measured(record: DecisionRecord, evidence: Evidence) -> Precondition:
    """Enough answers have a verdict in both arms."""
    found = evidence.correctness
    if not evidence.inputs.tally.questions:
        message = "No answer of either arm is stored, so no question has a verdict."
        return Precondition(id="measured", status=Status.FAILED, message=message)
    if found.n_questions == 0:
        by = graded(evidence.info.grader, evidence.info.rubric)
        message = f"No question has a verdict in both arms under {by}. {_there(evidence)}"
        return Precondition(id="measured", status=Status.FAILED, message=message)
    planned = evidence.inputs.tally.planned_per_arm
    lacking = {role: missing for role in Role if (missing := without_verdict(evidence, role))}
    unsized = evidence.inputs.tally.eval_set_size is None
    open_ = f" {UNSIZED}" if unsized else ""
    if not lacking:
        message = f"Every {'stored ' if unsized else ''}answer has a verdict in both arms.{open_}"
        return Precondition(id="measured", status=Status.MET, message=message)
    told = "; ".join(_lacking(evidence, role, missing) for role, missing in lacking.items())
    beyond = max(lacking.values()) / planned > record.missing_tolerance
    limit = f"{'over' if beyond else 'within'} the {percent(record.missing_tolerance)} tolerated"
    status = Status.FAILED if beyond else Status.MET
    return Precondition(
        id="measured", status=status, message=f"Without a verdict: {told}; {limit}.{open_}"
    )


def _there(evidence: Evidence) -> str:
    """Which gradings there are instead, each with its answers and the arm that has them all."""
    said = []
    for each in evidence.inputs.gradings[:NAMED]:
        having = [role for role in Role if each.answers[role]]
        alone = f", all of {evidence.info.arm(having[0])}" if len(having) == 1 else ""
        n = many(sum(each.answers.values()), "answer")
        said.append(f"{graded(each.grader, each.rubric)} ({n}{alone})")
    if not said:
        return "The store holds no usable verdict of any grading."
    more = len(evidence.inputs.gradings) - NAMED
    return f"The store holds {'; '.join(said)}{f'; and {count(more)} more' if more > 0 else ''}."


def _lacking(evidence: Evidence, role: Role, missing: int) -> str:
    tally = evidence.inputs.tally
    reasons = tally.reasons(role)
    why = ", ".join(
        f"{reason_words(name)} {count(number)}" for name, number in sorted(reasons.items())
    )
    planned = many(tally.planned_per_arm, "answer")
    of = f"{count(missing)} of {planned} of {evidence.info.arm(role)}"
    return f"{of} ({why})" if why else of


CHOSEN = (
    "Which arms are compared was chosen by whoever reads this, as neither the record nor the store "
    "names them: nobody can tell whether before the results. Name both in the record (arms:)."
)


def committed(
    record: DecisionRecord,
    evidence: Evidence,
    times: RecordTimes,
    *,
    post_hoc: bool | None,
    accept_claimed: bool,
    arms_chosen: bool,
    gradings: Sequence[tuple[str, str]],
) -> Precondition:
    """The rule was agreed before anybody could see a result, and on which arms it is read.

    And on which grading: of several, the one that happens to be the newest was not agreed on.
    """
    name = "committed_beforehand"
    if arms_chosen and post_hoc is not True:
        return Precondition(id=name, status=Status.NOT_MEASURED, message=CHOSEN)
    if len(gradings) > 1 and post_hoc is not True:
        message = _open_grading(gradings)
        return Precondition(id=name, status=Status.NOT_MEASURED, message=message)
    seen = rubrics_seen_before(record, evidence, times)
    after = f" {seen.message}" if seen else ""
    if post_hoc is False:
        message = "Recorded here before the first grading."
        return Precondition(id=name, status=Status.MET, message=message + after)
    if post_hoc is None:
        message = "Before the first grading as the record claims; the store did not witness it."
        status = Status.MET if accept_claimed else Status.NOT_MEASURED
        return Precondition(id=name, status=status, message=message + after)
    message = f"After the first grading{_moments(times)}: exploratory."
    if not times.grading_times_known:
        message = (
            "Nobody recorded when the answers were graded: exploratory. A log tells it by "
            "graded_at, or by started_at after the record."
        )
    return Precondition(id=name, status=Status.FAILED, message=message + after)


OPEN_GRADING = "Which grading decides was not named beforehand"


def _open_grading(gradings: Sequence[tuple[str, str]]) -> str:
    named = "; ".join(graded(*each) for each in gradings[:NAMED])
    more = f"; and {count(len(gradings) - NAMED)} more" if len(gradings) > NAMED else ""
    return (
        f"{OPEN_GRADING}, and there are {count(len(gradings))} that the record could mean: "
        f"{named}{more}. Name one in the record (frozen: grader)."
    )


def _moments(times: RecordTimes) -> str:
    """Both times, so that anybody can see which came first."""
    moments = (
        ("first graded", times.first_grading_at),
        ("the record claims", times.claimed_at),
        ("stored here", times.recorded_at),
    )
    said = [f"{what} {when:%Y-%m-%d %H:%M} UTC" for what, when in moments if when]
    return f" ({', '.join(said)})" if said else ""


def is_post_hoc(times: RecordTimes) -> bool | None:
    """Whether the rule came after the results.

    Returns:
        False when the store held the record before the first grading, None when only the record
        claims so, True otherwise and when it is not known when the grading happened.
    """
    first = times.first_grading_at
    if not times.grading_times_known:
        return True
    if times.recorded_at and (first is None or times.recorded_at < first):
        return False
    if times.claimed_at and (first is None or times.claimed_at < first):
        return None
    return True


def rubrics_seen_before(
    record: DecisionRecord, evidence: Evidence, times: RecordTimes
) -> Finding | None:
    """Results that were seen under another rubric before the record named its own."""
    moments = [moment for moment in (times.claimed_at, times.recorded_at) if moment]
    if not record.rubric or not moments:
        return None
    early = sorted(
        {
            each.rubric
            for each in evidence.inputs.rubrics
            if each.rubric != record.rubric
            and (seen := each.first_seen_at or each.first_graded_at)
            and seen < min(moments)
        }
    )
    if not early:
        return None
    message = (
        f"Results under rubric {' and '.join(early)} existed before the record named "
        f"rubric {record.rubric}."
    )
    return Finding(id="rubric_seen_before", severity=Severity.NOTE, message=message)
