"""What `size` prints: no bound that the number above it would contradict."""

import pytest

from lcexplore.cli import paired_text
from lcexplore.evidence import sizing


@pytest.mark.parametrize(
    ("margin", "difference", "told"),
    [
        # 1,632 clear it 8 times in 10, since the candidate is ahead; perfect agreement needs 3,838
        (-0.001, 0.03, False),
        (-0.02, 0.0, True),
    ],
)
def test_perfect_agreement_is_named_only_where_it_binds(margin, difference, told):
    plan = sizing.size(discordance=0.2, difference=difference, margin=margin, half_width=None)
    lines = "\n".join(paired_text.size(plan))
    assert ("even perfect agreement cannot clear it" in lines) is told
