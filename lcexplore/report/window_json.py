"""What do scripts read of an effective-window probe? Fractions, null for what is not measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcexplore.report.plain import Json, fields, plain_object

if TYPE_CHECKING:
    from lcexplore.evidence.window import Filled, Window

_PLACE = "version distractor depth"
_CELL = f"{_PLACE} fill accuracy interval correct measured unmeasured questions repeats"
_FILLED = "accuracy measured dip repeat_disagreement repeats"


def window(found: Window | None) -> Json | None:
    """The probe, cell by cell, and what follows from it; null when nothing was probed."""
    if found is None:
        return None
    content = {
        **(fields(found, "short full middle dip_short dip_full unmeasured") or {}),
        "cells": [fields(each, f"{_CELL} repeat_disagreement") for each in found.cells],
        "versions": {
            each.version: {"short": _filled(each.short), "full": _filled(each.full)}
            for each in found.versions
        },
        "full_against_short": [
            fields(each, f"{_PLACE} difference interval") for each in found.shortfalls
        ],
        "distractors": {
            each.distractor: {"short": each.short, "full": each.full} for each in found.distractors
        },
    }
    return plain_object(content)


def _filled(found: Filled | None) -> Json | None:
    return fields(found, _FILLED)
