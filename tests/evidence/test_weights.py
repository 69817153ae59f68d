"""A price sheet says what a cached token is worth only where no manifest says it at all."""

from dataclasses import replace

import pytest

from lcexplore.evidence import tokens
from lcexplore.evidence.inputs import ArmTokens
from lcexplore.evidence.prices import ArmTerms, ModelPrices, PriceSheet
from lcexplore.evidence.traffic import ModelUsage
from lcexplore.evidence.weights import Weights, by_sheet, weighed
from lcexplore.model import Role

B, C = Role.BASELINE, Role.CANDIDATE
NAMES = {B: "rag", C: "long"}
M = ModelPrices(input=3.0, output=15.0, cache_read=0.3, cache_write={"5m": 3.75, "1h": 6.0})
SHEET = PriceSheet(currency="EUR", models={"m": M}, arms={"long": ArmTerms(ttl="5m")})
COUNTED = ArmTokens(
    n_planned=10, n_reported=10, uncached=1000, cache_read=90_000, cache_write=10_000,
    read_multiplier=None, write_multiplier=None, n_priced=0, cost_usd=0.0,
)  # fmt: skip


def used(model="m"):
    return ModelUsage(
        model=model, n=10, n_whole=10, uncached=1000, cache_read=90_000, cache_write=10_000,
        output=50,
    )  # fmt: skip


def test_weights_are_prices_over_the_price_of_input():
    # By hand: 0.3 / 3 and 3.75 / 3.
    found = by_sheet([used()], SHEET, "long")
    assert (found.read, found.write) == (pytest.approx(0.1), pytest.approx(1.25))


def test_a_write_whose_time_is_not_settled_has_no_weight():
    assert by_sheet([used()], SHEET, "rag") == Weights(read=pytest.approx(0.1), write=None)


@pytest.mark.parametrize("model", [None, "other"])
def test_a_model_without_prices_has_no_weights(model):
    assert by_sheet([used(model)], SHEET, "long") == Weights()


def test_models_that_weigh_differently_have_no_common_weight():
    both = replace(SHEET, models={"m": M, "k": replace(M, cache_read=1.5)})
    found = by_sheet([used(), used("k")], both, "long")
    assert found.read is None
    assert found.write == pytest.approx(1.25)


def test_weights_that_differ_in_the_last_digit_of_a_float_are_one_weight():
    # 0.3 / 3 is 0.09999999999999999 and 0.1 / 1 is 0.1: the same price of a cached token.
    cheap = ModelPrices(input=1.0, output=5.0, cache_read=0.1, cache_write={"5m": 1.25})
    both = replace(SHEET, models={"m": M, "k": cheap})
    found = by_sheet([used(), used("k")], both, "long")
    assert (found.read, found.write) == (pytest.approx(0.1), pytest.approx(1.25))


def test_a_model_without_a_price_leaves_no_common_weight():
    assert by_sheet([used(), used("other")], SHEET, "long") == Weights()


def test_effective_tokens_follow_the_sheet_where_no_manifest_speaks():
    counted = weighed({B: COUNTED, C: COUNTED}, {B: [used()], C: [used()]}, SHEET, NAMES)
    # By hand, ten answers: 1,000 + 0.1 x 90,000 + 1.25 x 10,000 = 22,500.
    assert tokens.analyse(counted)[C].effective_mean == pytest.approx(2250)


@pytest.mark.parametrize("role", [B, C])
def test_one_weight_of_a_manifest_keeps_the_sheet_out_of_both_arms(role):
    told = {B: COUNTED, C: COUNTED}
    told[role] = replace(COUNTED, read_multiplier=0.1)
    assert weighed(told, {C: [used()]}, SHEET, NAMES) is None


def test_without_a_sheet_nothing_is_weighed():
    assert weighed({C: COUNTED}, {C: [used()]}, None, NAMES) is None
