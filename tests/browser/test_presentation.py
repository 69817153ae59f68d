"""The presentation view starts each screen at its top, and its keys cover nothing."""

import pytest

pytestmark = pytest.mark.browser

V3 = "comparison=policy-assistant-v3"
SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"
BELOW = """() => {
  const box = (each) => document.querySelector(each).getBoundingClientRect();
  return box('.st-key-lcx-present').top - box('[data-testid=stMain]').bottom;
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
