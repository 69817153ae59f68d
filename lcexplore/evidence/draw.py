"""Which questions should people label, drawn so that anyone can show the draw to be random?

A question's place is the SHA-256 of seed and question: who knows the seed can repeat the draw in
any language, and nobody can steer it by the results.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import floor
from typing import TypeVar

from lcexplore.errors import UsageError
from lcexplore.words import many

T = TypeVar("T")

DEFAULT_SIZE = 50  # the fewest labelled pairs that a decision may rest on
NO_STRATUM = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameQuestion:
    """A question that can be drawn: both arms answered it, and the grader judged both.

    Attributes:
        question: Its name.
        stratum: Its kind, empty where the log names none.
        epochs: Repetitions that both arms answered.
        difference: The grader's difference on it, candidate minus baseline; None ungraded.
    """

    question: str
    stratum: str
    epochs: tuple[int, ...]
    difference: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnStratum:
    """How many questions of one kind there were, and how many were drawn.

    Attributes:
        name: The kind of question.
        n_frame: Questions that could be drawn.
        n_drawn: Questions drawn.
        weight: Questions that one drawn question stands for, relative to the whole draw; None
            where the allocation is proportional, so that all count alike.
    """

    name: str
    n_frame: int
    n_drawn: int
    weight: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnQuestion:
    """One drawn question and the epoch of it that is to be labelled, in both arms."""

    question: str
    epoch: int
    stratum: str
    weight: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A stratified random sample of questions, in the order of the draw."""

    seed: int
    strata: tuple[DrawnStratum, ...]
    questions: tuple[DrawnQuestion, ...]

    @property
    def weighted(self) -> bool:
        """Whether the strata were drawn in other shares than they have among the questions."""
        return any(each.weight is not None for each in self.strata)


def draw(
    frame: Iterable[FrameQuestion],
    *,
    seed: int,
    size: int = DEFAULT_SIZE,
    chosen: Mapping[str, int] | None = None,
) -> Sample:
    """Draw questions at random within every stratum.

    Args:
        frame: Questions that can be drawn.
        seed: Any whole number; the same one repeats the draw.
        size: Questions wanted, spread over the strata in proportion.
        chosen: Questions wanted of each stratum instead; then every question gets a weight.
    """
    by_stratum: dict[str, list[FrameQuestion]] = defaultdict(list)
    for each in frame:
        by_stratum[each.stratum].append(each)
    sizes = {name: len(by_stratum[name]) for name in sorted(by_stratum)}
    wanted = proportional(sizes, size) if chosen is None else _checked(sizes, chosen)
    strata = _strata(sizes, wanted, weighted=chosen is not None)
    questions = [
        _drawn(each, stratum, seed)
        for stratum in strata
        for each in shuffled(by_stratum[stratum.name], seed, key=_name)[: stratum.n_drawn]
    ]
    return Sample(
        seed=seed,
        strata=strata,
        questions=tuple(shuffled(questions, seed, key=lambda each: each.question)),
    )


def proportional(sizes: Mapping[str, int], size: int) -> dict[str, int]:
    """Spread a sample over strata by their sizes, largest remainders first."""
    total = sum(sizes.values())
    if not 1 <= size <= total:
        raise UsageError(
            f"wanted a size between 1 and {total}; found {size}; {many(total, 'question')} can be "
            "drawn: with an answer and a verdict in both arms"
        )
    exact = {name: size * n / total for name, n in sizes.items()}
    wanted = {name: floor(share + 1e-9) for name, share in exact.items()}
    rest = sorted(sizes, key=lambda name: (wanted[name] - exact[name], name))
    for name in rest[: size - sum(wanted.values())]:
        wanted[name] += 1
    return wanted


def shuffled(things: Iterable[T], *salt: object, key: Callable[[T], str]) -> list[T]:
    """Put things into an order that only the salt decides."""
    prefix = ":".join(map(str, salt))
    return sorted(things, key=lambda each: sha256(f"{prefix}:{key(each)}".encode()).digest())


def _checked(sizes: Mapping[str, int], chosen: Mapping[str, int]) -> dict[str, int]:
    for name, wanted in chosen.items():
        if name not in sizes:
            known = ", ".join(repr(each) for each in sizes)
            raise UsageError(f"no question is of the kind {name!r}; there are {known}")
        if not 0 <= wanted <= sizes[name]:
            raise UsageError(f"wanted 0 to {sizes[name]} questions of {name!r}; found {wanted}")
    left_out = [name for name in sizes if not chosen.get(name)]
    if left_out:
        raise UsageError(
            f"no question of the kind {left_out[0]!r} would be drawn, so nothing could be said "
            "of all questions; draw at least one of each kind"
        )
    return dict(chosen)


def _strata(
    sizes: Mapping[str, int], wanted: Mapping[str, int], *, weighted: bool
) -> tuple[DrawnStratum, ...]:
    scale = sum(wanted.values()) / sum(sizes.values())
    return tuple(
        DrawnStratum(
            name=name,
            n_frame=n,
            n_drawn=wanted[name],
            weight=scale * n / wanted[name] if weighted else None,
        )
        for name, n in sizes.items()
    )


def _drawn(each: FrameQuestion, stratum: DrawnStratum, seed: int) -> DrawnQuestion:
    epoch = shuffled(each.epochs, seed, each.question, key=str)[0]
    return DrawnQuestion(
        question=each.question, epoch=epoch, stratum=stratum.name, weight=stratum.weight
    )


def _name(each: FrameQuestion) -> str:
    return each.question
