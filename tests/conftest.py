"""Fixtures that several tests share: the worked example's store, public logs, a browser."""

import os
from pathlib import Path

import pytest

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
