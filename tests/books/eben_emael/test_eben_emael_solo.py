"""Eben-Emael, the game for one · The Belgian side plays by itself."""

from random import Random

import pytest

from fmbook.books.eben_emael.orders import MenLost
from fmbook.core.events import Moved, PhaseEnded, Rolled, TurnBegan, TurnEnded, Withheld
from tests.tools.eben_positions import ASSAULT, COUNTERATTACK, GUNS, MARCH, SORTIE, fact, historical, lost, men, roof
from tests.tools.positions import at
from tests.tools.random_play import play_on

ALONE = ("solitaire",)


@pytest.mark.clause("E-solo-a")
@pytest.mark.parametrize("scenario", ["historical", "full_readiness", "first_minutes"])
def test_solo_only_the_german_side_is_ever_asked(scenario):
    for seed in range(2):
        game, chance = historical(seed, scenario, ALONE), Random(seed)
        while not game.outcome and len(game.orders) < 70:
            assert game.side == "German"
            play_on(game, chance)


@pytest.mark.clause("E-solo-b")
def test_solo_the_first_german_who_moves_is_shot_at_by_whatever_reaches_him():
    units = ("G1 8 S18", "G2 8 S18", "W11 20 S11", "GU11 1 S11", "W05 20 S05", "MG05 1 S05")
    game = roof(*units, phase=MARCH, options=ALONE)
    events = game.do("move G1 S19", roll=(4, 4))  # by the gun: machine guns wait for attacks
    assert len([event for event in events if isinstance(event, Rolled)]) == 1
    assert men(game, "G1") == [3]
    assert not [event for event in game.do("move G2 S13") if isinstance(event, Rolled)]


@pytest.mark.clause("E-solo-b")
def test_solo_machine_guns_fire_at_attackers_and_guns_at_the_largest_stack_in_the_open():
    game = roof("G1 8 S19", "W05 20 S05", "MG05 1 S05", options=ALONE)
    events = game.do("attack S05", roll=(3, 4))
    assert "The dice show 3 and 4: MG05 fires into S19" in "\n".join(game.diary)
    assert game.can("roll")
    assert [event.count for event in events if isinstance(event, MenLost)] == [2]
    game = roof("G1 8 S08", "G2 8 S08", "G9 7 S05", "W11 20 S11", "GU11 1 S11", phase=MARCH, options=ALONE)
    game.do("end-phase", roll=(4, 4))
    assert lost(game) == (0, 0)
    assert game.state.asks[-1].count == 5
    assert "GU11 fires into S08" in "\n".join(game.diary)
    game.do("lose G1")


@pytest.mark.clause("E-solo-c")
def test_solo_men_come_out_go_for_the_nearest_germans_and_attack_them():
    game = roof("G6 8 S08", phase=MARCH, options=ALONE)
    events = game.do("end-phase")
    moved = {event.unit: event.to for event in events if isinstance(event, Moved)}
    assert moved
    away = {unit: game.board.distance(game.board.at(place), game.board.at("S08")) for unit, place in moved.items()}
    assert min(away.values()) == 1
    assert max(away.values()) <= 2
    assert lost(game) != (0, 0) or game.state.asks
    quiet = roof("G6 8 S08", phase=MARCH, options=ALONE, below=0)
    over = quiet.do("end-phase")
    passed = [event.phase.name for event in over if isinstance(event, PhaseEnded)]
    assert [name for name in passed if name in (SORTIE, COUNTERATTACK)] == [SORTIE, COUNTERATTACK]
    assert [event.turn for event in over if isinstance(event, TurnEnded | TurnBegan)] == [2, 3]


@pytest.mark.clause("E-solo-c")
def test_solo_the_germans_in_the_same_sector_are_attacked_first_then_the_weakest_next_door():
    game = roof("G6 8 S18", "G7 3 S19", "G10 7 S12", "P1 20 S18", phase=SORTIE, options=ALONE, below=0)
    assert game.state.battle is None or game.board.places[game.state.battle.target] == "S18"
    story = "\n".join(game.diary)
    assert "attack on S18" in story
    weak = roof("G6 8 S12", "G7 3 S19", "P1 20 S18", phase=SORTIE, options=ALONE, below=0)
    assert "attack on S19" in "\n".join(weak.diary)


@pytest.mark.clause("E-solo-c")
def test_solo_all_who_can_join_do_and_the_dice_fall():
    game = roof("G6 8 S18", "P1 20 S18", "P2 20 S13", phase=COUNTERATTACK, options=ALONE, below=0)
    story = "\n".join(game.diary)
    assert "P1 joins the attack" in story
    assert "P2 joins the attack" in story
    assert "The dice show" in story


@pytest.mark.clause("E-solo-d")
def test_solo_after_the_fight_belgian_units_go_below_and_may_come_again():
    game = roof("G6 8 S18", "P1 20 S18", phase=COUNTERATTACK, options=ALONE, below=0)
    while game.state.asks:
        game.do(next(order for order in game.legal() if order.verb in ("lose", "keep", "stay-back")))
    withdrawn = [entry.event for entry in game.entries if isinstance(entry.event, Withheld)]
    assert [event.unit for event in withdrawn] == ["P1"]
    assert game.unit("P1").place == ""
    assert game.state.facts["below"] == 20 - lost(game)[1]


def test_solo_a_garrison_that_attacks_stays_in_its_work():
    game = roof("G6 8 S13", "W13 20 S13", "P1 20 S13", phase=COUNTERATTACK, options=ALONE, below=0)
    while game.state.asks:
        game.do(next(order for order in game.legal() if order.verb in ("lose", "keep", "stay-back")))
    assert at(game, "W13") == ["S13"]


def test_solo_belgians_who_are_attacked_hold_and_take_their_losses():
    game = roof("G1 8 S19", "G6 8 S19", "P1 8 S18", "P2 8 S18", options=ALONE)
    game.do("attack S18")
    game.do("join G1")
    game.do("join G6")
    game.do("roll", roll=(5, 6))  # one to one, eleven: 2/2
    assert (men(game, "P1", "P2"), lost(game)[1]) == ([6, 8], 2)
    assert at(game, "P1", "P2") == ["S18", "S18"]


def test_solo_of_several_weapons_the_first_is_lost():
    game = roof("G1 8 S18", "G6 8 S18", "G7 8 S18", "W13 4 S13", "MG13 1 S13", "AT13 1 S13", options=ALONE)
    game.do("attack S13")
    for order in ("join G1", "join G6", "join G7", "ready"):
        if game.can(order):
            game.do(order, roll=(6, 6) if order == "join G7" else None)
    game.do("roll", roll=(4, 5))  # 8 against 4, nine: 2/1
    assert at(game, "MG13", "AT13") == ["eliminated", "S13"]


@pytest.mark.clause("E-solo-e")
def test_solo_belgian_actions_are_used_as_soon_as_they_can_be_and_german_ones_are_kept():
    held = ["counter-bloc-5", "counter-all", "tunnels"]
    game = roof("G6 8 S08", "G7 8 S05", options=ALONE, held=held)
    game.do("end-phase")
    assert game.state.facts["held"] == ("counter-all", "tunnels")
    fire = roof("G6 8 S08", "G7 3 S05", phase=GUNS, options=ALONE, held=["artillery-1"])
    assert fire.state.facts["held"] == ()
    for seed in range(1, 5):
        fire = roof("G6 8 S08", "G7 3 S05", phase=GUNS, options=ALONE, held=["artillery-1"], seed=seed)
        [shot] = [line for line in fire.diary if "guns fire into S08" in line]
        assert lost(fire)[0] == int(shot.split("S08: ")[1].split()[0].replace("nothing", "0"))


@pytest.mark.clause("E-solo-e")
def test_solo_the_canal_bunker_goes_by_itself():
    for seed in range(1, 5):
        game = roof("G6 8 S16", "G7 3 S05", "MG16 1 S16", phase=GUNS, options=ALONE, held=["canal-bunker"], seed=seed)
        assert (fact(game, "destroyed"), at(game, "MG16")) == ({"S16"}, ["eliminated"])
        [blast] = [line for line in game.diary if "the blast costs" in line]
        assert lost(game)[0] == int(blast.split("costs ")[1].split()[0].replace("no", "0"))
    manned = roof("G6 8 S08", "W09 20 S09", phase=GUNS, options=ALONE, held=["canal-bunker"])
    assert manned.unit("W09").place == ""
    assert game.phase == ASSAULT


@pytest.mark.clause("E-solo-c")
def test_solo_men_go_for_the_nearest_germans_and_not_for_weaker_ones_further_away():
    game = roof("G6 8 S18", "G7 3 S08", "P1 20 S01", phase=SORTIE, options=ALONE, below=0)
    marches = [entry.event for entry in game.entries if isinstance(entry.event, Moved)]
    assert [(march.unit, march.to) for march in marches] == [("P1", "S03")]
    assert "attack on S18" in "\n".join(game.diary)


@pytest.mark.clause("E-solo-c")
def test_solo_of_germans_equally_near_men_go_for_the_weakest():
    game = roof("G6 8 S18", "G7 3 S05", "P1 20 S01", phase=SORTIE, options=ALONE, below=0)
    assert "attack on S05" in "\n".join(game.diary)


@pytest.mark.clause("E-solo-c")
def test_solo_garrisons_stay_in_their_works_and_without_germans_nobody_marches():
    for units in (("G6 8 S08", "W13 20 S13"), ("P1 20 S13",)):
        game = roof(*units, phase=SORTIE, options=ALONE, below=0)
        assert not [entry for entry in game.entries if isinstance(entry.event, Moved)]


@pytest.mark.clause("E-solo-b")
@pytest.mark.clause("E-solo-c")
def test_solo_men_who_come_out_man_a_work_with_a_machine_gun():
    game = roof("G6 8 S08", "MG07 1 S07", phase=SORTIE, options=ALONE, below=60)
    assert "C1 mans the work at S07." in "\n".join(game.diary)
    assert "mans the work" not in "\n".join(roof("G6 8 S08", phase=SORTIE, options=ALONE, below=60).diary)


@pytest.mark.clause("E-solo-c")
def test_solo_the_largest_group_that_may_comes_out_at_a_door():
    game = roof("G6 8 S08", phase=SORTIE, options=ALONE, below=60)
    assert "C1 comes out at" in "\n".join(game.diary)


@pytest.mark.clause("E-solo-b")
def test_solo_guns_rather_hit_fewer_in_the_open_than_more_on_a_work():
    game = roof("G1 8 S05", "G2 6 S08", "W11 20 S11", "GU11 1 S11", phase=GUNS, options=ALONE)
    assert "GU11 fires into S08" in "\n".join(game.diary)


@pytest.mark.clause("E-solo-d")
def test_solo_only_men_who_fought_go_below():
    game = roof("G6 8 S18", "P1 20 S18", "P2 20 S17", phase=COUNTERATTACK, options=ALONE, below=0)
    while game.state.asks:
        game.do(next(order for order in game.legal() if order.verb in ("lose", "keep", "stay-back")))
    assert (game.unit("P1").place, at(game, "P2")) == ("", ["S17"])
