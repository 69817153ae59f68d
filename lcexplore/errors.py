"""What a user can act on: every message says where, what was wanted, what was found, what to do."""

from pathlib import Path


class LcexploreError(Exception):
    """The root of everything that is reported to the user without a traceback."""


class UsageError(LcexploreError):
    """A request that cannot be carried out as it was put."""


class StoreError(LcexploreError):
    """The store cannot be opened, read or written."""


class LogError(LcexploreError):
    """A file that cannot be read as what it claims to be.

    Attributes:
        file: The file as the user named it.
        place: Line, member or field, or None for the file as a whole.
    """

    def __init__(
        self,
        file: Path | str,
        *,
        wanted: str,
        found: str,
        todo: str,
        place: str | None = None,
    ) -> None:
        self.file, self.place = str(file), place
        self.wanted, self.found, self.todo = wanted, found, todo
        where = f"{file}, {place}" if place else str(file)
        super().__init__(f"{where}: wanted {wanted}; found {found}; {todo}")


class OpenQuote(LogError):
    """A CSV in which a quote opens a cell and is never closed, so that the rest is swallowed."""

    def __init__(self, file: Path | str, *, first: int, last: int) -> None:
        super().__init__(
            file,
            place=f"line {first}",
            wanted="a quote that is closed",
            found=f"one that opens a cell and runs to the end of the file, line {last}",
            todo="close it, or write the quote twice inside a quoted cell, and import again",
        )


class RecordError(LogError):
    """A decision record that cannot be read; ``place`` is its line and column."""


class ChoiceNeeded(LogError):
    """A file that can be read in more than one way: the user has to say which.

    Attributes:
        field: What is to be chosen, a native field: ``arm``, ``question`` or ``verdict``.
        choices: What ``--map FIELD=...`` may name, each with an example from the file.
    """

    def __init__(self, file: Path | str, *, field: str, choices: dict[str, str]) -> None:
        self.field, self.choices = field, dict(choices)
        found = "; ".join(f"{name} ({example})" for name, example in choices.items())
        super().__init__(
            file,
            wanted=f"one reading of what the {field} is",
            found=found or "none that says it",
            todo=f"choose with --map {field}=NAME",
        )
