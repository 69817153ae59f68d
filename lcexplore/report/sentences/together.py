"""What would the rule say under both assumptions, and what does waiting buy?"""

from collections.abc import Sequence

from lcexplore.decision.evaluate import ClauseReading
from lcexplore.model import Outcome, Role, Status
from lcexplore.report.review import Review
from lcexplore.report.scenario import ScenarioReading
from lcexplore.report.sentences import clauses, figures, reasons
from lcexplore.report.sentences.cells import Cell
from lcexplore.report.sentences.common import capital, confounded_by, listed
from lcexplore.report.sentences.latency import unlicensed
from lcexplore.report.sentences.whatif import rate_words
from lcexplore.report.standing import Standing
from lcexplore.words import many, points, ratio, seconds


def rule_table(review: Review, read: ScenarioReading) -> list[list[str | Cell]]:
    """Put what was agreed beside what was recorded and what the scenario assumes."""
    decision = review.decision
    if decision is None:
        return []
    told = zip(reasons.told_once(decision.readings), reasons.told_once(read.readings), strict=True)
    return [
        [
            _quantity(old),
            clauses.agreed_here(old, new),
            _stands(said),
            _stands(said_new) if new is not old else Cell(text="as recorded"),
        ]
        for old, new, (said, said_new) in zip(decision.readings, read.readings, told, strict=True)
    ]


RULE_HEADER = ("Quantity", "Agreed", "Recorded", "Scenario")


def _quantity(reading: ClauseReading) -> str:
    name = figures.quantity_words(reading.clause.quantity)
    return capital(name) if reading.clause.rule == "switch_if" else f"Reject if: {name}"


def _stands(reading: ClauseReading) -> Cell:
    shown = clauses.measured(reading)
    text = "" if reading.observed is None else shown.text
    small = shown.small[:1] if reading.observed is not None else ()
    if reading.status is Status.NOT_MEASURED and reading.reason:
        small = (*small, reading.reason)
    return Cell(text=text, small=small, status=reading.status, rule=reading.clause.rule)


def both_lead(review: Review, read: ScenarioReading | None, hit_rate: float | None, n: int) -> str:
    """Say what the rule would say under both assumptions, in one sentence.

    The conditions compare the arms by correct answers and by waiting, so what confounds either
    heads it; without a rule the figures below still set the arms against each other.
    """
    rate = (
        "the recorded cache state" if hit_rate is None else f"a hit rate of {rate_words(hit_rate)}"
    )
    assumed = f"{rate} and {many(n, 'question')}"
    heads = _unlicensed(review)
    opening = f"{heads}: in this scenario," if heads else "Scenario:"
    if read is None:
        return f"{opening} {assumed}; no rule was agreed, so there is none to read again."
    wanted = [each for each in read.readings if each.clause.rule == "switch_if"]
    met = sum(each.status is Status.MET for each in wanted)
    verb = "is" if met == 1 else "are"
    still = "still say" if review.decision and read.outcome == review.decision.outcome else "say"
    said = {Outcome.SWITCH: "switch", Outcome.REJECT: "reject", Outcome.ITERATE: "iterate"}
    lacking = _lacking(review, read, met == len(wanted))
    return (
        f"{opening} with {assumed}, {met} of the {len(wanted)} agreed conditions {verb} met and "
        f"the rule would {still} {said[read.outcome]}{lacking}."
    )


def _unlicensed(review: Review) -> str:
    """What confounds correct answers, and what keeps latencies from being compared."""
    cause, slow = confounded_by(review), unlicensed(review)
    said = [f"Confounded by {cause}"] if cause else []
    if slow and slow != f"{cause} moved with the arm":
        said.append(f"{', latency not' if said else 'Latency not'} licensed ({slow})")
    return "".join(said)


def _lacking(review: Review, read: ScenarioReading, every: bool) -> str:
    """What keeps the rule from saying switch although every condition of it is met."""
    if not every or read.outcome is not Outcome.ITERATE or review.decision is None:
        return ""
    open_ = [each for each in review.decision.preconditions if each.status is not Status.MET]
    lacking = [f"not {each.id.replace('_', ' ')}" for each in open_]
    rejects = [each for each in read.readings if each.clause.rule == "reject_if"]
    if any(each.status is Status.NOT_MEASURED for each in rejects):
        lacking.append("a rejection is not ruled out")
    return f": {listed(lacking)}" if lacking else ""


NO_TRADEOFF = "Nothing to draw: the difference or a p95 is not measured in both arms."


def both_title(review: Review) -> str:
    """Say what the figure of waiting against correctness shows."""
    found, arms = review.evidence.correctness, review.evidence.latency.arms
    today, then = arms[Role.BASELINE].all.p95, arms[Role.CANDIDATE].all.p95
    if found.difference is None or not today or not then:
        return NO_TRADEOFF
    wait = f"{ratio(then / today)} the wait" if then >= today else "a shorter wait"
    if round(then / today, 1) == 1:
        wait = "about the same wait"
    return f"{points(found.difference)} come with {wait}"


def both_small(review: Review, places: Sequence[Standing]) -> str:
    """Say the n, the units and the direction of that figure, and which p95 is of few timings."""
    found = review.evidence.correctness
    return (
        f"{many(found.n_questions, 'question')}; across: p95 in seconds; up: points, "
        f"{review.info.candidate} minus {review.info.baseline}. Better is up and to the left."
        f"{_few(places)}"
    )


def _few(places: Sequence[Standing]) -> str:
    """Say which arms' p95 are of so few timings that they have no upper end; else nothing."""
    said = [f"{each.name} ({each.few})" for each in places if each.few and not each.scenario]
    return f" p95 has no upper end at this size: {listed(said)}." if said else ""


def p95_words(each: Standing) -> str:
    """A p95, and of how few timings it is where a clause needs more."""
    return f"{seconds(each.p95)}, of {each.few}" if each.few else seconds(each.p95)
