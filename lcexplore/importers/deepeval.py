"""Which test cases did DeepEval run, and which of its metrics did they pass?

Two forms: the test run that it stores (``testCases``) and an ``EvaluationResult`` as JSON
(``test_results``), which has neither times nor costs. A metric passes at a threshold of its own.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path

from lcexplore.importers import choices, deepeval_cases, evaluators, heads, row_files
from lcexplore.importers.deepeval_run import surveyed
from lcexplore.importers.ways import SAMPLE_ROWS, Repeats, Ways, settle, whole
from lcexplore.log import Log, ReadOptions, Row

FORMAT = "deepeval"
MAPS = True

_COUNTED = re.compile(rb'"testPassed"\s*:\s*(\d{1,9})\s*,\s*"testFailed"\s*:\s*(\d{1,9})\b')
_ARRAYS = (
    (re.compile(rb'\s*\{\s*"test_results"\s*:\s*\['), ("test_results",)),
    (re.compile(rb'\s*\{[^\[\]]{0,2000}?"testRunData"\s*:\s*\{'), ("testRunData", "testCases")),
    (re.compile(rb'\s*\{[^\[\]]{0,2000}?"testCases"\s*:\s*\['), ("testCases",)),
)


def recognises(name: str, head: bytes) -> bool:
    """A JSON document that begins with a list of test cases."""
    return heads.bare(name).endswith(".json") and _way(head) is not None


def _way(head: bytes) -> tuple[str, ...] | None:
    start = head.removeprefix(b"\xef\xbb\xbf")
    return next((way for begins, way in _ARRAYS if begins.match(start)), None)


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file: one pass to settle the choices, one for repetitions, one for the rows."""
    way = _way(heads.head(path)) or ("testCases",)
    run = surveyed(path, way)
    mapping = dict(options.mapping)
    verdict = mapping.get("verdict")
    overall = deepeval_cases.overall(run.graders, verdict)
    others = {overall: "whether all metrics passed"}
    only = evaluators.chosen(path, run.graders, verdict, others=others)
    manifest, arm_notes = run.manifest(path, options)
    if "arm" in manifest:
        mapping.pop("arm", None)
    sample = (each.value for each in islice(row_files.rows(path, way=way), SAMPLE_ROWS))
    ways = settle(
        path,
        ({"metadata": deepeval_cases.metadata(each)} for each in sample if each),
        ReadOptions(arm=options.arm, mapping=mapping),
        questions=(choices.QUESTION_KEYS,),
    )
    key, question_notes = run.question(ways)
    scores = options.correct_at is not None
    read_case = partial(deepeval_cases.record, only=only, key=key, scores=scores, overall=overall)
    rows = partial(_rows, path, way, ways, read_case)
    judged = run.graders if only != overall else {**run.graders, **others}
    return Log(
        file=path,
        format=FORMAT,
        manifest=manifest,
        records=rows(Repeats()),
        notes=(
            *arm_notes,
            *ways.notes,
            *question_notes,
            *_repetitions(rows),
            *evaluators.notes(judged, only),
        ),
        announced=_announced(path),
    )


def _repetitions(rows: Callable[[Repeats], Iterator[Row]]) -> tuple[str, ...]:
    """What to say of several rows of one question: known once all were read."""
    repeats = Repeats()
    for _ in rows(repeats):
        pass
    return repeats.notes()


def _announced(path: Path) -> int | None:
    """Cases that the run counted, passed and failed."""
    found = _COUNTED.search(row_files.tail(path))
    return int(found[1]) + int(found[2]) if found else None


def _rows(
    path: Path,
    way: tuple[str, ...],
    ways: Ways,
    read_case: Callable[[Mapping[str, object]], dict[str, object]],
    repeats: Repeats,
) -> Iterator[Row]:
    for each in row_files.rows(path, way=way):
        if each.value is None:
            yield each.refused()
            continue
        record = read_case(each.value)
        ways.fill(record, each.value)
        repeats.number(record, identity=whole(each.value))
        yield each.row(record)
