"""Was everything else the same? The lead, the inputs side by side, what is missing and why."""

from lcexplore.evidence.moved import none_moved
from lcexplore.evidence.validity import InputRow
from lcexplore.model import Role
from lcexplore.report.review import Review
from lcexplore.report.sentences import sized, unread
from lcexplore.report.sentences.cells import Cell
from lcexplore.report.sentences.common import (
    confounders,
    input_words,
    judged_again,
    listed,
    sentence,
    short,
)
from lcexplore.report.sentences.run_order import INTERLEAVED
from lcexplore.words import count, many, reason_words

QUESTION = "Was everything else the same?"
VERDICTS = {"moved": "moved with the arm", "not_recorded": "not recorded", "same": "same"}
MORE_QUESTIONS = "More questions would only estimate this offset more precisely."
DESIGN = "differs: part of the design under test"
FOLD_ABOVE = 8


def lead(review: Review) -> str:
    """Answer the page's question in one sentence."""
    quality, slow = _touched(review, "correctness"), _touched(review, "latency")
    if quality or slow:
        return f"Confounded: {_causes(review)}, so {_consequence(review, quality, slow)}."
    order, rows = review.evidence.validity.order, review.evidence.validity.inputs
    said, unknown = none_moved(rows), [row for row in rows if row.verdict == "not_recorded"]
    if order.kind not in INTERLEAVED:
        return said
    they = "it was" if len(unknown) == 1 else "they were"
    if_same = f" if {they} the same in both arms" if unknown else ""
    and_ = "; the" if unknown else ", and the"
    return (
        f"{said.removesuffix('.')}{and_} {_requests(review)} per arm were interleaved question by "
        f"question: the differences are licensed{if_same}, the absolute seconds are not."
    )


def _touched(review: Review, quantity: str) -> bool:
    return any(quantity in each.touches for each in review.evidence.validity.findings)


def _causes(review: Review) -> str:
    names = list(dict.fromkeys(input_words(row.name) for row in confounders(review)))
    causes = [f"{listed(names)} moved with the arm"] if names else []
    if review.evidence.validity.order.kind == "blocked":
        causes.append("the arms ran in separate hours")
    if judged_again(review):
        causes.append("verdicts were given again in part")
    if sized.unevenly(review):
        causes.append("not every question was asked as planned")
    if "documents" in review.evidence.inputs.named_twice:
        causes.append("the logs name different documents for one question")
    return listed(causes) or "something besides the design differed between the arms"


def _consequence(review: Review, quality: bool, slow: bool) -> str:
    n = f"on {sized.compared(review)}"
    if quality and slow:
        what = f"neither the quality nor the latency difference {n} can"
    else:
        what = f"the {'quality' if quality else 'latency'} difference {n} cannot"
    return f"{what} be put down to the design"


def _requests(review: Review) -> str:
    return many(review.evidence.inputs.tally.planned_per_arm, "request")


def header(review: Review) -> list[str]:
    """Column names of the inputs table."""
    info = review.info
    return ["Input", f"{info.baseline}, today", f"{info.candidate}, candidate", "Verdict"]


def inputs(review: Review) -> list[list[str | Cell]]:
    """Inputs that moved, then those not recorded, then the same ones if they are few."""
    rows = _sorted(review)
    shown = rows if len(rows) <= FOLD_ABOVE else [row for row in rows if row.verdict != "same"]
    return [_input(row) for row in shown]


def same_inputs(review: Review) -> list[list[str | Cell]]:
    """The inputs that were the same, when the table is too long to show them all."""
    rows = _sorted(review)
    same = [row for row in rows if row.verdict == "same"]
    return [_input(row) for row in same] if len(rows) > FOLD_ABOVE else []


def _sorted(review: Review) -> list[InputRow]:
    places = list(VERDICTS)
    return sorted(review.evidence.validity.inputs, key=lambda row: places.index(row.verdict))


def _input(row: InputRow) -> list[str | Cell]:
    values = (row.baseline, row.candidate)
    shown = ["not recorded" if value is None else short(value) for value in values]
    said = DESIGN if row.verdict == "moved" and not row.confounds else VERDICTS[row.verdict]
    return [_named(row), *shown, Cell(text=said, small=_touches(row))]


def _named(row: InputRow) -> str:
    return row.name.replace("_", " ").replace("sha256", "(SHA-256)")


def _touches(row: InputRow) -> tuple[str, ...]:
    if row.verdict != "moved" or not row.confounds:
        return ()
    touched = listed([each.replace("_", " ") for each in row.confounds])
    return (f"confounds {touched}", MORE_QUESTIONS)


def missing_header(review: Review) -> list[str]:
    """Column names of the answers without a verdict."""
    return ["Reason", f"{review.info.baseline}, today", f"{review.info.candidate}, candidate"]


def missing(review: Review) -> list[list[str | Cell]]:
    """Answers without a verdict: reason by arm, zeros shown."""
    arms = review.evidence.correctness.arms
    base, cand = arms[Role.BASELINE], arms[Role.CANDIDATE]
    reasons = sorted({*base.not_measured, *cand.not_measured})
    planned = count(review.evidence.inputs.tally.planned_per_arm)
    return [
        [
            reason_words(reason),
            *(
                Cell(
                    text=f"{count(arms[role].not_measured.get(reason, 0))} of {planned}",
                    small=_logged_as(review, role, reason),
                )
                for role in (Role.BASELINE, Role.CANDIDATE)
            ),
        ]
        for reason in reasons
    ]


def _logged_as(review: Review, role: Role, reason: str) -> tuple[str, ...]:
    values = unread.values(review, role) if reason == unread.REASON else ""
    return (f"logged as {values}",) if values else ()


def missing_line(review: Review) -> str:
    """One line when nothing is missing, else how many answers are."""
    arms = review.evidence.correctness.arms.values()
    total = sum(sum(arm.not_measured.values()) for arm in arms)
    if not review.answered:
        return "No answer of either arm is stored."
    if not total:
        return "Every answer has a verdict in both arms."
    have = "has" if total == 1 else "have"
    sized = review.evidence.inputs.tally.eval_set_size is not None
    what = many(total, "planned answer" if sized else "answer")
    return f"{what} {have} no usable verdict."


def other_findings(review: Review) -> list[str]:
    """Every finding as a sentence, gravest first, the record's own history last."""
    return [sentence(each.message) for each in review.findings]


def same_title(review: Review) -> str:
    """Name of the folded part of the table."""
    same = len(same_inputs(review))
    return f"{many(same, 'input')} {'was' if same == 1 else 'were'} the same"


def arm_names(review: Review) -> dict[Role, str]:
    """Names of the arms by role."""
    return {role: review.info.arm(role) for role in (Role.BASELINE, Role.CANDIDATE)}


def blinding(review: Review) -> list[list[str | Cell]]:
    """What the manifests say of blinding and shuffling, by arm, and every hash in full."""
    rows = review.evidence.validity.inputs
    return [
        [
            _named(row),
            row.baseline or "not recorded",
            row.candidate or "not recorded",
        ]
        for row in rows
        if row.name in {"blind", "order_shuffled"} or row.name.endswith(("hash", "sha256"))
    ]
