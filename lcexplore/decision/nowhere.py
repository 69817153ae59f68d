"""Which names of a record or a price sheet are nowhere: no arm, no model, no time is called so?

A record and a sheet may come before the logs, so these are notes and never errors.
"""

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches

from lcexplore.decision.rule import DecisionRecord
from lcexplore.evidence.prices import ArmTerms, PriceSheet

_ROLES = ("baseline", "candidate")
SHOWN = 10


def in_record(record: DecisionRecord, arms: Collection[str]) -> tuple[str, ...]:
    """Name the arms of a record that a comparison does not hold; nothing where it holds none.

    Args:
        record: The rule.
        arms: Arms whose logs are in.
    """
    if not arms:
        return ()
    said = []
    for role, name in zip(_ROLES, (record.baseline, record.candidate), strict=True):
        if name is not None and name not in arms:
            said.append(
                f"No log is of the {role} {name!r}: {_closest(name, arms)} "
                "Until one is, nothing can be decided."
            )
    for clause in record.clauses:
        name = clause.bar.arm
        if name not in (None, "baseline", record.baseline, *arms):
            said.append(
                f"Line {clause.line}: a multiple of {name!r} is read as one of the baseline, and "
                f"no arm is called so: {_closest(str(name), arms)}"
            )
    return tuple(said)


def in_sheet(sheet: PriceSheet, models: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    """Name what a price sheet speaks of and the logs do not.

    Args:
        sheet: The prices.
        models: By arm whose log is in, the models that its rows name.
    """
    return (*_arms(sheet, models), *_models(sheet, models), *_terms(sheet, models))


def _arms(sheet: PriceSheet, models: Mapping[str, Collection[str]]) -> Iterator[str]:
    for name in sheet.arms if models else ():
        if name not in models:
            yield f"no log is of the sheet's arm {name!r}: {_held('arm', models)}" + _near(
                name, models
            )


def _models(sheet: PriceSheet, models: Mapping[str, Collection[str]]) -> Iterator[str]:
    """Models that no row names, and that the sheet itself gives to no arm."""
    logged = dict.fromkeys(name for each in models.values() for name in each)
    given = {each.model for each in sheet.arms.values()}
    unused = [name for name in sheet.models if name not in logged and name not in given]
    if not models or not unused:
        return
    near = _near(unused[0], logged) if len(unused) == 1 else ""
    yield f"no row names the sheet's {_listed('model', unused)}: {_held('model', logged)}{near}"


def _terms(sheet: PriceSheet, models: Mapping[str, Collection[str]]) -> Iterator[str]:
    for arm, terms in sheet.arms.items():
        if terms.model is not None and terms.model not in sheet.models:
            yield (
                f"model {terms.model!r} of arm {arm!r} has no prices in the sheet: it has "
                f"{_listed('model', sheet.models)}{_near(terms.model, sheet.models)}"
            )
        if terms.ttl is not None:
            yield from _ttl(sheet, arm, terms, models.get(arm, ()))


def _ttl(sheet: PriceSheet, arm: str, terms: ArmTerms, logged: Collection[str]) -> Iterator[str]:
    """A time kept that the models of the arm, or where they are not known any, have no price of."""
    own = [*logged] or ([] if terms.model is None else [terms.model])
    asked = [name for name in own if name in sheet.models] or ([] if own else [*sheet.models])
    times = dict.fromkeys(time for name in asked for time in sheet.models[name].cache_write)
    if not asked or terms.ttl in times:
        return
    named = [time for time in times if time]
    have = f"{_listed('time', named)}" if named else "one price for all times" if times else "none"
    near = _near(str(terms.ttl), named)
    yield (
        f"ttl {terms.ttl!r} of arm {arm!r} has no price of cache writes: for "
        f"{_listed('model', asked)} the sheet gives {have}{near}"
    )


def _closest(name: str, arms: Collection[str]) -> str:
    """The arms there are, and the one that was probably meant, to the end of the sentence."""
    said = f"{_held('arm', arms)}{_near(name, arms)}"
    return said if said.endswith("?") else f"{said}."


def _held(what: str, names: Collection[str]) -> str:
    return f"the logs name {_listed(what, names) if names else f'no {what}'}"


def _listed(what: str, names: Collection[str]) -> str:
    shown = ", ".join(map(repr, list(names)[:SHOWN]))
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"{what}{'' if len(names) == 1 else 's'} {shown}{more}"


def _near(name: str, known: Collection[str]) -> str:
    found = get_close_matches(name, list(known), n=1)
    return f"; did you mean {found[0]!r}?" if found else ""
