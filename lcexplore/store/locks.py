"""Who writes to a file at this moment, where several processes may?"""

try:
    import fcntl
except ImportError:  # Windows, where one process that labels is the rule
    fcntl = None  # type: ignore[assignment]


def exclusive(handle: int) -> None:
    """Wait until no other process holds the file; it is let go when the handle is closed."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX)
