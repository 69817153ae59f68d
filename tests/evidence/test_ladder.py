"""From the pilot's width to today's: what pairing and size buy, and what cannot be planned."""

import pytest

from lcexplore.evidence.ladder import discordance_allowed, easy_questions_to_pass, ladder

PILOT = {"pilot_n": 240, "pilot_discordance": 47 / 240, "pilot_difference": -13 / 240}


def test_the_worked_examples_way_from_nine_points_to_two_point_four():
    found = ladder(**PILOT, n=820, discordance=0.14, observed_half_width=0.0242)
    # The article: about +-9 unpaired on 240; the pilot's own interval is -11.2 to +0.2.
    assert [each.step for each in found] == ["unpaired", "paired", "enlarged", "observed"]
    widths = [100 * each.half_width for each in found]
    assert widths == pytest.approx([8.9, 5.7, 3.0, 2.4], abs=0.06)
    assert [each.n for each in found] == [240, 240, 820, 820]


def test_eight_hundred_questions_reach_two_and_a_half_points_only_if_they_discord_less():
    allowed = discordance_allowed(n=800, half_width=0.025, difference=-13 / 240)
    assert allowed == pytest.approx(0.130, abs=0.001)
    assert allowed < 47 / 240
    assert discordance_allowed(n=30, half_width=0.025, difference=0.05) is None


def test_padding_lets_a_losing_design_clear_a_bar_below_zero():
    lost = {"candidate_only": 17, "baseline_only": 30, "n": 240}
    added = easy_questions_to_pass(**lost, margin=-0.02)
    assert added == 1127
    assert easy_questions_to_pass(**lost, margin=0.0) is None
    assert easy_questions_to_pass(**lost, margin=-0.5) == 0
