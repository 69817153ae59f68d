"""Sliders under the hand: the figure itself is redrawn, and a named scenario is in the link."""

import re

import pytest

from tests.browser.harness import PATIENCE_MS

pytestmark = pytest.mark.browser

ADDRESS = "whatif?comparison=policy-assistant-v3"


def lead(seen):
    return seen.page.locator(".lead").inner_text().replace("\u00a0", " ")


def drawn(seen, figure):
    """Every word that stands in the drawing of a figure."""
    texts = seen.page.locator(f".st-key-figure-{figure} svg .mark-text text")
    return " ".join(texts.all_text_contents()).replace("\u00a0", " ")


def drawn_to_say(seen, figure, wanted):
    """The words of a drawing as soon as they match; fails when they never do."""
    within = f".st-key-figure-{figure} svg .mark-text text"
    seen.page.wait_for_function(
        """([within, wanted]) => new RegExp(wanted).test([...document.querySelectorAll(within)]
            .map((each) => each.textContent).join(" ").replaceAll("\u00a0", " "))""",
        arg=[within, wanted],
        timeout=PATIENCE_MS,
    )
    return drawn(seen, figure)


def mark_it_kept(seen, figure):
    """Leave a mark on a drawing: one that is made anew would lose it."""
    within = f".st-key-figure-{figure} svg"
    seen.page.evaluate("(svg) => { document.querySelector(svg).dataset.kept = 1 }", within)


def is_kept(seen, figure):
    return seen.page.locator(f".st-key-figure-{figure} svg[data-kept]").count() == 1


def scenario_point(seen):
    """Where the hollow point stands in the drawing: the one with a dotted edge."""
    marks = seen.page.locator(".st-key-figure-hit-rate svg .mark-symbol path[stroke-dasharray]")
    box = marks.last.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_dragging_the_hit_rate_says_and_links_the_new_scenario(visit, address):
    seen = visit(f"{address}/{ADDRESS}")
    assert "a hit rate of 97 %" in lead(seen)
    assert "97 %, 6.9 s" in drawn_to_say(seen, "hit-rate", "scenario ?97 %")
    before = scenario_point(seen)
    track = seen.page.get_by_role("group", name="Scenario: cache hit rate").locator("> div")
    box = track.bounding_box()
    y = box["y"] + box["height"] / 2
    seen.page.mouse.move(box["x"] + 0.97 * box["width"], y)
    seen.page.mouse.down()
    seen.page.mouse.move(box["x"] + 0.8 * box["width"], y, steps=8)
    drawn_to_say(seen, "hit-rate", r"scenario ?80(\.\d)? %")
    assert "a hit rate of 97 %" in lead(seen)  # nothing was asked of the server yet
    seen.page.mouse.move(box["x"] + 0.4 * box["width"], y, steps=8)
    lower = drawn_to_say(seen, "hit-rate", r"scenario ?(39|40)(\.\d)? %")
    seen.page.mouse.move(box["x"] + 0.8 * box["width"], y, steps=8)
    dragged = drawn_to_say(seen, "hit-rate", r"scenario ?80(\.\d)? %")
    assert lower != dragged
    mark_it_kept(seen, "hit-rate")
    seen.page.mouse.up()
    seen.settle()
    assert "a hit rate of 80" in lead(seen)
    assert "meets neither" in lead(seen)
    words = drawn_to_say(seen, "hit-rate", r"scenario ?80(\.\d)? %")
    assert words == dragged
    rate = re.search(r"hit=([\d.]+)", seen.page.url).group(1)
    assert f"a hit rate of {rate} %" in lead(seen)
    assert re.search(rf"scenario ?{re.escape(rate)} %", words)
    assert is_kept(seen, "hit-rate")
    assert "measured88.4 %, 11.6 s" in words.replace("measured ", "measured")
    after = scenario_point(seen)
    assert after[0] < before[0]  # fewer hits: further left
    assert after[1] < before[1]  # and a longer wait: higher up


def test_an_arrow_key_moves_the_hit_rate_by_its_step(visit, address):
    seen = visit(f"{address}/{ADDRESS}")
    seen.page.get_by_role("slider").first.press("ArrowRight")
    seen.settle()
    assert "a hit rate of 97.1 %" in lead(seen)
    drawn_to_say(seen, "hit-rate", r"scenario ?97\.1 %")


def test_a_hit_rate_that_is_typed_moves_the_slider_and_leaves_the_field_empty(visit, address):
    seen = visit(f"{address}/{ADDRESS}")
    field = seen.page.get_by_label("Set the hit rate exactly, %")
    field.fill("98.5")
    field.press("Enter")
    seen.settle()
    assert "a hit rate of 98.5 %" in lead(seen)
    assert field.input_value() == ""
    assert "hit=98.5" in seen.page.url
    drawn_to_say(seen, "hit-rate", r"scenario ?98\.5 %")
    seen.page.go_back()
    seen.settle()
    drawn_to_say(seen, "hit-rate", "scenario ?97 %")
    assert "a hit rate of 97 %" in lead(seen)


def test_the_figure_follows_a_slider_that_was_moved_on_another_view(visit, address):
    seen = visit(f"{address}/{ADDRESS}")
    seen.page.get_by_text("Both", exact=True).first.click()
    seen.settle()
    seen.page.get_by_role("slider").first.press("PageDown")
    seen.settle()
    moved = re.search(r"hit=([\d.]+)", seen.page.url).group(1)
    seen.page.get_by_text("Cache hits", exact=True).first.click()
    seen.settle()
    drawn_to_say(seen, "hit-rate", rf"scenario ?{re.escape(moved)} %")
    seen.page.get_by_role("slider").first.press("Home")
    drawn_to_say(seen, "hit-rate", "scenario ?0 %")
    assert seen.complaints == []


def test_the_figure_follows_where_the_reader_wants_less_motion(visit, address):
    seen = visit(f"{address}/{ADDRESS}", reduced_motion="reduce")
    seen.page.get_by_role("slider").first.press("ArrowLeft")
    drawn_to_say(seen, "hit-rate", r"scenario ?96\.9 %")


@pytest.mark.parametrize(
    ("view", "figure", "wanted"),
    [
        ("", "hit-rate", r"scenario ?90 %, 11.4 s"),
        ("&view=More+questions&n=1500", "more-questions", "scenario 1,500: 65 %"),
        ("&view=Both", "tradeoff", "scenario"),
    ],
)
def test_a_slider_that_comes_after_its_figure_leaves_the_scenario_in_it(
    visit, address, view, figure, wanted
):
    seen = visit(f"{address}/{ADDRESS}{view}&hit=90", late="**/js/Slider*")
    drawn_to_say(seen, figure, wanted)
    before = lead(seen)
    seen.page.get_by_role("slider").first.press("PageDown")
    seen.page.wait_for_function(
        "(before) => document.querySelector('.lead').textContent !== before", arg=before
    )
    drawn_to_say(seen, figure, "scenario")
    assert seen.complaints == []


def test_the_small_figures_are_there_and_move_with_the_slider(visit, address):
    seen = visit(f"{address}/{ADDRESS}")
    look = "(all) => all.map((each) => [each.naturalWidth > 0, each.alt, each.src])"
    images = seen.page.locator(".lcx-small-figures img")
    before = images.evaluate_all(look)
    assert len(before) == 3
    assert all(shown and alt for shown, alt, _ in before)
    seen.page.get_by_role("slider").first.press("ArrowRight")
    seen.settle()
    after = images.evaluate_all(look)
    assert all(was[2] != now[2] for was, now in zip(before, after, strict=True))
    assert seen.complaints == []


@pytest.mark.parametrize("width", [390, 1280])
def test_words_of_the_small_figures_have_the_font_of_the_page_and_one_size(visit, address, width):
    seen = visit(f"{address}/{ADDRESS}")
    seen.page.set_viewport_size({"width": width, "height": 900})
    seen.settle()
    look = "(all) => all.map((each) => [getComputedStyle(each).fontFamily, getComputedStyle(each)"
    words = seen.page.locator(".lcx-small-figure span").evaluate_all(f"{look}.fontSize])")
    title = seen.page.locator("h1").first.evaluate("(each) => getComputedStyle(each).fontFamily")
    assert {tuple(each) for each in words} == {(title, "13px")}
    boxes = [each.bounding_box() for each in seen.page.locator(".lcx-small-figures > div").all()]
    drawn = [each.bounding_box() for each in seen.page.locator(".lcx-small-figures img").all()]
    assert all(img["width"] > 0.95 * box["width"] for img, box in zip(drawn, boxes, strict=False))


def test_a_box_is_written_when_somebody_opens_it(visit, address):
    seen = visit(f"{address}/{ADDRESS}")
    for name, inside in (
        ("The numbers in this figure", "88.4"),
        ("What raises the hit rate, and what it costs", "TTL"),
    ):
        assert seen.page.locator(".lcx-table").filter(has_text=inside).count() == 0
        seen.page.get_by_text(name).click()
        seen.page.locator(".lcx-table").filter(has_text=inside).first.wait_for()
    seen.page.get_by_role("slider").first.press("ArrowRight")
    seen.settle()
    assert "97.1" in seen.page.locator(".lcx-table").first.inner_text()
    assert seen.complaints == []


def test_a_number_of_questions_that_is_chosen_is_drawn_on_its_curve(visit, address):
    seen = visit(f"{address}/{ADDRESS}&view=More+questions")
    assert "scenario" not in drawn_to_say(seen, "more-questions", "today 820: 41 %")
    seen.page.get_by_role("slider").first.press("End")
    drawn_to_say(seen, "more-questions", r"scenario [\d,]+: \d+ %")
    seen.page.get_by_role("slider").first.press("ArrowLeft")
    drawn_to_say(seen, "more-questions", r"scenario 2,990: \d+ %")
    assert seen.complaints == []


def dragged(seen, key, *shares):
    """Hold a slider and move it to shares of its track, one after the other."""
    slider = seen.page.locator(f".st-key-{key}").get_by_role("slider")
    left, width, x, y = slider.evaluate(
        """(each) => {
            const track = each.closest("[data-testid=stSlider]").getBoundingClientRect()
            const thumb = each.parentElement.getBoundingClientRect()
            return [track.x, track.width, thumb.x + thumb.width / 2, thumb.y + thumb.height / 2]
        }"""
    )
    seen.page.mouse.move(x, y)
    seen.page.mouse.down()
    for share in shares:
        seen.page.mouse.move(left + share * width, y, steps=6)
        yield slider.input_value()
    seen.page.mouse.up()
    seen.settle()


def test_dragging_the_questions_moves_the_scenario_along_its_curve(visit, address):
    seen = visit(f"{address}/{ADDRESS}&view=More+questions")
    drawn_to_say(seen, "more-questions", "today 820: 41 %")
    before, words = lead(seen), ""
    for at in dragged(seen, "n", 0.2, 0.7):
        words = drawn_to_say(seen, "more-questions", rf"scenario {int(at):,}: \d+ %")
        assert lead(seen) == before  # nothing was asked of the server yet
    assert f"{int(at):,} questions" in lead(seen)
    assert drawn_to_say(seen, "more-questions", rf"scenario {int(at):,}: \d+ %") == words
    assert seen.complaints == []


def hollow(seen):
    """Where the hollow point of the view of both stands."""
    box = seen.page.locator(
        ".st-key-figure-tradeoff svg .mark-symbol path[stroke-dasharray]"
    ).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_dragging_either_slider_moves_the_scenario_beside_both_arms(visit, address):
    seen = visit(f"{address}/{ADDRESS}&view=Both")
    drawn_to_say(seen, "tradeoff", "scenario")
    before, (across, _) = lead(seen), hollow(seen)
    for _ in dragged(seen, "hit", 0.5):
        seen.page.wait_for_timeout(200)
        assert hollow(seen)[0] > across + 20  # fewer hits: a longer wait
        assert lead(seen) == before
    moved = hollow(seen)
    assert moved[0] > across + 20
    for _ in dragged(seen, "n", 0.02):
        drawn_to_say(seen, "tradeoff", r"\+1\d")  # a wide interval, and an axis that holds it
        assert hollow(seen)[0] == pytest.approx(moved[0], abs=1)
    assert lead(seen) != before
    assert seen.complaints == []


def moves(seen, figure, marks, press):
    """Whether marks of a drawing stand elsewhere after a press, the drawing being kept."""
    within = f".st-key-figure-{figure} svg"
    where = """(inside) => [...document.querySelectorAll(inside)]
        .map((each) => (each.getAttribute("transform") || "") + each.getAttribute("d")).join()"""
    seen.page.locator(f"{within} {marks}").first.wait_for()
    before = seen.page.evaluate(where, f"{within} {marks}")
    mark_it_kept(seen, figure)
    press()
    seen.page.wait_for_function(
        f"([inside, before]) => ({where})(inside) !== before",
        arg=[f"{within} {marks}", before],
        timeout=PATIENCE_MS,
    )
    seen.settle()
    return is_kept(seen, figure)


def test_a_share_that_differs_moves_the_curves_and_the_figure_is_kept(visit, address):
    seen = visit(f"{address}/{ADDRESS}&view=More+questions")
    drawn_to_say(seen, "more-questions", "today 820: 41 %")
    share = seen.page.get_by_role("slider").nth(1)
    assert moves(seen, "more-questions", ".mark-line path", lambda: share.press("ArrowRight"))
    assert seen.complaints == []


def test_a_figure_that_was_moved_is_the_one_its_address_opens(visit, address):
    """A move draws the figure before its sliders: they must say the same of where they stand."""
    seen = visit(f"{address}/{ADDRESS}&view=More+questions&n=1000")
    for place, key in ((1, "PageUp"), (2, "PageUp"), (0, "ArrowRight")):
        seen.page.get_by_role("slider").nth(place).press(key)
        seen.settle()
    moved = drawn_to_say(seen, "more-questions", r"scenario 1,[\d,]+: \d+ %")
    again = visit(seen.page.url)
    assert "easy=" in again.page.url
    assert "differing=" in again.page.url
    assert drawn_to_say(again, "more-questions", r"scenario 1,[\d,]+: \d+ %") == moved
    assert lead(again) == lead(seen)
    assert seen.complaints == []


def test_both_sliders_move_the_scenario_beside_both_arms(visit, address):
    seen = visit(f"{address}/{ADDRESS}&view=Both")
    drawn_to_say(seen, "tradeoff", "scenario")
    sliders = seen.page.get_by_role("slider")
    warmer, more = sliders.nth(0), sliders.nth(1)
    assert moves(seen, "tradeoff", ".mark-symbol path", lambda: warmer.press("ArrowLeft"))
    assert moves(seen, "tradeoff", ".mark-rect path", lambda: more.press("PageUp"))
    assert seen.complaints == []


def test_the_slider_in_the_latency_figure_reads_both_lines_without_the_server(visit, address):
    seen = visit(f"{address}/latency?comparison=policy-assistant-v3")
    figure = "ranked-whole"
    drawn_to_say(seen, figure, "retrieval: 90 % within 2.5 s")
    slider = seen.page.get_by_label("Read the lines at this % of requests")
    sent = []
    seen.page.expose_function("told", lambda: sent.append("a message to the server"))
    seen.page.evaluate(
        """() => { const send = WebSocket.prototype.send
            WebSocket.prototype.send = function (data) { window.told(); send.call(this, data) } }"""
    )
    slider.focus()
    for _ in range(10):
        slider.press("ArrowRight")
    words = drawn_to_say(seen, figure, "retrieval: 95 % within")
    assert re.search("retrieval: 95 % within 2.9 s.*p95 2.9 s|p95 2.9 s.*within 2.9 s", words)
    assert "long-context: 95 % within 11.6 s" in words
    slider.press("Home")
    drawn_to_say(seen, figure, "long-context: 50 % within")
    assert sent == []
    assert seen.complaints == []


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


def test_the_address_always_names_the_comparison(visit, address):
    seen = visit(f"{address}/")
    assert seen.page.url.endswith("/?comparison=policy-assistant-v3")
    seen.page.get_by_role("link", name="Label").first.click()
    seen.settle()
    seen.page.get_by_role("link", name="Latency").first.click()
    seen.settle()
    assert seen.page.url.endswith("/latency?comparison=policy-assistant-v3")
    first = visit(f"{address}/label")
    first.page.get_by_role("link", name="Latency").first.click()
    first.settle()
    assert first.page.url.endswith("/latency?comparison=policy-assistant-v3")
    assert "11.6 s" in lead(first)


def test_another_view_keeps_the_hit_rate_in_the_address(visit, address):
    seen = visit(f"{address}/{ADDRESS}&hit=80")
    for name in ("More questions", "Both", "Cache hits"):
        seen.page.get_by_text(name, exact=True).first.click()
        seen.settle()
        assert "hit=80" in seen.page.url
    assert "a hit rate of 80 %" in lead(seen)
