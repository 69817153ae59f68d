"""A thousand queries cost what their parts cost; what has no price is not measured, 0 is zero."""

import pytest

from lcexplore.evidence.prices import (
    PRICED,
    RECORDED,
    ArmTerms,
    ModelPrices,
    PriceSheet,
    costs,
    price,
)
from lcexplore.evidence.tokens import ArmCost
from lcexplore.evidence.traffic import ModelUsage
from lcexplore.model import Role

MODEL = ModelPrices(input=3.0, output=15.0, cache_read=0.3, cache_write={"5m": 3.75, "1h": 6.0})


def usage(model="m", n=100, uncached=1000, read=100_000, write=0, output=300):
    return ModelUsage(
        model=model,
        n=n,
        n_whole=n,
        uncached=n * uncached,
        cache_read=n * read,
        cache_write=n * write,
        output=n * output,
    )


def sheet(prices=MODEL, **terms):
    return PriceSheet(currency="EUR", models={"m": prices}, arms={"long": ArmTerms(**terms)})


def recorded(cost=None):
    n = 0 if cost is None else 100
    return ArmCost(
        effective_mean=None,
        n_reported=100,
        n_planned=100,
        cost_per_1k=cost,
        n_priced=n,
        reason=None,
        cost_reason=None if n else "no price recorded",
    )


def test_a_thousand_queries_cost_the_sum_of_their_parts():
    found = price([usage(write=2000)], sheet(ttl="5m", per_query={"search": 0.0004}), "long")
    # By hand, per query: 1,000 x 3, 100,000 x 0.3, 2,000 x 3.75 and 300 x 15 millionths.
    assert found.parts == pytest.approx(
        {
            "uncached input": 3.0,
            "cache reads": 30.0,
            "cache writes": 7.5,
            "output": 4.5,
            "search": 0.4,
        }
    )
    assert found.per_1k == pytest.approx(45.4)
    assert (found.n, found.own_cost_known) == (100, True)


@pytest.mark.parametrize(
    ("used", "prices", "told"),
    [
        (usage(model="other"), MODEL, "no model other"),
        (usage(model=None), MODEL, "no row of long's log names its model"),
        (usage(), ModelPrices(input=3.0, output=15.0), "prices no cache reads of m"),
        (usage(write=5), MODEL, "prices no cache writes of m"),
    ],
)
def test_what_has_no_price_is_not_measured_and_named(used, prices, told):
    found = price([used], sheet(prices), "long")
    assert found.per_1k is None
    assert told in found.reason


def test_a_class_that_was_not_used_needs_no_price_and_a_price_of_zero_is_zero():
    free = ModelPrices(input=0.0, output=0.0, cache_read=0.0)
    assert price([usage()], sheet(free), "long").per_1k == 0.0


def test_answers_of_several_models_are_priced_each_by_its_own():
    prices = {"m": MODEL, "k": ModelPrices(input=6.0, output=15.0, cache_read=0.3)}
    both = PriceSheet(currency="EUR", models=prices)
    found = price([usage(), usage(model="k")], both, "long")
    assert found.parts["uncached input"] == pytest.approx(4.5)
    assert found.n == 200


def test_storage_of_the_cache_is_shared_by_the_queries_of_its_hour():
    billed = ModelPrices(input=3.0, output=15.0, cache_read=0.3, cache_storage=1.0)
    terms = {"cached_tokens": 200_000, "queries_per_hour": 400}
    found = price([usage()], sheet(billed, **terms), "long")
    assert found.parts["cache storage"] == pytest.approx(0.2 * 1000 / 400)
    assert "storage of the cache is billed" in price([usage()], sheet(billed), "long").reason


def test_recorded_and_priced_cost_are_never_mixed():
    names = {Role.BASELINE: "rag", Role.CANDIDATE: "long"}
    used = {role: [usage()] for role in Role}
    one = {Role.BASELINE: recorded(7.0), Role.CANDIDATE: recorded()}
    found = costs(one, used, sheet(), names)
    assert {each.basis for each in found.values()} == {PRICED}
    assert found[Role.BASELINE].cost_per_1k == found[Role.CANDIDATE].cost_per_1k
    assert found[Role.BASELINE].currency == "EUR"
    both = costs(dict.fromkeys(Role, recorded(7.0)), used, sheet(), names)
    assert {(each.basis, each.cost_per_1k) for each in both.values()} == {(RECORDED, 7.0)}


def test_without_a_sheet_what_is_not_recorded_stays_not_measured():
    names = {Role.BASELINE: "rag", Role.CANDIDATE: "long"}
    found = costs(dict.fromkeys(Role, recorded()), {}, None, names)
    assert {(each.basis, each.cost_per_1k) for each in found.values()} == {(None, None)}


def test_whose_own_cost_nobody_entered_is_known():
    assert not price([usage()], sheet(), "long").own_cost_known
    assert price([usage()], sheet(per_query={}), "long").own_cost_known
