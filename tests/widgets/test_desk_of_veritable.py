"""The desk of Veritable as a learner meets it: what is shown before a die falls, and what is said of wrong clicks."""

import pytest

import fmbook as fm
from fmbook.widgets.board import overlays
from fmbook.widgets.board.counters import faces, stack_spots
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.stacks import size_on
from fmbook.widgets.desk import panels, scene
from fmbook.widgets.desk.clicks import Chooser
from fmbook.widgets.desk.desk import Desk, desk
from tests.tools.desks import labels

pytestmark = pytest.mark.usefixtures("desk_apart")


def told(on: Desk) -> str:
    return str(on.parts.shell.says)


def test_a_march_that_may_fail_is_shown_with_its_chances_before_the_die_falls():
    game = fm.new_game("veritable", "cleve")
    game.do("roll", roll=6)
    game.do("move-first")
    on = desk(game)
    on.take_up("44Low")
    on._on_place("1203")  # it would leave an enemy zone
    assert game.unit("44Low").place == "1104"
    assert "Moving 44Low to 1203: holds, 1 in 2, 50 percent; breaks, 1 in 2, 50 percent." in told(on)
    assert "Move 44Low to 1203" in labels(on)
    on._on_place("1203")
    assert [str(order) for order in game.orders][-1] == "move 44Low 1203"


def test_a_march_without_a_throw_needs_one_click():
    game = fm.new_game("veritable", "cleve")
    game.do("roll", roll=6)
    game.do("move-first")
    on = desk(game)
    on._on_place("1004")
    on._on_place("0904")
    assert str(game.orders[-1]).endswith("0904")


def test_of_an_enemy_that_cannot_be_attacked_the_reason_is_told_and_what_lies_there_stands_beside_the_map():
    game = fm.new_game("veritable", "first_days")
    game.do("fight-first")
    on = desk(game)
    on._on_place("0804")
    assert told(on).startswith("Attacking 0804: not allowed.\nNone of your units stands next to the enemy in 0804")
    assert "Kranenburg" in on.parts.side.value
    assert "Try: a hex with an enemy beside one of your units" in told(on)
    assert "veritable:10.1" in on.parts.side.value
    on._on_place("0101")  # nobody is there
    assert "not allowed" not in told(on)
    on._on_place("0605")
    assert told(on).startswith("Attack 0605 with all who can join?")


def test_who_is_asked_whether_he_moves_in_is_not_pale():
    game = fm.new_game("veritable", "first_days")
    for order in ("fight-first", "attack 0605", "join 71W", "join 158W", "ready"):
        game.do(order)
    pale = {spot.unit.id for spot in stack_spots(game, Frame.around(game.board), "71W") if spot.spent}
    assert pale == {"71W", "158W"}
    before = faces(game)["0505"]
    game.do("roll", roll=4)
    assert not any(spot.spent for spot in stack_spots(game, Frame.around(game.board), "71W"))
    assert faces(game)["0505"] != before
    game.do("stay-back")
    assert {spot.unit.id for spot in stack_spots(game, Frame.around(game.board), "71W") if spot.spent} == pale


def test_a_pennant_hides_no_counter_beside_it():
    game = fm.new_game("veritable", "cleve")
    board, frame = game.board, Frame.around(game.board)
    flown = {shape.name: shape for shape in overlays.goals(board, frame, [board.at("1304")])}
    (cloth,) = flown["goals"].rings  # type: ignore[union-attr]
    half = size_on(frame) / 2
    for near in board.neighbours[board.at("1304")]:
        x, y = frame.pixel(board.centre(near))
        assert not any(abs(px - x) < half and abs(py - y - frame.low) < half for px, py in cloth), board.name(near)


def test_what_a_mark_means_is_said_when_it_is_switched_on():
    on = desk(fm.new_game("veritable"))
    on.parts.supply.value = True
    assert told(on) == "Crates mark the hexes from which your side can trace its supply."


def test_a_newcomer_is_told_where_the_reserve_comes_in_once_it_may():
    game = fm.new_game("veritable")
    for order in ("move-first", "end-phase", "end-phase", "move-first", "end-phase"):
        assert "off the map" not in scene.how_to_play(Chooser(game))
        game.do(order)
    game.do("roll", roll=6)
    game.do("move-first")
    assert "Who waits off the map comes in by a hex that is lit up." in scene.how_to_play(Chooser(game))


def test_a_kind_of_two_words_is_written_as_two():
    game = fm.new_game("veritable")
    assert str(game.unit("655AT")) == "655AT (German anti tank 1-1-4) at 0804"
    assert "German assault gun" in str(game.unit("12FStG"))


def test_a_few_earlier_lines_are_shown_and_of_many_a_button_leads_to_the_diary():
    entry = fm.new_game("veritable").entries[:1]
    few, many = (panels.diary(entry * (panels.LEAST + more)) for more in (panels.FEW, panels.FEW + 1))
    assert (few.count("<li"), "Diary" in few) == (panels.LEAST + panels.FEW, False)
    assert '4 earlier lines: <button class="fmbook-to">Diary</button>' in many
