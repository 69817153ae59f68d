"""Documents of unlike sizes: a few that hold most questions are not worth their number.

Where they are worth fewer than ten of one size, t takes that number less one (Carter, Schnepel &
Steigerwald, Review of Economics and Statistics 99:698, 2017): with documents - 1 the 95 % interval
missed the truth in 17 to 58 of 100 simulated runs of the first four shapes here.
"""

import numpy as np
import pytest
from scipy.stats import beta

from lcexplore.evidence.correctness import analyse
from lcexplore.stats.cluster import equal_clusters, freedom
from lcexplore.stats.ppi import corrected_mean
from tests.evidence.tallies import tally

RUNS = 250
SHAPES = {
    "one of ten holds nearly all": [100] + [1] * 9,
    "one and many single questions": [100] + [1] * 60,
    "two and many single questions": [100] * 2 + [1] * 30,
    "two of ten hold most": [60] * 2 + [5] * 8,
    "sizes from 2 to 16": list(range(2, 17)),
    "all alike": [5] * 20,
}


def drawn(rng, sizes):
    """Both arms' correct answers, each arm better in some documents; no true difference."""
    document = np.repeat(np.arange(len(sizes)), sizes)
    shared = rng.normal(size=len(document))
    arms = (rng.normal(size=len(sizes))[document] + shared < 1.2 for _ in range(2))
    return document, *(arm.astype(int) for arm in arms)


def analysed(rng, sizes):
    document, *arms = drawn(rng, sizes)
    candidate, baseline = ([(1, int(each)) for each in arm] for arm in arms)
    return analyse(tally(candidate, baseline, clusters=[f"d{each}" for each in document]))


@pytest.mark.parametrize("sizes", SHAPES.values(), ids=SHAPES)
def test_the_interval_keeps_its_level_however_uneven_documents_are(sizes):
    rng = np.random.default_rng(20260421)
    intervals = [analysed(rng, sizes).interval for _ in range(RUNS)]
    missed = sum(not low <= 0 <= high for low, high in intervals)
    assert missed / RUNS <= 0.09  # 5 % and three standard errors of 250 runs


def test_documents_of_one_size_are_worth_their_number():
    found = analysed(np.random.default_rng(1), [5] * 20)
    assert (found.n_clusters, found.clusters_worth) == (20, 20)


def test_documents_are_never_worth_more_than_there_are_nor_less_than_one():
    rng = np.random.default_rng(2)
    for _ in range(200):
        sizes = rng.integers(1, 50, rng.integers(1, 30))
        assert 1 <= equal_clusters(sizes) <= len(sizes) + 1e-9


@pytest.mark.parametrize("sizes", [[300] + [1] * 100, [150] * 2 + [1] * 100])
def test_the_corrected_interval_keeps_its_level_too(sizes):
    rng, missed, runs = np.random.default_rng(3), 0, 300
    for _ in range(runs):
        document, candidate, baseline = drawn(rng, sizes)
        people = (candidate - baseline).astype(float)
        lenient = rng.random(len(people)) < 0.1
        grader = np.where(lenient & (people < 1), people + 1, people)
        order = rng.permutation(len(people))
        labelled, rest = order[:60], order[60:]
        low, high = corrected_mean(
            people=people[labelled],
            grader=grader[labelled],
            grader_unlabelled=grader[rest],
            units=(document[labelled], document[rest]),
        ).interval(0.95)
        missed += not low <= 0 <= high
    assert missed / runs <= 0.09


def test_ten_of_one_size_are_enough_for_the_usual_degrees_of_freedom():
    assert freedom(clusters=15, worth=12.2) == 14
    assert freedom(clusters=61, worth=2.5) == 1.5
    assert freedom(clusters=4, worth=equal_clusters([5] * 4)) == 3


def lost(documents, each, n_lost):
    """Both arms right everywhere, but the candidate on all questions of the first documents."""
    names = [f"d{place // each}" for place in range(documents * each)]
    right = [(1, 1)] * len(names)
    candidate = [(1, int(place // each >= n_lost)) for place in range(len(names))]
    return tally(candidate, right, clusters=names)


@pytest.mark.parametrize("n_lost", [0, 1, 4])
def test_few_documents_with_a_disagreement_count_as_documents_and_not_as_their_questions(n_lost):
    found = analyse(lost(12, 50, n_lost))
    share = n_lost / 12
    # exact 95 % interval of n_lost documents of 12: no narrower may the difference be known
    upper = beta.ppf(0.975, n_lost + 1, 12 - n_lost)
    assert found.difference == pytest.approx(-share)
    assert found.interval.low <= -0.9 * upper
    assert 50 <= found.design_effect + 1e-9 < 56


def test_a_whole_document_lost_by_chance_is_seldom_read_as_no_loss_beyond_the_margin():
    """A document in twenty is lost whole: the true difference lies at the margin of -5 points."""
    seed, runs = np.random.default_rng(20261201), 400
    n_lost = seed.binomial(10, 0.05, size=runs)
    clears = {n: analyse(lost(10, 30, n)).interval.low >= -0.05 for n in set(n_lost.tolist())}
    assert sum(clears[n] for n in n_lost.tolist()) / runs <= 0.025


def test_with_enough_documents_that_differ_their_own_spread_is_read():
    rng = np.random.default_rng(7)
    names = [f"d{place // 30}" for place in range(600)]
    candidate = [(1, int(each)) for each in rng.random(600) < 0.8]
    baseline = [(1, int(each)) for each in rng.random(600) < 0.8]
    assert analyse(tally(candidate, baseline, clusters=names)).design_effect < 5


def test_few_questions_that_differ_count_as_questions_and_not_as_their_epochs():
    right = [(5, 5)] * 60
    found = analyse(tally([(5, 0), *right[1:]], right, epochs=5))
    assert 5 <= found.design_effect < 5.2
    assert found.interval.low < -0.08  # one of 60: exact 95 % interval up to 8.9 %
