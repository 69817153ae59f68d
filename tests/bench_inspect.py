"""How much faster than Inspect AI's own data frames does the importer read the same fields?

Run it with a Python that has both packages, on logs of Inspect AI::

    PYTHONPATH=. python tests/bench_inspect.py LOG.eval ...

Both readers take the same fields of the same files in the same run, alternating; the best of the
rounds counts, in CPU seconds so that a busy machine does not blur it. It ends with a failure where
the ratio is below the target.
"""

import sys
import time
from pathlib import Path

from inspect_ai.analysis import SampleColumn, samples_df

from lcexplore.importers import inspect_log
from lcexplore.log import ReadOptions

TARGET = 5.0
ROUNDS = 3


def calls(sample):
    """Model calls outside the scorers, as the importer counts them."""
    scoring = set()
    for event in sample.events:
        if event.event == "span_begin" and (
            event.type in ("scorer", "scorers") or event.parent_id in scoring
        ):
            scoring.add(event.id)
    return [
        event
        for event in sample.events
        if event.event == "model" and event.span_id not in scoring and not event.error
    ]


def latency(sample):
    return sum(event.output.time or 0.0 for event in calls(sample)) or None


def tokens(name):
    def column(sample):
        counts = [event.output.usage for event in calls(sample) if event.output.usage]
        return sum(getattr(usage, name) or 0 for usage in counts)

    return column


def replayed(sample):
    return any(event.cache == "read" for event in calls(sample))


COLUMNS = [
    SampleColumn("question", path="id", type=str),
    SampleColumn("epoch", path="epoch"),
    SampleColumn("question_text", path=lambda sample: str(sample.input), full=True),
    SampleColumn("reference", path=lambda sample: str(sample.target), full=True),
    SampleColumn("answer", path=lambda sample: sample.output.completion, full=True),
    SampleColumn("model", path=lambda sample: sample.output.model, full=True),
    SampleColumn("started_at", path="started_at"),
    SampleColumn("error", path=lambda sample: sample.error and sample.error.message, full=True),
    SampleColumn("limit", path=lambda sample: sample.limit and sample.limit.type, full=True),
    SampleColumn("verdicts", path=lambda sample: str(sample.scores), full=True),
    SampleColumn("stratum", path=lambda sample: sample.metadata.get("stratum"), full=True),
    SampleColumn("latency_s", path=latency, full=True),
    SampleColumn("replayed", path=replayed, full=True),
    *(
        SampleColumn(name, path=tokens(name), full=True)
        for name in (
            *("input_tokens", "input_tokens_cache_read"),
            *("input_tokens_cache_write", "output_tokens"),
        )
    ),
]


def theirs(paths):
    return samples_df([str(path) for path in paths], columns=COLUMNS, quiet=True)


def ours(paths):
    options = ReadOptions(arm="any", mapping={"verdict": "all"})
    return [row.record for path in paths for row in inspect_log.read(path, options).records]


def timed(read, paths):
    start = time.process_time()
    found = read(paths)
    return time.process_time() - start, found


def agree(records, frame):
    """Both read the same: samples, latencies and tokens."""
    told = frame["latency_s"].sum(), frame["output_tokens"].sum()
    said = (
        sum(each.get("latency_s", 0.0) for each in records),
        sum(each.get("usage", {}).get("output", 0) for each in records),
    )
    return len(records) == len(frame) and abs(told[0] - said[0]) < 1e-6 and told[1] == said[1]


def main(names):
    paths = [Path(name) for name in names]
    mine, others = [], []
    for _ in range(ROUNDS):
        seconds, records = timed(ours, paths)
        mine.append(seconds)
        seconds, frame = timed(theirs, paths)
        others.append(seconds)
    ratio = min(others) / min(mine)
    print(f"{len(records)} samples in {len(paths)} files; the same values: {agree(records, frame)}")
    print(
        f"CPU: lcexplore {min(mine):.3f} s, samples_df {min(others):.3f} s, "
        f"{ratio:.1f} times faster"
    )
    return 0 if ratio >= TARGET and agree(records, frame) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
