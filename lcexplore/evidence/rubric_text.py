"""Which text did a rubric have, by its hash, and has it changed under the same name?"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from lcexplore.model import Manifest

_HASHES = ("rubric_sha256", "rubric_text_sha256", "rubric_hash")
_TEXTS = ("rubric_text", "rubric_prompt")


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricText:
    """A rubric's text and hash, as far as manifests give them."""

    text: str | None = None
    sha256: str | None = None


def newest(manifests: Iterable[Manifest], rubric: str | None) -> RubricText:
    """What the newest manifest that names the rubric says of its text.

    Args:
        manifests: Oldest first.
        rubric: Name of the rubric.
    """
    found = RubricText()
    for each in manifests:
        if rubric is not None and each.fields.get("rubric") == rubric:
            text, digest = _first(each, _TEXTS), _first(each, _HASHES)
            if digest is None and text is not None:
                digest = sha256(text.encode()).hexdigest()
            if digest is not None:
                found = RubricText(text=text, sha256=digest)
    return found


def _first(manifest: Manifest, names: Iterable[str]) -> str | None:
    values = (manifest.fields.get(name) for name in names)
    return next((value for value in values if isinstance(value, str) and value.strip()), None)
