"""Fields of fire over a fort: what each work's machine guns sweep."""

from collections.abc import Collection, Iterator

from fmbook.widgets.board.boardstyle import Arc
from fmbook.widgets.board.fort import inks
from fmbook.widgets.board.fort.plan import FortPlan
from fmbook.widgets.drawing.shapes import Circles, Ink, Lines, Path, Point, Polygons, Shape

__all__ = ["fields_of_fire"]

STEP = 6.0  # degrees


def fields_of_fire(
    plan: FortPlan, places: Collection[int], chosen: int | None = None, manned: Collection[int] | None = None
) -> list[Shape]:
    """The arcs of the works in some sectors; those of a chosen one stand out, and the sectors swept bear a dot.

    Guns that nobody mans have pale ones.
    """
    others = [place for place in sorted(places) if place != chosen]
    idle = [] if manned is None else [place for place in others if place not in manned]
    shapes = list(_arcs(plan, idle, inks.FIRE_IDLE, inks.FIRE_IDLE_EDGE))
    shapes += _arcs(plan, [place for place in others if place not in idle], inks.FIRE, inks.FIRE_EDGE)
    if chosen is not None and chosen in places:
        shapes += _arcs(plan, [chosen], inks.FIRE_CHOSEN, inks.FIRE_CHOSEN_EDGE)
        swept = tuple(_spot(plan, place) for place in sorted(plan.board.fields[chosen]))
        shapes.append(Circles("swept", swept, 5.0, inks.FIRE_SWEPT))
    return shapes


def _spot(plan: FortPlan, place: int) -> Point:
    """Beside the number of a sector, where the white dots of the map stand too."""
    sign = plan.signs[place]
    return sign.dot or (sign.number[0] - 15.0, sign.number[1])


def _arcs(plan: FortPlan, places: Collection[int], area: Ink, edge: Ink) -> Iterator[Shape]:
    rings = tuple(
        _wedge(plan, plan.at(work.at), arc) for place in places for work in plan.works_in(place) for arc in work.arcs
    )
    if rings:
        yield from (Polygons("fields-of-fire", (ring,), area) for ring in rings)  # one by one: they may overlap
        yield Lines("fields-of-fire-edge", tuple((*ring, ring[0]) for ring in rings), edge)


def _wedge(plan: FortPlan, at: Point, arc: Arc) -> Path:
    count = max(2, round((arc.to - arc.from_) / STEP))
    far = plan.long(arc.range)
    rim = tuple(plan.toward(at, arc.from_ + (arc.to - arc.from_) * n / count, far) for n in range(count + 1))
    return rim[:-1] if arc.to - arc.from_ >= 360 else (at, *rim)
