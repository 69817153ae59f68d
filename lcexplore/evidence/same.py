"""Is it the very same object? What cannot be hashed is known by its identity."""

from typing import Generic, TypeVar

T = TypeVar("T")


class Same(Generic[T]):
    """An object as the key of a cache, which keeps it alive and so keeps its identity its own."""

    __slots__ = ("it",)

    def __init__(self, it: T) -> None:
        self.it = it

    def __hash__(self) -> int:
        return id(self.it)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.it is self.it
