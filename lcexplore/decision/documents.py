"""Do the questions come from enough documents, and alike enough in size, to decide on?"""

from math import floor

from lcexplore.evidence.correctness import Correctness, Guard
from lcexplore.stats.cluster import ENOUGH, enough
from lcexplore.words import many


def too_few(found: Correctness, guard: Guard) -> str | None:
    """Say why nothing can rest on the documents, or nothing.

    Answers without a verdict count where they leave the documents least alike: so no failure makes
    them enough.
    """
    if found.clustered != "document" or enough(guard.units_worth):
        return None
    documents = many(found.n_clusters, "document")
    are = "is" if found.n_clusters == 1 else "are"
    if found.n_clusters < ENOUGH:
        return f"{documents} {are} too few: {ENOUGH} are needed"
    said = worth(found)
    if enough(found.clusters_worth):
        least = _floored(guard.units_worth)
        said += f", but perhaps only {least} with the questions that an arm has no verdict on"
    return (
        f"{documents} {are} {said}: {ENOUGH} are needed, so spread the questions more evenly, or "
        "over more documents"
    )


def worth(found: Correctness) -> str:
    """Say how many documents of one size those of the measured questions are worth, and why."""
    return f"worth about {_floored(found.clusters_worth)} of one size, as {_holding(found)}"


def _floored(number: float) -> str:
    """Write one decimal, cut: what falls short of a number never reads as that number."""
    return f"{floor(10 * number + 1e-6) / 10:.1f}".removesuffix(".0")


def _holding(found: Correctness) -> str:
    """Say how the questions lie; worth less than two is more than half of them in one document."""
    if found.clusters_worth < 2:
        return "one holds most of the questions"
    much = "many " if found.clusters_worth < found.n_clusters / 2 else ""
    return f"some hold {much}more questions than others"
