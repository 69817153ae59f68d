"""How are the files of an import to be read, by its options and by a mapping file?"""

import argparse
import difflib
from collections.abc import Iterable
from pathlib import Path

from lcexplore.errors import UsageError
from lcexplore.importers import saved
from lcexplore.importers.request_logs import KNOWN
from lcexplore.importers.saved import Reading
from lcexplore.log import MAPPED_FIELDS, ReadOptions, require_distinct, thresholds


def settled(arguments: argparse.Namespace) -> Reading:
    """Put options over the mapping file, field by field: what is typed beats what was saved."""
    given = saved.load(Path(arguments.map_file)) if arguments.map_file else Reading()
    options = given.options
    correct, incorrect = verdicts(arguments, options)
    typed = thresholds(arguments.correct_at)
    known = KNOWN if arguments.requests else MAPPED_FIELDS
    reading = Reading(
        format=arguments.format or given.format,
        options=ReadOptions(
            arm=arguments.arm or options.arm,
            mapping=_known({**options.mapping, **_mapping(arguments.map)}, known),
            correct=correct,
            incorrect=incorrect,
            correct_at=options.correct_at if typed is None else typed,
            partial=arguments.partial or options.partial,
            cache_multipliers=arguments.cache_multipliers or options.cache_multipliers,
        ),
    )
    if arguments.requests:
        further = {"replace": arguments.replace, "manifest": bool(arguments.manifest)}
        _without_verdicts(reading, [name for name, given in further.items() if given])
    _free(arguments.save_map, reading)
    return reading


def told(pairs: Iterable[tuple[str, str]]) -> dict[str, object]:
    """Read what the user says held for the whole run: numbers and true or false as such."""
    fields: dict[str, object] = {}
    for name, value in pairs:
        if name in fields:
            raise UsageError(f"--manifest {name}: wanted one value; found {fields[name]}, {value}")
        fields[name] = _plain(value)
    return fields


def _plain(value: str) -> object:
    words: dict[str, object] = {"true": True, "false": False}
    if value.casefold() in words:
        return words[value.casefold()]
    try:
        return int(value) if str(int(value)) == value else value
    except ValueError:
        return value


def save(reading: Reading, name: str | None) -> tuple[str, ...]:
    """Write the reading to a mapping file, where one was asked for, and say so."""
    if not name:
        return ()
    Path(name).write_text(saved.dump(reading), encoding="utf-8")
    return (f"saved how the files were read to {name}; reuse it with --map-file {name}",)


def _free(name: str | None, reading: Reading) -> None:
    """Refuse, before anything is imported, to write over a file that says something else."""
    if not name:
        return
    if reading == Reading():
        raise UsageError(
            f"--save-map {name}: nothing to save; no option says how to read the files"
        )
    path, text = Path(name), saved.dump(reading)
    if path.exists() and (not path.is_file() or path.read_bytes() != text.encode()):
        raise UsageError(f"--save-map {name}: it exists and says something else; give another name")
    if not path.parent.is_dir():
        raise UsageError(f"--save-map {name}: no folder {path.parent}")


def _without_verdicts(reading: Reading, further: list[str]) -> None:
    unused = [*saved.of_verdicts(reading), *further]
    if unused:
        option = unused[0].replace("_", "-")
        why = (
            "requests have no key by which one could replace another; take their import back "
            "with lcexplore forget, then import again"
            if option == "replace"
            else "it is about answers to questions"
        )
        raise UsageError(f"--requests: leave out --{option}: {why}")


def _mapping(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    mapping: dict[str, str] = {}
    for field, column in pairs:
        if field in mapping:
            raise UsageError(f"--map {field}: wanted one column; found {mapping[field]}, {column}")
        mapping[field] = column
    return mapping


def _known(mapping: dict[str, str], known: Iterable[str]) -> dict[str, str]:
    for field, column in mapping.items():
        if field not in known:
            raise UsageError(f"--map {field}={column}: {_no_such_field(field, known)}")
    return mapping


def _no_such_field(field: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(field, list(known), n=1)
    if near:
        return f"the native log has no field {field!r}; did you mean {near[0]}?"
    return f"the native log has no field {field!r}; it has {', '.join(known)}"


def verdicts(
    arguments: argparse.Namespace, options: ReadOptions | None = None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Spellings of correct and of incorrect: those typed, else those that were saved."""
    options = options or ReadOptions()
    correct = tuple(arguments.correct) or options.correct
    incorrect = tuple(arguments.incorrect) or options.incorrect
    require_distinct(correct, incorrect)
    return correct, incorrect
