"""What if on a request log: everything on the page is of the traffic shown, and says so."""

from html import unescape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from lcexplore.paths import bundle
from lcexplore.store import Store
from lcexplore.words import NBSP
from tests.report.test_source import NAME, filled

SHELL = Path(__file__).resolve().parents[2] / "lcexplore" / "ui" / "shell.py"


@pytest.fixture(scope="module")
def store_path(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whatif")
    filled(folder)
    return folder / "s.duckdb"


@pytest.fixture
def opened(store_path, monkeypatch):
    monkeypatch.setenv("LCEXPLORE_STORE", str(store_path))

    def page(**parameters):
        app = AppTest.from_file(str(SHELL), default_timeout=60)
        named = {"comparison": NAME, "saved": "warm!97!!!0~more!!2160!!0", **parameters}
        for name, value in named.items():
            app.query_params[name] = value
        for box in ("levers", "named"):
            app.session_state[f"{box}-box"] = True
        app.run()
        app.switch_page(str(bundle() / "pages" / "whatif.py")).run()
        assert not app.exception, app.exception
        drawn = " ".join(each.proto.body for each in app.get("html"))
        own, _, _words = drawn.partition('<dl class="lcx-words"')
        return unescape(own).replace(NBSP, " ")

    return page


def test_named_scenarios_levers_and_cost_are_of_the_requests_that_are_shown(opened):
    said = opened(requests="Request log")
    # long-context's timed requests: 449 hits of 1 to 2 s and 50 misses, four times as slow. The
    # 475th of 499 (0.95 x 499 = 474.05) is the 26th of the misses: number 501, 4 x 1.501 s.
    assert "6.0 s" in said
    assert "11.6 s" not in said  # the p95 of the eval's answers
    assert "These scenarios are of the request log." in said
    # 0.9 x (100,000 read x 0.30 + 800 x 3 + 300 x 15) + 0.1 x (100,000 written x 3.75 + the same)
    assert "EUR 71.40" in said
    # a write costs 3.75 - 0.30 more than a read: 345 a thousand calls
    assert "About EUR 0.3" in said


def test_named_scenarios_on_the_evals_answers_say_so(opened):
    said = opened()
    assert "11.6 s" in said
    assert "These scenarios are of the eval's answers, not of the request log." in said


def test_names_of_the_price_sheet_that_no_log_knows_stand_beside_the_cost(opened, store_path):
    sheet = "currency: USD\nmodels:\n  m-none: {input: 3}\narms:\n  retrieval-old: {}\n"
    store = Store(str(store_path))
    before = store.prices(NAME).text
    store.set_prices(NAME, sheet)
    said = opened(view="hits")
    store.set_prices(NAME, before)
    assert "No log is of the sheet's arm 'retrieval-old': the logs name arms" in said
    assert "No row names the sheet's model 'm-none'" in said
