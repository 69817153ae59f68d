"""A page that is read in the dark prints dark on light, its figures too."""

import pytest

pytestmark = pytest.mark.browser

ADDRESS = "interval?comparison=policy-assistant-v3"
COLOURS = """() => {
  const look = (each, what) => getComputedStyle(document.querySelector(each))[what];
  const marks = [...document.querySelectorAll('.stVegaLiteChart svg *')].map(getComputedStyle);
  return {
    page: [look('.stApp', 'backgroundColor'), look('.lead', 'color')],
    marks: [...new Set(marks.flatMap((each) => [each.fill, each.stroke]))],
  };
}"""
WHITE, INK = "rgb(255, 255, 255)", "rgb(25, 25, 25)"
DARK_SURFACE, DARK_INK = "rgb(23, 22, 20)", "rgb(242, 242, 240)"


def looks(seen, media):
    seen.page.wait_for_selector(".stVegaLiteChart svg .mark-text")
    seen.page.emulate_media(media=media, color_scheme="dark")
    return seen.page.evaluate(COLOURS)


def test_what_is_light_on_dark_on_screen_is_dark_on_light_on_paper(visit, address):
    seen = visit(f"{address}/{ADDRESS}", color_scheme="dark")
    screen, paper = looks(seen, "screen"), looks(seen, "print")
    assert screen["page"] == [DARK_SURFACE, DARK_INK]
    assert {DARK_SURFACE, DARK_INK} <= set(screen["marks"])
    assert paper["page"] == [WHITE, INK]
    assert {WHITE, INK} <= set(paper["marks"])
    assert not {DARK_SURFACE, DARK_INK} & set(paper["marks"])


def test_a_link_to_a_page_is_underlined(visit, address):
    seen = visit(f"{address}/?comparison=policy-assistant-v3")
    link = seen.page.locator(".stPageLink p").first
    assert "underline" in link.evaluate("(each) => getComputedStyle(each).textDecorationLine")
