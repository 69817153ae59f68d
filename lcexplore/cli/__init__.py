"""Command line: arguments in, a function of the library, words or JSON out.

Exit codes follow diff(1), so that a pipeline can tell them apart:

- 0: done; the rule, if one was asked about, says switch
- 1: done; the rule does not say switch
- 2: could not be done: wrong arguments, unreadable log, no such comparison, a fault of ours
- 130: stopped with Ctrl-C

Nothing heavy is imported before a command needs it.
"""

import contextlib
import os
import signal
import sys
import threading
import traceback
from collections.abc import Sequence
from types import FrameType

from lcexplore.cli import answer, parser
from lcexplore.errors import LcexploreError

DONE, NOT_SWITCH, TROUBLE, INTERRUPTED = 0, 1, 2, 130
_FAULT = (
    "lcexplore: this is a fault of lcexplore, not of what you gave it, and nothing was decided; "
    "please report it with the lines above"
)
_stopped = threading.Event()


def run() -> None:
    """Run the command named on the command line and leave with its exit code."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)
    sys.exit(main())


def _stop(number: int, frame: FrameType | None) -> None:
    """Note Ctrl-C: DuckDB puts an error of its own in the place of ``KeyboardInterrupt``."""
    _stopped.set()
    signal.default_int_handler(number, frame)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    try:
        arguments = parser.parse(sys.argv[1:] if argv is None else argv)
        given: answer.Answer = arguments.run(arguments)
        _write(given.rendered(as_json=arguments.json))
    except SystemExit as leaving:  # --help and --version
        return int(leaving.code or 0)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - Python ends with 1, which says: do not switch
        return _failed(error)
    return given.code


def _failed(error: Exception) -> int:
    if _stopped.is_set():
        return INTERRUPTED
    if isinstance(error, LcexploreError):
        return _complain(str(error))
    if isinstance(error, OSError):
        return _complain(_system_message(error))
    _tell(f"{answer.printable(''.join(traceback.format_exception(error)))}{_FAULT}")
    return TROUBLE


def _write(text: str) -> None:
    """Print; a reader that stopped listening does not change what was done."""
    if isinstance(sys.stdout, answer.Reconfigurable):
        sys.stdout.reconfigure(errors="replace")
    try:
        if text:
            print(text, flush=True)
    except BrokenPipeError:
        # The interpreter flushes once more at exit; give it somewhere to flush to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str) -> int:
    _tell(f"lcexplore: {answer.printable(message)}")
    return TROUBLE


def _tell(message: str) -> None:
    """Say it on standard error, if there is one and it can still be written to."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(message, file=sys.stderr, flush=True)


def _system_message(error: OSError) -> str:
    problem = error.strerror or str(error)
    return f"{error.filename}: {problem}" if error.filename else problem
