"""What must a reader of the latency figures know, the gravest first?"""

from lcexplore.report.review import Review
from lcexplore.report.sentences import latency_care, waits
from lcexplore.report.sentences.latency_care import Caution, Gravity
from lcexplore.words import many

SEEN = 6  # beside the figures; what is less grave stands in a box


def ranked(review: Review, *, first_token: bool = False) -> list[Caution]:
    """Everything, each sentence once: what is equally grave in the order in which it is asked."""
    found = [
        *((Gravity.WRONG, each) for each in waits.looks_wrong(review, first_token=first_token)),
        *latency_care.cautions(review, first_token=first_token),
        *_waits(review, first_token=first_token),
    ]
    gravest: dict[str, Gravity] = {}
    for grave, said in sorted(found, key=lambda each: each[0]):
        gravest.setdefault(said, grave)
    return [(grave, said) for said, grave in gravest.items()]


def _waits(review: Review, *, first_token: bool) -> list[Caution]:
    above = waits.warm_path(review, first_token=first_token)
    hidden = waits.bounds(review, first_token=first_token)
    grave = {**dict.fromkeys(hidden, Gravity.LEFT_OUT), above: Gravity.ABOVE_BAR}
    return [
        (grave.get(each, Gravity.TOLD), each)
        for each in waits.lines(review, first_token=first_token)
    ]


def split(found: list[Caution]) -> tuple[list[str], list[str]]:
    """What is seen at once, and the rest; a box for one or two sentences is none.

    Times that may be wrong, and requests that have none, are seen however many they are.
    """
    lines = [said for _, said in found]
    seen = max(SEEN, sum(grave <= Gravity.LEFT_OUT for grave, _ in found))
    return (lines, []) if len(lines) <= seen + 2 else (lines[:seen], lines[seen:])


def box_name(more: list[str]) -> str:
    """Name of the box of the rest, with how many they are."""
    return f"{many(len(more), 'more thing')} to know"
