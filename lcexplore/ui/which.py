"""What kind of file was dropped, as far as its own first words tell?"""

import re
from collections.abc import Mapping, Sequence

from streamlit.runtime.uploaded_file_manager import UploadedFile

from lcexplore.importers import labels
from lcexplore.ui.taking_in import LABELS, PRICES, RECORD

_START = 200_000
_YAML, _TABLE = (".yaml", ".yml"), (".csv", ".tsv")
_KEYS = {
    RECORD: re.compile(r"^decision_rule\s*:", re.MULTILINE),
    PRICES: re.compile(r"^currency\s*:", re.MULTILINE),
}


def of(name: str, content: bytes) -> str | None:
    """The kind of a file that says it; None for all others, logs among them."""
    text = content[:_START].decode("utf-8", errors="replace").lstrip("\ufeff")
    if name.lower().endswith(_YAML):
        return next((kind for kind, key in _KEYS.items() if key.search(text)), None)
    if not name.lower().endswith(_TABLE):
        return None
    header = re.split(r"[,;\t]", text.partition("\n")[0].strip())
    columns = {each.strip(' "').casefold() for each in header}
    return LABELS if columns.issuperset(labels.NEEDED) else None


def kinds(uploads: Sequence[UploadedFile]) -> Mapping[str, str]:
    """The kind of each file that says it, by name."""
    found = {each.name: of(each.name, each.getvalue()[:_START]) for each in uploads}
    return {name: kind for name, kind in found.items() if kind}


def proposed(uploads: Sequence[UploadedFile]) -> str | None:
    """The kind that all files say; None where one does not, or says another."""
    found = kinds(uploads)
    said = set(found.values())
    return said.pop() if len(said) == 1 and len(found) == len(uploads) else None


def otherwise(uploads: Sequence[UploadedFile], kind: str) -> list[str]:
    """Say which files are surely not of the kind that was chosen.

    A sheet of labels may be read as a log all the same; a record or a price sheet is nothing else.
    """
    return [
        f"{name} begins as {said[:1].lower()}{said[1:]}: choose “{said}” for it above."
        for name, said in kinds(uploads).items()
        if said in _KEYS and said != kind
    ]
