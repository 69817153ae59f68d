"""How are logs written, so that running the generator twice gives the same bytes?"""

import gzip
import hashlib
import io
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

Row = Mapping[str, object]

SYNTHETIC = "Synthetic: every question, answer, verdict and timing in this file is invented."
_TEMPLATES = {
    "retrieval": "Answer from these passages only.\n\n{passages}\n\nQuestion: {question}\n",
    "long-context": "Answer from these handbooks only.\n\n{handbooks}\n\nQuestion: {question}\n",
    "probe": "Answer from these documents only.\n\n{documents}\n\nQuestion: {question}\n",
}


def write_log(path: Path, manifest: Row, rows: Iterable[Row]) -> None:
    """Write a manifest line and one line per answer, gzipped without name or time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [_line({"lcexplore": 1, "manifest": manifest}), *map(_line, rows)]
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=0, compresslevel=9) as out:
        out.write("".join(lines).encode())
    path.write_bytes(packed.getvalue())


def sha256(text: str) -> str:
    """Hash of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def template_sha256(design: str) -> str:
    """Hash of the prompt template of a design."""
    return sha256(_TEMPLATES[design])


def corpus_hash() -> str:
    """Hash of the invented corpus; the decision record abbreviates it as 3b9f...c07."""
    return "3b9f" + sha256("policy handbooks, six of them")[4:61] + "c07"


def at(text: str) -> float:
    """Seconds since 1970 of a time in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


def stamp(seconds: float) -> str:
    """Time in UTC with milliseconds, as a log has it."""
    text = datetime.fromtimestamp(round(seconds, 3), UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def _line(row: Row) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"
