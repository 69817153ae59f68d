"""What is the cheapest next step, and under which conditions does the result hold?"""

from lcexplore.decision.steps import next_steps, unlogged
from lcexplore.report.review import Review
from lcexplore.report.sentences.common import short

NOTHING_LEFT = "Nothing is left that the rule asks for."


def steps(review: Review) -> list[str]:
    """Next steps, cheapest first; at least one."""
    if review.decision is None:
        logged = [each.line for each in unlogged(review.evidence)]
        return [*logged, "Write down what would settle it, before the next run."]
    return [each.line for each in next_steps(review.decision, review.evidence)] or [NOTHING_LEFT]


def conditions(review: Review) -> list[str]:
    """Conditions on the result: each is part of it, not a caveat about it."""
    return [
        f"A corpus of this size{_corpus(review)}: beyond it, nothing here was measured.",
        "Documents that stay unchanged during the run.",
        "Questions written by authors who wanted the feature to work.",
        "A grader whose errors are not in the interval: see Grader.",
    ]


def _corpus(review: Review) -> str:
    for row in review.evidence.validity.inputs:
        if row.name == "corpus_hash" and row.candidate:
            return f" (hash {short(row.candidate)})"
    return ""
