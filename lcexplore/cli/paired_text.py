"""How are four cells and a plan said to a person?"""

from lcexplore import words
from lcexplore.cli.answer import table
from lcexplore.evidence.correctness import Correctness
from lcexplore.evidence.sizing import Size
from lcexplore.model import Interval

DIRECTION = "Differences are candidate minus baseline; positive favours the candidate."


def paired(given: Correctness) -> tuple[str, ...]:
    """Say the difference with its interval, the table and the tests."""
    return (
        *table([*_headline(given), *_tests(given)]),
        *_disagreement(given),
        DIRECTION,
    )


def size(plan: Size) -> tuple[str, ...]:
    """Say how many questions a half-width and a margin need."""
    return (
        *table([_assumed(plan), *_half_width(plan), *_power(plan)]),
        DIRECTION,
    )


def standing(interval: Interval) -> str:
    """Say what an interval establishes."""
    if interval.low > 0:
        return "the candidate is ahead"
    return "the candidate is behind" if interval.high < 0 else "the direction is not established"


def estimate(given: Correctness) -> str:
    """Write the difference with its interval and n."""
    if given.difference is None or given.interval is None:
        return "not measured: no question has a verdict in both arms"
    level = words.level(given.level)
    return (
        f"{words.points(given.difference)} ({level} interval {words.span(given.interval)}, "
        f"{_questions(given.n_questions)}): {standing(given.interval)}"
    )


def discordant(given: Correctness) -> str:
    """Say on how many questions the arms differ, and which way."""
    cells = given.cells
    return (
        f"the arms differ on {words.count(cells.candidate_only + cells.baseline_only)} of "
        f"{_questions(cells.n)}: candidate better on {words.count(cells.candidate_only)}, "
        f"baseline on {words.count(cells.baseline_only)}"
    )


def _headline(given: Correctness) -> list[tuple[str, str]]:
    cells = given.cells
    agreeing = f"{words.count(cells.both)} both correct, {words.count(cells.neither)} neither"
    return [
        ("difference", estimate(given)),
        ("discordant", f"{discordant(given)}; {agreeing}"),
        ("method", given.method),
    ]


def _tests(given: Correctness) -> list[tuple[str, str]]:
    test = given.mcnemar
    return [
        (
            "McNemar",
            f"exact p = {words.p_value(test.p_exact)}, mid-p {words.p_value(test.p_midp)}; "
            f"chi-square {test.statistic_corrected:.2f} with continuity correction, "
            f"p = {words.p_value(test.p_corrected)}; without it {test.statistic_uncorrected:.2f}, "
            f"p = {words.p_value(test.p_uncorrected)}",
        )
    ]


def _disagreement(given: Correctness) -> tuple[str, ...]:
    """Explain an exact test that says otherwise than the interval."""
    if given.interval is None:
        return ()
    excluded = given.interval.low > 0 or given.interval.high < 0
    rejected = given.mcnemar.p_exact < 1 - given.level
    if excluded == rejected:
        return ()
    side = "excludes" if excluded else "holds"
    return (
        f"The interval {side} zero and the exact test (p = {words.p_value(given.mcnemar.p_exact)}) "
        "says otherwise: they are two methods, the exact one is conservative where few questions "
        "differ. The interval decides.",
    )


def _assumed(plan: Size) -> tuple[str, str]:
    spread = "" if plan.design_effect == 1 else f", design effect {plan.design_effect:.2f}"
    return (
        "assumed",
        f"the arms differ on {words.percent(plan.discordance)} of the questions, true difference "
        f"{words.points(plan.difference)}{spread}",
    )


def _half_width(plan: Size) -> list[tuple[str, str]]:
    if plan.half_width is None or plan.n_half_width is None:
        return []
    width = f"{words.points_unsigned(plan.half_width)} either side"
    rows = [("half-width", f"{_questions(plan.n_half_width)} for {width} on average")]
    known = "" if plan.design_effect == 1 else ", if that design effect holds"
    for share, n in plan.assurance.items():
        chance = words.percent(float(share), decimals=0)
        rows.append(("", f"{_questions(n)} to be {chance} sure of it{known}"))
    return rows


def _power(plan: Size) -> list[tuple[str, str]]:
    if plan.margin is None:
        return [("margin", "none given, so no chance of clearing it")]
    bar = words.agreed_points(plan.margin)
    rows = []
    if plan.n_power is None:
        rows.append(("margin", f"no number of questions: the difference does not exceed {bar}"))
        if plan.margin > 0:
            rows.append(("", "a margin that tolerates a loss is negative, such as -2pts"))
    else:
        chance = words.percent(plan.power, decimals=0)
        rows.append(("margin", f"{_questions(plan.n_power)} to clear {bar} with {chance} chance"))
    if plan.n_impossible_below is not None and plan.difference <= 0:
        least = _questions(plan.n_impossible_below)
        rows.append(("", f"below {least} even perfect agreement cannot clear it"))
    return rows


def _questions(n: int) -> str:
    return f"{words.count(n)} question{'' if n == 1 else 's'}"
