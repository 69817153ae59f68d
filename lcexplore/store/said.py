"""Does what stands as verdicts say pass or fail, or has the user to say what it means?"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lcexplore import words
from lcexplore.errors import LogError
from lcexplore.log import ReadOptions, threshold
from lcexplore.store.job import Job
from lcexplore.store.queries import filled
from lcexplore.store.text import trimmed
from lcexplore.store.verdict_rule import said_nothing

MOST_LABELS, MOST_LABEL = 10, 60
OWN_WORDS = ("native", "flat")
SCALE = 2  # different numbers beyond 0 and 1; a single one may be a slip


@dataclass(frozen=True, slots=True)
class _Scale:
    """The numbers that one grader gave as verdicts under one rubric."""

    grader: str
    rubric: str
    n: int
    least: float
    most: float
    n_unread: int
    n_beyond: int

    def span(self) -> str:
        return f"{words.many(self.n, 'number')} from {self.least:g} to {self.most:g}"

    def lies_beside(self, at: float) -> bool:
        """Whether a threshold is one of another scale: of grades for passes, or the reverse."""
        if at > 1:
            return self.least >= 0 and self.most <= 1
        return self.least >= 1 and self.n_beyond >= SCALE


def stop_at_unread(job: Job) -> None:
    """Ask what verdicts mean that say neither pass nor fail, unless the user has said so.

    The native log and the flat table have rules of their own: there, what is neither pass nor fail
    is not measured. A scale is asked about there too: its 1 may be the worst grade of five, and
    would be read as a pass. So is one number for graders of whom one has another scale. Words that
    the user gave and no verdict is are a mistake anywhere.
    """
    options, own = job.staged.options, job.staged.log.format in OWN_WORDS
    job = replace(job, file="said")
    told = bool(options.correct or options.incorrect)
    if told:
        _stop_at_strangers(job, job.staged.log.file, {})
    elif not own:
        _stop_at_words(job, job.staged.log.file, {})
    scales = [_Scale(*row) for row in job.rows("scales")]
    for each in scales:
        at = threshold(options.correct_at, each.grader, each.rubric)
        asks = not told and (not own or each.n_beyond >= SCALE)
        if at is None and each.n_unread and asks:
            _ask_from_which_on(job, each)
        if at is not None and not isinstance(options.correct_at, Mapping) and each.lies_beside(at):
            _refuse_one_for_all(job, each, at)


def stop_at_unread_labels(job: Job, options: ReadOptions, file: str) -> None:
    """Ask the same of what people said, where a scale has no other words to be read by."""
    said = filled("said", "said_by_people", label=trimmed("raw_verdict"))
    job, people = replace(job, file="said"), {"said": said}
    if options.correct or options.incorrect:
        _stop_at_strangers(job, file, people)
        return
    _stop_at_words(job, file, people)
    for each in (_Scale(*row) for row in job.rows("scales", people)):
        if each.n_beyond >= SCALE:
            raise LogError(
                file,
                wanted="verdicts that say pass or fail",
                found=each.span(),
                todo="say which of them mean what with --correct WORDS and --incorrect WORDS",
            )


def _stop_at_strangers(job: Job, file: Path | str, said: Mapping[str, str]) -> None:
    """None of the verdicts is among the words given: all of them would be not measured."""
    if job.count("n_measured", said):
        return
    nothing = {"nothing": said_nothing()}
    if found := job.rows("labels", {**said, **nothing}, most=MOST_LABELS):
        raise LogError(
            file,
            wanted="verdicts among the words given with --correct and --incorrect",
            found=f"none of them; the verdicts are {_listed(found)}",
            todo="give words of the file, spelled as they are there",
        )


def _stop_at_words(job: Job, file: Path | str, said: Mapping[str, str]) -> None:
    if job.count("n_unread_words", {**said, "nothing": said_nothing()}):
        raise LogError(
            file,
            wanted="verdicts that say pass or fail",
            found=_listed(job.rows("words", said, most=MOST_LABELS)),
            todo="say which of them mean what with --correct WORDS and --incorrect WORDS; "
            "what is in neither is not measured",
        )


def _ask_from_which_on(job: Job, scale: _Scale) -> None:
    """Scores left out, the passes alone would be counted."""
    unread = job.rows("unread_scores", grader=scale.grader, rubric=scale.rubric, most=MOST_LABELS)
    partly = job.staged.options.partial is None and scale.least >= 0 and scale.most <= 1
    of, name = _named(job, scale)
    raise LogError(
        job.staged.log.file,
        wanted="verdicts that say pass or fail",
        found=f"{scale.span()}{of}, {words.count(scale.n_unread)} of them neither pass nor fail: "
        f"{_listed(unread)}",
        todo=f"say which are correct with --correct-at {name}X: X or more"
        + (", or what counts between 0 and 1 with --partial correct|incorrect" if partly else ""),
    )


def _refuse_one_for_all(job: Job, scale: _Scale, at: float) -> None:
    """A number meant for another scale would read all of these verdicts alike."""
    read = "incorrect" if scale.most < at else "correct"
    _, name = _named(job, scale, always=True)
    raise LogError(
        job.staged.log.file,
        wanted=f"scores that --correct-at {at:g} can part",
        found=f"{scale.span()} of {scale.grader!r}, all of which it would read as {read}",
        todo=f"say it grader by grader: --correct-at {name}X, once for each whose scores need it",
    )


def _named(job: Job, scale: _Scale, *, always: bool = False) -> tuple[str, str]:
    """Of whom the scores are, and how an option names it; nothing where there is one grader."""
    if not always and job.count("n_graders") == 1:
        return "", ""
    several = sum(row[0] == scale.grader for row in job.rows("scales")) > 1
    name = scale.rubric if several else scale.grader
    return f" of {name!r}", f"{shlex.quote(name)}="


def _listed(found: Sequence[tuple[Any, ...]]) -> str:
    """Name verdicts, the commonest first, each with how often it occurs."""
    shown = ", ".join(f"{label[:MOST_LABEL]!r} ({words.count(n)})" for label, n, _ in found)
    more = found[0][2] - len(found)
    return f"{shown} and {words.count(more)} more" if more else shown
