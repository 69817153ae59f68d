"""Commands that answer: the figures, the decision, the questions needed, four cells."""

import argparse
from typing import TYPE_CHECKING

from lcexplore.cli import paired_text
from lcexplore.cli.answer import Answer
from lcexplore.errors import UsageError
from lcexplore.evidence import sizing
from lcexplore.evidence.correctness import paired_cells
from lcexplore.report import to_json

if TYPE_CHECKING:
    from lcexplore.report.review import Review
    from lcexplore.store import Store

LEVEL = 0.95
HALF_WIDTH = 0.025
SWITCH, NOT_SWITCH = 0, 1


def summary(arguments: argparse.Namespace) -> Answer:
    """Print every figure of the decision."""
    from lcexplore.cli import figures
    from lcexplore.report import source

    review = reviewed(arguments, grader=arguments.grader, rubric=arguments.rubric)
    if arguments.source == "requests" and not source.available(review):
        raise UsageError(_no_requests(review))
    review = source.on(review, arguments.source or source.usual(review))
    return Answer(
        data=to_json.summary(review), lines=(*figures.summary(review), source.sentence(review))
    )


def _no_requests(review: "Review") -> str:
    from lcexplore.report.sentences import stored

    if held := stored.not_compared(review, requests=True):
        return f"{held.rstrip('.')}; choose arms with --baseline and --candidate"
    return f"no request log is stored for {review.info.name}; import one with --requests"


def decide(arguments: argparse.Namespace) -> Answer:
    """Read the record clause by clause; only a switch exits with 0."""
    from lcexplore.cli import figures
    from lcexplore.decision.record import read_text

    review = reviewed(
        arguments,
        record_text=read_text(arguments.record) if arguments.record else None,
        record_file=arguments.record or "record",
        accept_claimed=arguments.accept_claimed,
    )
    decision = review.decision
    if decision is None:
        raise UsageError(_no_decision(review))
    return Answer(
        code=SWITCH if decision.licensed else NOT_SWITCH,
        data=to_json.decision(decision),
        lines=figures.decision(review, licensed=decision.licensed),
    )


def size(arguments: argparse.Namespace) -> Answer:
    """Plan an eval set, from a comparison or from two assumptions."""
    plan = _from_comparison(arguments) if arguments.comparison else _from_options(arguments)
    return Answer(data=to_json.size(plan), lines=paired_text.size(plan))


def paired(arguments: argparse.Namespace) -> Answer:
    """Analyse four cells."""
    names = ("both", "candidate_only", "baseline_only", "neither")
    cells = {name: getattr(arguments, name) for name in names}
    if not sum(cells.values()):
        raise UsageError("paired: wanted at least one question; found four zeros")
    correctness = paired_cells(**cells, level=arguments.level or LEVEL)
    return Answer(data=to_json.paired(correctness), lines=paired_text.paired(correctness))


def reviewed(arguments: argparse.Namespace, **options: object) -> "Review":
    """The review that a command is about; say what is missing where there is none."""
    from lcexplore.cli.stored import opened
    from lcexplore.report.review import review

    store, name = opened(arguments), arguments.comparison
    if store.record(name) and name not in {each.name for each in store.comparisons()}:
        raise UsageError(
            f"a decision record is committed for {name} and no log is imported yet, so there is "
            f"nothing to read it on; import one with 'lcexplore import FILE --comparison NAME'"
        )
    try:
        return review(
            store,
            name,
            baseline=arguments.baseline,
            candidate=arguments.candidate,
            **options,  # type: ignore[arg-type]  # each command names its own
        )
    except UsageError as error:
        raise UsageError(_with_what_shows(str(error), store, name)) from error


def _with_what_shows(problem: str, store: "Store", name: str) -> str:
    """Say beside what is missing what can be seen of one arm alone."""
    alone = any(each.name == name and len(each.arms) == 1 for each in store.comparisons())
    shows = "Latency and What if in the app (lcexplore app) show what is known of this arm alone"
    return f"{problem}; {shows}" if alone else problem


def _no_decision(review: "Review") -> str:
    if review.undecided:
        return (
            f"no decision on these arms: {review.undecided}; leave out --baseline and --candidate"
        )
    return (
        f"no decision record is committed for {review.info.name}; commit one with "
        f"'lcexplore commit RECORD.yaml --comparison NAME' or read one with --record FILE"
    )


def _from_options(arguments: argparse.Namespace) -> sizing.Size:
    if arguments.discordance is None or arguments.difference is None:
        raise UsageError("size: wanted --comparison, or --discordance with --difference")
    return _size(
        arguments,
        discordance=arguments.discordance,
        difference=arguments.difference,
        margin=arguments.margin,
        level=arguments.level or LEVEL,
    )


def _from_comparison(arguments: argparse.Namespace) -> sizing.Size:
    """Take what was seen for what will be: options given win."""
    from lcexplore.report import sample

    review = reviewed(arguments)
    seen = sample.plan(review)
    if seen is None:
        raise UsageError(
            "size: no question tells the arms apart; give --discordance and --difference instead "
            "of --comparison"
        )
    margin = review.record.margin if review.record else None
    return _size(
        arguments,
        discordance=_first(arguments.discordance, seen.discordance),
        difference=_first(arguments.difference, seen.difference),
        margin=margin if arguments.margin is None else arguments.margin,
        level=arguments.level or review.evidence.correctness.level,
        design_effect=seen.design_effect,
        pilot_n=seen.n,
        per_document=seen.per_document,
        alike=seen.alike,
    )


def _first(given: float | None, found: float) -> float:
    return found if given is None else given


def _size(
    arguments: argparse.Namespace,
    *,
    discordance: float,
    difference: float,
    margin: float | None,
    level: float,
    design_effect: float = 1.0,
    pilot_n: int | None = None,
    per_document: float | None = None,
    alike: float = 1.0,
) -> sizing.Size:
    if not 0 < discordance <= 1:
        raise UsageError("size: wanted a discordance above 0 and up to 1; give --discordance")
    if abs(difference) > discordance:
        raise UsageError(
            f"size: a difference of {difference:g} needs a discordance of at least "
            f"{abs(difference):g}; found {discordance:g}"
        )
    half_width = arguments.half_width if arguments.half_width is not None else HALF_WIDTH
    if half_width <= 0:
        raise UsageError(f"size: wanted a half-width above 0; found {half_width:g}")
    return sizing.size(
        discordance=discordance,
        difference=difference,
        half_width=half_width,
        margin=margin,
        power=arguments.power,
        level=level,
        design_effect=design_effect,
        pilot_n=pilot_n,
        per_document=per_document,
        alike=alike,
    )
