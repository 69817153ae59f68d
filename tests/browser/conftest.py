"""A running app and a headless Chromium that can reach nothing but this machine."""

import shutil
import time

import pytest

from tests.browser.harness import Visit, serving

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
LATE_S = 3
LOCAL = "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


@pytest.fixture(scope="session")
def chromium():
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program_path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program_path is None:
        pytest.skip("no Chromium is installed")
    options = ["--no-sandbox", "--disable-dev-shm-usage", f"--host-resolver-rules={LOCAL}"]
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program_path, args=options)
        yield browser
        browser.close()


def held_back(route):
    """Let a part of the page arrive when all others are there."""
    time.sleep(LATE_S)
    route.continue_()


@pytest.fixture
def visit(chromium):
    """Open an address in a fresh browser profile; closed when the test ends."""
    contexts = []

    def open_page(url, *, late=None, **options):
        context = chromium.new_context(
            **{"viewport": {"width": 1280, "height": 800}, "service_workers": "block", **options}
        )
        contexts.append(context)
        if late:
            context.route(late, held_back)
        return Visit(context.new_page(), url)

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def store(demo_path, tmp_path_factory):
    """A copy of the worked example that the module may change."""
    copy = tmp_path_factory.mktemp("browser") / "runs.duckdb"
    shutil.copyfile(demo_path, copy)
    return copy


@pytest.fixture(scope="module")
def address(chromium, store):
    with serving(store) as url:
        yield url
