"""What is implausible about a log that was just taken in? Said at import, repaired never."""

import json
from collections import defaultdict
from collections.abc import Iterable, Set
from dataclasses import replace
from typing import Any

from lcexplore import words
from lcexplore.evidence import decimal_keys, written
from lcexplore.evidence.known_inputs import meant
from lcexplore.log import TOTAL
from lcexplore.store.entries import ImportAccount
from lcexplore.store.job import Job

SHORTEST_MEDIAN_S, LONGEST_MEDIAN_S = 0.05, 600.0
APART = 200
FEWEST_TIMINGS, FEWEST_HITS = 5, 5
SHOWN = 5
SHOWN_CHARS = 60

_FIELDS = ("latency_s", "ttft_s", "usage", "cost_usd", "stratum")
_PLANNED = {"eval_set_size": "question", "epochs": "epoch"}
_CORPUS = ("corpus_hash", "corpus_sha256", "corpus")


def notes(job: Job, account: ImportAccount) -> tuple[str, ...]:
    """Sentences on what a person should look at before trusting the rows.

    Args:
        job: The import, its rows and manifests in the store.
        account: What became of its rows.
    """
    job = replace(job, file="plausible")
    return (
        *_same_file(job, account),
        *_announced(job, account),
        *_served(job),
        *_corpora(job),
        *_fields(job),
        *_sizes(job),
        *_texts(job),
        *_decimal_keys(job),
        *_times(job, set(account.arms)),
        *whole_inputs(job, "answers"),
        *(_of_arms(job, account) if job.publication.last else ()),
    )


def _of_arms(job: Job, account: ImportAccount) -> tuple[str, ...]:
    """What only one arm has, once every file of the command is in."""
    added = job.publication.before | set(account.arms)
    return (*_between_arms(job, added), *_gradings(job, added))


def _same_file(job: Job, account: ImportAccount) -> list[str]:
    own = set(account.arms)
    return [
        f"the same file is in the comparison for {_listed(others)}, as import {number}: "
        "was it chosen twice?"
        for arms, number in job.rows("same_file", sha256=account.sha256)
        if own and (others := set(json.loads(arms))) and not own & others
    ]


def _announced(job: Job, account: ImportAccount) -> list[str]:
    announced = job.staged.log.announced
    if announced is None or announced == account.rows_read:
        return []
    return [
        f"the header speaks of {words.many(announced, 'row')}; "
        f"{_there(account.rows_read)} in the file"
    ]


def _served(job: Job) -> list[str]:
    return [
        f"arm {arm!r} was served by {words.count(len(models))} models: "
        + ", ".join(f"{model} ({words.count(n)})" for model, n in models[:SHOWN])
        for arm, models in job.rows("models")
    ]


def _corpora(job: Job) -> list[str]:
    said: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for arm, fields in job.rows("manifests"):
        manifest = json.loads(fields)
        for name in _CORPUS:
            if manifest.get(name) is not None:
                said[arm, name][str(manifest[name])] = None
    return [
        f"{name} of arm {arm!r} changed from one import to the next: {', '.join(values)}"
        for (arm, name), values in said.items()
        if len(values) > 1
    ]


def _fields(job: Job) -> list[str]:
    """What a manifest says that cannot be read, and names that are those of known fields almost."""
    found = []
    for arm, text in job.rows("own_manifests"):
        fields = json.loads(text)
        found += [
            f"{each.name} of arm {arm!r} {each.told}; it counts as not recorded"
            for each in written.unread(fields)
        ]
        near = [
            name for name in fields if (known := meant(name)) and written.blank(fields.get(known))
        ]
        if near:
            more = f" and {words.count(len(near) - SHOWN)} more" if len(near) > SHOWN else ""
            named = ", ".join(f"{name} (is it {meant(name)}?)" for name in near[:SHOWN])
            found.append(
                f"fields of the manifest of arm {arm!r} that are not known by name: {named}{more}"
            )
    return found


def _sizes(job: Job) -> list[str]:
    """What the manifest says of questions and epochs, against those of the rows."""
    manifests = {arm: json.loads(fields) for arm, fields in job.rows("own_manifests")}
    if not any(written.whole(each.get(name)) for each in manifests.values() for name in _PLANNED):
        return []
    found = []
    for arm, questions, epochs in job.rows("counts"):
        for (name, what), n in zip(_PLANNED.items(), (questions, epochs), strict=True):
            planned = written.whole(manifests.get(arm, {}).get(name))
            if planned is not None and planned != n:
                found.append(
                    f"the manifest of arm {arm!r} speaks of {words.many(planned, what)}; "
                    f"{_there(n)} here"
                )
    return found


def _texts(job: Job) -> list[str]:
    """Questions of this import that another arm asks in other words: they will not be paired."""
    if job.count("n_arms_asked") < 2:
        return []
    ((n, first),) = job.rows("other_texts")
    if not n:
        return []
    shown = ", ".join(each[:SHOWN_CHARS] for each in first)
    more = f" and {words.count(n - len(first))} more" if n > len(first) else ""
    what = "1 question has" if n == 1 else f"{words.count(n)} questions have"
    return [f"{what} another text in another arm and will not be paired: {shown}{more}"]


def _decimal_keys(job: Job) -> list[str]:
    """Questions that one arm calls 5.0 and another 5."""
    return [
        decimal_keys.said(f"arm {arm!r}", f"arm {other!r}", n, example)
        for arm, other, n, example in job.rows("decimal_keys")
    ]


def _times(job: Job, arms: set[str]) -> list[str]:
    found = []
    late = job.count("n_late_token")
    if late:
        found.append(
            f"ttft_s of {words.many(late, 'row')} is longer than latency_s; "
            "are the units the same, or start and end swapped?"
        )
    medians = {arm: s for arm, s, n in job.rows("medians") if n >= FEWEST_TIMINGS}
    for arm in sorted(arms & medians.keys()):
        if medians[arm] > LONGEST_MEDIAN_S:
            found.append(f"the median latency of arm {arm!r} is {medians[arm]:,.0f} s; {_LONG}")
        elif medians[arm] < SHORTEST_MEDIAN_S:
            found.append(f"the median latency of arm {arm!r} is {medians[arm]:,.3g} s; {_UNITS}")
    if medians and max(medians.values()) > APART * min(medians.values()) and arms & medians.keys():
        found.append(f"latencies of the arms lie more than {APART} times apart; {_UNITS}")
    return found


def whole_inputs(job: Job, what: str) -> list[str]:
    """Uncached tokens that look like the whole input, so that cached ones would count twice."""
    return [
        f"none of the {words.count(n)} {what} of arm {arm!r} that read the cache reports fewer "
        "uncached tokens than cached ones; does usage.input_uncached hold the cached ones, too? "
        f"If so, take the import back and name that column with --map {TOTAL}=COLUMN"
        for arm, n in job.rows("never_above_uncached", fewest=FEWEST_HITS)
    ]


_UNITS = "is that in seconds, or in another unit?"
_LONG = (
    "are they milliseconds? If so, take the import back and divide by 1,000, or name their column "
    "with --map latency_ms=COLUMN"
)


def _between_arms(job: Job, arms: Set[str]) -> list[str]:
    rows = job.rows("recorded")
    if len(rows) < 2 or not arms:
        return []
    epochs = {arm: most for arm, most, *_ in rows}
    found = []
    if len(set(epochs.values())) > 1:
        listed = ", ".join(f"{arm!r} {n}" for arm, n in epochs.items())
        found.append(f"the arms differ in their epochs: {listed}")
    for place, name in enumerate(_FIELDS, start=2):
        having = [row[0] for row in rows if row[place]]
        if 0 < len(having) < len(rows):
            found.append(f"{name} is recorded for {_listed(having)} only")
    return found


def _gradings(job: Job, arms: Set[str]) -> list[str]:
    known: set[str] = {row[0] for row in job.rows("recorded")} if arms else set()
    if len(known) < 2:
        return []
    return [
        f"grader {grader!r}, rubric {rubric!r} graded {_listed(graded)} only"
        for grader, rubric, graded in job.rows("gradings")
        if set(graded) != known
    ]


def _there(n: int) -> str:
    return f"{words.count(n)} {'is' if n == 1 else 'are'}"


def _listed(arms: Iterable[Any]) -> str:
    named = sorted(map(repr, arms))
    return f"arm{'s' if len(named) > 1 else ''} {', '.join(named)}"
