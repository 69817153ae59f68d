"""Does a record say the same thing twice: does a key occur more than once in one of its objects?

Readers of JSON let the last one win and say nothing, so which of two values counts would depend on
the reader. Objects are looked through and dropped at once; nothing of the record is kept.
"""

import json


class TwiceError(ValueError):
    """A key occurs twice in one object; the message names it."""


def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build an object of its pairs, for ``json.loads``; ``TwiceError`` where a key is repeated."""
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise TwiceError(f"the key {key[:60]!r} occurs twice")
            seen.add(key)
    return made


def _dropped(pairs: list[tuple[str, object]]) -> None:
    unique(pairs)


# Numbers stay text: one that is too long to read is nobody's key.
_LOOK = json.JSONDecoder(object_pairs_hook=_dropped, parse_int=str, strict=False)


def problem(data: bytes) -> str | None:
    """Say why the bytes of a record cannot be taken at their word, or None."""
    try:
        _LOOK.decode(data.decode("utf-8", "replace"))
    except TwiceError as error:
        return str(error)
    except RecursionError:
        return "nested too deeply"
    except json.JSONDecodeError as error:
        return f"not JSON: {error.msg.lower()} at character {error.pos + 1}"
    return None
