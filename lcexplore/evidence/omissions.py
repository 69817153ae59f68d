"""What is missing, left out or contradictory in what was logged?"""

from collections.abc import Iterator, Mapping

from lcexplore.evidence import named_twice, written
from lcexplore.evidence.inputs import ArmTimings, Inputs, PairedTally
from lcexplore.model import ComparisonInfo, Finding, Role, Severity
from lcexplore.words import count, does, many, reason_words

_NAMED = 5
_EVERYTHING = ("correctness", "latency", "tokens", "cost", "hit_rate")


def findings(inputs: Inputs, info: ComparisonInfo) -> tuple[Finding, ...]:
    """List what a reader must know that no other part of the evidence says."""
    if not inputs.tally.questions:
        message = (
            "No answer of either arm is stored: correctness is not measured, and nobody knows "
            "whether anything moved with the arm."
        )
        return (_note("no_answers", message), *_names(info))
    return (
        *_unmeasured(inputs.tally, info),
        *_one_sided(inputs, info),
        *_texts(inputs),
        *named_twice.findings(inputs.named_twice, info, n_questions=len(inputs.tally.questions)),
        *_same_files(inputs, info),
        *_sizes(inputs, info),
        *_unread(inputs),
        *_latency(inputs.timings, info),
        *_grading(inputs),
        *_names(info),
    )


def _unmeasured(tally: PairedTally, info: ComparisonInfo) -> Iterator[Finding]:
    for role in Role:
        reasons = tally.reasons(role)
        if reasons:
            named = ", ".join(
                f"{reason_words(name)} {count(n)}"
                for name, n in sorted(reasons.items(), key=lambda each: (-each[1], each[0]))
            )
            what = "answer" if tally.eval_set_size is None else "planned answer"
            n, planned = sum(reasons.values()), many(tally.planned_per_arm, what)
            have = "has" if n == 1 else "have"
            message = f"{info.arm(role)}: {count(n)} of {planned} {have} no verdict ({named})."
            yield _note(f"unmeasured_{role}", message)


def _one_sided(inputs: Inputs, info: ComparisonInfo) -> Iterator[Finding]:
    """A metric that one arm lacks cannot be compared."""
    for name, known in _known(inputs).items():
        if len(known) == 1:
            [role] = known
            other = info.candidate if role is Role.BASELINE else info.baseline
            words = name.replace("_", " ")
            message = f"The {words} is recorded for {info.arm(role)} only, not for {other}."
            yield _note(f"{name}_one_sided", message)


def _known(inputs: Inputs) -> Mapping[str, list[Role]]:
    """Roles for which each metric is recorded at all."""
    timings, tokens = inputs.timings, inputs.tokens
    measured = {role: int(inputs.tally.tally(role).measured.sum()) for role in Role}
    counts: Mapping[str, Mapping[Role, int]] = {
        "verdict": measured,
        "latency": {role: _timed(arm) for role, arm in timings.items()},
        "cache_state": {role: arm.hits + arm.misses for role, arm in timings.items()},
        "token_count": {role: arm.n_reported for role, arm in tokens.items()},
        "cost": {role: arm.n_priced for role, arm in tokens.items()},
    }
    return {name: [role for role, n in each.items() if n] for name, each in counts.items()}


def _timed(arm: ArmTimings) -> int:
    return sum(each.n for each in arm.end_to_end.values())


def _texts(inputs: Inputs) -> Iterator[Finding]:
    conflicts = inputs.question_text_conflicts
    if conflicts:
        more = f" and {count(len(conflicts) - _NAMED)} more" if len(conflicts) > _NAMED else ""
        message = (
            f"The text differs between the arms, so these questions are not paired: "
            f"{', '.join(conflicts[:_NAMED])}{more}."
        )
        yield _note("question_text_differs", message)


def _same_files(inputs: Inputs, info: ComparisonInfo) -> Iterator[Finding]:
    """One run under two names: its answers agree with themselves, whatever the designs are."""
    if inputs.same_files:
        message = (
            f"The same file was imported for {info.baseline} and for {info.candidate}: "
            f"{', '.join(inputs.same_files[:_NAMED])}. Its rows are compared with themselves; take "
            "one of the imports back and import the other arm's own file."
        )
        yield Finding(
            id="same_file_in_both_arms",
            severity=Severity.CONFOUND,
            message=message,
            touches=_EVERYTHING,
        )


def _sizes(inputs: Inputs, info: ComparisonInfo) -> Iterator[Finding]:
    tally, seen = inputs.tally, len(inputs.tally.questions)
    planned = tally.eval_set_size
    if planned is not None and seen > planned:
        message = (
            f"The eval set was planned with {many(planned, 'question')}, {count(seen)} are seen."
        )
        yield _note("eval_set_size_contradicted", message)
    if planned is not None and seen < planned:
        message = (
            f"{count(planned - seen)} of {many(planned, 'planned question')} "
            f"{'is' if planned - seen == 1 else 'are'} in neither arm."
        )
        yield _note("questions_missing", message)
    baseline, candidate = (inputs.epochs.get(role, 0) for role in Role)
    if baseline and candidate and baseline != candidate:
        message = (
            f"{info.baseline} was asked {many(baseline, 'time')} per question, "
            f"{info.candidate} {many(candidate, 'time')}: the answers that one arm lacks count as "
            "not measured."
        )
        yield _note("epochs_differ", message)


def _unread(inputs: Inputs) -> Iterator[Finding]:
    """What a manifest says in words that nobody can read is unknown, and said."""
    named = [
        f"{each.name} of {manifest.arm} ({manifest.file}) {each.told}"
        for manifest in inputs.manifests
        for each in written.unread(manifest.fields)
    ]
    if named:
        more = f"; and {count(len(named) - _NAMED)} more" if len(named) > _NAMED else ""
        message = f"Counted as not recorded: {'; '.join(named[:_NAMED])}{more}."
        yield _note("fields_not_read", message)


def _replays(n: int) -> str:
    if n == 1:
        return "1 answer is a replay of a stored response; it is"
    return f"{count(n)} answers are replays of stored responses; they are"


def _latency(timings: Mapping[Role, ArmTimings], info: ComparisonInfo) -> Iterator[Finding]:
    for role, arm in timings.items():
        name = info.arm(role)
        if arm.n_replays:
            message = f"{name}: {_replays(arm.n_replays)} left out of latency, tokens and cost."
            yield _of_latency(f"replays_{role}", message)
        if arm.partial_hits:
            message = (
                f"{name}: {count(arm.partial_hits)} of {many(arm.hits, 'cache hit')} "
                f"{does(arm.partial_hits, 'read')} less than half of the input from the cache."
            )
            yield _of_latency(f"partial_hits_{role}", message)
        if arm.longest_unit:
            yield _of_latency(f"latency_unit_{role}", f"{name}: {arm.longest_unit}")


def _grading(inputs: Inputs) -> Iterator[Finding]:
    for name, message in _CARE.items():
        if any(written.truth(each.fields.get(name)) is False for each in inputs.manifests):
            yield Finding(id=f"not_{name}", severity=Severity.GRADING, message=message)
    if inputs.calibration and inputs.calibration.stale:
        message = f"The calibration is out of date: {inputs.calibration.stale}."
        yield Finding(id="calibration_out_of_date", severity=Severity.GRADING, message=message)


_CARE = {
    "blind": "The grader could see which arm an answer came from.",
    "order_shuffled": "Answers were graded in a fixed order.",
}


def _names(info: ComparisonInfo) -> Iterator[Finding]:
    if info.baseline.casefold() == info.candidate.casefold():
        message = f"The arms' names differ by case only: {info.baseline}, {info.candidate}."
        yield _note("arm_names_alike", message)


def _note(name: str, message: str) -> Finding:
    return Finding(id=name, severity=Severity.NOTE, message=message)


def _of_latency(name: str, message: str) -> Finding:
    return Finding(id=name, severity=Severity.LATENCY, message=message)
