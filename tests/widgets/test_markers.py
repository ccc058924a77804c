"""Aircraft, bombardment markers and support that was played are drawn, and hide nothing that is to be read."""

from itertools import product
from math import dist

import pytest

import fmbook as fm
from fmbook.core.orders import Attack, Bombard, Support
from fmbook.play.game import Game
from fmbook.play.positions import Position
from fmbook.widgets.board.counters import counters, faces, reach_of
from fmbook.widgets.board.legend import legend
from fmbook.widgets.board.markers import burst, plane
from fmbook.widgets.board.painting import DeskPainting, Scene
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.swatches import swatch
from fmbook.widgets.desk.scene import enlarged
from fmbook.widgets.drawing.shapes import Polygons, Shape, Texts
from fmbook.widgets.drawing.text_size import Box, box_of

MARKERS = ("shells-laid", "aircraft", "support-plates")


def shelled(*flown: str) -> Game:
    """The guns of the first morning with two markers on one battalion and one on another."""
    game = fm.new_game("vimy", "first_morning", seed=1)
    for place in flown:
        game.do(f"fly {place}")
    game.do("end-phase")
    for unit in ("I/262", "I/262", "I/263"):
        game.do(f"shell {unit}")
    return game


def supported(system: str, scenario: str, count: int) -> Game:
    """A battle in which so many markers have been played."""
    game = fm.new_game(system, scenario, seed=2)
    while not (game.state.battle and sum(map(len, game.state.battle.support)) >= count):
        wanted = [order for kind in (Support, Attack, Bombard) for order in game.legal_of(kind)]
        game.do(next(iter(wanted), game.legal()[0]))
    return game


def drawn(game: Position) -> list[Shape]:
    return [shape for shape in counters(game, Frame.around(game.board)) if shape.name in MARKERS]


def boxes(shapes: list[Shape]) -> list[Box]:
    found = []
    for shape in shapes:
        assert isinstance(shape, Polygons)
        for ring in shape.rings:
            xs, ys = zip(*ring, strict=True)
            found.append(Box((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, max(xs) - min(xs), max(ys) - min(ys)))
    return found


def words(shapes: list[Shape], *kinds: str) -> list[Box]:
    texts = [shape for shape in shapes if isinstance(shape, Texts) and shape.name in kinds]
    return [box_of(word, at, shape.lettering) for shape in texts for word, at in shape.words]


def test_each_marker_and_each_aircraft_is_drawn():
    game = shelled("2736")
    found = {shape.name: len(shape.rings) for shape in drawn(game) if isinstance(shape, Polygons)}
    assert found == {"shells-laid": 3, "aircraft": 1}
    assert "shells-laid" not in {shape.name for shape in drawn(fm.new_game("vimy", "first_morning", seed=1))}


def test_support_that_was_played_can_be_read_at_the_size_at_which_a_map_opens():
    game = supported("vimy", "hill_145", 1)
    laid = counters(game, Frame.around(game.board))
    letters = [shape.lettering.size for shape in laid if isinstance(shape, Texts) and shape.name == "support"]
    assert min(letters) * enlarged(game) >= 9


@pytest.mark.parametrize("flown", ["2835", "2736"])
def test_markers_hide_neither_factors_nor_names_of_counters_nor_numbers_of_hexes(flown):
    game = shelled(flown)
    frame, laid = Frame.around(game.board), counters(game, Frame.around(game.board))
    ground = [*DeskPainting.of(Scene(game)).drawn().shapes]
    for marker, word in product(boxes(drawn(game)), words(laid, "factors", "designations")):
        assert marker.overlap(word) < 0.06 * word.width * word.height, (flown, word)
    for marker, number in product(boxes(drawn(game)), words(ground, "numbers", "numbers-open")):
        assert marker.overlap(number) < 0.06 * number.width * number.height
    assert frame.hex < 40


@pytest.mark.parametrize(("system", "scenario"), [("drill", "bombardment"), ("scheldt", "braakman")])
def test_support_that_was_played_lies_below_its_target(system, scenario):
    game = supported(system, scenario, 2)
    battle = game.state.battle
    assert battle
    names = [game.state.setup.markers[number].name for side in battle.support for number in side]
    written = [shape for shape in counters(game, Frame.around(game.board)) if shape.name == "support"]
    assert sorted(word for shape in written if isinstance(shape, Texts) for word, _ in shape.words) == sorted(names)
    frame = Frame.around(game.board)
    x, y = frame.pixel(game.board.centre(battle.target))
    for plate in boxes(drawn(game)):
        assert abs(plate.x - x) < frame.hex * 0.6
        assert 0 < plate.y - y < frame.hex * 0.75


@pytest.mark.parametrize("flown", ["2835", "2736", ""])
def test_no_marker_reaches_beyond_what_is_drawn_anew_with_its_hex(flown):
    """A marker that is taken up again leaves nothing behind."""
    game = shelled(flown) if flown else supported("drill", "bombardment", 2)
    frame, looks = Frame.around(game.board), faces(game)
    for box in boxes(drawn(game)):
        place = min(looks, key=lambda name: dist(spot(game, frame, name), (box.x, box.y)))
        x, y = spot(game, frame, place)
        reach = reach_of(frame, looks[place])
        assert max(abs(box.x - x) + box.width / 2, abs(box.y - y) + box.height / 2) <= reach


def spot(game: Game, frame: Frame, place: str) -> tuple[float, float]:
    return frame.pixel(game.board.centre(game.board.at(place)))


def test_names_keep_clear_of_an_aircraft():
    game = fm.new_game("vimy", "first_morning", seed=1)
    game.do("fly 2333")  # La Folie crest is written there
    names = [name.box for name in DeskPainting.of(Scene(game))._written]
    [aircraft] = boxes(drawn(game))
    assert all(aircraft.overlap(name) < 0.2 * aircraft.width * aircraft.height for name in names)


def test_the_key_explains_aircraft_and_markers():
    entries = {entry.word: entry for entry in legend(fm.new_game("vimy", "battle").board)}
    for word, form in (("aircraft above", plane), ("bombardment marker", burst)):
        [sample] = swatch(entries[word], 0.0, 0.0)
        assert isinstance(sample, Polygons)
        assert len(sample.rings[0]) == len(form((0.0, 0.0), 5.0))
