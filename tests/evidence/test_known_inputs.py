"""A known input under another name is asked about, and no free pass where it moved with the arm."""

import pytest

from lcexplore.evidence.known_inputs import EXPECTED, confounded_by, meant
from lcexplore.evidence.validity import examine
from tests.evidence.test_validity import INFO, SAME, inputs


@pytest.mark.parametrize(
    ("name", "known"),
    [
        *[("model_name", "model"), ("Model", "model"), ("modelId", "model")],
        *[("Temperature", "temperature"), ("temp", "temperature"), ("Max-Tokens", "max_tokens")],
        *[("evalset", "eval_set"), ("evalset_size", "eval_set_size"), ("dataset", "eval_set")],
        *[("judge", "grader"), ("Judge Model", "grader"), ("Epochs", "epochs")],
    ],
)
def test_a_name_that_is_almost_a_known_one_is_known_to_mean_it(name, known):
    assert meant(name) == known


@pytest.mark.parametrize(
    "name",
    [
        *EXPECTED,
        *("grader_model", "decoding.temp", "retriever.model", "prompt_template_sha256"),
        *("chunk_size", "seed", "", "__"),
    ],
)
def test_known_names_and_those_of_the_design_mean_themselves(name):
    assert meant(name) is None


def found(baseline, candidate):
    return {each.id: each for each in examine(inputs(baseline, candidate), INFO).findings}


@pytest.mark.parametrize(
    ("name", "known"), [("model_name", "model"), ("Temp", "temperature"), ("dataset", "eval_set")]
)
def test_what_moved_under_another_name_confounds_where_its_own_name_is_not_recorded(name, known):
    without = {each: value for each, value in SAME.items() if each != known}
    finding = found({**without, name: "a"}, {**without, name: "b"})[f"{name}_moved"]
    assert finding.touches == confounded_by(known)
    assert f"(is it {known.replace('_', ' ')}?) moved with the arm" in finding.message


def test_a_known_input_of_one_arm_alone_does_not_vouch_for_the_other_name():
    without = {name: value for name, value in SAME.items() if name != "model"}
    findings = found({**SAME, "model_name": "a"}, {**without, "model_name": "b"})
    assert "correctness" in findings["model_name_moved"].touches


def test_beside_the_known_input_another_name_is_asked_about_and_is_a_note():
    finding = found({**SAME, "model_name": "a"}, {**SAME, "model_name": "b"})["model_name_differs"]
    assert finding.message.startswith("The model name (is it model?) differs, as a design may")
    assert not finding.touches


def test_another_name_of_a_number_is_compared_as_a_number():
    without = {name: value for name, value in SAME.items() if name != "temperature"}
    assert "temp_moved" not in found({**without, "temp": 0}, {**without, "temp": "0.0"})
