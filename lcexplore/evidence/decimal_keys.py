"""Which questions does one arm call 5.0, or 5.00, and the other 5, so that they do not pair?"""

import re
from dataclasses import dataclass

from lcexplore.evidence.inputs import PairedTally
from lcexplore.model import Role
from lcexplore.words import many

# As pandas writes whole numbers in a column that has a blank cell, or others with two decimals.
_WHOLE = re.compile(r"(-?[0-9]+)\.0+")


@dataclass(frozen=True, slots=True, kw_only=True)
class DecimalKeys:
    """Questions that one arm alone writes with a decimal and the other alone without.

    Attributes:
        role: The arm that writes the decimal.
        n: How many.
        example: The first of them, as that arm writes it.
    """

    role: Role
    n: int
    example: str

    @property
    def other(self) -> Role:
        """The arm that leaves it out."""
        return Role.CANDIDATE if self.role is Role.BASELINE else Role.BASELINE


def decimal_keys(tally: PairedTally) -> tuple[DecimalKeys, ...]:
    """Find them, by the arm that writes the decimal; nothing where none is."""
    written = ((place, _WHOLE.fullmatch(key)) for place, key in enumerate(tally.questions))
    decimal = [(place, key) for place, key in written if key]
    if not decimal:
        return ()
    places = {key: place for place, key in enumerate(tally.questions)}
    found: dict[Role, list[str]] = {}
    for place, key in decimal:
        plain, role = places.get(key[1]), _only(tally, place)
        if plain is not None and role is not None and _only(tally, plain) not in (None, role):
            found.setdefault(role, []).append(key[0])
    return tuple(
        DecimalKeys(role=role, n=len(keys), example=keys[0]) for role, keys in found.items()
    )


def said(arm: str, other: str, n: int, example: str) -> str:
    """Say that an arm calls questions 5.0 that the other calls 5, and what to do about it."""
    these = "it does" if n == 1 else "they do"
    return (
        f"{arm} writes the key of {many(n, 'question')} with a decimal that {other} leaves out, "
        f"such as {example} and {example.partition('.')[0]}, so {these} not pair: a column of "
        "whole numbers with a blank cell becomes one of decimals. Write the keys the same way, "
        "take the import back with lcexplore forget, and import the mended log"
    )


def _only(tally: PairedTally, place: int) -> Role | None:
    """The one arm that has verdicts on a question."""
    having = [role for role in Role if tally.tally(role).measured[place]]
    return having[0] if len(having) == 1 else None
