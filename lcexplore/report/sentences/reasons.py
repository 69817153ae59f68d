"""Why is a clause not measured, said once where several share the reason?"""

from collections.abc import Sequence
from dataclasses import replace

from lcexplore.decision.evaluate import ClauseReading
from lcexplore.decision.flip import name_of
from lcexplore.decision.reading import CONFOUNDED


def told_once(readings: Sequence[ClauseReading]) -> list[ClauseReading]:
    """Let a clause point to the first one with its reason, where that is shorter than the reason.

    Args:
        readings: Clauses in the order in which a reader meets them.
    """
    first: dict[str, ClauseReading] = {}
    told = []
    for each in readings:
        reason = each.reason or ""
        said = first.setdefault(reason, each)
        pointer = _pointer(reason, said)
        shorter = said is not each and len(pointer) < len(reason)
        told.append(replace(each, reason=pointer) if shorter else each)
    return told


def _pointer(reason: str, said: ClauseReading) -> str:
    what = f"{CONFOUNDED}, " if reason.startswith(CONFOUNDED) else ""
    return f"{what}as for {name_of(said)} above"
