"""Sizing: the questions that a wish takes, and what easy questions do to a gap."""

import numpy as np
import pytest

from lcexplore.errors import UsageError
from lcexplore.evidence.correctness import analyse
from lcexplore.evidence.expected import chance_to_clear, half_width
from lcexplore.evidence.sizing import dilute, size
from tests.evidence.tallies import tally

# The article's pilot: 47 of 240 questions differ, 13 more favour retrieval.
PILOT = {"discordance": 47 / 240, "difference": -13 / 240}
# The 820 questions asked twice: 229 of 1,640 answer pairs differ, design effect 1.77 against
# independent pairs, so 1.77 / 2 against independent questions.
WORKED = {"discordance": 229 / 1640, "design_effect": 1.769 / 2}
DIFFERENCE = 51 / 1640


def test_half_a_width_of_two_and_a_half_points_takes_about_1200_questions_on_average():
    # Statistics guide 3 (c): 1186 by Wald's formula, 1196 by Tango with even chances.
    planned = size(**PILOT)
    assert planned.n_half_width == 1186
    assert planned.assurance["0.5"] == pytest.approx(1196, abs=2)


@pytest.mark.parametrize("discordance", [0.005, 0.01, 0.05, 0.14, 0.5])
@pytest.mark.parametrize("effect", [0.9, 1.0, 3.0])
def test_the_questions_told_give_the_half_width_of_the_interval_shown(discordance, effect):
    made = {"discordance": discordance, "difference": 0.004, "design_effect": effect}
    n = size(half_width=0.025, **made).n_half_width
    (at,) = half_width(n=np.array([n]), **made)
    assert at == pytest.approx(0.025, rel=0.05)


def test_where_few_would_differ_the_interval_itself_is_asked():
    # Wald's formula gives 123 for 2 and 2 of 200, at which Tango's interval is 3.9 points wide.
    n = size(discordance=0.02, difference=0.0, half_width=0.025).n_half_width
    before, at = half_width(n=np.array([n - 1, n]), discordance=0.02, difference=0.0)
    assert at <= 0.025 < before


def test_being_sure_of_the_width_takes_more_as_the_pilot_leaves_the_discordance_open():
    # Statistics guide 3 (c): 1252 and 1281 with the discordance known, about 1345 and 1420 without.
    known, open_ = size(**PILOT).assurance, size(**PILOT, pilot_n=240).assurance
    assert (known["0.8"], known["0.9"]) == pytest.approx((1252, 1281), abs=2)
    assert (open_["0.8"], open_["0.9"]) == pytest.approx((1345, 1420), abs=5)


def test_clustered_questions_are_worth_less():
    # Statistics guide 3 (c): design effect 1.3 on about 1,350 to 1,450 makes about 1,800.
    planned = size(**PILOT, design_effect=1.3, pilot_n=240)
    assert planned.n_half_width == pytest.approx(1.3 * 1185.6, abs=1)
    assert 1700 < planned.assurance["0.9"] < 1900


def test_documents_ask_for_students_t_and_fewer_than_ten_give_nothing():
    made = {"discordance": 0.2, "difference": 0.02, "design_effect": 2.0}
    few = half_width(n=np.array([360, 400, 4000]), per_document=40, **made)
    assert few[0] == 1  # 9 documents
    # t(9) = 2.262 at 10 documents of 40: half-widths go about as the critical values
    plain = half_width(n=np.array([400, 4000]), **made)
    assert few[1] / plain[0] == pytest.approx(2.262 / 1.960, abs=0.02)
    assert few[2] / plain[1] == pytest.approx(1.984 / 1.960, abs=0.005)  # t(99)
    chances = chance_to_clear(
        n=np.array([360, 400]), truth=0.02, discordance=0.2, margin=-0.2, per_document=40
    )
    assert chances[0] == 0 < chances[1]


def test_sizes_for_documents_are_never_below_ten_of_them_and_meet_their_wish():
    made = {"discordance": 0.2, "difference": 0.02, "design_effect": 2.0, "per_document": 40}
    assert size(half_width=0.3, margin=-0.3, **made).n_power == 400
    planned = size(half_width=0.03, margin=0.0, **made)
    assert half_width(n=np.array([planned.n_half_width]), **made)[0] <= 0.03
    known = {key: made[key] for key in ("discordance", "design_effect", "per_document")}
    at = chance_to_clear(n=np.array([planned.n_power]), truth=0.02, margin=0.0, **known)
    assert at[0] == pytest.approx(0.8, abs=0.02)


def test_documents_of_unlike_sizes_must_be_worth_ten_of_one_size():
    # A clause is read on no fewer: 20 documents worth 10 keep t(19), worth 8 they give nothing.
    made = {"discordance": 0.2, "difference": 0.0, "design_effect": 2.0, "per_document": 40}
    even, mild, uneven = (
        half_width(n=np.array([800]), alike=each, **made)[0] for each in (1.0, 0.5, 0.4)
    )
    assert (mild, uneven) == (even, 1)
    planned = size(half_width=0.3, margin=-0.3, alike=0.4, **made)
    assert planned.n_power == planned.n_impossible_below == 25 * 40  # 25 worth 10
    clear = {key: made[key] for key in ("discordance", "design_effect", "per_document")}
    chances = chance_to_clear(n=np.array([960, 1000]), truth=0.0, margin=-0.3, alike=0.4, **clear)
    assert chances[0] == 0 < chances[1]


def test_the_worked_what_if_clears_its_margin_four_times_in_ten():
    # Screens guide 2.7: about 4 times in 10 with 820 questions, 8 in 10 with about 2,160.
    now, later = chance_to_clear(n=np.array([820, 2160]), truth=DIFFERENCE, margin=0.01, **WORKED)
    assert now == pytest.approx(0.4, abs=0.02)
    assert later == pytest.approx(0.8, abs=0.01)
    planned = size(difference=DIFFERENCE, half_width=None, margin=0.01, **WORKED)
    assert planned.n_power == pytest.approx(2160, abs=5)


def test_a_truth_at_the_margin_is_reached_by_no_number_of_questions():
    assert size(discordance=0.2, difference=0.01, half_width=None, margin=0.01).n_power is None


def test_a_loss_margin_has_a_size_below_which_perfect_agreement_fails():
    # Lower end -z^2/(n + z^2) with nothing discordant: n >= z^2 (1 - 0.02)/0.02 = 188.2.
    planned = size(discordance=0.1, difference=0.0, half_width=None, margin=-0.02)
    assert planned.n_impossible_below == 189
    assert planned.n_best_below is None


@pytest.mark.parametrize(
    ("epochs", "per_document", "design_effect"), [(1, None, 1.0), (3, None, 0.4), (1, 4, 2.5)]
)
def test_below_that_size_the_interval_of_perfect_agreement_does_miss_the_margin(
    epochs, per_document, design_effect
):
    margin = -0.05

    def clears(n):
        documents = [f"d{index // per_document}" for index in range(n)] if per_document else None
        agree = [(epochs, epochs)] * n
        found = analyse(tally(agree, agree, epochs=epochs, clusters=documents))
        return found.interval.low >= margin

    least = size(
        discordance=0.2,
        difference=0.0,
        half_width=None,
        margin=margin,
        design_effect=design_effect,
        per_document=per_document,
    ).n_impossible_below
    assert clears(least)
    # 73 with z = 1.96; t of as many questions, or documents, asks for a few more.
    a_document = (per_document or 1) - 1
    assert not any(clears(n) for n in range(max(40, least - 60), least - a_document))


def test_a_gain_margin_asks_what_the_best_table_could_do():
    planned = size(discordance=0.05, difference=0.02, half_width=None, margin=0.01)
    assert planned.n_impossible_below is None
    assert planned.n_best_below > 70
    assert (
        size(discordance=0.05, difference=0.02, margin=0.05, half_width=None).n_best_below is None
    )


def test_no_wish_is_no_number():
    planned = size(discordance=0.2, difference=0.0, half_width=None)
    assert (planned.n_half_width, planned.n_power, planned.assurance) == (None, None, {})


def test_half_widths_shrink_with_questions_and_are_whole_without_any():
    widths = half_width(n=np.array([0, 240, 820, 10_000]), **PILOT)
    assert widths[0] == 1
    assert widths[1] == pytest.approx(0.0568, abs=5e-4)  # the pilot's own interval
    assert (np.diff(widths) < 0).all()


def test_the_worked_half_width_is_the_articles():
    [width] = half_width(n=np.array([820]), difference=DIFFERENCE, **WORKED)
    assert width == pytest.approx(0.024, abs=5e-4)


def test_the_chance_is_none_without_questions_and_grows_with_them():
    chances = chance_to_clear(
        n=np.array([0, 1, 100, 1000, 5000]), truth=0.03, discordance=0.1, margin=0.0
    )
    assert chances[0] == 0
    assert (np.diff(chances) >= 0).all()
    assert chances[-1] > 0.99


def test_easy_questions_shrink_the_gap_and_leave_the_test_alone():
    # Screens guide 2.4: 580 more turn the pilot's -5.4 points into -1.6.
    before, after = (
        dilute(candidate_only=17, baseline_only=30, n=240, added=added) for added in (0, 580)
    )
    assert before.difference == pytest.approx(-0.054, abs=5e-4)
    assert after.difference == pytest.approx(-0.016, abs=5e-4)
    assert after.p_midp == before.p_midp == pytest.approx(0.059, abs=5e-4)
    assert (after.n, after.low < 0 < after.high) == (820, True)


@pytest.mark.parametrize(
    ("wish", "complaint"),
    [
        ({"discordance": 0, "difference": 0}, "discordance must be above 0"),
        ({"discordance": 0.1, "difference": 0.2}, "needs at least that discordance"),
        ({**PILOT, "half_width": 2}, "half-width must lie between 0 and 1"),
        ({**PILOT, "margin": -1.5}, "margin must lie between -1 and 1"),
        ({**PILOT, "power": 1}, "power must lie between 0 and 1"),
    ],
)
def test_impossible_wishes_are_refused_in_words(wish, complaint):
    with pytest.raises(UsageError, match=complaint):
        size(**wish)
