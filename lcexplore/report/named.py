"""Which scenarios did a reader name, as one word of the link?"""

from dataclasses import dataclass
from urllib.parse import quote, unquote

from lcexplore.report.sample import Scenario

MOST, LONGEST = 8, 40
_BETWEEN, _WITHIN = "~", "!"


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A scenario under the name that a reader gave it."""

    name: str
    scenario: Scenario


def written(named: tuple[Named, ...]) -> str:
    """One word for the link; ``read`` gives the same scenarios back."""
    return _BETWEEN.join(_word(each) for each in named[:MOST])


def _word(each: Named) -> str:
    given = each.scenario
    hit = "" if given.hit_rate is None else f"{100 * given.hit_rate:.10g}"
    n = "" if given.n is None else str(given.n)
    differing = "" if given.differing is None else f"{100 * given.differing:.10g}"
    name = quote(each.name[:LONGEST], safe="").replace("~", "%7E").replace("!", "%21")
    return _WITHIN.join((name, hit, n, differing, str(given.easy)))


def read(word: str) -> tuple[Named, ...]:
    """The scenarios in a link; what is not one of ours is left out."""
    found = (_named(part) for part in word.split(_BETWEEN)[:MOST])
    return tuple(each for each in found if each is not None)


def _named(part: str) -> Named | None:
    cells = part.split(_WITHIN)
    if len(cells) != 5 or not cells[0]:
        return None
    try:
        hit, n, differing, easy = (float(cell) if cell else None for cell in cells[1:])
    except ValueError:
        return None
    if not (_share(hit) and _share(differing) and _number(n) and _number(easy)):
        return None
    return Named(
        name=unquote(cells[0])[:LONGEST],
        scenario=Scenario(
            hit_rate=None if hit is None else hit / 100,
            n=None if n is None else int(n),
            differing=None if differing is None else differing / 100,
            easy=int(easy or 0),
        ),
    )


def _share(percent: float | None) -> bool:
    return percent is None or 0 <= percent <= 100


def _number(value: float | None) -> bool:
    return value is None or 0 <= value <= 10_000_000


def added(named: tuple[Named, ...], one: Named) -> tuple[Named, ...]:
    """With one more, in place of another of the same name; the oldest goes when there are many."""
    kept = tuple(each for each in named if each.name != one.name)
    return (*kept, one)[-MOST:]
