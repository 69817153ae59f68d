"""A request log shows its own latency, hit rate and cost; the recorded decision stays."""

from dataclasses import replace

import pytest

from lcexplore import ingest
from lcexplore.cli import figures
from lcexplore.model import CacheState, Role, Status
from lcexplore.report import mixture, scenario, source
from lcexplore.report.named import Named
from lcexplore.report.review import review
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import (
    compared,
    cost,
    hits_needed,
    latency,
    together,
    waits,
    way,
    whatif,
)
from lcexplore.store import Store
from tests.store import logs

NAME = "policy-assistant-v3"
SHEET = """\
currency: EUR
models:
  model-2026-04-17:
    input: 3
    output: 15
    cache_read_multiplier: 0.1
    cache_write_multipliers: {5m: 1.25, 1h: 2}
arms:
  retrieval: {per_query: {search: 0.0004}}
  long-context: {ttl: 5m, per_query: {}}
"""


def requests():
    """Production: 500 requests an arm, long-context's slower by four when its cache misses."""
    for number in range(1000):
        hit, arm = number % 10 > 0, ("retrieval", "long-context")[number % 2]
        seconds = 1 + number / 1000
        row = {"arm": arm, "started_at": 1_777_000_000 + 60 * number, "status": 200}
        row["model"] = "model-2026-04-17"
        usage = {"input_uncached": 800, "cache_read": 0, "cache_write": 0, "output": 300}
        if arm == "long-context":
            hit = number % 20 > 1
            usage["cache_read" if hit else "cache_write"] = 100_000
            seconds *= 1 if hit else 4
        if number == 999:
            row["status"], seconds = 504, 60.0
        yield {**row, "usage": usage, "latency_s": round(seconds, 3), "ttft_s": 0.4}


def filled(folder):
    """A store of the worked example with a request log and prices beside it."""
    found = Store(folder / "s.duckdb")
    ingest.build_demo(found)
    ingest.import_requests(found, [logs.write(folder / "p.jsonl", requests())], comparison=NAME)
    (folder / "prices.yaml").write_text(SHEET)
    ingest.set_prices(found, folder / "prices.yaml", comparison=NAME)
    return found


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return filled(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="module")
def of_eval(store):
    return review(store, NAME)


@pytest.fixture(scope="module")
def of_requests(of_eval):
    return source.on(of_eval, "requests")


def test_the_eval_is_shown_unless_the_request_log_is_asked_for(of_eval, of_requests):
    assert source.available(of_eval)
    assert source.on(of_eval, "eval") is of_eval
    eval_arm, own = (each.evidence.latency.arms[Role.CANDIDATE] for each in (of_eval, of_requests))
    assert (eval_arm.all.n, eval_arm.hits) == (1640, 1450)
    assert (own.all.n, own.hits, own.misses, own.n_failed) == (499, 450, 50, 1)
    assert "1,000" in source.sentence(of_requests)
    assert source.sentence(of_eval) == ""


def test_the_recorded_decision_and_correctness_are_not_touched(of_eval, of_requests):
    assert of_requests.decision is of_eval.decision
    assert of_requests.evidence.correctness is of_eval.evidence.correctness


def test_the_what_if_page_mixes_the_requests_own_hits_and_misses(of_eval, of_requests):
    assert mixture.quantile_at(of_requests, 1.0) < 2.1 < mixture.quantile_at(of_eval, 1.0)
    hits, misses, _ = mixture.asked(of_requests).pools
    assert (hits.n, misses.n) == (449, 50)
    assert of_requests.evidence.inputs.timings[Role.CANDIDATE].first_token[CacheState.HIT].n == 449


def test_a_price_sheet_makes_the_cost_clause_measured_on_one_basis(of_eval, of_requests):
    found = of_eval.evidence.cost[Role.CANDIDATE]
    assert (found.basis, found.currency, found.n_priced) == ("priced", "EUR", 1640)
    assert found.cost_per_1k == pytest.approx(sum(found.parts.values()))
    (clause,) = [
        each for each in of_eval.decision.readings if each.clause.quantity == "cost_per_1k_queries"
    ]
    assert clause.observed == pytest.approx(found.cost_per_1k)
    assert of_requests.evidence.cost[Role.CANDIDATE].n_priced == 500
    assert cost.own_cost_missing(of_eval) == ""
    unknown = replace(found, own_cost_known=False)
    costs = {**of_eval.evidence.cost, Role.CANDIDATE: unknown}
    left_out = replace(of_eval, evidence=replace(of_eval.evidence, cost=costs))
    assert "long-context" in cost.own_cost_missing(left_out)


def test_the_rule_says_money_in_the_currency_of_the_sheet(of_eval):
    told = "\n".join(figures.decision(of_eval, licensed=False))
    assert "EUR" in told
    assert "USD" not in told
    read = scenario.reread(of_eval, Scenario(hit_rate=0.97))
    assert "USD" not in str(together.rule_table(of_eval, read))


def test_a_sheet_prices_no_scenario_of_a_cost_that_the_log_recorded(of_eval):
    recorded = {
        role: replace(each, basis="recorded", currency="USD")
        for role, each in of_eval.evidence.cost.items()
    }
    shown = replace(of_eval, evidence=replace(of_eval.evidence, cost=recorded))
    assert source.cost_at(of_eval, 0.97) is not None
    assert source.cost_at(shown, 0.97) is None


def test_cost_over_the_hit_rate_meets_the_measured_cost_where_it_was_measured(of_requests):
    measured = of_requests.evidence.cost[Role.CANDIDATE].cost_per_1k
    assert source.cost_at(of_requests, 0.9) == pytest.approx(measured)
    assert source.cost_at(of_requests, 1.0) < measured


def test_the_worked_examples_sentences_about_the_wait(of_eval):
    said = "\n".join(waits.lines(of_eval)).replace("\u00a0", " ")
    assert "Here 11.6 % do, 190 of 1,640 requests." in said
    assert "The cliff is at a hit rate of 95 %: within one point" in said
    assert "In 100 % of all pairs" in said
    assert "2.1 × retrieval" in said
    assert "first token" in said
    assert waits.looks_wrong(of_eval) == []
    term = waits.load_term(of_eval, waits.load(of_eval)).replace("\u00a0", " ")
    assert "licenses the comparison of the arms, not their levels" in term
    assert not latency.unlicensed(of_eval)


def test_a_request_log_follows_no_plan_and_says_so(of_requests):
    assert "not licensed" in waits.order_line(of_requests)
    (bound,) = waits.bounds(of_requests)
    assert "with its failure counted as a latency of at least 60.0\u00a0s" in bound


def test_a_blocked_pilot_cannot_tell_the_load_from_the_arm(store):
    pilot = review(store, "policy-assistant-pilot")
    assert "cannot be told: 100" in waits.load_term(pilot, waits.load(pilot))


def test_named_scenarios_stand_beside_what_was_measured(of_eval):
    warm = Named(name="warm", scenario=Scenario(hit_rate=0.97))
    more = Named(name="more", scenario=Scenario(n=2160))
    first, second, third = compared.rows(of_eval, (warm, more))
    assert (first[0], first[2], first[6]) == ("as measured", "11.6\u00a0s", "iterate (recorded)")
    assert (second[1], second[2]) == ("97.0\u00a0%", "6.9\u00a0s")
    assert (third[2], third[4]) == ("11.6\u00a0s", "2,160")


def test_a_request_logs_hit_rate_is_not_said_to_be_an_evals(of_eval, of_requests):
    assert "The eval's hit rate is not production's" in compared.not_forecast(of_eval)
    assert "The hit rate is that of the request log" in compared.not_forecast(of_requests)
    assert "eval" not in compared.not_forecast(of_requests)


def test_levers_are_named_with_what_each_changes_and_priced_from_the_sheet(of_eval):
    rows = compared.levers(of_eval)
    assert [len(row) for row in rows] == [3, 3, 3]
    assert "5m EUR" in rows[0][2]
    assert rows[2][2].startswith("About EUR")


def test_the_way_from_the_pilots_width_is_found_in_the_store(store, of_eval):
    name = way.pilot_of(store.comparisons(), of_eval)
    assert name == "policy-assistant-pilot"
    pilot = review(store, name)
    widths = [row[2].replace("\u00a0", " ") for row in way.rows(way.rungs(of_eval, pilot))]
    assert widths == ["±8.9 points", "±5.7 points", "±3.0 points", "±2.4 points"]
    told = way.roughly(pilot).replace("\u00a0", " ")
    assert told.startswith("With one answer each, roughly 800 questions give ±2.5 points only if")
    assert "at most 13.0 %" in told
    # today's 14.0 % of 820 questions' answer pairs give ±2.4 points: there are two answers to each
    assert told.endswith("With a second answer each, averaged in its question, more of the answer "
                         "pairs may differ.")  # fmt: skip
    assert way.pilot_of(store.comparisons(), pilot) is None
    said = way.sentence(way.rungs(of_eval, pilot), of_eval, pilot)
    assert said.startswith("The pilot is policy-assistant-pilot, 240 questions. From ±8.9")
    assert "what more answers to each question add, cannot" in said


def test_neither_a_later_comparison_nor_one_of_a_handful_is_a_pilot(store, of_eval):
    entries = store.comparisons()
    later = [replace(each, imported_at=each.imported_at.replace(year=2100)) for each in entries]
    assert way.pilot_of(later, of_eval) is None
    few = [replace(each, n_questions=min(29, each.n_questions)) for each in entries]
    assert way.pilot_of(few, of_eval) is None


def test_a_bar_below_zero_is_said_to_pass_losing_designs(of_eval):
    assert way.padding(of_eval) == ""
    assert way.days(of_eval, Scenario(n=2160), 58) == (
        "1,340 more questions are 24 days of writing at 58 a day."
    )
    odds = way.chances(of_eval, Scenario()).replace("\u00a0", " ")
    assert odds.startswith("820 questions clear +1.0 with a chance of")
    assert "41 % if the truth is as observed" in odds
    assured = way.assurance(of_eval, Scenario())
    assert "820" in assured
    assert assured.endswith(", if the answers of one question are as alike as they are here.")
    said = way.discordant(of_eval, Scenario(easy=500))
    assert said.startswith("86 questions for long-context against 55 for retrieval")


def test_the_summary_labels_each_p95_with_the_log_it_is_of(of_eval, of_requests):
    lines = figures.summary(of_requests)
    assert any(each.startswith("  p95 latency, end to end, of the request log: ") for each in lines)
    assert any(each.startswith("  Correct answers: ") for each in lines)
    assert "Latency by cache state, of the request log" in lines
    assert "Decision, read on the eval's answers" in lines
    assert not any("request log" in each for each in figures.summary(of_eval))


@pytest.fixture(scope="module")
def multiples(store, of_eval):
    """The review of a rule whose bars on p95 and cost are multiples of retrieval's."""
    text = of_eval.record.text.replace("<= 5.0 s", "<= 3x retrieval")
    return review(store, NAME, record_text=text.replace("1.6x", "6x"))


def in_scenario(shown, rate):
    """Value, bar and status of p95 and of cost at a hit rate."""
    readings = scenario.reread(shown, Scenario(hit_rate=rate)).readings
    return [
        (each.observed, each.bar, each.status)
        for each in readings
        if each.clause.quantity in ("p95_end_to_end", "cost_per_1k_queries")
    ]


def test_a_multiple_of_the_baseline_is_of_the_requests_that_are_shown(multiples):
    shown = source.on(multiples, "requests")
    own, evals = (each.evidence for each in (shown, multiples))
    waits_on_eval, costs_on_eval = in_scenario(multiples, 0.9)
    assert waits_on_eval[1] == pytest.approx(3 * evals.latency.arms[Role.BASELINE].all.p95)
    assert costs_on_eval[1] == pytest.approx(6 * evals.cost[Role.BASELINE].cost_per_1k)
    p95, priced = in_scenario(shown, 0.9)
    # retrieval's requests are the even numbers: the 475th of 500 took 1.948 s
    assert p95[1] == pytest.approx(3 * 1.948)
    assert priced[1] == pytest.approx(6 * own.cost[Role.BASELINE].cost_per_1k)
    # 71 EUR would be within six times the eval's 18, and is not within six times these 7
    assert costs_on_eval[1] > priced[0] > priced[1]
    assert (p95[2], priced[2]) == (Status.NOT_MEASURED, Status.NOT_MEASURED)


def test_a_multiple_of_the_logged_baseline_licenses_nothing(multiples):
    shown = source.on(multiples, "requests")
    assert whatif.hits_lead(shown, 0.97).replace("\u00a0", " ") == (
        "Not licensed: nobody assigned these requests to an arm; as measured, in this scenario a "
        "hit rate of 97 % meets the hit-rate bar and leaves the p95 bar not measured: p95 would be "
        "2.0 s against the agreed 5.8 s."
    )
    assert hits_needed.bar(shown, hits_needed.P95) == pytest.approx(3 * 1.948)
    assert latency.bar(shown) == hits_needed.bar(shown, hits_needed.P95)
    assert hits_needed.inverse(shown).replace("\u00a0", " ") == (
        "Which hit rate brings p95 to at most 5.8 s is not measured: nobody assigned these "
        "requests to an arm, so what one arm waits is not held against the other."
    )
    assert [in_scenario(shown, rate)[0][2] for rate in (0.5, 0.97)] == [Status.NOT_MEASURED] * 2
    # the eval's own arms were assigned: there the multiple is held against
    assert in_scenario(multiples, 1.0)[0][2] is Status.MET


def test_no_quantity_of_a_log_is_held_against_a_multiple_of_the_other_arms(store, multiples):
    text = multiples.record.text.replace("6x", "60x")
    tokens = "\n    - effective_input_tokens: <= 60x retrieval"
    text = text.replace("switch_if:", f"switch_if:{tokens}")
    shown = source.on(review(store, NAME, record_text=text), "requests")
    readings = scenario.reread(shown, Scenario(hit_rate=0.97)).readings
    held = {each.clause.quantity: each for each in readings if each.clause.bar.arm}
    said = {
        "p95_end_to_end": "what one arm waits",
        "cost_per_1k_queries": "what one arm costs",
        "effective_input_tokens": "what one arm uses",
    }
    assert {each: held[each].status for each in held} == dict.fromkeys(said, Status.NOT_MEASURED)
    for quantity, what in said.items():
        assert held[quantity].reason == (
            f"nobody assigned these requests to an arm, so {what} is not held against the other"
        )


def test_the_rule_read_again_says_what_a_multiple_comes_to(multiples):
    def agreed(shown, rate):
        read = scenario.reread(shown, Scenario(hit_rate=rate))
        return together.rule_table(shown, read)[1][1].replace("\u00a0", " ")

    # retrieval's p95: 2.9 s among the eval's answers, 1.948 s among the requests of the log
    assert agreed(multiples, 0.97) == "at most 3.0 × retrieval (here 8.7 s)"
    shown = source.on(multiples, "requests")
    assert agreed(shown, 0.97) == "at most 3.0 × retrieval (recorded 8.7 s, scenario 5.8 s)"
    assert agreed(shown, None) == "at most 3.0 × retrieval (here 8.7 s)"


def test_a_multiple_of_a_baseline_without_requests_is_not_measured(multiples):
    shown = source.on(multiples, "requests")
    inputs = shown.evidence.inputs
    nobody = replace(inputs.timings[Role.BASELINE], end_to_end={})
    timings = {**inputs.timings, Role.BASELINE: nobody}
    evidence = replace(shown.evidence, inputs=replace(inputs, timings=timings))
    shown = replace(shown, evidence=evidence)
    assert in_scenario(shown, 0.9)[0][1:] == (None, Status.NOT_MEASURED)
    assert hits_needed.inverse(shown) == ""
    assert whatif.hits_lead(shown, 0.9).startswith("Scenario: a hit rate of 90")
