"""The map on the desk: ground, veils, counters, and hints above them. It decides nothing."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from math import ceil, floor

from fmbook.positions import Position
from fmbook.scenarios import opening
from fmbook.state import OFF_MAP
from fmbook.widgets import overlays, theme
from fmbook.widgets.canvas import held
from fmbook.widgets.counters import counters, faces, lifted, rings, room_of
from fmbook.widgets.hexmap import HexMap
from fmbook.widgets.hints import hints
from fmbook.widgets.shapes import Picture, Shape
from fmbook.widgets.shell import Shell
from fmbook.widgets.signs import signs, wet
from fmbook.widgets.svg import to_svg
from fmbook.widgets.windows import seen_in

__all__ = ["DeskMap", "Scene"]

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
    lit: tuple[str, ...] = ()
    zones: tuple[int, ...] = ()
    threat: frozenset[int] = frozenset()
    fields: frozenset[int] = frozenset()
    supply: frozenset[int] = frozenset()
    seen: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    hidden: bool = False
    night: bool = False


class DeskMap(HexMap):
    """A map with counters.

    It tells ``pressed`` which place was clicked or chosen by key, ``looked`` where the keyboard's cursor has got to,
    and ``dropped`` that Escape was pressed. Where counters lie side by side, ``named`` hears which one was clicked.
    """

    speaks_below = False
    GROUND, VEILS, COUNTERS, HINTS = range(4)  # a page puts all of them together for each that has changed
    LAYERS = 4

    def __init__(
        self,
        scene: Scene,
        pressed: Callable[[str], None],
        looked: Callable[[str], None],
        dropped: Callable[[], None],
        *,
        near: Collection[int] = (),
        named: Callable[[str], None] | None = None,
    ) -> None:
        self._named = named
        self._scene, self._pressed, self._looked, self._dropped = scene, pressed, looked, dropped
        self._faces: dict[str, tuple[object, ...]] | None = None
        self._drawn: dict[int, list[Shape]] = {}
        super().__init__(scene.position.board, layers=self.LAYERS, near=near)

    @property
    def shell(self) -> Shell:
        """The lines that say what happened; the desk puts them where they stay in sight."""
        return self._shell

    def paint(self, scene: Scene) -> None:
        """Show another scene; only what differs is sent, and nothing before a page has asked for the map."""
        self._scene = scene
        if self.is_awake:
            with held():
                self._show(self.VEILS, self._veils())
                self._paint_counters()
                self._show(self.HINTS, self._hints_of_scene())

    @property
    def _taken(self) -> tuple[int, ...]:
        return tuple(sorted(place for place in opening(self._scene.position.state.kit).where if place != OFF_MAP))

    def _draw_above(self) -> None:
        self._faces, self._drawn = None, {}
        self.paint(self._scene)

    def svg(self) -> str:
        """The position as a picture for pages without a kernel."""
        above = (*self._below(), *self._counters(), *self._hints_of_scene())
        seen = seen_in(self._frame, above) if self._near else above
        return to_svg(Picture(self._frame.width, self._frame.height, self._title, (*self._kept.shapes, *seen)))

    def zoom(self, times: float) -> None:
        """Show the sheet so many times as large as it is drawn, in a box that scrolls; 0 fits it into the page."""
        layout = self._sheet.widget.layout
        with layout.hold_sync():
            layout.width = f"{round(self._frame.width * (times or 1))}px"
            layout.max_width = "none" if times else "100%"
        if times:
            self.add_class("fmbook-zoomed")
        else:
            self.remove_class("fmbook-zoomed")

    def centre_on(self, place: str) -> None:
        """Bring a place into the middle of what is seen of a zoomed map."""
        self._shell.centre(*self._part(place))

    def open_on(self, place: str, times: float) -> None:
        """Open the map enlarged, with a place in the middle of what is seen."""
        self.zoom(times)
        self._shell.middle = list(self._part(place))

    def _part(self, place: str) -> tuple[float, float]:
        x, y = self._frame.pixel(self.board.centre(self.board.at(place)))
        return x / self._frame.width, y / self._frame.height

    # --- layers -----------------------------------------------------------------------------

    def _show(self, layer: int, shapes: list[Shape]) -> None:
        """Draw a layer if it has changed; one that never held anything is empty on every page."""
        if self._drawn.get(layer, []) != shapes:
            self._drawn[layer] = shapes
            self._sheet.show(layer, shapes)

    def _veils(self) -> list[Shape]:
        scene, board, frame = self._scene, self.board, self._frame
        shapes = [*self._signs(), *(overlays.veil(board, frame) if scene.night else [])]
        for side in scene.zones:
            shapes += overlays.zone(board, frame, scene.position.zone(scene.position.sides[side]), side)
        shapes += overlays.supply(board, frame, sorted(scene.supply))
        shapes += overlays.names_above(board, frame, scene.supply, self._picture.shapes) if scene.supply else []
        return [*shapes, *overlays.threat(board, frame, scene.threat)]

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
        shapes += hints(board, frame, chosen, self._numbers(scene.lit))
        if scene.unit and not scene.hidden:
            shapes += lifted(scene.position, frame, scene.unit)
        return shapes

    def _counters(self) -> list[Shape]:
        places = filter(self._in_window, self.board.places) if self._near else None
        return [] if self._scene.hidden else counters(self._scene.position, self._frame, places)

    def _paint_counters(self) -> None:
        now = {} if self._scene.hidden else faces(self._scene.position)
        before, self._faces = self._faces, now
        if before is None:
            self._sheet.show(self.COUNTERS, self._counters())
            return
        changed = [
            place for place in {**before, **now} if before.get(place) != now.get(place) and self._in_window(place)
        ]
        if len(changed) > FEW or self._frame.large:  # a ship on a river lies between two places
            self._sheet.show(self.COUNTERS, self._counters())
        elif changed:
            boxes = [self._box(place, max(len(each.get(place, ())) for each in (before, now))) for place in changed]
            beside = [
                place
                for place, look in now.items()
                if self._in_window(place) and any(_meet(self._box(place, len(look)), box) for box in boxes)
            ]
            self._sheet.patch(self.COUNTERS, boxes, counters(self._scene.position, self._frame, beside))

    def _box(self, place: str, count: int) -> tuple[int, int, int, int]:
        """Left, top, width and height of what a stack can reach, in whole pixels: half a one would be half wiped."""
        x, y = self._frame.pixel(self.board.centre(self.board.at(place)))
        half = room_of(self._frame, count)
        left, top = floor(x - half), floor(y - half)
        return left, top, ceil(x + half) - left, ceil(y + half) - top

    def _numbers(self, places: Iterable[str]) -> tuple[int, ...]:
        return tuple(map(self.board.at, filter(self._in_window, places)))

    def _in_window(self, place: str) -> bool:
        return not self._near or self.board.at(place) in self._near

    # --- what the page does --------------------------------------------------------------------

    def _choose(self, place: int) -> None:
        name = self.board.name(place)
        self.set_trait("clicked", name)
        self._pressed(name)

    def _look_at(self, place: int) -> None:
        """Move the keyboard's cursor; the hex is named, nothing is ordered."""
        self._scene.place = self.board.name(place)
        self._show(self.HINTS, self._hints_of_scene())
        self._looked(self._scene.place)

    def _let_go(self) -> None:
        self._dropped()

    def say(self, text: str) -> None:
        """Say what happened, also to screen readers."""
        self._shell.says = text


def _meet(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    """Whether two boxes (left, top, width, height) share anything."""
    (left, top, wide, high), (x, y, across, down) = one, other
    return left < x + across and x < left + wide and top < y + down and y < top + high
