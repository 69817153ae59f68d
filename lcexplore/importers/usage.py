"""How many input tokens were uncached, read from the cache and written to it? One answer for all.

The classes are disjoint: together they are the whole input. Sources disagree on whether their input
count includes the cached tokens, and the names of the keys do not tell, so the basis is settled in
this order: what the user declared; what the provider itself defines; what the row's own arithmetic
proves; what the emitters of the format usually do. A row that contradicts its basis loses its
uncached count and says why; nothing is ever clamped, and an absent count stays unknown.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from lcexplore.importers.usage_lookup import look_up
from lcexplore.importers.usage_shapes import SHAPES, WITHOUT_WRITES, Shape
from lcexplore.log import FieldRefusal

INCLUSIVE = "inclusive"
EXCLUSIVE = "exclusive"
DECLARED = "declared"
UNKNOWN = "unknown"

_INPUT = "usage.input_uncached"


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one request in disjoint classes; None is unknown.

    Attributes:
        input_uncached: Input tokens at full price.
        cache_read: Input tokens read from the provider's cache.
        cache_write: Input tokens written to it.
        output: Output tokens, reasoning included.
        basis: ``inclusive`` or ``exclusive`` as the source's input count was taken to be,
            ``declared`` where the user said so, ``unknown`` where nothing settles it.
        refusals: Counts that were there and could not be used.
    """

    input_uncached: int | None = None
    cache_read: int | None = None
    cache_write: int | None = None
    output: int | None = None
    basis: str = UNKNOWN
    refusals: tuple[FieldRefusal, ...] = ()

    @property
    def problem(self) -> str | None:
        """Why a count could not be used, or None."""
        return self.refusals[0].reason if self.refusals else None

    def record(self) -> dict[str, int]:
        """The ``usage`` of a native record: what is known, and nothing else."""
        counts = {
            "input_uncached": self.input_uncached,
            "cache_read": self.cache_read,
            "cache_write": self.cache_write,
            "output": self.output,
        }
        return {name: count for name, count in counts.items() if count is not None}


def normalise(
    usage: Mapping[str, object],
    *,
    source: str,
    provider: str | None = None,
    declared: str | None = None,
) -> Usage:
    """Split the token counts of one request into disjoint classes.

    Args:
        usage: The usage object as it was logged; keys may be nested or joined by dots.
        source: Whose object it is, a name of ``usage_shapes.SHAPES``.
        provider: Whose tokens they are, where the source speaks for several providers.
        declared: ``inclusive`` or ``exclusive`` where the user said which.

    Returns:
        The classes that are known, and a refusal for each count that cannot be used.
    """
    shape = SHAPES[source]
    refusals: list[FieldRefusal] = []
    given = look_up(usage, shape.input, _INPUT, refusals)
    output = look_up(usage, shape.output, "usage.output", refusals)
    read = look_up(usage, shape.read, "usage.cache_read", refusals)
    write = look_up(usage, shape.write, "usage.cache_write", refusals)
    if write is None and read is not None and _without_writes(shape, provider) and not refusals:
        write = 0
    total = look_up(usage, shape.total, "usage", [])
    counts = _Counts(given=given, read=read, write=write, output=output, total=total)
    counts = _with_reasoning(counts, look_up(usage, shape.reasoning, "usage.output", []))
    basis, problem = _basis(counts, shape, declared)
    if problem is not None:
        refusals.append(FieldRefusal(field=_INPUT, value=str(given), reason=problem))
    return Usage(
        input_uncached=None if problem else _uncached(counts, basis),
        cache_read=read,
        cache_write=write,
        output=counts.output,
        basis=DECLARED if declared and not problem else basis,
        refusals=tuple(refusals),
    )


def together(usages: Iterable[Usage]) -> Usage:
    """Add up the requests that made one answer; a class that one of them lacks is unknown."""
    parts = tuple(usages)
    bases = {each.basis for each in parts}
    return Usage(
        input_uncached=_sum(each.input_uncached for each in parts),
        cache_read=_sum(each.cache_read for each in parts),
        cache_write=_sum(each.cache_write for each in parts),
        output=_sum(each.output for each in parts),
        basis=bases.pop() if len(bases) == 1 else UNKNOWN,
        refusals=tuple(refusal for each in parts for refusal in each.refusals),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Counts:
    given: int | None
    read: int | None
    write: int | None
    output: int | None
    total: int | None

    @property
    def cached(self) -> int:
        return (self.read or 0) + (self.write or 0)

    def add_up(self, *, inclusive: bool) -> int:
        apart = 0 if inclusive else self.cached
        return (self.given or 0) + apart + (self.output or 0)

    @property
    def proven_inclusive(self) -> bool | None:
        """What the row's own arithmetic proves, or None when it proves nothing."""
        if self.cached > (self.given or 0):
            return False
        if self.total == self.add_up(inclusive=True):
            return True
        return False if self.total == self.add_up(inclusive=False) else None


def _with_reasoning(counts: _Counts, reasoning: int | None) -> _Counts:
    """Add reasoning tokens to an output that leaves them out, as the total shows (Gemini's do)."""
    if counts.output is None or counts.total is None or not reasoning:
        return counts
    sums = [counts.add_up(inclusive=inclusive) for inclusive in (True, False)]
    if counts.total in sums or counts.total - reasoning not in sums:
        return counts
    return replace(counts, output=counts.output + reasoning)


def _basis(counts: _Counts, shape: Shape, declared: str | None) -> tuple[str, str | None]:
    """Settle the basis; the problem says why the uncached count cannot be used."""
    if counts.given is None:
        return UNKNOWN, None
    inclusive, firm = shape.inclusive, shape.firm
    if declared is not None:
        inclusive, firm = declared == INCLUSIVE, True
    proven = counts.proven_inclusive if counts.cached else inclusive
    if not firm and proven is not None:
        inclusive = proven
    if inclusive is None:
        return (UNKNOWN, _undecided(counts)) if counts.cached else (UNKNOWN, None)
    problem = _contradiction(counts, inclusive=inclusive)
    return (UNKNOWN if problem else INCLUSIVE if inclusive else EXCLUSIVE), problem


def _undecided(counts: _Counts) -> str:
    return f"may or may not include the {counts.cached:,} cached tokens: say which it does"


def _contradiction(counts: _Counts, *, inclusive: bool) -> str | None:
    if inclusive and counts.cached > (counts.given or 0):
        return f"is less than the {counts.cached:,} cached tokens that it should include"
    total, found = counts.total, counts.add_up(inclusive=inclusive)
    if total is not None and counts.cached and counts.cached <= total < found:
        return f"and the cached tokens and the output make {found:,}, more than the total {total:,}"
    if total and not counts.cached and total < found:
        return f"and the output make {found:,}, more than the total {total:,}"
    return None


def _uncached(counts: _Counts, basis: str) -> int | None:
    if counts.given is None or basis == EXCLUSIVE:
        return counts.given
    if counts.read is None or counts.write is None:
        return None
    return counts.given - counts.read - counts.write


def _without_writes(shape: Shape, provider: str | None) -> bool:
    return not shape.writes_counted or (provider or "").strip().lower() in WITHOUT_WRITES


def _sum(counts: Iterable[int | None]) -> int | None:
    total = 0
    empty = True
    for each in counts:
        if each is None:
            return None
        total, empty = total + each, False
    return None if empty else total
