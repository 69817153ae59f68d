"""Is what draws the report's figures installed? It is large, and an optional part."""

from importlib.util import find_spec


def can_draw() -> bool:
    """Look for the drawing program without loading it."""
    return find_spec("vl_convert") is not None
