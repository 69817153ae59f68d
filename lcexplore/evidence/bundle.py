"""The whole evidence of one comparison, under one grading."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from lcexplore.evidence import correctness, grading, latency, tokens, validity, window
from lcexplore.evidence.conflicts import unpair
from lcexplore.evidence.covered import covered
from lcexplore.evidence.inputs import Inputs
from lcexplore.evidence.rubrics import RubricAttribution
from lcexplore.model import ComparisonInfo, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Everything that the decision, the pages and the summary read."""

    info: ComparisonInfo
    inputs: Inputs
    correctness: correctness.Correctness
    latency: latency.Latency
    cost: Mapping[Role, tokens.ArmCost]
    validity: validity.Validity
    grading: grading.Grading | None
    rubrics: tuple[RubricAttribution, ...]
    window: window.Window | None
    graders: tuple[RubricAttribution, ...] = ()


def gather(inputs: Inputs, info: ComparisonInfo, *, level: float = 0.95) -> Evidence:
    """Run every analysis on the counted inputs.

    Questions whose text differs between the arms are not the same question: they are not paired.
    """
    inputs = replace(inputs, tally=unpair(inputs.tally, inputs.question_text_conflicts))
    measured = correctness.analyse(inputs.tally, level=level)
    return Evidence(
        info=info,
        inputs=inputs,
        correctness=measured,
        latency=latency.analyse(inputs.timings, level=level),
        cost=tokens.analyse(inputs.tokens),
        validity=validity.examine(inputs, info),
        grading=grading.calibrate(
            inputs.calibration,
            words_mean=inputs.tally.words_mean,
            n_words=inputs.tally.n_words,
            shown=covered(inputs.tally),
            level=level,
        )
        if inputs.calibration
        else None,
        rubrics=grading.attribute(inputs.rubrics, inputs.rubric_moves),
        window=window.analyse(inputs.window, level=level),
        graders=grading.attribute((), inputs.grader_moves, kind="grader"),
    )
