"""Is this a log of Inspect AI, as an archive or as one JSON document, and how is it read?"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lcexplore.importers import heads, inspect_choices, inspect_sample, inspect_scores
from lcexplore.importers.inspect_choices import Reading
from lcexplore.importers.inspect_files import Source
from lcexplore.importers.inspect_header import Header
from lcexplore.importers.inspect_scores import NO_ANSWER
from lcexplore.log import Log, ReadOptions, Row
from lcexplore.words import many

FORMAT = "inspect"
MAPS = True

_PEEK = 20
_START = re.compile(
    rb'(\xef\xbb\xbf)?\s*+\{\s*+("version"\s*+:\s*+\d++\s*+,\s*+)?'
    rb'("status"\s*+:\s*+"\w*+"\s*+,\s*+)?"eval"\s*+:\s*+\{'
)


def recognises(name: str, head: bytes) -> bool:
    """An archive called ``.eval``, or a JSON document that begins as Inspect's do."""
    if name.lower().endswith(".eval"):
        return head[:2] == b"PK"
    return heads.bare(name).endswith(".json") and _START.match(head) is not None


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file; its samples are read one at a time."""
    inspect_choices.check(options.mapping)
    source = Source(path)
    header, notes = source.header()
    reading = _reading(source, header, options)
    manifest = header.manifest()
    if reading.arm is not None:
        manifest["arm"] = reading.arm
    elif "arm" in reading.ways and not inspect_choices.of_the_run(reading.ways["arm"]):
        manifest.pop("eval_set_size", None)
    return Log(
        file=path,
        format=FORMAT,
        manifest=manifest,
        records=_Records(source, reading),
        notes=(*reading.notes, *header.notes(), *notes),
        announced=header.announced,
        also_incorrect=(NO_ANSWER,),
    )


@dataclass(frozen=True, slots=True)
class _Records(Iterable[Row]):
    source: Source
    reading: Reading

    def __iter__(self) -> Iterator[Row]:
        for line, raw in enumerate(self.source.samples(), start=1):
            yield inspect_sample.row(raw, self.reading, line=line)


def _reading(source: Source, header: Header, options: ReadOptions) -> Reading:
    path, first = source.path, list(source.readable(_PEEK))
    mapping = dict(options.mapping)
    survey = inspect_scores.surveyed(source.scored(), header)
    chosen = inspect_scores.settle(path, survey, mapping.pop("verdict", None))
    arm, arm_way, arm_note = inspect_choices.settle_arm(
        path, header, first, options.arm, mapping.get("arm")
    )
    ways = {**inspect_choices.own_words(first, mapping), **mapping}
    ways.pop("arm", None)
    if arm_way is not None:
        ways["arm"] = arm_way
    if "question" not in ways:
        ways["question"] = inspect_choices.settle_question(path, header, source.readable(), arm_way)
    for way in ways.values() if first else ():
        inspect_choices.at(header, first[0], way)
    notes = [arm_note] if arm_note else []
    notes += [f"{name} from {way}" for name, way in ways.items() if name != "arm"]
    if survey.n_without_answer and not (options.correct or options.incorrect):
        said = many(survey.n_without_answer, "verdict")
        notes.append(f"{said} {NO_ANSWER}, no answer: incorrect, as Inspect counts it")
    return Reading(
        arm=arm,
        ways=ways,
        chosen=chosen,
        graders=survey.graders(),
        caching=header.caching,
        header=header,
        notes=(*notes, *survey.notes(chosen)),
    )
