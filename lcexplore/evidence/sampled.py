"""What is the measured sample of questions made of, for planning another one?"""

from dataclasses import dataclass

from lcexplore.evidence import sizing
from lcexplore.evidence.correctness import Correctness


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a sample of questions is made of.

    Attributes:
        discordance: Share of answer pairs on which exactly one arm is correct.
        design_effect: Variance ratio of a question against that share's variance.
        differing: Share of questions on which the arms differ, as measured.
        difference: Observed difference.
        n: Questions measured.
        per_document: Questions of each document, where documents are what is independent.
        alike: Documents of one size that each is worth: 1 where all hold as many questions.
    """

    discordance: float
    design_effect: float
    differing: float
    difference: float
    n: int
    per_document: float | None = None
    alike: float = 1.0

    def documents(self, n: int) -> int | None:
        """Documents that ``n`` questions come from, if each has as many as now."""
        return None if self.per_document is None else max(1, round(n / self.per_document))


def plan(found: Correctness) -> Plan | None:
    """What the measured sample is made of; None where nothing differs."""
    pairs = found.answer_pairs or found.cells
    differing = found.cells.candidate_only + found.cells.baseline_only
    if found.difference is None or not pairs.n or not differing:
        return None
    discordance = (pairs.candidate_only + pairs.baseline_only) / pairs.n
    return Plan(
        discordance=max(discordance, abs(found.difference)),
        design_effect=found.design_effect * found.n_questions / pairs.n,
        differing=differing / found.n_questions,
        difference=found.difference,
        n=found.n_questions,
        per_document=found.n_questions / found.n_clusters
        if found.clustered == "document" and found.n_clusters
        else None,
        alike=found.clusters_worth / found.n_clusters
        if found.clustered == "document" and found.clusters_worth
        else 1.0,
    )


def needed(found: Correctness, *, margin: float, power: float) -> int | None:
    """Questions that clear the margin with this power if the observed difference is true."""
    made = plan(found)
    if made is None:
        return None
    return sizing.size(
        discordance=made.discordance,
        difference=made.difference,
        half_width=None,
        margin=margin,
        power=power,
        level=found.level,
        design_effect=made.design_effect,
        per_document=made.per_document,
        alike=made.alike,
    ).n_power
