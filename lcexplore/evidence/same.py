"""Is it the very same object? What cannot be hashed is known by its identity."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, Generic, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")
MOST = 16


class Same(Generic[T]):
    """An object as the key of a cache, which keeps it alive and so keeps its identity its own."""

    __slots__ = ("it",)

    def __init__(self, it: T) -> None:
        self.it = it

    def __hash__(self) -> int:
        return id(self.it)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.it is self.it


def once(work: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
    """Do the work once for the very same object and the same further arguments.

    What comes out is handed to everybody who asks, and is not to be changed.
    """

    def again(of: Same[T], *args: P.args, **kwargs: P.kwargs) -> R:
        return work(of.it, *args, **kwargs)

    kept: Callable[..., R] = lru_cache(maxsize=MOST)(again)

    @wraps(work)
    def done(of: T, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return kept(Same(of), *args, **kwargs)

    return done
