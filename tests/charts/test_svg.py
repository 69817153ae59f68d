"""A drawing in a file holds marks and words: no reference outward, no markup, the same bytes."""

from xml.etree import ElementTree as Tree

import pytest

from lcexplore.charts import svg
from lcexplore.charts.interval import IntervalRow, draw
from lcexplore.charts.palette import DARK, LIGHT, recoloured
from lcexplore.model import Interval

HOSTILE = "</text></svg><script>alert(1)</script><img src=x onerror=alert(1)> & \"'"


def chart(name="Paired"):
    row = IntervalRow(name=name, estimate=0.031, interval=Interval(0.007, 0.056), decides=True)
    return draw([row], LIGHT, margin=0.01)


def drawn(name="Paired", *, width=400, alt="alt", prefix="a"):
    return svg.drawn(chart(name), width=width, name=prefix, alt=alt)


def test_a_name_that_is_markup_is_drawn_as_text():
    root = Tree.fromstring(drawn(HOSTILE, alt=HOSTILE))
    words = [each.text for each in root.iter(f"{{{svg.NAMESPACE}}}text")]
    assert HOSTILE in words
    assert root.get("aria-label") == HOSTILE
    tags = {each.tag.removeprefix(f"{{{svg.NAMESPACE}}}") for each in root.iter()}
    assert tags <= {"svg", "g", "path", "line", "rect", "text"}


def test_it_is_as_wide_as_asked_and_holds_no_reference():
    written = drawn(width=340)
    root = Tree.fromstring(written)
    assert (root.get("width"), root.get("role")) == ("340", "img")
    assert written.count("http") == 1
    assert "href" not in written


def test_the_same_chart_is_drawn_in_the_same_bytes_whatever_was_drawn_between():
    first = drawn()
    drawn("Another", width=500)
    assert drawn() == first


INSIDE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><defs><clipPath id="clip0">'
    '<rect width="1.23456" height="2" onclick="x()" style="fill:url(http://a.b)"/></clipPath>'
    '</defs><g clip-path="url(#clip0)" fill="url(http://a.b)"><text>1 &lt; 2</text></g>{more}</svg>'
)


def anew(more=""):
    return svg._anew(Tree.fromstring(INSIDE.format(more=more)), name="fig", alt="x")


def test_inner_references_carry_the_name_of_the_figure():
    assert '<clipPath id="fig-0">' in anew()
    assert '<g clip-path="url(#fig-0)">' in anew()


def test_what_is_no_mark_is_left_out():
    assert '<rect width="1.23" height="2"/>' in anew()
    assert "a.b" not in anew()
    assert "<text>1 &lt; 2</text>" in anew()


@pytest.mark.parametrize("more", ["<script/>", "<image/>", "<foreignObject/>", "<a/>"])
def test_an_element_that_no_figure_needs_is_never_written(more):
    with pytest.raises(ValueError, match="which the report does not know"):
        anew(more)


def test_each_colour_of_one_theme_is_shown_as_the_same_role_of_the_other():
    rules = recoloured(".x", LIGHT, DARK)
    assert '.x [fill="#0072B2"] { fill: #56B4E9; }' in rules
    assert '.x [stroke="#191919"] { stroke: #f2f2f0; }' in rules
