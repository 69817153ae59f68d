"""Whose requests a log holds, and how many were sent: arms without an eval, replays, failures."""

from lcexplore.ingest import import_files, import_requests
from lcexplore.model import Role
from lcexplore.report import source
from lcexplore.report.lone import lone
from lcexplore.report.review import review
from lcexplore.report.sentences import latency, latency_care
from tests.store import logs
from tests.store.test_requests import load, request


def test_where_there_are_answers_a_third_arm_of_a_request_log_takes_no_place_of_theirs(tmp_path):
    store, _ = load(tmp_path, [request("canary")])
    answers = [logs.row(arm=arm) for arm in ("long", "rag")]
    import_files(store, [logs.write(tmp_path / "eval.jsonl", answers)], comparison="c")
    listed = {each.name: (each.n_answers, each.n_requests) for each in store.comparison("c").arms}
    assert list(listed.items()) == [("long", (1, 0)), ("rag", (1, 0)), ("canary", (0, 1))]
    assert store.info("c", baseline="rag").candidate == "long"
    assert store.info("c", baseline="rag", candidate="canary").candidate == "canary"
    assert store.request_traffic(store.info("c", baseline="rag")) is None
    said = source.sentence(review(store, "c", baseline="rag"))
    assert said == "The request log also holds 1 request of canary, which is not compared here."


def test_an_arm_that_the_eval_lacks_is_the_baseline_that_its_request_log_names(tmp_path):
    rows = [logs.row(arm="long", latency_s=1.0), logs.row("q2", "long", latency_s=2.0)]
    store, _ = logs.load(tmp_path, rows)
    path = logs.write(tmp_path / "r.jsonl", [request("rag", 1.5), request("long", 3.0)])
    (account,) = import_requests(store, [path], comparison="c", baseline="rag")
    assert account.notes == ()
    (entry,) = store.comparisons()
    assert (entry.baseline, entry.candidate, entry.n_questions) == ("rag", "long", 2)
    found = source.on(review(store, "c"), "requests")
    p95 = {role: arm.all.p95 for role, arm in found.evidence.latency.arms.items()}
    assert p95 == {Role.BASELINE: 1.5, Role.CANDIDATE: 3.0}
    assert "rag has no answers here, only 1 request of a log." in source.sentence(
        review(store, "c")
    )


def test_failures_are_counted_among_what_was_sent_and_no_replay_fails_or_dilutes(tmp_path):
    # 900 replays, 300 of which say 500; of 100 requests sent, 50 fail: 50 of 100.
    rows = [request(latency=0.004, replayed=True, status=200 + 300 * (n < 300)) for n in range(900)]
    rows += [request(latency=1.0, status=200 if n % 2 else 500) for n in range(100)]
    store, _ = load(tmp_path, [*rows, request("rag", 1.0)], baseline="rag")
    found = source.on(review(store, "c"), "requests")
    arm = found.evidence.inputs.timings[Role.CANDIDATE]
    assert (arm.n_failed, arm.n_answered, arm.n_replays) == (50, 50, 900)
    assert found.evidence.inputs.tokens[Role.CANDIDATE].n_planned == 100
    said = " ".join(latency_care.failures(found))
    assert "long: 50 of 100 requests failed or timed out" in said
    assert "long: 900 replays left out" in said
    assert "50 of long's 100 requests" in latency.waits_longer(found, "p95")
    assert "(101 sent, 900 replayed" in source.sentence(found)


def test_a_log_whose_replays_alone_failed_has_no_failure(tmp_path):
    rows = [request(latency=0.004, replayed=True, status=500) for _ in range(300)]
    store, _ = load(tmp_path, [*rows, *(request(latency=1.0) for _ in range(300))])
    found = source.on(lone(store, "c"), "requests")
    assert found.evidence.inputs.timings[Role.CANDIDATE].n_failed == 0
    assert latency_care.failures(found) == ["long: 300 replays left out; a store served them."]
