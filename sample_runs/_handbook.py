"""What does the invented policy handbook say?"""

from dataclasses import dataclass
from random import Random

from _policies import POLICIES

ATTRIBUTES = ("limit", "notice", "approver", "review", "appeal", "evidence", "retention")

# Who a handbook is for, and what the handbook is called.
GROUPS = {
    "head office staff": "head office handbook",
    "warehouse staff": "warehouse handbook",
    "field engineers": "field service handbook",
    "laboratory staff": "laboratory handbook",
    "call centre staff": "call centre handbook",
    "contractors on site": "contractor handbook",
}


# Attribute: how it is asked, asked as a second part, said, called, and its possible values.
_COMMON: dict[str, tuple[str, str, str, str, tuple[str, ...]]] = {
    "notice": (
        "How far ahead must {g} file {r}?",
        "how far ahead must it be filed",
        "{g} must file {r} at least {v} ahead",
        "notice period",
        ("2 working days", "5 working days", "10 working days", "15 working days", "4 weeks"),
    ),
    "approver": (
        "Who approves {r} from {g}?",
        "who approves it",
        "{r} from {g} is approved by {v}",
        "approver",
        (
            "the line manager",
            "the site lead",
            "the duty manager",
            "the people partner",
            "the finance controller",
            "the head of department",
        ),
    ),
    "review": (
        "How long may the review of {r} from {g} take?",
        "how long may its review take",
        "the review of {r} from {g} may take up to {v}",
        "review period",
        ("3 working days", "7 days", "10 working days", "30 days", "6 weeks"),
    ),
    "appeal": (
        "How long do {g} have to appeal when {r} is refused?",
        "how long is the appeal window after a refusal",
        "{g} have {v} to appeal when {r} is refused",
        "appeal window",
        ("5 days", "10 days", "14 days", "21 days", "28 days"),
    ),
    "evidence": (
        "What must {g} attach to {r}?",
        "what must be attached to it",
        "{g} must attach {v} to {r}",
        "required attachment",
        (
            "a signed form B12",
            "a written cost estimate",
            "a copy of the roster",
            "a note from the team lead",
            "the original receipt",
            "a short written reason",
        ),
    ),
    "retention": (
        "How long are records of {r} from {g} kept?",
        "how long are its records kept",
        "records of {r} from {g} are kept for {v}",
        "retention period",
        ("1 year", "2 years", "3 years", "5 years", "7 years", "10 years"),
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing the handbook says: which policy, for whom, about what."""

    policy: int
    group: str
    attribute: str

    @property
    def values(self) -> tuple[str, ...]:
        """Values that this kind of fact can have."""
        if self.attribute == "limit":
            return POLICIES[self.policy].limits
        return _COMMON[self.attribute][4]

    @property
    def value(self) -> str:
        """What the handbook says."""
        key = f"handbook/{self.policy}/{self.group}/{self.attribute}"
        return Random(key).choice(self.values)

    @property
    def section(self) -> str:
        """Where it says so."""
        number = f"{self.policy + 2}{'abcdefg'[ATTRIBUTES.index(self.attribute)]}"
        return f"section {number} of the {GROUPS[self.group]}"

    @property
    def noun(self) -> str:
        """What the attribute is called."""
        return "limit" if self.attribute == "limit" else _COMMON[self.attribute][3]

    def ask(self) -> str:
        """Question that this fact answers."""
        if self.attribute == "limit":
            return POLICIES[self.policy].limit_ask.format(g=self.group)
        return self._fill(_COMMON[self.attribute][0])

    def ask_also(self) -> str:
        """The same as the second part of a question."""
        return self._fill(_COMMON[self.attribute][1])

    def say(self, value: str | None = None) -> str:
        """State the fact, or the fact with another value, without a full stop."""
        if self.attribute == "limit":
            pattern = POLICIES[self.policy].limit_say
            return pattern.format(g=self.group, v=value or self.value)
        return self._fill(_COMMON[self.attribute][2], value or self.value)

    def about(self, *, group: str | None = None, attribute: str | None = None) -> "Fact":
        """Neighbouring fact of the same policy."""
        return Fact(
            policy=self.policy,
            group=group or self.group,
            attribute=attribute or self.attribute,
        )

    def near_miss(self) -> "Fact":
        """Same fact in a handbook for somebody else, with another value."""
        others = [self.about(group=group) for group in GROUPS if group != self.group]
        differing = [other for other in others if other.value != self.value]
        return Random(f"near/{self}").choice(differing)

    def _fill(self, pattern: str, value: str = "") -> str:
        return pattern.format(g=self.group, r=POLICIES[self.policy].request, v=value)
