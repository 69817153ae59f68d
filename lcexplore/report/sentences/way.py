"""How did the interval get from the pilot's width to today's, and what would padding buy?"""

from collections.abc import Sequence
from math import ceil

import numpy as np

from lcexplore.evidence import expected, ladder, sizing
from lcexplore.evidence.ladder import Rung
from lcexplore.report import sample
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences.common import listed
from lcexplore.report.sentences.more_questions import PACE_UNKNOWN
from lcexplore.store.entries import ComparisonEntry
from lcexplore.words import (
    NBSP,
    agreed_signed,
    chance,
    count,
    many,
    p_value,
    percent,
    points_unsigned,
)

HALF_WIDTH = 0.025
ROUGHLY = 800
_LEAST = 30
HEADER = ("Step", "Questions", "Half-width", "Answer pairs that differ")
_STEPS = {
    "unpaired": "Unpaired: two samples of questions, both arms half right",
    "paired": "Paired: both arms answer the same questions",
    "enlarged": "More questions that differ as often as the pilot's",
    "observed": "As observed",
}


def pilot_of(entries: Sequence[ComparisonEntry], review: Review) -> str | None:
    """Name of the comparison imported before with the same arms and fewer questions.

    One of a handful of questions tells nothing of how often the arms differ.
    """
    arms = {review.info.baseline, review.info.candidate}
    before = [
        each.name
        for each in entries
        if each.imported_at <= review.entry.imported_at
        and each.name != review.info.name
        and {arm.name for arm in each.arms if arm.n_answers} == arms
        and _LEAST <= each.n_questions < review.evidence.correctness.n_questions
        and each.gradings
        and not each.has_window
    ]
    return before[-1] if before else None


def rungs(review: Review, pilot: Review) -> tuple[Rung, ...]:
    """The steps from the pilot's width to today's; none where either has no interval."""
    then, now = sample.plan(pilot), sample.plan(review)
    interval = review.evidence.correctness.interval
    if then is None or now is None or interval is None:
        return ()
    return ladder.ladder(
        pilot_n=then.n,
        pilot_discordance=then.discordance,
        pilot_difference=then.difference,
        n=now.n,
        discordance=now.discordance,
        observed_half_width=(interval.high - interval.low) / 2,
        level=review.evidence.correctness.level,
    )


def rows(found: Sequence[Rung]) -> list[list[str]]:
    """List the steps."""
    return [
        [
            _STEPS[each.step],
            count(each.n),
            f"±{_points(each.half_width)}",
            "plays no part" if each.discordance is None else percent(each.discordance),
        ]
        for each in found
    ]


def _points(value: float) -> str:
    return f"{100 * value:.1f}{NBSP}points"


def sentence(found: Sequence[Rung], review: Review, pilot: Review) -> str:
    """Name the pilot, and say which steps can be planned."""
    if not found:
        return ""
    first, last = found[0], found[-1]
    asked = many(pilot.evidence.correctness.n_questions, "question")
    unplanned = "how often the arms differ on the enlarged set"
    pairs = review.evidence.correctness.answer_pairs
    if pairs and pairs.n > review.evidence.correctness.n_questions:
        unplanned += ", and what more answers to each question add,"
    return (
        f"The pilot is {pilot.info.name}, {asked}. From ±{_points(first.half_width)} to "
        f"±{_points(last.half_width)}: pairing and size can be planned; {unplanned} cannot."
    )


def roughly(pilot: Review) -> str:
    """Say what a set of roughly 800 questions needs in order to give ±2.5 points.

    With one answer to each: answers that are averaged in their question vary less, and so more of
    them may differ.
    """
    then = sample.plan(pilot)
    if then is None:
        return ""
    level = pilot.evidence.correctness.level
    allowed = ladder.discordance_allowed(
        n=ROUGHLY, half_width=HALF_WIDTH, difference=then.difference, level=level
    )
    if allowed is None or allowed >= then.discordance:
        return ""
    return (
        f"With one answer each, roughly {ROUGHLY} questions give ±{_points(HALF_WIDTH)} only if "
        f"the arms differ on at most {percent(allowed)} of them; in the pilot they differed on "
        f"{percent(then.discordance)}. With a second answer each, averaged in its question, more "
        "of the answer pairs may differ."
    )


def assurance(review: Review, scenario: Scenario) -> str:
    """Say how many questions make a half-width likely, the discordance uncertain."""
    base = sample.plan(review)
    if base is None:
        return ""
    then = sample.under(base, scenario)
    found = sizing.size(
        discordance=then.discordance,
        difference=then.difference,
        half_width=HALF_WIDTH,
        level=review.evidence.correctness.level,
        design_effect=then.design_effect,
        per_document=then.per_document,
        alike=then.alike,
        pilot_n=base.n,
    ).assurance
    sizes = ", ".join(
        f"{count(n)} reach it {round(10 * float(chance))} times in 10"
        for chance, n in found.items()
    )
    known = "" if then.design_effect == 1 else _as_here(base.per_document is not None)
    return (
        f"How many questions ±{_points(HALF_WIDTH)} takes hangs on how often the arms differ, "
        f"which {many(base.n, 'question')} tell only roughly: {sizes}{known}."
    )


def _as_here(documents: bool) -> str:
    """What a planned width takes for granted: how far answers of one group are alike."""
    group = "document" if documents else "question"
    return f", if the answers of one {group} are as alike as they are here"


def chances(review: Review, scenario: Scenario) -> str:
    """Say how often the margin is cleared if the truth is nothing, two points, or as observed."""
    base, bar = sample.plan(review), review.record.margin if review.record else None
    if base is None or bar is None:
        return ""
    then = sample.under(base, scenario)
    said = []
    for truth, name in ((0.0, "0"), (0.02, "+2.0"), (then.difference, "as observed")):
        if abs(truth) <= then.discordance:
            found = expected.chance_to_clear(
                n=np.array([then.n]),
                truth=truth,
                discordance=then.discordance,
                margin=bar,
                level=review.evidence.correctness.level,
                design_effect=then.design_effect,
                per_document=then.per_document,
                alike=then.alike,
            )[0]
            said.append(f"{chance(float(found))} if the truth is {name}")
    cleared = f"{many(then.n, 'question')} clear {agreed_signed(100 * bar)} with a chance of"
    return f"{cleared} {listed(said)}."


def days(review: Review, scenario: Scenario, pace: int) -> str:
    """Say how long the questions of a scenario take to write."""
    base = sample.plan(review)
    more = 0 if base is None else sample.under(base, scenario).n - base.n
    if more <= 0 or pace == PACE_UNKNOWN:
        return ""
    took = max(1, ceil(more / pace))
    unit = "day" if took == 1 else "days"
    return (
        f"{many(more, 'more question')} are {count(took)} {unit} of writing at {count(pace)} a day."
    )


def padding(review: Review) -> str:
    """Say that easy questions help a losing design past a bar below zero; empty for other bars."""
    bar = review.record.margin if review.record else None
    cells, n = review.evidence.correctness.cells, review.evidence.correctness.n_questions
    if bar is None or bar >= 0:
        return ""
    said = (
        f"A bar below zero gets easier with every question that both arms get right: the counts "
        f"stay at {count(cells.candidate_only)} for {review.info.candidate} and "
        f"{count(cells.baseline_only)} for {review.info.baseline}, the gap in points shrinks, "
        "and a losing design can pass."
    )
    added = ladder.easy_questions_to_pass(
        candidate_only=cells.candidate_only,
        baseline_only=cells.baseline_only,
        n=n,
        margin=bar,
        level=review.evidence.correctness.level,
    )
    if not added:
        return said
    return f"{said} Here {count(added)} of them would clear {agreed_signed(100 * bar)}."


def discordant(review: Review, scenario: Scenario) -> str:
    """Show the discordant counts beside the points, whatever is added."""
    cells = review.evidence.correctness.cells
    base = sample.plan(review)
    if base is None or not scenario.easy:
        return ""
    now = sample.under(base, Scenario(easy=scenario.easy)).difference
    return (
        f"{many(cells.candidate_only, 'question')} for {review.info.candidate} against "
        f"{count(cells.baseline_only)} for {review.info.baseline}, with or without the "
        f"{count(scenario.easy)} easy ones beside today's {count(base.n)}; the gap goes from "
        f"{points_unsigned(base.difference)} to {points_unsigned(now)}, p (McNemar, mid-p) stays "
        f"{p_value(review.evidence.correctness.mcnemar.p_midp)}."
    )
