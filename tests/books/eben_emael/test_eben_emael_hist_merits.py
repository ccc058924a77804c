"""Eben-Emael · What opponents are told of orders that only this game knows."""

import fmbook as fm
from fmbook.play.game import Game
from tests.tools.eben_positions import AIR, ASSAULT, GUNS, MARCH, SORTIE, roof


def merit(game: Game, order: str) -> float | None:
    found: float | None = game.state.setup.book.settled["merit"].function(game.state, fm.order(order))
    return found


def worth(game: Game, order: str) -> float:
    found = merit(game, order)
    assert found is not None
    return found


def test_hist_a_charge_is_worth_the_points_the_door_and_the_weapons_that_it_shuts():
    game = roof("G1 8 S05", "MG05 1 S05", "GU04 1 S04", phase=ASSAULT)
    assert worth(game, "blow G1 S05") > worth(game, "blow G1 S04") > worth(game, "blow G1 S06") > 0


def test_hist_fire_is_worth_most_where_many_stand_in_the_open():
    game = roof("G1 8 S08", "G2 8 S05", "W11 20 S11", "GU11 1 S11", phase=GUNS)
    assert worth(game, "fire GU11 S08") > worth(game, "fire GU11 S05") > 0


def test_hist_aircraft_go_for_men_in_the_open_or_for_weapons():
    game = roof("G1 8 S08", "P1 20 S18", "P2 20 S13", "MG05 1 S05", phase=AIR, held=["airstrike-20"])
    game.do("use airstrike-20")
    assert worth(game, "strike S18") > worth(game, "strike S13") > 0
    assert worth(game, "strike S05") > worth(game, "strike S13")


def test_hist_squads_stay_together_through_the_day_and_spread_over_works_in_the_last_turns():
    for turn, together in ((2, True), (12, True), (13, False), (15, False)):
        game = roof("G1 8 S08", "G2 8 S11", phase=MARCH, turn=turn)
        assert worth(game, "move G1 S10") > worth(game, "move G1 S20") > worth(game, "move G1 S18")
        assert (worth(game, "move G1 S11") > worth(game, "move G1 S09")) is together
        assert worth(game, "move G1 S10") > worth(game, "move G1 S11")


def test_hist_belgians_march_where_they_add_most_to_an_attack():
    near_both = roof("G1 8 S08", "G2 8 S18", "P1 20 S15", "P2 20 S14", phase=SORTIE)
    assert worth(near_both, "move P1 S14") > 0  # beside P2: forty against eight, 5:1
    assert worth(near_both, "move P1 S14") > worth(near_both, "move P1 S16")


def test_hist_belgians_take_back_a_sealed_work_that_nobody_stands_on():
    def worth_of(*sealed: str) -> float:
        return worth(roof("G1 8 S08", "P1 20 S13", phase=SORTIE, sealed=sealed, ground=sealed), "move P1 S03")

    assert worth_of("S03") > worth_of() + 3


def test_hist_men_come_out_while_germans_are_on_the_roof_the_larger_group_first():
    game = roof("G1 8 S18", phase=SORTIE)
    assert worth(game, "sally C1 S14") > worth(game, "sally P1 S14") > 0
    assert worth(roof("P1 20 S13", phase=SORTIE), "sally C1 S14") < 0


def test_hist_a_work_that_is_manned_needs_no_second_garrison():
    game = roof("G1 8 S18", "P1 20 S13", "W13 20 S13", "MG13 1 S13", phase=SORTIE)
    assert worth(game, "garrison P1") < 0


def test_hist_counterattacks_wait_for_germans_and_tunnels_for_a_victory():
    far, near = (roof(f"G1 8 {place}", phase=SORTIE, held=["counter-bloc-1"]) for place in ("S08", "S02"))
    assert worth(far, "use counter-bloc-1") < 0 < worth(near, "use counter-bloc-1")
    few, many = (
        roof("G1 8 S05", phase=ASSAULT, turn=14, held=["tunnels"], sealed=works, ground=works)
        for works in (["S05"], ["S05", "S06", "S07", "S10", "S11", "S12"])
    )
    assert worth(few, "use tunnels") < 0 < worth(many, "use tunnels")


def test_hist_a_work_is_manned_if_its_machine_guns_reach_somebody():
    game = roof("G1 8 S18", "P1 20 S13", "MG13 1 S13", "P2 20 S03", phase=SORTIE)
    assert worth(game, "garrison P1") > 0 > worth(game, "garrison P2")


def test_hist_nobody_gives_up_a_sealed_work_to_save_a_man():
    held = roof("G6 8 S05", "P1 20 S20", phase="Belgian attack", sealed=["S05"], ground=["S05"])
    held.do("attack S05")
    assert worth(held, "fall-back S11") < 0
