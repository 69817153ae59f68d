"""What do the logs of the pilot and of the 820-question comparison hold?"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random

from _files import SYNTHETIC, Row, at, corpus_hash, sha256, stamp, template_sha256, write_log
from _latency import Timing, long_context, retrieval
from _questions import N_PILOT, Question
from _verdicts import ARMS, LONG_CONTEXT, RETRIEVAL, Key, Outcome, pilot_outcomes, v3_outcomes
from _writing import Text, n_words, write_all

GRADER = "judge-2026-02-11"
V3, PILOT = "policy-assistant-v3", "policy-assistant-pilot"
MODEL = "model-2026-04-17"
PILOT_MODELS = {RETRIEVAL: "model-2025-11-20", LONG_CONTEXT: "model-2026-02-26"}
PREFIX_TOKENS = 148_210

_V3_STARTS = "2026-04-20T09:00:00"
_V3_GRADED = {"v3": "2026-04-20T15:00:00", "v4": "2026-04-22T09:00:00"}
_PILOT_STARTS = {RETRIEVAL: "2026-03-16T09:00:00", LONG_CONTEXT: "2026-03-16T10:05:00"}
_PILOT_GRADED = "2026-03-17T09:00:00"


def write_v3(folder: Path, questions: tuple[Question, ...]) -> dict[Key, Outcome]:
    """Write both arms of the 820-question comparison; return how every answer came out."""
    outcomes = v3_outcomes(questions)
    timings = _v3_timings(questions)
    starts = _interleaved(questions, timings)
    graded = {rubric: _graded_at(outcomes, rubric, t) for rubric, t in _V3_GRADED.items()}
    for arm in ARMS:
        texts = _texts(arm, questions, (1, 2), outcomes, "v3")
        rows = []
        for (name, epoch), text in texts.items():
            key = (name, arm, epoch)
            gradings = [
                _grading("v3", outcomes[key].v3, graded["v3"][key]),
                _grading("v4", outcomes[key].v4, graded["v4"][key], text.quote),
            ]
            rows.append((key, text, starts[key], timings[key], gradings))
        manifest = _manifest(V3, arm, questions, model=MODEL, rubric="v4", epochs=2)
        write_log(folder / f"{arm}.jsonl.gz", manifest, _rows(questions, rows, MODEL))
    return outcomes


def write_pilot(folder: Path, questions: tuple[Question, ...]) -> None:
    """Write both arms of the pilot: one after the other, on two model snapshots."""
    asked = questions[:N_PILOT]
    outcomes = pilot_outcomes(asked)
    graded = _graded_at(outcomes, "pilot", _PILOT_GRADED)
    pools = {LONG_CONTEXT: long_context(), RETRIEVAL: retrieval()}
    for arm in ARMS:
        texts = _texts(arm, asked, (1,), outcomes, "pilot")
        drawn = Random(f"pilot/{arm}").sample(pools[arm], N_PILOT)
        rows = []
        for index, ((name, epoch), text) in enumerate(texts.items()):
            key = (name, arm, epoch)
            start = at(_PILOT_STARTS[arm]) + 15 * index
            gradings = [_grading("v3", outcomes[key].v3, graded[key])]
            rows.append((key, text, start, drawn[index], gradings))
        model = PILOT_MODELS[arm]
        manifest = _manifest(PILOT, arm, asked, model=model, rubric="v3", epochs=1)
        write_log(folder / f"{arm}.jsonl.gz", manifest, _rows(asked, rows, model))


def _texts(
    arm: str,
    questions: tuple[Question, ...],
    epochs: tuple[int, ...],
    outcomes: Mapping[Key, Outcome],
    seed: str,
) -> dict[tuple[str, int], Text]:
    jobs = [(each, epoch, outcomes[each.id, arm, epoch]) for each in questions for epoch in epochs]
    return write_all(arm, jobs, seed)


def _v3_timings(questions: tuple[Question, ...]) -> dict[Key, Timing]:
    slots = [(each.id, epoch) for each in questions for epoch in (1, 2)]
    pools = {LONG_CONTEXT: long_context(), RETRIEVAL: retrieval()}
    return {
        (name, arm, epoch): timing
        for arm, pool in pools.items()
        for (name, epoch), timing in zip(slots, pool, strict=True)
    }


def _interleaved(
    questions: tuple[Question, ...], timings: Mapping[Key, Timing]
) -> dict[Key, float]:
    """Send each question to both arms in turn, each arm first in half of the pairs."""
    rng = Random("run order")
    clock = at(_V3_STARTS)
    starts: dict[Key, float] = {}
    for index, question in enumerate(questions):
        for epoch in (1, 2):
            order = ARMS if (index + epoch) % 2 else tuple(reversed(ARMS))
            for arm in order:
                key = (question.id, arm, epoch)
                starts[key] = clock
                clock += timings[key].latency_s + rng.uniform(0.15, 0.4)
    return starts


def _graded_at(outcomes: Iterable[Key], seed: str, start: str) -> dict[Key, str]:
    """Grade both arms' answers in one shuffled order."""
    rng = Random(f"grading order {seed}")
    keys = rng.sample(list(outcomes), len(list(outcomes)))
    return {key: stamp(at(start) + 1.9 * place) for place, key in enumerate(keys)}


def _grading(rubric: str, correct: bool, when: str, quote: str | None = None) -> Row:
    verdict = "correct" if correct else "incorrect"
    grading: dict[str, object] = {"grader": GRADER, "rubric": rubric, "verdict": verdict}
    if quote is not None:
        grading["quote"] = quote
    return {**grading, "graded_at": when}


def _rows(
    questions: tuple[Question, ...],
    answers: list[tuple[Key, Text, float, Timing, list[Row]]],
    model: str,
) -> Iterable[Row]:
    known = {each.id: each for each in questions}
    for (name, arm, epoch), text, start, timing, gradings in answers:
        question = known[name]
        yield {
            "question": name,
            "arm": arm,
            "epoch": epoch,
            "stratum": question.stratum,
            "question_text": question.text,
            "reference": question.reference,
            "answer": text.answer,
            "started_at": stamp(start),
            "latency_s": timing.latency_s,
            "ttft_s": timing.ttft_s,
            "cache": "hit" if timing.hit else "miss",
            "usage": _usage(arm, f"{name}/{epoch}", timing, n_words(text.answer)),
            "model": model,
            "gradings": gradings,
        }


def _usage(arm: str, seed: str, timing: Timing, words: int) -> Row:
    """Retrieval reports a cache that it does not use: zero, which is not unknown."""
    rng = Random(f"usage/{arm}/{seed}")
    output = round(words * rng.uniform(1.3, 1.45))
    if arm == RETRIEVAL:
        uncached, read, write = rng.randint(4660, 5600), 0, 0
    else:
        uncached = rng.randint(772, 852)
        read, write = (PREFIX_TOKENS, 0) if timing.hit else (0, PREFIX_TOKENS)
    return {
        "input_uncached": uncached,
        "cache_read": read,
        "cache_write": write,
        "output": output,
    }


def eval_set_sha256(questions: tuple[Question, ...]) -> str:
    """Hash of what was asked, in order."""
    return sha256("\n".join(f"{each.id}\t{each.stratum}\t{each.text}" for each in questions))


def _manifest(
    comparison: str,
    arm: str,
    questions: tuple[Question, ...],
    *,
    model: str,
    rubric: str,
    epochs: int,
) -> Row:
    return {
        "comparison": comparison,
        "arm": arm,
        "baseline": RETRIEVAL,
        "model": model,
        "temperature": 0.0,
        "max_output_tokens": 1024,
        "eval_set": "policy-eval-v3" if comparison == V3 else "policy-eval-v2",
        "eval_set_sha256": eval_set_sha256(questions),
        "eval_set_size": len(questions),
        "epochs": epochs,
        "corpus_hash": corpus_hash(),
        "prompt_template_sha256": template_sha256(arm),
        "grader": GRADER,
        "rubric": rubric,
        "blind": True,
        "order_shuffled": True,
        "cache_multipliers": {"read": 0.1, "write": 1.25},
        "synthetic": True,
        "note": SYNTHETIC,
    }
