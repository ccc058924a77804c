"""What a newcomer sees beside the map: the task, who has won, what codes mean, what the unit in hand can do itself."""

import re

import pytest

import fmbook as fm
from fmbook.core.orders import order
from fmbook.widgets.board.covered import lettering
from fmbook.widgets.desk import scene
from fmbook.widgets.desk.clicks import Chooser
from fmbook.widgets.desk.desk import Desk
from fmbook.widgets.drawing.shapes import Texts
from tests.tools.veritable_positions import FIELD, front


def side(desk: Desk) -> str:
    return "".join(part.value for part in desk.parts.panel.children)


def test_the_task_stands_below_the_story_from_the_beginning_so_that_no_card_changes_its_place():
    desk = Desk(fm.new_game("scheldt", "braakman", seed=9), you="Allied", opponent="greedy")
    assert side(desk).index("Across the Braakman") > side(desk).index("What happened")
    assert "How to play" not in side(desk)  # the line above the map says it
    assert "the Allies must stand in Biervliet (2739) and Hoofdplaat (2540)" in side(desk)
    desk.give(order("move 9/3 2540"))
    assert side(desk).index("Across the Braakman") > side(desk).index("What happened")


def test_at_the_end_it_is_said_who_has_won_and_said_once():
    desk = Desk(fm.new_game("drill", "march", seed=3))
    while not desk.game.outcome:
        desk.give(fm.order("end-phase"))
        desk.talk.answer("")
    desk.show()
    won = f"The game is over. {desk.game.outcome.text} {desk.game.outcome.winner} has won."
    assert won in desk.parts.prompt.value
    assert desk.parts.shell.says.count(desk.game.outcome.text) == 1
    assert side(desk).count("The game is over") == 1


def test_the_codes_of_an_attack_are_explained_beside_its_odds_and_its_column_is_in_sight():
    game = fm.new_game("scheldt", "braakman")
    for line in ("move 9/3 2540", "end-phase", "end-phase", "move 64 2541", "end-phase"):
        game.do(line)
    desk = Desk(game)
    desk._on_place("2540")
    desk.show()
    assert "</span> The defender loses a step, and so does one unit of the attack" in side(desk)
    assert ">(Ex)</small>" in side(desk)
    table = side(desk).partition("<table class='fmbook-chart'>")[2].partition("</tr>")[0]
    assert table.count("<th ") == 8  # the die, and seven columns with the one that counts in the middle
    assert "fmbook-lit" in table


def test_a_unit_in_hand_shows_what_it_can_do_itself_not_what_others_could_attack():
    game = fm.new_game("eben_emael", "first_minutes", seed=4)
    while game.phase != "German attack":
        game.do("end-phase")
    chooser = Chooser(game.at(-1), unit="G4")
    assert "S02" in chooser.targets
    assert set(chooser.aims) == {"S07"}
    assert scene.openings(chooser) == "It may blow: S07."


def test_all_that_happened_since_the_readers_last_order_is_told(monkeypatch):
    monkeypatch.setattr("fmbook.widgets.desk.panels.LEAST", 1)
    monkeypatch.setattr("fmbook.widgets.desk.panels.FEW", 0)
    game = fm.new_game("scheldt", "braakman", seed=9)
    desk = Desk(game)
    desk.since = len(game.entries)
    for line in ("move 9/3 2540", "move 8/3 2739", "move 3Eng 2640", "end-phase", "end-phase", "move 64 2541"):
        game.do(line)
    told = side(desk).partition("What happened")[2].partition("</ol>")[0]
    assert "9/3 marches from 2637 to 2540." in re.sub("<[^>]+>", "", told)
    assert told.count("<li") == 4  # that phases and turns begin and end stands in the head


def test_what_fire_may_cost_is_named():
    game = fm.new_game("veritable", "cleve")
    assert "RAF 3, Luftwaffe 0" in side(Desk(game))


def test_a_game_in_a_corner_of_a_large_board_opens_enlarged_where_it_is_played():
    crossing = Desk(fm.new_game("scheldt", "braakman"))
    assert crossing.parts.zoom is not None
    assert crossing.parts.zoom.value == 2.0
    x, y = crossing.parts.shell.middle
    assert 0.2 < x < 0.45, "the Braakman lies in the west of the board"
    assert 0.5 < y < 0.75
    campaign = Desk(fm.new_game("scheldt", "campaign"))
    assert campaign.parts.zoom is not None
    assert campaign.parts.zoom.value == 1.5, "a small hex can be read"


@pytest.mark.parametrize(
    ("scenario", "times"), [("hill_145", 2.0), ("first_morning", 1.5), ("battle", 1.5), ("free", 1.5)]
)
def test_a_game_on_small_hexes_opens_so_large_that_it_can_be_read(scenario, times):
    zoom = Desk(fm.new_game("vimy", scenario)).parts.zoom
    assert zoom is not None
    assert zoom.value == times


def test_an_enlarged_map_is_as_sharp_as_a_fine_screen_and_a_whole_one_as_its_own():
    large, whole = Desk(fm.new_game("vimy")).map, Desk(fm.new_game("drill", "march")).map
    for shown in (large, whole):
        shown.wake(1)
    assert (large.shell.sharp, whole.shell.sharp) == (2, 1)
    whole.zoom(2.0)
    assert whole.shell.sharp == 2


def test_a_map_that_opens_enlarged_opens_where_its_first_step_is_done():
    on = Desk(fm.new_game("vimy", "hill_145"), steps="20.opening")
    assert on.parts.shell.middle == list(on.map.part("2841")[:2])


def test_what_is_played_for_bears_a_pennant_on_the_map():
    desk = Desk(fm.new_game("veritable", "cleve"))
    assert desk.map._scene.goals == ("1304",)
    assert any(shape.name == "goals" for shape in desk.map._hints_of_scene())
    assert Desk(fm.new_game("veritable")).map._scene.goals == ()


def test_where_nearly_all_can_be_aimed_at_the_places_are_lit_up_instead():
    game = fm.new_game("eben_emael", "historical")
    chooser = Chooser(game)
    found = scene.scene(game, scene.Choice(chooser), acting=True)
    assert not found.targets
    assert len(found.reach) == len(game.legal()) - 1  # all but the end of the phase
    assert "Click a sector that is lit up to choose it" in scene.how_to_play(chooser)


def test_a_desk_that_only_asks_offers_an_answer_and_explains_no_numbers():
    desk = Desk(fm.new_game("europa_41", "41.D"))
    assert desk.parts.line.placeholder == "say 5, or: help"
    assert "The buttons above the map give the orders. Or" in desk.parts.shell.says
    assert "say 5:" not in desk.parts.side.value


def test_what_to_click_is_said_anew_when_orders_come_from_elsewhere():
    game = fm.new_game("drill", "flank")
    desk = Desk(game)
    assert "then a hex to send it to" in desk.parts.shell.says
    game.do("end-phase")
    desk.show()
    assert "Click a hex with a gun sight" in desk.parts.shell.says


def named_above(desk: Desk) -> set[str]:
    above = [shape for shape in desk.map._veils() if isinstance(shape, Texts)]
    return {word for shape in above if shape.name.endswith("-names") for word, _ in shape.words}


def test_names_are_read_above_what_is_laid_over_the_ground():
    assert "Mi-Sud" in named_above(Desk(fm.new_game("eben_emael", "historical")))
    fed = Desk(fm.new_game("veritable", "first_days"), you="Allied")
    assert not named_above(fed)
    fed.parts.supply.value = True
    assert not named_above(fed)  # on this board names lie among the counters, above all veils
    assert "Malden" in {word for shape in lettering(fed.map._written) for word, _ in getattr(shape, "words", ())}


def test_what_is_proposed_to_be_typed_may_be_ordered_now():
    desk = Desk(fm.new_game("veritable", "first_days"), decisions=False)
    offered = set()
    for _ in range(6):
        proposed = desk.parts.line.placeholder.partition(", or: ")[0]
        assert desk.game.can(order(proposed))
        offered.add(proposed)
        desk.give(order(proposed))
        desk.talk.answer("")
        desk.show()
    assert len(offered) > 1


def test_only_those_of_a_stack_who_have_orders_are_said_to_be_taken_up_next():
    desk = Desk(front(FIELD, "A1 4-1-4 b2", "A2 4-1-4 b2", "A3 4-1-4 b1", "G1 1-2-1 c6"))
    desk.take_up("A1")
    desk.show()
    assert "With it: A2. Click the hex again to take up A2." in side(desk)
    desk.give(order("move A2 b3"))
    desk.give(order("move A3 b2"))  # it has marched
    desk.take_up("A1")
    desk.show()
    assert "With it: A3." in side(desk)
    assert "again to take up" not in side(desk)


def test_a_target_in_a_fort_is_told_by_what_is_seen_there():
    game = fm.new_game("eben_emael", "first_minutes", seed=4)
    while game.phase != "German attack":
        game.do("end-phase")
    assert "Click a sector with a red, ticked rim" in scene.how_to_play(Chooser(game.at(-1)))
