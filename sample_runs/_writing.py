"""How do the arms word an answer that is right, wrong, or right with an invented qualification?

No hyphen and no apostrophe stands in an answer, so that every way to count words agrees.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from _handbook import ATTRIBUTES, GROUPS, Fact
from _questions import Question, contrast, is_contrast, sentence
from _verdicts import LONG_CONTEXT, RETRIEVAL, Outcome

MEAN_WORDS = {LONG_CONTEXT: 210, RETRIEVAL: 120}
_SPREAD = {LONG_CONTEXT: 30, RETRIEVAL: 16}
_LEAST = {LONG_CONTEXT: 150, RETRIEVAL: 88}

_PROCESS = (
    "The request is entered in the staff portal, which sends a confirmation on the same day.",
    "Working days exclude weekends and the public holidays that are listed in the annex.",
    "A request that is incomplete is sent back once, and the clock starts again after that.",
    "The decision is given in writing and names the section on which it rests.",
    "A refusal has to state the reason and how an appeal can be filed.",
    "Questions about a single case go to the people team and not to the service desk.",
    "The handbook is revised every spring, and the edition in force on the filing date applies.",
    "Amounts are gross and are paid out with the next regular payroll run.",
    "A delegate named in the portal may act for the approver during an absence.",
    "The same rule applies to staff who work part time, in proportion to their hours.",
    "A request can be withdrawn at any time before the decision without giving a reason.",
    "Where two handbooks apply, the one that belongs to the place of work comes first.",
    "Earlier agreements made in writing remain valid until the date that they name.",
    "Personal details in the request are visible only to the people who decide on it.",
    "The portal shows the state of each request and the person who has it at present.",
    "Filing early is welcome, but it does not change the order in which requests are read.",
)
_OPENINGS = ("", "", "", "In short, ", "According to the handbook, ", "As the handbook puts it, ")
_ADDED = ("In addition, ", "Separately, ", "Note that ", "For completeness, ", "Beyond this, ")
_CONDITION = ("As a condition, ", "As a further rule, ", "Under the same policy, ", "In general, ")
_INVENTED = (
    "For late filings, ",
    "During the summer months, ",
    "For a second request in the same year, ",
    "Where the site lead agrees in writing, ",
    "If the request was filed after the deadline, ",
)
_QUALIFICATIONS = "The following qualifications apply:"
_CLOSERS = {
    4: "See the handbook itself.",
    5: "The people team can help.",
    6: "The people team can confirm this.",
    7: "Please ask the people team if unsure.",
    8: "Please check the current edition before you act.",
    9: "Please check the current edition of the handbook first.",
    10: "Please check the current edition of the handbook before acting.",
    11: "Please check the current edition of the handbook before you act.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """An answer, and the span of it that rubric v4 quotes."""

    answer: str
    quote: str


def n_words(text: str) -> int:
    """Count words as a reader does: between spaces."""
    return len(text.split())


def write_all(
    arm: str, jobs: Iterable[tuple[Question, int, Outcome]], seed: str
) -> dict[tuple[str, int], Text]:
    """Write one arm's answers so that their mean length is exact to the word."""
    listed = list(jobs)
    targets = _targets(arm, len(listed), seed)
    written: dict[tuple[str, int], Text] = {}
    owed = 0
    for (question, epoch, outcome), target in zip(listed, targets, strict=True):
        rng = Random(f"{seed}/{arm}/{question.id}/{epoch}")
        last = len(written) == len(listed) - 1
        text = _write(arm, question, outcome, rng, target + owed, exact=last)
        owed += target - n_words(text.answer)
        written[question.id, epoch] = text
    return written


def _targets(arm: str, n: int, seed: str) -> list[int]:
    rng = Random(f"{seed}/{arm}/lengths")
    drawn = [max(_LEAST[arm], round(rng.gauss(MEAN_WORDS[arm], _SPREAD[arm]))) for _ in range(n)]
    shift = MEAN_WORDS[arm] * n - sum(drawn)
    each, rest = divmod(shift, n)
    return [length + each + (index < rest) for index, length in enumerate(drawn)]


def _write(
    arm: str, question: Question, outcome: Outcome, rng: Random, want: int, *, exact: bool
) -> Text:
    kind = _kind(outcome)
    lead = _lead(arm, question, rng, wrong=kind == "wrong")
    supported = _supported(question, rng, 5 if arm == LONG_CONTEXT else 2)
    added = list(supported)
    invented = _invented(question, rng)
    if kind == "hedged":
        added.insert(rng.randrange(len(added)), invented)
    blocks = _blocks(arm, lead, added)
    room = want - n_words(" ".join(blocks))
    blocks.append(" ".join(_padding(rng, room, exact=exact)))
    quote = lead[0]
    if kind == "hedged" and not outcome.v4:
        quote = invented
    elif kind == "right" and not outcome.v4:
        quote = supported[0]
    return Text(answer="\n".join(block for block in blocks if block), quote=quote)


def _kind(outcome: Outcome) -> str:
    """Right, wrong, or hedged: right in the main clause, invented in another."""
    if outcome.people is not None:
        wrong = "hedged" if outcome.v4 else "wrong"
        return "right" if outcome.people else wrong
    if outcome.v4:
        return "right"
    return "hedged" if outcome.v3 else "wrong"


def _lead(arm: str, question: Question, rng: Random, *, wrong: bool) -> list[str]:
    """Claims first, then where they come from; a wrong answer errs in exactly one claim."""
    errs = rng.randrange(len(question.facts)) if wrong else None
    claims: list[str] = []
    sections: list[str] = []
    values: list[str] = []
    for index, fact in enumerate(question.facts):
        source = fact.near_miss() if index == errs else fact
        if index == errs and arm == RETRIEVAL and rng.random() < 0.35:
            claim = f"the passages at hand do not state the {fact.noun} for {fact.group}"
        else:
            claim = fact.say(source.value)
            values.append(source.value)
        claims.append(claim)
        sections.append(source.section)
    if errs is not None:
        claims.insert(0, claims.pop(errs))
    claims[0] = rng.choice(_OPENINGS) + claims[0]
    lead = [sentence(each) for each in claims]
    if is_contrast(question.facts) and len(values) == len(claims):
        lead.append(contrast(values))
    return [*lead, sentence("this follows from " + " and ".join(dict.fromkeys(sections)))]


def _supported(question: Question, rng: Random, n: int) -> list[str]:
    """True statements about neighbouring facts, none of those asked for."""
    first = question.facts[0]
    near = [first.about(attribute=each) for each in ATTRIBUTES if each != first.attribute]
    near += [first.about(group=each) for each in GROUPS if each != first.group]
    free = [fact for fact in near if fact not in question.facts]
    drawn = rng.sample(free, n)
    return [
        sentence(rng.choice(_ADDED if fact.group != first.group else _CONDITION) + fact.say())
        for fact in drawn
    ]


def _invented(question: Question, rng: Random) -> str:
    fact = rng.choice(question.facts)
    value = rng.choice([each for each in fact.values if each != fact.value])
    return sentence(rng.choice(_INVENTED) + fact.say(value))


def _blocks(arm: str, lead: list[str], added: list[str]) -> list[str]:
    if arm == RETRIEVAL:
        return [" ".join([*lead, *added])]
    numbered = [f"{number}. {each}" for number, each in enumerate(added, start=1)]
    return [" ".join(lead), _QUALIFICATIONS, *numbered]


def _padding(rng: Random, room: int, *, exact: bool) -> list[str]:
    """Sentences on how requests are handled, about ``room`` words of them or exactly so."""
    chosen: list[str] = []
    pool = rng.sample(_PROCESS, len(_PROCESS))
    while pool and room > (19 if exact else 8):
        following = pool.pop()
        if exact and room - n_words(following) < 4:
            continue
        chosen.append(following)
        room -= n_words(following)
    if exact:
        chosen += _closers(room)
    return chosen


def _closers(room: int) -> list[str]:
    if room in _CLOSERS:
        return [_CLOSERS[room]]
    cuts = (0, room // 2, room)
    return [_CLOSERS[high - low] for low, high in pairwise(cuts)]


def short_answer(fact: Fact, *, right: bool, distracted: bool) -> str:
    """One sentence, as the window probe records it."""
    if right:
        return sentence(fact.say())
    if distracted:
        return sentence(fact.say(fact.near_miss().value))
    return sentence(f"the documents do not state the {fact.noun} for {fact.group}")
