"""What does a price sheet say? YAML in, prices by model and terms by arm out."""

from collections.abc import Mapping
from math import isfinite
from pathlib import Path

import yaml

from lcexplore.decision.yaml_nodes import Document, Pair
from lcexplore.evidence.prices import ArmTerms, ModelPrices, PriceSheet

_SHEET = ("currency", "as_of", "source", "models", "arms")
_MODEL = (
    "input",
    "output",
    "cache_read",
    "cache_read_multiplier",
    "cache_write",
    "cache_write_multipliers",
    "cache_storage",
)
_ARM = ("model", "ttl", "per_query", "cached_tokens", "queries_per_hour")


def parse(text: str, *, file: Path | str = "price sheet") -> PriceSheet:
    """Read a sheet; raise ``RecordError`` with line and column for what is not understood.

    Prices are per million tokens. ``cache_write`` is one price or one for each time kept;
    ``cache_write_multipliers`` gives the same as multiples of ``input``.
    """
    return _Reader(Document(file=str(file), what="a price sheet")).sheet(text)


class _Reader:
    """Reads the keys of one sheet."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def sheet(self, text: str) -> PriceSheet:
        """Read every key."""
        root = self.document.compose(text)
        pairs = self._keys(root, _SHEET, "the price sheet")
        for key in ("currency", "models"):
            if key not in pairs:
                todo = f"add a `{key}:` line"
                raise self.document.error(root, wanted=f"the key {key}", found="none", todo=todo)
        models = self.document.mapping(pairs["models"][1], "models")
        arms = self.document.mapping(pairs["arms"][1], "arms") if "arms" in pairs else {}
        return PriceSheet(
            currency=self.document.scalar(pairs["currency"][1], "the currency"),
            models={name: self._model(value, name) for name, (_, value) in models.items()},
            arms={name: self._arm(value, name) for name, (_, value) in arms.items()},
            as_of=self._text(pairs, "as_of"),
            source=self._text(pairs, "source"),
        )

    def _keys(self, node: yaml.Node, known: tuple[str, ...], what: str) -> dict[str, Pair]:
        pairs = self.document.mapping(node, what)
        self.document.known(pairs, known, what)
        return pairs

    def _text(self, pairs: Mapping[str, Pair], key: str) -> str | None:
        return self.document.scalar(pairs[key][1], key) if key in pairs else None

    def _number(self, pairs: Mapping[str, Pair], key: str) -> float | None:
        return self._amount(pairs[key][1], key) if key in pairs else None

    def _amount(self, node: yaml.Node, what: str) -> float:
        text = self.document.scalar(node, what)
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not isfinite(value) or value < 0:
            todo = "write a plain number in the sheet's currency"
            raise self.document.error(
                node, wanted=f"{what}, 0 or more", found=repr(text), todo=todo
            )
        return value

    def _model(self, node: yaml.Node, name: str) -> ModelPrices:
        pairs = self._keys(node, _MODEL, f"model {name}")
        full = self._number(pairs, "input")
        read = self._number(pairs, "cache_read")
        if "cache_read_multiplier" in pairs:
            read = self._multiple(pairs, "cache_read_multiplier", full, read)
        return ModelPrices(
            input=full,
            output=self._number(pairs, "output"),
            cache_read=read,
            cache_write=self._writes(pairs, full),
            cache_storage=self._number(pairs, "cache_storage"),
        )

    def _multiple(
        self, pairs: Mapping[str, Pair], key: str, full: float | None, other: float | None
    ) -> float:
        if full is None or other is not None:
            found = "no price of input" if full is None else "a price as well"
            todo = "give one of the two, and the price of input"
            raise self.document.error(pairs[key][0], wanted=key, found=found, todo=todo)
        return full * self._amount(pairs[key][1], key)

    def _writes(self, pairs: Mapping[str, Pair], full: float | None) -> dict[str, float]:
        if "cache_write_multipliers" not in pairs:
            return self._by_time(pairs, "cache_write") if "cache_write" in pairs else {}
        key = "cache_write_multipliers"
        if full is None or "cache_write" in pairs:
            self._multiple(pairs, key, full, 0.0)
        by_time = self._by_time(pairs, key)
        return {kept: (full or 0.0) * multiple for kept, multiple in by_time.items()}

    def _by_time(self, pairs: Mapping[str, Pair], key: str) -> dict[str, float]:
        node = pairs[key][1]
        if isinstance(node, yaml.ScalarNode):
            return {"": self._amount(node, key)}
        listed = self.document.mapping(node, key)
        return {kept: self._amount(value, key) for kept, (_, value) in listed.items()}

    def _per_query(self, node: yaml.Node) -> dict[str, float]:
        """Costs by name; a bare 0 says, as ``{}`` does, that there are none."""
        if isinstance(node, yaml.ScalarNode) and node.value.strip() == "0":
            return {}
        listed = self.document.mapping(node, "per_query")
        return {part: self._amount(value, part) for part, (_, value) in listed.items()}

    def _arm(self, node: yaml.Node, name: str) -> ArmTerms:
        pairs = self._keys(node, _ARM, f"arm {name}")
        own = None
        if "per_query" in pairs:
            own = self._per_query(pairs["per_query"][1])
        return ArmTerms(
            model=self._text(pairs, "model"),
            ttl=self._text(pairs, "ttl"),
            per_query=own,
            cached_tokens=self._number(pairs, "cached_tokens"),
            queries_per_hour=self._number(pairs, "queries_per_hour"),
        )
