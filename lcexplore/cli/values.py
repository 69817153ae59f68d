"""How is one value of the command line read?"""

import argparse
import csv
import io
from math import isfinite

MINUS = "\u2212"  # as reports write it
_LARGEST_COUNT = 10**12
_MOST_DIGITS = 100
_UNITS = ("pts", "pt", "points", "%")


def name(text: str) -> str:
    """Read the name of an arm, a comparison or a grader: trimmed, not blank."""
    if not text.strip():
        raise argparse.ArgumentTypeError("wanted a name; found nothing")
    return text.strip()


def count(text: str) -> int:
    """Read a count of questions: digits, and no other way in which Python writes a number."""
    plain = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    if not plain or int(text) > _LARGEST_COUNT:
        wanted = f"a count, 0 or more and at most {_LARGEST_COUNT:,}"
        raise argparse.ArgumentTypeError(f"wanted {wanted}; found {_short(text)}")
    return int(text)


def number(text: str) -> float:
    """Read a finite number."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise argparse.ArgumentTypeError(f"wanted a number; found {_short(text)}")
    return value


def difference(text: str) -> float:
    """Read a difference of shares: a fraction, or points with their unit.

    Examples:
        >>> difference("0.025"), difference("2.5pts"), difference("-2 %"), difference("−2 points")
        (0.025, 0.025, -0.02, -0.02)
    """
    try:
        value = _scaled(text)
    except argparse.ArgumentTypeError:
        value = 2.0
    if not -1 <= value <= 1:
        raise argparse.ArgumentTypeError(
            f"wanted a fraction such as 0.025, or points such as 2.5pts; found {_short(text)}"
        )
    return value


def share(text: str) -> float:
    """Read a share strictly between 0 and 1: ``0.95`` or ``95%``."""
    value = _scaled(text)
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(
            f"wanted a share between 0 and 1, such as 0.95; found {_short(text)}"
        )
    return value


def _scaled(text: str) -> float:
    bare = text.strip().replace(MINUS, "-")
    unit = next((each for each in _UNITS if bare.endswith(each)), "")
    return number(bare.removesuffix(unit)) / (100 if unit else 1)


def port(text: str) -> int:
    """Read a port number."""
    value = count(text)
    if not 1 <= value <= 65535:
        raise argparse.ArgumentTypeError(f"wanted a port from 1 to 65535; found {_short(text)}")
    return value


def pair(text: str) -> tuple[str, str]:
    """Read ``FIELD=COLUMN``; the column may itself hold an equals sign."""
    left, equals, right = (part.strip() for part in text.partition("="))
    if not (left and equals and right):
        raise argparse.ArgumentTypeError(f"wanted FIELD=COLUMN; found {_short(text)}")
    return left, right


def words(text: str) -> tuple[str, ...]:
    """Read values between commas; spaces belong to them, quotes protect a comma or a line break.

    Examples:
        >>> words('Correct Answer, "yes, mostly"')
        ('Correct Answer', 'yes, mostly')
    """
    try:
        lines = list(csv.reader(io.StringIO(text, newline=""), skipinitialspace=True))
    except csv.Error:
        lines = []
    values = tuple(each.strip() for line in lines for each in line)
    if len(lines) != 1 or not values or not all(values):
        raise argparse.ArgumentTypeError(f"wanted VALUE,VALUE,...; found {_short(text)}")
    return values


def multipliers(text: str) -> dict[str, float]:
    """Read ``read=0.1,write=1.25``: the price of cached tokens in full-price tokens."""
    pairs = [pair(each) for each in words(text)]
    prices = {key: number(value) for key, value in pairs}
    if len(prices) != len(pairs) or set(prices) - {"read", "write"} or min(prices.values()) < 0:
        raise argparse.ArgumentTypeError(f"wanted read=0.1,write=1.25; found {_short(text)}")
    return prices


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")
