"""The map of a fort on the desk: sectors instead of hexes, counters side by side, fields of fire, tracks."""

from collections import defaultdict
from collections.abc import Collection
from typing import Final

from fmbook.play.positions import Counter, Position
from fmbook.widgets.board import overlays
from fmbook.widgets.board.boardstyle import looks
from fmbook.widgets.board.counters import counters, faces, stack_spots
from fmbook.widgets.board.deskmap import DeskMap
from fmbook.widgets.board.fort.aims import targets
from fmbook.widgets.board.fort.changes import state_of
from fmbook.widgets.board.fort.fields_of_fire import fields_of_fire
from fmbook.widgets.board.fort.plan import FortPlan, plan_of
from fmbook.widgets.board.painting import DeskPainting, Scene
from fmbook.widgets.drawing.shapes import Point, Shape
from fmbook.widgets.page.guard import guarded

__all__ = ["SectorMap", "as_svg", "map_class", "painted"]

AROUND: Final = 2.4  # pixels: how far a shadow reaches beyond its counter
Patch = tuple[float, float, float, float]


class SectorPainting(DeskPainting):
    """A game on sectors."""

    @property
    def _plan(self) -> FortPlan:
        return plan_of(self.board, self._frame)

    def _lies_below(self) -> tuple[object, ...]:
        return *super()._lies_below(), self._scene.place, self._scene.reach, self._scene.targets

    def _veils(self) -> list[Shape]:
        scene = self._scene
        chosen = self.board.at(scene.place) if scene.place else None
        manned = scene.position.shown.manned
        fire = fields_of_fire(self._plan, scene.fields, chosen, manned) if scene.fields else []
        open_to = self._numbers(scene.reach)
        reach = overlays.reachable(self.board, self._frame, open_to)
        reach += overlays.reach_rims(self.board, self._frame, open_to)
        if open_to:
            reach += overlays.names_above(self.board, self._frame, frozenset(open_to), self._picture.shapes)
        return [*super()._veils(), *fire, *reach, *targets(self._plan, self._numbers(scene.targets))]

    def _tint(self) -> list[Shape]:
        return []

    def _aims(self) -> list[Shape]:
        """Where one can go and what one can attack lies below the counters: a sector is large, they need the room."""
        return []

    def _spot(self, place: str, unit: str = "") -> tuple[Point, float]:
        spots = stack_spots(self._scene.position, self._frame) if unit else []
        return next(((spot.at, spot.size * 1.3) for spot in spots if spot.unit.id == unit), super()._spot(place))

    def _state(self) -> list[Shape]:
        """Tracks, gliders on the ground, works that are out of play; a part of the roof has no tracks."""
        return [] if self._near else state_of(self._plan, self._scene.position.shown)

    def _below(self) -> list[Shape]:
        return [*self._state(), *super()._below()]


class SectorMap(SectorPainting, DeskMap):
    """A map with counters in sectors, side by side; tracks and works lie below them."""

    GROUND, STATE, VEILS, COUNTERS, HINTS = range(5)
    LAYERS = 5
    _lying: "dict[str, list[Patch]]" = {}  # noqa: RUF012 - it is never changed, only replaced

    @guarded
    def _on_press(self, x: float, y: float) -> None:
        """A counter that may be ordered is taken at its own spot; elsewhere the sector is meant."""
        unit = self._counter_at(x, y)
        if self._named is None or unit is None or unit.id not in self._scene.ready:
            super()._on_press(x, y)
            return
        self._cursor.put(self.board.at(unit.place))
        self.set_trait("clicked", unit.place)
        self._named(unit.id)

    def _counter_at(self, x: float, y: float) -> Counter | None:
        spots = [] if self._scene.hidden else stack_spots(self._scene.position, self._frame)
        return next(
            (spot.unit for spot in spots if max(abs(spot.at[0] - x), abs(spot.at[1] - y)) <= spot.size / 2), None
        )

    def _paint_counters(self) -> None:
        """Draw anew what has changed: each counter has a box of its own, and none reaches into another sector."""
        self._show(self.STATE, self._state())
        now = {} if self._scene.hidden else faces(self._scene.position)
        before, self._faces = self._faces, now
        lying, self._lying = self._lying, self._boxes()
        if before is None:
            self._sheet.show(self.COUNTERS, self._counters())
            return
        changed = [
            place for place in {**before, **now} if before.get(place) != now.get(place) and self._in_window(place)
        ]
        if changed:
            boxes = [box for where in (lying, self._lying) for place in changed for box in where.get(place, ())]
            self._sheet.patch(self.COUNTERS, boxes, counters(self._scene.position, self._frame, changed))

    def _boxes(self) -> dict[str, list[Patch]]:
        found: dict[str, list[Patch]] = defaultdict(list)
        for spot in [] if self._scene.hidden else stack_spots(self._scene.position, self._frame):
            half = spot.size / 2 + AROUND
            found[spot.unit.place].append((spot.at[0] - half, spot.at[1] - half, 2 * half, 2 * half))
        return found


def map_class(position: Position) -> type[DeskMap]:
    """Return the kind of map that a position's board wants."""
    return SectorMap if looks(position.board).fort else DeskMap


def painted(scene: Scene, near: Collection[int] = ()) -> DeskPainting:
    """Lay out a scene on its whole board, or on the part around some places, without a widget."""
    painting = SectorPainting if looks(scene.position.board).fort else DeskPainting
    return painting.of(scene, near)


def as_svg(scene: Scene) -> str:
    """Draw a scene on its whole board, without a widget."""
    return painted(scene).svg()
