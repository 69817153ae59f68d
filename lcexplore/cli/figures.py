"""How is a review said to a person at a terminal: the figures, and the decision?"""

from collections.abc import Iterable

from lcexplore import words
from lcexplore.cli.answer import table
from lcexplore.cli.paired_text import discordant
from lcexplore.decision.evaluate import Decision
from lcexplore.evidence.grading import Grading
from lcexplore.evidence.latency import ArmLatency, Quantiles
from lcexplore.evidence.traffic import REQUESTS
from lcexplore.model import CachePart, CacheState, Role
from lcexplore.report.review import Review
from lcexplore.report.sentences import (
    agreement,
    calibration,
    clauses,
    columns,
    common,
    four_numbers,
    graded_by,
    interval_method,
    sized,
    unread,
    waits,
)
from lcexplore.report.sentences import decision as sentences
from lcexplore.report.sentences.cells import chip_words, plain

_ROLES = (Role.BASELINE, Role.CANDIDATE)


def summary(review: Review) -> tuple[str, ...]:
    """Every figure of the decision, each with its n."""
    return (
        sentences.lead(review),
        common.context_line(review),
        *common.nothing_shared(review),
        direction(review),
        *_section("What moved", _findings(review)),
        *_section("Four numbers", _four_numbers(review)),
        *_section("Questions", _questions(review)),
        *_section("Not measured", _not_measured(review)),
        *_section(f"Latency by cache state{_whose(review)}", _latency(review)),
        *_section("Grader", [*_grader(review), *filter(None, [graded_by.others(review)])]),
        *_section(_decision_title(review), _rule(review) or [_undecided(review)]),
        "",
        common.footer_line(review),
    )


def decision(review: Review, *, licensed: bool) -> tuple[str, ...]:
    """The decision, precondition by precondition and clause by clause."""
    return (
        sentences.lead(review),
        common.context_line(review),
        *common.nothing_shared(review),
        direction(review),
        *_section("Agreed", _rule(review)),
        "",
        f"exit {0 if licensed else 1}: {_licence(review, licensed=licensed)}",
        common.footer_line(review),
    )


def direction(review: Review) -> str:
    """Say which way a difference points."""
    info = review.info
    return (
        f"Differences are {info.candidate} minus {info.baseline}; positive favours "
        f"{info.candidate}."
    )


def _section(title: str, lines: Iterable[str]) -> tuple[str, ...]:
    shown = tuple(f"  {line}" for line in lines)
    return ("", title, *shown) if shown else ()


def _whose(review: Review) -> str:
    """Name the request log where its figures stand; the eval's own need no name."""
    return ", of the request log" if review.source == REQUESTS else ""


def _decision_title(review: Review) -> str:
    of_eval = review.answered and review.source == REQUESTS and review.decision is not None
    return "Decision, read on the eval's answers" if of_eval else "Decision"


def _findings(review: Review) -> list[str]:
    return [f"{each.severity}: {each.message}" for each in review.findings]


def _four_numbers(review: Review) -> list[str]:
    names = ("", f"{review.info.baseline} (today)", f"{review.info.candidate} (candidate)", "")
    lines = []
    for place, (what, gap, baseline, candidate, said) in enumerate(four_numbers.rows(review)):
        whose = _whose(review) if place else ""  # correct answers are the eval's in any case
        lines.append(f"{plain(what)}{whose}: {plain(gap)}")
        lines += _indented([(names[1], plain(baseline)), (names[2], plain(candidate))])
        lines.append(f"    {plain(said)}")
    return [*lines, *filter(None, [columns.line(review)])]


def _questions(review: Review) -> list[str]:
    found = review.evidence.correctness
    if not review.answered:
        return []
    lines = [discordant(found), f"method: {found.method}"]
    lines += filter(None, [interval_method.wide(found)])
    if found.bounds and found.difference != found.bounds.low:
        of_asked = " to the questions asked" if sized.asked_of_neither(review) else ""
        lines.append(
            f"if every unmeasured answer{of_asked} went against / for the candidate: "
            f"{words.points(found.bounds.low)} / {words.points(found.bounds.high)}"
        )
    rows = [
        (
            each.name,
            f"{words.points(each.difference)} ({words.span(each.interval)}), "
            f"{words.many(each.n_questions, 'question')}",
        )
        for each in found.strata
    ]
    return [*lines, *_indented(rows)]


def _not_measured(review: Review) -> list[str]:
    arms = review.evidence.correctness.arms
    if not review.answered:
        return []
    rows = []
    for role in _ROLES:
        missing = {reason: n for reason, n in arms[role].not_measured.items() if n}
        said = ", ".join(
            f"{words.count(n)} {words.reason_words(reason)}{_logged_as(review, role, reason)}"
            for reason, n in missing.items()
        )
        asked = words.many(arms[role].n_answers, "answer")
        rows.append((review.info.arm(role), f"{said or 'none'}, of {asked}"))
    return list(table(rows))


def _logged_as(review: Review, role: Role, reason: str) -> str:
    values = unread.values(review, role) if reason == unread.REASON else ""
    return f" (logged as {values})" if values else ""


def _latency(review: Review) -> list[str]:
    rows = [("", "", "p50", "p95", "p99", "")]
    for role in _ROLES:
        arm = review.evidence.latency.arms[role]
        for state, pool in _pools(arm).items():
            name = "no cache" if state == CacheState.MISS and arm.no_cache else state
            if pool is not None and pool.n:
                said = [_seconds(each) for each in (pool.p50, pool.p95, pool.p99)]
                requests = words.many(pool.n, "request")
                rows.append((review.info.arm(role), name, said[0], said[1], said[2], requests))
        if arm.n_replays:
            replays = f"{words.many(arm.n_replays, 'request')}, left out"
            rows.append((review.info.arm(role), "replays", "", "", "", replays))
    order = [waits.order_line(review)] if review.source == REQUESTS else []
    return [*table(rows), *order] if len(rows) > 1 else []


def _pools(arm: ArmLatency) -> dict[str, Quantiles | None]:
    """All requests, then those of each cache state; of the hits the partial ones once more."""
    pools: dict[str, Quantiles | None] = {"all": arm.all}
    for state in CacheState:
        pools[str(state)] = arm.by_state.get(state)
        if state is CacheState.HIT:
            pools["hit, partial"] = arm.by_part.get(CachePart.PARTIAL)
    return pools


def _seconds(value: float | None) -> str:
    return "not measured" if value is None else words.seconds(value)


def _grader(review: Review) -> list[str]:
    grading = review.evidence.grading
    if not review.answered:
        return []
    if grading is None:
        return ["not calibrated: no human labels for this grading"]
    lines = [*_agreement(grading), *_corrected(grading)]
    rows = [
        (
            review.info.arm(role),
            f"{each.lenient} lenient, {each.strict} strict of "
            f"{words.many(each.n_labelled, 'labelled answer')}",
        )
        for role, each in grading.leniency.items()
    ]
    return [*lines, *_indented(rows)]


def _agreement(grading: Grading) -> list[str]:
    lines = [f"out of date: {grading.stale}"] if grading.stale else []
    people, grader = grading.labellers_agree, grading.grader_agrees
    if people is not None and people.people > 2:
        lines.append(f"any two people agree on {agreement.pairs(people)}")
    elif people is not None:
        on = words.share(people.agree, people.n, "labelled answers")
        lines.append(f"two people agree on {on}")
    if grader is not None:
        on = words.share(grader.agree, grader.n, "labelled answers")
        lines.append(f"the grader agrees with people on {on}")
    kappa = "undefined"
    if grading.kappa is not None:
        kappa = words.kappa(grading.kappa, grading.kappa_interval)
    return [*lines, f"kappa {kappa}"]


def _corrected(grading: Grading) -> list[str]:
    found = grading.corrected
    if found is None:
        return [f"corrected difference not measured: {calibration.none_corrected(grading)}"]
    pairs = words.many(found.n_pairs, "labelled question")
    low, high = words.signed(100 * found.low), words.signed(100 * found.high)
    if not found.decides:
        return [f"{pairs} are too few to correct with: {low} to {high} points"]
    return [f"corrected difference {words.points(found.estimate)} ({low} to {high}, {pairs})"]


def _rule(review: Review) -> list[str]:
    found = review.decision
    if found is None:
        return []
    rows = [
        (chip_words(status), name, message)
        for status, name, message in sentences.precondition_words(review)
    ]
    return [
        sentences.outcome_line(review),
        *table(rows),
        *_clauses(found, "switch_if"),
        *_clauses(found, "reject_if"),
        *sentences.notes(review),
    ]


def _undecided(review: Review) -> str:
    return sentences.no_record(review) or f"no decision here: {review.undecided}"


def _clauses(found: Decision, rule: str) -> tuple[str, ...]:
    rows = [tuple(plain(cell) for cell in row) for row in clauses.table(found, rule)]
    names = tuple(each.lower() for each in clauses.HEADER)
    return (rule.replace("_", " "), *_indented([names, *rows])) if rows else ()


def _indented(rows: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return table(rows, indent="  ")


def _licence(review: Review, *, licensed: bool) -> str:
    if licensed:
        return "the rule says switch"
    found = review.decision
    if found is not None and found.outcome == "switch":
        if found.post_hoc is None:
            return "only the record claims that it came first; --accept-claimed believes it"
        return "the rule says switch, but it was not agreed beforehand"
    return "the rule does not say switch"
