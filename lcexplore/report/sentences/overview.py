"""How do all comparisons of the store stand beside each other? One row each, warnings included."""

from lcexplore import words
from lcexplore.model import Role
from lcexplore.report import source
from lcexplore.report.review import Review
from lcexplore.report.sentences import common, stored
from lcexplore.report.sentences.cells import Cell, Row, not_measured
from lcexplore.report.sentences.decision import day
from lcexplore.store.entries import ComparisonEntry

HEADER = (
    "Comparison",
    "Outcome",
    "Correct answers, difference",
    "Hit rate of the candidate",
    "p95 of the candidate",
    "Newest import",
)


def row(entry: ComparisonEntry, review: Review | None) -> Row:
    """Write what is known of one comparison; a difference that is confounded says so.

    Args:
        entry: The comparison.
        review: Its evidence, None where no two arms are compared.
    """
    name = Cell(text=entry.name, small=(stored.sizes(entry),))
    if review is None:
        why = "which of its arms are compared is not settled"
        if len(entry.arms) < 2:
            why = "it has no two arms to compare"
        return [name, not_measured(why), "", "", "", ""]
    shown = source.on(review, source.usual(review))
    outcome = shown.decision.outcome.value if shown.decision else "no rule was agreed"
    return [name, outcome, _gap(shown), *_waiting(shown), day(shown.entry.imported_at)]


def _gap(review: Review) -> Cell:
    found, moved = review.evidence.correctness, common.confounded_by(review)
    if found.difference is None or found.interval is None:
        return Cell(text="nothing can be paired")
    small = [f"{words.span(found.interval)}, {words.many(found.n_questions, 'question')}"]
    if moved:
        small.append(f"⚠ confounded by {moved}")
    return Cell(text=words.points(found.difference), small=tuple(small))


def _waiting(review: Review) -> list[Cell]:
    """Hit rate and p95 of the candidate, each with what it rests on."""
    arm, unknown = review.evidence.latency.arms[Role.CANDIDATE], not_measured("not in the log")
    hit, p95 = unknown, unknown
    if arm.hit_rate is not None:
        known = words.many(arm.n_cache_known, "request")
        state = " of known state" if arm.n_unknown else ""
        hit = Cell(text=words.percent(arm.hit_rate), small=(f"{known}{state}",))
    if arm.all.p95 is not None:
        p95 = Cell(text=words.seconds(arm.all.p95), small=(words.many(arm.all.n, "timing"),))
    return [hit, p95]
