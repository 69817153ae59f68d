"""What does the effective-window probe hold: a planted fact, by depth, fill and distractor?"""

from collections.abc import Iterable
from pathlib import Path
from random import Random

from _files import SYNTHETIC, Row, at, corpus_hash, stamp, template_sha256, write_log
from _questions import N_PROBE, Question
from _runs import GRADER, MODEL, eval_set_sha256
from _writing import short_answer

PROBE = "effective-window-probe"
OLDER, NEWER = "release-2026-03", "release-2026-05"
DEPTHS = (0.25, 0.5, 0.75)
_WINDOW_TOKENS = 200_000
_MODELS = {OLDER: "model-2026-02-26", NEWER: MODEL}
_STARTS = {OLDER: "2026-05-04T09:00:00", NEWER: "2026-05-05T09:00:00"}

# Of 40 questions: (right in both repeats, right in one of the two), at each depth.
_Counts = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
_RIGHT: dict[str, dict[tuple[float, str], _Counts]] = {
    OLDER: {
        (0.05, "none"): ((37, 2), (35, 3), (37, 1)),
        (0.05, "irrelevant"): ((36, 2), (34, 3), (36, 2)),
        (0.05, "near_miss"): ((33, 3), (31, 4), (33, 3)),
        (0.5, "none"): ((33, 5), (25, 9), (32, 6)),
        (0.5, "irrelevant"): ((31, 6), (24, 9), (31, 6)),
        (0.5, "near_miss"): ((25, 8), (17, 11), (24, 9)),
    },
    NEWER: {
        (0.05, "none"): ((38, 1), (36, 3), (38, 1)),
        (0.05, "irrelevant"): ((37, 2), (36, 2), (37, 1)),
        (0.05, "near_miss"): ((35, 2), (33, 3), (34, 3)),
        (0.5, "none"): ((36, 3), (30, 7), (35, 4)),
        (0.5, "irrelevant"): ((35, 4), (29, 7), (34, 4)),
        (0.5, "near_miss"): ((29, 7), (23, 9), (29, 6)),
    },
}
_Variant = tuple[float, float, str]  # depth, fill, distractor


def write_probe(folder: Path, questions: tuple[Question, ...]) -> None:
    """Write both versions' answers to the probe."""
    for arm in (OLDER, NEWER):
        write_log(folder / f"{arm}.jsonl.gz", _manifest(arm, questions), _rows(arm, questions))


def _rows(arm: str, questions: tuple[Question, ...]) -> Iterable[Row]:
    clock = at(_STARTS[arm])
    rng = Random(f"probe/{arm}")
    right = _right(arm)
    for place, question in enumerate(questions):
        for (depth, fill, distractor), by_question in right.items():
            for epoch, correct in enumerate(by_question[place], start=1):
                latency = round((1.1 + 15 * fill) * rng.lognormvariate(0, 0.2), 3)
                distracted = distractor == "near_miss" and rng.random() < 0.8
                answer = short_answer(question.facts[0], right=correct, distracted=distracted)
                yield {
                    "question": question.id,
                    "arm": arm,
                    "epoch": epoch,
                    "question_text": question.text,
                    "reference": question.reference,
                    "answer": answer,
                    "started_at": stamp(clock),
                    "latency_s": latency,
                    "usage": {"input_uncached": round(fill * _WINDOW_TOKENS)},
                    "model": _MODELS[arm],
                    "gradings": [_grading(correct, answer, clock)],
                    "window": {"depth": depth, "fill": fill, "distractor": distractor},
                }
                clock += latency + 0.3


def _right(arm: str) -> dict[_Variant, list[tuple[bool, bool]]]:
    """Which repeats of which question are right: hard questions fail first, with some luck."""
    hard = Random("probe difficulty").sample(range(N_PROBE), N_PROBE)
    right: dict[_Variant, list[tuple[bool, bool]]] = {}
    for (fill, distractor), counts in _RIGHT[arm].items():
        for depth, (both, one) in zip(DEPTHS, counts, strict=True):
            rng = Random(f"probe/{arm}/{fill}/{distractor}/{depth}")
            hardness = {each: hard[each] + rng.gauss(0, 9) for each in range(N_PROBE)}
            order = sorted(hardness, key=hardness.__getitem__)
            repeats = [(False, False)] * N_PROBE
            for rank, question in enumerate(order[: both + one]):
                lucky = rng.random() < 0.5
                repeats[question] = (True, True) if rank < both else (lucky, not lucky)
            right[depth, fill, distractor] = repeats
    return right


def _grading(correct: bool, answer: str, asked: float) -> Row:
    return {
        "grader": GRADER,
        "rubric": "v4",
        "verdict": "correct" if correct else "incorrect",
        "quote": answer,
        "graded_at": stamp(asked + 86_400),
    }


def _manifest(arm: str, questions: tuple[Question, ...]) -> Row:
    return {
        "comparison": PROBE,
        "arm": arm,
        "baseline": OLDER,
        "model": _MODELS[arm],
        "temperature": 0.0,
        "max_output_tokens": 256,
        "eval_set": "window-probe-v1",
        "eval_set_sha256": eval_set_sha256(questions),
        "eval_set_size": len(questions),
        "epochs": 2,
        "corpus_hash": corpus_hash(),
        "prompt_template_sha256": template_sha256("probe"),
        "grader": GRADER,
        "rubric": "v4",
        "blind": True,
        "order_shuffled": True,
        "window_tokens": _WINDOW_TOKENS,
        "synthetic": True,
        "note": SYNTHETIC,
    }
