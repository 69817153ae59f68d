"""How long from a key press to the redrawn page, in a browser? Prints ratios, decides nothing.

The yardstick is a Streamlit script of one slider and one sentence, in the same browser and run:
what a round trip takes by itself. ``python tests/bench_browser.py``; needs playwright and a
Chromium.
"""

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None

sys.path.insert(0, str(Path(__file__).parents[1]))

from lcexplore import ingest
from lcexplore.paths import bundle
from lcexplore.store import Store
from tests.browser.conftest import BROWSERS, LOCAL
from tests.browser.harness import Visit, free_port, serving

PRESSES, ROUNDS, PATIENCE_S = 21, 5, 60
COMPARISON = "policy-assistant-v3"
EMPTY = """
import streamlit as st
at = st.slider("At", 0.0, 100.0, 50.0, 0.1)
st.title("nothing")
st.html(f'<p class="lead">{at}</p>')
"""
# Resolves with milliseconds from the key to the first paint after the sentence changed.
WAIT = """() => new Promise((done) => {
  const lead = () => document.querySelector('.lead')?.innerText
  const before = lead()
  window.addEventListener('keydown', () => {
    const pressed = performance.now()
    const look = () => lead() && lead() !== before
      ? requestAnimationFrame(() => done(performance.now() - pressed))
      : requestAnimationFrame(look)
    look()
  }, {once: true, capture: true})
})"""


@contextmanager
def yardstick(folder):
    """Serve the script of one slider."""
    script, port = Path(folder) / "empty.py", free_port()
    script.write_text(EMPTY)
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    command += ["--server.headless=true", f"--server.port={port}"]
    command += ["--server.address=127.0.0.1", "--browser.gatherUsageStats=false"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **quiet) as server:
        url = f"http://127.0.0.1:{port}"
        try:
            _answers(f"{url}/_stcore/health")
            yield url
        finally:
            server.terminate()
            server.wait(timeout=30)


def _answers(address):
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise TimeoutError(address)


def presses(page):
    """Milliseconds of each press of the first slider until the sentence is drawn anew."""
    slider, spent = page.get_by_role("slider").first, []
    slider.focus()
    for number in range(PRESSES + 1):
        page.evaluate(f"() => {{ window.waited = ({WAIT})() }}")
        page.keyboard.press("ArrowLeft" if number % 2 else "ArrowRight")
        spent.append(page.evaluate("() => window.waited"))
        page.wait_for_timeout(400)
    return spent[1:]


def opened(page, address):
    """Milliseconds until the lead of a page stands; the browser loads the client anew."""
    start = time.perf_counter()
    page.goto(address)
    page.wait_for_selector(".lead", timeout=1000 * PATIENCE_S)
    return 1000 * (time.perf_counter() - start)


def told(name, values, against=None):
    """Print the median, the slowest of ten, and the ratio to the yardstick."""
    middle, ordered = statistics.median(values), sorted(values)
    slow = ordered[min(len(ordered) - 1, int(0.9 * len(ordered)))]
    ratio = "" if against is None else f", {middle / against:5.1f} times the empty script"
    print(f"{name:34}p50 {middle:7.0f} ms, p90 {slow:7.0f} ms, n {len(values)}{ratio}")
    return middle


def measure(browser, folder, store):
    """Print every figure."""
    page = browser.new_context().new_page()
    with yardstick(folder) as url:
        Visit(page, url)
        pressed = told("empty script, key to redraw", presses(page))
        bare = told("empty script, opened warm", [opened(page, url) for _ in range(ROUNDS)])
    cold = time.perf_counter()
    with serving(store) as url:
        page = browser.new_context().new_page()
        first = opened(page, f"{url}/?comparison={COMPARISON}")
        told("first page of a cold start", [1000 * (time.perf_counter() - cold)])
        told("  of it, after the server answers", [first])
        Visit(page, f"{url}/whatif?comparison={COMPARISON}")
        told("What if, key to redraw", presses(page), pressed)
        for stem in sorted(each.stem for each in (bundle() / "pages").glob("*.py")):
            where = "effective-window-probe" if stem == "window" else COMPARISON
            path = "" if stem == "decision" else stem
            address = f"{url}/{path}?comparison={where}"
            opened(page, address)
            told(f"{stem}, opened warm", [opened(page, address) for _ in range(ROUNDS)], bare)


def main():
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None or sync_playwright is None:
        print("not measured: playwright or a Chromium is missing")
        return
    options = ["--no-sandbox", "--disable-dev-shm-usage", f"--host-resolver-rules={LOCAL}"]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        store = Path(folder) / "demo.duckdb"
        ingest.build_demo(Store(store))
        browser = playwright.chromium.launch(executable_path=program, args=options)
        measure(browser, folder, store)
        browser.close()


if __name__ == "__main__":
    main()
