"""The boards of special terrain as pictures: ground, signs of the rules, what becomes of hexes, counters."""

from itertools import combinations
from typing import Any

import pytest
from ipycanvas import Canvas
from ipycanvas.canvas import _CANVAS_MANAGER, COMMANDS

import fmbook as fm
from fmbook.books.europa_41.facts import Deluge
from fmbook.books.europa_41.floods import MASSIVE, PARTIAL
from fmbook.books.europa_41.waters import chart_of
from fmbook.geometry.boards import Board
from fmbook.play.positions import Position
from fmbook.widgets import theme
from fmbook.widgets.board.counters import colour_of_side, counters, stack_spots
from fmbook.widgets.board.deskmap import DeskMap, Scene
from fmbook.widgets.board.hex import ground
from fmbook.widgets.board.labels import printed
from fmbook.widgets.board.legend import legend
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.signs import signs, wet
from fmbook.widgets.board.stacks import size_on
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.board.symbols import symbols
from fmbook.widgets.drawing import canvas as pen
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.shapes import Circles, Ink, Lines, Path, Picture, Point, Polygons, Texts
from fmbook.widgets.drawing.svg import to_svg
from fmbook.widgets.drawing.text_size import Box, width_of
from tests.tools.desks import look_at

SCENARIOS = tuple(fm.scenarios("europa_41"))
NAMED = ("save", "clip", "strokeLineSegments", "restore")
HOLE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0))


def board(entry: str) -> Board:
    return fm.new_game("europa_41", entry).board


def drawn(entry: str) -> dict[str, Any]:
    found = board(entry)
    return {shape.name: shape for shape in ground(found, Frame.around(found)).shapes}


def after(entry: str, **facts: Any) -> Position:
    """A game after something has happened; a fact may be a function of the board."""
    state = fm.new_game("europa_41", entry).state
    values = {name: fact(state.board) if callable(fact) else fact for name, fact in facts.items()}
    return Position(state.but(facts={**state.facts, **values}))


def signs_of(position: Position) -> dict[str, Any]:
    return {shape.name: shape for shape in signs(position, Frame.around(position.board))}


def where(position: Position, point: Point) -> str:
    """The name of the hex under a pixel, without its sheet."""
    frame = Frame.around(position.board)
    place = position.board.place_at(*frame.point(*point))
    assert place is not None
    return position.board.name(place).rpartition(":")[2]


def middle(path: Path) -> Point:
    return sum(x for x, _ in path) / len(path), sum(y for _, y in path) / len(path)


# --- what is cut out ----------------------------------------------------------------------------


def test_what_lies_within_rings_is_masked_in_svg_once():
    shapes = tuple(Polygons(name, (HOLE,), Ink(fill="#ffffff"), (HOLE,)) for name in ("one", "two"))
    picture = to_svg(Picture(20, 20, "A hole", shapes))
    assert picture.count("<clipPath") == 1
    assert picture.count("clip-path=") == 2


def test_what_lies_within_rings_is_masked_on_the_canvas_once_for_all_in_a_row():
    pen.reopen()  # a test before this one may have closed all widgets
    with pen.held():
        start = len(_CANVAS_MANAGER._commands_cache)
        canvas = Canvas(width=20, height=20)
        masked = [Lines(name, (HOLE,), Ink(stroke="#000000"), (HOLE,)) for name in ("one", "two")]
        pen.draw(canvas, *masked, Lines("three", (HOLE,), Ink(stroke="#000000")))
        numbers = [command[0] for command in _CANVAS_MANAGER._commands_cache[start:]]
    order = [name for number in numbers for name in NAMED if number == COMMANDS[name]]
    drawn = "strokeLineSegments"
    assert order == ["save", "clip", drawn, drawn, "restore", drawn]


@pytest.mark.parametrize("entry", ["41.E.3", "41.E.6", "41.B"])
def test_woods_and_swamps_end_at_the_shore(entry):
    found = board(entry)
    dry = Survey(found, Frame.around(found)).dry
    assert dry
    shapes = drawn(entry)
    assert [shapes[name].within for name in ("woods", "swamp") if name in shapes] == [
        dry for name in ("woods", "swamp") if name in shapes
    ]
    trees = shapes["trees"].centres if "trees" in shapes else ()
    assert all(any(curves.inside(tree, ring) for ring in dry) for tree in trees)


# --- the ground ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "names"),
    [
        ("41.A.1", {"causeway"}),
        ("41.A.2", {"railway", "rail-ferry"}),
        ("41.A.3", {"airfields", "runways"}),
        ("41.A.4.a", {"ditched", "ditches", "swamp", "reeds", "river", "dot-cities", "border"}),
        ("41.B", {"delta", "ditches", "canal"}),
        ("41.D", {"great-river", "river", "limit", "river-port-waves", "border"}),
        ("41.E.1", {"strait-arrows", "swords", "swords-struck"}),
        ("41.E.2", {"sounds", "boats"}),
        ("41.E.3", {"guarded", "guarded-stars", "major-cities"}),
        ("41.E.4", {"swamp", "reeds", "outlined"}),
        ("41.E.6", {"river", "steam"}),
        ("41.F", {"ways-off", "river"}),
    ],
)
def test_each_entry_shows_what_its_rules_speak_of(entry, names):
    assert names <= drawn(entry).keys()


def test_41_a_2_a_rail_ferry_is_over_water_and_its_railway_on_land():
    found = board("41.A.2")
    survey = Survey(found, Frame.around(found))
    points = [point for line in survey.rail_ferries for point in line]
    assert points
    assert not any(curves.inside(point, ring) for point in points for ring in survey.dry)


def test_41_d_the_limit_lies_across_the_river():
    found = board("41.D")
    survey = Survey(found, Frame.around(found))
    ((a, b),) = drawn("41.D")["limit"].paths
    ((c, *_, d),) = survey.sides("limit")
    assert (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) == pytest.approx(0, abs=1e-6)


def test_41_f_arrows_stand_in_the_hexes_from_which_one_leaves():
    game = fm.new_game("europa_41", "41.F")
    leaving = game.board.having("west_edge") | game.board.having("south_edge")
    arrows = drawn("41.F")["ways-off"].rings
    assert sorted(where(game, middle(ring)) for ring in arrows) == sorted(
        game.board.name(place).rpartition(":")[2] for place in leaving
    )


@pytest.mark.parametrize("entry", SCENARIOS)
def test_only_numbers_that_the_rules_print_are_bold_and_underlined(entry):
    found, shapes = board(entry), drawn(entry)
    survey = Survey(found, Frame.around(found))
    stressed = {found.name(place).rpartition(":")[2] for place in printed(survey)}
    words = {word for word, _ in shapes["printed-numbers"].words} if stressed else set()
    assert words == stressed
    assert "printed-numbers" not in shapes or shapes["printed-numbers"].lettering.weight == 700
    plain = {word for name in ("numbers", "numbers-open", "numbers-sea") if name in shapes
             for word, _ in shapes[name].words}  # fmt: skip
    assert not plain & stressed
    assert len(plain | stressed) == len({found.name(n).rpartition(":")[2] for n in range(len(found.places))})


# --- the sheet ------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", SCENARIOS)
def test_title_subtitle_and_key_lie_on_the_sheet_and_not_on_each_other(entry):
    found = board(entry)
    frame, shapes = Frame.around(found), drawn(entry)
    boxes = [
        Box(at[0] + width_of(word, shape.lettering) / 2, at[1], width_of(word, shape.lettering), shape.lettering.size)
        for shape in (shapes[name] for name in ("title", "subtitle", "key") if name in shapes)
        for word, at in shape.words
    ]
    assert all(box.edges[0] > 0 and box.edges[2] < frame.width and box.edges[3] < frame.height for box in boxes)
    for one, other in combinations(boxes, 2):
        apart = abs(one.x - other.x) * 2 >= one.width + other.width or abs(one.y - other.y) > 12
        assert apart, (entry, one, other)


@pytest.mark.parametrize("entry", SCENARIOS)
def test_the_key_calls_a_lake_a_lake(entry):
    found = board(entry)
    words = " ".join(line.word for line in legend(found))
    lake = bool(found.having("lake") or found.links("lake") or found.links("vuoksa_lake"))
    assert lake == ("lake" in words)
    assert bool(found.having("sea")) == ("sea" in words.split())


@pytest.mark.parametrize("entry", SCENARIOS)
def test_the_key_explains_the_signs_of_owners(entry):
    game = fm.new_game("europa_41", entry)
    signs = {line.word: line.fill for line in legend(game.board) if line.owner}
    assert signs == {f"{side}-owned": colour_of_side(game, side) for side in game.sides}


@pytest.mark.parametrize("entry", [entry for entry in SCENARIOS if entry not in ("41.A.4.b", "41.D")])
def test_names_keep_clear_of_counters_and_their_hex(entry):
    found = board(entry)
    frame = Frame.around(found)
    survey = Survey(found, frame)
    assert frame.hex == theme.LARGE_HEX
    for written in survey.names:
        _, y = written.name.at
        below = written.box.y + written.box.height / 2
        assert below <= y + frame.low - size_on(frame) / 2 + 1
        assert written.box.width <= frame.hex * 1.05


# --- what changes in play ---------------------------------------------------------------------------


def test_the_owner_of_a_hex_is_told_by_the_shape_of_its_sign():
    desert, strait = signs_of(fm.new_game("europa_41", "41.B")), signs_of(fm.new_game("europa_41", "41.E.1"))
    assert isinstance(desert["owned-by-Allied"], Circles)
    assert {len(ring) for ring in desert["owned-by-Axis"].rings} == {4}
    assert {len(ring) for ring in strait["owned-by-Soviet"].rings} == {10}


def test_a_sign_of_its_owner_stands_in_every_hex_that_is_owned():
    game = fm.new_game("europa_41", "41.E.1")
    stars = signs_of(game)["owned-by-Soviet"].rings
    owned = {game.board.name(place).rpartition(":")[2] for place in game.state.facts["Soviet hexes"]}
    assert {where(game, middle(ring)) for ring in stars} == owned


def test_41_a_4_waves_show_a_flood_and_a_cross_that_nobody_may_enter():
    position = after(
        "41.A.4.b",
        deluges=lambda b: (Deluge(b.at("16A:0922"), PARTIAL, 0), Deluge(b.at("16A:0623"), MASSIVE, 0)),
    )
    shapes = signs_of(position)
    assert {where(position, middle(ring)) for ring in shapes["floods"].rings} == {"0922", "0623"}
    assert {where(position, middle(path)) for path in shapes["prohibited"].paths} == {"0623"}
    assert {where(position, middle(path)) for path in shapes["flood-waves"].paths} == {"0922", "0623"}


def test_41_a_1_a_blown_causeway_has_a_gap_and_a_cross():
    position = after("41.A.1", blown=lambda b: frozenset({tuple(sorted((b.at("16A:0727"), b.at("16A:0827"))))}))
    shapes = signs_of(position)
    assert {len(shapes[name].paths) for name in ("gaps", "blown")} == {1, 2}
    assert "blown" not in signs_of(fm.new_game("europa_41", "41.A.1"))


def test_41_a_4_b_ruined_port_and_airbase_are_crossed_out():
    position = after("41.A.4.b", ruined=lambda b: frozenset({b.at("16A:0723")}))
    assert len(signs_of(position)["ruined"].paths) == 4  # two crosses
    assert {where(position, middle(path)) for path in signs_of(position)["ruined"].paths} == {"0723"}


def test_41_a_3_an_airfield_on_ice_is_dashed_and_one_on_land_is_not_the_same():
    shapes = signs_of(after("41.A.3", airfields=lambda b: frozenset({b.at("16A:0927"), b.at("16A:0926")})))
    assert shapes["ice-airfield"].ink.dash
    assert shapes["ice-airfield"].ink != shapes["airfield"].ink


def test_41_a_3_ice_lies_on_water_alone_and_is_gone_after_the_thaw():
    frost = fm.new_game("europa_41", "41.A.3")
    ice = signs_of(frost)["ice"]
    land = Survey(frost.board, Frame.around(frost.board)).dry
    assert len(ice.within) == 1 + len(land)  # the sheet, and each piece of land the other way round
    assert curves.area(ice.within[0]) > 0 > max(map(curves.area, ice.within[1:]))
    assert "16A:0927" in {frost.board.name(place) for place in wet(frost)}
    thaw = after("41.A.3", frost=False)
    assert "ice" not in signs_of(thaw)
    assert wet(thaw) == frozenset()


def test_41_e_6_the_vuoksa_and_its_lakes_bear_no_ice():
    game = fm.new_game("europa_41", "41.E.6")
    sides = {(sign.place, sign.to) for sign in game.shown.signs if sign.kind == "frozen"}
    never = {*game.board.links("vuoksa"), *game.board.links("vuoksa_lake")}
    assert sides
    assert not sides & never


@pytest.mark.parametrize(("status", "says"), [("open", "canal open"), ("shut", "canal blocked for good")])
def test_41_b_a_tag_by_the_canal_tells_how_it_stands(status, says):
    ((words, _),) = signs_of(after("41.B", canal=status))["tag-words"].words
    assert words == says


def test_a_ship_on_a_river_lies_between_its_banks():
    game = fm.new_game("europa_41", "41.D")
    banks = {game.board.at("22A:4113"), game.board.at("22A:4213")}
    river = next(n for n, water in enumerate(chart_of(game.state).waters) if set(water.side or ()) == banks)
    ship = game.state.setup.unit("NG1").number
    position = after("41.D", lies=((ship, river),))
    frame = Frame.around(position.board)
    (spot,) = [spot for spot in stack_spots(position, frame) if spot.unit.id == "NG1"]
    assert spot.at == pytest.approx(middle(frame.pixels(position.board.side(*sorted(banks)))))
    assert all(spot.at != other.at for other in stack_spots(game, frame))


def test_two_ships_on_one_side_of_a_river_show_both_their_names():
    game = fm.new_game("europa_41", "41.D")
    river = next(n for n, water in enumerate(chart_of(game.state).waters) if water.side)
    ships = ("NG1", "NG2")
    position = after("41.D", lies=tuple((game.state.setup.unit(ship).number, river) for ship in ships))
    frame = Frame.around(position.board)
    upper, lower = (spot for spot in stack_spots(position, frame) if spot.unit.id in ships)
    assert lower.at[1] - upper.at[1] > size_on(frame) / 8
    shapes = counters(position, frame)
    first, second = (
        next(n for n, shape in enumerate(shapes) if isinstance(shape, Texts) and spot.unit.id in dict(shape.words))
        for spot in (upper, lower)
    )
    assert "counters" in [shape.name for shape in shapes[first:second]]  # the whole of one ship, then the other


def test_a_ship_that_leaves_the_river_leaves_no_trace_on_the_page(monkeypatch):
    game = fm.new_game("europa_41", "41.D")
    river = next(n for n, water in enumerate(chart_of(game.state).waters) if water.side)
    moored = after("41.D", lies=((game.state.setup.unit("NG1").number, river),))
    page = DeskMap(Scene(moored), print, print, print)
    look_at(page)
    wiped: list[int] = []
    monkeypatch.setattr(page._sheet, "show", lambda layer, shapes: wiped.append(layer))
    page.paint(Scene(game))
    assert page.COUNTERS in wiped


def test_a_stack_rises_no_higher_than_one_counter_alone():
    game = fm.new_game("europa_41", "41.A.2")
    frame = Frame.around(game.board)
    spots = [spot for spot in stack_spots(game, frame) if spot.unit.place == "16A:0928"]
    assert len(spots) > 2
    assert min(spot.at[1] for spot in spots) == pytest.approx(
        frame.pixel(game.board.centre(game.board.at("16A:0928")))[1] + frame.low
    )


def test_a_stack_leaves_the_signs_beside_it_to_be_seen():
    game = fm.new_game("europa_41", "41.A.4.b")
    frame = Frame.around(game.board)
    pile = [spot for spot in stack_spots(game, frame) if spot.unit.place == "16A:0723"]
    assert len({spot.at for spot in pile}) == 3
    shapes = drawn("41.A.4.b")
    field = next(at for at in shapes["airfields"].centres if where(game, at) == "0723")
    anchor = next(line for line in shapes["anchors"].paths if where(game, middle(line)) == "0723")
    hidden = [max(abs(x - s.at[0]), abs(y - s.at[1])) < s.size / 2 - 1 for x, y in (field, *anchor) for s in pile]
    assert not any(hidden)


def test_counters_lie_further_apart_where_no_sign_stands():
    apart = []
    for entry, place in (("41.A.4.b", "16A:0723"), ("41.A.2", "16A:0928")):
        game = fm.new_game("europa_41", entry)
        spots = [spot for spot in stack_spots(game, Frame.around(game.board)) if spot.unit.place == place]
        apart.append(max(spot.at[0] for spot in spots) - min(spot.at[0] for spot in spots))
    assert 0 < apart[0] < apart[1]


def test_other_games_have_no_signs():
    game = fm.new_game("drill", "stack")
    assert signs(game, Frame.around(game.board)) == []


# --- counters ---------------------------------------------------------------------------------------


def kinds() -> list[str]:
    return sorted({unit.kind for entry in SCENARIOS for unit in fm.new_game("europa_41", entry).units()})


def test_every_kind_of_unit_has_a_sign_of_its_own():
    armour = {"armored", "panzer", "tank"}  # three names for one thing
    faces = {kind: repr(list(symbols([(kind, (30.0, 30.0), 46.0, "#ffffff")]))) for kind in kinds()}
    assert len(set(faces.values())) == len(faces) - len(armour & faces.keys()) + 1
    bare = repr(list(symbols([("nobody", (30.0, 30.0), 46.0, "#ffffff")])))
    assert bare not in faces.values()


@pytest.mark.parametrize("entry", SCENARIOS)
def test_on_every_board_a_counter_is_large_enough_for_its_sign_and_smaller_than_its_hex(entry):
    frame = Frame.around(board(entry))
    assert theme.SMALL_COUNTER < 34 <= size_on(frame) < 0.6 * frame.hex


def test_ships_and_aircraft_bear_no_factors():
    game = fm.new_game("europa_41", "41.E.1")
    frame = Frame.around(game.board)
    shapes = counters(game, frame)
    words = [
        word for shape in shapes if isinstance(shape, Texts) and shape.name == "factors" for word, _ in shape.words
    ]
    fighting = [unit for unit in game.units() if unit.kind not in ("naval_group", "river_flotilla", "air_unit")]
    assert sorted(words) == sorted(f"{unit.attack}-{unit.defence}-{unit.movement}" for unit in fighting)
    assert any(shape.name == "silhouettes" for shape in shapes)
