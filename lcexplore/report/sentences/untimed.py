"""Which requests have no time, or no cache state, though they neither failed nor were replayed?"""

from collections.abc import Mapping

from lcexplore.model import Role
from lcexplore.report.review import Review
from lcexplore.report.sentences.latency import arm
from lcexplore.words import count, many

_SENT = "that neither failed nor were replayed"


def lines(review: Review, *, first_token: bool = False) -> list[str]:
    """Say of each arm how many requests lack a time, and what follows; nothing where none does.

    Args:
        review: What is shown.
        first_token: Whether the times to first token are shown above: then an arm of which none is
            known is named as well.
    """
    said = []
    for role in Role:
        shown, first = arm(review, role), arm(review, role, first_token=True)
        if shown is None or not shown.n_answered:
            continue
        lacking = {"end-to-end time": shown.n_lacking}
        if first is not None or first_token:
            lacking["time to first token"] = first.n_lacking if first else shown.n_answered
        if any(lacking.values()):
            said.append(f"{review.info.arm(role)}: {_line(lacking, shown.n_answered)}.")
    return said


def _line(lacking: Mapping[str, int], answered: int) -> str:
    known = [f"no known {what}" for what, n in lacking.items() if n]
    first, *more = (n for n in lacking.values() if n)
    have = "has" if first == 1 else "have"
    said = f"{count(first)} of {many(answered, 'request')} {_SENT} {have} {known[0]}"
    for n, what in zip(more, known[1:], strict=True):
        said += f", {count(n)} {what}"
    if not any(0 < n < answered for n in lacking.values()):
        return said
    return f"{said}; percentiles are of those timed, and a rule ranks the rest slower than any"


def all_timed(review: Review) -> bool:
    """Whether it is known that every request has an end-to-end time, of both arms."""
    both = [arm(review, role) for role in Role]
    return all(each is not None and each.n_answered and not each.n_lacking for each in both)


def unknown_cache(review: Review) -> list[str]:
    """Say of how many requests of an arm nobody knows the cache state.

    Where it is known of none of the candidate's, the page says so above.
    """
    said = []
    for role in Role:
        shown = arm(review, role)
        if shown is None or not shown.n_unknown:
            continue
        name, every = review.info.arm(role), shown.n_unknown + shown.n_cache_known
        if shown.n_cache_known:
            said.append(
                f"{name}: the cache state of {count(shown.n_unknown)} of {many(every, 'request')} "
                f"is not known; {'it counts' if shown.n_unknown == 1 else 'they count'} neither as "
                f"{'a hit nor as a miss' if shown.n_unknown == 1 else 'hits nor as misses'}."
            )
        elif role is Role.BASELINE:
            said.append(
                f"{name}: the cache state is known of none of its {many(every, 'request')}."
            )
    return said
