"""Eben-Emael · What the map shows besides counters, and what is told of it in words."""

from fmbook.state import State
from tests.eben_positions import ASSAULT, roof


def settled(state: State, question: str, *about: object) -> object:
    return state.kit.book.settled[question].function(state, *about)


def test_4_2_tracks_and_works_are_shown():
    game = roof("G1 8 S05", "W07 20 S07", phase=ASSAULT, lost=(3, 40), sealed=["S05"], destroyed=["S09"])
    shown = game.state.kit.book.settled["on the map"].function(game.state)
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
    assert settled(state, "told of a place", 4) == ("2 victory points, in German hands.", "The work is sealed.")
    assert settled(state, "told of a place", 0) == ("1 victory point.", "The door is open.")


def test_1_0_a_unit_is_told_in_words():
    state = roof("G3 8 S05", "W07 20 S07", "MG05 1 S05", phase=ASSAULT).state
    told = {name: settled(state, "told of a unit", state.kit.unit(name)) for name in ("G3", "W07", "MG05")}
    assert told == {
        "G3": ("2 charges.", "1 flamethrower.", "A machine gun."),
        "W07": ("Inside the work.",),
        "MG05": ("Nobody serves it.",),
    }
