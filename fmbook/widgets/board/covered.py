"""The names of a board among its counters: one that a stack has come to lie on stands beside it.

It stays there, if that is near, as long as it can be read: whoever has read it once need not look for it again.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import hypot
from typing import Final

from fmbook.geometry.boards import Board
from fmbook.widgets import theme
from fmbook.widgets.board.label_places import LEADING
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.stacks import stack_box
from fmbook.widgets.drawing.curves import added
from fmbook.widgets.drawing.shapes import Lettering, Lines, Path, Point, Shape, Texts
from fmbook.widgets.drawing.text_size import Box, box_of

__all__ = ["Names", "WrittenName", "is_lettering", "lettering", "written_names"]

HIDDEN: Final = 0.4  # of the square of a letter's height: a name of which more is covered is hard to read
AIR: Final = 2.0  # pixels between a name and a counter
FAR: Final = 2.2  # hexes: nothing further away would be read as its name
STEP: Final = 0.2
NEAR: Final = 1.0  # hexes: a name that has given way so little stays where it is
ASIDE: Final = (0.0, 0.5, -0.5, 1.0, -1.0)  # of a name's width
SAME: Final = 0.6  # pixels: lines of one name stand so straight below each other


@dataclass(frozen=True, slots=True)
class WrittenName:
    """A name on the ground: its lines, how it is written, the room that it takes."""

    kind: str
    lines: tuple[tuple[str, Point], ...]
    style: Lettering
    box: Box
    leader: Path = ()

    def moved(self, off: Point) -> "WrittenName":
        """The same name somewhere else."""
        dx, dy = off
        lines = tuple((word, (x + dx, y + dy)) for word, (x, y) in self.lines)
        return replace(self, lines=lines, leader=(), box=replace(self.box, x=self.box.x + dx, y=self.box.y + dy))


def is_lettering(shape: Shape) -> bool:
    """Whether a shape of the ground is names, or the leaders to them."""
    return shape.name.endswith(("-names", "leaders"))


def lettering(names: Iterable[WrittenName]) -> list[Shape]:
    """Draw names as they are drawn on the ground."""
    groups: dict[tuple[str, Lettering], list[tuple[str, Point]]] = {}
    leaders = list[Path]()
    for name in names:
        groups.setdefault((name.kind, name.style), []).extend(name.lines)
        leaders += [name.leader] if name.leader else []
    lines = [Lines("leaders", tuple(leaders), theme.LEADERS)] if leaders else []
    return [*lines, *(Texts(kind, tuple(words), style) for (kind, style), words in groups.items())]


def written_names(ground: Iterable[Shape]) -> Iterator[WrittenName]:
    """All names on the ground, with their leaders; two lines that stand one below the other are one name."""
    leaders: tuple[Path, ...] = ()
    for shape in ground:
        if isinstance(shape, Lines) and shape.name == "leaders":
            leaders = shape.paths
        elif isinstance(shape, Texts) and is_lettering(shape):
            for name in _names_of(shape):
                yield replace(name, leader=next((path for path in leaders if name.box.covers(path[-1], SAME)), ()))


def _names_of(shape: Texts) -> Iterator[WrittenName]:
    lines: list[tuple[str, Point]] = []
    for line in shape.words:
        if lines and not _goes_on(lines[-1][1], line[1], shape.lettering):
            yield _name(shape.name, lines, shape.lettering)
            lines = []
        lines.append(line)
    if lines:
        yield _name(shape.name, lines, shape.lettering)


def _goes_on(upper: Point, lower: Point, style: Lettering) -> bool:
    return abs(upper[0] - lower[0]) < SAME and abs(lower[1] - upper[1] - style.size * LEADING) < SAME


def _name(kind: str, lines: Sequence[tuple[str, Point]], style: Lettering) -> WrittenName:
    boxes = [box_of(word, at, style) for word, at in lines]
    top, low = boxes[0].edges[1], boxes[-1].edges[3]
    box = Box(boxes[0].x, (top + low) / 2, max(each.width for each in boxes), low - top)
    return WrittenName(kind, tuple(lines), style, box)


class Names:
    """The names of one ground, and which hexes' counters could hide each of them."""

    def __init__(self, board: Board, frame: Frame, ground: Iterable[Shape]) -> None:
        self._board, self._frame = board, frame
        self._names = list(written_names(ground))
        self._last: tuple[Collection[int], list[WrittenName]] = ((), self._names)

    @cached_property
    def _near(self) -> list[frozenset[int]]:
        return [self._places_by(name.box) for name in self._names]

    def _places_by(self, box: Box) -> frozenset[int]:
        """The hexes under a box and around it."""
        left, top, right, bottom = box.edges
        room, step = self._frame.hex / 2, self._frame.hex / 2
        across = [left - room + n * step for n in range(int((right - left + 2 * room) / step) + 2)]
        down = [top - room + n * step for n in range(int((bottom - top + 2 * room) / step) + 2)]
        found = (self._board.place_at(*self._frame.point(x, y)) for x, y in product(across, down))
        return frozenset(place for place in found if place is not None)

    def among(self, taken: Collection[int]) -> list[WrittenName]:
        """All names, where they can be read while counters lie in these places, one place for each counter."""
        if self._last[0] != taken:
            self._last = taken, self._placed(Counter(taken))
        return self._last[1]

    def _placed(self, counts: Counter[int]) -> list[WrittenName]:
        stacks, placed = self._stacks(counts), list(self._names)
        for n, (name, last) in enumerate(zip(self._names, self._last[1], strict=True)):
            if counts and last is not name and self._may_stay(name, last, stacks, placed):
                placed[n] = last
                continue
            if self._near[n].isdisjoint(counts):
                continue
            if added(map(name.box.overlap, stacks)) > HIDDEN * name.style.size**2:
                others = [other.box for other in placed if other is not name]
                placed[n] = self._beside(name, [*stacks, *others])
        return placed

    def _may_stay(self, home: WrittenName, last: WrittenName, stacks: list[Box], names: list[WrittenName]) -> bool:
        """Whether a name that has given way can be read where it went, near enough to its place."""
        away = hypot(last.box.x - home.box.x, last.box.y - home.box.y)
        others = (other.box for other in names if other is not home)
        return away <= NEAR * self._frame.hex and self._is_free(last.box, (*stacks, *others))

    def _stacks(self, counts: Counter[int]) -> list[Box]:
        frame, board = self._frame, self._board
        return [stack_box(frame, frame.pixel(board.centre(place)), count) for place, count in counts.items()]

    def _beside(self, name: WrittenName, filled: Iterable[Box]) -> WrittenName:
        """The name in the nearest spot that is free of counters and of other names, if any is near enough."""
        far, box = FAR * self._frame.hex, name.box
        around = replace(box, width=2 * far + 2 * box.width, height=2 * far + 2 * box.height)
        near = [other for other in filled if other.overlap(around)]
        ups = [n * STEP * self._frame.hex for n in range(-int(FAR / STEP), int(FAR / STEP) + 1)]
        offs = sorted(product((part * box.width for part in ASIDE), ups), key=lambda off: abs(off[0]) + abs(off[1]))
        moved = (name.moved(off) for off in offs if abs(off[0]) <= far)
        return next((spot for spot in moved if self._is_free(spot.box, near)), name)

    def _is_free(self, box: Box, filled: Iterable[Box]) -> bool:
        left, top, right, bottom = box.edges
        on_sheet = min(left, top) > 0 and right < self._frame.width and bottom < self._frame.height - self._frame.strip
        roomy = replace(box, width=box.width + 2 * AIR, height=box.height + 2 * AIR)
        return on_sheet and not any(map(roomy.overlap, filled))
