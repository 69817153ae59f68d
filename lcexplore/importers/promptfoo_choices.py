"""Which fields of a promptfoo file are the arm, the question, the epoch and the verdict?"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lcexplore.errors import ChoiceNeeded, UsageError
from lcexplore.importers import promptfoo_arms
from lcexplore.importers.choices import QUESTION_KEYS, leaf
from lcexplore.importers.promptfoo_arms import examples, shared
from lcexplore.importers.promptfoo_survey import DESCRIPTION, Seen, Survey, digest
from lcexplore.log import ReadOptions
from lcexplore.words import does, many

FIELDS = (
    *("arm", "question", "verdict", "stratum", "cluster", "question_text", "reference"),
    "usage.cache_read",
)
CACHED = "tokenUsage.cached"

_ALIASES = {"description": DESCRIPTION}
_OWN_WORDS = ("stratum", "cluster")
# What tells test cases apart whose variables are equal, and cannot be named with --map.
_DESCRIBED = "the variables and the description of the test"
_WHOLE = "the variables, description, prompt and assertions of the test"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How the results of one file are read.

    Attributes:
        arm: Arm of every result, or None.
        ways: Native field to path, in promptfoo's terms; no ``question`` means the variables.
        epochs: Numbers of the tests of each arm and question, in order.
        grader: Name of the grader.
        caching: Providers that count cached tokens.
        notes: The choices that were made, as sentences.
    """

    arm: str | None
    ways: Mapping[str, str]
    epochs: Mapping[tuple[str, str], Mapping[int, int]] = field(default_factory=dict)
    grader: str = "success"
    caching: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


def settle(path: Path, found: Survey, options: ReadOptions) -> Reading:
    """Settle every choice, or ask."""
    ways = _mapped(options.mapping)
    notes = []
    if options.arm is None and "arm" not in ways:
        ways["arm"] = promptfoo_arms.settle(path, found)
        notes.append(f"arm from {ways['arm']}")
    promptfoo_arms.check(path, found, options.arm, ways.get("arm"))
    if "question" not in ways and (way := _question(path, found, ways.get("arm"))):
        ways["question"] = way
    if "question" not in ways and (way := _same_variables(found, options.arm, ways)):
        ways["question"] = way
    notes.append(f"question key from {ways.get('question', 'a digest of the variables')}")
    for name in _OWN_WORDS:
        here = [f"{above}.{name}" for above in ("metadata", "vars")]
        way = next((way for way in here if any(way in each.values for each in found.seen)), None)
        if name not in ways and way:
            ways[name] = way
            notes.append(f"{name} from {way}")
    if "verdict" not in ways:
        ways["verdict"] = _verdict(path, found)
    notes.append(f"verdict from {ways['verdict']}")
    if several := _several(found, options.arm, ways):
        stand = f"{many(several, 'question key')} {does(several, 'stand')}"
        notes.append(f"{stand} for several test cases: read as repetitions")
    return Reading(
        arm=options.arm,
        ways=ways,
        epochs=_epochs(found, options.arm, ways),
        grader=_grader(found, ways["verdict"]),
        caching=frozenset(found.caching),
        notes=(*notes, *_about_tokens(found, ways)),
    )


def question_of(seen: Seen, ways: Mapping[str, str]) -> str | None:
    """Key of the question: at its path, else a digest of the variables but the arm's."""
    way, case = ways.get("question"), seen.case(ways.get("arm"))
    if way in (_DESCRIBED, _WHOLE):
        return digest([case, seen.description if way == _DESCRIBED else seen.beside])
    return seen.values.get(way) if way else case or None


def _same_variables(found: Survey, told: str | None, ways: Mapping[str, str]) -> str | None:
    """What else tells test cases apart where several of one arm have the same variables.

    A repetition is the same test case over again. The description alone is taken where it is
    enough, as it stays what it is when somebody corrects an assertion.
    """
    cases: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
    for each in found.seen:
        arm = told or promptfoo_arms.arm_of(each, ways.get("arm")) or ""
        cases[arm, each.case(ways.get("arm"))].add((each.description, each.beside))
    if all(len(tests) < 2 for tests in cases.values()):
        return None
    named = (len({name for name, _ in tests}) == len(tests) for tests in cases.values())
    return _DESCRIBED if all(named) else _WHOLE


def _mapped(mapping: Mapping[str, str]) -> dict[str, str]:
    ways = {name: _ALIASES.get(way, way) for name, way in mapping.items()}
    for name, way in ways.items():
        if name not in FIELDS:
            known = ", ".join(FIELDS)
            raise UsageError(f"--map {name}=...: of a promptfoo file one can map {known}")
        fits = {
            "arm": ("vars.", "metadata.", "provider", "prompt"),
            "verdict": ("success", "assertion.", "metric."),
            "usage.cache_read": (CACHED,),
            "question": ("vars.", "metadata.", DESCRIPTION),
        }.get(name, ("vars.", "metadata."))
        if not way.startswith(fits):
            wanted = ", ".join(f"{each}NAME" if each.endswith(".") else each for each in fits)
            raise UsageError(f"--map {name}={way}: in a promptfoo file that is one of {wanted}")
    return ways


def _question(path: Path, found: Survey, arm_way: str | None) -> str | None:
    """A field that is called an id, or None for the variables together."""
    ways = [
        way for way in shared(found.seen) if way != arm_way and leaf(way) in (*QUESTION_KEYS, "id")
    ]
    apart = {tuple(each.values[way] for each in found.seen): way for way in reversed(ways)}
    if len(apart) > 1:
        raise ChoiceNeeded(path, field="question", choices=examples(found.seen, ways))
    if not ways and not any(each.case(arm_way) for each in found.seen) and found.seen:
        choices = examples(found.seen, shared(found.seen))
        raise ChoiceNeeded(path, field="question", choices=choices)
    return ways[0] if ways else None


def _verdict(path: Path, found: Survey) -> str:
    """The success of the whole, unless several assertions of different kinds make it up."""
    if len(found.assertions) > 1:
        choices = {"success": "all assertions together", **found.assertions}
        raise ChoiceNeeded(path, field="verdict", choices=choices)
    return "success"


def _grader(found: Survey, verdict: str) -> str:
    if verdict != "success":
        return verdict.partition(".")[2] if verdict.startswith("metric.") else verdict
    kinds = list(found.assertions.values())
    return kinds[0] if len(kinds) == 1 else "success"


def _epochs(
    found: Survey, told: str | None, ways: Mapping[str, str]
) -> dict[tuple[str, str], dict[int, int]]:
    """Number the repetitions of a question by the numbers of their tests."""
    tests: dict[tuple[str, str], set[int]] = defaultdict(set)
    for each in found.seen:
        if each.test is not None:
            arm, question = (
                told or promptfoo_arms.arm_of(each, ways.get("arm")) or "",
                question_of(each, ways),
            )
            tests[arm, question or ""].add(each.test)
    return {
        key: {test: place for place, test in enumerate(sorted(numbers), start=1)}
        for key, numbers in tests.items()
    }


def _several(found: Survey, told: str | None, ways: Mapping[str, str]) -> int:
    """Keys under which one arm has test cases with different variables."""
    if "question" not in ways:
        return 0
    cases: dict[tuple[str, str], set[str]] = defaultdict(set)
    for each in found.seen:
        arm = told or promptfoo_arms.arm_of(each, ways.get("arm")) or ""
        cases[arm, question_of(each, ways) or ""].add(each.case(ways.get("arm")))
    return sum(len(each) > 1 for each in cases.values())


def _about_tokens(found: Survey, ways: Mapping[str, str]) -> list[str]:
    notes = []
    if found.caching:
        names = ", ".join(sorted(found.caching))
        notes.append(f"{names}: cached tokens left out of an answer are read as 0")
    if found.ambiguous and "usage.cache_read" not in ways:
        notes.append(
            f"{CACHED} of {many(found.ambiguous, 'fresh answer')} may be tokens read from the "
            f"provider's cache: --map usage.cache_read={CACHED} if so"
        )
    return notes


def counted(reading: Reading) -> int:
    """The most repetitions of any question."""
    return max((len(each) for each in reading.epochs.values()), default=1)
