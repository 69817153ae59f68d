"""What every page says of its comparison: the context line, the banners, the footer."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from lcexplore import words
from lcexplore.decision.triggers import TriggerState
from lcexplore.evidence import decimal_keys
from lcexplore.evidence.asked import UNEVENLY
from lcexplore.evidence.named_twice import DOCUMENTS
from lcexplore.evidence.validity import InputRow
from lcexplore.model import Finding, RecordTimes, Role, Severity
from lcexplore.report.review import Review
from lcexplore.report.sentences import graded_by, sized
from lcexplore.version import VERSION

WHAT_IT_IS_FOR = (
    "lcexplore reads run logs of two designs over the same questions and says whether what was "
    "measured licenses a switch. It shows correctness, tokens, cache hits and waiting time "
    "together, against a rule that was agreed beforehand."
)
EXAMPLE_KEYS, SHOWN_HASH, MOST_BANNERS = 3, 12, 2
TWIN = "The numbers in this figure"
_HASH = re.compile(r"[0-9a-f]{32,}")
_QUANTILE = re.compile(r"p\d")
_INPUT_WORDS = {
    "model": "the model",
    "served_model": "the served model",
    "temperature": "the temperature",
    "grader": "the grader",
    "rubric": "the rubric",
    "eval_set": "the eval set",
    "eval_set_sha256": "the eval set",
    "corpus_hash": "the corpus",
    "decoding": "the decoding",
    "prompt_template_sha256": "the prompt template",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner:
    """A note above the lead: its first word in bold, then one sentence."""

    word: str
    text: str
    page: str | None = None
    remedy: str = ""


def capital(name: str) -> str:
    """Begin a sentence with a name; ``p95`` and its kin stay as they are."""
    return name if _QUANTILE.match(name) else name[:1].upper() + name[1:]


def listed(names: list[str]) -> str:
    """Join names as a sentence does: ``a, b and c``."""
    return " and ".join(each for each in (", ".join(names[:-1]), *names[-1:]) if each)


def input_words(name: str) -> str:
    """Name of a manifest field as a sentence says it."""
    return _INPUT_WORDS.get(name, f"the {name.replace('_', ' ')}")


def confounders(review: Review) -> list[InputRow]:
    """Inputs that moved with the arm and touch a quantity."""
    moved = (row for row in review.evidence.validity.inputs if row.verdict == "moved")
    return [row for row in moved if row.confounds]


def quality_confounded(review: Review) -> bool:
    """Whether the difference in correct answers cannot be put down to the design."""
    return any("correctness" in each.touches for each in review.evidence.validity.findings)


def confounded_by(review: Review) -> str:
    """Name what the difference in correct answers is confounded by; empty when nothing is."""
    moved = [row for row in confounders(review) if "correctness" in row.confounds]
    names = list(dict.fromkeys(input_words(row.name) for row in moved))
    if judged_again(review):
        names.append("the verdicts that were given again")
    if names:
        return listed(names)
    return "what Validity names" if quality_confounded(review) else ""


def judged_again(review: Review) -> bool:
    """Whether a part of the answers was judged again, by choice for all that is known."""
    found = review.evidence.validity.findings
    return any(each.id == "regraded" and each.touches for each in found)


def short(value: str) -> str:
    """Cut a hash to what two readers compare by eye; anything else stays whole."""
    return f"{value[:SHOWN_HASH]}…" if _HASH.fullmatch(value) else value


def context_line(review: Review) -> str:
    """What is compared, on how much, graded by whom."""
    info = review.info
    graded = words.graded(info.grader, info.rubric) if info.rubric else "nothing graded"
    if not review.answered:
        graded = "requests of a log alone"
    if not info.baseline:
        return f"{info.name}: only {info.candidate} is stored, {sized.line(review)}; {graded}."
    return (
        f"{info.name}: {info.candidate} (candidate) against {info.baseline} "
        f"(baseline, runs today), {sized.line(review)}; {graded}."
    )


def answers_each(n: Mapping[Role, int]) -> str:
    """Write how many answers a figure is of: ``1,640 answers per arm``, ``60 and 58 answers``."""
    base, cand = n.get(Role.BASELINE, 0), n.get(Role.CANDIDATE, 0)
    if base == cand:
        return f"{words.many(base, 'answer')} per arm"
    return f"{words.count(base)} and {words.many(cand, 'answer')}"


def rubric_note(review: Review) -> str:
    """Say that another rubric than the recorded one is shown; empty otherwise."""
    decided = review.record.rubric if review.record else None
    if decided is None or review.info.rubric in (decided, None):
        return ""
    return f"Rubric {review.info.rubric} is shown; the decision uses rubric {decided}."


def nothing_shared(review: Review) -> list[str]:
    """Say that nothing can be paired, with example keys of both sides; empty otherwise.

    Keys that differ by a decimal alone are said wherever there are some.
    An arm that a request log alone knows was asked nothing: it has no keys.
    """
    arms, name = (review.info.baseline, review.info.candidate), review.info.arm
    asked = [each.name for each in review.entry.arms if each.name in arms and each.n_answers]
    tally = review.evidence.inputs.tally
    decimals = [
        f"{decimal_keys.said(name(each.role), name(each.other), each.n, each.example)}."
        for each in decimal_keys.decimal_keys(tally)
    ]
    if review.evidence.correctness.n_questions or len(asked) < len(arms):
        return decimals
    lines = ["No question was answered by both arms, so nothing can be paired."]
    for role in (Role.BASELINE, Role.CANDIDATE):
        pairs = zip(tally.questions, tally.tally(role).measured, strict=True)
        keys = [question for question, measured in pairs if measured][:EXAMPLE_KEYS]
        shown = ", ".join(keys) or "none with a verdict"
        lines.append(f"Questions of {name(role)}: {shown}.")
    return [*lines, *decimals]


def banners(review: Review, *, changed: bool = False, waits: bool = True) -> list[Banner]:
    """Every banner that applies, gravest first; a page shows two and counts the rest.

    What touches the latency alone is no note of a page without a figure of waiting.
    """
    found = review.evidence.validity.findings
    grave = [each for each in found if each.severity is Severity.CONFOUND]
    slow = [each for each in found if waits and each.severity is Severity.LATENCY and each.touches]
    notes = [_banner("Confounded", _message(each), "validity", _remedy(each)) for each in grave]
    notes += [_banner("Latency not licensed", _message(each), "validity", _TURNS) for each in slow]
    notes += reopened(review)
    if review.decision is not None and review.decision.post_hoc:
        notes.append(_exploratory(review.decision.times))
    if review.evidence.grading is not None and review.evidence.grading.stale:
        stale = review.evidence.grading.stale
        notes.append(_banner("Calibration out of date", sentence(stale), "label", _LABEL))
    if graded_by.undecided(review):
        text = graded_by.others(review)
        notes.append(Banner(word="Several graders", text=text, page="grader"))
    if changed:
        notes.append(_CHANGED)
    return notes


def more_banners(notes: Sequence[Banner], most: int) -> str:
    """Say how many more there are than are shown, and where; empty where all are."""
    return f"and {len(notes) - most} more on Validity" if len(notes) > most else ""


def _remedy(confound: Finding) -> str:
    """What mends it, where the message does not say so itself."""
    return "" if confound.id in _MENDED_AS_SAID else _SAME


_MENDED_AS_SAID = (DOCUMENTS, UNEVENLY, "regraded")
_SAME = "Run both arms again with this held the same."
_TURNS = "Run both arms again, taking turns."
_LABEL = "Label answers under the rubric shown."
_FREEZE = "Freeze the next rule before anything is graded."
_AGREE = "Run again and agree on a new record."


def _banner(word: str, text: str, page: str, remedy: str) -> Banner:
    return Banner(word=word, text=text, page=page, remedy=remedy)


def _exploratory(times: RecordTimes) -> Banner:
    """Give both times, so that anybody can see which came first."""
    graded, stored = times.first_grading_at, times.recorded_at
    first = f" (first graded {moment(graded)})" if graded else ""
    came = f", stored here {moment(stored)}," if stored else ""
    text = f"The decision record{came} came after the first grading{first}: not agreed beforehand."
    if not times.grading_times_known:
        text = (
            f"Nobody recorded when the answers were graded; the record{came or ','} may be later."
        )
    return _banner("Exploratory", text, "validity", _FREEZE)


def moment(when: datetime) -> str:
    """Write a time: ``2026-04-20 09:00 UTC``."""
    return f"{when:%Y-%m-%d %H:%M} UTC"


_CHANGED = Banner(
    word="Data changed since this page loaded",
    text="Something was imported or taken back; the figures below are the new ones.",
    page="data",
)


def reopened(review: Review) -> list[Banner]:
    """Say that something happened that the record agreed would reopen the question."""
    fired = [each for each in review.triggers if each.state is TriggerState.FIRED]
    if not fired:
        return []
    text = "; ".join(f"{each.text}: {each.message}" for each in fired)
    return [_banner("Reopened", sentence(text), "decision", _AGREE)]


def triggers(review: Review) -> list[str]:
    """How each review trigger of the record stands against the newest runs."""
    return [
        f"Review trigger: {each.text}; {each.state.replace('_', ' ')}: {each.message}."
        if each.state is not TriggerState.FOR_PEOPLE
        else f"Review trigger: {each.text}; {each.message}."
        for each in review.triggers
    ]


def _message(finding: Finding) -> str:
    return sentence(finding.message)


def sentence(text: str) -> str:
    """Begin with a capital and end with a full stop."""
    trimmed = capital(text.strip())
    return trimmed if trimmed.endswith((".", "!", "?")) else f"{trimmed}."


def footer_line(review: Review) -> str:
    """Store version, record hash, software version: two readers can tell they see the same."""
    record = f"record {review.record.sha256[:12]}" if review.record else "no decision record"
    return f"Store {review.store_version} · {record} · lcexplore {VERSION}"
