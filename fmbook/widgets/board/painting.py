"""What is drawn of a board and of a game on it, with or without a widget to show it."""

import gc
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from fmbook.components.scenarios import opening
from fmbook.core.state import OFF_MAP
from fmbook.engine.matters import HOLDERS
from fmbook.geometry.boards import Board
from fmbook.play.positions import Position
from fmbook.widgets import theme
from fmbook.widgets.board import overlays
from fmbook.widgets.board.arrows import arrows
from fmbook.widgets.board.counters import bodies, counters, faces, lifted, rings
from fmbook.widgets.board.covered import Names, WrittenName, is_lettering, lettering
from fmbook.widgets.board.hex import Detail, ground
from fmbook.widgets.board.markers import flown_over
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.signs import signs, wet
from fmbook.widgets.board.windows import seen_in, window
from fmbook.widgets.drawing.shapes import Picture, Point, Shape
from fmbook.widgets.drawing.svg import to_svg

__all__ = ["BoardPainting", "DeskPainting", "Scene", "gc_paused"]

NAMES: Final = "-names"
NUMBERS: Final = ("numbers", "numbers-open", "numbers-sea")
"""What is written on the ground, by the ends of the names of its shapes."""


@dataclass
class Scene:
    """What the map shows of a position just now."""

    position: Position
    unit: str = ""
    place: str = ""
    reach: dict[str, str] = field(default_factory=dict)
    targets: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    lit: tuple[str, ...] = ()
    zones: tuple[int, ...] = ()
    threat: frozenset[int] = frozenset()
    fields: frozenset[int] = frozenset()
    supply: frozenset[int] = frozenset()
    seen: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    front: tuple[tuple[int, ...], ...] = ()
    """Where the front was in fact at that hour."""
    trace: tuple[tuple[int, ...], ...] = ()
    """The ways of the enemy's last orders."""
    hidden: bool = False
    night: bool = False


class BoardPainting:
    """The ground of a board. Whoever mixes it in says which board, how it lies on its sheet, and which part of it."""

    board: Board
    _frame: Frame
    _near: Collection[int]

    @property
    def hex_width(self) -> float:
        """The width of a hex on the sheet, or what stands for it on sectors, in CSS pixels."""
        return self._frame.hex

    @property
    def size(self) -> tuple[int, int]:
        """The width and the height of the sheet, in CSS pixels."""
        return self._frame.width, self._frame.height

    @property
    def _title(self) -> str:
        return self.board.title or "A map"

    @cached_property
    def _picture(self) -> Picture:
        return self._ground("full")

    def _bare(self, ground: Picture) -> Iterable[Shape]:
        """The ground as it is drawn below all else."""
        return ground.shapes

    @property
    def _kept(self) -> Picture:
        """The ground for pictures that are kept in files."""
        return self._ground("light")

    def _ground(self, detail: Detail) -> Picture:
        with gc_paused():
            if self._near:
                return window(self.board, self._frame, detail, self._taken, self._flown)
            return ground(self.board, self._frame, detail=detail, taken=self._taken, flown=self._flown)

    @property
    def _taken(self) -> tuple[int, ...]:
        """Where counters lie when a game begins, one place for each."""
        return ()

    @property
    def _flown(self) -> tuple[int, ...]:
        """The places that the sides play for."""
        return ()


class DeskPainting(BoardPainting):
    """A game on its board."""

    _scene: Scene

    @classmethod
    def of(cls, scene: Scene, near: Collection[int] = ()) -> "DeskPainting":
        """A picture of a whole board, or of the part around some places, without a widget."""
        made = cls()
        made.board, made._scene = scene.position.board, scene
        made._frame = Frame.part(made.board, near) if near else Frame.around(made.board)
        made._near = made._frame.places(made.board) if near else ()
        return made

    @property
    def _taken(self) -> tuple[int, ...]:
        return tuple(sorted(place for place in opening(self._scene.position.state.setup).where if place != OFF_MAP))

    @property
    def _flown(self) -> tuple[int, ...]:
        setup = self._scene.position.state.setup
        goals = map(self.board.at, (setup.data.get("goal") or {}).get("hexes") or ())
        flagged = () if self._frame.large else HOLDERS.of(setup)(opening(setup))
        return tuple(sorted({*goals, *flagged}))

    def svg(self) -> str:
        """The position as a picture for pages without a kernel."""
        return to_svg(self.drawn())

    def drawn(self) -> Picture:
        """The position as a picture that is kept."""
        above = (*self._below(), *lettering(self._written), *self._counters(), *self._hints_of_scene())
        seen = seen_in(self._frame, above) if self._near else above
        shapes = (*self._bare(self._kept), *seen)
        return Picture(self._frame.width, self._frame.height, self._title, shapes)

    def _lies_below(self) -> tuple[object, ...]:
        """What all below the hints depends on: as long as it stays, nothing of it is drawn again."""
        scene = self._scene
        shown = scene.zones, scene.threat, scene.fields, scene.supply, scene.front, scene.trace
        return scene.position, scene.hidden, scene.night, *shown

    def _veils(self) -> list[Shape]:
        scene, board, frame = self._scene, self.board, self._frame
        shapes = [*self._signs(), *(overlays.veil(board, frame) if scene.night else [])]
        for side in scene.zones:
            shapes += overlays.zone(board, frame, scene.position.zone(scene.position.sides[side]), side)
        shapes += overlays.supply(board, frame, sorted(scene.supply))
        shapes += self._crossed(scene.supply, NAMES) if scene.supply else []
        shapes += overlays.threat(board, frame, scene.threat)
        return [*shapes, *overlays.front(board, frame, scene.front), *self._arrows()]

    def _arrows(self) -> list[Shape]:
        """The ways of the enemy's last orders, below the words that they cross."""
        crossed = frozenset(place for way in self._scene.trace for place in way)
        if not crossed:
            return []
        names = [] if not self._names_apart else lettering(self._written)
        return arrows(self.board, self._frame, self._scene.trace, self._crossed(crossed, NAMES, *NUMBERS), names)

    def _signs(self) -> list[Shape]:
        """What has become of places, with what is written there above water and ice."""
        drawn, covered = signs(self._scene.position, self._frame), wet(self._scene.position)
        if not covered:
            return drawn
        return [*drawn, *self._crossed(covered, NAMES, *NUMBERS)]

    def _tint(self) -> list[Shape]:
        """What marks places below their counters and changes with each thing that is taken up."""
        board, frame, scene = self.board, self._frame, self._scene
        reach = overlays.reachable(board, frame, self._numbers(scene.reach))
        return [*reach, *overlays.tint(board, frame, self._numbers(scene.targets))]

    def _gaps(self) -> list[Shape]:
        """Where counters and names lie in tinted places, for a tint that is laid above them."""
        board, places = self.board, {*self._numbers(self._scene.reach), *self._numbers(self._scene.targets)}
        around = places.union(*(board.neighbours[place] for place in places))  # from where a stack may reach over
        lying = [] if self._scene.hidden else bodies(self._scene.position, self._frame, map(board.name, around))
        return [*lying, *overlays.names_above(board, self._frame, places, lettering(self._written))]

    def _below(self) -> list[Shape]:
        """What lies between the ground and the counters."""
        return [*self._veils(), *self._tint()]

    def _hints_of_scene(self) -> list[Shape]:
        return [*self._aims(), *self._marks()]

    def _aims(self) -> list[Shape]:
        scene, board, frame = self._scene, self.board, self._frame
        seen = {place: cost for place, cost in scene.reach.items() if self._in_window(place)}
        reach = self._numbers(seen)
        shapes = overlays.reach_rims(board, frame, reach)
        shapes += overlays.names_above(board, frame, frozenset(reach), self._words()) if self._veiled(reach) else []
        prices = {board.at(place): cost for place, cost in seen.items() if cost}
        if prices:  # a picture for a file may do without the full ground, which takes a megabyte and a moment
            shapes += overlays.costs(board, frame, prices, self._held, self._words())
        return [*shapes, *overlays.targets(board, frame, self._numbers(scene.targets))]

    @property
    def _held(self) -> frozenset[int]:
        """Where counters are seen."""
        return frozenset() if self._scene.hidden else frozenset(self._numbers(faces(self._scene.position)))

    def _veiled(self, reach: tuple[int, ...]) -> bool:
        """Whether names must be written anew above a veil; on small hexes there are too many, and they are read."""
        return bool(reach) and self.hex_width >= theme.SMALL_HEX

    def _marks(self) -> list[Shape]:
        scene, board, frame = self._scene, self.board, self._frame
        shapes: list[Shape] = [] if scene.hidden else rings(scene.position, frame, scene.ready)
        held = self._held
        shapes += overlays.seen(board, frame, self._numbers(scene.seen), held)
        shapes += overlays.goals(board, frame, self._numbers(scene.goals))
        shapes += overlays.crosses(board, frame, self._numbers(scene.reasons), held)
        chosen = board.at(scene.place) if scene.place and self._in_window(scene.place) else None
        shapes += overlays.hints(board, frame, chosen, self._numbers(scene.lit))
        if scene.unit and not scene.hidden:
            shapes += lifted(scene.position, frame, scene.unit)
        return shapes

    @property
    def _written(self) -> list[WrittenName]:
        """The names where they can be read just now; none where they are part of the ground."""
        if not self._names_apart:
            return []
        places = () if self._scene.hidden else self._covered_places
        return self._names.among(() if places == self._taken else places)

    @property
    def _covered_places(self) -> tuple[int, ...]:
        """Where names cannot stand, one place for each counter, and for each aircraft that circles above none."""
        position = self._scene.position
        counters_ = [self.board.at(unit.place) for unit in position.units()]
        return tuple(sorted((*counters_, *flown_over(position.shown.signs).difference(counters_))))

    @property
    def _names_apart(self) -> bool:
        """Whether names are drawn with the counters, to which they give way; in large hexes none is ever hidden."""
        return not self._frame.large and self.board.layout.kind == "hex"

    @cached_property
    def _names(self) -> Names:
        drawn: Picture = vars(self).get("_picture") or self._kept
        return Names(self.board, self._frame, drawn.shapes)

    def _bare(self, ground: Picture) -> Iterable[Shape]:
        return (shape for shape in ground.shapes if not (self._names_apart and is_lettering(shape)))

    def _words(self) -> list[Shape]:
        """What is written on the ground just now."""
        return [*self._bare(self._picture), *lettering(self._written)]

    def _crossed(self, places: frozenset[int], *kinds: str) -> list[Shape]:
        """The words in some places, above what has been laid on them; names that are drawn apart lie above it all."""
        kinds = tuple(kind for kind in kinds if kind != NAMES or not self._names_apart)
        return overlays.names_above(self.board, self._frame, places, self._picture.shapes, kinds)

    def _spot(self, place: str, unit: str = "") -> tuple[Point, float]:  # noqa: ARG002 - a hex holds one stack
        """Return where a place, or a unit that lies apart from others in it, is on the sheet, and how large it is."""
        return self._frame.pixel(self.board.centre(self.board.at(place))), self._frame.hex

    def _counters(self) -> list[Shape]:
        places = filter(self._in_window, self.board.places) if self._near else None
        return [] if self._scene.hidden else counters(self._scene.position, self._frame, places)

    def _numbers(self, places: Iterable[str]) -> tuple[int, ...]:
        return tuple(map(self.board.at, filter(self._in_window, places)))

    def _in_window(self, place: str) -> bool:
        return not self._near or self.board.at(place) in self._near


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause garbage collection.

    A ground is some hundred thousand small things without a cycle; in a kernel with its many modules the search would
    look through all of them several times, and find nothing.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
