"""Which clauses of the record may a figure be held against?"""

from lcexplore.decision.evaluate import ClauseReading
from lcexplore.model import Role, Status
from lcexplore.report.review import Review


def readings(review: Review) -> tuple[ClauseReading, ...]:
    """The clauses as the rule was read; of an arm alone, those whose bar asks for no other arm.

    An arm that runs today has none: a bare quantity is the candidate's. What a bar multiplies is
    the arm that runs today, whether or not the rule or an import says so.
    """
    if review.decision is not None:
        return review.decision.readings
    rule, only = review.record, review.info.candidate
    if rule is None or review.info.baseline:
        return ()
    multiplied = {clause.bar.arm for clause in rule.clauses}
    if only in {rule.baseline, review.entry.baseline, *multiplied}:
        return ()
    return tuple(
        ClauseReading(
            clause=clause,
            observed=None,
            bar=clause.bar.value,
            status=Status.NOT_MEASURED,
            n=0,
            unit_n="",
            reason=f"only {only} is stored",
            currency=review.evidence.cost[Role.CANDIDATE].currency,
        )
        for clause in rule.clauses
        if clause.bar.arm is None
    )
