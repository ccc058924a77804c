"""Who holds a place that counts for the side that was there last: in the picture, in the key, and in words."""

import pytest

import fmbook as fm
from fmbook.books.eben_emael.facts import GROUND, SEALED
from fmbook.books.scheldt.facts import ROAD_HELD
from fmbook.books.veritable.facts import CAPTURED
from fmbook.books.vimy.facts import ALLIED_GROUND
from fmbook.core.facts import Fact
from fmbook.play.positions import Position
from fmbook.widgets.board.legend import legend
from fmbook.widgets.board.sectormap import painted
from fmbook.widgets.desk.clicks import Chooser
from fmbook.widgets.desk.scene import Choice, openings, scene
from fmbook.widgets.drawing.shapes import Polygons, Texts

LAST = [
    ("vimy", "battle", (ALLIED_GROUND,), "1325", "Last held by the Allies."),
    ("scheldt", "campaign", (ROAD_HELD,), "2029", "Last held by the Allies."),
    ("veritable", "operation", (CAPTURED,), "1510", "Last held by the Allies."),
    ("eben_emael", "first_minutes", (SEALED, GROUND), "S03", "Its points are held by the Germans."),
]


def taken(position: Position, facts: tuple[Fact[frozenset[int]], ...], place: str) -> Position:
    """The position, if the first side of the board's key had been the last in a place."""
    state = position.state
    for fact in facts:
        state = fact.supposed(state, frozenset({position.board.at(place)}))
    return Position(state)


def drawn(position: Position, *names: str) -> int:
    """How many signs of those names a picture of the position has."""
    shapes = painted(scene(position, Choice(Chooser(position)), acting=False)).drawn().shapes
    return sum(len(shape.rings) for shape in shapes if isinstance(shape, Polygons) and shape.name in names)


@pytest.mark.parametrize(("system", "scenario", "facts", "place", "said"), LAST, ids=[line[0] for line in LAST])
def test_a_place_that_has_changed_hands_is_drawn_and_told_as_its_new_holders(system, scenario, facts, place, said):
    before = Position(fm.new_game(system, scenario).state)
    after, name = taken(before, facts, place), "victory-taken" if system == "eben_emael" else "flags-0"
    assert said not in before.describe(place)
    assert said in after.describe(place)
    assert drawn(after, name) == drawn(before, name) + 1


@pytest.mark.parametrize("system", ["vimy", "scheldt", "veritable"])
def test_the_key_explains_the_flags_of_both_sides_and_the_plates_of_support(system):
    entries = [entry.kind for entry in legend(fm.new_game(system).board)]
    assert {"held", "support"} <= set(entries)


def test_the_key_of_the_fort_has_the_points_of_both_sides():
    position = Position(fm.new_game("eben_emael").state)
    shapes = painted(scene(position, Choice(Chooser(position)), acting=False)).drawn().shapes
    words = [word for shape in shapes if isinstance(shape, Texts) and shape.name == "key" for word, _ in shape.words]
    assert "points: Belgian, German" in words


@pytest.mark.parametrize("named", ["vimy hill_145", "veritable cleve", "scheldt braakman"])
def test_where_nothing_depends_on_who_was_there_last_no_flag_is_drawn(named):
    position = Position(fm.new_game(*named.split()).state)
    assert drawn(position, "flags-0", "flags-1") == 2  # those of the key


def test_costs_that_pass_a_units_movement_are_explained():
    game = fm.new_game("veritable", "first_days")
    while "movement" not in game.phase:
        game.do("end-phase" if game.can("end-phase") else game.legal()[0])
    chooser = Chooser(game)
    for unit in game.movers():
        beyond = any(float(cost) > float(game.unit(unit).movement) for cost in game.reach(unit).values())
        said = openings(chooser.with_unit(unit))
        assert ("A cost above 5 is a force march: up to 10" in said) == (beyond and game.unit(unit).movement == "5")
        assert ("force march" in said) == beyond
