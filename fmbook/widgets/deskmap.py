"""The map on the desk: ground, hints below the counters, counters, hints above them. It draws; it decides nothing."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from fmbook.positions import Position
from fmbook.widgets import overlays
from fmbook.widgets.canvas import held
from fmbook.widgets.counters import counters, faces, lifted, rings
from fmbook.widgets.hexmap import HexMap
from fmbook.widgets.hints import hints
from fmbook.widgets.shapes import Picture, Shape
from fmbook.widgets.svg import to_svg

__all__ = ["DeskMap", "Scene"]

GROUND, BELOW, COUNTERS, ABOVE = range(4)
FEW = 12  # hexes: when more have changed, the whole layer is drawn anew


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
    zones: tuple[int, ...] = ()
    hidden: bool = False
    night: bool = False


class DeskMap(HexMap):
    """A map with counters. It calls ``pressed`` with the name of the place that was clicked or chosen by key."""

    def __init__(self, scene: Scene, pressed: Callable[[str], None]) -> None:
        self._scene, self._pressed = scene, pressed
        self._faces: dict[str, tuple[object, ...]] | None = None
        super().__init__(scene.position.board, layers=4)

    def paint(self, scene: Scene) -> None:
        """Show another scene; only what differs is sent."""
        self._scene = scene
        with held():
            self._sheet.show(BELOW, self._below())
            self._paint_counters()
            self._sheet.show(ABOVE, self._above())

    def redraw(self) -> None:
        """Draw everything anew, as for a page that has just been opened."""
        self._faces = None
        with held():
            self._sheet.show(GROUND, self._picture.shapes)
            self.paint(self._scene)

    def svg(self) -> str:
        """The position as a picture for pages without a kernel."""
        shapes = (*self._picture.shapes, *self._below(), *self._counters(), *self._above())
        return to_svg(Picture(self._frame.width, self._frame.height, self._picture.title, shapes))

    # --- layers -----------------------------------------------------------------------------

    def _below(self) -> list[Shape]:
        scene, board, frame = self._scene, self.board, self._frame
        shapes = overlays.veil(board, frame) if scene.night else []
        for side in scene.zones:
            shapes += overlays.zone(board, frame, scene.position.zone(scene.position.sides[side]), side)
        shapes += overlays.reachable(board, frame, self._numbers(scene.reach))
        shapes += overlays.costs(board, frame, {board.at(place): cost for place, cost in scene.reach.items() if cost})
        return [*shapes, *overlays.targets(board, frame, self._numbers(scene.targets))]

    def _above(self) -> list[Shape]:
        scene, board, frame = self._scene, self.board, self._frame
        shapes: list[Shape] = [] if scene.hidden else rings(scene.position, frame, scene.ready)
        if scene.unit and not scene.hidden:
            shapes += lifted(scene.position, frame, scene.unit)
        shapes += overlays.crosses(board, frame, self._numbers(scene.reasons))
        chosen = board.at(scene.place) if scene.place else None
        return [*shapes, *hints(board, frame, chosen, ())]

    def _counters(self) -> list[Shape]:
        return [] if self._scene.hidden else counters(self._scene.position, self._frame)

    def _paint_counters(self) -> None:
        now = {} if self._scene.hidden else faces(self._scene.position)
        before, self._faces = self._faces, now
        if before is None:
            self._sheet.show(COUNTERS, self._counters())
            return
        changed = [place for place in {*before, *now} if before.get(place) != now.get(place)]
        if len(changed) > FEW:
            self._sheet.show(COUNTERS, self._counters())
        elif changed:
            boxes = [self._box(place) for place in changed]
            self._sheet.patch(COUNTERS, boxes, counters(self._scene.position, self._frame, changed))

    def _box(self, place: str) -> tuple[float, float, float, float]:
        x, y = self._frame.pixel(self.board.centre(self.board.at(place)))
        half = self._frame.scale * 0.5
        return x - half, y - half, 2 * half, 2 * half

    def _numbers(self, places: Iterable[str]) -> tuple[int, ...]:
        return tuple(map(self.board.at, places))

    # --- what the page does --------------------------------------------------------------------

    def _choose(self, place: int) -> None:
        name = self.board.name(place)
        self.set_trait("clicked", name)
        self._pressed(name)

    def _look_at(self, place: int) -> None:
        """Move the keyboard's cursor; the hex is named, nothing is ordered."""
        self._scene.place = self.board.name(place)
        self._sheet.show(ABOVE, self._above())
        self._shell.says = self._scene.position.describe(self._scene.place)

    def say(self, text: str) -> None:
        """Say something under the map, also to screen readers."""
        self._shell.says = text
