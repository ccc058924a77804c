"""What is written around a fort: title, scale, north, a key to its signs, where the map comes from."""

from collections.abc import Callable, Iterator
from typing import Final

from fmbook.widgets import theme
from fmbook.widgets.board.boardstyle import looks
from fmbook.widgets.board.fort import inks
from fmbook.widgets.board.fort.captions import dot, stairs, star
from fmbook.widgets.board.fort.plan import FortPlan
from fmbook.widgets.board.fort.works import Stand, glider, symbol
from fmbook.widgets.board.legend import UNITS, KeyEntry, units
from fmbook.widgets.board.outlines import sample
from fmbook.widgets.drawing.shapes import Circles, Ink, Lettering, Lines, Path, Point, Polygons, Shape, Texts

__all__ = ["key", "paper"]

LEFT: Final = 28.0
TITLE: Final = 36.0
SUBTITLE: Final = 57.0
SCALE: Final = 112.0
FIRST: Final = 142.0  # pixels from the top to the first line of the key
LINE: Final = 20.5
SAMPLE: Final = 15.0  # from the left to the middle of a sample
WORD: Final = 36.0
METRES: Final = 200
Sample = Callable[[Point], Iterator[Shape]]


def paper(plan: FortPlan) -> Iterator[Shape]:
    """The sheet and its frame."""
    width, height = plan.frame.width, plan.frame.height
    yield Polygons("paper", (_ring(0, 0, width, height)[:-1],), theme.SHEET)
    yield Lines("frame", (_ring(5.5, 5.5, width - 5.5, height - 5.5),), theme.FRAME)
    yield Lines("frame-thin", (_ring(8.5, 8.5, width - 8.5, height - 8.5),), theme.FRAME_THIN)


def key(plan: FortPlan) -> Iterator[Shape]:
    """Title, scale and key in the free corners in the west, the notice at the foot."""
    board, frame = plan.board, plan.frame
    yield Texts("title", ((board.title, (LEFT, TITLE)),), theme.TITLE)
    yield Texts("subtitle", ((looks(board).subtitle, (LEFT, SUBTITLE)),), theme.SUBTITLE)
    yield from _scale(plan)
    yield from _north((frame.width - LEFT - 4, TITLE + 8))
    top = frame.height - frame.strip - theme.MARGIN + theme.NOTICE_GAP + 12
    yield from _entries(THINGS, FIRST)
    signs = {entry.word: _counter(entry) for entry in units(board)} | SIGNS
    yield from _entries(signs, top - LINE * (len(signs) + 0.5))
    lines = tuple((line, (theme.MARGIN, top + n * theme.NOTICE_LINE)) for n, line in enumerate(frame.notice))
    yield Texts("notice", lines, theme.NOTICE)


def _entries(entries: dict[str, Sample], first: float) -> Iterator[Shape]:
    for row, drawn in enumerate(entries.values()):
        yield from drawn((LEFT + SAMPLE, first + LINE * row))
    words = tuple((word, (LEFT + WORD, first + LINE * row)) for row, word in enumerate(entries))
    yield Texts("key", words, theme.KEY_WORDS)


def _scale(plan: FortPlan) -> Iterator[Shape]:
    half = plan.long(METRES / 2)
    yield Polygons("scale", (_ring(LEFT, SCALE, LEFT + half, SCALE + 4),), theme.NORTH_DARK)
    yield Polygons("scale-light", (_ring(LEFT + half, SCALE, LEFT + 2 * half, SCALE + 4),), theme.NORTH_LIGHT)
    yield Texts("scale-words", ((f"{METRES} m", (LEFT + 2 * half + 7, SCALE + 2)),), theme.KEY_WORDS)


def _north(at: Point) -> Iterator[Shape]:
    x, y = at
    yield Polygons("north", (((x, y - 14), (x, y + 9), (x - 6, y + 13)),), theme.NORTH_DARK)
    yield Polygons("north-light", (((x, y - 14), (x + 6, y + 13), (x, y + 9)),), theme.NORTH_LIGHT)
    yield Texts("north-letter", (("N", (x - 22, y)),), theme.KEY_WORDS)


def _ring(left: float, top: float, right: float, bottom: float) -> Path:
    return (left, top), (right, top), (right, bottom), (left, bottom), (left, top)


# --- samples ---------------------------------------------------------------------------------


def _work(kind: str, front: float = 0.0, size: float = 0.62) -> Sample:
    return lambda at: symbol(kind, Stand(at, front, size))


def _ground(kind: str) -> Sample:
    def sample(at: Point) -> Iterator[Shape]:
        x, y = at
        ring = ((x - 12, y - 7.5), (x + 12, y - 7.5), (x + 12, y + 7.5), (x - 12, y + 7.5))
        yield Polygons(f"key-{kind}", (ring,), Ink(fill=inks.GROUNDS[kind]))
        if kind == "forest":
            trees = ((x - 7, y - 2), (x, y + 3), (x + 6, y - 3))
            yield Circles("key-tree-shades", tuple((tx + 1, ty + 1) for tx, ty in trees), 3.4, theme.TREE_SHADES)
            yield Circles("key-trees", trees, 3.4, theme.TREE_CROWNS)
        elif kind == "trenches":
            sap = ((x - 10, y + 3), (x - 4, y - 3), (x + 2, y + 3), (x + 10, y - 3))
            yield Lines("key-sap", (sap,), inks.SAP)
            yield Lines("key-sap-light", (sap,), inks.SAP_LIGHT)
        else:
            tufts = [(x - 6, y + 1), (x + 5, y - 1)] if kind == "open" else [(x, y)]
            strokes = tuple(((a - 3, b - 3), (a, b + 2), (a + 3, b - 3.4)) for a, b in tufts)
            yield Lines("key-tufts", strokes, inks.TUFTS)

    return sample


def _stars(at: Point) -> Iterator[Shape]:
    x, y = at
    yield from star({(x - 8, y): 2})
    yield from star({(x + 9, y): 2}, taken=True)


def _stairs(at: Point) -> Iterator[Shape]:
    return stairs(at)


def _dot(at: Point) -> Iterator[Shape]:
    return dot(at)


def _counter(entry: KeyEntry) -> Sample:
    return lambda at: iter(sample(at, theme.KEY_COUNTER, UNITS.index(entry.kind), entry.fill))


def _glider(at: Point) -> Iterator[Shape]:
    yield Polygons("key-glider", (glider(at, 20.0, 25.0),), inks.GLIDER)


def _weapon(at: Point) -> Iterator[Shape]:
    yield from _chip("MG02", at, theme.CHIP_IDLE, theme.CHIP_IDLE_WORDS)


def _letters(word: str) -> Sample:
    """The letters with which the names of weapons of a kind begin."""
    return lambda at: _chip(word, at, theme.CHIP, theme.CHIP_WORDS)


def _chip(word: str, at: Point, ink: Ink, words: Lettering) -> Iterator[Shape]:
    x, y = at
    wide, high = theme.CHIP_WIDE / 2, theme.CHIP_HIGH / 2
    yield Polygons("key-weapon", (_ring(x - wide, y - high, x + wide, y + high)[:-1],), ink)
    yield Texts("key-weapon-words", ((word, at),), words)


def _border(at: Point) -> Iterator[Shape]:
    x, y = at
    way = (((x - 13, y), (x + 13, y)),)
    yield Lines("key-sector-case", way, inks.SECTOR_CASE)
    yield Lines("key-sectors", way, inks.SECTOR_EDGE)


def _corner(at: Point) -> Iterator[Shape]:
    x, y = at
    cross = ((x - 10, y - 6), (x + 10, y + 6)), ((x - 10, y + 6), (x + 10, y - 6))
    yield Lines("key-crossing", cross, inks.SECTOR_EDGE)
    yield Circles("key-corner", (at,), 4.0, inks.CORNER_RING)


THINGS: Final[dict[str, Sample]] = {
    "casemate, three guns": _work("casemate", 0.0, 0.55),
    "machine guns, Mi": _work("mg_casemate"),
    "120 mm cupola": _work("fixed_cupola", 0.0, 0.5),
    "retracting cupola": _work("retracting_cupola", 0.0, 0.5),
    "dummy cupola": _work("dummy_cupola"),
    "block in the ditch wall": _work("ditch_block"),
    "block in the cutting": _work("canal_block", 0.0, 0.7),
    "open ground": _ground("open"),
    "bunker": _ground("bunker"),
    "trenches": _ground("trenches"),
    "forest": _ground("forest"),
    "machine gun": _letters("MG"),
    "anti-tank gun": _letters("AT"),
    "gun": _letters("GU"),
    "mortar": _letters("MO"),
}
SIGNS: Final[dict[str, Sample]] = {
    "glider": _glider,
    "weapon, not manned": _weapon,
    "points: Belgian, German": _stars,
    "exit for the garrison": _stairs,
    "swept by Mi-Nord": _dot,
    "border": _border,
    "corner: no way across": _corner,
}
