"""What failed, going by the exception that a harness noted, traceback and all?"""

from lcexplore.importers import provider_errors

_TRACEBACK = "Traceback (most recent call last)"


def failed(told: object) -> dict[str, str] | None:
    """An ``error`` of the native record, or None where there was none.

    A traceback names files and functions of the harness, whose words say nothing of the failure:
    only the exception's own message is read.
    """
    if not isinstance(told, str):
        return provider_errors.described(told)
    before, found, after = told.partition(_TRACEBACK)
    if found and not before.strip():
        lines = [each.strip() for each in after.splitlines() if each.strip()]
        before = lines[-1] if lines else told
    return provider_errors.described(before.strip())
