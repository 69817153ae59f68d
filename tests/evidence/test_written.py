"""A manifest means the same, as JSON or as text; what cannot be read is unknown, and said."""

import pytest

from lcexplore.evidence.validity import examine
from lcexplore.evidence.written import number, truth, unread, whole
from tests.evidence.test_validity import INFO, SAME, inputs


@pytest.mark.parametrize("said", [1000, 1000.0, "1000", " 1000 ", "1,000", "01000"])
def test_a_count_is_read_as_a_number_and_as_text(said):
    assert whole(said) == 1000


@pytest.mark.parametrize(
    "said",
    [
        *("about 1000", "1_000", "1.000", "1000.0", "10,00", ",100", "-5", "0", "9" * 5000),
        *(0, 0.5, True, [100], float("nan"), float("inf"), 10**400, "\u0661\u0662"),
    ],
)
def test_what_is_no_count_is_unknown_and_said(said):
    assert whole(said) is None
    (told,) = unread({"eval_set_size": said})
    assert (told.name, told.wanted) == ("eval_set_size", "no whole number")


@pytest.mark.parametrize("said", [None, "", "  "])
def test_what_is_blank_is_not_recorded_and_nothing_is_said_of_it(said):
    assert whole(said) is None
    assert not [*unread({"eval_set_size": said, "epochs": said})]


def test_a_size_that_cannot_be_read_is_a_finding_that_names_the_manifest():
    given = inputs(candidate={**SAME, "eval_set_size": "a thousand", "epochs": 2})
    (finding,) = [each for each in examine(given, INFO).findings if each.id == "fields_not_read"]
    assert finding.message == (
        "Counted as not recorded: eval_set_size of long-context (l.jsonl) is 'a thousand', "
        "which is no whole number."
    )


@pytest.mark.parametrize(("one", "other"), [(0, "0"), (0.0, "0.0"), ("0", " 0.0 "), (1, "1e0")])
@pytest.mark.parametrize("field", ["temperature", "top_p", "max_tokens"])
def test_a_number_is_the_same_number_as_text(field, one, other):
    assert moved(field, one, other).verdict == "same"


def test_a_decoding_setting_and_a_cache_price_are_numbers_too():
    for group, leaf in (("decoding", "temperature"), ("cache_multipliers", "read")):
        given = inputs({**SAME, group: {leaf: 0.1}}, {**SAME, group: {leaf: "0.10"}})
        assert not examine(given, INFO).confounds


def test_a_number_beyond_any_float_is_compared_as_it_stands():
    assert moved("seed", 10**400, 10**400).verdict == "same"


def moved(field, one, other):
    given = inputs({**SAME, field: one}, {**SAME, field: other})
    return next(each for each in examine(given, INFO).inputs if each.name == field)


@pytest.mark.parametrize(
    ("field", "one", "other"),
    [
        ("corpus_hash", "012", "12"),
        ("corpus_hash", "1e3", "1000"),
        ("model", "4.0", "4"),
        ("temperature", "0", "0.1"),
        ("temperature", "0,5", "0.5"),
        ("temperature", False, "0"),
    ],
)
def test_digits_that_name_something_and_numbers_that_differ_stay_apart(field, one, other):
    assert moved(field, one, other).verdict == "moved"


@pytest.mark.parametrize("no", [False, 0, 0.0, "no", "No", " FALSE ", "0"])
@pytest.mark.parametrize("name", ["blind", "order_shuffled"])
def test_no_is_no_however_it_is_written(name, no):
    careless = {**SAME, name: no}
    findings = {each.id for each in examine(inputs(careless, careless), INFO).findings}
    assert f"not_{name}" in findings
    assert "fields_not_read" not in findings


@pytest.mark.parametrize("yes", [True, 1, 1.0, "yes", "True", "1"])
def test_yes_is_yes_however_it_is_written_and_the_same_in_both_arms(yes):
    assert truth(yes) is True
    assert moved("blind", True, yes).verdict == "same"
    assert moved("blind", "no", yes).verdict == "moved"


@pytest.mark.parametrize("said", ["partly", 2, 0.5, ["yes"]])
def test_what_is_neither_yes_nor_no_is_unknown_and_said(said):
    given = inputs(SAME, {**SAME, "blind": said})
    findings = {each.id: each.message for each in examine(given, INFO).findings}
    assert "not_blind" not in findings
    assert "which is neither yes nor no" in findings["fields_not_read"]


@pytest.mark.parametrize("said", [3, 3.0, "3", " +3.0 ", "3e0", "3."])
def test_a_measurement_is_a_number_as_text_as_well(said):
    assert number(said) == 3.0
    assert not [*unread({"measurements": {"freshness_lag": said}})]


@pytest.mark.parametrize("said", ["3 h", "3,5", "1,000", "nan", "inf", "1e999", True, [3]])
def test_a_measurement_that_is_no_number_is_unknown_and_said(said):
    assert number(said) is None
    (told,) = unread({"measurements": {"freshness_lag": said}})
    assert (told.name, told.wanted) == ("measurements.freshness_lag", "no number")


def test_measurements_that_are_no_object_are_said_and_of_prices_only_the_two_that_are_read():
    fields = {"measurements": "lag 3", "cache_multipliers": {"read": "cheap", "of": "tokens"}}
    assert [each.name for each in unread(fields)] == ["measurements", "cache_multipliers.read"]
