"""What a page looks like elsewhere: on paper, dark on light and complete; on a phone, as cards."""

import pytest

from tests.browser.harness import serving
from tests.report import apart
from tests.report.apart import BELOW, MISS, sent

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


@pytest.fixture(scope="module")
def troubled(chromium, tmp_path_factory):
    """The address of a store whose one log leaves much to know."""
    folder = tmp_path_factory.mktemp("troubled")
    late = [{**each, "status": 504} for each in sent([60.0] * 4, MISS)]
    rows = [*sent([1.0] * 200, BELOW), *sent([9.0] * 30, MISS), *sent([0.0] * 3, MISS), *late]
    apart.of_requests(folder, [*sent([1.0] * 30, arm="old"), *rows])
    with serving(folder / "s.duckdb") as url:
        yield url


def test_what_a_box_holds_beside_the_latency_figures_is_on_paper_without_its_box(visit, troubled):
    seen = visit(f"{troubled}/latency?comparison=c").page
    cliff = seen.locator(".st-key-lcx-on-paper li", has_text="The cliff is at")
    box = seen.locator(".stExpander", has_text="more things to know")
    box.wait_for()
    assert (cliff.is_visible(), box.is_visible()) == (False, True)
    seen.emulate_media(media="print")
    assert (cliff.is_visible(), box.is_visible()) == (True, False)


def test_on_a_phone_a_clause_is_headed_by_its_quantity(visit, address):
    phone = {"width": 390, "height": 800}
    seen = visit(f"{address}/?comparison=policy-assistant-v3", viewport=phone).page
    rows = seen.locator("table.rule tbody tr")
    rows.first.wait_for()
    for row in rows.all():
        status, quantity = row.locator("th"), row.locator("td").first
        assert quantity.bounding_box()["y"] < status.bounding_box()["y"]
