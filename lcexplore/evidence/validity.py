"""Was everything else the same?"""

from dataclasses import dataclass

from lcexplore.evidence import asked, moved, omissions, regraded, run_order
from lcexplore.evidence.inputs import Inputs
from lcexplore.evidence.moved import InputRow
from lcexplore.evidence.run_order import OrderReading
from lcexplore.evidence.served import Served
from lcexplore.model import ComparisonInfo, Finding, Severity

__all__ = ["InputRow", "OrderReading", "Validity", "examine"]

_GRAVITY = {severity: place for place, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Validity:
    """What moved with the arm, the run order, and every other finding, gravest first."""

    inputs: tuple[InputRow, ...]
    order: OrderReading
    models: Served | None = None
    findings: tuple[Finding, ...]

    @property
    def confounds(self) -> tuple[Finding, ...]:
        """Findings that make clauses not measured."""
        return tuple(each for each in self.findings if each.touches)


def examine(inputs: Inputs, info: ComparisonInfo) -> Validity:
    """Compare the manifests, read the run order, and list what a reader must know."""
    rows, order = moved.compare(inputs, info), run_order.read(inputs.order, inputs.lost)
    found = (
        *moved.findings(rows, inputs, info),
        *(run_order.findings(order, info) if inputs.tally.questions else ()),
        *omissions.findings(inputs, info),
        *asked.findings(inputs),
        *regraded.findings(
            inputs.regraded, inputs.lost, info, planned=inputs.tally.planned_per_arm
        ),
        *regraded.replacements(inputs.replaced, info),
    )
    gravest_first = sorted(found, key=lambda each: _GRAVITY[each.severity])
    models = moved.mixtures(inputs, info)
    return Validity(inputs=rows, order=order, models=models, findings=tuple(gravest_first))
