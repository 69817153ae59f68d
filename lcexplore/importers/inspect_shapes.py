"""Which parts of an Inspect sample are read, and how are its bytes taken apart?

Everything that is not named here is skipped unread: messages, stores, attachments in most samples.
"""

import re
from typing import Any, TypeVar

import msgspec

from lcexplore.importers import twice

# JSON has no NaN; Inspect writes it bare. Strings are passed over whole, so that a NaN in a text
# stays text.
_TO_STRAY = re.compile(
    rb'((?:[^"NI-]++|"(?:[^"\\]++|\\.)*+"|(?!NaN|-?Infinity)[NI-])*+)(NaN|-?Infinity)', re.DOTALL
)


class Message(msgspec.Struct):
    """One message of a conversation."""

    role: Any = None
    content: Any = None


class Choice(msgspec.Struct):
    """One of the model's answers."""

    message: Message | None = None
    stop_reason: Any = None


class Output(msgspec.Struct):
    """What a model returned."""

    model: Any = None
    choices: list[Choice] | None = None
    completion: Any = None
    usage: dict[str, Any] | None = None
    time: Any = None
    metadata: dict[str, Any] | None = None
    error: Any = None


class CallOutput(msgspec.Struct):
    """What is read of one model call."""

    usage: dict[str, Any] | None = None
    time: Any = None


class Event(msgspec.Struct):
    """One line of a sample's transcript; which fields there are depends on its kind."""

    event: Any = None
    timestamp: Any = None
    span_id: Any = None
    id: Any = None
    parent_id: Any = None
    type: Any = None
    name: Any = None
    action: Any = None
    role: Any = None
    model: Any = None
    cache: Any = None
    error: Any = None
    intermediate: Any = None
    output: msgspec.Raw = msgspec.Raw(b"null")


class Provenance(msgspec.Struct):
    """Who edited a score, and when."""

    timestamp: Any = None


class Edit(msgspec.Struct):
    """One edit of a score."""

    provenance: Provenance | None = None


class ScoreMetadata(msgspec.Struct):
    """Where older versions said why there is no score."""

    unscored_reason: Any = None


class Score(msgspec.Struct):
    """What one scorer said."""

    value: Any = None
    explanation: Any = None
    reason: Any = None
    metadata: ScoreMetadata | None = None
    history: list[Edit] | None = None


class Limit(msgspec.Struct):
    """A limit that ended the sample."""

    type: Any = None
    limit: Any = None


class Transcript(msgspec.Struct):
    """Where the first versions kept the events."""

    events: list[Event] | None = None


class Sample(msgspec.Struct):
    """One question, answered once."""

    id: Any = None
    epoch: Any = None
    input: Any = None
    target: Any = None
    output: Output | None = None
    scores: dict[str, Score] | None = None
    score: Score | None = None
    metadata: dict[str, Any] | None = None
    events: list[Event] | None = None
    transcript: Transcript | None = None
    model_usage: dict[str, Any] | None = None
    started_at: Any = None
    total_time: Any = None
    working_time: Any = None
    error: Any = None
    limit: Limit | None = None
    invalidation: Any = None
    attachments: msgspec.Raw = msgspec.Raw(b"{}")


class Scored(msgspec.Struct):
    """What scorers said of one sample, and nothing else."""

    scores: dict[str, Score] | None = None
    score: Score | None = None


_SAMPLE = msgspec.json.Decoder(Sample)
_SCORED = msgspec.json.Decoder(Scored)
_CALL = msgspec.json.Decoder(CallOutput | None)
_TEXTS = msgspec.json.Decoder(dict[str, str])

Made = TypeVar("Made")


class Unreadable(ValueError):
    """Bytes that are not what Inspect writes; the message says why."""


def sample(data: bytes) -> Sample:
    """Take one sample apart; ``Unreadable`` where a key of it occurs twice."""
    made = _decoded(_SAMPLE, data)
    problem = twice.problem(data)
    if problem:
        raise Unreadable(problem)
    return made


def scored(data: bytes) -> Scored:
    """Take only the scores of a sample apart, for a look at all of them."""
    return _decoded(_SCORED, data)


def _decoded(decoder: msgspec.json.Decoder[Made], data: bytes) -> Made:
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        if b"NaN" not in data and b"Infinity" not in data:
            raise Unreadable(_why(error)) from error
    try:
        return decoder.decode(without_stray(data))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Unreadable(_why(error)) from error


def call(data: msgspec.Raw) -> CallOutput | None:
    """Take the output of a model call apart."""
    try:
        return _CALL.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None


def attachment(of: Sample, name: str) -> str | None:
    """Text that the sample keeps apart under a hash."""
    try:
        return _TEXTS.decode(of.attachments).get(name)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None


def without_stray(data: bytes) -> bytes:
    """Put quotes around bare NaN and Infinity."""
    parts, at = [], 0
    while found := _TO_STRAY.match(data, at):
        parts += [found[1], b'"', found[2], b'"']
        at = found.end()
    return b"".join([*parts, data[at:]])


def _why(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)
