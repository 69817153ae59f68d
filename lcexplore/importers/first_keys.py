"""Which keys does the first object of a file have, as far as the beginning of the file shows them?

A row with a long document in it is cut off by the end of what was read; its keys up to there tell.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(rb'"((?:[^"\\]++|\\.)*+)"(\s*+:)?|[{}\[\]]', re.DOTALL)
_DEPTH = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstKeys:
    """The keys of an object, those of the objects in it joined by a dot.

    Attributes:
        names: The keys that were seen.
        whole: The object was seen to its end.
        in_array: It is an element of an array, not a line of its own.
    """

    names: frozenset[str]
    whole: bool
    in_array: bool

    def have(self, *early: str, late: tuple[str, ...] = ()) -> bool:
        """Whether there are these keys; the late ones may lie beyond what was read."""
        return self.names.issuperset(early) and (not self.whole or self.names.issuperset(late))


@lru_cache(maxsize=4)
def first_keys(head: bytes) -> FirstKeys:
    """Keys of the first object, at most two deep."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    in_array = start[:1] == b"["
    names: set[str] = set()
    above: list[str] = []
    key = ""
    for token in _TOKEN.finditer(start, 1 if in_array else 0):
        text = token[0]
        if text in (b"{", b"["):
            above.append(key if text == b"{" else "\0")
            key = ""
        elif text in (b"}", b"]"):
            if len(above) <= 1:
                return FirstKeys(names=frozenset(names), whole=True, in_array=in_array)
            above.pop()
        elif token[2] is not None and 0 < len(above) <= _DEPTH and "\0" not in above:
            key = token[1].decode("utf-8", "replace")
            names.add(".".join([*above[1:], key]))
    return FirstKeys(names=frozenset(names), whole=False, in_array=in_array)
