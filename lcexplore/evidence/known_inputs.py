"""Which inputs are known by name, what would each confound, and which other name may mean one?"""

import re
from collections.abc import Collection, Mapping

_QUALITY = ("correctness",)
_DECODING = ("correctness", "latency", "cost")
_MODEL = ("correctness", "latency", "tokens", "cost")
_EVERYTHING = ("correctness", "latency", "tokens", "cost", "hit_rate")

# Inputs that every run should record. A tokenizer comes with its model, so tokens do; how often
# a prompt's prefix is found again depends on the questions, not on the model.
EXPECTED: Mapping[str, tuple[str, ...]] = {
    "model": _MODEL,
    "temperature": _DECODING,
    "eval_set": _EVERYTHING,
    "eval_set_sha256": _EVERYTHING,
    "corpus_hash": _MODEL,
    "grader": _QUALITY,
    "rubric": _QUALITY,
    "blind": _QUALITY,
    "order_shuffled": _QUALITY,
}
# Inputs that confound where they are recorded. Whatever else differs belongs to the design.
_FURTHER: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("model_version", "model_snapshot", "provider"), _MODEL),
    **dict.fromkeys(("top_p", "top_k", "max_tokens", "max_output_tokens", "stop"), _DECODING),
    **dict.fromkeys(("frequency_penalty", "presence_penalty", "reasoning_effort"), _DECODING),
    **dict.fromkeys(("corpus", "corpus_sha256"), _MODEL),
    "verdict_reading": _QUALITY,  # what the imports said about the words and scores of their files
    **dict.fromkeys(("region", "endpoint", "service_tier"), ("latency",)),
    **dict.fromkeys(("cache_multipliers.read", "cache_multipliers.write"), ("tokens",)),
}
_SIZES = ("eval_set_size", "epochs", "measurements", "cache_multipliers")
_KNOWN = frozenset((*EXPECTED, *_FURTHER, *_SIZES))
_FOLDED = re.compile(r"[_\-\s]+")
_ALIASES: Mapping[str, str] = {
    **dict.fromkeys(("modelname", "modelid", "llm", "llmmodel"), "model"),
    "temp": "temperature",
    **dict.fromkeys(("dataset", "datasetname", "testset"), "eval_set"),
    **dict.fromkeys(("judge", "judgemodel", "judgename"), "grader"),
    **dict.fromkeys(("rubricversion", "rubricid"), "rubric"),
    **dict.fromkeys(("corpusversion", "corpusid"), "corpus_hash"),
    "maxnewtokens": "max_tokens",
    **{_FOLDED.sub("", name): name for name in _KNOWN},
}


def confounded_by(name: str) -> tuple[str, ...]:
    """Quantities that an input confounds when it moves; none for a field of the design."""
    group, _, leaf = name.partition(".")
    if name in EXPECTED:
        return EXPECTED[name]
    if name.startswith(("grader", "rubric")):
        return _QUALITY
    if group == "decoding" and leaf:
        return _DECODING
    return _FURTHER.get(name, ())


def meant(name: str) -> str | None:
    """The known field that a name may mean but for its spelling; None for one that is known.

    Only names that stand by themselves: ``retriever.model`` is a choice of the design.
    """
    if name in _KNOWN or confounded_by(name):
        return None
    return _ALIASES.get(_FOLDED.sub("", name).casefold())


def taken_for(name: str, recorded: Collection[str]) -> str:
    """The known field a name stands in for, where that one is unknown; else the name.

    Args:
        name: Field of a manifest.
        recorded: Fields that both arms recorded.
    """
    known = meant(name)
    return name if known is None or known in recorded else known


def asked(name: str) -> str:
    """A name as words, with the question which known field it is."""
    words, known = as_words(name), meant(name)
    return words if known is None else f"{words} (is it {as_words(known)}?)"


def as_words(name: str) -> str:
    """The name of a field as it is said in a sentence."""
    return name.replace("_", " ").replace(".", " ")
