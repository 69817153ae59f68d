"""Effective tokens say whose word the worth of a cached token is."""

from dataclasses import replace

from lcexplore.evidence.prices import ModelPrices, PriceSheet
from lcexplore.evidence.traffic import ModelUsage
from lcexplore.model import Role
from lcexplore.report import prices
from lcexplore.report.sentences import weights
from tests.report.spoken import said

USED = ModelUsage(
    model="m", n=9, n_whole=9, uncached=9, cache_read=9, cache_write=9, output=9,
)  # fmt: skip
PRICES = ModelPrices(input=2.0, output=8.0, cache_read=0.5, cache_write={"": 2.5})
SHEET = PriceSheet(currency="USD", models={"m": PRICES})


def priced(shown):
    traffic = replace(shown.traffic, usage=dict.fromkeys(Role, (USED,)))
    return replace(shown, evidence=prices.applied(shown.evidence, SHEET, traffic), prices=SHEET)


def silent(shown):
    inputs = shown.evidence.inputs
    counted = {
        role: replace(each, read_multiplier=None, write_multiplier=None)
        for role, each in inputs.tokens.items()
    }
    evidence = replace(shown.evidence, inputs=replace(inputs, tokens=counted))
    return replace(shown, evidence=evidence)


def test_the_manifests_word_stands_where_it_is_given(v3):
    assert "as the log's manifest says" in weights.line(priced(v3))
    before, after = v3.evidence.cost, priced(v3).evidence.cost
    assert after[Role.CANDIDATE].effective_mean == before[Role.CANDIDATE].effective_mean


def test_the_sheets_word_is_named_with_its_weights(v3):
    found = said(weights.line(priced(silent(v3))))
    assert found == (
        "Effective tokens weigh cached tokens by the stored price sheet, since no manifest says "
        "what they are worth (retrieval: a read 0.25 ×, a write 1.25 ×; long-context: a read "
        "0.25 ×, a write 1.25 ×)."
    )
    assert priced(silent(v3)).evidence.cost[Role.CANDIDATE].effective_mean is not None
