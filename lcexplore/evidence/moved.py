"""Which inputs moved with the arm, and which figures does that confound?

What differs between the arms besides the design adds an offset that more questions only estimate
more precisely. An input recorded for one arm only may have moved: it counts as not recorded.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from lcexplore.evidence import model_changes
from lcexplore.evidence.inputs import Inputs
from lcexplore.evidence.known_inputs import EXPECTED, as_words, asked, confounded_by, taken_for
from lcexplore.evidence.manifests import Values, manifest_values, recorded
from lcexplore.evidence.served import SAME_MIXTURE, Served, served
from lcexplore.model import ComparisonInfo, Finding, Role, Severity

_QUALITY = ("correctness",)
_SHOWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class InputRow:
    """One input, as both arms recorded it.

    Attributes:
        name: Field of the manifest.
        baseline: As text, or None when not recorded.
        candidate: As text, or None when not recorded.
        verdict: ``moved``, ``not_recorded`` or ``same``.
        confounds: Quantities it would confound when it moved; empty for a design field.
    """

    name: str
    baseline: str | None
    candidate: str | None
    verdict: str
    confounds: tuple[str, ...]


def compare(inputs: Inputs, info: ComparisonInfo) -> tuple[InputRow, ...]:
    """Put every recorded or expected input of both arms side by side."""
    values = recorded(inputs, info)
    baseline, candidate = (values[role].keys() for role in Role)
    others = sorted((baseline | candidate) - EXPECTED.keys())
    models = mixtures(inputs, info)
    return tuple(
        _row(
            name,
            {role: values[role].get(name, {}) for role in Role},
            models,
            confounds=confounded_by(taken_for(name, baseline & candidate)),
        )
        for name in (*EXPECTED, *others)
    )


def mixtures(inputs: Inputs, info: ComparisonInfo) -> Served | None:
    """How the models that answered compare; None where no answer names one."""
    told = manifest_values(inputs, info)
    return served(inputs, {role: frozenset(told[role].get("model", {}).values()) for role in Role})


def findings(
    rows: tuple[InputRow, ...], inputs: Inputs, info: ComparisonInfo
) -> tuple[Finding, ...]:
    """Say what moved, what changed during the run, and what nobody recorded."""
    moved = [_moved(row, info) for row in rows if row.verdict == "moved"]
    missing = [row.name for row in rows if row.verdict == "not_recorded"]
    found = [*moved, *_during_the_run(rows, inputs, info), *_one_design(rows)]
    if missing:
        found.append(_note("inputs_not_recorded", _missing_message(missing)))
    return tuple(found)


def none_moved(rows: tuple[InputRow, ...]) -> str:
    """Say that no recorded input moved, and how much nobody recorded and so nobody knows."""
    missing = [row.name for row in rows if row.verdict == "not_recorded"]
    said = "No recorded input moved with the arm"
    if not missing:
        return f"{said}."
    if missing == ["model"]:
        return f"{said}; the model was not recorded for both arms."
    among = ", the model among them" if "model" in missing else ""
    return f"{said}; {_so_many(missing)} not recorded for both arms{among}."


def _row(
    name: str,
    values: Mapping[Role, Values],
    models: Served | None,
    *,
    confounds: tuple[str, ...],
) -> InputRow:
    baseline, candidate = values[Role.BASELINE], values[Role.CANDIDATE]
    verdict = "same" if baseline.keys() == candidate.keys() else "moved"
    if name == "model" and models is not None:
        silent = "not_recorded" if models.silent > SAME_MIXTURE else "same"
        verdict = "moved" if models.moved else silent
    return InputRow(
        name=name,
        baseline=_shown(baseline),
        candidate=_shown(candidate),
        verdict=verdict if baseline and candidate else "not_recorded",
        confounds=confounds,
    )


def _shown(values: Values) -> str | None:
    joined = ", ".join(sorted(values.values()))
    return (joined if len(joined) <= _SHOWN else f"{joined[:_SHOWN]}…") or None


def _moved(row: InputRow, info: ComparisonInfo) -> Finding:
    baseline, candidate = (_brief(each or "") for each in (row.baseline, row.candidate))
    told = f"{info.baseline} had {baseline}, {info.candidate} {candidate}"
    if not row.confounds:
        message = f"The {asked(row.name)} differs, as a design may: {told}."
        return _note(f"{row.name}_differs", message)
    return Finding(
        id=f"{row.name}_moved",
        severity=Severity.CONFOUND,
        message=f"The {asked(row.name)} moved with the arm: {told}.",
        touches=row.confounds,
    )


def _brief(text: str) -> str:
    """A digest by its beginning."""
    digest = len(text) >= 32 and all(each in "0123456789abcdef" for each in text)
    return f"{text[:12]}…" if digest else text


def _during_the_run(
    rows: tuple[InputRow, ...], inputs: Inputs, info: ComparisonInfo
) -> list[Finding]:
    """Inputs with several values, the same ones in both arms; gradings may well be several.

    Of models, a few answers may be by one that answered in one arm only.
    """
    values = recorded(inputs, info)
    models = {role: values[role].get("model", {}) for role in Role}
    several = {
        name
        for of_arm in values.values()
        for name, each in of_arm.items()
        if len(each) > 1 and confounded_by(name) not in ((), _QUALITY)
    }
    return [
        _note(
            f"{row.name}_changed",
            model_changes.told(inputs, info, models)
            if row.name == "model"
            else f"The {as_words(row.name)} changed during the run, in both arms alike: "
            f"{row.baseline}.",
        )
        for row in rows
        if row.verdict == "same" and row.name in several
    ]


def _one_design(rows: tuple[InputRow, ...]) -> list[Finding]:
    """Nothing recorded tells the designs apart: perhaps one file was imported as both arms."""
    design = [row for row in rows if not row.confounds and row.verdict != "not_recorded"]
    if not design or any(row.verdict == "moved" for row in rows):
        return []
    names = ", ".join(as_words(row.name) for row in design)
    message = f"The arms recorded the same {names}: nothing recorded tells the designs apart."
    return [_note("designs_not_told_apart", message)]


def _missing_message(missing: list[str]) -> str:
    names = ", ".join(as_words(each) for each in missing)
    return f"{_so_many(missing)} not recorded for both arms: {names}."


def _so_many(missing: list[str]) -> str:
    return "1 input was" if len(missing) == 1 else f"{len(missing)} inputs were"


def _note(name: str, message: str) -> Finding:
    return Finding(id=name, severity=Severity.NOTE, message=message)
