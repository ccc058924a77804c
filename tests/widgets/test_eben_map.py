"""The map of the fort on the desk: clicks, keys, counters, fields of fire; played with the drill's toy rules."""

from itertools import combinations
from typing import Any

import pytest

import fmbook as fm
from fmbook.books.drill import DRILL
from fmbook.components.scenarios import Scenario, UnitForm, setup_of
from fmbook.core.mapsigns import MapSigns, Track
from fmbook.play.game import Game
from fmbook.play.positions import Position
from fmbook.widgets import theme
from fmbook.widgets.board import counters as drawn
from fmbook.widgets.board.cursor import Cursor
from fmbook.widgets.board.deskmap import Scene
from fmbook.widgets.board.fort.aims import targets
from fmbook.widgets.board.fort.changes import WIDE, state_of
from fmbook.widgets.board.fort.fields_of_fire import fields_of_fire
from fmbook.widgets.board.fort.plan import plan_of
from fmbook.widgets.board.sectormap import SectorMap
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.desk.desk import Desk
from fmbook.widgets.drawing.shapes import Circles, Lines, Polygons, Texts
from fmbook.widgets.drawing.text_size import width_of
from tests.tools.desks import look_at

WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))


pytestmark = pytest.mark.usefixtures("desk_apart")


def unit(described: str, steps: int, kind: str = "squad") -> UnitForm:
    id_, at = described.split()
    side = {"B": "Blue", "R": "Red"}[id_[0]]
    return UnitForm(id=id_, side=side, factors="0-0-1", at=at, steps=steps, kind=kind)


def on_the_roof(*units: UnitForm) -> Game:
    form = Scenario(
        title="a test", says="", sides=("Blue", "Red"), turns=3, unit=units, board="eben_emael/board.toml",
        options=("sectors",), begins="Blue movement phase",
        goal={"kind": "hold", "side": "Blue", "hexes": [], "text": ""},
    )  # fmt: skip
    return Game(setup_of(form, "drill", "a-test", DRILL, (), ()), 1)


def a_morning() -> Game:
    return on_the_roof(
        unit("B1 S06", 8), unit("B2 S06", 8), unit("B3 S05", 7), unit("R1 S07", 20), unit("R2 S07", 1, "machine gun"),
        unit("R3 S12", 1, "machine gun"), unit("R4 S12", 1, "gun"),
    )  # fmt: skip


def click(on: Desk, sector: str) -> None:
    on.map._on_press(*on.map._frame.pixel(on.game.board.centre(on.game.board.at(sector))))


# --- clicks and keys --------------------------------------------------------------------------------


def test_a_fort_gets_a_map_of_sectors():
    on = Desk(a_morning())
    assert isinstance(on.map, SectorMap)
    assert "sectors" in repr(on.map)
    assert on.map._shell.label.endswith("Click a sector, or tab to the map and use the arrow keys.")


def test_a_click_anywhere_in_a_sector_is_a_click_on_it():
    game = a_morning()
    on = Desk(game)
    heard: list[str] = []
    on.map._pressed = heard.append
    for place, name in enumerate(game.board.places):
        for corner in game.board.outline(place):
            middle = game.board.centre(place)
            near = middle.x + 0.9 * (corner.x - middle.x), middle.y + 0.9 * (corner.y - middle.y)
            if game.board.place_at(*near) == place:
                on.map._on_press(*on.map._frame.pixel(near))
                assert heard[-1] == name
    assert set(heard) == set(game.board.places)
    before = len(heard)
    on.map._on_press(4.0, 4.0)  # beside the roof
    assert len(heard) == before


def test_two_clicks_march_a_squad_to_the_next_sector():
    on = Desk(a_morning())
    click(on, "S06")
    assert on.choice.chooser.unit == "B1"
    click(on, "S08")
    assert [str(order) for order in on.game.orders] == ["move B1 S08"]


def test_every_sector_can_be_reached_by_the_arrow_keys_from_every_other():
    board = a_morning().board

    def steps(place: int) -> set[int]:
        cursor, found = Cursor(board), set()
        for way in WAYS:
            cursor.put(place)
            found.add(cursor.step(way))
        return found

    for start in range(20):
        seen = [start]
        for place in seen:
            seen += [there for there in sorted(steps(place)) if there not in seen]
        assert len(seen) == 20, board.name(start)


def test_a_counter_that_may_be_ordered_is_taken_at_its_own_spot():
    on = Desk(a_morning())
    frame = on.map._frame
    second = next(spot for spot in drawn.stack_spots(on.position, frame) if spot.unit.id == "B2")
    on.map._on_press(*second.at)
    assert on.choice.chooser.unit == "B2"
    assert on.map.clicked == "S06"
    click(on, "S08")
    assert [str(order) for order in on.game.orders] == ["move B2 S08"]


def test_an_enemy_counter_is_no_more_than_its_sector():
    on = Desk(a_morning())
    enemy = next(spot for spot in drawn.stack_spots(on.position, on.map._frame) if spot.unit.id == "R1")
    on.map._on_press(*enemy.at)
    assert on.choice.chooser.unit == ""
    assert on.map.clicked == "S07"


def test_the_keyboard_marches_too():
    on = Desk(a_morning())
    on.map._cursor.put(on.game.board.at("S06"))
    for key in ("Enter", "ArrowUp", "Enter"):
        on.map._on_key(key)
    assert [str(order) for order in on.game.orders] == ["move B1 S08"]


def test_a_typed_order_does_the_same():
    on = Desk(a_morning())
    on.parts.line.value = "move B1 S08"
    on._say_it()
    assert on.game.unit("B1").place == "S08"


def test_the_desk_speaks_of_sectors():
    on = Desk(a_morning())
    click(on, "S06")
    said = on.parts.side.value + on.parts.shell.says + on.said
    assert "sector" in said
    assert "hex" not in said


# --- counters -----------------------------------------------------------------------------------------


def spots(game: Game) -> list[Any]:
    return drawn.stack_spots(Position(game.state), Frame.around(game.board))


def test_counters_lie_side_by_side_in_their_sector():
    game = on_the_roof(*(unit(f"B{n} S05", 8) for n in range(1, 9)), unit("R1 S15", 20))
    found = spots(game)
    assert len(found) == 9
    for one, other in combinations(found, 2):
        apart = max(abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1]))
        assert apart >= (one.size + other.size) / 2
    frame = Frame.around(game.board)
    assert all(game.board.place_at(*frame.point(*spot.at)) == game.board.at(spot.unit.place) for spot in found)


def test_a_weapon_is_a_chip_beside_its_work():
    game = a_morning()
    chips = [spot for spot in spots(game) if spot.chip]
    assert {spot.unit.id for spot in chips} == {"R2", "R3", "R4"}
    words = [
        word
        for shape in drawn.counters(Position(game.state), Frame.around(game.board))
        if shape.name == "weapon-words"
        for word, _ in shape.words  # type: ignore[union-attr]
    ]
    assert sorted(words) == ["R2", "R3", "R4"]  # as lists name them


def test_a_counter_shows_the_points_that_it_has_left():
    game = a_morning()
    position = Position(game.state.but(steps=bytes([6, *game.state.steps[1:]])))
    figures = {
        word for shape in drawn.counters(position, Frame.around(game.board)) if shape.name == "factors"
        for word, _ in shape.words  # type: ignore[union-attr]
    }  # fmt: skip
    assert {"6/8", "8", "7", "20"} <= figures
    assert "6 of 8 points" in str(position.unit("B1"))


def test_a_unit_that_is_taken_up_is_magnified_and_a_weapon_becomes_a_counter():
    game = a_morning()
    held = drawn.stack_spots(Position(game.state), Frame.around(game.board), "R2")[-1]
    assert (held.unit.id, held.chip) == ("R2", False)
    assert held.size >= 46


def test_only_what_changed_is_drawn_anew(monkeypatch):
    on = Desk(a_morning())
    look_at(on.map)
    sent: list[int] = []
    monkeypatch.setattr(on.map._sheet, "show", lambda layer, shapes: sent.append(layer))
    wiped: list[Any] = []
    monkeypatch.setattr(on.map._sheet, "patch", lambda layer, boxes, shapes: wiped.append((layer, boxes)))
    on.map.paint(on.map._scene)
    assert sent == []
    on.parts.line.value = "move B1 S08"
    on._say_it()
    assert SectorMap.COUNTERS not in sent
    assert SectorMap.STATE not in sent
    [(layer, boxes)] = wiped
    assert layer == SectorMap.COUNTERS
    assert len(boxes) == 2 + 1 + 1  # two counters before and one after in S06, one in S08


# --- fields of fire -------------------------------------------------------------------------------------


def test_the_fields_of_fire_can_be_switched_on():
    on = Desk(a_morning())
    assert not [shape for shape in on.map._veils() if shape.name == "fields-of-fire"]
    on.parts.fields.value = True
    rings = [shape for shape in on.map._veils() if shape.name == "fields-of-fire"]
    arcs = sum(len(work.arcs) for work in plan_of(on.game.board, on.map._frame).fort.work)
    assert len(rings) == arcs
    on.parts.fields.value = False
    assert not [shape for shape in on.map._veils() if shape.name == "fields-of-fire"]


def test_the_arcs_of_a_chosen_work_stand_out_and_the_sectors_swept_bear_dots():
    board = a_morning().board
    plan = plan_of(board, Frame.around(board))
    shapes = fields_of_fire(plan, range(20), board.at("S07"))
    [dots] = [shape for shape in shapes if isinstance(shape, Circles)]
    assert len(dots.centres) == len(board.fields[board.at("S07")])
    inks = {shape.ink for shape in shapes if isinstance(shape, Polygons)}
    assert len(inks) == 2
    edges = {shape.ink.dash for shape in shapes if isinstance(shape, Lines)}
    assert () in edges
    assert len(edges) == 2  # told apart without colour


def test_guns_that_nobody_mans_have_pale_fields():
    board = a_morning().board
    plan = plan_of(board, Frame.around(board))
    inks = [
        {shape.ink for shape in fields_of_fire(plan, [board.at("S07")], manned=manned) if isinstance(shape, Polygons)}
        for manned in (None, {board.at("S07")}, set())
    ]
    assert inks[0] == inks[1] != inks[2]


def test_what_can_be_attacked_has_ticks_and_lies_below_the_counters():
    on = Desk(a_morning())
    board, plan = on.game.board, plan_of(on.game.board, on.map._frame)
    [_, _, sights] = targets(plan, [board.at("S07"), board.at("S12")])
    ticks = [path for path in sights.paths if len(path) == 2]  # type: ignore[union-attr]
    assert len(ticks) > 20
    assert all(board.place_at(*on.map._frame.point(*end)) in {board.at("S07"), board.at("S12")} for _, end in ticks)
    on.map.paint(Scene(Position(on.game.state), targets=("S07",), reach={"S08": "1"}))
    assert {"sights", "reachable"} <= {shape.name for shape in on.map._veils()}
    assert not {"sights", "reachable", "costs"} & {shape.name for shape in on.map._hints_of_scene()}


def test_a_board_without_fields_has_no_switch_for_them_and_one_of_sectors_no_zones():
    on = Desk(a_morning())
    assert on.parts.fields in on.parts.switches
    assert not set(on.parts.zones) & set(on.parts.switches)
    march = Desk(fm.new_game("drill", "march"))
    assert march.parts.fields not in march.parts.switches
    assert set(march.parts.zones) <= set(march.parts.switches)


# --- tracks and works out of action ---------------------------------------------------------------------


def test_tracks_are_boxes_or_a_bar_with_their_figures():
    board = a_morning().board
    plan = plan_of(board, Frame.around(board))
    tracks = (Track("Turn", 3, 15), Track("German losses", 17, 85, 0), Track("Belgian losses", 0, 329, 1, "breaks"))
    shapes = state_of(plan, MapSigns(tracks))
    boxes = [shape for shape in shapes if shape.name == "track"]
    assert [len(shape.rings) for shape in boxes] == [15, 1, 1]  # type: ignore[union-attr]
    filled = [shape for shape in shapes if shape.name == "track-now"]
    assert [len(shape.rings) for shape in filled] == [3, 1]  # type: ignore[union-attr]
    (left, *_), (right, *_) = filled[1].rings[0][:2]  # type: ignore[union-attr]
    assert (right - left) / WIDE == pytest.approx(17 / 85)
    words = {word for shape in shapes if isinstance(shape, Texts) for word, _ in shape.words}
    assert {"German losses", "17 of 85", "0 of 329, breaks"} <= words


def test_tracks_lie_on_free_paper():
    board = a_morning().board
    frame = Frame.around(board)
    shapes = state_of(plan_of(board, frame), MapSigns(tuple(Track(f"T{n}", n, 15) for n in range(5))))
    for shape in shapes:
        for ring in shape.rings if isinstance(shape, Polygons) else ():
            assert all(board.place_at(*frame.point(*point)) is None for point in ring)
            assert all(5 < x < frame.width - 5 for x, _ in ring)


def test_gliders_lie_where_they_came_down_clear_of_works_and_words():
    board = a_morning().board
    plan = plan_of(board, Frame.around(board))
    landed = (*(board.at(name) for name in ("S06", "S08", "S08", "S10", "S17")),)
    [gliders] = [shape for shape in state_of(plan, MapSigns(landed=landed)) if shape.name == "gliders"]
    assert len(gliders.rings) == 5  # type: ignore[union-attr]
    for place, ring in zip((*landed,), gliders.rings, strict=True):  # type: ignore[union-attr]
        nose, tail = ring[0], ring[len(ring) // 2]
        middle = (nose[0] + tail[0]) / 2, (nose[1] + tail[1]) / 2
        assert board.place_at(*plan.frame.point(*middle)) == place
        assert not any(box.covers(middle) for box in plan.signs[place].boxes)


def test_a_work_out_of_action_is_crossed_out():
    board = a_morning().board
    plan = plan_of(board, Frame.around(board))
    [_, cross] = state_of(plan, MapSigns(shut=frozenset({board.at("S04")})))
    x, y = plan.at(plan.works_in(board.at("S04"))[0].at)
    assert all(min(a[0], b[0]) < x < max(a[0], b[0]) for a, b in cross.paths)  # type: ignore[union-attr]
    assert all(min(a[1], b[1]) < y < max(a[1], b[1]) for a, b in cross.paths)  # type: ignore[union-attr]


def test_the_name_of_each_gun_fits_its_chip():
    game = fm.new_game("eben_emael", "first_minutes")
    chips = [unit.id for unit in game.units() if unit.kind in theme.CHIPS]
    assert max(width_of(name, theme.CHIP_WORDS) for name in chips) < theme.CHIP_WIDE - 1
