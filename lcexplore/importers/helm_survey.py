"""What do the answers of a HELM run have in common, and what must its account say of them?"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lcexplore.importers import helm_stats
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers.helm_states import State
from lcexplore.importers.helm_stats import Metrics
from lcexplore.words import many

Object = Mapping[str, object]


@dataclass(slots=True)
class Survey:
    """What one pass over the answers tells.

    Attributes:
        metrics: Their metrics: of the file beside, else those that they hold themselves.
        beside: Whether there is a file beside.
        answers: How often each occurs.
        again: Whether any occurs more than once.
        perturbed: Answers to perturbed versions of a question.
        replayed: Answers from HELM's own cache.
        cut: Prompts that were cut to fit the window.
        trials: The train trials.
    """

    metrics: Metrics
    beside: bool
    answers: Counter[helm_stats.Key] = field(default_factory=Counter)
    again: bool = False
    perturbed: int = 0
    replayed: int = 0
    cut: int = 0
    trials: set[str] = field(default_factory=set)

    def add(self, state: State, row: Object) -> None:
        """Take an answer into account."""
        if state.unusable:
            return
        self.answers[state.key] += 1
        self.again = self.again or self.answers[state.key] > 1
        self.perturbed += bool(state.perturbed)
        self.replayed += "replayed" in state.record
        self.cut += row.get("prompt_truncated") is True
        self.trials.add(state.key[2])
        if not self.beside:
            self.metrics.add(state.key, shapes.inside(row, "stats"))

    def notes(self) -> Iterator[str]:
        """What the account says of them."""
        yield "tokens are those of HELM's own tokenizers, not of the provider, so they are not read"
        if self.perturbed:
            yield (
                f"{many(self.perturbed, 'answer')} to perturbed questions, each a question of its "
                "own; the versions of one question are one cluster"
            )
        if self.again:
            yield "questions asked again within a trial: no metric says which answer it judges"
        if len(self.trials) > 1:
            yield f"{len(self.trials)} train trials, each with other examples, are read as epochs"
        if self.replayed:
            yield f"answers from HELM's own cache, without a latency: {self.replayed}"
        if self.cut:
            yield f"prompts that HELM cut to fit the window of the model: {self.cut}"
        if not self.beside:
            yield f"without {helm_stats.NAME} beside it there are no verdicts but those in the file"
        elif self.metrics.unread:
            yield f"entries of {helm_stats.NAME} that cannot be read: {self.metrics.unread}"
