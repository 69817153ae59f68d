"""What is one thing to try, and which steps are the same in every comparison?"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing to try.

    Attributes:
        id: Stable name.
        name: What it is.
        cost: What it takes, in words; empty where nobody can say.
        sentence: What it can do, and which clauses it can meet.
    """

    id: str
    name: str
    cost: str
    sentence: str

    @property
    def line(self) -> str:
        """The whole step in one line."""
        head = f"{self.name} ({self.cost})" if self.cost else self.name
        return f"{head}{'' if head.endswith('?') else ':'} {self.sentence}"


OF_PRECONDITION = {
    "committed_beforehand": Step(
        id="commit",
        name="Freeze the next rule here before anything is graded",
        cost="minutes",
        sentence="a rule that the store did not witness explores and does not decide.",
    ),
    "calibrated": Step(
        id="label",
        name="Labels by two people",
        cost="about three hours for fifty",
        sentence="answers of both arms under this rubric, blind.",
    ),
    "measured": Step(
        id="answer_again",
        name="Run again what has no verdict",
        cost="part of a run",
        sentence="too much is missing to decide on the rest.",
    ),
    "comparable": Step(
        id="run_again",
        name="Run both arms again, side by side",
        cost="a whole run",
        sentence="with nothing changed but the design; more questions would not mend it.",
    ),
}


NAME_DOCUMENTS = Step(
    id="name_documents",
    name="Give every question one document in both logs",
    cost="minutes",
    sentence="import them again with --replace; until then nobody knows what is independent.",
)

DECIDE_CORRECTED = Step(
    id="decide_corrected",
    name="Decide on the corrected difference, which holds no lean",
    cost="labels of at least 50 questions, drawn at random",
    sentence="freeze the next rule with correctness_basis: calibrated.",
)
