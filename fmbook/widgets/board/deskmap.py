"""The map on the desk: ground, veils, counters, and hints above them. It decides nothing."""

from collections.abc import Callable, Collection, Iterable, Mapping
from math import ceil, floor
from typing import Any

from ipywidgets import Layout

from fmbook.widgets.board.counters import Look, counters, faces, reach_of
from fmbook.widgets.board.covered import WrittenName, lettering
from fmbook.widgets.board.hexmap import ENLARGED, HexMap
from fmbook.widgets.board.painting import DeskPainting, Scene
from fmbook.widgets.drawing.canvas import SHARPEST, held
from fmbook.widgets.drawing.shapes import Shape
from fmbook.widgets.page.shell import PageShell

__all__ = ["DeskMap", "Scene"]

Patch = tuple[int, int, int, int]
HALO = 4  # pixels
FEW = 12  # hexes: when more have changed, the whole layer is drawn anew


class DeskMap(DeskPainting, HexMap):
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
        self._faces: dict[str, Look] | None = None
        self._lettered: list[WrittenName] = []
        self._drawn: dict[int, tuple[list[Shape], ...]] = {}
        self._lying_below: tuple[object, ...] = ()
        super().__init__(scene.position.board, layers=self.LAYERS, near=near)

    @property
    def shell(self) -> PageShell:
        """The lines that say what happened; the desk puts them where they stay in sight."""
        return self._shell

    def call(self, shown: str) -> None:
        """Say in the map's name what it shows: there are many maps of one board on a page."""
        self._shell.label = self._call_it(shown)

    def paint(self, scene: Scene) -> None:
        """Show another scene; only what differs is sent, and nothing before a page has asked for the map."""
        self._scene = scene
        if self.is_awake:
            with held():
                if self._lying_below != (below := self._lies_below()):
                    self._show(self.VEILS, self._veils())
                    self._paint_counters()
                    self._lying_below = below
                self._show_hints()

    def _draw_above(self) -> None:
        self._faces, self._drawn, self._lying_below = None, {}, ()
        self.paint(self._scene)

    def zoom(self, times: float) -> None:
        """Show the sheet so many times as large as it is drawn, in a box that scrolls; 0 fits it into the page."""
        layout = self._sheet.widget.layout
        with layout.hold_sync():
            layout.width = f"{round(self._frame.width * (times or 1))}px"
            layout.max_width = "none" if times else "100%"
        self.times = times
        if self.is_awake and times > ENLARGED and self._sheet.sharpness < SHARPEST:
            self.wake(SHARPEST)
        if times:
            self.add_class("fmbook-zoomed")
        else:
            self.remove_class("fmbook-zoomed")

    def centre_on(self, place: str) -> None:
        """Bring a place into the middle of what is seen of a zoomed map."""
        self._shell.centre(*self.part(place)[:2])

    def bring_into_sight(self, place: str) -> None:
        """Bring a place into the middle of what is seen of a zoomed map, if it is out of sight there."""
        if self.times:
            self._shell.centre(*self.part(place)[:2], unseen=True)

    def bring_question(self, place: str) -> None:
        """Bring the place that is asked about into sight, in its map and on the page, and the panel to its top."""
        self._shell.bring_question(*self.part(place)[:2])

    def open_on(self, place: str, times: float) -> None:
        """Open the map enlarged, with a place in the middle of what is seen."""
        self.zoom(times)
        self._shell.middle = list(self.part(place)[:2])

    @property
    def paper(self) -> Layout:
        """How large the sheet is shown."""
        return self._sheet.widget.layout

    def on_page(self) -> dict[str, Any]:
        """What a page needs to show a picture of the map as the map opens: its names, its shape, its middle."""
        return {"names": list(self._dom_classes), "ratio": self._shell.ratio, "middle": self._shell.middle}

    def part(self, place: str, unit: str = "") -> tuple[float, float, float]:
        """Return where a place or a unit is, and half its size, in parts of the sheet's width and height."""
        (x, y), size = self._spot(place, unit)
        return round(x / self._frame.width, 4), round(y / self._frame.height, 4), round(size / 2 / self._frame.width, 4)

    # --- layers -----------------------------------------------------------------------------

    def _show_hints(self) -> None:
        """Draw what changes with each thing that is taken up, on one layer: a page is busy with each that changes.

        Counters and names lie below that layer, and are seen through gaps in its tint.
        """
        tint = self._tint()
        self._show(self.HINTS, self._hints_of_scene(), *([tint, self._gaps()] if tint else []))

    def _show(self, layer: int, shapes: list[Shape], *below: list[Shape]) -> None:
        """Draw a layer if it has changed; one that never held anything is empty on every page."""
        if self._drawn.get(layer, ([],)) != (shapes, *below):
            self._drawn[layer] = shapes, *below
            self._sheet.show(layer, shapes, *below)

    def _paint_counters(self) -> None:
        now = {} if self._scene.hidden else faces(self._scene.position)
        before, self._faces = self._faces, now
        named, self._lettered = self._lettered, self._written
        if before is None:
            self._sheet.show(self.COUNTERS, [*lettering(self._lettered), *self._counters()])
            return
        changed = [
            place for place in {**before, **now} if before.get(place) != now.get(place) and self._in_window(place)
        ]
        if len(changed) > FEW or self._frame.large:  # a ship on a river lies between two places
            self._sheet.show(self.COUNTERS, [*lettering(self._lettered), *self._counters()])
        elif changed:
            boxes = [self._box(place, before.get(place, ()), now.get(place, ())) for place in changed]
            boxes += [
                _room(name) for pair in zip(named, self._lettered, strict=True) if pair[0] != pair[1] for name in pair
            ]
            self._sheet.patch(self.COUNTERS, boxes, self._in_boxes(boxes, now))

    def _in_boxes(self, boxes: Iterable[Patch], now: Mapping[str, Look]) -> list[Shape]:
        """Names and counters that reach into some boxes."""
        names = [name for name in self._lettered if any(_meet(_room(name), box) for box in boxes)]
        beside = [
            place
            for place, look in now.items()
            if self._in_window(place) and any(_meet(self._box(place, look), box) for box in boxes)
        ]
        return [*lettering(names), *counters(self._scene.position, self._frame, beside)]

    def _box(self, place: str, *found: Look) -> Patch:
        """Left, top, width and height of what lies there can reach, in whole pixels: half a one would be half wiped."""
        x, y = self._frame.pixel(self.board.centre(self.board.at(place)))
        half = max(reach_of(self._frame, look) for look in found)
        left, top = floor(x - half), floor(y - half)
        return left, top, ceil(x + half) - left, ceil(y + half) - top

    # --- what the page does --------------------------------------------------------------------

    def _choose(self, place: int) -> None:
        name = self.board.name(place)
        self.set_trait("clicked", name)
        self._pressed(name)

    def _look_at(self, place: int) -> None:
        """Move the keyboard's cursor; the hex is named, nothing is ordered."""
        self._scene.place = self.board.name(place)
        self._show_hints()
        self._shell.uncover(*self.part(self._scene.place)[:2])
        self._looked(self._scene.place)

    def _let_go(self) -> None:
        self._dropped()

    def say(self, text: str) -> None:
        """Say what happened, also to screen readers."""
        self._shell.says = text


def _room(name: WrittenName) -> Patch:
    """What a name can reach with its halo, in whole pixels."""
    left, top, right, low = name.box.edges
    left, top = floor(left - HALO), floor(top - HALO)
    return left, top, ceil(right + HALO) - left, ceil(low + HALO) - top


def _meet(one: Patch, other: Patch) -> bool:
    """Whether two boxes (left, top, width, height) share anything."""
    (left, top, wide, high), (x, y, across, down) = one, other
    return left < x + across and x < left + wide and top < y + down and y < top + high
