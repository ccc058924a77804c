"""Eben-Emael 2.1 and 5.0 · German artillery, where a scenario allows it or the players agree on it."""

import pytest

from tests.tools.eben_positions import AIR, GUNS, MARCH, SORTIE, historical, lost, men, roof
from tests.tools.positions import at, places, refusal

ALLOWED = ("german-guns",)


@pytest.mark.clause("E-2.1-a")
@pytest.mark.parametrize("scenario", ["historical", "full_readiness", "first_minutes"])
def test_2_1_no_scenario_allows_german_artillery_and_the_option_brings_two_batteries(scenario):
    for options, batteries in (((), 0), (ALLOWED, 2)):
        state = historical(scenario=scenario, options=options).state
        assert state.setup.book.settled["batteries left"].function(state) == batteries


@pytest.mark.clause("E-2.1-a", "E-5.0-a", "E-5.0-b", "E-art-a")
def test_2_1_each_battery_of_16_fires_by_itself_at_a_belgian_position_once_a_turn():
    game = roof("G1 8 S08", "P1 20 S18", "P2 20 S13", phase=AIR, batteries=2)
    assert places(game, "strike") == {"S13", "S18"}
    game.do("strike S18", roll=(3, 4))
    assert lost(game) == (0, 6)  # strength 16: column 13 to 17, not 26+ for two together
    assert "a German battery fires into S18: 6 lost" in "\n".join(game.diary)
    game.do("strike S13", roll=(6, 6))
    assert lost(game) == (0, 6)
    assert refusal(game, "strike S13").rule == "eben_emael:2.1/battery"
    assert game.phase != AIR or not places(game, "strike")


@pytest.mark.clause("E-2.1-a")
def test_2_1_without_german_artillery_nothing_strikes_in_the_air_attack():
    game = roof("G1 8 S08", "P1 20 S18", phase=AIR, held=["sappers"])
    assert refusal(game, "strike S18").rule == "eben_emael:2.1/battery"


@pytest.mark.clause("E-2.1-a")
def test_2_1_batteries_fire_again_in_the_next_turn():
    game = roof("G1 8 S08", "P1 20 S18", phase=AIR, batteries=1)
    game.do("strike S18", roll=(6, 6))
    while game.turn == 2:
        game.do("end-phase")
    assert game.can("strike S18")


@pytest.mark.clause("E-2.1-a", "E-5.0-c")
def test_2_1_a_battery_hits_weapons_first_and_the_ground_divides():
    game = roof("G1 8 S08", "MG05 1 S05", "W05 20 S05", phase=AIR, options=ALLOWED)
    game.do("strike S05", roll=(2, 2))  # ten, divided by three
    assert (at(game, "MG05"), men(game, "W05"), lost(game)) == (["eliminated"], [18], (0, 2))


@pytest.mark.clause("E-2.1-k", "E-2.1-a")
def test_2_1_german_artillery_fires_at_belgians_on_the_march_and_at_nobody_else():
    game = roof("G6 8 S08", "P1 20 S18", "P2 20 S18", phase=SORTIE, options=ALLOWED)
    game.do("move P1 S13")
    assert places(game, "strike") == {"S13"}
    assert refusal(game, "strike S18").rule == "eben_emael:2.1/battery"
    game.do("strike S13", roll=(3, 4))  # six, divided by three
    assert (men(game, "P1", "P2"), lost(game)) == ([18, 20], (0, 2))
    assert "a German battery fires into S13, where cover divides what it costs by 3: 2 lost" in "\n".join(game.diary)
    assert game.can("strike S13")  # the second battery
    game.do("hold-fire")
    game.do("move P2 S14")
    game.do("strike S14", roll=(3, 4))
    game.do("end-phase")
    assert men(game, "P2") == [18]


@pytest.mark.clause("E-2.1-k")
def test_2_1_belgians_who_come_out_are_fired_at_by_german_artillery():
    game = roof("G6 8 S08", phase=SORTIE, batteries=1)
    game.do("sally P1 S13")
    game.do("strike S13", roll=(2, 2))  # ten, divided by three
    assert men(game, "P1") == [17]


@pytest.mark.clause("E-2.1-a")
def test_2_1_the_belgian_side_has_no_such_batteries():
    game = roof("G6 8 S08", "W11 20 S11", "GU11 1 S11", phase=MARCH, options=ALLOWED)
    game.do("move G6 S20")
    assert game.side == "Belgian"
    assert refusal(game, "strike S20").rule == "eben_emael:2.1/battery"
    guns = roof("G6 8 S08", "W11 20 S11", "GU11 1 S11", phase=GUNS, options=ALLOWED)
    assert not places(guns, "strike")


def test_2_1_batteries_are_told_of_and_a_greedy_german_uses_them():
    game = roof("G1 8 S08", "P1 20 S18", phase=AIR, options=ALLOWED)
    told = game.state.setup.book.settled["told of the game"].function(game.state)
    assert "German batteries that may still fire in this turn: 2." in told
    worth = game.state.setup.book.settled["merit"].function
    assert worth(game.state, next(order for order in game.legal() if order.verb == "strike")) > 0.1


@pytest.mark.clause("E-2.1-k")
def test_2_1_nobody_is_asked_to_fire_at_who_has_fallen_already():
    game = roof("G6 8 S08", "P1 1 S13", "P2 20 S01", phase=SORTIE, options=ALLOWED)
    game.do("move P1 S18")
    game.do("strike S18", roll=(3, 4))
    assert (at(game, "P1"), game.side, game.state.asks) == (["eliminated"], "Belgian", ())


@pytest.mark.clause("E-2.1-a")
def test_2_1_a_scenario_with_more_batteries_keeps_them_with_the_option():
    state = roof("G6 8 S08", batteries=3, options=ALLOWED).state
    assert state.setup.book.settled["batteries left"].function(state) == 3
