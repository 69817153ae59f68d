"""Establishes what the files of a HELM run say, of replays, of perturbations and of failures.

Every file here is invented, made after HELM's own types (crfm-helm 0.5: ``ScenarioState``,
``PerInstanceStats``, ``DisplayPrediction``); none was written by HELM itself.
"""

import json

import pytest

from lcexplore.errors import ChoiceNeeded, LcexploreError, LogError
from lcexplore.importers import IMPORTERS, heads, helm, identify
from lcexplore.ingest import import_files
from lcexplore.log import ReadOptions
from lcexplore.store import Store
from tests.importers.reading import ALL, records, rows
from tests.store.logs import adds_up

MODEL = "openai/gpt-4o-2024-05-13"
TYPOS = {"name": "typos", "robustness": True, "fairness": False, "computed_on": "perturbed",
         "prob": 0.05}  # fmt: skip
EXACT = {"verdict": "exact_match"}
WRONG = [None, True, -1, 1.5, "x", "[", [], {}, [[]], {"a": []}, [None], 10**30]


def state(name="id7", trial=0, *, instance=None, result=None, **changes):
    return {
        "instance": {
            "input": {"text": "Which pier?"},
            "references": [{"output": {"text": "pier ten"}, "tags": []},
                           {"output": {"text": "pier nine"}, "tags": ["correct"]}],
            "split": "test", "id": name, **(instance or {}),
        },
        "train_trial_index": trial,
        "output_mapping": {"A": "pier ten", "B": "pier nine"},
        "request": {"model_deployment": MODEL, "model": MODEL, "prompt": "...", "temperature": 0.0,
                    "num_completions": 1, "max_tokens": 5, "top_p": 1},
        "result": {
            "success": True, "embedding": [], "cached": False, "request_time": 0.75,
            "request_datetime": 1_719_559_273,
            "completions": [{"text": " B", "logprob": 0, "tokens": [],
                             "finish_reason": {"reason": "length"}}], **(result or {}),
        },
        "num_train_instances": 0, "prompt_truncated": False, "num_conditioning_tokens": 0,
        **changes,
    }  # fmt: skip


def stat(name, value):
    return {"name": {"name": name, "split": "test"}, "count": 1, "sum": value, "mean": value}


def stats(name="id7", trial=0, *, perturbation=None, **values):
    told = {"instance_id": name, "perturbation": perturbation, "train_trial_index": trial}
    return {**{key: each for key, each in told.items() if each is not None},
            "stats": [stat(key, each) for key, each in values.items()]}  # fmt: skip


def run(folder, *states, metrics=None, specification=None):
    """A folder with the files of a run; the path of its requests."""
    folder.mkdir(exist_ok=True)
    path = folder / "scenario_state.json"
    document = {"adapter_spec": {"method": "generation", "model": MODEL}, "request_states": states}
    path.write_text(json.dumps(document, indent=2), encoding="utf-8")
    for name, value in (("per_instance_stats.json", metrics), ("run_spec.json", specification)):
        if value is not None:
            (folder / name).write_text(json.dumps(value), encoding="utf-8")
    return path


def test_every_field_comes_from_its_own_place(tmp_path):
    metrics = [stats(num_references=2.0, inference_runtime=0.5), stats(exact_match=1.0)]
    path = run(tmp_path, state(), metrics=metrics)
    assert identify(path) is helm
    (record,) = records(helm, path)
    assert record == {
        "question": "id7",
        "epoch": 1,
        "question_text": "Which pier?",
        "reference": "pier nine",
        "answer": "pier nine",  # what the letter stands for
        "latency_s": 0.75,
        "started_at": 1_719_559_273,
        "gradings": [{"grader": "exact_match", "verdict": 1.0}],
    }


def test_the_specification_beside_says_what_was_run_and_which_arm_it_may_be(tmp_path):
    told = {"name": "mmlu:subject=law,model=openai_gpt-4o", "scenario_spec": {
        "class_name": "helm.benchmark.scenarios.mmlu_scenario.MMLUScenario",
        "args": {"subject": "law"}}, "adapter_spec": {"max_train_instances": 5}}  # fmt: skip
    path = run(tmp_path, state(), metrics=[stats(exact_match=1.0)], specification=told)
    with pytest.raises(ChoiceNeeded) as refusal:
        rows(helm, path, arm=None)
    assert refusal.value.choices == {"model": MODEL, "run": told["name"]}
    log = helm.read(path, ReadOptions(mapping={"arm": "run"}))
    assert log.manifest == {
        "arm": told["name"],
        "model": MODEL,
        "eval_set": 'MMLUScenario subject="law"',
        "num_fewshot": 5,
        "temperature": 0.0,
        "top_p": 1,
        "max_tokens": 5,
    }


def test_an_answer_from_the_cache_is_a_replay_without_a_latency(tmp_path):
    path = run(tmp_path, state(result={"cached": True}), metrics=[stats(exact_match=1.0)])
    (record,) = records(helm, path)
    assert (record["replayed"], "latency_s" in record) == (True, False)
    notes = helm.read(path, ReadOptions(arm="a")).notes
    assert "answers from HELM's own cache, without a latency: 1" in notes


def test_a_request_of_a_batch_has_no_latency_of_its_own(tmp_path):
    path = run(tmp_path, state(result={"batch_request_time": 9.0, "batch_size": 4}))
    assert "latency_s" not in records(helm, path)[0]


def test_a_perturbed_question_never_pairs_with_its_original(tmp_path):
    other = {**TYPOS, "prob": 0.5}
    states = [state(), state(instance={"perturbation": TYPOS}),
              state(instance={"perturbation": other})]  # fmt: skip
    metrics = [
        stats(exact_match=1.0),
        stats(exact_match=0.0, perturbation=TYPOS),
        stats(exact_match=0.5, perturbation=other),
    ]
    path = run(tmp_path, *states, metrics=metrics)
    found = records(helm, path)
    assert [(each["question"], each["gradings"][0]["verdict"]) for each in found] == [
        ("id7", 1.0),
        ("id7 [typos prob=0.05]", 0.0),
        ("id7 [typos prob=0.5]", 0.5),
    ]
    assert {each["cluster"] for each in found} == {"id7"}
    assert any(
        note.startswith("2 answers to perturbed questions, each a question of its own")
        for note in helm.read(path, ReadOptions(arm="a")).notes
    )


def test_trials_are_epochs_and_each_has_its_own_metrics(tmp_path):
    metrics = [stats(exact_match=1.0), stats(trial=1, exact_match=0.0)]
    path = run(tmp_path, state(), state(trial=1), metrics=metrics)
    assert [(e["epoch"], e["gradings"][0]["verdict"]) for e in records(helm, path)] == [
        (1, 1.0),
        (2, 0.0),
    ]


def test_a_question_asked_again_within_a_trial_has_no_verdict_that_is_its_own(tmp_path):
    path = run(tmp_path, state(), state(), state("id8"),
               metrics=[stats(exact_match=1.0), stats("id8", exact_match=1.0)])  # fmt: skip
    found = records(helm, path)
    assert [(each["epoch"], len(each["gradings"])) for each in found] == [(1, 0), (2, 0), (1, 1)]


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        ({"success": False, "error": "Content blocked by OpenAI filter"}, "refused"),
        ({"success": False, "error": "Grok API error: Content violates usage guidelines"},
         "refused"),
        ({"success": False, "error": "This model's maximum context length is 8192 tokens"},
         "context_overflow"),
        ({"success": False}, "error"),
        ({"completions": [{"text": "", "finish_reason": {
            "reason": "The prompt violates OpenAI's content policy."}}]}, "refused"),
        ({"completions": [{"text": "", "finish_reason": {"reason": "content_filter"}}]},
         "refused"),
    ],
)  # fmt: skip
def test_a_request_that_failed_is_no_wrong_answer(tmp_path, result, kind):
    # HELM puts an empty text in its place and scores that.
    path = run(tmp_path, state(result=result), metrics=[stats(exact_match=0.0)])
    (record,) = records(helm, path)
    assert record["error"]["kind"] == kind
    assert not {"answer", "latency_s"} & record.keys()


def test_several_metrics_stop_the_import_and_counts_are_none_of_them(tmp_path):
    metrics = [stats(exact_match=0.0, quasi_exact_match=1.0, num_output_tokens=1.0, logprob=-2.0,
                     finish_reason_stop=1.0, max_prob=1.0, batch_size=1.0)]  # fmt: skip
    path = run(tmp_path, state(), metrics=metrics)
    with pytest.raises(ChoiceNeeded) as refusal:
        rows(helm, path)
    assert list(refusal.value.choices) == ["exact_match", "quasi_exact_match", "all"]
    (record,) = records(helm, path, mapping=EXACT)
    assert record["gradings"] == [{"grader": "exact_match", "verdict": 0.0}]


def test_a_metric_with_two_values_or_with_none_is_no_verdict(tmp_path):
    none = stats("id8")
    none["stats"] = [{"name": {"name": "exact_match"}, "count": 0, "sum": 0}]
    metrics = [stats(exact_match=1.0), stats(exact_match=0.0), none, stats("id9", exact_match=1.0)]
    path = run(tmp_path, state(), state("id8"), state("id9"), metrics=metrics)
    assert [each["gradings"] for each in records(helm, path)] == [
        [{"grader": "exact_match", "reason": "ungraded"}],
        [],
        [{"grader": "exact_match", "verdict": 1.0}],
    ]


def test_a_request_for_one_of_several_options_is_no_answer(tmp_path):
    asked = [state(reference_index=0, request_mode="original"), state(request_mode="calibration")]
    found = rows(helm, run(tmp_path, *asked))
    assert [each.record for each in found] == [None, None]
    assert "display_predictions.json" in found[0].refusals[0].reason


def test_prompts_that_were_cut_and_a_run_without_metrics_are_told(tmp_path):
    path = run(tmp_path, state(prompt_truncated=True))
    assert records(helm, path)[0]["gradings"] == []
    notes = " ".join(helm.read(path, ReadOptions(arm="a")).notes)
    assert "prompts that HELM cut to fit the window of the model: 1" in notes
    assert "without per_instance_stats.json beside it there are no verdicts" in notes


def test_predictions_are_read_and_say_that_they_know_less(tmp_path):
    path = tmp_path / "display_predictions.json"
    shown = {"instance_id": "id7", "perturbation": TYPOS, "train_trial_index": 1,
             "predicted_text": " B", "mapped_output": "pier nine", "reference_index": 1,
             "stats": {"exact_match": 1.0, "num_prompt_tokens": 64.0}}  # fmt: skip
    path.write_text(json.dumps([shown]), encoding="utf-8")
    assert identify(path) is helm
    (record,) = records(helm, path)
    assert record == {
        "question": "id7 [typos prob=0.05]",
        "cluster": "id7",
        "epoch": 2,
        "answer": "pier nine",
        "gradings": [{"grader": "exact_match", "verdict": 1.0}],
    }
    assert any("which requests failed" in e for e in helm.read(path, ReadOptions(arm="a")).notes)


def test_metrics_alone_are_known_and_refused_with_the_file_that_is_wanted(tmp_path):
    run(tmp_path, state(), metrics=[stats(exact_match=1.0)])
    path = tmp_path / "per_instance_stats.json"
    assert identify(path) is helm
    with pytest.raises(LogError, match=r"import the scenario_state\.json beside it"):
        rows(helm, path)


def test_a_prompt_longer_than_what_is_looked_at_changes_no_claim(tmp_path):
    long = {"input": {"text": "passage " * 20_000}}
    path = run(tmp_path, state(instance=long))
    claims = [e.FORMAT for e in IMPORTERS if e.recognises(path.name, heads.head(path))]
    assert claims == ["helm"]
    path = tmp_path / "display_predictions.json"
    path.write_text(json.dumps([{"instance_id": "i", "train_trial_index": 0,
                                 "predicted_text": "pier " * 20_000}]))  # fmt: skip
    claims = [e.FORMAT for e in IMPORTERS if e.recognises(path.name, heads.head(path))]
    assert claims == ["helm"]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_a_value_of_the_wrong_type_anywhere_ends_in_an_account(tmp_path, wrong):
    good = state()
    broken = [{**good, key: wrong} for key in good]
    broken += [state(instance={key: wrong}) for key in (*good["instance"], "perturbation")]
    broken += [state(result={key: wrong}) for key in (*good["result"], "error")]
    entries = [{**stats(exact_match=1.0), key: wrong} for key in stats()]
    entries.append({**stats(), "stats": [{**stat("exact_match", 1.0), "name": wrong}]})
    entries.append({**stats(), "stats": [stat("exact_match", wrong)]})
    path = run(tmp_path, *broken, good, metrics=[*entries, wrong, stats("id8", exact_match=1.0)])
    found = rows(helm, path, mapping=ALL)
    assert len(found) == len(broken) + 1


@pytest.mark.parametrize("cut", [1, 60, 400, 1_200])
def test_a_file_that_is_cut_off_is_refused(tmp_path, cut):
    path = run(tmp_path, state(), metrics=[stats(exact_match=1.0)])
    whole = path.read_text()
    path.write_text(whole[:cut], encoding="utf-8")
    with pytest.raises(LcexploreError):
        rows(helm, path)
    path.write_text(whole, encoding="utf-8")
    (tmp_path / "per_instance_stats.json").write_text('[{"instance_id": "id7", "st')
    with pytest.raises(LcexploreError, match="per_instance_stats"):
        rows(helm, path)


def test_rows_read_are_kept_refused_or_duplicates_and_a_replay_is_marked(tmp_path):
    states = [state(), state("id8", result={"cached": True}), state("id9", reference_index=0)]
    metrics = [stats(exact_match=1.0), stats("id8", exact_match=0.0)]
    path = run(tmp_path / "run", *states, metrics=metrics)
    store = Store(tmp_path / "s.duckdb")
    (account,) = import_files(store, [path], comparison="c", arm="a")
    assert adds_up(account)
    assert (account.rows_read, account.rows_kept, account.rows_refused) == (3, 2, 1)
    assert store.table("answers")["replayed"].tolist() == [False, True]


def test_metrics_that_are_put_beside_later_are_read_when_the_run_is_imported_again(tmp_path):
    store = Store(tmp_path / "s.duckdb")
    path = run(tmp_path / "run", state())
    import_files(store, [path], comparison="c", arm="a")
    run(tmp_path / "run", state(), metrics=[stats(exact_match=1.0)])
    (account,) = import_files(store, [path], comparison="c", arm="a", replace=True)
    assert (account.already_imported, account.rows_kept) == (False, 1)
    assert store.table("gradings")["verdict"].tolist() == ["correct"]
    (again,) = import_files(store, [path], comparison="c", arm="a")
    assert again.already_imported
