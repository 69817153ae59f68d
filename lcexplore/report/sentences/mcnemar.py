"""Could chance alone split the differing questions this unevenly, and alike in every kind?"""

from lcexplore.evidence.correctness import Correctness
from lcexplore.report.review import Review
from lcexplore.report.sentences.discordance import differing
from lcexplore.words import count, kind, level, p_in_words, p_value, points, share, span

WHY_VERSIONS = (
    "All four ask the same question: if neither arm were better, how often would the differing "
    "questions fall this unevenly? The two chi-square versions approximate that chance and the "
    "correction makes the approximation cautious; the exact one sums the coin tosses and is "
    "cautious too; mid-p counts half of the very split that was seen and comes closest to the "
    "promised level. None of them is chosen afterwards: the interval decides."
)


def test(review: Review) -> str:
    """Say in one sentence what McNemar's test says."""
    result = review.evidence.correctness
    cells = result.cells
    if not differing(cells):
        return "Nothing separates the arms; p = 1."
    imbalance = abs(cells.candidate_only - cells.baseline_only)
    return (
        f"If the arms were equally good, an imbalance of {count(imbalance)} would turn up "
        f"{_how_often(result)} (McNemar, four versions)."
    )


def _how_often(result: Correctness) -> str:
    ps = [value for _, value in _versions(result)]
    low, high = round(100 * min(ps)), round(100 * max(ps))
    if high < 1:
        return "less than once in 100"
    if low == high:
        return p_in_words(max(ps))
    return f"{max(low, 1)} to {high} times in 100" if low >= 1 else f"at most {high} times in 100"


def _versions(result: Correctness) -> list[tuple[str, float]]:
    test = result.mcnemar
    return [
        (
            f"chi-square with continuity correction ({test.statistic_corrected:.2f})",
            test.p_corrected,
        ),
        (f"chi-square without it ({test.statistic_uncorrected:.2f})", test.p_uncorrected),
        ("exact", test.p_exact),
        ("mid-p", test.p_midp),
    ]


def _p(p: float) -> str:
    shown = p_value(p)
    return f"p {shown}" if shown.startswith("<") else f"p = {shown}"


def versions(review: Review) -> list[list[str]]:
    """List the four versions of the test."""
    rows = [[name, _p(p)] for name, p in _versions(review.evidence.correctness)]
    return [["Version", "p"], *rows]


def strata(review: Review) -> list[list[str]]:
    """List the strata; empty where none was recorded."""
    at_level = level(review.evidence.correctness.level)
    header = ["Kind of question", "Questions", "They differ on", f"Difference, {at_level} interval"]
    rows = [
        [
            kind(each.name),
            count(each.n_questions),
            share(each.n_discordant, each.n_questions, "questions"),
            f"{points(each.difference)}; {span(each.interval)}",
        ]
        for each in review.evidence.correctness.strata
    ]
    return [header, *rows] if rows else []


def heterogeneity(review: Review) -> str:
    """Say whether the strata differ from each other, before any is spoken of."""
    p = review.evidence.correctness.heterogeneity_p
    if p is None:
        return ""
    return (
        "If the difference were the same in every kind of question, the kinds would lie this far "
        f"apart {p_in_words(p)} (Cochran's Q, {_p(p)})."
    )
