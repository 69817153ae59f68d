"""Which questions are asked, and what is the right answer to each?"""

from dataclasses import dataclass
from random import Random

from _handbook import ATTRIBUTES, GROUPS, Fact
from _policies import POLICIES

N_PILOT, N_PILOT_MULTI = 240, 84
N_V3, N_V3_MULTI = 820, 336
N_PROBE = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question with the facts that settle it."""

    id: str
    stratum: str
    text: str
    reference: str
    facts: tuple[Fact, ...]


def sentence(text: str) -> str:
    """Capital first letter, full stop."""
    return text[0].upper() + text[1:] + "."


def eval_set() -> tuple[Question, ...]:
    """All 820 questions; the first 240 are the pilot's."""
    rng = Random("questions")
    single = _single_facts(rng)
    multi = _multi_facts(rng)
    strata = _strata(rng, N_PILOT, N_PILOT_MULTI)
    strata += _strata(rng, N_V3 - N_PILOT, N_V3_MULTI - N_PILOT_MULTI)
    picked = [(multi if each == "multi_passage" else single).pop() for each in strata]
    return tuple(
        _question(f"q{number:03d}", stratum, facts)
        for number, (stratum, facts) in enumerate(zip(strata, picked, strict=True), start=1)
    )


def probe_set() -> tuple[Question, ...]:
    """Forty questions on one fact each, for planting at a known depth."""
    rng = Random("probe questions")
    facts = _single_facts(rng)[:N_PROBE]
    return tuple(
        _question(f"w{number:02d}", "single_passage", each)
        for number, each in enumerate(facts, start=1)
    )


def _single_facts(rng: Random) -> list[tuple[Fact, ...]]:
    facts: list[tuple[Fact, ...]] = [
        (Fact(policy=policy, group=group, attribute=attribute),)
        for policy in range(len(POLICIES))
        for group in GROUPS
        for attribute in ATTRIBUTES
    ]
    rng.shuffle(facts)
    return facts


def _multi_facts(rng: Random) -> list[tuple[Fact, ...]]:
    """Two sections of one handbook, or the same section of two handbooks."""
    pairs: list[tuple[Fact, ...]] = []
    for fact, *_ in _single_facts(rng):
        if rng.random() < 0.65:
            others = [each for each in ATTRIBUTES[1:] if each != fact.attribute]
            pairs.append((fact, fact.about(attribute=rng.choice(others))))
        else:
            pairs.append((fact, fact.about(group=_other_group(rng, fact.group))))
    return pairs


def _other_group(rng: Random, group: str) -> str:
    return rng.choice([each for each in GROUPS if each != group])


def _strata(rng: Random, n: int, n_multi: int) -> list[str]:
    strata = ["multi_passage"] * n_multi + ["single_passage"] * (n - n_multi)
    rng.shuffle(strata)
    return strata


def _question(name: str, stratum: str, facts: tuple[Fact, ...]) -> Question:
    return Question(
        id=name,
        stratum=stratum,
        text=_text(facts),
        reference=_reference(facts),
        facts=facts,
    )


def is_contrast(facts: tuple[Fact, ...]) -> bool:
    """Whether the question sets two handbooks side by side."""
    return len({fact.group for fact in facts}) > 1


def contrast(values: list[str]) -> str:
    """Say whether what holds in two handbooks is the same."""
    return "The two are the same." if len(set(values)) == 1 else "The two differ."


def _reference(facts: tuple[Fact, ...]) -> str:
    said = [sentence(fact.say()) for fact in facts]
    if is_contrast(facts):
        said.append(contrast([fact.value for fact in facts]))
    return " ".join(said)


def _text(facts: tuple[Fact, ...]) -> str:
    first = facts[0]
    if len(facts) == 1:
        return first.ask()
    second = facts[1]
    if not is_contrast(facts):
        request = POLICIES[first.policy].request
        if first.attribute == "limit":
            return f"{first.ask()} And for {request}: {second.ask_also()}?"
        return f"{first.ask()[:-1]}, and {second.ask_also()}?"
    noun = f"{first.noun} under the {POLICIES[first.policy].topic} policy"
    return f"Is the {noun} the same for {first.group} and {second.group}, and what is it for each?"
