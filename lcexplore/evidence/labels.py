"""What do the labels of one draw come to: who is done, what is next, where do people differ?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from lcexplore.evidence.draw import shuffled

CORRECT, INCORRECT, CANNOT_TELL = "correct", "incorrect", "cannot tell"
VERDICTS = (CORRECT, INCORRECT, CANNOT_TELL)
ADJUDICATED = "adjudicated"  # the labeller's name under which people settle what they differ on
USUAL_PEOPLE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What one person says of one answer.

    Attributes:
        item: Number of the answer in its draw.
        labeller: Who says it.
        verdict: One of ``VERDICTS``.
        note: A remark, or the reason why it was settled so; may be empty.
        said_at: When.
    """

    item: int
    labeller: str
    verdict: str
    note: str
    said_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What stands in one draw.

    Attributes:
        draw: The draw.
        n_items: Answers to label.
        people: Who labels, ``adjudicated`` left out.
        expected: How many people must label before anybody sees what the others said.
        labels: By person and answer, the latest said last; settled ones under ``adjudicated``.
    """

    draw: str
    n_items: int
    people: tuple[str, ...]
    expected: int
    labels: Mapping[str, Mapping[int, Label]]

    def by(self, labeller: str) -> Mapping[int, Label]:
        """Labels of one person."""
        return self.labels.get(labeller, {})

    def done_by(self, labeller: str) -> bool:
        """Whether one person has labelled every answer."""
        return len(self.by(labeller)) >= self.n_items

    @property
    def finished(self) -> bool:
        """Whether all people have labelled everything, so that labels may be seen."""
        enough = len(self.people) >= self.expected
        return enough and all(self.done_by(name) for name in self.people)

    def next_item(self, labeller: str) -> int | None:
        """The answer to label next; every person has an order of their own."""
        own = self.by(labeller)
        order = shuffled(range(1, self.n_items + 1), self.draw, labeller, key=str)
        return next((item for item in order if item not in own), None)

    def last_item(self, labeller: str) -> int | None:
        """The answer labelled last, which an undo takes back."""
        return next(reversed(list(self.by(labeller))), None)

    @property
    def standing(self) -> tuple[Label, ...]:
        """Every label that counts: people's own, and those that settle a difference."""
        own = [label for name in self.people for label in self.by(name).values()]
        return (*own, *self.settled)

    @property
    def differing(self) -> tuple[int, ...]:
        """Answers on which people differ."""
        return tuple(item for item in range(1, self.n_items + 1) if len(self._said(item)) > 1)

    @property
    def unsettled(self) -> tuple[int, ...]:
        """Answers on which people differ and that nobody has settled."""
        settled = self.by(ADJUDICATED)
        return tuple(item for item in self.differing if item not in settled)

    @property
    def settled(self) -> tuple[Label, ...]:
        """What was settled by argument: answers without a fact that all would have seen."""
        found = self.by(ADJUDICATED)
        return tuple(found[item] for item in self.differing if item in found)

    @property
    def agreed(self) -> int:
        """Answers that all people labelled alike."""
        return sum(len(self._said(item)) == 1 for item in range(1, self.n_items + 1))

    def _said(self, item: int) -> set[str]:
        return {own[item].verdict for own in map(self.by, self.people) if item in own}


def expected_people(listed: Iterable[str]) -> int:
    """How many people a draw waits for: those it lists, else two."""
    return len(tuple(listed)) or USUAL_PEOPLE
