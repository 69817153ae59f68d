"""Do the answers to one question name one document, and one kind?"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lcexplore.model import ComparisonInfo, Finding, Role, Severity
from lcexplore.words import count, many

SHOWN_CHARS = 60
DOCUMENTS = "documents_differ"


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedTwice:
    """Questions whose answers name several documents, or several kinds, with one example.

    Attributes:
        n: How many questions.
        question: One of them.
        names: Two of its names.
        arms: The arm that gives each.
    """

    n: int
    question: str
    names: tuple[str, str]
    arms: tuple[Role, Role]


def findings(
    named: Mapping[str, NamedTwice], info: ComparisonInfo, *, n_questions: int
) -> Iterator[Finding]:
    """Say which names contradict one another.

    No partition is chosen for questions of two documents: joining what shares any name may narrow
    the interval where the joined documents lean opposite ways, and then a row that failed would
    help by naming another document.
    """
    if documents := named.get("documents"):
        message = (
            f"{_contradiction(documents, 'documents', info, n_questions)}. Which questions share "
            "a document, and so are not independent, is not known: give a question the same "
            "document (cluster) in both logs and import them again with --replace."
        )
        yield Finding(
            id=DOCUMENTS, severity=Severity.CONFOUND, message=message, touches=("correctness",)
        )
    if kinds := named.get("kinds"):
        message = (
            f"{_contradiction(kinds, 'kinds', info, n_questions)}. By kind, such a question is "
            "left out: give it the same kind (stratum) in both logs and import them again with "
            "--replace."
        )
        yield Finding(id="strata_differ", severity=Severity.NOTE, message=message)


def _contradiction(found: NamedTwice, what: str, info: ComparisonInfo, n_questions: int) -> str:
    example = " and ".join(
        f"{name[:SHOWN_CHARS]} in {info.arm(role)}"
        for name, role in zip(found.names, found.arms, strict=True)
    )
    return (
        f"The answers to {count(found.n)} of {many(n_questions, 'question')} name different "
        f"{what}, such as {found.question[:SHOWN_CHARS]}: {example}"
    )
