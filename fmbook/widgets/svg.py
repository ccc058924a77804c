"""A picture as SVG text: for pages without a kernel, for print, for tests.

The same picture always gives the same text: numbers are rounded to a tenth of a pixel,
and nothing is named by chance.
"""

import re
from collections.abc import Iterable
from html import escape

from fmbook.widgets.shapes import Circles, Ink, Lettering, Lines, Path, Picture, Polygons, Shape, Texts

__all__ = ["to_svg"]

_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_svg(picture: Picture) -> str:
    r"""The picture as one ``<svg>`` element that scales with its page and says its title.

    >>> to_svg(Picture(20, 10, "Nothing", ()))[-29:]
    '<title>Nothing</title>\n</svg>'
    """
    title = _text(picture.title)
    width, height = picture.width, picture.height
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{title}" '
        f'style="max-width:100%;height:auto">'
    )
    return "\n".join([opening, f"<title>{title}</title>", *map(_element, picture.shapes), "</svg>"])


def _element(shape: Shape) -> str:
    name = f'class="{_text(shape.name)}"'
    match shape:
        case Polygons():
            return f'<path {name} d="{"".join(_path(ring) + "Z" for ring in shape.rings)}"{_ink(shape.ink)}/>'
        case Lines():
            return f'<path {name} d="{"".join(map(_path, shape.paths))}"{_ink(shape.ink)}/>'
        case Circles():
            if not shape.ink.stroke:  # a dot is a line of no length with round ends: a fifth of the text
                dots = Ink(stroke=shape.ink.fill, width=2 * shape.radius, alpha=shape.ink.alpha)
                middles = "".join(f"M{_number(x)} {_number(y)}h0" for x, y in shape.centres)
                return f'<path {name} d="{middles}"{_ink(dots)}/>'
            return f'<path {name} d="{"".join(_circles(shape))}"{_ink(shape.ink)}/>'
        case Texts():
            words = "".join(
                f'<text x="{_number(x)}" y="{_number(y)}">{_text(word)}</text>' for word, (x, y) in shape.words
            )
            return f"<g {name}{_lettering(shape.lettering)}>{words}</g>"


def _circles(shape: Circles) -> Iterable[str]:
    r, across = _number(shape.radius), _number(2 * shape.radius)
    for x, y in shape.centres:
        yield f"M{_number(x - shape.radius)} {_number(y)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0Z"


def _path(points: Path) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)


def _ink(ink: Ink) -> str:
    parts = [f' fill="{ink.fill or "none"}"']
    if ink.stroke:
        ends = ("butt", "miter") if ink.square else ("round", "round")
        parts.append(f' stroke="{ink.stroke}" stroke-width="{_number(ink.width)}"')
        parts.append(f' stroke-linecap="{ends[0]}" stroke-linejoin="{ends[1]}"')
        if ink.dash:
            parts.append(f' stroke-dasharray="{" ".join(map(_number, ink.dash))}"')
    if ink.alpha != 1:
        parts.append(f' opacity="{ink.alpha:g}"')
    return "".join(parts)


def _lettering(style: Lettering) -> str:
    family = escape(style.family)
    parts = [
        f' font-family="{family}" font-size="{style.size:g}" font-weight="{style.weight}"',
        f' fill="{style.fill}"',
        f' text-anchor="{"middle" if style.centred else "start"}" dominant-baseline="central"',
    ]
    if style.italic:
        parts.append(' font-style="italic"')
    if style.halo:
        parts.append(f' stroke="{style.halo}" stroke-width="{_number(style.halo_width)}"')
        parts.append(' stroke-linejoin="round" paint-order="stroke"')
    return "".join(parts)


def _number(value: float) -> str:
    return f"{round(value, 1) + 0.0:g}"  # adding nothing turns -0 into 0


def _text(words: str) -> str:
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", words))
