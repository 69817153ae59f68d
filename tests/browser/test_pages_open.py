"""Every page opens from its address alone, asks nobody outside, and complains of nothing."""

import json
import shutil
import zipfile
from itertools import pairwise
from urllib.request import urlopen

import pytest

from tests.browser.harness import program, serving

pytestmark = pytest.mark.browser

PAGES = {
    "": "Decision",
    "validity": "Validity",
    "interval": "Interval and margin",
    "discordance": "Discordance",
    "grader": "Grader",
    "latency": "Latency",
    "whatif": "What if",
    "window": "Window",
    "label": "Label",
    "data": "Data",
}
PROBE = ("window", "Window", "effective-window-probe")
LEVELS = "headings => headings.map(each => Number(each.tagName[1]))"
LINKS = [
    (stem, title, comparison)
    for comparison in ("policy-assistant-pilot", "policy-assistant-v3")
    for stem, title in PAGES.items()
]


@pytest.mark.parametrize(("stem", "title", "comparison"), [*LINKS, PROBE])
def test_a_deep_link_opens_its_page(visit, address, stem, title, comparison):
    seen = visit(f"{address}/{stem}?comparison={comparison}")
    assert seen.title == title
    assert seen.page.locator('[data-testid="stException"]').count() == 0
    assert "Page not found" not in seen.text
    levels = seen.page.locator("h1, h2, h3, h4, h5, h6").evaluate_all(LEVELS)
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert max(deeper - level for level, deeper in pairwise([1, *levels])) <= 1
    assert (seen.strangers, seen.complaints) == ([], [])


def test_the_start_page_opens_by_its_name_with_the_comparison_of_the_address(visit, address):
    seen = visit(f"{address}/decision?comparison=policy-assistant-pilot")
    assert seen.title == "Decision"
    assert "Page not found" not in seen.text
    assert seen.shows("policy-assistant-pilot: long-context (candidate)")
    assert (seen.strangers, seen.complaints) == ([], [])


def test_a_deep_link_works_on_a_server_that_nobody_has_visited(visit, chromium, store, tmp_path):
    copy = tmp_path / "cold.duckdb"
    shutil.copyfile(store, copy)
    with serving(copy) as cold:
        seen = visit(f"{cold}/latency?comparison=policy-assistant-v3")
        assert seen.title == "Latency"
        assert seen.page.get_by_test_id("stSidebarNav").count() == 1
        assert seen.shows("policy-assistant-v3")


def test_the_decision_page_says_the_articles_figures(visit, address):
    seen = visit(f"{address}/?comparison=policy-assistant-v3")
    for figure in ("+3.1 points", "+0.7 to +5.6", "11.6 s", "88.4 %", "not measured"):
        assert seen.shows(figure)


def test_an_import_from_the_command_line_appears_while_the_app_answers(
    visit, address, store, tmp_path
):
    seen = visit(f"{address}/data")
    log = tmp_path / "new.jsonl"
    rows = [{"question": f"q{n}", "arm": "new", "verdict": "correct"} for n in range(50)]
    log.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    importing = program("import", log, "--comparison", "while-open", "--store", store)
    while importing.poll() is None:
        seen.page.reload()
        seen.settle()
        assert seen.title == "Data"
    assert importing.returncode == 0
    seen.page.reload()
    seen.settle()
    assert seen.shows("while-open")
    assert seen.complaints == []


def test_no_other_page_may_steer_the_app(address):
    with urlopen(f"{address}/_stcore/host-config", timeout=30) as answer:
        assert json.load(answer)["allowedOrigins"] == []


def test_an_empty_store_says_how_to_fill_it(visit, chromium, tmp_path):
    with serving(tmp_path / "nothing.duckdb") as empty:
        seen = visit(empty)
        assert seen.title == "Decision"
        assert seen.shows("lcexplore")
        assert seen.complaints == []


def test_the_app_opens_from_an_installed_package_outside_of_the_checkout(
    visit, chromium, store, wheel, tmp_path
):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    with serving(store, home=tmp_path / "installed", cwd=tmp_path) as url:
        seen = visit(f"{url}/discordance?comparison=policy-assistant-v3")
        assert seen.title == "Discordance"
        assert seen.shows("retrieval on 55")
        assert seen.complaints == []
