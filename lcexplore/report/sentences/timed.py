"""How often did the requests hit whose time p95 is read from, and how often all of them?"""

from lcexplore.evidence import mixture
from lcexplore.evidence.latency import ArmLatency
from lcexplore.model import Role
from lcexplore.report.review import Review
from lcexplore.report.sentences.latency import arm
from lcexplore.report.sentences.latency_set import of_known
from lcexplore.words import count, many


def without_time(review: Review, *, first_token: bool = False) -> str:
    """Say how many of the candidate's timed requests missed, where others have no timing."""
    shown = arm(review, Role.CANDIDATE, first_token=first_token)
    if shown is None or not shown.n_timed_known or not of_known(shown):
        return ""
    why = "failed requests have no time here" if shown.n_failed else "some requests have no time"
    return f"{why}: of the {many(shown.n_timed_known, 'timed one')} {_missed(shown)}"


def _missed(shown: ArmLatency) -> str:
    return f"{count(shown.timed_misses) if shown.timed_misses else 'none'} missed"


def rates_differ(review: Review, *, first_token: bool = False) -> bool:
    """Whether the candidate's timed requests hit more, or less, often than all of them."""
    timings = review.evidence.inputs.timings.get(Role.CANDIDATE)
    return timings is not None and mixture.rates_differ(timings, first_token=first_token)
