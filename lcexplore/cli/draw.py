"""How are questions drawn for people to label, from the command line?"""

import argparse
from collections.abc import Iterable
from dataclasses import replace
from secrets import randbelow

from lcexplore.cli.answer import Answer
from lcexplore.cli.stored import opened
from lcexplore.errors import LcexploreError, UsageError
from lcexplore.evidence import blind
from lcexplore.evidence.draw import DEFAULT_SIZE, DrawnStratum, FrameQuestion, Sample
from lcexplore.evidence.draw import draw as drawn
from lcexplore.model import ComparisonInfo
from lcexplore.report.label_plan import Plan, plan
from lcexplore.report.plain import Json, fields, plain
from lcexplore.report.review import Review, review
from lcexplore.report.sentences import draw as told
from lcexplore.store import Store
from lcexplore.store.draws import Draw
from lcexplore.store.labelling import Labelling
from lcexplore.words import graded, many

SEEDS = 1_000_000
WISHED_HALF_WIDTH = 0.05


def draw(arguments: argparse.Namespace) -> Answer:
    """Say what labels would buy, and draw unless only the plan was asked for."""
    store = opened(arguments)
    info = store.info(
        arguments.comparison, baseline=arguments.baseline, candidate=arguments.candidate
    )
    people = Labelling(store)
    frame = people.frame(info)
    if not frame:
        raise UsageError(
            f"no question of {info.name} can be drawn: none has the text of an answer and a "
            f"verdict by {graded(info.grader, info.rubric)} in both arms; import logs that hold "
            "the texts (field answer)"
        )
    chosen = _chosen(arguments.stratum)
    if chosen is None and arguments.size > len(frame):
        raise UsageError(
            f"wanted a --size between 1 and {len(frame)}; found {arguments.size} (it is "
            f"{DEFAULT_SIZE} where none is given); {many(len(frame), 'question')} can be drawn: "
            "with an answer and a verdict in both arms"
        )
    seed = randbelow(SEEDS) if arguments.seed is None else arguments.seed
    sample = drawn(frame, seed=seed, size=arguments.size, chosen=chosen)
    made = None
    if not arguments.plan:
        markers = arguments.strip or blind.markers(
            (info.baseline, info.candidate, *people.models(info))
        )
        made = people.add(info, sample, markers=markers, labellers=arguments.labeller)
    found = plan(frame, _reviewed(store, info))
    answer = _answer(info, frame, sample, made, found, wanted=arguments.half_width)
    untold = told.untold(people.items(made)) if made else ""
    return replace(answer, lines=(*answer.lines, *([untold] if untold else ())))


def _reviewed(store: Store, info: ComparisonInfo) -> Review | None:
    try:
        return review(store, info.name, baseline=info.baseline, candidate=info.candidate)
    except LcexploreError:
        return None


def _chosen(pairs: Iterable[tuple[str, str]]) -> dict[str, int] | None:
    wanted: dict[str, int] = {}
    for name, number in pairs:
        if not number.isascii() or not number.isdigit() or name in wanted:
            raise UsageError(
                f"--stratum {name}={number}: wanted one whole number for each kind of question"
            )
        wanted[name] = int(number)
    return wanted or None


def _answer(
    info: ComparisonInfo,
    frame: tuple[FrameQuestion, ...],
    sample: Sample,
    made: Draw | None,
    found: Plan,
    *,
    wanted: float | None,
) -> Answer:
    wished = WISHED_HALF_WIDTH if wanted is None else wanted
    labels, n = found.needed(wished), len(sample.questions)
    data = {
        "draw": made.draw if made else None,
        "comparison": info.name,
        "grader": info.grader,
        "rubric": info.rubric,
        "seed": sample.seed,
        "n_questions": n,
        "n_answers": 2 * n,
        "n_frame": len(frame),
        "weighted": sample.weighted,
        "strata": [_stratum(each) for each in sample.strata],
        "questions": [fields(each, "question epoch stratum weight") for each in sample.questions],
        "markers": list(made.markers) if made else [],
        "labellers": list(made.labellers) if made else [],
        "half_width": {
            "expected": found.half_width(n),
            "wanted": wished,
            "labels_needed": labels,
            "error_share": found.error_share,
            "n_measured": found.n_measured,
        },
    }
    lines = (
        told.plan(n, found.half_width(n)),
        told.needed(wished, labels, len(frame), found.half_width(len(frame))),
        told.assumed(found.error_share, measured=found.n_measured),
        *((told.origin(made), "Label it on the Label page: lcexplore app") if made else ()),
    )
    return Answer(data=plain(data), lines=lines)


def _stratum(each: DrawnStratum) -> Json:
    return fields(each, "name n_frame n_drawn weight") or {}
