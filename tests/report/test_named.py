"""Named scenarios survive the link as they are; what is not one of ours is left out of it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from lcexplore.report.named import MOST, Named, added, read, written
from lcexplore.report.sample import Scenario

NAMES = st.text(min_size=1, max_size=20).filter(lambda name: name == name[:40])
SCENARIOS = st.builds(
    Scenario,
    hit_rate=st.one_of(st.none(), st.integers(0, 1000).map(lambda n: n / 1000)),
    n=st.one_of(st.none(), st.integers(1, 5000)),
    differing=st.one_of(st.none(), st.integers(10, 600).map(lambda n: n / 1000)),
    easy=st.integers(0, 2000),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.builds(Named, name=NAMES, scenario=SCENARIOS), max_size=MOST))
def test_what_is_written_is_read_back(named):
    found = read(written(tuple(named)))
    assert [each.name for each in found] == [each.name for each in named]
    for one, other in zip(found, named, strict=True):
        assert (one.scenario.n, one.scenario.easy) == (other.scenario.n, other.scenario.easy)
        for share in ("hit_rate", "differing"):
            given, meant = (getattr(each.scenario, share) for each in (one, other))
            assert given == meant or abs(given - meant) < 1e-9


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_any_word_in_a_link_is_read_without_an_error(word):
    assert len(read(word)) <= MOST


def test_numbers_out_of_range_and_words_are_left_out():
    assert read("warm!120!!!0~cold!-1!!!0~odd!x!!!0~!97!!!0~few!1~nan!nan!!!0") == ()
    (only,) = read("warm!97!!!0")
    assert only == Named(name="warm", scenario=Scenario(hit_rate=0.97))


def test_the_same_name_again_takes_the_first_ones_place():
    first = added((), Named(name="warm", scenario=Scenario(hit_rate=0.9)))
    again = added(first, Named(name="warm", scenario=Scenario(hit_rate=0.97)))
    assert [each.scenario.hit_rate for each in again] == [0.97]
    many = again
    for number in range(MOST):
        many = added(many, Named(name=str(number), scenario=Scenario()))
    assert len(many) == MOST
    assert "warm" not in [each.name for each in many]
