"""How is one command declared, and when is its code loaded?"""

import argparse
import os
from collections.abc import Callable
from importlib import import_module
from typing import NoReturn

from lcexplore.cli import answer, values
from lcexplore.errors import UsageError

Run = Callable[[argparse.Namespace], answer.Answer]
DEFAULT_STORE = "lcexplore.duckdb"


class Parser(argparse.ArgumentParser):
    """A parser whose errors are reported like all others."""

    def error(self, message: str) -> NoReturn:
        """Report wrong arguments and name the help that lists the right ones."""
        raise UsageError(f"{message}; see {self.prog} --help")


def late(module: str, function: str) -> Run:
    """Import the module of a command when it is run: help and version must not wait for it."""

    def run(arguments: argparse.Namespace) -> answer.Answer:
        command: Run = getattr(import_module(f"lcexplore.cli.{module}"), function)
        return command(arguments)

    return run


_USUAL_STORE = f"{DEFAULT_STORE}; environment LCEXPLORE_STORE"


class Commands:
    """Adds commands that share the options every command takes."""

    def __init__(self, subparsers: "argparse._SubParsersAction[Parser]") -> None:
        self._subparsers = subparsers

    def add(
        self, name: str, run: Run, does: str, example: str, *, usual: str = _USUAL_STORE
    ) -> argparse.ArgumentParser:
        """Add a command that works on a store; ``usual`` names the one it takes by default."""
        command = self._subparsers.add_parser(
            name,
            help=does,
            description=f"{does[0].upper()}{does[1:]}.",
            epilog=f"example: lcexplore {name} {example}".rstrip(),
            allow_abbrev=False,
        )
        command.set_defaults(run=run)
        command.add_argument(
            "--store",
            metavar="FILE",
            type=values.name,
            default=os.environ.get("LCEXPLORE_STORE") or DEFAULT_STORE,
            help=f"the DuckDB file (default {usual})",
        )
        command.add_argument("--json", action="store_true", help="print one JSON object")
        return command


def comparison(command: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Add the option that names a comparison."""
    command.add_argument(
        "--comparison",
        required=required,
        type=values.name,
        metavar="NAME",
        help="its name; 'lcexplore list' names those in the store",
    )


def arms(command: argparse.ArgumentParser) -> None:
    """Add the options that name its arms."""
    command.add_argument("--baseline", type=values.name, metavar="ARM", help="arm that runs today")
    command.add_argument("--candidate", type=values.name, metavar="ARM", help="arm to switch to")
