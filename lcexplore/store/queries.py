"""Where are the queries kept, and how is one made ready?"""

import re
from functools import cache
from importlib import resources

_NAME = re.compile(r"^-- name: (\w+)$", re.MULTILINE)
_LIKE = re.compile(r"^-- like: (\w+)$", re.MULTILINE)
_FRAGMENT = re.compile(r"\{(\w+)\}")


def script(name: str) -> str:
    """Read a file of SQL that is kept beside this module."""
    return resources.files("lcexplore.store").joinpath(f"{name}.sql").read_text("utf-8")


@cache
def queries(name: str) -> dict[str, str]:
    """Named queries of a file of SQL, over those of the file that it says it is like."""
    head, *parts = _NAME.split(script(name))
    like = _LIKE.search(head)
    own = {key: text.strip() for key, text in zip(parts[::2], parts[1::2], strict=True)}
    return {**(queries(like[1]) if like else {}), **own}


def filled(file: str, query: str, /, **fragments: str) -> str:
    """Put fragments where their names stand in braces: those given, else the file's own.

    What is put in is not looked at again, so that a brace in the name of a file does no harm.
    """

    def fragment(found: re.Match[str]) -> str:
        name = found[1]
        return fragments[name] if name in fragments else filled(file, name, **fragments)

    return _FRAGMENT.sub(fragment, queries(file)[query])


def parameters(query: str) -> set[str]:
    """Names of the values that a query asks for."""
    return set(re.findall(r"\$([a-z]\w*)", query))
