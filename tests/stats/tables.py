"""Paired tables for property tests."""

from hypothesis import strategies as st


@st.composite
def tables(draw, largest=2000):
    """Counts both, candidate only, baseline only, neither, at least one question."""
    scale = draw(st.sampled_from([3, 40, largest]))
    cell = st.integers(0, scale)
    both, b, c, neither = (draw(cell) for _ in range(4))
    if both + b + c + neither == 0:
        both = 1
    return {"both": both, "candidate_only": b, "baseline_only": c, "neither": neither}


def shares(table):
    """Difference, discordance and n of a table."""
    b, c, n = table["candidate_only"], table["baseline_only"], sum(table.values())
    return {"difference": (b - c) / n, "discordance": (b + c) / n, "n": n}


def swapped(table):
    """The same answers with the arms exchanged."""
    return table | {
        "candidate_only": table["baseline_only"],
        "baseline_only": table["candidate_only"],
    }
