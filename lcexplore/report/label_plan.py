"""What would labels buy, before anybody labels?"""

from collections.abc import Sequence
from dataclasses import dataclass

from lcexplore.evidence import label_budget
from lcexplore.evidence.draw import FrameQuestion
from lcexplore.report.review import Review


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is known before labelling.

    Attributes:
        differences: The grader's difference on every question that can be drawn.
        error_share: Share of answers on which grader and people differ.
        n_measured: Labelled answers that the share was measured on; None where it is assumed.
    """

    differences: tuple[float, ...]
    error_share: float
    n_measured: int | None

    def half_width(self, labels: int) -> float:
        """Half-width of the corrected difference that this many questions would leave."""
        return label_budget.expected_half_width(
            max(2, labels), differences=self.differences, error_share=self.error_share
        )

    def needed(self, half_width: float) -> int | None:
        """Labelled questions for a half-width; None where all of them would not do."""
        return label_budget.labels_needed(
            half_width, differences=self.differences, error_share=self.error_share
        )


def plan(frame: Sequence[FrameQuestion], review: Review | None) -> Plan:
    """Plan on the grader errors that labels showed, else on an assumed share."""
    grading = review.evidence.grading if review is not None else None
    agree = grading.grader_agrees if grading is not None else None
    return Plan(
        differences=tuple(each.difference for each in frame if each.difference is not None),
        error_share=label_budget.error_share(agree),
        n_measured=label_budget.measured_on(agree),
    )
