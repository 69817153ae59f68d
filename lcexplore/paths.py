"""Where are app.py, pages/ and sample_runs/: beside the package, or inside it in a wheel?"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def bundle() -> Path:
    """Return the folder that holds ``app.py``, ``pages/`` and ``sample_runs/``."""
    bundled = _PACKAGE / "_bundle"
    return bundled if (bundled / "app.py").is_file() else _PACKAGE.parent
