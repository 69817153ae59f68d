"""What is the cheapest next step, and under which conditions does the result hold?"""

from collections.abc import Sequence
from dataclasses import replace

from lcexplore.decision.step import Step
from lcexplore.decision.steps import next_steps, unasked, unlogged
from lcexplore.report.review import Review
from lcexplore.report.sentences import unmended, waits
from lcexplore.report.sentences.common import listed, short

AGREE = Step(
    id="agree",
    name="Write down what would settle it",
    cost="minutes",
    sentence="before the next run, and freeze it: lcexplore commit.",
)
NOTHING_LEFT = "Nothing is left that the rule asks for."


def steps(review: Review) -> list[str]:
    """Next steps, cheapest first; at least one."""
    if review.decision is None:
        first = unasked(review.evidence) or unlogged(review.evidence)
        return [each.line for each in (AGREE, *first)]
    found = next_steps(review.decision, review.evidence)
    said = [*_lines(found), *unmended.lines(review, found)]
    return said or [NOTHING_LEFT]


def _lines(steps: Sequence[Step]) -> list[str]:
    """One line a step, or one for all that say the same of several quantities."""
    names: dict[tuple[str, str], list[str]] = {}
    for each in steps:
        names.setdefault((each.cost, each.sentence), []).append(each.name)
    first = {(each.cost, each.sentence): each for each in reversed(steps)}
    return [replace(first[said], name=listed(_apart(alike))).line for said, alike in names.items()]


def _apart(names: list[str]) -> list[str]:
    first, *rest = dict.fromkeys(names)
    return [first, *(each[:1].lower() + each[1:] for each in rest)]


def conditions(review: Review) -> list[str]:
    """Conditions on the result: each is part of it, not a caveat about it.

    What no log records is asked and not asserted. Of a request log alone nobody graded anything.
    """
    if not review.answered:
        return [line for line in (waits.order_line(review), _corpus(review)) if line]
    return [
        _corpus(review),
        "To check: did the documents stay unchanged during the run? What changed is in the gap.",
        "To check: who wrote the questions? Authors who want a feature to work write questions "
        "on which it does.",
        "A grader whose errors are not in the interval: see Grader.",
    ]


def _corpus(review: Review) -> str:
    for row in review.evidence.validity.inputs:
        if row.name == "corpus_hash" and row.candidate and row.verdict == "same":
            named = f"The corpus whose hash is {short(row.candidate)}, at the size it has"
            return f"{named}: another or a larger one was not measured."
    return (
        "To check: which corpus, and how large? The logs do not name one for both arms, and "
        "beyond its size nothing here was measured."
    )
