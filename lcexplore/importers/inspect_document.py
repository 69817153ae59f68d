"""Which samples does a log of Inspect hold that is one small JSON document?"""

import re
from collections.abc import Callable

import msgspec

from lcexplore.importers import inspect_shapes as shapes

_SAMPLES = re.compile(rb'"samples"\s*+:\s*+\[')


class _Document(msgspec.Struct):
    """A log as one JSON document: what stands beside its samples is skipped."""

    samples: list[msgspec.Raw] = []


_DOCUMENT = msgspec.json.Decoder(_Document)
_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])


def samples(document: bytes) -> list[bytes] | None:
    """Bytes of each sample of the document, or None where it has to be taken apart slowly."""
    if not _listed_once(document):
        return None
    ways: tuple[Callable[[], bytes], ...] = (
        lambda: document,
        lambda: shapes.without_stray(document),
    )
    for read in ways:
        try:
            return [bytes(each) for each in _DOCUMENT.decode(read()).samples]
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            continue
    return None


def _listed_once(document: bytes) -> bool:
    """Whether every list of samples is inside the value of a key, but the document's own."""
    lists = len(_SAMPLES.findall(document))
    if lists < 2:
        return True
    try:
        fields = _FIELDS.decode(document)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return False
    return lists == 1 + sum(len(_SAMPLES.findall(bytes(each))) for each in fields.values())
