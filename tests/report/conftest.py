"""The worked example's two comparisons, as they are reviewed."""

import pytest

from lcexplore.report.review import review


@pytest.fixture(scope="session")
def v3(demo_store):
    return review(demo_store, "policy-assistant-v3")


@pytest.fixture(scope="session")
def pilot(demo_store):
    return review(demo_store, "policy-assistant-pilot")
