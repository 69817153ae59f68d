"""Where does each source keep its token counts, and does its input count include cached tokens?"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How one source counts.

    Every count is a tuple of places to look, the first that holds a number wins. A place is a key,
    or keys of nested objects joined by a dot; ``a+b`` is the sum of those that are there.

    Attributes:
        input: Input tokens, with or without the cached ones.
        read: Input tokens read from the provider's cache.
        write: Input tokens written to it.
        output: Output tokens, reasoning included.
        reasoning: Reasoning tokens, which some providers' counts of output leave out: they are
            added to it where the total shows that they are.
        total: All tokens of the request, where the source has such a count that can be trusted.
        inclusive: Whether ``input`` includes ``read`` and ``write``; None where emitters differ.
        firm: The convention is the provider's own, so a row that contradicts it is wrong; else it
            is a habit of its emitters, and a row's own arithmetic beats it.
        writes_counted: Whether the source has a class of cache writes at all. Where it has none,
            an absent count means that nothing was written at a price of its own: 0, not unknown.
    """

    input: tuple[str, ...]
    read: tuple[str, ...]
    write: tuple[str, ...] = ()
    output: tuple[str, ...]
    reasoning: tuple[str, ...] = ()
    total: tuple[str, ...] = ()
    inclusive: bool | None
    firm: bool = False
    writes_counted: bool = True


# Providers whose requests have no class of cache writes unless they say so, as the sources that
# speak for several providers spell them.
WITHOUT_WRITES = frozenset({
    "azure", "azure.ai.openai", "az.ai.openai", "azure_openai", "deepseek", "gcp.gemini", "gemini",
    "google", "google_genai", "openai", "x_ai", "xai",
})  # fmt: skip

_SPLIT_WRITES = "cache_creation.ephemeral_5m_input_tokens+cache_creation.ephemeral_1h_input_tokens"
_OTEL = "gen_ai.usage."
_INFERENCE = "llm.token_count."

SHAPES: Mapping[str, Shape] = {
    "openai": Shape(
        input=("prompt_tokens", "input_tokens"),
        read=("prompt_tokens_details.cached_tokens", "input_tokens_details.cached_tokens"),
        write=(
            "prompt_tokens_details.cache_write_tokens",
            "input_tokens_details.cache_write_tokens",
            "input_tokens_details.cache_write_tokens_details.ttl_30m_tokens"
            "+input_tokens_details.cache_write_tokens_details.ttl_12h_tokens",
        ),
        output=("completion_tokens", "output_tokens"),
        total=("total_tokens",),
        inclusive=True,
        firm=True,
        writes_counted=False,
    ),
    "anthropic": Shape(
        input=("input_tokens",),
        read=("cache_read_input_tokens",),
        write=("cache_creation_input_tokens", _SPLIT_WRITES),
        output=("output_tokens",),
        total=("total_tokens",),
        inclusive=False,
        firm=True,
    ),
    "gemini": Shape(
        input=(
            "promptTokenCount+toolUsePromptTokenCount",
            "prompt_token_count+tool_use_prompt_token_count",
        ),
        read=("cachedContentTokenCount", "cached_content_token_count"),
        output=(
            "candidatesTokenCount+thoughtsTokenCount",
            "candidates_token_count+thoughts_token_count",
        ),
        total=("totalTokenCount", "total_token_count"),
        inclusive=True,
        firm=True,
        writes_counted=False,
    ),
    "bedrock": Shape(
        input=("inputTokens",),
        read=("cacheReadInputTokens", "cacheReadInputTokenCount"),
        write=("cacheWriteInputTokens", "cacheWriteInputTokenCount"),
        output=("outputTokens",),
        inclusive=False,
        firm=True,
    ),
    "deepseek": Shape(
        input=("prompt_tokens", "prompt_cache_hit_tokens+prompt_cache_miss_tokens"),
        read=("prompt_cache_hit_tokens", "prompt_tokens_details.cached_tokens"),
        output=("completion_tokens",),
        total=("total_tokens",),
        inclusive=True,
        firm=True,
        writes_counted=False,
    ),
    "xai": Shape(
        input=("prompt_tokens",),
        read=("cached_prompt_text_tokens", "prompt_tokens_details.cached_tokens"),
        output=("completion_tokens",),
        total=("total_tokens",),
        inclusive=True,
        firm=True,
        writes_counted=False,
    ),
    "litellm": Shape(
        input=("prompt_tokens",),
        read=("prompt_tokens_details.cached_tokens", "cache_read_input_tokens"),
        write=(
            "cache_creation_input_tokens",
            "prompt_tokens_details.cache_write_tokens",
            "prompt_tokens_details.cache_creation_tokens",
        ),
        output=("completion_tokens",),
        total=("total_tokens",),
        inclusive=True,
    ),
    "inspect": Shape(
        input=("input_tokens",),
        read=("input_tokens_cache_read",),
        write=("input_tokens_cache_write",),
        output=("output_tokens",),
        reasoning=("reasoning_tokens",),
        total=("total_tokens",),
        inclusive=False,
    ),
    "promptfoo": Shape(
        input=("prompt",),
        read=("completionDetails.cacheReadInputTokens",),
        write=("completionDetails.cacheCreationInputTokens",),
        output=("completion",),
        reasoning=("completionDetails.reasoning",),
        total=("total",),
        inclusive=True,
    ),
    "otel": Shape(
        input=(
            f"{_OTEL}input_tokens",
            f"{_OTEL}prompt_tokens",
            f"{_INFERENCE}prompt",
            "llm.usage.prompt_tokens",
        ),
        read=(
            f"{_OTEL}cache_read.input_tokens",
            f"{_OTEL}cache_read_input_tokens",
            f"{_OTEL}input_tokens.cached",
            f"{_INFERENCE}prompt_details.cache_read",
        ),
        write=(
            f"{_OTEL}cache_creation.input_tokens",
            f"{_OTEL}cache_write.input_tokens",
            f"{_OTEL}cache_creation_input_tokens",
            f"{_INFERENCE}prompt_details.cache_write",
            "anthropic.usage.cache_creation.ephemeral_5m_input_tokens"
            "+anthropic.usage.cache_creation.ephemeral_1h_input_tokens",
        ),
        output=(
            f"{_OTEL}output_tokens",
            f"{_OTEL}completion_tokens",
            f"{_INFERENCE}completion",
            "llm.usage.completion_tokens",
        ),
        total=(
            f"{_OTEL}total_tokens",
            f"{_INFERENCE}total",
            "llm.usage.total_tokens",
        ),
        inclusive=True,
    ),
    "langsmith": Shape(
        input=("input_tokens",),
        read=("input_token_details.cache_read",),
        write=(
            "input_token_details.cache_creation",
            "input_token_details.ephemeral_5m_input_tokens"
            "+input_token_details.ephemeral_1h_input_tokens",
        ),
        output=("output_tokens",),
        total=("total_tokens",),
        inclusive=True,
    ),
    "langfuse": Shape(
        input=("input", "prompt_tokens"),
        read=("cache_read_input_tokens", "input_cached_tokens", "input_cache_read"),
        write=(
            "cache_creation_input_tokens",
            "input_cache_creation",
            "input_cache_creation_5m+input_cache_creation_1h",
        ),
        output=("output", "completion_tokens"),
        total=("total",),
        inclusive=None,
    ),
    "braintrust": Shape(
        input=("prompt_tokens",),
        read=("prompt_cached_tokens",),
        write=(
            "prompt_cache_creation_tokens",
            "prompt_cache_creation_5m_tokens+prompt_cache_creation_1h_tokens",
        ),
        output=("completion_tokens",),
        total=("tokens",),
        inclusive=True,
    ),
    "mlflow": Shape(
        input=("input_tokens",),
        read=("cache_read_input_tokens",),
        write=("cache_creation_input_tokens",),
        output=("output_tokens",),
        total=("total_tokens",),
        inclusive=None,
    ),
}
