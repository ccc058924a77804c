"""The sign of a unit's kind on its counter: strokes or an oval in a box, or the outline of a ship or an aircraft."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import cos, sin, tau
from typing import Final

from fmbook.widgets import theme
from fmbook.widgets.drawing.shapes import Ink, Lines, Path, Point, Polygons, Shape

__all__ = ["SILHOUETTES", "symbols"]

# in parts of the box's half width and half height: from -1 to 1
CROSS: Final = (((-1, -1), (1, 1)), ((1, -1), (-1, 1)))
STROKES: Final[dict[str, tuple[Path, ...]]] = {
    "motorized": (*CROSS, ((0, -1), (0, 1))),
    "airborne": (*CROSS,
                 ((-0.44, 0.98), (-0.3, 0.62), (-0.1, 0.62), (0, 0.95), (0.1, 0.62), (0.3, 0.62), (0.44, 0.98))),
    "construction": (((-1, 0), (1, 0)), ((-0.34, -1), (-0.34, 0)), ((0.34, -1), (0.34, 0)), ((0, 0), (0, 1)),
                     ((-0.67, 0), (-0.67, 1)), ((0.67, 0), (0.67, 1))),
}  # fmt: skip
SILHOUETTES: Final[dict[str, tuple[Path, ...]]] = {
    "naval_group": (
        ((-1.15, 0.15), (1.2, 0.15), (0.9, 0.85), (-0.95, 0.85)),
        ((-0.5, 0.05), (-0.5, -0.4), (-0.2, -0.4), (-0.2, -0.95), (0.12, -0.95), (0.12, -0.4), (0.5, -0.4),
         (0.5, 0.05)),
    ),
    "river_flotilla": (
        ((-0.95, 0.25), (1.05, 0.25), (0.7, 0.85), (-0.75, 0.85)),
        ((-0.35, 0.12), (-0.35, -0.35), (0.25, -0.35), (0.25, 0.12)),
        ((-0.1, -0.45), (-0.1, -1.0), (0.5, -0.72)),
    ),
    "air_unit": (
        ((0.0, -1.1), (0.13, -0.5), (1.2, -0.05), (1.2, 0.22), (0.13, 0.1), (0.1, 0.62), (0.42, 0.86), (0.42, 1.02),
         (-0.42, 1.02), (-0.42, 0.86), (-0.1, 0.62), (-0.13, 0.1), (-1.2, 0.22), (-1.2, -0.05), (-0.13, -0.5)),
    ),
}  # fmt: skip
GREAT: Final = 1.4  # how much larger an outline is than a box, and how much lower on the counter
LOW: Final = 0.16
TRACKED: Final = frozenset({"armour", "armored", "panzer", "tank"})


def symbols(marks: Iterable[tuple[str, Point, float, str]]) -> Iterator[Shape]:
    """Draw the signs of some counters: each a kind, the counter's middle and width, and an ink."""
    marked: dict[str, list[Path]] = defaultdict(list)
    ovals: dict[str, list[Path]] = defaultdict(list)
    outlines: dict[str, list[Path]] = defaultdict(list)
    for kind, at, size, ink in marks:
        if kind in SILHOUETTES:  # no factors stand below it
            box = _box((at[0], at[1] + size * LOW), size * GREAT)
            outlines[ink] += [_in_box(form, box) for form in SILHOUETTES[kind]]
            continue
        box = _box(at, size)
        marked[ink] += [(*box, box[0]), *_strokes(kind, box)]
        if kind in TRACKED:
            ovals[ink].append(_oval(box))
    for ink, paths in marked.items():
        yield Lines("symbols", tuple(paths), replace(theme.SYMBOL, stroke=ink))
    for ink, rings in ovals.items():
        yield Polygons("symbols", tuple(rings), Ink(stroke=ink, width=theme.SYMBOL.width))
    for ink, rings in outlines.items():
        yield Polygons("silhouettes", tuple(rings), Ink(fill=ink))


def _box(at: Point, size: float) -> Path:
    x, y = at
    wide, high = size * 0.26, size * 0.155
    y -= size * 0.035
    return (x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)


def _in_box(form: Path, box: Path) -> Path:
    (left, top), _, (right, low), _ = box
    x, y, wide, high = (left + right) / 2, (top + low) / 2, (right - left) / 2, (low - top) / 2
    return tuple((x + u * wide, y + v * high) for u, v in form)


def _strokes(kind: str, box: Path) -> list[Path]:
    if kind in theme.ON_FOOT:
        return [(box[0], box[2]), (box[1], box[3])]
    if kind == "engineer":
        (left, top), (right, _), (_, low), _ = box
        middle = (left + right) / 2
        return [
            ((left * 0.6 + right * 0.4 - 4, low - 2), (left * 0.6 + right * 0.4 - 4, (top + low) / 2),
             (right * 0.6 + left * 0.4 + 4, (top + low) / 2), (right * 0.6 + left * 0.4 + 4, low - 2)),
            ((middle, (top + low) / 2), (middle, low - 2)),
        ]  # fmt: skip
    return [_in_box(stroke, box) for stroke in STROKES.get(kind, ())]


def _oval(box: Path) -> Path:
    (left, top), _, (right, low), _ = box
    x, y, wide, high = (left + right) / 2, (top + low) / 2, (right - left) * 0.36, (low - top) * 0.32
    return tuple((x + wide * cos(tau * step / 16), y + high * sin(tau * step / 16)) for step in range(16))
