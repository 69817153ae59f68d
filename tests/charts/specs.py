"""Read a finished chart: its layers with their rows, its words, and what has no colour."""

import json
import re

import pytest

from lcexplore.charts import kept
from lcexplore.charts.theme import LIGHT

PALETTE = LIGHT
BLACK_BY_DEFAULT = {"rule", "text", "tick"}


def layers(chart):
    spec = chart.to_dict()
    named = spec.get("datasets", {})
    for layer in spec["layer"]:
        data = layer.get("data", spec.get("data", {}))
        yield layer, data.get("values", named.get(data.get("name"), []))


def of(chart, kind):
    return [(layer, rows) for layer, rows in layers(chart) if layer["mark"]["type"] == kind]


def words(chart):
    return [row["text"] for _, rows in of(chart, "text") for row in rows if "text" in row]


def at(chart, value, axis="x"):
    """Rules of one value that span the plot."""
    rows = [rows for _, rows in of(chart, "rule")]
    return [each for each in rows if len(each) == 1 and each[0].get(axis) == value]


def uncoloured(chart):
    """Marks that a dark page would show black on black."""
    return [
        layer["mark"]
        for layer, _ in layers(chart)
        if layer["mark"]["type"] in BLACK_BY_DEFAULT
        and "color" not in layer["mark"]
        and not {"color", "stroke"} & set(layer["encoding"])
    ]


def drawn(chart):
    """Marks that a browser draws; a line is one."""
    return sum(
        1 if layer["mark"]["type"] in {"line", "area"} else len(rows)
        for layer, rows in layers(chart)
    )


def sound(chart):
    """No mark black by default, few enough marks for SVG, a stated height."""
    assert uncoloured(chart) == []
    assert 0 < drawn(chart) < 2000
    assert chart.to_dict()["height"] >= 100
    return True


def words_at(chart, tables, **sliders):
    """Words, and numbers of the axes, as drawn where the page's sliders stand so.

    The drawing program has no page, and so no slider to read: it is told where one would stand.
    """
    converter = pytest.importorskip("vl_convert", reason="vl-convert is not installed")
    spec = json.loads(json.dumps(kept.spec(chart)))
    for each in spec["params"]:
        if each.pop("bind", None):
            each["value"] = sliders.get(each["name"])
    spec["datasets"] = {name: kept.table(rows).to_pylist() for name, rows in tables.items()}
    svg = converter.vegalite_to_svg(spec | {"width": 700}, "6.4").replace("\u00a0", " ")
    return re.findall(r"<(?:text|tspan)[^>]*>([^<]+)<", svg)
