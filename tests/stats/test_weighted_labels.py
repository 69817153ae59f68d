"""Labels drawn with unequal chances correct without bias and cover at the level they claim."""

import numpy as np

from lcexplore.stats.ppi import corrected_mean

RUNS = 400
SIZES = {"easy": 600, "hard": 200}
DRAWN = {"easy": 30, "hard": 70}
# Chance of a discordant answer and of a grader error, by kind and direction: leniency is unequal.
MEAN = {"easy": 0.02, "hard": -0.06}
LENIENT = {"easy": 0.02, "hard": 0.20}


def population(rng):
    people, grader, kind = [], [], []
    for name, size in SIZES.items():
        y = rng.choice([-1, 0, 1], size, p=[0.1 - MEAN[name] / 2, 0.8, 0.1 + MEAN[name] / 2])
        g = np.minimum(1, y + (rng.random(size) < LENIENT[name]))
        people.append(y)
        grader.append(g)
        kind += [name] * size
    return np.concatenate(people), np.concatenate(grader), np.array(kind)


def one(rng, *, weighted):
    people, grader, kind = population(rng)
    labelled = np.concatenate(
        [rng.choice(np.flatnonzero(kind == name), n, replace=False) for name, n in DRAWN.items()]
    )
    weights = np.array([SIZES[each] / DRAWN[each] for each in kind[labelled]])
    rest = grader if weighted else np.delete(grader, labelled)
    return corrected_mean(
        people=people[labelled],
        grader=grader[labelled],
        grader_unlabelled=rest,
        sampling_weights=weights if weighted else None,
    )


def coverage(*, weighted):
    rng = np.random.default_rng(20260420)
    truth = sum(SIZES[name] * MEAN[name] for name in SIZES) / sum(SIZES.values())
    ends = [one(rng, weighted=weighted).interval(0.95) for _ in range(RUNS)]
    return float(np.mean([low <= truth <= high for low, high in ends]))


def test_weighted_labels_cover_the_truth_and_unweighted_ones_do_not():
    # 400 runs: the standard deviation of the share is 1.1 points, so 0.95 - 3 sd = 0.917.
    assert coverage(weighted=True) >= 0.917
    assert coverage(weighted=False) < 0.90


def test_equal_weights_leave_the_labelled_part_as_it_is():
    people, grader = [1, 0, 0, -1, 1, 0], [1, 0, 1, -1, 0, 0]
    plain = corrected_mean(people=people, grader=grader, grader_unlabelled=[0, 1], weight=1.0)
    same = corrected_mean(
        people=people,
        grader=grader,
        grader_unlabelled=[0, 1],
        weight=1.0,
        sampling_weights=[3.0] * 6,
    )
    assert abs(plain.estimate - same.estimate) < 1e-12
    assert abs(plain.variance_labels - same.variance_labels) < 1e-12
