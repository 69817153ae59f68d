"""How long does the server take to run each page again? Prints ratios, decides nothing.

The yardstick is a script of one title: what Streamlit takes by itself. Processor time is shown
beside the clock's, which other work on the machine lengthens. ``python tests/bench_pages.py``.
"""

import logging
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from streamlit.testing.v1 import AppTest

sys.path.insert(0, str(Path(__file__).parents[1]))

from lcexplore import ingest
from lcexplore.paths import bundle
from lcexplore.store import Store

ROUNDS = 9
SHELL = Path(__file__).resolve().parents[1] / "lcexplore" / "ui" / "shell.py"
COMPARISON = "policy-assistant-v3"
BUDGET_MS = 100


def milliseconds(app):
    """Median processor and wall milliseconds of a run when everything is warm."""
    spent = []
    for _ in range(ROUNDS + 1):
        cpu, wall = time.process_time(), time.perf_counter()
        app.run()
        spent.append((1000 * (time.process_time() - cpu), 1000 * (time.perf_counter() - wall)))
        assert not app.exception, app.exception
    return [statistics.median(each) for each in zip(*spent[1:], strict=True)]


def opened(page, comparison=COMPARISON):
    """The app on one page, run once."""
    app = AppTest.from_file(str(SHELL), default_timeout=120)
    app.query_params["comparison"] = comparison
    app.run()
    if page.stem != "decision":
        app.switch_page(str(page)).run()
    return app


def main():
    logging.disable(logging.WARNING)  # Streamlit says that nobody is looking
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "demo.duckdb"
        ingest.build_demo(Store(path))
        os.environ["LCEXPLORE_STORE"] = str(path)
        empty = AppTest.from_string("import streamlit as st\nst.title('nothing')")
        yardstick, wall = milliseconds(empty)
        print(f"{'one title':13}{yardstick:7.1f} ms of processor, {wall:7.1f} ms by the clock")
        for page in sorted((bundle() / "pages").glob("*.py")):
            probe = "effective-window-probe" if page.stem == "window" else COMPARISON
            start = time.perf_counter()
            app = opened(page, probe)
            first = 1000 * (time.perf_counter() - start)
            cpu, wall = milliseconds(app)
            over = "" if cpu <= BUDGET_MS else f"  over {BUDGET_MS} ms"
            print(
                f"{page.stem:13}{cpu:7.1f} ms of processor, {wall:7.1f} ms by the clock, "
                f"{cpu / yardstick:6.1f} times as long; first opened in {first:7.0f} ms{over}"
            )


if __name__ == "__main__":
    main()
