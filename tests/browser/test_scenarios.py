"""Scenarios under the hand: a slider that is moved redraws, and a named scenario is in the link."""

import pytest

pytestmark = pytest.mark.browser

ADDRESS = "whatif?comparison=policy-assistant-v3"


def lead(seen):
    return seen.page.locator(".lead").inner_text().replace("\u00a0", " ")


def test_dragging_the_hit_rate_says_and_links_the_new_scenario(visit, address):
    seen = visit(f"{address}/{ADDRESS}")
    assert "a hit rate of 97 %" in lead(seen)
    track = seen.page.get_by_role("group", name="Scenario: cache hit rate").locator("> div")
    box = track.bounding_box()
    y = box["y"] + box["height"] / 2
    seen.page.mouse.move(box["x"] + 0.97 * box["width"], y)
    seen.page.mouse.down()
    seen.page.mouse.move(box["x"] + 0.8 * box["width"], y, steps=8)
    seen.page.mouse.up()
    seen.settle()
    assert "a hit rate of 80" in lead(seen)
    assert "meets neither" in lead(seen)
    assert "hit=" in seen.page.url


def test_an_arrow_key_moves_the_hit_rate_by_its_step(visit, address):
    seen = visit(f"{address}/{ADDRESS}")
    seen.page.get_by_role("slider").first.press("ArrowRight")
    seen.settle()
    assert "a hit rate of 97.1 %" in lead(seen)


def test_a_named_scenario_stays_in_the_link_and_is_compared(visit, address):
    seen = visit(f"{address}/{ADDRESS}&hit=98")
    seen.page.get_by_text("Scenarios with a name, compared").click()
    seen.page.get_by_label("Name of this scenario").fill("warmer")
    seen.page.get_by_label("Name of this scenario").press("Enter")
    seen.settle()
    seen.page.get_by_role("button", name="Keep it in the link").click()
    seen.settle()
    assert "saved=warmer" in seen.page.url
    again = visit(seen.page.url)
    again.page.get_by_text("Scenarios with a name, compared").click()
    row = again.page.get_by_role("row").filter(has_text="warmer")
    row.wait_for()
    assert "98.0" in row.inner_text()
