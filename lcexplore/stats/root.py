"""Where does a function of one number change its sign?"""

from collections.abc import Callable

_SMALLEST_STEP = 2.0**-53


def crossing(function: Callable[[float], float], low: float, high: float) -> float:
    """Find the change of sign between two points, to the last digits a float holds.

    Chandrupatla's bracketing method (Advances in Engineering Software 28:145, 1997): inverse
    quadratic steps where they are safe, bisection where not.

    Args:
        function: Continuous, with at most one change of sign between the points.
        low: A point on one side.
        high: A point on the other; zero counts as negative.

    Returns:
        The point, or ``low`` when the sign does not change.
    """
    a, b = high, low
    f_a, f_b = function(a), function(b)
    if (f_a > 0) == (f_b > 0):
        return low
    step, best = 0.5, low
    for _ in range(200):
        x = a + step * (b - a)
        f_x = function(x)
        same = (f_x > 0) == (f_a > 0)
        c, f_c = (a, f_a) if same else (b, f_b)
        if not same:
            b, f_b = a, f_a
        a, f_a = x, f_x
        best = a if abs(f_a) < abs(f_b) else b
        smallest = 2 * _SMALLEST_STEP * abs(best) + 1e-17
        if abs(b - a) <= 2 * smallest:
            return best
        step = _step(a, b, c, f_a, f_b, f_c, smallest / abs(b - a))
    return best


def _step(
    a: float, b: float, c: float, f_a: float, f_b: float, f_c: float, smallest: float
) -> float:
    """Choose the next step, as a share of the way from ``a`` to ``b``."""
    if f_c in (f_a, f_b):
        return 0.5
    xi, phi = (a - b) / (c - b), (f_a - f_b) / (f_c - f_b)
    if not phi**2 < xi < 1 - (1 - phi) ** 2:
        return 0.5
    step = f_a / (f_b - f_a) * f_c / (f_b - f_c)
    step += (c - a) / (b - a) * f_a / (f_c - f_a) * f_b / (f_c - f_b)
    return min(1 - smallest, max(smallest, step))
