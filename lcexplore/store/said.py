"""Does what stands as verdicts say pass or fail, or has the user to say what it means?"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lcexplore import words
from lcexplore.errors import LogError
from lcexplore.store.job import Job
from lcexplore.store.verdict_rule import said_nothing

MOST_LABELS, MOST_LABEL = 10, 60
OWN_WORDS = ("native", "flat")
SCALE = 2  # different numbers beyond 0 and 1; a single one may be a slip


def stop_at_unread(job: Job) -> None:
    """Ask what verdicts mean that say neither pass nor fail, unless the user has said so.

    The native log and the flat table have rules of their own: there, what is neither pass nor fail
    is not measured. A scale is asked about there too: its 1 may be the worst grade of five, and
    would be read as a pass. Words that the user gave and no verdict is are a mistake anywhere.
    """
    options, own = job.staged.options, job.staged.log.format in OWN_WORDS
    job = replace(job, file="said")
    if options.correct or options.incorrect:
        _stop_at_strangers(job)
        return
    if not own:
        _stop_at_words(job)
    if options.correct_at is None and (not own or job.count("n_beyond") >= SCALE):
        _stop_at_scores(job)


def _stop_at_strangers(job: Job) -> None:
    """None of the verdicts is among the words given: all of them would be not measured."""
    if job.count("n_measured"):
        return
    if found := job.rows("labels", {"nothing": said_nothing()}, most=MOST_LABELS):
        raise LogError(
            job.staged.log.file,
            wanted="verdicts among the words given with --correct and --incorrect",
            found=f"none of them; the verdicts are {_listed(found)}",
            todo="give words of the file, spelled as they are there",
        )


def _stop_at_words(job: Job) -> None:
    if job.count("n_unread_words", {"nothing": said_nothing()}):
        raise LogError(
            job.staged.log.file,
            wanted="verdicts that say pass or fail",
            found=_listed(job.rows("words", most=MOST_LABELS)),
            todo="say which of them mean what with --correct WORDS and --incorrect WORDS; "
            "what is in neither is not measured",
        )


def _stop_at_scores(job: Job) -> None:
    """Scores left out, the passes alone would be counted."""
    ((n, least, most, n_unread),) = job.rows("scores")
    if not n_unread:
        return
    partly = job.staged.options.partial is None and least >= 0 and most <= 1
    raise LogError(
        job.staged.log.file,
        wanted="verdicts that say pass or fail",
        found=f"{words.many(n, 'number')} from {least:g} to {most:g}, {words.count(n_unread)} of "
        f"them neither pass nor fail: {_listed(job.rows('unread_scores', most=MOST_LABELS))}",
        todo="say which are correct with --correct-at X: X or more"
        + (", or what counts between 0 and 1 with --partial correct|incorrect" if partly else ""),
    )


def _listed(found: Sequence[tuple[Any, ...]]) -> str:
    """Name verdicts, the commonest first, each with how often it occurs."""
    shown = ", ".join(f"{label[:MOST_LABEL]!r} ({words.count(n)})" for label, n, _ in found)
    more = found[0][2] - len(found)
    return f"{shown} and {words.count(more)} more" if more else shown
