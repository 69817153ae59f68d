"""Tokens and cost: unknown is not zero, and a true zero is zero."""

import pytest

from lcexplore.evidence.inputs import ArmTokens
from lcexplore.evidence.tokens import analyse
from lcexplore.model import Role


def cost(**counts):
    given = {
        "n_planned": 10,
        "n_reported": 10,
        "uncached": 0,
        "cache_read": 0,
        "cache_write": 0,
        "read_multiplier": 0.1,
        "write_multiplier": 1.25,
        "n_priced": 0,
        "cost_usd": 0.0,
        **counts,
    }
    return analyse({Role.CANDIDATE: ArmTokens(**given)})[Role.CANDIDATE]


def test_effective_tokens_weigh_reads_and_writes():
    # Fault D24: uncached 5, read 128,955, write 1,253 at 0.1 and 1.25.
    found = cost(n_reported=1, uncached=5, cache_read=128_955, cache_write=1_253)
    assert found.effective_mean == pytest.approx(14_467, abs=0.5)


def test_the_worked_examples_long_context_arm_pays_for_about_35_400_tokens():
    found = cost(
        n_reported=1640,
        uncached=812 * 1640,
        cache_read=148_200 * 1450,
        cache_write=148_200 * 190,
    )
    assert found.effective_mean == pytest.approx(35_400, abs=100)


def test_a_multiplier_is_needed_only_for_tokens_of_its_class():
    assert cost(uncached=100, read_multiplier=None, write_multiplier=None).effective_mean == 10
    unknown = cost(cache_read=1, read_multiplier=None)
    assert unknown.effective_mean is None
    assert "read from the cache" in unknown.reason
    unknown = cost(cache_write=1, write_multiplier=None).reason
    assert "written to the cache (say what they cost with --cache-multipliers write=" in unknown


def test_without_reported_tokens_the_mean_is_unknown():
    found = cost(n_reported=0)
    assert found.effective_mean is None
    assert found.reason


def test_unpriced_is_not_free_and_a_true_zero_is_zero():
    assert cost(n_priced=0).cost_per_1k is None
    assert cost(n_priced=0).cost_reason == "no price recorded"
    assert cost(n_priced=10, cost_usd=0.0).cost_per_1k == 0


def test_a_partly_priced_arm_says_how_many_answers_its_mean_rests_on():
    found = cost(n_priced=4, cost_usd=0.02)
    assert (found.cost_per_1k, found.n_priced, found.n_planned) == (pytest.approx(5), 4, 10)


def test_a_mean_over_some_answers_keeps_their_number():
    found = cost(n_reported=4, uncached=400)
    assert (found.effective_mean, found.n_reported) == (100, 4)
