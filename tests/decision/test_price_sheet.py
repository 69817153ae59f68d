"""A price sheet is read as written, and every error in it has its line and column."""

import pytest

from lcexplore.decision.price_sheet import parse
from lcexplore.errors import RecordError

SHEET = """\
currency: USD
as_of: 2026-05-01
source: contract
models:
  m1:
    input: 3.00
    output: 15
    cache_read_multiplier: 0.1
    cache_write_multipliers: {5m: 1.25, 1h: 2}
    cache_storage: 1.0
  m2: {input: 0, cache_read: 0, cache_write: 2}
arms:
  retrieval: {model: m1, per_query: {embedding: 0.00002, search: 0}}
  long-context: {ttl: 1h, cached_tokens: 148200, queries_per_hour: 400}
"""


def test_prices_multipliers_and_terms_are_read():
    sheet = parse(SHEET)
    first, second = sheet.models["m1"], sheet.models["m2"]
    assert (sheet.currency, sheet.as_of, sheet.source) == ("USD", "2026-05-01", "contract")
    assert first.cache_read == pytest.approx(0.3)
    assert first.cache_write == pytest.approx({"5m": 3.75, "1h": 6.0})
    assert (second.input, second.cache_read, second.cache_write) == (0, 0, {"": 2})
    assert second.output is None
    assert sheet.arms["retrieval"].per_query == {"embedding": 0.00002, "search": 0}
    assert sheet.arms["long-context"].per_query is None
    assert sheet.arms["long-context"].queries_per_hour == 400


@pytest.mark.parametrize("none", ["{}", "0"])
def test_no_costs_beside_tokens_are_entered_as_such(none):
    sheet = parse(SHEET.replace("{ttl: 1h,", f"{{per_query: {none}, ttl: 1h,"))
    assert sheet.arms["long-context"].per_query == {}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("input: 3.00", "input: -3", "line 6, column 12: wanted input, 0 or more; found '-3'"),
        ("input: 3.00", "imput: 3", "line 6, column 5: wanted one of input"),
        ("currency: USD\n", "", "wanted the key currency"),
        ("output: 15", "output: .inf", "line 7, column 13: wanted output, 0 or more"),
        ("    input: 3.00\n", "", "found no price of input"),
        ("cache_read: 0,", "cache_read: 0, cache_read_multiplier: 1,", "found a price as well"),
    ],
)
def test_what_is_not_understood_has_its_place(old, new, told):
    assert old in SHEET
    with pytest.raises(RecordError) as raised:
        parse(SHEET.replace(old, new))
    assert told in str(raised.value)
