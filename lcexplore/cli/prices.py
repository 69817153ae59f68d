"""The command that puts a price sheet in force."""

import argparse
from pathlib import Path

from lcexplore.cli.answer import Answer, table
from lcexplore.errors import LcexploreError, UsageError
from lcexplore.model import Role
from lcexplore.report.plain import plain
from lcexplore.report.review import Review
from lcexplore.store import Store


def prices(arguments: argparse.Namespace) -> Answer:
    """Store a price sheet, and say what it makes of the arms where they are known."""
    from lcexplore import ingest

    path = Path(arguments.file)
    if not path.is_file():
        raise UsageError(f"{path}: wanted a file; found none; check the path")
    store = Store(arguments.store)
    stored, sheet = ingest.set_prices(store, path, comparison=arguments.comparison)
    data = {
        "comparison": arguments.comparison,
        "sha256": stored.sha256,
        "stored_at": stored.stored_at,
        "currency": sheet.currency,
        "models": list(sheet.models),
        "notes": ingest.price_notes(store, sheet, comparison=arguments.comparison),
    }
    lines = [f"price sheet for {arguments.comparison}: {', '.join(sheet.models)}"]
    lines += [f"  note: {each}" for each in data["notes"]]
    seen = _review(store, arguments.comparison)
    if seen is not None:
        data["arms"] = {seen.info.arm(role): _cost(seen, role) for role in seen.roles}
        data["source"] = seen.source
        lines += _said(seen)
    return Answer(data=plain(data), lines=tuple(lines))


def _review(store: Store, comparison: str) -> Review | None:
    """The comparison as it now reads, be it one arm's; None where its logs are not in yet.

    Where only a request log is stored, its requests are what there is to price.
    """
    from lcexplore.report import lone, review, source

    for read in (review.review, lone.lone):
        try:
            seen = read(store, comparison)
        except LcexploreError:
            continue
        return source.on(seen, source.usual(seen))
    return None


def _cost(review: Review, role: Role) -> dict[str, object]:
    cost = review.evidence.cost[role]
    return {
        "cost_per_1k_queries": cost.cost_per_1k,
        "basis": cost.basis,
        "parts": cost.parts,
        "n": cost.n_priced,
        "reason": cost.cost_reason,
    }


def _said(review: Review) -> list[str]:
    from lcexplore.report import source
    from lcexplore.report.sentences import cells, cost

    notes = [line for line in (cost.basis(review), cost.own_cost_missing(review)) if line]
    rows = [tuple(cells.plain(cell) for cell in each) for each in (cost.HEADER, *cost.rows(review))]
    whose = [said] if (said := source.sentence(review)) else []
    return [*table(rows, indent="  "), *notes, *whose]
