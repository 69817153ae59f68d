"""How long from a key press to the redrawn page, in a browser? Prints ratios, decides nothing.

The yardstick is a Streamlit script of one slider and one sentence, in the same browser and run,
pressed in turns with one slider of the app, so that other work on the machine slows both: what a
round trip takes by itself. ``python tests/bench_browser.py``; needs playwright and a Chromium.
"""

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote_plus

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

PRESSES, ROUNDS, PATIENCE_S, REST_MS = 21, 5, 60, 300
COMPARISON = "policy-assistant-v3"
EMPTY = """
import streamlit as st
at = st.slider("At", 0.0, 100.0, 50.0, 0.1)
st.title("nothing")
st.html(f'<p class="lead">{at}</p>')
"""
# Resolves with milliseconds from the key to the first frame after what is looked at changed.
# It reads text content, and where lines run: neither makes the browser lay out the page anew.
WAIT = """(looked) => new Promise((done) => {
  const read = () => [...document.querySelectorAll(looked)]
    .map((each) => each.textContent || each.getAttribute('d') + each.getAttribute('transform'))
    .join()
  const before = read()
  window.addEventListener('keydown', () => {
    const pressed = performance.now()
    const seen = new MutationObserver(() => {
      const now = read()
      if (!now || now === before) return
      seen.disconnect()
      requestAnimationFrame(() => done(performance.now() - pressed))
    })
    seen.observe(document.body,
      {subtree: true, childList: true, characterData: true, attributeFilter: ['d', 'transform']})
  }, {once: true, capture: true})
})"""
SENTENCE, WORDS, LINES = ".lead", "svg .mark-text text", "svg .mark-line path"
FIGURE = f".st-key-figure-hit-rate {WORDS}"
SIZES, TRADE = ".st-key-figure-more-questions", ".st-key-figure-tradeoff svg"
# What is drawn anew by each of What if's sliders, by view and place on it: name, and where to look.
# The words or the lines of these figures move at every press; of other figures the sentence does.
SLIDERS = {
    ("Cache hits", 0): (("hit rate, to sentence", SENTENCE), ("hit rate, to figure", FIGURE)),
    ("More questions", 0): (("questions, to figure", f"{SIZES} {WORDS}"),),
    ("More questions", 1): (("share that differs, to figure", f"{SIZES} {LINES}"),),
    ("More questions", 2): (("easy questions, to figure", f"{SIZES} {LINES}"),),
    ("Both", 0): (
        ("both, hit rate, to sentence", SENTENCE),
        ("both, hit rate, to figure", f"{TRADE} .mark-symbol path"),
    ),
    ("Both", 1): (
        ("both, questions, to sentence", SENTENCE),
        ("both, questions, to figure", f"{TRADE} .mark-rect path"),
    ),
}
# When the client asked for its stream, when the first message came, when the lead stood.
STEPS = """
window.steps = {}
const at = (name) => { window.steps[name] ??= performance.timeOrigin + performance.now() }
window.WebSocket = new Proxy(window.WebSocket, {construct(target, given) {
  at('asked')
  const made = new target(...given)
  made.addEventListener('message', () => at('heard'))
  return made
}})
new MutationObserver(() => document.querySelector('.lead') && at('drawn'))
  .observe(document, {childList: true, subtree: true})
"""
# Whether a slider stands in the lower half of its way: it is pressed towards the other end.
LOW = """(slider) => {
  const [at, least, most] = ['valuenow', 'valuemin', 'valuemax'].map(
    (name, place) => Number(slider.getAttribute(`aria-${name}`)
      ?? [slider.value, slider.min, slider.max][place]))
  return at - least < (most - least) / 2
}"""
COLD_STARTS, WARM_S = 5, 3


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


def press(page, slider, looked):
    """Milliseconds of one press of a slider, to a new value, until what is looked at is redrawn."""
    slider.focus()
    key = "ArrowRight" if slider.evaluate(LOW) else "ArrowLeft"
    page.evaluate(f"(looked) => {{ window.waited = ({WAIT})(looked) }}", looked)
    page.keyboard.press(key)
    spent = page.evaluate("() => window.waited")
    page.wait_for_timeout(REST_MS)
    return spent


def in_turns(*sliders):
    """Milliseconds of every press of each slider, one of each in turn."""
    spent = [[press(*each) for each in sliders] for _ in range(PRESSES + 1)]
    return [list(each) for each in zip(*spent[1:], strict=True)]


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


def cold(browser, store, rest_s):
    """Milliseconds of the parts of a cold start, opened so long after the server answers."""
    begun = time.time()
    with serving(store) as url:
        answered = time.time()
        time.sleep(rest_s)
        asked = time.time()
        page = browser.new_context().new_page()
        page.add_init_script(STEPS)
        page.goto(f"{url}/?comparison={COMPARISON}", wait_until="commit")
        page.wait_for_selector(".lead", timeout=1000 * PATIENCE_S)
        steps = page.evaluate("() => window.steps")
        page.context.close()
    marks = [1000 * asked, *(steps[each] for each in ("asked", "heard", "drawn"))]
    ready, page_ms = 1000 * (answered - begun), marks[-1] - marks[0]
    return [ready, page_ms, *(after - before for before, after in pairwise(marks))]


def cold_starts(browser, store, bare):
    """Print what a cold start takes, opened at once and when the server had time to get ready.

    The yardstick is the empty script, opened at once.
    """
    for rest_s in (0, WARM_S):
        found = [cold(browser, store, rest_s) for _ in range(COLD_STARTS)]
        ready, first, *parts = zip(*found, strict=True)
        told(f"first page, opened {rest_s} s after ready", first, bare)
        for name, each in zip(
            ("client runs", "server speaks", "lead is drawn"), parts, strict=True
        ):
            told(f"  until the {name}", each)
        told("  before that, until ready", ready)


def redraws(browser, empty, url):
    """Print from key to redraw: every slider of What if and the figure's own.

    One slider at a time, pressed in turns with the empty script's and nothing else open.
    """
    bare = []

    def against(address, number, *drawn):
        pages = [browser.new_context().new_page() for _ in range(2)]
        for page, where in zip(pages, (empty, address), strict=True):
            Visit(page, where)
        yardstick, moved = (page.get_by_role("slider") for page in pages)
        looks = [(pages[1], moved.nth(number), looked) for _, looked in drawn]
        spent, *found = in_turns((pages[0], yardstick.first, SENTENCE), *looks)
        bare.extend(spent)
        for (name, _), each in zip(drawn, found, strict=True):
            told(name, each, statistics.median(spent))
        for page in pages:
            page.context.close()

    for (view, place), drawn in SLIDERS.items():
        address = f"{url}/whatif?comparison={COMPARISON}&view={quote_plus(view)}"
        against(address, place, *drawn)
    against(
        f"{url}/latency?comparison={COMPARISON}", 0, ("slider in a figure, key to redraw", WORDS)
    )
    told("empty script, key to redraw", bare)


def openings(browser, empty, url):
    """Print how long each page takes to open when the server is warm."""
    page = browser.new_context().new_page()
    opened(page, empty)
    bare = told("empty script, opened warm", [opened(page, empty) for _ in range(ROUNDS)])
    for stem in sorted(each.stem for each in (bundle() / "pages").glob("*.py")):
        where = "effective-window-probe" if stem == "window" else COMPARISON
        address = f"{url}/{'' if stem == 'decision' else stem}?comparison={where}"
        opened(page, address)
        told(f"{stem}, opened warm", [opened(page, address) for _ in range(ROUNDS)], bare)


def measure(browser, folder, store):
    """Print every figure."""
    with yardstick(folder) as empty:
        page = browser.new_context().new_page()
        bare = told("empty script, opened cold", [opened(page, empty)])
        page.context.close()
        cold_starts(browser, store, bare)
        with serving(store) as url:
            redraws(browser, empty, url)
            openings(browser, empty, url)


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
