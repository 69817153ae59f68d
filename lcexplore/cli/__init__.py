"""Command line: arguments in, a function of the library, words or JSON out.

Exit codes follow diff(1), so that a pipeline can tell them apart:

- 0: done; the rule, if one was asked about, says switch
- 1: done; the rule does not say switch
- 2: could not be done: wrong arguments, unreadable log, no such comparison

Nothing heavy is imported before a command needs it.
"""

import contextlib
import os
import sys
from collections.abc import Sequence

from lcexplore.cli import answer, parser
from lcexplore.errors import LcexploreError

DONE, NOT_SWITCH, TROUBLE, INTERRUPTED = 0, 1, 2, 130


def run() -> None:
    """Run the command named on the command line and leave with its exit code."""
    sys.exit(main())


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
    except LcexploreError as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(_system_message(error))
    return given.code


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
    with contextlib.suppress(BrokenPipeError):
        print(f"lcexplore: {answer.printable(message)}", file=sys.stderr)
    return TROUBLE


def _system_message(error: OSError) -> str:
    problem = error.strerror or str(error)
    return f"{error.filename}: {problem}" if error.filename else problem
