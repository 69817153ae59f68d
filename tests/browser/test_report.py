"""The report in a browser: opened from a file it asks for nothing, fits a phone, prints whole."""

import pytest

from lcexplore.report.offline.document import document
from lcexplore.report.review import review
from lcexplore.store import Store
from tests.store import logs

pytestmark = pytest.mark.browser

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
PAPER = {"width": 680, "height": 1000}  # A4 less its margins, in pixels of 1/96 inch
OVERFLOW = """() => {
  const scrolls = [...document.querySelectorAll('.scrolls')];
  const wide = (each) => each.getBoundingClientRect().right > innerWidth + 1;
  const free = [...document.body.querySelectorAll('*')].filter(
    (each) => !scrolls.some((box) => box !== each && box.contains(each)));
  return [document.documentElement.scrollWidth, free.filter(wide).map((each) => each.tagName)];
}"""
SHOWN = (
    "() => [...document.querySelectorAll('svg')].filter((each) => each.checkVisibility()).length"
)
CUT = """() => [...document.querySelectorAll('.scrolls, figure')].filter(
  (each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.innerText)"""
INK = """() => {
  const colour = (each, what) => getComputedStyle(document.querySelector(each))[what];
  return [colour('body', 'backgroundColor'), colour('.lead', 'color'),
          colour('.drawn svg text', 'fill')];
}"""
LIGHT = ["rgb(255, 255, 255)", "rgb(25, 25, 25)", "rgb(25, 25, 25)"]
DARK = ["rgb(23, 22, 20)", "rgb(242, 242, 240)", "rgb(242, 242, 240)"]


@pytest.fixture(scope="module")
def made(store):
    return document(review(Store(store), "policy-assistant-v3"))


@pytest.fixture(scope="module")
def long_names(tmp_path_factory):
    """A report in which no name has a place to break."""
    rows = [
        logs.row("q" * 99 + str(number), arm * 150, "correct" if number % 3 else "incorrect")
        | {"latency_s": 1.0 + number, "cache": "hit" if number % 2 else "miss"}
        for number in range(12)
        for arm in ("a", "b")
    ]
    told = {"model": "m" * 200, "grader": "g" * 200, "rubric": "r" * 99}
    where = {"comparison": "c" * 200, "baseline": "a" * 150, "manifest": told}
    store, _ = logs.load(tmp_path_factory.mktemp("long"), rows, **where)
    return document(review(store, "c" * 200))


@pytest.fixture
def opened(chromium, made, tmp_path):
    """Open the file, and remember what it asked for and complained of."""
    path = tmp_path / "r.html"
    contexts = []

    def run(*, shown=made, **options):
        path.write_bytes(shown.content)
        contexts.append(chromium.new_context(**options))
        page = contexts[-1].new_page()
        page.heard = []
        page.on("request", lambda each: page.heard.append(each.url))
        page.on("console", lambda each: page.heard.append(each.text))
        page.on("pageerror", lambda each: page.heard.append(str(each)))
        page.goto(path.as_uri())
        assert page.heard.pop(0) == path.as_uri()
        return page

    yield run
    for each in contexts:
        each.close()


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_it_asks_for_nothing_complains_of_nothing_and_fits_the_width(opened, made, viewport):
    page = opened(viewport=viewport)
    width, wide = page.evaluate(OVERFLOW)
    assert (width, wide) == (viewport["width"], [])
    assert page.evaluate(SHOWN) == made.figures == 8
    assert page.heard == []


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_names_without_a_place_to_break_fit_the_width_too(opened, long_names, viewport):
    page = opened(shown=long_names, viewport=viewport)
    assert page.evaluate(OVERFLOW) == [viewport["width"], []]


def test_nothing_is_cut_off_at_the_edge_of_paper(opened, made, long_names):
    for each in (made, long_names):
        page = opened(shown=each, viewport=PAPER)
        page.emulate_media(media="print")
        assert page.evaluate(CUT) == []


def test_it_is_light_or_dark_as_its_reader_likes_and_light_on_paper(opened):
    page = opened(viewport=DESK, color_scheme="dark")
    assert page.evaluate(INK) == DARK
    page.emulate_media(media="print")
    assert page.evaluate(INK) == LIGHT
    page.emulate_media(media="screen", color_scheme="light")
    assert page.evaluate(INK) == LIGHT


def test_what_is_folded_on_screen_is_on_paper(opened):
    page = opened(viewport=DESK)
    folded = page.locator("details:not([open]) table").first
    assert not folded.is_visible()
    page.emulate_media(media="print")
    assert folded.is_visible()


def test_its_sections_are_reached_by_keyboard(opened):
    page = opened(viewport=DESK)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.url.endswith("#validity")
    assert page.locator("#validity").bounding_box()["y"] < DESK["height"]


def test_decision_offers_the_same_file(visit, address, made, tmp_path):
    seen = visit(f"{address}/?comparison=policy-assistant-v3").page
    seen.get_by_text("Report and JSON", exact=True).click()
    button = seen.get_by_role("button", name="Download the report")
    with seen.expect_download(timeout=60_000) as download:
        button.click()
    assert download.value.suggested_filename == "report.html"
    download.value.save_as(tmp_path / "d.html")
    assert (tmp_path / "d.html").read_bytes() == made.content
