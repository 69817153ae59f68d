"""The Data page on a store that does not exist yet."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from lcexplore.paths import bundle

SHELL = Path(__file__).resolve().parents[2] / "lcexplore" / "ui" / "shell.py"


@pytest.fixture
def data_page(tmp_path, monkeypatch):
    monkeypatch.setenv("LCEXPLORE_STORE", str(tmp_path / "new.duckdb"))
    app = AppTest.from_file(str(SHELL), default_timeout=60).run()
    return app.switch_page(str(bundle() / "pages" / "data.py")).run()
