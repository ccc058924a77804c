"""What is drawn of a board and of a game on it, with or without a widget to show it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from fmbook.components.scenarios import opening
from fmbook.core.state import OFF_MAP
from fmbook.geometry.boards import Board
from fmbook.play.positions import Position
from fmbook.widgets import theme
from fmbook.widgets.board import overlays
from fmbook.widgets.board.arrows import arrows
from fmbook.widgets.board.counters import counters, faces, lifted, rings
from fmbook.widgets.board.hex import Detail, ground
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.signs import signs, wet
from fmbook.widgets.board.windows import seen_in, window
from fmbook.widgets.drawing.shapes import Picture, Point, Shape
from fmbook.widgets.drawing.svg import to_svg
from fmbook.widgets.page.without_gc import gc_paused

__all__ = ["BoardPainting", "DeskPainting", "Scene"]


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

    @property
    def _kept(self) -> Picture:
        """The ground for pictures that are kept in files."""
        return self._ground("light")

    def _ground(self, detail: Detail) -> Picture:
        with gc_paused():
            if self._near:
                return window(self.board, self._frame, detail, self._taken)
            return ground(self.board, self._frame, detail=detail, taken=self._taken)

    @property
    def _taken(self) -> tuple[int, ...]:
        """Where counters lie when a game begins, one place for each."""
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

    def svg(self) -> str:
        """The position as a picture for pages without a kernel."""
        above = (*self._below(), *self._counters(), *self._hints_of_scene())
        seen = seen_in(self._frame, above) if self._near else above
        return to_svg(Picture(self._frame.width, self._frame.height, self._title, (*self._kept.shapes, *seen)))

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
        shapes += overlays.names_above(board, frame, scene.supply, self._picture.shapes) if scene.supply else []
        shapes += overlays.threat(board, frame, scene.threat)
        return [*shapes, *overlays.front(board, frame, scene.front), *arrows(board, frame, scene.trace)]

    def _signs(self) -> list[Shape]:
        """What has become of places, with what is written there above water and ice."""
        drawn, covered = signs(self._scene.position, self._frame), wet(self._scene.position)
        if not covered:
            return drawn
        words = ("-names", "numbers", "numbers-open", "numbers-sea")
        return [*drawn, *overlays.names_above(self.board, self._frame, covered, self._picture.shapes, words)]

    def _below(self) -> list[Shape]:
        """What lies between the ground and the counters."""
        return self._veils()

    def _hints_of_scene(self) -> list[Shape]:
        return [*self._aims(), *self._marks()]

    def _aims(self) -> list[Shape]:
        scene, board, frame = self._scene, self.board, self._frame
        seen = {place: cost for place, cost in scene.reach.items() if self._in_window(place)}
        reach = self._numbers(seen)
        shapes = overlays.reachable(board, frame, reach)
        shapes += (
            overlays.names_above(board, frame, frozenset(reach), self._picture.shapes) if self._veiled(reach) else []
        )
        held = frozenset[int]() if scene.hidden else frozenset(self._numbers(faces(scene.position)))
        prices = {board.at(place): cost for place, cost in seen.items() if cost}
        if prices:  # a picture for a file may do without the full ground, which takes a megabyte and a moment
            shapes += overlays.costs(board, frame, prices, held, self._picture.shapes)
        return [*shapes, *overlays.targets(board, frame, self._numbers(scene.targets))]

    def _veiled(self, reach: tuple[int, ...]) -> bool:
        """Whether names must be written anew above a veil; on small hexes there are too many, and they are read."""
        return bool(reach) and self.hex_width >= theme.SMALL_HEX

    def _marks(self) -> list[Shape]:
        scene, board, frame = self._scene, self.board, self._frame
        shapes: list[Shape] = [] if scene.hidden else rings(scene.position, frame, scene.ready)
        shapes += overlays.seen(board, frame, self._numbers(scene.seen))
        shapes += overlays.goals(board, frame, self._numbers(scene.goals))
        shapes += overlays.crosses(board, frame, self._numbers(scene.reasons))
        chosen = board.at(scene.place) if scene.place and self._in_window(scene.place) else None
        shapes += overlays.hints(board, frame, chosen, self._numbers(scene.lit))
        if scene.unit and not scene.hidden:
            shapes += lifted(scene.position, frame, scene.unit)
        return shapes

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
