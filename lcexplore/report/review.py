"""What does the whole review of one comparison rest on: evidence, record and decision?"""

from dataclasses import dataclass, replace

from lcexplore.decision import evaluate, nowhere, record
from lcexplore.decision.evaluate import Decision
from lcexplore.decision.frozen_check import with_planned
from lcexplore.decision.record import DecisionRecord
from lcexplore.decision.triggers import Trigger, check_triggers
from lcexplore.errors import UsageError
from lcexplore.evidence.bundle import Evidence, gather
from lcexplore.evidence.prices import PriceSheet
from lcexplore.evidence.traffic import EVAL, Traffic
from lcexplore.model import ComparisonInfo, Finding, RecordTimes, Role
from lcexplore.report import prices
from lcexplore.store import Store
from lcexplore.store.entries import ComparisonEntry, StoredRecord

DEFAULT_LEVEL = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """One comparison as a page, the command line and the report read it.

    Attributes:
        info: Arms and grading shown.
        evidence: Under that grading, at the record's confidence level.
        decision: What the record's rule says under the record's own grading, or None.
        record: The record, or None when none was committed.
        times: When the record was claimed and stored, or None without a record.
        store_version: State of the store that was read.
        entry: The comparison as the store lists it.
        undecided: Why a record gives no decision here, or None.
        triggers: The record's review triggers against the newest runs of its arms.
        prices: The price sheet in force, or None.
        traffic: What the eval's answers tell beside their timings.
        requests: What request logs tell, or None where none is stored for these arms.
        source: Whose latency, hit rate, tokens and cost are shown, ``eval`` or ``requests``.
    """

    info: ComparisonInfo
    evidence: Evidence
    decision: Decision | None
    record: DecisionRecord | None
    times: RecordTimes | None
    store_version: str
    entry: ComparisonEntry
    undecided: str | None = None
    triggers: tuple[Trigger, ...] = ()
    prices: PriceSheet | None = None
    traffic: Traffic | None = None
    requests: Traffic | None = None
    source: str = EVAL

    @property
    def roles(self) -> tuple[Role, ...]:
        """Both arms, or the only one, which takes the candidate's place."""
        return tuple(Role) if self.info.baseline else (Role.CANDIDATE,)

    @property
    def answered(self) -> bool:
        """Whether an arm shown has answers; a request log alone asks no questions."""
        shown = (self.info.baseline, self.info.candidate)
        return any(each.n_answers for each in self.entry.arms if each.name in shown)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the runs show, gravest first, then what the record's own history adds."""
        recorded = self.decision.findings if self.decision else ()
        return (*self.evidence.validity.findings, *recorded)


def review(
    store: Store,
    comparison: str,
    *,
    grader: str | None = None,
    rubric: str | None = None,
    baseline: str | None = None,
    candidate: str | None = None,
    record_text: str | None = None,
    record_file: str = "record",
    accept_claimed: bool = False,
) -> Review:
    """Gather the evidence of a comparison and read the record against it.

    Args:
        store: Where the runs are.
        comparison: Its name.
        grader: Grader to show; by default the record's, else the latest.
        rubric: Rubric to show, likewise.
        baseline: Arm that runs today, where the store cannot tell.
        candidate: Arm that would replace it, where the store cannot tell.
        record_text: A record to read instead of the one committed.
        record_file: Where that text is from, for messages.
        accept_claimed: Whether a commit date that only the record claims is believed.
    """
    version = store.version()  # before anything is read, so that a later import is noticed
    stored = store.record(comparison)
    rule = _rule(stored, record_text, file=record_file)
    asked = _Asked(store=store, comparison=comparison, baseline=baseline, candidate=candidate)
    shown = asked.info(rule, grader=grader, rubric=rubric)
    sheet, traffic = prices.in_force(store, comparison), store.eval_traffic(shown)
    evidence = _gathered(store, shown, rule)
    seen = Review(
        info=shown,
        evidence=prices.applied(evidence, sheet, traffic),
        decision=None,
        record=rule,
        times=None,
        store_version=version,
        entry=store.comparison(comparison),
        prices=sheet,
        traffic=traffic,
        requests=store.request_traffic(shown),
    )
    if rule is None:
        return seen
    own, chosen = asked.decided(rule)
    times = _times(store, own, rule, stored)
    newest = store.newest_manifests(own.baseline, own.candidate)
    seen = replace(seen, triggers=check_triggers(rule, newest))
    seen = replace(seen, times=times)
    return _decided(seen, store, own, arms_chosen=chosen, accept_claimed=accept_claimed)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """The comparison a reader asked for, with the arms as the reader named them."""

    store: Store
    comparison: str
    baseline: str | None
    candidate: str | None

    def info(
        self, rule: DecisionRecord | None, *, grader: str | None = None, rubric: str | None = None
    ) -> ComparisonInfo:
        """The comparison as asked; what was left open is the record's, or the latest grading."""
        baseline = self.baseline or (rule.baseline if rule else None)
        candidate = self.candidate or (rule.candidate if rule else None)
        if rule is not None:
            self._stop_at_unknown(rule, baseline, candidate)
        return self.store.info(
            self.comparison,
            grader=grader,
            rubric=rubric,
            baseline=baseline,
            candidate=candidate,
            rule=rule,
        )

    def _stop_at_unknown(
        self, rule: DecisionRecord, baseline: str | None, candidate: str | None
    ) -> None:
        """Say of an arm that only the record names that the record names it, and what is near."""
        entry = self.store.comparison(self.comparison)
        held = {each.name for each in entry.arms}
        asked = {(baseline, self.baseline), (candidate, self.candidate)}
        if any(used not in held for used, chosen in asked if used and not chosen):
            said = " ".join(nowhere.in_record(rule, [each.name for each in entry.arms]))
            raise UsageError(
                f"the decision record does not fit the logs of {entry.name}. {said} Correct the "
                "name in the record, or import its log; in the meantime --baseline and "
                "--candidate choose other arms"
            )

    def decided(self, rule: DecisionRecord) -> tuple[ComparisonInfo, bool]:
        """The comparison the record is about, whatever arms and grading are shown.

        A grading that was frozen and that nobody gave stays the record's: nothing else stands in.

        Returns:
            The comparison, and whether its arms are the reader's choice: neither the record nor
            the store names them.
        """
        own = _Asked(store=self.store, comparison=self.comparison, baseline=None, candidate=None)
        try:
            found, chosen = own.info(rule), False
        except UsageError:
            found, chosen = self.info(rule), True
        graded = replace(
            found, grader=rule.grader or found.grader, rubric=rule.rubric or found.rubric
        )
        return graded, chosen


def _decided(
    seen: Review, store: Store, own: ComparisonInfo, *, arms_chosen: bool, accept_claimed: bool
) -> Review:
    """Read the record on its own arms and grading, whatever is shown."""
    if seen.record is None or seen.times is None:
        return seen
    if (own.baseline, own.candidate) != (seen.info.baseline, seen.info.candidate):
        why = f"the record compares {own.candidate} (candidate) with {own.baseline} (baseline)"
        return replace(seen, undecided=why)
    evidence = seen.evidence
    if own != seen.info:
        evidence = _gathered(store, own, seen.record)
        evidence = prices.applied(evidence, seen.prices, store.eval_traffic(own))
    decision = evaluate.evaluate(
        seen.record,
        evidence,
        seen.times,
        accept_claimed=accept_claimed,
        arms_chosen=arms_chosen,
        gradings=_gradings(store, seen.info.name, seen.record),
    )
    return replace(seen, decision=decision)


def _gradings(store: Store, comparison: str, rule: DecisionRecord) -> tuple[tuple[str, str], ...]:
    """Every grading seen that the record could mean: one where it freezes grader and rubric."""
    if rule.grader and rule.rubric:
        return ((rule.grader, rule.rubric),)
    return tuple(
        (grader, rubric)
        for grader, rubric in store.gradings_seen(comparison)
        if rule.grader in (None, grader) and rule.rubric in (None, rubric)
    )


def _rule(stored: StoredRecord | None, text: str | None, *, file: str) -> DecisionRecord | None:
    if text is not None:
        return record.parse(text, file=file)
    return record.parse(stored.text, file="the committed record") if stored else None


def _times(
    store: Store, info: ComparisonInfo, rule: DecisionRecord, stored: StoredRecord | None
) -> RecordTimes:
    """The store witnesses only the record that it holds, never another file."""
    times = store.record_times(info, rule)
    witnessed = stored is not None and stored.sha256 == rule.sha256
    return times if witnessed else replace(times, recorded_at=None)


def _gathered(store: Store, info: ComparisonInfo, rule: DecisionRecord | None) -> Evidence:
    """The evidence at the record's level; questions it froze and nobody asked are planned."""
    inputs = store.inputs(info)
    if rule is None:
        return gather(inputs, info, level=DEFAULT_LEVEL)
    return gather(with_planned(inputs, rule), info, level=rule.confidence_level)
