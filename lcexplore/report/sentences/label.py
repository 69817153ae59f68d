"""What does the Label page say?"""

from collections.abc import Sequence

from lcexplore.evidence.labels import Standing
from lcexplore.report.label_sheet import Filled
from lcexplore.store.draws import Draw
from lcexplore.store.entries import ImportEntry
from lcexplore.words import NBSP, count, many, spelled

QUESTION = (
    "Is the answer correct? One at a time, blind to the design that gave it and to the grader."
)
WAIT = "Results appear when both are done."
WAIT_ALL = "Results appear when all are done."
KEYS = (
    "Keys: 1 correct, 2 incorrect, 3 cannot tell, U undo. Each label is saved at once; you may "
    "stop at any time and go on later. From the note, press Tab before you use a key."
)
SETTLE_KEYS = (
    "Write the reason, press Tab, then: 1 correct, 2 incorrect, 3 no fact decides it, U undo."
)
NO_FACT = (
    "These answers have no fact that both people saw. They count as settled and stay marked; "
    "agreement is shown with and without them."
)
SHAPED = (
    "Labels that were read to write or change a rubric cannot certify that rubric. Name the rubric "
    "and the pages ask for a fresh draw."
)
UNLABELLED_TEXT = "not in the log"
KIND = "labels"  # of an import


def start_lead(draws: Sequence[Draw], imports: Sequence[ImportEntry]) -> str:
    """Say what there is to label, and where labels stand that came as a file."""
    if not draws:
        stored = sum(each.rows_kept - each.rows_replaced for each in imports if each.kind == KIND)
        if not stored:
            return "Nothing has been drawn to label yet."
        labels = f"{many(stored, 'label')} {'was' if stored == 1 else 'were'} imported"
        return f"Nothing has been drawn to label here; {labels}, and Grader counts them."
    if len(draws) == 1:
        return f"One draw of {many(draws[0].n_items, 'answer')} is there to label."
    return f"{_capital(spelled(len(draws)))} draws are there to label."


def no_such_draw(named: str | None) -> str:
    """Say that a link names a draw that is not stored; empty without one."""
    if not named:
        return ""
    return (
        f"The link names draw {named}, which is not in this store. Ask for the link again, or "
        "choose a draw that is stored."
    )


def progress(standing: Standing) -> list[str]:
    """Say how far each person is, and that nothing counts before everybody is done."""
    counts = f"{waiting(standing)} Until then no page counts these labels."
    return [*others(standing, ""), counts]


def lead(standing: Standing, labeller: str) -> str:
    """Say how far one person is."""
    done, n = len(standing.by(labeller)), standing.n_items
    return f"{count(done)} of {many(n, 'answer')} labelled by {labeller}."


def finished_lead(standing: Standing) -> str:
    """Say how far people agree, once everybody may see it."""
    people = len(standing.people)
    every = f"{count(standing.n_items)} of {many(standing.n_items, 'answer')}"
    if people == 1:
        return f"{every} labelled by {standing.people[0]} alone."
    who = "both people" if people == 2 else f"all {spelled(people)} people"
    settled, left = len(standing.settled), len(standing.unsettled)
    said = f"{every} labelled by {who}: they agree on {count(standing.agreed)}"
    if not settled and not left:
        return f"{said}."
    if not left:
        return f"{said}, and {count(settled)} {_were(settled)} settled by argument."
    if not settled:
        return f"{said}, and {count(left)} {_are(left)} to be settled."
    rest = f"{count(left)} {_are(left)} left"
    return f"{said}, {count(settled)} {_were(settled)} settled by argument and {rest}."


def waiting(standing: Standing) -> str:
    """Say when results appear."""
    people = max(standing.expected, len(standing.people))
    return WAIT if people <= 2 else WAIT_ALL


def others(standing: Standing, labeller: str) -> list[str]:
    """Say how far the others are, and nothing of what they said."""
    lines = [
        f"{name}: {count(len(standing.by(name)))} of {count(standing.n_items)}"
        for name in standing.people
        if name != labeller
    ]
    missing = standing.expected - len(standing.people)
    return [*lines, *(["somebody else: not started"] * max(0, missing))]


def taken(filled: Filled) -> str:
    """Say what became of a sheet that came back."""
    said = f"{many(len(filled.said), 'label')} taken in, {many(filled.blank, 'line')} left blank"
    if not filled.refused:
        return f"{said}."
    line, reason = filled.refused[0]
    return f"{said}, {count(len(filled.refused))} refused; the first is line {line}: {reason}."


def evidence(draw: Draw, *, up_to_date: bool) -> str:
    """Say whether the labels are in the evidence."""
    if draw.import_id is None:
        return "These labels are not in the evidence."
    if not up_to_date:
        return "Labels changed since they entered the evidence."
    return f"These labels are in the evidence as import {draw.import_id}."


def shaped(draw: Draw) -> str:
    """Say that the labels cannot certify the rubric that they shaped; empty otherwise."""
    if not draw.shaped:
        return ""
    names = " and ".join(draw.shaped)
    return f"These labels shaped rubric {names} and cannot certify it. Draw afresh."


def settled(standing: Standing, texts: dict[int, str]) -> tuple[list[str], list[list[str]]]:
    """List what was settled by argument: who said what, and why it was settled so."""
    rows = [
        [
            texts.get(each.item, str(each.item)),
            *(_said(standing, name, each.item) for name in standing.people),
            each.verdict,
            each.note,
        ]
        for each in standing.settled
    ]
    return ["Question", *standing.people, "Settled as", "Reason"], rows


def _said(standing: Standing, name: str, item: int) -> str:
    label = standing.by(name).get(item)
    return "not labelled" if label is None else label.verdict


def opinion(standing: Standing, name: str, item: int) -> tuple[str, str]:
    """One person's verdict and note."""
    label = standing.by(name).get(item)
    if label is None:
        return f"{name}:{NBSP}not labelled", ""
    return f"{name}:{NBSP}{label.verdict}", label.note


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _were(n: int) -> str:
    return "was" if n == 1 else "were"


def _are(n: int) -> str:
    return "is" if n == 1 else "are"
