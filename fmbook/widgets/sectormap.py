"""The map of a fort on the desk: sectors instead of hexes, counters side by side, fields of fire, tracks."""

from fmbook.positions import Counter, Position
from fmbook.widgets import overlays
from fmbook.widgets.counters import faces, stack_spots
from fmbook.widgets.deskmap import DeskMap
from fmbook.widgets.fort.aims import targets
from fmbook.widgets.fort.fire import fields_of_fire
from fmbook.widgets.fort.plan import Plan, plan_of
from fmbook.widgets.fort.state import state_of
from fmbook.widgets.guard import guarded
from fmbook.widgets.looks import looks
from fmbook.widgets.shapes import Shape

__all__ = ["COUNTERS", "SectorMap", "map_class"]

COUNTERS = 2


class SectorMap(DeskMap):
    """A map with counters in sectors. There are few, and they make room for one another, so all are drawn anew."""

    @property
    def _plan(self) -> Plan:
        return plan_of(self.board, self._frame)

    def _veils(self) -> list[Shape]:
        scene = self._scene
        chosen = self.board.at(scene.place) if scene.place else None
        manned = scene.position.shown.manned
        fire = fields_of_fire(self._plan, scene.fields, chosen, manned) if scene.fields else []
        reach = overlays.reachable(self.board, self._frame, self._numbers(scene.reach))
        return [*super()._veils(), *fire, *reach, *targets(self._plan, self._numbers(scene.targets))]

    def _aims(self) -> list[Shape]:
        """Where one can go and what one can attack lies below the counters: a sector is large, they need the room."""
        return []

    def _counters(self) -> list[Shape]:
        state = [] if self._near else state_of(self._plan, self._scene.position.shown)
        return [*state, *super()._counters()]

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
        now: dict[str, tuple[object, ...]] = {} if self._scene.hidden else faces(self._scene.position)
        now[""] = (self._scene.position.shown,)
        if self._faces != now:
            self._faces = now
            self._sheet.show(COUNTERS, self._counters())


def map_class(position: Position) -> type[DeskMap]:
    """Give the kind of map that a position's board wants."""
    return SectorMap if looks(position.board).fort else DeskMap
