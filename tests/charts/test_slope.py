"""The slope from rubric to rubric: values at both ends, gaps bracketed, a cut axis."""

import pytest

from lcexplore.charts import slope
from lcexplore.evidence.grading import RubricAttribution
from lcexplore.model import Role
from tests.charts import specs

B, C = Role.BASELINE, Role.CANDIDATE
NAMES = {B: "retrieval", C: "long-context"}


def change(old_b=0.714, old_c=0.765, new_b=0.712, new_c=0.743):
    """The worked example's four accuracies unless told otherwise."""
    return RubricAttribution(
        old="v3", new="v4", accuracy_old={B: old_b, C: old_c}, accuracy_new={B: new_b, C: new_c},
        movement={B: new_b - old_b, C: new_c - old_c}, gap_old=old_c - old_b,
        gap_new=new_c - new_b, favoured=C,
    )  # fmt: skip


def draw(attribution):
    return slope.slope(attribution, names=NAMES, palette=specs.PALETTE)


def test_it_is_a_sound_chart():
    assert specs.sound(draw(change()))


def test_both_ends_and_both_gaps_are_printed():
    said = [each.replace("\u00a0", " ") for each in specs.words(draw(change()))]
    assert {"76.5 %", "74.3 %", "71.4 %", "71.2 %", "+5.1", "+3.1"} <= set(said)


def test_the_axis_is_cut_at_even_numbers_and_says_so():
    assert slope.cut_axis(change()) == (70, 78)  # the sketch's axis
    layer, _ = specs.of(draw(change()), "line")[0]
    assert "cut" in layer["encoding"]["y"]["axis"]["title"]


@pytest.mark.parametrize("accuracy", [0.0, 1.0])
def test_the_axis_never_leaves_the_possible(accuracy):
    low, high = slope.cut_axis(change(accuracy, accuracy, accuracy, accuracy))
    assert 0 <= low < high <= 100


def test_the_candidates_line_is_dashed():
    dashes = [layer["mark"].get("strokeDash") for layer, _ in specs.of(draw(change()), "line")]
    assert [6, 3] in dashes
    assert len({str(each) for each in dashes}) == 2
