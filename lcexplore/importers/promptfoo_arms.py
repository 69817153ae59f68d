"""Which field of a promptfoo file is the arm: the provider, the prompt, both, or a variable?"""

from collections import defaultdict
from pathlib import Path

from lcexplore.errors import ChoiceNeeded, LogError
from lcexplore.importers.choices import ARM_KEYS, leaf
from lcexplore.importers.promptfoo_survey import Seen, Survey

PROVIDER, PROMPT = "provider.label", "prompt.label"
BOTH = f"{PROVIDER}+{PROMPT}"
MOST_ARMS = 6

_SHOWN = 60


def arm_of(seen: Seen, way: str | None) -> str | None:
    """Arm of a result at a path."""
    if way in (PROVIDER, "provider", "provider.id"):
        return seen.provider
    if way in (PROMPT, "prompt"):
        return seen.prompt
    if way == BOTH:
        return f"{seen.provider} × {seen.prompt}"
    return seen.values.get(way) if way else None


def settle(path: Path, found: Survey) -> str:
    """Providers, prompts or their combinations, whichever there are several of."""
    pairs = {(each.provider, each.prompt) for each in found.seen}
    providers, prompts = ({pair[place] for pair in pairs} for place in (0, 1))
    if len(pairs) > 1:
        if len(providers) == len(pairs):
            return PROVIDER
        return PROMPT if len(prompts) == len(pairs) else BOTH
    able = [way for way in shared(found.seen) if _crossed(found.seen, way)]
    named = [way for way in able if leaf(way) in ARM_KEYS]
    if len(named) == 1:
        return named[0]
    if able:
        raise ChoiceNeeded(path, field="arm", choices=examples(found.seen, able))
    choices = {"provider": (providers or {""}).pop(), "prompt": (prompts or {""}).pop()}
    shown = {way: name[:_SHOWN] for way, name in choices.items()}
    raise ChoiceNeeded(path, field="arm", choices=shown)


def _crossed(seen: list[Seen], way: str) -> bool:
    """Whether a few values of a variable meet the same test cases, as arms would."""
    values = {each.values[way] for each in seen}
    if not 2 <= len(values) <= MOST_ARMS or not way.startswith("vars."):
        return False
    met = defaultdict(set)
    for each in seen:
        met[each.case(way)].add(each.values[way])
    return len(met) >= len(values) and any(len(each) > 1 for each in met.values())


def check(path: Path, found: Survey, told: str | None, way: str | None) -> None:
    """Several providers or prompts in one arm would pass for repetitions of one answer."""
    held = defaultdict(set)
    for each in found.seen:
        held[told or arm_of(each, way) or ""].add((each.provider, each.prompt))
    for arm, pairs in held.items():
        if len(pairs) > 1:
            raise LogError(
                path,
                wanted="one provider and one prompt in each arm",
                found=f"{len(pairs)} combinations in {arm or 'one arm'}",
                todo=f"choose with --map arm={BOTH}, without --arm",
            )


def shared(seen: list[Seen]) -> list[str]:
    """Paths that every result has."""
    if not seen:
        return []
    return [way for way in seen[0].values if all(way in each.values for each in seen)]


def examples(seen: list[Seen], ways: list[str]) -> dict[str, str]:
    """Paths with a value each."""
    return {way: seen[0].values[way][:_SHOWN] for way in ways}
