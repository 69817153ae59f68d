"""How many standard errors does a level of confidence ask for?"""

from scipy.special import ndtr, ndtri, stdtrit

_NEARLY_ALL = 1 - 1e-15  # a level that floats tell from certainty


def normal_critical(level: float) -> float:
    """Two-sided critical value of the normal distribution: 1.96 at level 0.95."""
    return float(ndtri((1 + _checked(level)) / 2))


def t_critical(level: float, df: float) -> float:
    """Two-sided critical value of Student's t with ``df`` > 0 degrees of freedom."""
    if not df > 0:
        raise ValueError(f"df must be positive; got {df!r}")
    return float(stdtrit(df, (1 + _checked(level)) / 2))


def level_as_normal(level: float, df: float) -> float:
    """Level at which the normal distribution asks for what Student's t asks for at ``level``."""
    return min(float(2 * ndtr(t_critical(level, df)) - 1), _NEARLY_ALL)


def _checked(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1; got {level!r}")
    return level
