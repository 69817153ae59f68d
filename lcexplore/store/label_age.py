"""Which labels can still certify the grading they belong to, and why can the others not?"""

import json

from lcexplore import words
from lcexplore.evidence.rubric_text import newest
from lcexplore.model import Manifest
from lcexplore.store.ask import Asked


def usable(asked: Asked, grader: str, rubric: str) -> tuple[list[int], str | None]:
    """Imports whose labels count, and why none of them certifies the grading shown, or None.

    Labels that shaped the rubric shown, that were given under another text of theirs, or to an
    answer that was replaced since, count only where there are no others.

    Args:
        asked: The comparison, its labels placed.
        grader: Grader that the labels belong to.
        rubric: Rubric that the labels belong to.
    """
    outdated = _set_outdated_aside(asked, grader, rubric)
    origins = asked.rows("label_origins", own_grader=grader, own_rubric=rubric)
    told = [
        (import_id, Manifest(arm=arm, file=file, fields=json.loads(fields)))
        for import_id, arm, file, fields in asked.rows("rubric_manifests")
    ]
    now = newest((manifest for _, manifest in told), rubric).sha256
    reasons: dict[int, str | None] = {}
    for import_id, digest, shaped in origins:
        known = (manifest for number, manifest in told if number < import_id)
        then = digest or newest(known, rubric).sha256
        reasons[import_id] = _reason(shaped=shaped, changed=_differ(then, now), asked=asked)
    fresh = [import_id for import_id, reason in reasons.items() if reason is None]
    if fresh:
        return fresh, outdated
    return [*reasons], next(iter(reasons.values()), outdated)


def _set_outdated_aside(asked: Asked, grader: str, rubric: str) -> str | None:
    """Leave out labels of texts that were replaced; say so where there are no others."""
    ((n_outdated, n_others),) = asked.rows("outdated_labels", own_grader=grader, own_rubric=rubric)
    if n_others:
        asked.rows("set_outdated_aside")
        return None
    return f"{replaced_since(n_outdated)}; label a fresh draw" if n_outdated else None


def replaced_since(n: int) -> str:
    """Say that labels are of texts that the store no longer holds."""
    verb = "was" if n == 1 else "were"
    return f"{words.many(n, 'label')} {verb} given to an answer text that has been replaced since"


def _differ(then: str | None, now: str | None) -> bool:
    return then is not None and now is not None and then != now


def _reason(*, shaped: bool, changed: bool, asked: Asked) -> str | None:
    if shaped:
        return (
            f"labels were used to shape rubric {asked.info.rubric} and cannot certify it; "
            "a fresh draw is needed"
        )
    if changed:
        return "the text of the rubric changed after these labels were given; label a fresh draw"
    return None
