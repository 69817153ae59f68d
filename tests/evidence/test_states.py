"""Tokens and money at another hit rate: at the measured one they are what was measured."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lcexplore.evidence.inputs import ArmTokens
from lcexplore.evidence.prices import ArmTerms, ModelPrices, PriceSheet, price
from lcexplore.evidence.states import cost_per_1k, effective_tokens
from lcexplore.evidence.tokens import effective
from lcexplore.evidence.traffic import ModelUsage, StateUsage
from lcexplore.model import CacheState

HIT, MISS, UNKNOWN = CacheState.HIT, CacheState.MISS, CacheState.UNKNOWN


def used(n, uncached, read, write, output=5):
    sums = {"uncached": n * uncached, "cache_read": n * read, "cache_write": n * write}
    model = ModelUsage(model="m", n=n, n_whole=n, output=n * output, **sums)
    return StateUsage(n_reported=n, models=(model,), **sums)


def arm(by_state, read=0.1, write=1.25):
    names = ("n_reported", "uncached", "cache_read", "cache_write")
    sums = {name: sum(getattr(each, name) for each in by_state.values()) for name in names}
    return ArmTokens(n_planned=sums["n_reported"], read_multiplier=read, write_multiplier=write,
                     n_priced=0, cost_usd=0.0, **sums)  # fmt: skip


def sheet(storage=None, **terms):
    prices = ModelPrices(input=1.0, output=1.0, cache_read=0.1, cache_write={"": 1.25},
                         cache_storage=storage)  # fmt: skip
    return PriceSheet(currency="USD", models={"m": prices}, arms={"long": ArmTerms(**terms)})


# A provider that caches by itself bills no write: a miss is 1,000 full-price tokens, a hit 190.
AUTOMATIC = {HIT: used(100, 100, 900, 0), MISS: used(100, 1000, 0, 0)}


@pytest.mark.parametrize(("rate", "tokens"), [(0.0, 1000), (0.5, 595), (1.0, 190)])
def test_a_cache_that_bills_no_writes_saves_what_its_hits_do_not_read_anew(rate, tokens):
    assert effective_tokens(AUTOMATIC, arm(AUTOMATIC), rate) == pytest.approx(tokens)
    # a thousand queries, a dollar for a million tokens, five tokens of output each
    assert cost_per_1k(AUTOMATIC, sheet(), "long", rate) == pytest.approx((tokens + 5) / 1000)


many = st.tuples(*[st.integers(1, 40)] + [st.integers(0, 2000)] * 3)


@settings(max_examples=40, deadline=None)
@given(many, many, st.one_of(st.none(), many))
def test_at_the_measured_rate_both_means_are_the_measured_ones(hits, misses, unknown):
    by_state = {HIT: used(*hits), MISS: used(*misses)}
    known = hits[0] + misses[0]
    if unknown is not None and unknown[0] <= known:
        by_state[UNKNOWN] = used(*unknown)
    rate, terms = hits[0] / known, sheet(0.5, cached_tokens=1000, queries_per_hour=10)
    counted = arm(by_state)
    assert effective_tokens(by_state, counted, rate) == pytest.approx(effective(counted))
    models = [each for used_by in by_state.values() for each in used_by.models]
    measured = price(models, terms, "long").per_1k
    assert cost_per_1k(by_state, terms, "long", rate) == pytest.approx(measured)


def test_without_both_states_or_a_price_nothing_is_mixed():
    alone = {HIT: used(10, 100, 900, 0)}
    assert effective_tokens(alone, arm(alone), 0.5) is None
    assert cost_per_1k(alone, sheet(), "long", 0.5) is None
    assert effective_tokens(AUTOMATIC, arm(AUTOMATIC, read=None), 0.5) is None
    assert cost_per_1k(AUTOMATIC, PriceSheet(currency="USD", models={}), "long", 0.5) is None
    mostly = {**AUTOMATIC, UNKNOWN: used(201, 500, 0, 0)}
    assert effective_tokens(mostly, arm(mostly), 0.5) is None
