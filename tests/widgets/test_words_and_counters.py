"""Numbers and names on a board are read beside the counters, and what lies on counters leaves their figures free."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from pathlib import Path

import pytest

import fmbook as fm
from fmbook.play.positions import Position
from fmbook.widgets import theme
from fmbook.widgets.board import overlays
from fmbook.widgets.board.boardstyle import looks
from fmbook.widgets.board.counters import counters, stack_spots
from fmbook.widgets.board.covered import Names, WrittenName, written_names
from fmbook.widgets.board.deskmap import DeskMap
from fmbook.widgets.board.hex import ground
from fmbook.widgets.board.legend import legend
from fmbook.widgets.board.painting import Scene
from fmbook.widgets.board.sectormap import painted
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.stacks import stack_box
from fmbook.widgets.board.swatches import swatch
from fmbook.widgets.drawing.canvas import Sheet
from fmbook.widgets.drawing.shapes import Lines, Point, Polygons, Shape, Texts
from fmbook.widgets.drawing.text_size import Box, box_of, box_over

DATA = Path(fm.__file__).parent.parent / "data"
SYSTEMS = ("drill", "europa_41", "scheldt", "veritable", "vimy")
SCENARIOS = [
    (system, file.stem)
    for system in SYSTEMS
    for file in sorted((DATA / system / "scenarios").glob("*.toml"))
    if not file.stem.endswith(".nl")
]
PIECES = 8
DIGITS = 0.75  # of their size: so high figures are, which have nothing below the line


def scene(game: Position) -> Scene:
    return Scene(game, goals=tuple((game.state.setup.data.get("goal") or {}).get("hexes") or ()))


def words(shapes: "list[Shape] | tuple[Shape, ...]", *names: str) -> list[tuple[str, Box]]:
    """The words of some shapes, and the room that their figures take."""
    return [
        (word, Box(at[0], at[1], box_of(word, at, shape.lettering).width, DIGITS * shape.lettering.size))
        for shape in shapes
        if isinstance(shape, Texts) and shape.name.endswith(names)
        for word, at in shape.words
    ]


def bodies(game: Position, frame: Frame) -> list[tuple[str, Box]]:
    return [(spot.unit.id, Box(*spot.at, spot.size, spot.size)) for spot in stack_spots(game, frame)]


def pennants(shapes: tuple[Shape, ...]) -> list[tuple[str, Box]]:
    cloths = [ring for shape in shapes if isinstance(shape, Polygons) and shape.name == "goals" for ring in shape.rings]
    poles = [
        path for shape in shapes if isinstance(shape, Lines) and shape.name == "goal-poles" for path in shape.paths
    ]
    return [("a pennant", box_over(path)) for path in (*cloths, *poles)]


@pytest.mark.parametrize(("system", "scenario"), SCENARIOS)
def test_at_the_opening_no_name_and_no_number_lies_under_a_counter_or_a_pennant(system, scenario):
    game = fm.new_game(system, scenario, seed=1)
    frame, drawn = Frame.around(game.board), painted(scene(game)).drawn().shapes
    on_top = [*bodies(game, frame), *pennants(drawn)]
    names = [(" ".join(word for word, _ in name.lines), name.box, name.style.size) for name in written_names(drawn)]
    for (name, box, size), (what, over) in product(names, on_top):
        assert box.overlap(over) <= 0.25 * size**2, (name, what)
    for (number, box), (what, over) in product(words(ground(game.board, frame).shapes, "numbers"), on_top):
        assert box.overlap(over) <= 0.1 * box.width * box.height, (number, what)


@pytest.mark.parametrize(("system", "scenario"), SCENARIOS)
def test_marks_on_a_held_hex_leave_its_factors_free(system, scenario):
    game = fm.new_game(system, scenario, seed=1)
    board, frame = game.board, Frame.around(game.board)
    held = frozenset(board.at(unit.place) for unit in game.units())
    marks = (
        *overlays.crosses(board, frame, held, held),
        *overlays.seen(board, frame, held, held),
        *overlays.targets(board, frame, held),
        *overlays.goals(board, frame, held),
    )
    lines = [box for shape in marks if isinstance(shape, Lines) for path in shape.paths for box in _along(path)]
    factors = [found for spot in _alone(game, frame) for found in words(spot, "factors")]
    for (figures, box), line in product(factors, lines):
        assert box.overlap(line) <= 0.04 * box.width * box.height, figures


def test_what_tints_a_target_lies_below_its_counters():
    game = fm.new_game("vimy", scenario="hill_145")
    target = game.units(side="German")[0].place
    drawn = [shape.name for shape in painted(Scene(game, targets=(target,))).drawn().shapes]
    assert drawn.index("target-tint") < drawn.index("counters") < drawn.index("sights")


def test_a_tint_that_is_laid_above_counters_and_names_has_gaps_where_they_lie(monkeypatch):
    shown: dict[int, list[list[Shape]]] = {}
    monkeypatch.setattr(Sheet, "show", lambda _sheet, layer, *drawn: shown.update({layer: list(map(list, drawn))}))
    game = fm.new_game("scheldt", "breskens", seed=1)
    on = DeskMap(Scene(game), print, print, lambda: None)
    on.wake(1)
    frame, board = Frame.around(game.board), game.board
    targets = tuple({unit.place for unit in game.units(side="German")}.intersection(board.places))
    on.paint(Scene(game, targets=targets))
    _, tint, gaps = shown[on.HINTS]
    assert [shape.name for shape in tint] == ["target-tint"]
    cut = [box_over(ring) for shape in gaps if isinstance(shape, Polygons) for ring in shape.rings]
    spots = [Box(*spot.at, spot.size, spot.size) for spot in stack_spots(game, frame) if spot.unit.place in targets]
    assert all(any(gap.overlap(spot) >= 0.99 * spot.width * spot.height for gap in cut) for spot in spots)
    on.paint(Scene(game, reach=dict.fromkeys(board.places, "")))
    seen = {word for shape in shown[on.HINTS][2] if isinstance(shape, Texts) for word, _ in shape.words}
    assert seen
    assert seen == {word for name in written_names(shown[on.COUNTERS][0]) for word, _ in name.lines}


def _along(line: Sequence[Point]) -> Iterator[Box]:
    """Boxes that follow a line: one around all of a slanting stroke would hold what lies beside it."""
    for (ax, ay), (bx, by) in pairwise(line):
        at = [(ax + (bx - ax) * part / PIECES, ay + (by - ay) * part / PIECES) for part in range(PIECES + 1)]
        yield from map(box_over, pairwise(at))


def _alone(game: Position, frame: Frame) -> list[list[Shape]]:
    """The counters of each hex that holds one."""
    places = [unit.place for unit in game.units()]
    return [counters(game, frame, [place]) for place in places if places.count(place) == 1]


def test_a_name_that_a_counter_comes_to_lie_on_stands_beside_it_and_stays_there_while_it_can_be_read():
    board = fm.new_game("vimy").board
    frame = Frame.around(board)
    names = Names(board, frame, ground(board, frame).shapes)
    at_first = {_said(name): name.box for name in names.among(())}
    stacks = {place: stack_box(frame, frame.pixel(board.centre(place)), 1) for place in range(len(board.places))}
    place, counter = max(stacks.items(), key=lambda stack: at_first["Zouave Valley"].overlap(stack[1]))
    moved = {_said(name): name.box for name in names.among((place,))}
    assert not moved["Zouave Valley"].overlap(counter)
    assert {name for name in moved if moved[name] != at_first[name]} == {"Zouave Valley"}
    assert not any(moved["Zouave Valley"].overlap(box) for name, box in moved.items() if name != "Zouave Valley")
    far = max(stacks, key=lambda other: abs(stacks[other].x - counter.x))
    assert {_said(name): name.box for name in names.among((far,))}["Zouave Valley"] == moved["Zouave Valley"]
    onto = max(stacks, key=lambda other: moved["Zouave Valley"].overlap(stacks[other]))
    again = {_said(name): name.box for name in names.among((onto,))}["Zouave Valley"]
    assert again != moved["Zouave Valley"]
    assert not again.overlap(stacks[onto])
    assert {_said(name): name.box for name in names.among(())} == at_first


def _said(name: WrittenName) -> str:
    return " ".join(word for word, _ in name.lines)


@pytest.mark.parametrize(("system", "scenario"), [*SCENARIOS, ("eben_emael", "first_minutes")])
def test_a_light_rim_is_the_first_sides_and_a_dark_one_the_seconds_whatever_their_colours(system, scenario):
    game = fm.new_game(system, scenario, seed=1)
    frame = Frame.around(game.board)
    spots = [spot for spot in stack_spots(game, frame) if not spot.chip]
    for side in game.sides:
        own = [(round(spot.at[0], 1), round(spot.at[1], 1)) for spot in spots if spot.unit.side == side]
        assert sorted(_rimmed(game, theme.SIDE_RIMS[game.sides.index(side)])) == sorted(own)


def _rimmed(game: Position, colour: str) -> list[tuple[float, float]]:
    """The middles of the counters with a rim of some colour."""
    drawn = painted(scene(game)).drawn().shapes
    rims = [shape for shape in drawn if isinstance(shape, Polygons) and shape.name == "rims"]
    boxes = [box_over(ring) for shape in rims if shape.ink.stroke == colour for ring in shape.rings]
    return [(round(box.x, 1), round(box.y, 1)) for box in boxes]


@pytest.mark.parametrize(("system", "scenario"), [*SCENARIOS, ("eben_emael", "first_minutes")])
def test_the_key_shows_both_sides_counters_by_rim_and_form(system, scenario):
    game = fm.new_game(system, scenario, seed=1)
    if not game.board.style:
        return  # a sketch has two colours and no board's file
    assert tuple(looks(game.board).sides) == game.sides
    entries = legend(game.board)[:2]
    assert [entry.word for entry in entries] == [f"{side} unit" for side in game.sides]
    (body, rim), (other, other_rim) = (swatch(entry, 0.0, 0.0) for entry in entries)
    assert isinstance(body, Polygons)
    assert isinstance(other, Polygons)
    assert body.rings != other.rings
    assert [line.ink.stroke for line in (rim, other_rim) if isinstance(line, Polygons)] == list(theme.SIDE_RIMS)


@pytest.mark.parametrize(("system", "scenario"), SCENARIOS)
def test_no_name_of_a_place_runs_into_title_scale_and_key(system, scenario):
    game = fm.new_game(system, scenario, seed=1)
    drawn = painted(scene(game)).drawn().shapes
    names = [(" ".join(word for word, _ in name.lines), name.box) for name in written_names(drawn)]
    margin = words(drawn, "title", "scale-words", "key")
    assert margin
    for (name, box), (word, over) in product(names, margin):
        assert not box.overlap(over), (name, word)
