"""How does a chart become a drawing that stands in a file: marks and words, and nothing else?

Vega's drawing is read and written anew, element by element: what is not known here never gets in,
and every word that came from a log is escaped once more.
"""

import re
from collections.abc import Iterator, Mapping
from html import escape
from xml.etree import ElementTree as Tree

from lcexplore.charts.kept import spec
from lcexplore.charts.theme import AnyChart
from lcexplore.words import shown

FONT = "Liberation Sans, Arial, Helvetica, sans-serif"  # the drawing program brings the first
NAMESPACE = "http://www.w3.org/2000/svg"
_TAGS = re.compile("g|path|line|rect|circle|text|tspan|defs|clipPath|linearGradient|stop")
_ATTRIBUTES = re.compile(
    "id|[xy][12]?|[cd][xy]|r[xy]?|d|width|height|transform|offset|display|gradientUnits|clip-path|"
    "opacity|fill|fill-opacity|stroke|stroke-[a-z]+|stop-(?:color|opacity)|"
    "font-(?:size|weight|style)|text-anchor"
)
_LONG = re.compile(r"-?\d+\.\d{3,}(?:e-?\d+)?")
_REFERENCE = re.compile(r"url\(#([\w-]+)\)")


def drawn(chart: AnyChart, *, width: int, name: str, alt: str) -> str:
    """Draw a chart as SVG whose bytes depend on the chart alone.

    Args:
        chart: A finished chart.
        width: Pixels, axis names included.
        name: What its inner references begin with, unique in the file it stands in.
        alt: The same in words, for those who do not see it.
    """
    import vl_convert

    given = spec(chart)
    wanted = {
        **given,
        "width": width,
        "autosize": {"type": "fit", "contains": "padding"},
        "config": {**given["config"], "font": FONT},
    }
    written = vl_convert.vegalite_to_svg(wanted, allowed_base_urls=[])
    return _anew(Tree.fromstring(written), name=name, alt=shown(alt))


def _anew(root: Tree.Element, *, name: str, alt: str) -> str:
    ids = (each.get("id") for each in root.iter())
    names = {old: f"{name}-{place}" for place, old in enumerate(filter(None, ids))}
    wide, high = root.get("width", ""), root.get("height", "")
    inside = "".join(_written(each, names) for each in root)
    return (
        f'<svg xmlns="{NAMESPACE}" role="img" aria-label="{escape(alt)}" width="{escape(wide)}" '
        f'height="{escape(high)}" viewBox="0 0 {escape(wide)} {escape(high)}" '
        f'font-family="{FONT}">{inside}</svg>'
    )


def _written(element: Tree.Element, names: Mapping[str, str]) -> str:
    tag = element.tag.removeprefix(f"{{{NAMESPACE}}}")
    if not _TAGS.fullmatch(tag):
        raise ValueError(f"a chart is drawn with <{tag}>, which the report does not know")
    if element.get("display") == "none":
        return ""
    inside = escape(element.text or "") if tag in {"text", "tspan"} else ""
    inside += "".join(_written(each, names) for each in element)
    attributes = "".join(f' {key}="{escape(value)}"' for key, value in _kept(element, names))
    return f"<{tag}{attributes}>{inside}</{tag}>" if inside else f"<{tag}{attributes}/>"


def _kept(element: Tree.Element, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for key, value in element.attrib.items():
        if not _ATTRIBUTES.fullmatch(key):
            continue
        if key == "id":
            yield key, names[value]
        elif found := _REFERENCE.fullmatch(value):
            yield key, f"url(#{names[found[1]]})"
        elif "url" not in value:
            yield key, _LONG.sub(_short, value)


def _short(number: re.Match[str]) -> str:
    """Hundredths of a pixel are more than anybody sees, and the same on every machine."""
    return f"{round(float(number[0]), 2):g}"
