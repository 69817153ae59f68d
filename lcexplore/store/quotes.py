"""Do the spans that a grader quotes occur in the answers, and do they qualify what is said?"""

from collections.abc import Mapping

from lcexplore.evidence.judged import QuoteCount
from lcexplore.model import Role
from lcexplore.store.ask import ROLES, Asked

HEDGES = (
    "although",
    "as a rule",
    "can be",
    "could",
    "depending",
    "except",
    "generally",
    "however",
    "in general",
    "in most cases",
    "likely",
    "may",
    "might",
    "normally",
    "perhaps",
    "possibly",
    "subject to",
    "typically",
    "unless",
    "usually",
)


def quotes(asked: Asked) -> Mapping[Role, QuoteCount]:
    """Count the quoted spans under the grading shown; an arm without any is left out.

    A span occurs where the answer holds it, case, spaces and the shape of quotation marks aside;
    of a span with an ellipsis every part must occur.
    """
    asked.show()
    found = asked.rows("quotes", hedges=rf"\b({'|'.join(HEDGES)})\b")
    return {
        ROLES[flag]: QuoteCount(quoted=quoted, not_found=not_found, hedged=hedged)
        for flag, quoted, not_found, hedged in found
    }
