"""Eben-Emael · What the map shows besides counters, and what is told of it in words."""

from random import Random

import fmbook as fm
from fmbook.core.state import State
from fmbook.text.boards import board_in_words
from tests.tools.eben_positions import ASSAULT, SORTIE, roof
from tests.tools.random_play import play_on


def settled(state: State, question: str, *about: object) -> object:
    return state.setup.book.settled[question].function(state, *about)


def test_4_2_tracks_and_works_are_shown():
    game = roof("G1 8 S05", "W07 20 S07", phase=ASSAULT, lost=(3, 40), sealed=["S05"], destroyed=["S09"])
    shown = game.state.setup.book.settled["on the map"].function(game.state)
    tracks = {track.name: (track.now, track.last) for track in shown.tracks}
    assert tracks["German losses"] == (3, 85)
    assert tracks["Belgian losses"] == (40, 329)
    assert tracks["Points"][0] == 2
    assert {game.board.places[place] for place in shown.manned} == {"S07"}
    assert {game.board.places[place] for place in shown.shut} == {"S05", "S09"}


def test_2_0_the_game_is_told_in_words():
    game = roof("G1 8 S05", "P1 20 S13", phase=ASSAULT, held=["sappers"])
    assert "German special actions: sappers." in settled(game.state, "told of the game")  # type: ignore[operator]


def test_hist_a_sector_is_told_in_words():
    state = roof("G1 8 S05", phase=ASSAULT, sealed=["S05"]).state
    assert settled(state, "told of a place", 4) == ("2 victory points.", "The work is sealed.")
    assert settled(state, "told of a place", 0) == ("1 victory point.", "The door is open.")


def test_1_0_a_unit_is_told_in_words():
    state = roof("G3 8 S05", "W07 20 S07", "MG05 1 S05", phase=ASSAULT).state
    told = {name: settled(state, "told of a unit", state.setup.unit(name)) for name in ("G3", "W07", "MG05")}
    assert told == {
        "G3": ("2 charges.", "1 flamethrower.", "A machine gun."),
        "W07": ("Inside the work.",),
        "MG05": ("Nobody serves it.",),
    }


def test_2_1_only_weapons_that_reach_the_one_who_came_are_named_and_the_question_says_where_he_is():
    game = roof("G1 8 S08", "G5 8 S17", "C1 60 S15", phase=SORTIE)
    game.do("move C1 S14")
    assert game.prompt.text == "German: fire at C1 in S14?"
    assert game.movers() == ("G5",)
    reasons = {reason.rule for reason in game.can("fire G1 S14").reasons}
    assert "eben_emael:5.0/reach" in reasons


def test_6_0_of_an_action_whose_turns_this_game_never_sees_it_is_told_that_nothing_comes_of_it():
    late = {each.title for each in fm.new_game("eben_emael").setup.data["cup"] if min(each.turns, default=0) > 3}
    assert "Tunnels" in late
    told = [line for line in drawn_lines("first_minutes") if line.partition(": ")[2].partition(". ")[0] in late]
    assert told
    assert all("Nothing comes of it in a game of 3 turns." in line for line in told)


def drawn_lines(scenario: str) -> list[str]:
    """What is told of special actions in forty games in which nobody does anything."""
    found = []
    for seed in range(40):
        game = fm.new_game("eben_emael", scenario, seed)
        while not game.outcome:
            game.do("end-phase" if game.can("end-phase") else game.legal()[0])
        found += [line for line in game.diary if line.startswith("Drawn for")]
    return found


def test_6_0_whoever_draws_a_special_action_is_told_what_it_does():
    game, chance = fm.new_game("eben_emael", "first_minutes", seed=10), Random(10)
    while not (drawn := [line for line in game.diary if line.startswith("Drawn for")]):
        play_on(game, chance)
    counter = next(each for each in game.setup.data["cup"] if f": {each.title}. " in drawn[0])
    assert f"{counter.title}. {counter.says}" in drawn[0]
    assert f"{counter.name}: {counter.says}" in board_in_words(game)
