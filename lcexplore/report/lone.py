"""What is known of a comparison that holds one arm?"""

from dataclasses import replace

from lcexplore.evidence.bundle import gather
from lcexplore.report.review import DEFAULT_LEVEL, Review
from lcexplore.store import Store


def lone(store: Store, comparison: str) -> Review:
    """Levels of the only arm, which takes the candidate's place; nothing is compared or decided.

    Args:
        store: Where the runs are.
        comparison: Its name; ``UsageError`` when it holds several arms.
    """
    version = store.version()
    info = store.lone(comparison)
    evidence = gather(store.inputs(info), info, level=DEFAULT_LEVEL)
    # what Validity finds is about two arms: of one alone it would only repeat that there is one
    alone = replace(evidence, validity=replace(evidence.validity, inputs=(), findings=()))
    return Review(
        info=info,
        evidence=alone,
        decision=None,
        record=None,
        times=None,
        store_version=version,
        entry=store.comparison(comparison),
        traffic=store.eval_traffic(info),
        requests=store.request_traffic(info),
    )
