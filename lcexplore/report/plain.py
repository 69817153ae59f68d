"""What can JSON hold? Results as numbers, texts, lists and objects, unknown as null."""

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import Enum
from math import isfinite
from typing import Any

import numpy as np

Json = dict[str, Any]


def plain(value: Any) -> Any:
    """Turn a value into what JSON holds; infinite and undefined numbers become null.

    Examples:
        >>> plain({"interval": (0.5, float("inf")), "n": np.int64(3)})
        {'interval': [0.5, None], 'n': 3}
    """
    match value:
        case Enum():
            return str(value.value)
        case None | str() | bool() | int():
            return value
        case np.generic():
            return plain(value.item())
        case float():
            return value if isfinite(value) else None
        case datetime():
            aware = value if value.tzinfo else value.replace(tzinfo=UTC)
            return aware.astimezone(UTC).isoformat().replace("+00:00", "Z")
        case Mapping():
            return {str(plain(key)): plain(each) for key, each in value.items()}
        case _:
            return [plain(each) for each in value]


def plain_object(content: Mapping[str, object]) -> Json:
    """Turn the values of an object into what JSON holds."""
    return {key: plain(value) for key, value in content.items()}


def fields(source: object, names: str) -> Json | None:
    """Pick attributes by name; null where there is nothing to pick from."""
    if source is None:
        return None
    return {name: getattr(source, name) for name in names.split()}
