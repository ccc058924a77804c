"""A picture as SVG text: for pages without a kernel, for print, for tests.

The same picture always gives the same text: numbers are rounded to a tenth of a pixel, and nothing is named by
chance. A line is its start and the steps from there, so that lines of one form read alike; a long form that comes
again and again, such as a file of hexes, is written once and used from there on. Its name is made from the form, so
that two pictures on a page cannot quarrel about it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from typing import Final, NamedTuple
from zlib import crc32

from fmbook.core.language import told
from fmbook.widgets.drawing.shapes import Circles, Ink, Lettering, Lines, Path, Picture, Point, Polygons, Shape, Texts

__all__ = ["to_svg"]

OFTEN: Final = 3  # times that a form comes before it is worth a name
LONG: Final = 90  # letters
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_svg(picture: Picture) -> str:
    r"""The picture as one ``<svg>`` element that scales with its page and says its title.

    >>> to_svg(Picture(20, 10, "Nothing", ()))[-29:]
    '<title>Nothing</title>\n</svg>'
    """
    title = _text(picture.title)
    width, height = picture.width, picture.height
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    family = _usual_family(picture)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{title}" fill="none" '
        f'stroke-linecap="round" stroke-linejoin="round" text-anchor="middle" dominant-baseline="central"'
        f'{_family(family)} style="max-width:100%;height:auto">'
    )
    return "\n".join([opening, f"<title>{title}</title>", *_elements(picture.shapes, family), "</svg>"])


def _usual_family(picture: Picture) -> str:
    """The letters that most words are in are named once for all."""
    families = [shape.lettering.family for shape in picture.shapes if isinstance(shape, Texts)]
    return Counter(families).most_common(1)[0][0] if families else ""


def _family(family: str) -> str:
    return f' font-family="{escape(family)}"' if family else ""


def _elements(shapes: Sequence[Shape], family: str) -> Iterator[str]:
    """One element a shape; lines that are drawn twice, as a road and its edge, are written once."""
    forms = [() if isinstance(shape, Texts | Circles) else tuple(_forms(shape)) for shape in shapes]
    holes = [() if isinstance(shape, Texts | Circles) else tuple(map(_ring, shape.within)) for shape in shapes]
    times = Counter(forms) + Counter(holes)
    known: set[str] = set()
    for shape, lines, hole in zip(shapes, forms, holes, strict=True):
        name = f'class="{_text(shape.name)}"'
        if hole:
            yield from _clip(hole, known)
            name += f' clip-path="url(#c{_id(_joined(hole))})"'
        match shape:
            case Texts():
                yield _texts(name, shape, family)
            case Circles():
                yield _circles(name, shape)
            case Polygons(ink=ink) | Lines(ink=ink):
                ink = ink if isinstance(shape, Polygons) else replace(ink, fill="")
                twice = times[lines] > 1 and sum(len(line.steps) for line in lines) > LONG
                yield _shared(name, lines, ink, known) if twice else _paths(name, lines, ink, known)


def _texts(name: str, shape: Texts, family: str) -> str:
    words = "".join(f"<text{_at(at, shape.lettering.turn)}>{_text(told(word))}</text>" for word, at in shape.words)
    return f"<g {name}{_lettering(shape.lettering, family)}>{words}</g>"


def _at(point: Point, turn: float) -> str:
    x, y = map(_number, point)
    return f' transform="translate({x} {y}) rotate({_number(turn)})"' if turn else f' x="{x}" y="{y}"'


def _circles(name: str, shape: Circles) -> str:
    if not shape.ink.stroke:  # a dot is a line of no length with round ends: a fifth of the text
        dots = Ink(stroke=shape.ink.fill, width=2 * shape.radius, alpha=shape.ink.alpha)
        return f'<path {name} d="{_joined([_Line(*_tenths_of(at), "h0", 0, 0) for at in shape.centres])}"{_ink(dots)}/>'
    r, across = _number(shape.radius), _number(2 * shape.radius)
    rings = (
        f"M{_number(x - shape.radius)} {_number(y)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z"
        for x, y in shape.centres
    )
    return f'<path {name} d="{"".join(rings)}"{_ink(shape.ink)}/>'


# --- lines ------------------------------------------------------------------------------------


class _Line(NamedTuple):
    """Where a line starts, the steps from there, and how far its pen is from the start in the end; in tenths."""

    x: int
    y: int
    steps: str
    end_x: int
    end_y: int


def _forms(shape: Polygons | Lines) -> Iterator[_Line]:
    return map(_ring, shape.rings) if isinstance(shape, Polygons) else map(_line, shape.paths)


def _ring(path: Path) -> _Line:
    line = _line(path)
    return line._replace(end_x=0, end_y=0, steps=line.steps + "z")


def _line(path: Path) -> _Line:
    start_x, start_y = path[0]
    x = y = 0
    steps: list[str] = []
    way = ""
    for at_x, at_y in path[1:]:
        to_x, to_y = round((at_x - start_x) * 10), round((at_y - start_y) * 10)
        step, new = _step(to_x - x, to_y - y)
        steps.append(new + step if new != way else step if step[0] == "-" else " " + step)
        x, y, way = to_x, to_y, new
    return _Line(*_tenths_of(path[0]), "".join(steps), x, y)


def _step(x: int, y: int) -> tuple[str, str]:
    if not y:
        return _tenths(x), "h"
    return (_tenths(x) + _after(y), "l") if x else (_tenths(y), "v")


def _paths(name: str, lines: Sequence[_Line], ink: Ink, known: set[str]) -> str:
    """All lines in one element, but those of a form that comes often in elements that use it."""
    times = Counter(line.steps for line in lines)
    often = sorted(form for form, count in times.items() if count >= OFTEN and len(form) > LONG)
    rest = _joined([line for line in lines if line.steps not in often])
    if not often:
        return f'<path {name} d="{rest}"{_ink(ink)}/>'
    parts = [f'<defs><path id="{_id(form)}" d="M0 0{form}"/></defs>' for form in often if form not in known]
    known.update(often)
    parts += [f'<path d="{rest}"/>'] if rest else []
    for line in lines:
        if line.steps in often:
            parts.append(f'<use href="#{_id(line.steps)}" x="{_tenths(line.x)}" y="{_tenths(line.y)}"/>')
    return f"<g {name}{_ink(ink)}>{''.join(parts)}</g>"


def _shared(name: str, lines: Sequence[_Line], ink: Ink, known: set[str]) -> str:
    """Lines that come in several inks."""
    way = _joined(lines)
    if way in known:
        return f'<use {name} href="#{_id(way)}"{_ink(ink)}/>'
    known.add(way)
    return f'<g {name}{_ink(ink)}><path id="{_id(way)}" d="{way}"/></g>'


def _clip(lines: Sequence[_Line], known: set[str]) -> Iterator[str]:
    """The hole in a mask, once; its form may have been drawn before."""
    way = _joined(lines)
    if (mask := f"c{_id(way)}") not in known:
        form = f'<use href="#{_id(way)}"/>' if way in known else f'<path d="{way}"/>'
        known.add(mask)
        yield f'<clipPath id="{mask}">{form}</clipPath>'


def _id(form: str) -> str:
    return f"f{crc32(form.encode()):x}"


def _joined(lines: Sequence[_Line]) -> str:
    """One path: each line starts so far from where the pen is."""
    x = y = 0
    parts: list[str] = []
    for line in lines:
        parts.append(f"{'m' if parts else 'M'}{_tenths(line.x - x)}{_after(line.y - y)}{line.steps}")
        x, y = line.x + line.end_x, line.y + line.end_y
    return "".join(parts)


def _after(tenths: int) -> str:
    """A number as it stands after another one: a minus sign parts them as well as a space."""
    words = _tenths(tenths)
    return words if words[0] == "-" else f" {words}"


def _tenths(tenths: int) -> str:
    """Tenths of a pixel as pixels, without a zero that says nothing."""
    whole, tenth = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    return f"{sign}{whole}" if not tenth else f"{sign}{whole or ''}.{tenth}"


def _tenths_of(point: Point) -> tuple[int, int]:
    return round(point[0] * 10), round(point[1] * 10)


# --- inks -------------------------------------------------------------------------------------


def _ink(ink: Ink) -> str:
    parts = [f' fill="{ink.fill}"'] if ink.fill else []
    if ink.stroke:
        parts.append(f' stroke="{ink.stroke}" stroke-width="{_number(ink.width)}"')
        if ink.square:
            parts.append(' stroke-linecap="butt" stroke-linejoin="miter"')
        if ink.dash:
            parts.append(f' stroke-dasharray="{" ".join(map(_number, ink.dash))}"')
    if ink.alpha != 1:
        parts.append(f' opacity="{ink.alpha:g}"')
    return "".join(parts)


def _lettering(style: Lettering, usual: str) -> str:
    parts = [f' font-size="{style.size:g}" fill="{style.fill}"']
    if style.family != usual:
        parts.append(_family(style.family))
    if style.weight != 400:
        parts.append(f' font-weight="{style.weight}"')
    if not style.centred:
        parts.append(' text-anchor="start"')
    if style.italic:
        parts.append(' font-style="italic"')
    if style.halo:
        parts.append(f' stroke="{style.halo}" stroke-width="{_number(style.halo_width)}" paint-order="stroke"')
    return "".join(parts)


def _number(value: float) -> str:
    return f"{round(value, 1) + 0.0:g}"  # adding nothing turns -0 into 0


def _text(words: str) -> str:
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", words))
