"""Which classes of tokens does no row of an arm report? Said when its log is imported."""

from collections.abc import Collection

from lcexplore.store.job import Job

INPUT = ("usage.input_uncached", "usage.cache_read", "usage.cache_write")
CLASSES = (*INPUT, "usage.output")


def notes(job: Job) -> list[str]:
    """Of arms whose rows report some classes of tokens and never the others, what that leaves open.

    An arm that reports no tokens at all is not said to lack one.
    """
    arms: dict[tuple[str, ...], list[str]] = {}
    for arm, *counts in job.rows("token_classes"):
        lacking = tuple(name for name, n in zip(CLASSES, counts, strict=True) if not n)
        if lacking and len(lacking) < len(CLASSES):
            arms.setdefault(lacking, []).append(repr(arm))
    return [
        f"no row of arm {' or '.join(named)} reports {' or '.join(lacking)}: {_open(lacking)}"
        for lacking, named in arms.items()
    ]


def _open(lacking: Collection[str]) -> str:
    if set(lacking) & set(INPUT):
        return (
            "effective input tokens and cost by a price sheet are not measured; log 0 where there "
            "were none"
        )
    return "cost by a price sheet is not measured"
