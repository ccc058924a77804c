"""Vimy 17.3 · Observation: neighbours, lines of sight, peaks, nights, aircraft."""

from typing import Any

import pytest

from fmbook.play.game import Game
from tests.tools.positions import do, places, refusal
from tests.tools.vimy_positions import (
    FIGHT,
    GERMAN_MARCH,
    GERMAN_SHELL,
    MARCH,
    SHELL,
    battle_of_vimy,
    ridge,
    shell,
    until,
)

LONG = """
a1  a2  a3  a4  a5  a6  a7  a8  a9  a10 a11 a12 a13
  b1  b2  b3  b4  b5  b6  b7  b8  b9  b10 b11 b12 b13
c1  c2  c3  c4  c5  c6  c7  c8  c9  c10 c11 c12 c13
"""
WALL = "a4 b4 c4"  # from the north edge to the south edge
FAR = "G9 1-1-1 c1"


def sees(watcher: str, target: str, **ground: Any) -> bool:
    """Tell whether an Allied unit in one hex observes a German one in another."""
    game = ridge(LONG, f"A1 5-4-6 {watcher}", f"G1 3-4-5 {target}", phase=SHELL, **ground)
    return game.phase == SHELL and "G1" in places(game, "shell")


# --- neighbours and lines -----------------------------------------------------------------------------------


@pytest.mark.clause("VR-17.3-1")
@pytest.mark.parametrize("place", ["a2", "a3", "b1", "b3", "c2", "c3"])
def test_17_3_a_neighbour_is_observed_whatever_the_ground(place):
    everything = " ".join(f"{row}{file}" for row in "abc" for file in range(1, 14))
    assert sees("b2", place, woods=everything)


@pytest.mark.clause("VR-17.3-2")
def test_17_3_an_enemy_in_a_line_of_sight_is_observed():
    assert sees("b2", "b6")
    assert not sees("b2", "b6", woods=WALL)


@pytest.mark.clause("VR-17.3-2", "VR-17.3-1")
def test_17_3_both_sides_observe():
    units = ("A1 5-4-6 b2", "G1 3-4-5 b6", "A2 1-1-1 b12", "G2 1-1-1 b13")
    assert places(ridge(LONG, *units, phase=GERMAN_SHELL), "shell") == {"A1", "A2"}
    assert places(ridge(LONG, *units, phase=GERMAN_SHELL, woods=WALL), "shell") == {"A2"}


@pytest.mark.clause("VR-17.3-2")
def test_17_3_it_is_enough_that_one_friend_observes():
    game = ridge(LONG, "A1 5-4-6 b1", "A2 5-4-6 b6", "G1 3-4-5 b8", phase=SHELL, woods=WALL)
    assert game.can("shell G1")
    alone = ridge(LONG, "A1 5-4-6 b1", "A2 5-4-6 b2", "G1 3-4-5 b8", "G2 1-1-1 a2", phase=SHELL, woods=WALL)
    assert not alone.can("shell G1")


@pytest.mark.clause("VR-17.3-3")
def test_17_3_a_line_of_sight_reaches_ten_hexes_and_no_further():
    assert sees("b1", "b11")
    assert not sees("b1", "b12")


@pytest.mark.clause("VR-17.3-4")
def test_17_3_most_of_the_lines_from_a_corner_to_the_same_corner_are_open():
    assert not sees("b2", "b5", woods="b3")  # four of six lead through it
    assert not sees("b2", "b5", woods="b4")
    assert sees("b2", "b5", woods="a3")  # beside the way
    assert sees("b2", "b5", woods="c4")


@pytest.mark.clause("VR-17.3-5", "VR-17.3-10")
@pytest.mark.parametrize("ground", ["clear", "hill"])
def test_17_3_a_unit_on_a_hill_does_not_see_past_a_single_woods_hex(ground):
    assert not sees("b2", "b4", woods="b3", **({"hill": "b2"} if ground == "hill" else {}))
    assert sees("b2", "b4", woods="b3", peak="b2")


@pytest.mark.clause("VR-17.3-5")
@pytest.mark.parametrize("ground", ["woods", "town", "hill", "peak", "la_folie_farm"])
def test_17_3_ground_that_is_not_clear_hides_what_is_behind(ground):
    assert not sees("b2", "b6", **{ground: WALL})
    assert sees("b2", "b4", **{ground: WALL})  # the first of it is seen


@pytest.mark.clause("VR-17.3-5")
def test_17_3_no_mans_land_hides_nothing():
    assert sees("b2", "b6", no_mans_land=WALL)


@pytest.mark.clause("VR-17.3-6")
@pytest.mark.parametrize("line", ["river", "trench"])
def test_17_3_rivers_and_trenches_hide_nothing(line):
    sides = "b3/b4 a4/b3 c4/b3 a3/a4 c3/c4 b4/b5 a4/a5 c4/c5"
    assert sees("b2", "b6", **{line: sides})


@pytest.mark.clause("VR-17.3-7")
@pytest.mark.parametrize("ground", ["woods", "town", "hill"])
def test_17_3_the_ground_of_the_observer_does_not_hide_anything_from_him(ground):
    assert sees("b2", "b6", **{ground: "a2 b2 c2"})
    assert not sees("b2", "b6", **{ground: "a3 b3 c3 a4"})


# --- night --------------------------------------------------------------------------------------------------


@pytest.mark.clause("VR-17.3-8")
def test_17_3_at_night_only_neighbours_are_seen():
    assert sees("b2", "b4")
    assert not sees("b2", "b4", turn=3)
    assert sees("b2", "b3", turn=3)


@pytest.mark.clause("VR-17.3-8")
def test_17_3_at_night_a_peak_sees_no_further():
    assert not sees("b2", "b4", turn=3, peak="b2")
    assert sees("b2", "b3", turn=3, peak="b2")


@pytest.mark.clause("VR-17.3-8")
def test_17_3_what_was_seen_by_day_is_not_seen_the_night_after():
    game = ridge(LONG, "A1 5-4-1 b2", "G1 3-4-5 b4", FAR, phase=SHELL)
    assert game.can("shell G1")
    asked = []
    while game.turn < 4 and not game.outcome:
        asked.append((game.turn, game.phase))
        game.do("end-phase")
    assert (2, SHELL) in asked
    assert (3, SHELL) not in asked  # nothing is seen by night, so the phase leaves nothing to do
    until(game, SHELL)
    assert game.can("shell G1")


# --- peaks and hills ----------------------------------------------------------------------------------------


@pytest.mark.clause("VR-17.3-9")
@pytest.mark.parametrize("ground", ["woods", "town", "hill", "la_folie_farm"])
def test_17_3_from_a_peak_one_looks_over_everything(ground):
    assert sees("b2", "b6", peak="b2", **{ground: WALL})
    assert sees("b2", "b12", peak="b2", **{ground: WALL})
    assert not sees("b2", "b13", peak="b2", **{ground: WALL})


@pytest.mark.clause("VR-17.3-9")
def test_17_3_but_not_over_another_peak():
    assert not sees("b2", "b6", peak=f"b2 {WALL}")
    assert sees("b2", "b4", peak=f"b2 {WALL}")
    assert sees("b2", "b6", peak=WALL.replace("b4", "b2"))  # there is a gap


@pytest.mark.clause("VR-17.3-10")
@pytest.mark.parametrize("ground", ["woods", "town", "hill"])
def test_17_3_a_hill_gives_no_such_view(ground):
    assert not sees("b2", "b6", **{"hill": "b2", ground: WALL} if ground != "hill" else {"hill": f"b2 {WALL}"})


@pytest.mark.clause("VR-17.3-9", "VR-17.3-10")
def test_17_3_on_the_map_hill_145_looks_down_on_petit_vimy_and_the_hill_beside_it_does_not():
    game = battle_of_vimy("hill_145")
    blocks = game.setup.book.settled["blocking hexes"].function
    board = game.board
    assert "peak" in board.features[board.at("2740")]
    assert not board.having("woods") & blocks(game.state, board.at("2740"))
    assert "hill" in board.features[board.at("2639")]
    assert board.having("woods") < blocks(game.state, board.at("2639"))


# --- aircraft -----------------------------------------------------------------------------------------------

HIDDEN = ("A1 5-4-6 b2", "G1 3-4-5 b6", "G2 3-4-5 b8", "G3 3-4-5 b3")


def air(*, aircraft: int = 2, phase: str = MARCH, turn: int = 2, **ground: Any) -> Game:
    return ridge(LONG, *HIDDEN, phase=phase, turn=turn, aircraft=aircraft, **{"woods": WALL, **ground})


@pytest.mark.clause("VR-17.3-11", "VR-11.1-6")
def test_17_3_aircraft_are_sent_anywhere_in_the_allied_movement_phase():
    game = air()
    assert places(game, "fly") == set(game.board.places)
    do(game, "fly c13; move A1 b1; fly a1")  # at any time in the phase
    assert set(map(game.board.name, game.state.facts["flights"])) == {"c13", "a1"}
    do(game, "end-phase")
    assert "not what is due now" in refusal(game, "fly b5").text


@pytest.mark.clause("VR-17.3-11")
def test_17_3_only_the_allies_have_aircraft_and_no_more_than_they_have():
    game = do(air(aircraft=1), "fly b6")
    reason = refusal(game, "fly b8")
    assert (reason.rule, "no aircraft" in reason.text) == ("vimy:17.3/aircraft", True)
    until(game, GERMAN_MARCH)
    assert refusal(game, "fly b2").rule == "vimy:17.3/aircraft"


@pytest.mark.clause("VR-BMB-3", "VR-17.3-11")
def test_17_3_one_aircraft_over_a_hex_is_the_most():
    game = do(air(), "fly b6")
    reason = refusal(game, "fly b6")
    assert (reason.rule, "over b6 already" in reason.text) == ("vimy:17.3/aircraft", True)
    assert game.can("fly b7")


@pytest.mark.clause("VR-17.3-12")
def test_17_3_an_aircraft_observes_its_hex_and_its_six_neighbours_whatever_grows_there():
    assert places(do(air(), "end-phase"), "shell") == {"G3"}
    assert places(do(air(woods=f"{WALL} b6 b8"), "fly b7; end-phase"), "shell") == {"G1", "G2", "G3"}
    assert places(do(air(), "fly b6; end-phase"), "shell") == {"G1", "G3"}


@pytest.mark.clause("VR-17.3-12")
def test_17_3_each_aircraft_that_is_sent_shows_more_though_nobody_has_moved():
    game, shown = air(), []
    for order in ("", "fly b9", "fly b6"):
        do(game, order)
        shown.append(
            {game.setup.units[unit].id for unit in game.setup.book.settled["observed"].function(game.state, 0)}
        )
    assert shown == [{"G3"}, {"G2", "G3"}, {"G1", "G2", "G3"}]


@pytest.mark.clause("VR-17.3-12")
def test_17_3_aircraft_observe_at_night_too():
    game = do(air(turn=3, aircraft=3), "fly b6; end-phase")
    assert places(game, "shell") == {"G1", "G3"}


@pytest.mark.clause("VR-BMB-2", "VR-BMB-3", "VR-17.4-3")
def test_17_3_an_aircraft_takes_one_off_in_its_own_hex_and_not_in_the_next():
    game = do(air(), "fly b6; fly b9; end-phase")
    shell(game, "G1", "G2", rolls=[3, 3])
    assert [game.unit(unit).steps for unit in ("G1", "G2")] == [1, 2]


@pytest.mark.clause("VR-BMB-2")
def test_17_3_allied_aircraft_are_of_no_use_to_german_guns():
    game = do(air(), "fly b2; end-phase")
    until(game, GERMAN_SHELL)
    shell(game, "A1", rolls=[4])  # 3 and less hit an Allied target
    assert game.unit("A1").full


@pytest.mark.clause("VR-17.3-11")
def test_17_3_aircraft_go_home_and_fly_again_next_turn():
    game = do(ridge(LONG, *HIDDEN, phase=MARCH, aircraft=1, nights=()), "fly b6; end-phase")
    until(game, GERMAN_MARCH)
    assert game.state.facts["flights"] == ()
    until(game, MARCH, 3)
    assert game.can("fly b6")


@pytest.mark.clause("VR-17.3-11")
def test_17_3_aircraft_stay_until_the_allied_half_is_over_and_no_longer_by_day_or_night():
    game = do(air(aircraft=3), "fly b6; end-phase; end-phase")
    assert (game.phase, game.state.facts["flights"]) == (FIGHT, (game.board.at("b6"),))
    night = do(air(turn=3, aircraft=3), "fly b6; end-phase; end-phase")
    assert (night.side, night.state.facts["flights"]) == ("German", ())
    until(night, MARCH, 4)
    assert night.can("fly b6")


@pytest.mark.clause("VR-17.3-11", "VR-15.2-1")
def test_17_3_aircraft_fly_in_the_first_turn_although_nobody_marches():
    game = ridge(LONG, *HIDDEN, turn=1, aircraft=1, woods=WALL)
    do(game, "fly b6; end-phase")
    assert places(game, "shell") == {"G1", "G3"}
