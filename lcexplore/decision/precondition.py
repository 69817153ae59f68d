"""How does one of the things stand that every switch needs besides its clauses?"""

from dataclasses import dataclass

from lcexplore.model import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Precondition:
    """``comparable``, ``calibrated``, ``measured`` or ``committed_beforehand``."""

    id: str
    status: Status
    message: str
