"""Whole games of Eben-Emael that tell a story: how the historical course runs by these rules, and how others end."""

from pathlib import Path

import fmbook as fm
from fmbook.books.eben_emael.victory import points
from fmbook.play.game import Game
from tests.books.eben_emael.test_eben_emael_2_batteries import ALLOWED
from tests.tools.record import FOLDER

SIX = {"S04", "S05", "S06", "S07", "S10", "S12"}


def story(name: str) -> Game:
    return fm.load(Path(FOLDER / f"eben_emael-{name}.txt"))


def told(game: Game) -> str:
    return "\n".join(game.diary)


def sealed(game: Game) -> set[str]:
    return {game.board.places[place] for place in game.state.facts["sealed"]}


def test_the_historical_course_seals_the_six_works_that_fell_in_the_first_ten_minutes():
    game = story("historical-granite")
    first = next(at for at in range(len(game.orders)) if game.at(at).turn == 2)
    morning = game.at(first)
    assert {morning.board.places[place] for place in morning.state.facts["sealed"]} == SIX
    assert points(morning.state) == 12  # a minor victory, as on that morning
    down = [game.board.places[place] for place in morning.state.facts["landed"]]
    form = fm.new_game("eben_emael", "first_minutes").state
    assert down == [game.board.places[game.board.at(place)] for place in form.facts["landed"]]


def test_the_historical_course_ends_with_the_gate_and_with_six_dead():
    game = story("historical-granite")
    assert sealed(game) == SIX | {"S01"}
    assert game.state.facts["lost"][0] == 15 + 6  # two gliders that never came, and the dead
    assert "The glider of G2 comes in" in told(game)
    assert "the glider of G2 never arrives" in told(game)
    assert "The German side uses: Sappers." in told(game)
    assert game.outcome
    assert game.outcome.winner == "German"


def test_the_first_ten_minutes_are_won_by_not_a_point_too_many():
    game = story("first_minutes-last-throw")
    assert game.outcome
    assert (game.outcome.winner, game.outcome.level) == ("German", "goal reached")
    assert points(game.state) == game.state.facts["goal"]


def test_the_garrison_that_believed_the_alarm_wipes_the_germans_out_under_the_fire_of_their_batteries():
    game = story("full_readiness-alarm")
    assert game.state.setup.book.options == ALLOWED
    assert told(game).count("a German battery fires") == 2 * game.turn
    assert game.outcome
    assert (game.outcome.winner, game.outcome.level) == ("Belgian", "automatic victory")


def test_alone_against_the_fort_every_order_is_the_german_sides():
    game = story("historical-alone")
    assert game.state.setup.book.options == ("solitaire",)
    assert {game.at(number).side for number in range(len(game.orders))} == {"German"}
    assert game.outcome
    assert game.outcome.winner == "German"
