"""What does the rule say, line by line, and does every line make sense?"""

from collections.abc import Iterator

import yaml

from lcexplore.decision.bars import BarProblem, read_bar
from lcexplore.decision.quantities import (
    BY_EXAMPLE,
    INTERVAL_ENDS,
    Form,
    Kind,
    Quantity,
    look_up,
    suggestion,
)
from lcexplore.decision.rule import Bar, Clause
from lcexplore.decision.yaml_nodes import Document, Pair

_RULES = ("switch_if", "reject_if", "otherwise")
_OTHERWISE = "iterate"
_TURNED = {">": "<", "<": ">"}


def read_rule(
    document: Document, node: yaml.Node, *, baseline: str | None, candidate: str | None
) -> tuple[str, tuple[Clause, ...]]:
    """Read the rule.

    Args:
        document: The file it stands in.
        node: Value of ``decision_rule``.
        baseline: Arm that the record declares, or None.
        candidate: Arm that the record declares, or None.

    Returns:
        The ``otherwise`` line and every clause, ``switch_if`` first.
    """
    rules = document.mapping(node, "decision_rule")
    document.known(rules, _RULES, "decision_rule")
    clauses = []
    for rule in ("switch_if", "reject_if"):
        for key, value in _lines(document, rules[rule][1], rule) if rule in rules else ():
            clause = _clause(document, key, value, rule)
            _check_arm(document, value, clause.bar, baseline, candidate)
            clauses.append(clause)
    if not any(clause.rule == "switch_if" for clause in clauses):
        at = rules["switch_if"][1] if "switch_if" in rules else node
        wanted, todo = "at least one switch_if clause", 'write `- quantity: ">= bar"`'
        raise document.error(at, wanted=wanted, found="none", todo=todo)
    if "otherwise" not in rules:
        return _OTHERWISE, tuple(clauses)
    return document.scalar(rules["otherwise"][1], "otherwise"), tuple(clauses)


def _lines(document: Document, node: yaml.Node, rule: str) -> Iterator[Pair]:
    if isinstance(node, yaml.MappingNode):
        yield from document.mapping(node, rule).values()
        return
    for item in document.items(node, f"{rule} clauses"):
        pairs = document.mapping(item, f"a {rule} clause")
        if len(pairs) != 1:
            wanted, found = "one quantity for each dash", f"{len(pairs)} of them"
            todo = "start each clause with its own dash"
            raise document.error(item, wanted=wanted, found=found, todo=todo)
        yield from pairs.values()


def _clause(document: Document, key: yaml.ScalarNode, value: yaml.Node, rule: str) -> Clause:
    quantity = _quantity(document, key)
    text = document.scalar(value, f"the bar of {key.value}")
    try:
        operator, bar = read_bar(text, quantity)
    except BarProblem as problem:
        raise document.error(
            value, wanted=problem.wanted, found=problem.found, todo=problem.todo
        ) from None
    clause = Clause(
        quantity=key.value, operator=operator, bar=bar, rule=rule, line=key.start_mark.line + 1
    )
    _check_direction(document, value, clause, quantity)
    return clause


def _quantity(document: Document, key: yaml.ScalarNode) -> Quantity:
    quantity = look_up(key.value)
    if quantity:
        return quantity
    near = suggestion(key.value)
    todo = f"did you mean {near}?" if near else "write a measurement as lower_case_words"
    if key.value.endswith(INTERVAL_ENDS):
        todo = "only quantities with an interval have ends" + (f": {near}?" if near else "")
    wanted = f"a known quantity ({', '.join(BY_EXAMPLE)}), or a measurement by another name"
    raise document.error(key, wanted=wanted, found=repr(key.value[:60]), todo=todo)


def _check_direction(
    document: Document, value: yaml.Node, clause: Clause, quantity: Quantity
) -> None:
    """Refuse a bar that a worse candidate would pass: failing more would help it to a switch."""
    favours = quantity.favours
    if favours is None:
        return
    switch = clause.rule == "switch_if"
    wanted = favours if switch else _TURNED[favours]
    if not clause.operator.startswith(wanted):
        more = "more" if favours == "<" else "less"
        todo = f"turn the operator round: {more} of it never favours a switch"
        wanted = f"{wanted} or {wanted}= for {clause.quantity} in {clause.rule}"
        raise document.error(value, wanted=wanted, found=clause.operator, todo=todo)
    if switch and quantity.kind is Kind.CORRECTNESS and quantity.form is Form.UPPER:
        wanted = "the lower end of the interval in switch_if"
        todo = "write correctness_delta_lower_ci: a high upper end only says that little is known"
        raise document.error(value, wanted=wanted, found=clause.quantity, todo=todo)


def _check_arm(
    document: Document, value: yaml.Node, bar: Bar, baseline: str | None, candidate: str | None
) -> None:
    """A multiple is of the baseline: a bare quantity already is the candidate's."""
    if bar.arm is None or baseline is None or bar.arm in (baseline, "baseline"):
        return
    found = f"{bar.arm!r}, the candidate itself" if bar.arm == candidate else repr(bar.arm[:60])
    todo = f"write x {baseline}"
    raise document.error(value, wanted="a multiple of the baseline", found=found, todo=todo)
