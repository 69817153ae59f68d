"""Which logged verdicts stand behind "not pass or fail"?"""

from lcexplore.model import Role
from lcexplore.report.review import Review
from lcexplore.words import count

REASON = "not_pass_fail"
LONGEST = 40


def values(review: Review, role: Role) -> str:
    """Name the commonest of them with their numbers; empty without any."""
    known = review.evidence.inputs.unread.get(role, {})
    said = [f"{_short(value)!r} {count(n)}" for value, n in known.items()]
    total = review.evidence.correctness.arms[role].not_measured.get(REASON, 0)
    rest = total - sum(known.values())
    return ", ".join([*said, *([f"others {count(rest)}"] if said and rest > 0 else [])])


def _short(value: str) -> str:
    return value if len(value) <= LONGEST else f"{value[: LONGEST - 1]}…"
