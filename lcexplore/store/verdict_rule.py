"""How is a verdict spelled, and what did the import say about other spellings?"""

from collections.abc import Iterable, Mapping, Sequence

from lcexplore.log import ReadOptions, written_thresholds
from lcexplore.store.text import literal

CORRECT = ("correct", "true", "pass", "passed", "c", "1")
INCORRECT = ("incorrect", "false", "fail", "failed", "i", "0")
PARTIAL = ("p", "partial", "partially correct", "partially_correct", "partly correct")

NOTHING = ("n/a", "na", "none", "null", "nil", "nan", "-", "--", "?", "unknown")

_NUMBER = "try_cast(raw_verdict AS DOUBLE)"


def verdict_rule(options: ReadOptions, also_incorrect: Sequence[str] = ()) -> str:
    """SQL that reads a verdict as correct or incorrect, or as NULL.

    It stands in ``raw_verdict``, and in ``verdict_text`` in lower case without space around. Words
    that the user gave stand in for the usual ones, then a threshold reads numbers, then partial
    credit counts as the user said.

    Args:
        options: What the user said of verdicts.
        also_incorrect: Spellings of the log's own format that mean incorrect.
    """
    told = bool(options.correct or options.incorrect)
    given = [
        (_listed(options.correct), "correct"),
        (_listed(options.incorrect), "incorrect"),
    ]
    usual = [
        (f"{_listed(CORRECT)} OR {_NUMBER} = 1", "correct"),
        (f"{_listed((*INCORRECT, *also_incorrect))} OR {_NUMBER} = 0", "incorrect"),
    ]
    rules = [*(given if told else ()), *_thresholds(options), *(() if told else usual)]
    if options.partial is not None:
        between = f"({_NUMBER} > 0 AND {_NUMBER} < 1)"
        rules.append((f"{_listed(PARTIAL)} OR {between}", options.partial))
    return _cases(rules)


def _thresholds(options: ReadOptions) -> list[tuple[str, str]]:
    at = options.correct_at
    if at is None:
        return []
    bars = at if isinstance(at, Mapping) else {"": at}
    return [
        (f"{_of(name)}isfinite({_NUMBER}) AND {_NUMBER} {side} {bar!r}", verdict)
        for name, bar in bars.items()
        for side, verdict in ((">=", "correct"), ("<", "incorrect"))
    ]


def _of(name: str) -> str:
    return f"{literal(name)} IN (grader, rubric) AND " if name else ""


def how_read(options: ReadOptions) -> str:
    """What the import said about verdicts, in one form whatever the order; empty if nothing."""
    told = {
        "correct": ", ".join(sorted({each.strip().lower() for each in options.correct})),
        "incorrect": ", ".join(sorted({each.strip().lower() for each in options.incorrect})),
        "correct at": written_thresholds(options.correct_at),
        "partial": options.partial or "",
    }
    return "; ".join(f"{name} {value}" for name, value in told.items() if value)


def told_by(value: str) -> str:
    """Which option says what a verdict means that was read as neither pass nor fail."""
    if value.strip().lower() in PARTIAL:
        return "--partial says"
    try:
        number = float(value)
    except ValueError:
        return "--correct and --incorrect say"
    return "--correct-at or --partial says" if 0 < number < 1 else "--correct-at says"


def understood(options: ReadOptions) -> str:
    """The spellings that are read, as one clause."""
    told = bool(options.correct or options.incorrect)
    read = {
        "correct": options.correct if told else CORRECT,
        "incorrect": options.incorrect if told else INCORRECT,
    }
    named = (f"{verdict} from {', '.join(each)}" for verdict, each in read.items() if each)
    return f"read are, in any case, {'; '.join(named)}"


def said_nothing() -> str:
    """SQL list of words that stand where a verdict is missing, or gives part of the credit."""
    return ", ".join(map(literal, (*NOTHING, *PARTIAL)))


def _listed(values: Sequence[str]) -> str:
    if not values:
        return "false"
    spelled = ", ".join(f"lower({literal(each.strip())})" for each in values)
    return f"verdict_text IN ({spelled})"


def _cases(rules: Iterable[tuple[str, str]]) -> str:
    cases = " ".join(f"WHEN {when} THEN {literal(then)}" for when, then in rules)
    return f"CASE {cases} END"
