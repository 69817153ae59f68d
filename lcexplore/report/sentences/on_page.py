"""How does the Data page say what the command line says with its options?"""

import re

_LABELS = {
    "arm": "Arm of these files",
    "baseline": "Arm that runs today",
    "correct": "Verdicts that mean correct",
    "incorrect": "Verdicts that mean incorrect",
    "correct-at": "Correct from this number on",
    "comparison": "Comparison",
}
_WORDS = (
    (re.compile(r"--map ([\w.]+)=[A-Z]+(?: \.\.\.)?"), r"“Column of \1”"),
    (re.compile(r"--map ([\w.]+)="), r"“Column of \1” "),
    (re.compile(r"--manifest ([^=\s]+)="), r"“\1” "),
    (re.compile(r"with --replace\b"), "by lcexplore import --replace"),
    (re.compile(r"--cache-multipliers\b(?: read=\S+)?"), "“Price of a cache read” and “write”"),
    (re.compile(r"--map\b(?!-)"), "the columns below"),
    (re.compile(r"(?:with )?--(format|partial)\b(?: correct\|incorrect)?"), "in a mapping file"),
)
_OPTION = re.compile(rf"--({'|'.join(sorted(_LABELS, key=len, reverse=True))})\b(?!-)(?: WORDS)?")


def fields(message: str) -> str:
    """Put the page's own fields in the place of the options that a message names."""
    for pattern, said in _WORDS:
        message = pattern.sub(said, message)
    return _OPTION.sub(lambda found: f"“{_LABELS[found[1]]}”", message)
