"""The four numbers ask for what the candidate costs, never for what it costs as much or less."""

from dataclasses import replace

import pytest

from lcexplore.model import Role
from lcexplore.report.sentences import trade
from lcexplore.words import NBSP
from tests.ui import reviews

B, C = Role.BASELINE, Role.CANDIDATE


@pytest.fixture(scope="module")
def v3():
    return reviews.v3()


def asked(review, *, difference, wait, tokens):
    """The question at a difference and at the candidate's ratios to the baseline."""
    found = review.evidence
    arms, cost = found.latency.arms, found.cost
    p95, mean = arms[B].all.p95, cost[B].effective_mean
    shown = replace(arms[C], all=replace(arms[C].all, p95=p95 * wait))
    spent = replace(cost[C], effective_mean=mean * tokens)
    evidence = replace(
        found,
        correctness=replace(found.correctness, difference=difference),
        latency=replace(found.latency, arms={B: arms[B], C: shown}),
        cost={B: cost[B], C: spent},
    )
    said = trade.the_question(replace(review, evidence=evidence)).replace(NBSP, " ")
    question, rule = said.rsplit(" A rule ", 1)
    assert rule == (
        "was agreed to answer it." if question.endswith("?") else "says what was agreed."
    )
    return question


@pytest.mark.parametrize(
    ("difference", "wait", "tokens", "question"),
    [
        (0.031, 4, 6.9, "The question these put: are 3.1 points worth four times the wait and "
         "nearly seven times the tokens?"),
        (0.031, 1.02, 2, "The question these put: are 3.1 points worth two times the tokens, with "
         "the same wait?"),
        (0.031, 0.97, 1.04, "These put no price on 3.1 points: the same wait and the same tokens."),
        (0.031, 0.5, 0.5, "These put no price on 3.1 points: 0.5 times the wait and 0.5 times the "
         "tokens."),
        (-0.054, 0.5, 1, "The question these put: is 0.5 times the wait and the same tokens worth "
         "5.4 points fewer correct answers?"),
        (-0.054, 4, 1.0, "No measured gain: long-context has 5.4 points fewer correct answers, "
         "the same tokens and four times the wait."),
        (0.0, 2, 1, "The question these put: are as many correct answers worth two times the wait, "
         "with the same tokens?"),
    ],
)  # fmt: skip
def test_only_what_costs_is_asked_for(v3, difference, wait, tokens, question):
    assert asked(v3, difference=difference, wait=wait, tokens=tokens) == question
