"""Fixtures that several tests share: the worked example's store, public logs, a browser."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# No time limit on an example: the machine may be busy. On CI the same examples every time, so
# that a red run can be repeated; everywhere else new ones.
settings.register_profile("lcexplore", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("lcexplore")

ROOT = Path(__file__).resolve().parents[1]
SHARED_CASES = "LCEXPLORE_SHARED_CASES"


@pytest.fixture(scope="session")
def demo_path(tmp_path_factory):
    from lcexplore import ingest
    from lcexplore.store import Store

    path = tmp_path_factory.mktemp("demo") / "demo.duckdb"
    ingest.build_demo(Store(path))
    return path


@pytest.fixture(scope="session")
def demo_store(demo_path):
    from lcexplore.store import Store

    return Store(demo_path)


@pytest.fixture(scope="session")
def shared_cases():
    folder = os.environ.get(SHARED_CASES)
    if not folder:
        pytest.skip(f"{SHARED_CASES} does not name a folder of public logs and reference values")
    return Path(folder)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The wheel of this checkout, built without asking anything outside."""
    pytest.importorskip("hatchling", reason="hatchling, which builds the wheel, is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--no-deps", "--no-build-isolation", "--quiet", "--wheel-dir", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(ROOT)], check=True)
    return next(folder.glob("lcexplore-*.whl"))
