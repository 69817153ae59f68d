"""The presentation view starts each screen at its top, and its keys cover nothing."""

import pytest

from tests.browser.harness import serving
from tests.store import logs

pytestmark = pytest.mark.browser

V3 = "comparison=policy-assistant-v3"
SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"
BELOW = """() => {
  const box = (each) => document.querySelector(each).getBoundingClientRect();
  return box('.st-key-lcx-present').top - box('[data-testid=stMain]').bottom;
}"""

TYPE = "each => parseFloat(getComputedStyle(document.querySelector(each)).fontSize)"
TALLEST_LETTERS = """() => Math.max(...[...document.querySelectorAll('.stVegaLiteChart text')]
  .filter(each => each.textContent.trim()).map(each => each.getBoundingClientRect().height))"""
WIDER = """() => {
  const main = document.querySelector('[data-testid=stMain]');
  const drawn = document.querySelector('.stVegaLiteChart svg').getBoundingClientRect();
  const body = document.querySelector('.st-key-lcx-body').getBoundingClientRect();
  return [main.scrollWidth - main.clientWidth, drawn.right - body.right, drawn.width / body.width];
}"""


def shown(seen):
    """The page, once a screen of the presentation rests."""
    seen.page.wait_for_selector(".st-key-lcx-present", state="visible")
    seen.page.wait_for_timeout(1000)
    return seen.page


def test_every_screen_starts_at_its_top_wherever_the_last_was_left(visit, address):
    seen = visit(f"{address}/?{V3}")
    seen.page.get_by_role("button", name="Presentation view").click()
    assert shown(seen).evaluate(SCROLLED) == 0
    for place in (1, 2, 3):
        seen.page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 300)")
        seen.page.keyboard.press("ArrowRight")
        seen.page.wait_for_url(f"**present={place}*")
        assert shown(seen).evaluate(SCROLLED) == 0


@pytest.mark.parametrize("width", [390, 1280])
def test_the_keys_stand_below_what_is_shown(visit, address, width):
    seen = visit(f"{address}/?{V3}", viewport={"width": width, "height": 800})
    seen.page.goto(f"{address}/?{V3}&present=0")
    assert shown(seen).evaluate(BELOW) >= 0


def test_a_screen_ends_with_its_first_figure(visit, address):
    seen = visit(f"{address}/discordance?{V3}")
    after = seen.page.get_by_role("heading", name="The questions themselves")
    assert after.is_visible()
    seen.page.goto(f"{address}/discordance?{V3}&present=5")
    shown(seen)
    assert after.count() == 0


def choose(page, label, option):
    page.get_by_label(label, exact=False).first.click()
    page.get_by_role("option", name=option, exact=True).click()


def test_the_presentation_waits_with_the_page_as_usual_until_both_arms_are_chosen(
    visit, chromium, tmp_path
):
    rows = [logs.row(f"q{n}", arm, latency_s=1.0) for n in range(30) for arm in ("a", "b", "c")]
    logs.load(tmp_path, rows, comparison="open")
    with serving(tmp_path / "s.duckdb") as url:
        seen = visit(f"{url}/?comparison=open")
        seen.page.goto(f"{url}/?comparison=open&present=0")
        assert seen.shows("Choose in the sidebar.")
        page = seen.page
        choose(page, "Arm that runs today", "a")
        choose(page, "Arm that would replace it", "c")
        assert seen.shows("open: c (candidate) against a (baseline, runs today)")
        assert page.get_by_text("Arm that runs today").is_hidden()
        page.keyboard.press("ArrowRight")
        page.wait_for_url("**present=1*")
        assert seen.shows("open: c (candidate) against a (baseline, runs today)")
        page.reload()
        assert seen.shows("open: c (candidate) against a (baseline, runs today)")
        assert page.get_by_text("Arm that runs today").is_hidden()
        assert seen.complaints == []


def test_a_choice_after_the_presentation_is_part_of_the_address(visit, address):
    seen = visit(f"{address}/?comparison=policy-assistant-pilot")
    seen.page.goto(f"{address}/?comparison=policy-assistant-pilot&present=0")
    page = shown(seen)
    page.keyboard.press("Escape")
    page.wait_for_selector('[data-testid="stSidebar"]', state="visible")
    page.wait_for_timeout(1000)
    choose(page, "Comparison", "policy-assistant-v3")
    page.wait_for_url(f"**{V3}*")


def test_a_settled_comparison_shows_no_picker(visit, address):
    seen = visit(f"{address}/?{V3}")
    seen.page.goto(f"{address}/?{V3}&present=0")
    assert shown(seen).get_by_label("Comparison").first.is_hidden()


@pytest.mark.parametrize("width", [1280, 1920])
def test_words_and_charts_are_half_as_large_again_and_none_is_cut(visit, address, width):
    seen = visit(f"{address}/latency?{V3}", viewport={"width": width, "height": 800})
    seen.page.wait_for_selector(".stVegaLiteChart text")
    lead, letters = seen.page.evaluate(TYPE, "p.lead"), seen.page.evaluate(TALLEST_LETTERS)
    seen.page.goto(f"{address}/latency?{V3}&present=7")
    page = shown(seen)
    page.wait_for_selector(".stVegaLiteChart text")
    page.wait_for_timeout(1000)
    assert page.evaluate(TYPE, "p.lead") == pytest.approx(1.5 * lead)
    assert page.evaluate(TALLEST_LETTERS) == pytest.approx(1.5 * letters, rel=0.1)
    scrolled, beyond, share = page.evaluate(WIDER)
    assert scrolled == 0
    assert beyond <= 1
    assert share > 0.95


MORE = """() => getComputedStyle(
  document.querySelector('[data-testid=stMainBlockContainer]'), '::after').opacity"""


def test_what_does_not_fit_on_a_screen_is_announced_until_its_end(visit, address):
    seen = visit(f"{address}/?{V3}", viewport={"width": 1280, "height": 900})
    seen.page.goto(f"{address}/?{V3}&present=0")
    page = shown(seen)
    assert page.evaluate(MORE) == "1"
    page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 9999)")
    page.wait_for_timeout(300)
    assert page.evaluate(MORE) == "0"
    page.set_viewport_size({"width": 1280, "height": 3000})
    page.wait_for_timeout(500)
    assert page.evaluate(MORE) == "0"  # all of it is on the screen
