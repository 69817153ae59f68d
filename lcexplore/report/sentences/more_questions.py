"""What would more questions buy: a chance to clear the margin, or a narrower interval?"""

from math import ceil

from lcexplore import words
from lcexplore.decision.flip import POWER
from lcexplore.evidence import expected, sizing
from lcexplore.evidence.sampled import Plan
from lcexplore.report import enlarged, sample
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import lone
from lcexplore.report.sentences.common import confounded_by
from lcexplore.words import (
    NBSP,
    agreed_signed,
    count,
    many,
    p_in_words,
    percent,
    points,
    three_figures,
)

FIRST = "More questions can only mend the correctness clause; p95, cost and hit rate stay."
LABELS = (
    "The correctness clause is read on labels: more labels, not more questions, narrow it; p95, "
    "cost and hit rate stay."
)
NO_RULE = (
    "No rule was agreed: more questions narrow the interval of the difference and nothing else."
)
RESTS_ON_LABELS = "the agreed clause rests on labels"
_NOISE = 1e-9  # what rounding leaves of documents all alike
EASY = "Easy questions shrink the gap in points; the test stays where it is."
PACE_UNKNOWN = 0
CANNOT = "No scenario: no question separates the arms, so nothing tells how many would."


def first(review: Review) -> str:
    """Say which clause more questions can mend."""
    if review.record is None:
        return NO_RULE
    return LABELS if enlarged.on_labels(review) else FIRST


def impossible(review: Review, scenario: Scenario) -> str:
    """Say below which size nothing could clear the margin; empty where that does not bind.

    A candidate that is ahead does better than perfect agreement, and clears it with fewer.
    """
    base, bar = sample.plan(review), enlarged.to_clear(review)
    if base is None or bar is None:
        return ""
    then = sample.under(base, scenario)
    if then.difference > 0:
        return ""
    least = sizing.size(
        discordance=then.discordance,
        difference=then.difference,
        half_width=None,
        margin=bar,
        level=review.evidence.correctness.level,
        design_effect=then.design_effect,
        per_document=then.per_document,
        alike=then.alike,
    ).n_impossible_below
    if least is None:
        return ""
    return f"Even perfect agreement cannot clear {_bar(bar)} below {many(least, 'question')}."


def _bar(value: float) -> str:
    return agreed_signed(100 * value)


def documents(review: Review, n: int) -> str:
    """Say that documents must grow, where they are what is independent; empty elsewhere."""
    base = sample.plan(review)
    if base is None or base.per_document is None:
        return ""
    each = f"{base.per_document:.0f}"
    return (
        "More documents it must be, not more questions of the same ones: "
        f"{many(n, 'question')} at {each} a document are about "
        f"{many(base.documents(n) or 1, 'document')}, and below "
        f"{count(expected.least_documents(base.alike))} {_documents(base)} no clause is read."
    )


def _documents(base: Plan) -> str:
    return "documents" if base.alike > 1 - _NOISE else "documents as uneven as these"


def lead(review: Review, scenario: Scenario) -> str:
    """Answer what the scenario's questions would buy, in one sentence."""
    base, bar, n = sample.plan(review), enlarged.to_clear(review), enlarged.total(review, scenario)
    value, wanted = enlarged.at(review, scenario, n), enlarged.needed(review, scenario)
    if base is None or value is None:
        lacking = lone.lacking(review)
        return f"No scenario: {lacking}." if lacking else CANNOT
    asked = many(n, "question")
    if scenario.easy:
        asked = f"{asked}, {count(scenario.easy)} of them easy,"
    if bar is None:
        rests = f"; {RESTS_ON_LABELS}" if enlarged.on_labels(review) else ""
        return f"{_opening(review)}{_width(base, asked, value)}; {_width_wanted(wanted)}{rests}."
    truth = points(sample.under(base, scenario).difference)
    clear = f"{asked} clear the agreed {_bar(bar)} {p_in_words(value)}"
    wish = _wanted(wanted, scenario)
    return f"{_opening(review)}if the true difference is {truth}, {clear}; {wish}."


def _opening(review: Review) -> str:
    cause = confounded_by(review)
    return f"Confounded by {cause}: as measured, in this scenario " if cause else "Scenario: "


def offset(review: Review) -> str:
    """Say that size does not mend a confound; empty without one."""
    cause = confounded_by(review)
    return "More questions would only estimate this offset more precisely." if cause else ""


def _wanted(number: int | None, scenario: Scenario) -> str:
    if number is None:
        return f"no number would clear it {round(10 * POWER)} times in 10"
    shown = f"{count(three_figures(number))}{' so mixed' if scenario.easy else ''}"
    return f"about {shown} would clear it {round(10 * POWER)} times in 10"


def _width(base: Plan, asked: str, value: float) -> str:
    """Say how wide the interval would be; one over everything stands for none that is read."""
    if value >= 1:
        return f"{asked} would come from too few {_documents(base)} to rest a clause on"
    return f"the interval on {asked} would reach about {_points(value)} to either side"


def _width_wanted(number: int | None) -> str:
    shown = "no number" if number is None else f"about {count(three_figures(number))}"
    return f"{_points(enlarged.HALF_WIDTH)} to either side would take {shown}"


def _points(value: float) -> str:
    return f"{100 * value:.1f}{NBSP}points"


def title(review: Review, scenario: Scenario) -> str:
    """Say what the curves find."""
    n, wanted, bar = (
        enlarged.total(review, scenario),
        enlarged.needed(review, scenario),
        enlarged.to_clear(review),
    )
    base, value = sample.plan(review), enlarged.at(review, scenario, n)
    if base is None or value is None:
        return CANNOT
    if bar is None and value >= 1:
        return f"{many(n, 'question')} come from too few {_documents(base)}"
    if bar is None:
        return f"{many(n, 'question')} give {_points(value)} to either side"
    tail = "" if wanted is None else f"; {count(three_figures(wanted))} make it 8 in 10"
    return f"{many(n, 'question')} clear {_bar(bar)} {p_in_words(value)}{tail}"


def small(review: Review, scenario: Scenario) -> str:
    """Say what the curves assume."""
    base = sample.plan(review)
    if base is None:
        return ""
    then = sample.under(base, scenario)
    what = (
        "half-width of the interval"
        if enlarged.to_clear(review) is None
        else "chance that the interval starts at the agreed margin or above"
    )
    return (
        f"Scenario: {what}, by number of questions, if the arms differ on "
        f"{percent(then.differing)} of them; the true difference is assumed, not known."
    )


def twin(review: Review, scenario: Scenario, *, pace: int = PACE_UNKNOWN) -> list[list[str]]:
    """List size, half-width, chance and, at a known pace a day, the work to write the questions.

    The scenario's easy questions are a share of every size but today's.
    """
    base, wanted = sample.plan(review), enlarged.needed(review, scenario)
    if base is None:
        return [["Questions"]]
    asked = enlarged.total(review, scenario)
    sizes = {base.n, asked, 500, 1000, 2000, enlarged.MOST}
    sizes |= {three_figures(wanted)} if wanted else set()
    now = enlarged.today(scenario)
    rows = [
        _row(review, now if size == base.n != asked else scenario, base, size, pace)
        for size in sorted(sizes)
    ]
    if scenario.easy and base.n != asked:
        rows[sorted(sizes).index(base.n)][0] += " (today's, none of them added)"
    header = ["Questions", "Half-width", "Chance to clear the margin"]
    return [header if pace == PACE_UNKNOWN else [*header, "Person-days to write more"], *rows]


def _row(review: Review, scenario: Scenario, base: Plan, n: int, pace: int) -> list[str]:
    width = enlarged.half_width(review, scenario, n) or 0.0
    wide = f"±{_points(width)}" if width < 1 else f"too few {_documents(base)}"
    chance = RESTS_ON_LABELS if enlarged.on_labels(review) else "no margin was agreed"
    if enlarged.to_clear(review) is not None:
        chance = words.chance(enlarged.at(review, scenario, n) or 0.0)
    shown = [count(n), wide, chance]
    return shown if pace == PACE_UNKNOWN else [*shown, count(ceil(max(0, n - base.n) / pace))]


def days(pace: int) -> str:
    """Say which pace the person-days assume; empty where nobody said how fast is written."""
    if pace == PACE_UNKNOWN:
        return ""
    return f"Person-days: at {many(pace, 'question')} a day."
