"""How is the offline report written, whole or not at all?"""

import argparse
import os
from contextlib import suppress
from pathlib import Path

from lcexplore.cli.answer import Answer
from lcexplore.cli.reviews import reviewed
from lcexplore.errors import UsageError
from lcexplore.report.plain import plain


def report(arguments: argparse.Namespace) -> Answer:
    """Write the report of a comparison into a file."""
    from lcexplore.report.offline.document import document
    from lcexplore.report.sentences import offline

    path = _free(arguments.output, store=Path(arguments.store))
    shown = reviewed(arguments, grader=arguments.grader, rubric=arguments.rubric)
    written = document(shown)
    _write(path, written.content, name=arguments.output, over=arguments.force)
    info = shown.info
    data = {
        "file": arguments.output,
        "sha256": written.sha256,
        "comparison": info.name,
        "baseline": info.baseline,
        "candidate": info.candidate,
        "outcome": shown.decision.outcome if shown.decision else None,
        "figures": written.figures,
    }
    lines = [offline.written(arguments.output, written.figures)]
    if written.figures is None:
        lines.append(offline.NO_FIGURES)
    return Answer(data=plain(data), lines=tuple(lines))


def _free(name: str, *, store: Path) -> Path:
    """The file to write, followed where it is a link; refuse before anything is read."""
    path = Path(name)
    if name == "-":
        raise UsageError("-o -: wanted a file; standard output takes what is said of it")
    if path.exists() and not path.is_file():
        found = "a folder" if path.is_dir() else "something that is no file"
        raise UsageError(f"-o {name}: wanted a file; found {found}; give another name")
    if path.exists() and store.exists() and path.samefile(store):
        raise UsageError(f"-o {name}: it is the store that is read; give another name")
    if not path.parent.is_dir():
        raise UsageError(f"-o {name}: no folder {path.parent}")
    return path.resolve()


def _write(path: Path, content: bytes, *, name: str, over: bool) -> None:
    """Write beside the file and put it in its place at once: nobody ever finds half of one."""
    if path.exists() and not over and path.read_bytes() != content:
        raise UsageError(
            f"-o {name}: it exists and says something else; give another name, or write over it "
            "with --force"
        )
    beside = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
    try:
        with beside.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise UsageError(f"-o {name}: cannot be written: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            beside.unlink()
