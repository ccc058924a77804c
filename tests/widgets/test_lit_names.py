"""A unit's name beside the map says where it is: pointing at it lights it up there."""

import re

import fmbook as fm
from fmbook.core.events import Moved, Recorded
from fmbook.play.game import Game
from fmbook.widgets.desk.desk import desk
from fmbook.widgets.desk.lit_names import LitNames

NAMED = re.compile(r'<u data-at="([^"]+)">([^<]+)</u>')


class Sheet:
    """A sheet on which every place lies alike."""

    def part(self, place: str, unit: str = "") -> tuple[float, float, float]:
        return 0.25, 0.5, 0.0312


def lit(game: Game, markup: str) -> list[str]:
    return [name for _, name in NAMED.findall(LitNames(game, Sheet()).markup(markup))]


def test_weapons_of_a_fort_light_up_where_they_lie():
    game = fm.new_game("eben_emael", "first_minutes")
    on = desk(game).map
    [(where, name)] = NAMED.findall(LitNames(game, on).markup("<p>AT02 fires.</p>"))
    assert name == "AT02"
    x, y, _ = map(float, where.split())
    left, top, _ = on.part(game.unit("AT02").place, "AT02")
    assert abs(x - left) + abs(y - top) < 0.002


def test_a_battalion_that_is_a_mere_number_lights_up_in_what_it_has_done():
    game = fm.new_game("vimy", "hill_145")
    names = LitNames(game, Sheet())
    moved = Moved("85", "2740", "2741")
    assert [name for _, name in NAMED.findall(names.event(moved))] == ["85"]
    assert NAMED.findall(names.event(Recorded("laid", (), "A bombardment marker is laid on III/261.")))
    assert lit(game, "<p>85 of 100 dice, and III/261</p>") == ["III/261"]


def test_who_is_not_on_the_map_and_what_is_a_button_stays_as_it_is():
    game = fm.new_game("drill", "march")
    assert lit(game, "<p>B1 &amp; <button>B1</button> <h3>B1</h3> B99 B10</p>") == ["B1"]
    assert "&amp;" in LitNames(game, Sheet()).markup("<p>B1 &amp; B2</p>")


def test_the_story_of_a_desk_marks_those_whom_it_names():
    on = desk(fm.new_game("drill", "march"))
    on.give(on.game.legal("B1")[0])
    assert [name for _, name in NAMED.findall(on.parts.story.value)][:1] == ["B1"]
    on._on_place(on.game.unit("B2").place)
    assert "data-at" not in on.parts.side.value
    assert lit(on.game, on.parts.side.value) == [
        name for _, name in NAMED.findall(on.parts.side.get_state("value")["value"])
    ]
