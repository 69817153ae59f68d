"""Establishes that one normaliser splits every source's token counts into disjoint classes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lcexplore.importers.usage import Usage, normalise, together
from lcexplore.importers.usage_shapes import SHAPES

# One request: 5 tokens uncached, 128,955 read from the cache, 1,253 written to it, 130,213 in all.
UNCACHED, READ, WRITE, WHOLE, OUTPUT = 5, 128_955, 1_253, 130_213, 301


def counts(usage: Usage) -> tuple[int | None, ...]:
    return usage.input_uncached, usage.cache_read, usage.cache_write, usage.output


EVERY_SOURCE = {
    "openai chat": ("openai", {
        "prompt_tokens": WHOLE, "completion_tokens": OUTPUT, "total_tokens": WHOLE + OUTPUT,
        "prompt_tokens_details": {"cached_tokens": READ, "cache_write_tokens": WRITE}}),
    "openai responses": ("openai", {
        "input_tokens": WHOLE, "output_tokens": OUTPUT,
        "input_tokens_details": {
            "cached_tokens": READ, "cache_write_tokens": None,
            "cache_write_tokens_details": {"ttl_30m_tokens": 1_000, "ttl_12h_tokens": 253}}}),
    "anthropic": ("anthropic", {
        "input_tokens": UNCACHED, "cache_read_input_tokens": READ,
        "cache_creation_input_tokens": WRITE, "output_tokens": OUTPUT}),
    "anthropic, split writes only": ("anthropic", {
        "input_tokens": UNCACHED, "cache_read_input_tokens": READ, "output_tokens": OUTPUT,
        "cache_creation": {"ephemeral_5m_input_tokens": 1_000, "ephemeral_1h_input_tokens": 253}}),
    "bedrock": ("bedrock", {
        "inputTokens": UNCACHED, "cacheReadInputTokens": READ, "cacheWriteInputTokens": WRITE,
        "outputTokens": OUTPUT, "totalTokens": UNCACHED + OUTPUT}),
    "litellm": ("litellm", {
        "prompt_tokens": WHOLE, "completion_tokens": OUTPUT, "cache_read_input_tokens": READ,
        "cache_creation_input_tokens": WRITE, "prompt_tokens_details": {"cached_tokens": READ}}),
    "inspect": ("inspect", {
        "input_tokens": UNCACHED, "input_tokens_cache_read": READ, "output_tokens": OUTPUT,
        "input_tokens_cache_write": WRITE, "total_tokens": WHOLE + OUTPUT}),
    "promptfoo": ("promptfoo", {
        "prompt": WHOLE, "completion": OUTPUT, "total": WHOLE + OUTPUT,
        "completionDetails": {"cacheReadInputTokens": READ, "cacheCreationInputTokens": WRITE}}),
    "genai spans": ("otel", {
        "gen_ai.usage.input_tokens": WHOLE, "gen_ai.usage.output_tokens": OUTPUT,
        "gen_ai.usage.cache_read.input_tokens": READ,
        "gen_ai.usage.cache_creation.input_tokens": WRITE}),
    "openinference spans": ("otel", {
        "llm.token_count.prompt": WHOLE, "llm.token_count.completion": OUTPUT,
        "llm.token_count.prompt_details.cache_read": READ,
        "llm.token_count.prompt_details.cache_write": WRITE}),
    "langsmith": ("langsmith", {
        "input_tokens": WHOLE, "output_tokens": OUTPUT, "total_tokens": WHOLE + OUTPUT,
        "input_token_details": {"cache_read": READ, "cache_creation": WRITE}}),
    "langfuse": ("langfuse", {
        "input": UNCACHED, "cache_read_input_tokens": READ, "output": OUTPUT,
        "cache_creation_input_tokens": WRITE}),
    "braintrust": ("braintrust", {
        "prompt_tokens": WHOLE, "completion_tokens": OUTPUT, "prompt_cached_tokens": READ,
        "prompt_cache_creation_tokens": WRITE}),
    "mlflow": ("mlflow", {
        "input_tokens": WHOLE, "output_tokens": OUTPUT, "total_tokens": WHOLE + OUTPUT,
        "cache_read_input_tokens": READ, "cache_creation_input_tokens": WRITE}),
}  # fmt: skip

NO_WRITES = {
    "gemini rest": ("gemini", {
        "promptTokenCount": 18_000, "toolUsePromptTokenCount": 79, "totalTokenCount": 18_185,
        "cachedContentTokenCount": 17_900, "candidatesTokenCount": 89, "thoughtsTokenCount": 17}),
    "gemini sdk": ("gemini", {
        "prompt_token_count": 18_079, "cached_content_token_count": 17_900,
        "candidates_token_count": 89, "thoughts_token_count": 17, "total_token_count": 18_185}),
    "deepseek": ("deepseek", {
        "prompt_tokens": 18_079, "prompt_cache_hit_tokens": 17_900, "completion_tokens": 106,
        "prompt_cache_miss_tokens": 179}),
    "xai": ("xai", {
        "prompt_tokens": 18_079, "cached_prompt_text_tokens": 17_900, "completion_tokens": 106}),
    "openai": ("openai", {
        "prompt_tokens": 18_079, "completion_tokens": 106,
        "prompt_tokens_details": {"cached_tokens": 17_900, "cache_write_tokens": None}}),
}  # fmt: skip


@pytest.mark.parametrize("name", EVERY_SOURCE)
def test_every_source_yields_the_same_disjoint_classes(name):
    source, logged = EVERY_SOURCE[name]
    usage = normalise(logged, source=source)
    assert counts(usage) == (UNCACHED, READ, WRITE, OUTPUT)
    assert usage.problem is None


@pytest.mark.parametrize("name", NO_WRITES)
def test_a_provider_without_a_class_of_writes_wrote_nothing(name):
    source, logged = NO_WRITES[name]
    assert counts(normalise(logged, source=source)) == (179, 17_900, 0, 106)


def test_an_inclusive_and_an_exclusive_count_of_one_request_weigh_the_same():
    inclusive = normalise(EVERY_SOURCE["openai chat"][1], source="openai")
    exclusive = normalise(EVERY_SOURCE["anthropic"][1], source="anthropic")
    assert (inclusive.basis, exclusive.basis) == ("inclusive", "exclusive")
    for usage in (inclusive, exclusive):
        uncached, read, write, _ = counts(usage)
        assert uncached + read + write == 130_213
        assert round(uncached + 0.1 * read + 1.25 * write) == 14_467


def test_an_input_below_its_own_cached_part_is_refused_where_the_provider_includes_it():
    logged = {**EVERY_SOURCE["openai chat"][1], "prompt_tokens": UNCACHED}
    usage = normalise(logged, source="openai")
    assert counts(usage) == (None, READ, WRITE, OUTPUT)
    assert usage.basis == "unknown"
    (refusal,) = usage.refusals
    assert (refusal.field, refusal.value) == ("usage.input_uncached", "5")
    assert refusal.reason == "is less than the 130,208 cached tokens that it should include"


def test_input_and_output_beyond_the_total_are_refused_without_a_cache_too():
    logged = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 90}
    logged["prompt_tokens_details"] = {"cached_tokens": 0}
    usage = normalise(logged, source="openai")
    assert usage.input_uncached is None
    assert usage.problem == "and the output make 120, more than the total 90"


def test_classes_that_exceed_the_total_are_refused_where_the_provider_excludes_them():
    logged = {**EVERY_SOURCE["anthropic"][1], "input_tokens": WHOLE, "total_tokens": WHOLE + OUTPUT}
    usage = normalise(logged, source="anthropic")
    assert usage.input_uncached is None
    assert usage.problem is not None
    assert "260,722, more than the total 130,514" in usage.problem


def test_a_total_that_leaves_the_cache_out_proves_nothing():
    logged = {**EVERY_SOURCE["anthropic"][1], "total_tokens": UNCACHED + OUTPUT}
    assert normalise(logged, source="anthropic").input_uncached == UNCACHED


def test_the_arithmetic_of_a_row_beats_the_habit_of_its_emitters():
    old_span = {**EVERY_SOURCE["genai spans"][1], "gen_ai.usage.input_tokens": UNCACHED}
    assert normalise(old_span, source="otel").input_uncached == UNCACHED
    old_sample = {**EVERY_SOURCE["inspect"][1], "input_tokens": WHOLE}
    assert normalise(old_sample, source="inspect").input_uncached == UNCACHED


@pytest.mark.parametrize("source", ["mlflow", "langfuse"])
def test_a_basis_that_nothing_settles_is_asked_for(source):
    logged = {"input_tokens": WHOLE, "input": WHOLE, "cache_read_input_tokens": READ,
              "cache_creation_input_tokens": WRITE}  # fmt: skip
    usage = normalise(logged, source=source)
    assert (usage.input_uncached, usage.basis) == (None, "unknown")
    assert usage.problem == "may or may not include the 130,208 cached tokens: say which it does"
    declared = normalise(logged, source=source, declared="inclusive")
    assert (declared.input_uncached, declared.basis) == (UNCACHED, "declared")
    assert normalise(logged, source=source, declared="exclusive").input_uncached == WHOLE


def test_a_declaration_that_the_row_disproves_is_refused():
    logged = EVERY_SOURCE["anthropic"][1]
    usage = normalise(logged, source="anthropic", declared="inclusive")
    assert usage.input_uncached is None
    assert usage.problem is not None


@pytest.mark.parametrize("source", SHAPES)
def test_what_is_not_reported_stays_unknown(source):
    usage = normalise({}, source=source)
    assert counts(usage) == (None, None, None, None)
    assert usage.record() == {}
    assert usage.refusals == ()


def test_an_input_that_may_hold_unreported_cached_tokens_is_not_called_uncached():
    assert normalise({"prompt_tokens": 18_040}, source="openai").record() == {}
    assert normalise({"input": 18_040}, source="langfuse").record() == {}
    assert normalise({"input_tokens": 18_040}, source="anthropic").record() == {
        "input_uncached": 18_040
    }


def test_a_true_zero_is_kept():
    logged = {"input_tokens": 0, "cache_read_input_tokens": 0, "cache_creation_input_tokens": 0,
              "output_tokens": 0}  # fmt: skip
    assert counts(normalise(logged, source="anthropic")) == (0, 0, 0, 0)


def test_the_provider_says_whether_an_absent_write_count_is_unknown():
    logged = {"gen_ai.usage.input_tokens": 100, "gen_ai.usage.cache_read.input_tokens": 60}
    assert counts(normalise(logged, source="otel", provider="OpenAI"))[:3] == (40, 60, 0)
    assert counts(normalise(logged, source="otel", provider="anthropic"))[:3] == (None, 60, None)


@pytest.mark.parametrize("bad", [-1, 12.7, "many", float("nan"), float("inf"), True, [], {"a": 1}])
def test_a_count_that_is_no_whole_number_is_refused_and_spoils_no_other(bad):
    logged = {**EVERY_SOURCE["anthropic"][1], "cache_read_input_tokens": bad}
    usage = normalise(logged, source="anthropic")
    assert counts(usage) == (UNCACHED, None, WRITE, OUTPUT)
    assert [each.field for each in usage.refusals] == ["usage.cache_read"]


def test_requests_add_up_and_a_class_that_one_lacks_is_unknown():
    one = normalise(EVERY_SOURCE["anthropic"][1], source="anthropic")
    other = normalise({"input_tokens": 2, "output_tokens": 1}, source="anthropic")
    assert counts(together([one, one])) == (2 * UNCACHED, 2 * READ, 2 * WRITE, 2 * OUTPUT)
    assert counts(together([one, other])) == (7, None, None, 302)
    assert counts(together([])) == (None, None, None, None)


numbers = st.none() | st.integers(-5, 300) | st.floats() | st.text(max_size=3) | st.booleans()


@settings(max_examples=150, deadline=None)
@given(
    source=st.sampled_from(sorted(SHAPES)),
    values=st.lists(numbers, min_size=8, max_size=8),
    declared=st.sampled_from([None, "inclusive", "exclusive"]),
)
def test_no_class_is_ever_negative_or_more_than_the_input(source, values, declared):
    shape = SHAPES[source]
    keys = (
        *shape.input[:1],
        *shape.read[:1],
        *shape.write[:1],
        *shape.output[:1],
        *shape.total[:1],
    )
    single = [key for place in keys for key in place.split("+")]
    logged = dict(zip(single, values, strict=False))
    usage = normalise(logged, source=source, declared=declared)
    assert all(count >= 0 for count in usage.record().values())
    if usage.basis == "inclusive" and usage.input_uncached is not None:
        parts = (usage.input_uncached, usage.cache_read, usage.cache_write)
        held = [int(float(logged[key])) for key in shape.input[0].split("+")
                if logged.get(key) is not None]  # fmt: skip
        assert sum(part or 0 for part in parts) == sum(held)


# Inspect 0.3.120, _providers/google.py: output is the candidates, total is everything.
def test_geminis_reasoning_is_output_in_an_older_inspect_log():
    used = {"input_tokens": 402, "output_tokens": 25, "total_tokens": 1125, "reasoning_tokens": 698}
    assert normalise(used, source="inspect", provider="google").output == 723
    cached = used | {"input_tokens_cache_read": 300, "total_tokens": 1425}
    assert normalise(cached, source="inspect", provider="google").output == 723
    inside = used | {"output_tokens": 723}
    assert normalise(inside, source="inspect", provider="google").output == 723
