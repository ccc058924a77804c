"""Eben-Emael 2 and the chart · The course of a turn, in the merged order."""

import pytest

from fmbook.core.events import PhaseBegan, PhaseEnded, TurnBegan, TurnEnded
from fmbook.engine.matters import MORE_ASKED
from fmbook.play.game import Game
from tests.tools.eben_positions import (
    AIR,
    ASSAULT,
    COUNTERATTACK,
    GUNS,
    MARCH,
    SORTIE,
    fight,
    gliders_down,
    historical,
    lost,
    men,
    roof,
)
from tests.tools.positions import at, places, refusal

TURN = [AIR, MARCH, GUNS, ASSAULT, SORTIE, COUNTERATTACK]


@pytest.mark.clause("E-full-l", "E-2.1-h", "E-chart-a")
def test_2_1_six_phases_in_the_merged_order():
    setup = historical().state.setup
    sequence = setup.book.settled["sequence"].function
    assert [phase.name for phase in sequence(setup, 2)] == TURN
    assert [phase.side for phase in sequence(setup, 2)] == [0, 0, 1, 0, 1, 1]
    assert [phase.name for phase in sequence(setup, 1)] == ["German first air attack", "German landing", *TURN]


@pytest.mark.clause("E-chart-a")
def test_chart_the_sequence_is_repeated_turn_by_turn():
    game = roof("G1 8 S08", "P1 20 S13", phase=AIR, turn=2)
    seen: list[int | str] = []
    over: list[str] = []
    while game.turn < 4:
        for event in game.do("end-phase"):
            over += [event.phase.name] if isinstance(event, PhaseEnded) else []
            over += [f"turn {event.turn}"] if isinstance(event, TurnEnded) else []
            seen += [event.turn] if isinstance(event, TurnBegan) else []
            seen += [event.phase.name] if isinstance(event, PhaseBegan) else []
    assert [each for each in seen if isinstance(each, int)] == [3, 4]
    begun = seen[seen.index(3) + 1 : seen.index(4)]
    assert begun == TURN
    assert over[:6] == [*TURN[1:], "turn 2"]


@pytest.mark.clause("E-2.1-c")
def test_2_1_a_german_unit_moves_once_a_turn():
    game = roof("G1 8 S08", "G2 8 S08", "P1 20 S15", phase=MARCH)
    game.do("move G1 S06")
    assert refusal(game, "move G1 S08").rule == "eben_emael:2.1/move-once"
    assert game.can("move G2 S06")


@pytest.mark.clause("E-2.1-j")
def test_2_1_a_belgian_unit_moves_once_a_turn():
    game = roof("G1 8 S08", "P1 20 S15", phase=SORTIE)
    game.do("move P1 S17")
    assert refusal(game, "move P1 S15").rule == "eben_emael:2.1/move-once"
    game = roof("G1 8 S08", "P1 20 S13", phase=SORTIE)
    game.do("garrison P1")
    assert refusal(game, "move P1 S01").rule == "eben_emael:2.1/move-once"
    game = roof("G1 8 S08", "P1 20 S15", phase=SORTIE)
    game.do("move P1 S14")
    assert refusal(game, "garrison P1").rule == "eben_emael:hist/inside-once"


@pytest.mark.clause("E-2.1-e", "E-2.1-f")
def test_2_1_a_german_unit_attacks_a_neighbour_and_once_a_turn():
    game = roof("G1 8 S19", "G3 8 S19", "G2 8 S08", "P1 20 S18", "P2 20 S12")
    assert places(game, "attack") == {"S18", "S12"}
    assert refusal(game, "attack S01").rule == "eben_emael:4.1"
    game.do("attack S18")
    assert refusal(game, "join G2").rule == "eben_emael:4.1/own"
    game.do("join G1")
    game.do("join G3")
    game.do("ready")
    game.do("roll", roll=(4, 4))
    for _ in range(3):
        game.do("lose G1")
    assert refusal(game, "attack S12").rule == "eben_emael:4.1"


@pytest.mark.clause("E-2.1-f")
def test_2_1_to_blow_up_a_work_is_an_attack():
    game = roof("G1 8 S05", "P1 20 S20")
    game.do("blow G1 S05")
    assert refusal(game, "attack S20").rule == "eben_emael:4.1"
    assert refusal(game, "blow G1 S04").rule == "eben_emael:hist/charge"
    game = roof("G1 8 S05", "G9 7 S05", "G10 7 S05", "P1 20 S20")
    game.do("blow G1 S05")
    game.do("attack S20")
    assert refusal(game, "join G1").rule == "eben_emael:2.1/attack-once"


@pytest.mark.clause("E-2.1-n", "E-2.1-l")
def test_2_1_a_belgian_unit_attacks_once_a_turn_and_must_if_it_can():
    game = roof("G1 8 S19", "G6 8 S12", "P1 20 S18", "P2 20 S18", phase=COUNTERATTACK)
    reason = refusal(game, "end-phase")
    assert (reason.rule, "P1, P2 must attack" in reason.text) == ("eben_emael:2.1/must-attack", True)
    fight(game, "S12", "P1", roll=(4, 4))
    assert "P2 must attack" in refusal(game, "end-phase").text
    game.do("attack S19")
    assert game.state.battle
    assert [game.state.setup.units[unit].id for unit in game.state.battle.attackers] == ["P2"]


@pytest.mark.clause("E-2.1-m")
def test_2_1_belgians_in_works_and_trenches_need_not_attack():
    game = roof("G6 8 S12", "W14 20 S14", "P1 20 S17", phase=COUNTERATTACK)
    assert game.can("attack S12")
    assert game.can("end-phase")
    game = roof("G6 8 S12", "P1 20 S14", phase=COUNTERATTACK)
    assert not game.can("end-phase")


@pytest.mark.clause("E-2.1-g")
def test_2_1_machine_guns_of_a_garrisoned_work_fire_before_a_german_attack():
    game = roof("G1 8 S06", "W05 20 S05", "MG05 1 S05")
    game.do("attack S05")
    assert (game.side, places(game, "fire")) == ("Belgian", {"S06"})
    game.do("fire MG05 S06", roll=(1, 1))  # nine, divided by three
    assert men(game, "G1") == [5]
    game.do("roll", roll=(6, 5))
    assert game.state.asks == ()


@pytest.mark.clause("E-2.1-g")
def test_2_1_machine_guns_of_a_work_that_nobody_mans_are_silent():
    game = roof("G1 8 S06", "P1 20 S05", "MG05 1 S05")
    game.do("attack S05")
    assert game.side == "German"
    game = roof("G1 8 S06", "P1 20 S05", "MG05 1 S05", phase=SORTIE)
    game.do("garrison P1")
    game.do("end-phase")
    while game.phase != ASSAULT:
        game.do("end-phase")
    game.do("attack S05")
    assert game.can("fire MG05 S06")


@pytest.mark.clause("E-2.1-g")
def test_2_1_machine_guns_fire_before_a_charge_goes_off():
    game = roof("G1 3 S06", "W05 20 S05", "MG05 1 S05")
    game.do("blow G1 S05")
    game.do("fire MG05 S06", roll=(1, 1))
    assert at(game, "G1") == ["eliminated"]
    assert "sealed" not in game.state.facts


@pytest.mark.clause("E-2.1-o")
def test_2_1_german_machine_guns_fire_before_a_belgian_attack_from_the_sector_attacked():
    game = roof("G1 8 S19", "G6 8 S19", "G2 8 S12", "P1 20 S18", phase=COUNTERATTACK)
    game.do("attack S19")
    assert game.side == "German"
    assert {str(order) for order in game.legal()} == {"fire G1 S18", "hold-fire"}
    assert refusal(game, "fire G6 S18").rule == "eben_emael:2.1/garrisoned"
    assert refusal(game, "fire G2 S18").rule == "eben_emael:2.1/guns"
    game.do("fire G1 S18", roll=(1, 1))  # light: the first column
    assert men(game, "P1") == [14]


@pytest.mark.clause("E-2.1-d")
def test_2_1_belgian_weapons_fire_at_a_german_unit_where_it_stops():
    game = roof("G1 8 S08", "G2 8 S08", "W11 20 S11", "GU11 1 S11", phase=MARCH)
    game.do("move G1 S19")
    assert (game.side, places(game, "fire")) == ("Belgian", {"S19"})
    assert refusal(game, "fire GU11 S08").rule == "eben_emael:2.1/target"
    game.do("fire GU11 S19", roll=(3, 3))
    assert men(game, "G1", "G2") == [1, 8]
    game.do("move G2 S19")  # the gun has fired
    assert game.side == "German"


@pytest.mark.clause("E-2.1-d")
def test_2_1_belgian_guns_are_silent_where_the_scenario_forbids_it():
    game = roof("G1 8 S08", "W11 20 S11", "GU11 1 S11", phase=MARCH, guns=0)
    game.do("move G1 S19")
    assert game.side == "German"
    game.do("end-phase")
    assert game.phase == ASSAULT


@pytest.mark.clause("E-2.1-h")
def test_2_1_guns_and_mortars_that_have_not_fired_have_a_phase_of_their_own():
    game = roof("G1 8 S08", "W01 20 S01", "MO01 1 S01", "AT01 1 S01", "MG01 1 S01", phase=GUNS)
    assert places(game, "fire MO01") == places(game, "fire AT01") == {"S08"}
    assert refusal(game, "fire MG01 S08").rule == "eben_emael:2.1/guns"
    game.do("fire MO01 S08", roll=(3, 4))
    assert men(game, "G1") == [6]
    assert refusal(game, "fire MO01 S08").rule == "eben_emael:5.0/once"
    game.do("fire AT01 S08", roll=(3, 4))
    game.do("end-phase")
    assert game.phase != GUNS


@pytest.mark.clause("E-2.1-h", "E-2.1-d")
def test_2_1_a_gun_fires_once_a_turn_and_again_in_the_next():
    game = roof("G1 8 S08", "G2 8 S08", "W11 20 S11", "GU11 1 S11", phase=MARCH, turn=2)
    game.do("move G1 S19")
    game.do("fire GU11 S19", roll=(6, 6))
    game.do("end-phase")
    assert game.phase == ASSAULT  # nothing is left to fire
    while game.turn == 2:
        game.do("end-phase")
    while game.phase != GUNS:
        game.do("end-phase")
    assert game.can("fire GU11 S08")


@pytest.mark.clause("E-2.1-k")
def test_2_1_german_machine_guns_fire_at_belgians_who_march_or_come_out():
    game = roof("G1 8 S19", "G3 8 S12", "P1 20 S13", phase=SORTIE)
    game.do("move P1 S18")
    assert (game.side, places(game, "fire")) == ("German", {"S18"})
    game.do("fire G1 S18", roll=(1, 1))
    assert men(game, "P1") == [14]
    game.do("hold-fire")
    assert "The Germans hold their fire." in "\n".join(game.diary)
    game = roof("G5 8 S14", phase=SORTIE)
    game.do("sally P1 S14")
    game.do("fire G5 S14", roll=(1, 1))  # six, divided by three
    assert (men(game, "P1"), lost(game)) == ([18], (0, 2))


@pytest.mark.clause("E-2.1-a", "E-hist-l")
def test_2_1_the_first_phase_is_for_aircraft_where_the_scenario_has_them():
    game = roof("G1 8 S08", "P1 20 S18", phase=AIR, held=["airstrike-14"])
    assert game.can("use airstrike-14")
    game = roof("G1 8 S08", "P1 20 S18", phase=AIR, held=["airstrike-14", "sappers"], air=0)
    assert refusal(game, "use airstrike-14").rule == "eben_emael:6.0/air-once"


@pytest.mark.clause("E-hist-l", "E-full-e")
def test_aircraft_act_once_a_turn():
    game = roof("G1 8 S08", "P1 20 S18", phase=AIR, held=["airstrike-14", "airstrike-20"])
    game.do("use airstrike-14")
    game.do("strike S18", roll=(6, 6))
    assert refusal(game, "use airstrike-20").rule == "eben_emael:6.0/air-once"
    while game.turn == 2:
        game.do("end-phase")
    assert game.can("use airstrike-20")


@pytest.mark.clause("E-2.0-a", "E-6.0-a", "E-6.0-b", "E-6.0-c")
def test_2_0_special_actions_are_drawn_each_turn_for_the_side_that_they_serve_and_may_be_kept():
    game = roof("G1 8 S08", phase=SORTIE, draw=2)
    game.do("end-phase", roll=("sappers", "counter-bloc-1"))
    assert game.state.facts["held"] == ("sappers", "counter-bloc-1")
    assert {"sappers", "counter-bloc-1"}.isdisjoint(game.state.facts["pool"])
    assert len(game.state.facts["pool"]) == 17
    assert game.can("use sappers")
    assert refusal(game, "use counter-bloc-1").rule == "eben_emael:6.0"
    while game.turn == 3:
        game.do("end-phase")
    assert {"sappers", "counter-bloc-1"} <= set(game.state.facts["held"])
    assert len(game.state.facts["pool"]) == 15


@pytest.mark.clause("E-hist-k", "E-6.0-c")
def test_hist_one_special_action_is_drawn_each_turn():
    _one_a_turn("historical")


@pytest.mark.clause("E-full-d")
def test_full_one_special_action_is_drawn_each_turn_and_leaves_the_game():
    _one_a_turn("full_readiness")


def _one_a_turn(scenario: str) -> None:
    game = gliders_down(historical(scenario=scenario))
    for number in range(1, 12):
        if game.phase == "German landing":
            game.do(f"place G{number} {min(places(game, 'place'))}")
            game.do("roll", roll=(3, 4))
    assert len(game.state.facts["held"]) == 1
    assert len(game.state.facts["pool"]) == 18


@pytest.mark.clause("E-hist-j", "E-full-b")
@pytest.mark.parametrize("scenario", ["historical", "full_readiness"])
def test_hist_the_game_lasts_15_turns(scenario):
    assert historical(scenario=scenario).state.setup.turns == 15
    game = roof("G1 8 S08", phase=AIR, turn=15)
    while not game.outcome:
        game.do("end-phase")
    assert game.turn == 15


@pytest.mark.clause("E-2.1-b")
def test_2_1_german_units_move_until_next_to_a_belgian_unit_or_to_their_goal():
    game = roof("G1 8 S08", "P1 20 S18", phase=MARCH)
    game.do("move G1 S10")
    assert at(game, "G1") == ["S10"]
    game = roof("G1 8 S08", "P1 20 S18", phase=MARCH)
    game.do("move G1 S19")
    assert refusal(game, "move G1 S12").rule == "eben_emael:2.1/move-once"


@pytest.mark.clause("E-2.1-i")
def test_2_1_belgian_units_move_until_next_to_a_german_unit():
    game = roof("G1 8 S06", "P1 20 S13", phase=SORTIE)
    assert "S08" not in places(game, "move P1")
    game.do("move P1 S05")
    assert at(game, "P1") == ["S05"]


@pytest.mark.clause("E-hist-j", "E-full-b")
def test_hist_the_last_turn_but_one_does_not_end_the_game():
    game = roof("G1 8 S08", phase=AIR, turn=14)
    while game.turn == 14:
        game.do("end-phase")
    assert (game.turn, game.outcome) == (15, None)


@pytest.mark.clause("E-6.0-a", "E-6.0-c")
def test_2_0_from_a_pool_that_holds_less_only_what_is_there_is_drawn():
    game = roof("G1 8 S08", phase=SORTIE, draw=2, pool=("sappers",))
    while game.turn == 2:
        game.do("end-phase")
    assert (game.state.facts["held"], game.state.facts["pool"]) == (("sappers",), ())


@pytest.mark.clause("E-2.1-o")
def test_2_1_germans_whose_machine_guns_stand_elsewhere_are_not_asked_before_a_belgian_attack():
    game = roof("G6 8 S19", "G2 8 S12", "P1 20 S18", phase=COUNTERATTACK)
    game.do("attack S19")
    assert {str(order) for order in game.legal()} == {"roll"}


# --- what may still be asked in the enemy's turn --------------------------------------------------------


def more(game: Game) -> str:
    return MORE_ASKED.of(game.state.setup)(game.state)


def test_2_1_who_is_asked_in_the_enemys_turn_hears_what_may_ask_again():
    game = roof("G1 8 S17", "P1 20 S16", "P2 20 S16", "P3 20 S20", phase=SORTIE)
    assert more(game) == ""  # nobody is asked
    game.do("sally C1 S14")
    # whoever has come out may run on; S14 has let somebody out, S15 is the one other door next to G1
    assert more(game) == (
        "4 more groups can still march to where your squads may fire. 1 open door there can let out others."
    )


def test_2_1_a_squad_that_has_fired_covers_nothing_more():
    game = roof("G1 8 S17", "G2 8 S09", "P1 20 S16", phase=SORTIE)
    game.do("move P1 S15")
    before = more(game)
    game.do("fire G1 S15", roll=(1, 1))
    game.do("sally P2 S10")
    assert before == "4 open doors there can let out others."
    assert more(game) == (
        "1 more group can still march to where your squads may fire. 1 open door there can let out others."
    )


def test_2_1_in_the_enemys_attack_the_sectors_are_counted_that_it_can_still_attack():
    game = roof("G1 8 S18", "G2 8 S19", "P1 20 S13", "P2 20 S05", phase=COUNTERATTACK)
    fight(game, "S18", "P1", roll=(6, 6))
    assert more(game) == "1 sector can still be attacked in this phase."


def test_2_1_of_germans_it_is_counted_who_has_not_run_yet():
    game = roof("G1 8 S19", "G2 8 S04", "G3 8 S12", "W01 20 S01", "MO01 1 S01", phase=MARCH)
    game.do("move G1 S18")
    assert more(game) == "2 squads have not run yet."
