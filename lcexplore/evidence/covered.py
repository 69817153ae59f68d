"""Which questions does a difference cover, and which of them share a document?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from lcexplore.evidence.inputs import FloatArray, IntArray, PairedTally
from lcexplore.evidence.readings import count, share


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """Questions measured in both arms.

    Attributes:
        difference: Mean difference of each, candidate minus baseline.
        questions: Their keys; empty where only the differences are known.
        documents: Document of every question that has one; empty where questions are independent.
        strata: Kind of every question that has one.
    """

    difference: FloatArray
    questions: tuple[str, ...] = ()
    documents: Mapping[str, str] = field(default_factory=dict)
    strata: Mapping[str, str] = field(default_factory=dict)

    @property
    def clustered(self) -> bool:
        """Whether documents, not questions, are independent."""
        return bool(self.documents and self.questions)

    def units(self, questions: Sequence[str]) -> IntArray:
        """Number the documents of some questions; a question without one stands alone."""
        numbers: dict[tuple[str, bool], int] = {}
        for each in self.questions:
            numbers.setdefault(self._key(each), len(numbers))
        found = [numbers.setdefault(self._key(each), len(numbers)) for each in questions]
        return np.array(found, dtype=np.int64)

    def _key(self, question: str) -> tuple[str, bool]:
        document = self.documents.get(question)
        return (question, False) if document is None else (document, True)


def covered(tally: PairedTally) -> Covered:
    """The questions of a tally that are measured in both arms."""
    counts = count(tally)
    paired = counts.only(counts.paired)
    places = np.flatnonzero(counts.paired)
    return Covered(
        difference=share(paired.candidate) - share(paired.baseline),
        questions=tuple(tally.questions[place] for place in places),
        documents=_named(tally.questions, tally.clusters),
        strata=_named(tally.questions, tally.strata),
    )


def _named(questions: Sequence[str], names: Sequence[str | None]) -> dict[str, str]:
    return {
        question: name for question, name in zip(questions, names, strict=True) if name is not None
    }
