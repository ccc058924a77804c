"""Eben-Emael 6 · The special actions, one by one."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from fmbook.components.scenarios import MarkersForm
from fmbook.core import data
from fmbook.core.orders import Support
from fmbook.engine.bars import free
from fmbook.play.game import Game
from tests.tools.eben_positions import AIR, ASSAULT, COUNTERATTACK, GUNS, SORTIE, fact, fight, lost, men, roof
from tests.tools.positions import at, places, refusal


def test_6_there_are_nineteen_counters_eleven_german_in_one_pool():
    cup = data.load(MarkersForm, "eben_emael/actions.toml").marker
    assert len({each.name for each in cup}) == len(cup) == 19
    assert sum(each.side == "German" for each in cup) == 11
    assert sum(each.side == "Belgian" for each in cup) == 8


def test_6_nothing_is_played_in_support_of_an_attack():
    game = roof("G1 8 S05", "P1 20 S20", held=["sappers"])
    setup = game.state.setup
    assert not free(setup.book.guard(Support).first, game.state, 0, setup.all_markers)


@pytest.mark.clause("E-6.0-a", "E-6.0-b")
def test_6_a_counter_is_used_once_and_by_the_side_it_serves():
    game = roof("G1 8 S05", "P1 20 S13", phase=ASSAULT, held=["sappers", "counter-bloc-2"])
    assert {str(order) for order in game.legal() if order.verb == "use"} == {"use sappers"}
    assert refusal(game, "use counter-bloc-2").rule == "eben_emael:6.0"
    game.do("use sappers")
    assert game.state.facts["held"] == ("counter-bloc-2",)
    assert refusal(game, "use sappers").rule == "eben_emael:6.0"


@pytest.mark.clause("E-6.0-g")
def test_6_blocked_doors_let_nobody_out_of_bloc_1_and_bloc_2():
    _doors("blocked-blocs", ("S01", "S02"), ("S05", "S07"))


@pytest.mark.clause("E-6.0-h")
def test_6_blocked_doors_let_nobody_out_of_mi_nord_and_mi_sud():
    _doors("blocked-mi", ("S05", "S07"), ("S01", "S02"))


def _doors(name: str, closed: tuple[str, ...], still_open: tuple[str, ...]) -> None:
    game = roof("G1 8 S19", phase=ASSAULT, held=[name])
    game.do(f"use {name}")
    game.do("end-phase")
    assert game.phase == SORTIE
    for place in closed:
        assert refusal(game, f"sally P1 {place}").rule == "eben_emael:6.0"
    for place in still_open:
        assert game.can(f"sally P1 {place}")


@pytest.mark.clause("E-6.0-g")
def test_6_blocked_doors_stop_counterattacks_but_not_fire():
    game = roof("G1 8 S08", phase=SORTIE, held=["counter-bloc-1"], blocked=["S01"])
    assert refusal(game, "use counter-bloc-1").rule == "eben_emael:6.0/use"
    game = roof("G1 8 S13", "W01 20 S01", "MG01 1 S01", blocked=["S01"])
    game.do("attack S01")
    assert game.can("fire MG01 S13")


@pytest.mark.clause("E-6.0-g", "E-6.0-h")
def test_6_who_cannot_get_out_of_his_work_attacks_nobody_outside():
    units = ("G1 8 S06", "W05 20 S05", "P1 20 S20", "P2 20 S20")
    open_door = roof(*units, phase=COUNTERATTACK)
    open_door.do("attack S06")
    assert open_door.can("join W05")
    blocked = roof(*units, phase=COUNTERATTACK, blocked=["S05"])
    blocked.do("attack S06")
    assert refusal(blocked, "join W05").rule == "eben_emael:4.1/inside"
    no_door = roof("G1 8 S05", "W04 20 S04", "P1 20 S20", "P2 20 S20", phase=COUNTERATTACK)
    no_door.do("attack S05")
    assert refusal(no_door, "join W04").rule == "eben_emael:4.1/inside"


@pytest.mark.clause("E-6.0-r1")
def test_6_one_counter_adds_one_to_all_german_combats_of_its_turn():
    game = roof("G1 8 S19", "G6 8 S07", "P1 8 S18", "P2 8 S08", held=["plus-one"])
    game.do("use plus-one")
    assert "German attacks of this turn add 1 to their dice." in _told(game)
    fight(game, "S18", "G1", roll=(5, 5))  # one to one, eleven instead of ten
    assert "1:1, 1 added: 2/2" in "\n".join(game.diary)
    game.do("keep")
    fight(game, "S08", "G6", roll=(6, 6))  # twelve stays twelve
    assert "1:1, 1 added: 2/3" in "\n".join(game.diary)


@pytest.mark.clause("E-6.0-r1")
def test_6_it_adds_nothing_to_belgian_attacks_or_in_the_next_turn_and_the_odds_know_it():
    game = roof("G6 8 S19", "P1 8 S18", "P2 8 S15", phase=ASSAULT, held=["plus-one"])
    game.do("use plus-one")
    game.do("attack S18")
    table = game.state.setup.tables["crt"]
    assert _odds(game) == _odds_with(table, "1:1", 1)
    game.undo()
    while game.phase != COUNTERATTACK:
        game.do("end-phase")
    game.do("attack S19")
    assert _odds(game) == _odds_with(table, "1:1", 0)
    later = roof("G6 8 S19", "P1 8 S18", turn=3, added=2)
    later.do("attack S18")
    assert _odds(later) == _odds_with(table, "1:1", 0)


def _told(game: Game) -> str:
    told = game.state.setup.book.settled["told of the game"].function(game.state)
    return "\n".join(told)


def _odds(game: Game) -> dict[str, Fraction]:
    return dict(game.state.setup.book.settled["odds"].function(game.state))


def _odds_with(table: Any, label: str, more: int) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for one, two in product(range(1, 7), repeat=2):
        result = table.cell(min(one + two + more, 12), table.labelled(label))
        found[result] = found.get(result, Fraction(0)) + Fraction(1, 36)
    return found


@pytest.mark.clause("E-6.0-j")
def test_6_sappers_shut_bloc_1_for_men_and_fire():
    game = roof("G1 8 S13", "W01 20 S01", "MG01 1 S01", "AT01 1 S01", phase=AIR, held=["sappers"])
    game.do("use sappers")
    assert fact(game, "sealed") == {"S01"}
    assert game.unit("W01").place == ""  # below
    game.do("end-phase")
    game.do("end-phase")
    assert game.phase == ASSAULT  # no gun is left to fire
    game.do("end-phase")
    assert refusal(game, "sally P1 S01").rule == "eben_emael:6.0"


@pytest.mark.clause("E-6.0-j")
def test_6_a_sealed_work_does_not_fire_with_men_inside():
    game = roof("G1 8 S13", "W01 20 S01", "AT01 1 S01", "W02 20 S02", "AT02 1 S02", phase=GUNS, sealed=["S01"])
    assert refusal(game, "fire AT01 S13").rule == "eben_emael:2.1/garrisoned"
    assert game.can("fire AT02 S13")


@pytest.mark.clause("E-6.0-i")
def test_6_a_shaped_charge_more_goes_to_a_squad():
    game = roof("G10 7 S05", phase=ASSAULT, held=["shaped-charge"], sealed=["S04"])
    game.do("use shaped-charge")
    assert places(game, "equip") == {"G10"}
    game.do("equip G10")
    game.do("blow G10 S05", roll=(1, 1))
    while game.turn == 2 or game.phase != ASSAULT:
        game.do("end-phase")
    game.do("blow G10 S05", roll=(4, 4))
    assert fact(game, "sealed") == {"S04", "S05"}
    assert refusal(game, "blow G10 S05").rule == "eben_emael:hist/charge"


@pytest.mark.clause("E-6.0-e")
def test_6_a_flamethrower_of_a_glider_adds_one_to_one_combat():
    game = roof("G3 8 S19", "G2 8 S19", "G1 8 S19", "P1 20 S18")
    game.do("attack S18")
    game.do("join G3")
    game.do("join G1")
    assert refusal(game, "flame G1").rule == refusal(game, "flame G2").rule == "eben_emael:6.0/flame"
    game.do("flame G3")
    assert refusal(game, "flame G3").rule == "eben_emael:6.0/flame"
    game.do("ready")
    game.do("roll", roll=(4, 6))  # eleven, with the flamethrower, at one to one: 2/2
    game.do("keep")
    assert lost(game) == (0, 2)
    game.do("lose G1")
    game.do("lose G1")
    assert lost(game) == (2, 2)


@pytest.mark.clause("E-6.0-e")
def test_6_a_flamethrower_is_used_up():
    game = roof("G3 8 S19", "P1 20 S18", "P2 20 S01")
    game.do("attack S18")
    game.do("flame G3")
    game.do("roll", roll=(3, 3))
    while game.turn == 2 or game.phase != ASSAULT:
        game.do(next(order for order in game.legal() if order.verb in ("end-phase", "hold-fire", "attack", "ready")))
        if game.state.battle:
            _play_out(game)
    game.do("attack S18")
    assert not [order for order in game.legal() if order.verb == "flame"]


def _play_out(game: Game) -> None:
    while game.state.battle or game.state.asks:
        verbs = ("ready", "join", "hold-fire", "roll", "keep", "lose", "stay-back")
        order = min(game.legal(), key=lambda order: verbs.index(order.verb) if order.verb in verbs else 9)
        game.do(order, roll=(4, 4) if order.verb == "roll" else None)


@pytest.mark.clause("E-6.0-e")
def test_6_the_counter_gives_one_more_flamethrower_to_a_squad():
    game = roof("G1 8 S19", "P1 20 S18", held=["flamethrower"])
    game.do("use flamethrower")
    game.do("equip G1")
    game.do("attack S18")
    assert game.can("flame G1")


@pytest.mark.clause("E-6.0-e")
def test_6_the_odds_know_of_the_flamethrower():
    game = roof("G3 8 S19", "G4 8 S19", "P1 20 S18")
    for order in ("attack S18", "join G3", "join G4"):
        game.do(order)
    odds = game.state.setup.book.settled["odds"].function
    table = game.state.setup.tables["crt"]
    before = odds(game.state)
    game.do("flame G3")
    game.do("ready")
    after = odds(game.state)
    assert before != after
    assert after["2/3"] == before["2/3"] + before["2/2"]
    game.do("roll", roll=(6, 6))  # thirteen counts as twelve
    game.do("keep")
    assert table.cell(12, table.labelled("1:1")) == "2/3"
    assert lost(game)[1] == 3


@pytest.mark.clause("E-6.0-k")
def test_6_forty_men_come_out_of_bloc_1_and_leave_after_the_fight():
    _for_one_fight("counter-bloc-1", "K1", "S01", 40)


@pytest.mark.clause("E-6.0-l")
def test_6_forty_men_come_out_of_bloc_2_and_leave_after_the_fight():
    _for_one_fight("counter-bloc-2", "K2", "S02", 40)


@pytest.mark.clause("E-6.0-m")
@pytest.mark.parametrize(
    ("name", "unit", "place"),
    [("counter-bloc-3", "K3", "S13"), ("counter-bloc-4", "K4", "S15"), ("counter-bloc-5", "K5", "S14")],
)
def test_6_twenty_men_come_out_of_blocs_3_4_and_5_and_leave_after_the_fight(name, unit, place):
    _for_one_fight(name, unit, place, 20)


def _for_one_fight(name: str, unit: str, place: str, strength: int) -> None:
    game = roof(f"G6 8 {place}", "G7 8 S08", phase=SORTIE, held=[name])
    game.do(f"use {name}")
    assert (at(game, unit), men(game, unit), game.state.facts["below"]) == ([place], [strength], 658 - strength)
    game.do("end-phase")
    assert game.phase == COUNTERATTACK
    fight(game, place, unit, roll=(4, 4))
    _play_out(game)
    assert game.unit(unit).place == ""
    fallen = lost(game)[1]
    assert game.state.facts["below"] == 658 - fallen
    idle = roof("G6 8 S08" if place != "S08" else "G6 8 S20", phase=SORTIE, held=[name])
    idle.do(f"use {name}")
    idle.do("end-phase")
    assert (idle.unit(unit).place, idle.turn) == ("", 3)  # who found nobody to fight is gone with the turn


@pytest.mark.clause("E-6.0-p")
def test_6_a_general_counterattack_comes_out_of_every_open_door_in_turns_14_and_15_only():
    early = roof("G1 8 S08", phase=SORTIE, turn=13, held=["counter-all"])
    assert refusal(early, "use counter-all").rule == "eben_emael:6.0/when"
    game = roof("G6 8 S08", phase=SORTIE, turn=14, held=["counter-all"], sealed=["S05"], blocked=["S01"])
    below = game.state.facts["below"]
    game.do("use counter-all")
    came = {unit.place: unit.steps for unit in game.units(side="Belgian")}
    assert game.state.facts["below"] == below - 6 * 20  # each group is missing below, not only the last
    assert came == dict.fromkeys(["S02", "S07", "S10", "S13", "S14", "S15"], 20)
    assert refusal(roof("G1 8 S08", phase=SORTIE, turn=2, held=["counter-all"]), "use counter-all")
    assert roof("G1 8 S08", phase=SORTIE, turn=15, held=["counter-all"]).can("use counter-all")


@pytest.mark.clause("E-6.0-p")
def test_6_each_of_them_leaves_after_its_fight():
    game = roof("G6 8 S14", "G7 8 S08", phase=SORTIE, turn=14, held=["counter-all"])
    game.do("use counter-all")
    game.do("end-phase")
    _play_out_phase(game)
    assert not [unit for unit in game.units(side="Belgian") if unit.id.startswith("K")]


def _play_out_phase(game: Game) -> None:
    while game.phase == COUNTERATTACK:
        attacks = [order for order in game.legal() if order.verb == "attack"]
        game.do(attacks[0] if attacks else "end-phase")
        _play_out(game)


@pytest.mark.clause("E-6.0-q")
def test_6_tunnels_end_the_game_in_turns_14_and_15_only():
    early = roof("G1 8 S05", "G3 8 S06", phase=ASSAULT, turn=13, held=["tunnels"], sealed=["S05"])
    assert refusal(early, "use tunnels").rule == "eben_emael:6.0/when"
    outside = roof("G1 8 S04", phase=ASSAULT, turn=14, held=["tunnels"], sealed=["S05"])
    assert refusal(outside, "use tunnels").rule == "eben_emael:6.0/use"
    game = roof("G1 8 S05", phase=ASSAULT, turn=14, held=["tunnels"], sealed=["S05"])
    game.do("use tunnels")
    assert game.outcome
    assert "2 victory points" in game.outcome.text


@pytest.mark.clause("E-6.0-o")
@pytest.mark.parametrize(("die", "fallen"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_6_the_canal_bunker_is_destroyed_and_germans_there_lose_by_the_die(die, fallen):
    game = roof("G1 8 S16", "MG16 1 S16", "W09 20 S09", "MG09 1 S09", phase=GUNS, held=["canal-bunker"])
    game.do("use canal-bunker")
    assert places(game, "strike") == {"S09", "S16"}
    game.do("strike S16")
    assert (fact(game, "destroyed"), at(game, "MG16")) == ({"S16"}, ["eliminated"])
    game.do("roll", roll=die)
    assert (lost(game), game.state.asks) == ((fallen, 0), ())
    assert f"The die shows {die}: the blast costs" in "\n".join(game.diary)


@pytest.mark.clause("E-6.0-o")
def test_6_with_no_german_there_no_die_is_thrown_and_a_destroyed_work_is_out():
    game = roof("G1 8 S10", "W09 20 S09", "MG09 1 S09", "AT09 1 S09", phase=GUNS, held=["canal-bunker"])
    game.do("use canal-bunker")
    game.do("strike S09")
    assert (game.unit("W09").place, at(game, "MG09", "AT09")) == ("", ["eliminated", "eliminated"])
    assert not game.state.asks
    again = roof("G1 8 S10", phase=GUNS, held=["canal-bunker"], destroyed=["S09", "S16"])
    assert again.phase != GUNS  # nothing was left to do


@pytest.mark.clause("E-6.0-o")
def test_6_a_bunker_at_the_canal_is_destroyed_once():
    game = roof("G1 8 S10", phase=GUNS, held=["canal-bunker"], destroyed=["S09"])
    game.do("use canal-bunker")
    assert places(game, "strike") == {"S16"}
    assert refusal(game, "strike S09").rule == "eben_emael:5.0/target"


@pytest.mark.clause("E-6.0-e", "E-4.2-b")
def test_6_a_flamethrower_whose_squad_has_fallen_to_machine_guns_adds_nothing_and_the_odds_know_it():
    game = roof("G3 1 S19", "G1 8 S12", "P1 20 S18", "W05 20 S05", "MG05 1 S05")
    for order in ("attack S18", "join G3", "join G1", "flame G3"):
        game.do(order)
    table = game.state.setup.tables["crt"]
    before, burning, alone = _odds(game), _odds_with(table, "1:2", 1), _odds_with(table, "1:2", 0)
    spared = Fraction(1, 36)  # a machine gun misses with a twelve only
    assert before == {
        result: share
        for result in burning | alone
        if (share := spared * burning.get(result, 0) + (1 - spared) * alone.get(result, 0))
    }
    game.do("fire MG05 S19", roll=(3, 4))
    assert at(game, "G3") == ["eliminated"]
    assert _odds(game) == alone
    game.do("roll", roll=(5, 5))
    assert "8 against 20, 1:2: 3/-" in "\n".join(game.diary)


@pytest.mark.clause("E-6.0-e")
def test_6_two_flamethrowers_of_one_squad_add_two():
    game = roof("G3 8 S19", "G1 8 S19", "P1 20 S18", held=["flamethrower"])
    for order in ("use flamethrower", "equip G3", "attack S18", "join G3", "join G1", "flame G3", "flame G3", "ready"):
        if order != "ready" or game.can(order):
            game.do(order)
    game.do("roll", roll=(4, 5))
    assert "1:1, 2 added: 2/2" in "\n".join(game.diary)


@pytest.mark.clause("E-6.0-o")
def test_6_a_bunker_at_the_canal_goes_with_its_weapons_even_if_it_was_sealed():
    game = roof("G1 8 S10", "MG16 1 S16", phase=GUNS, held=["canal-bunker"], sealed=["S16"])
    game.do("use canal-bunker")
    game.do("strike S16")
    assert at(game, "MG16") == ["eliminated"]


@pytest.mark.clause("E-6.0-k", "E-6.0-p")
def test_6_counterattacks_come_as_far_as_there_are_men_below_and_room():
    few = roof("G6 8 S08", phase=SORTIE, turn=14, held=["counter-all"], below=45)
    few.do("use counter-all")
    assert (len(few.units(side="Belgian")), few.state.facts["below"]) == (2, 5)
    full = roof("G6 8 S08", "C1 41 S01", phase=SORTIE, held=["counter-bloc-1"])
    assert refusal(full, "use counter-bloc-1").rule == "eben_emael:6.0/use"
    assert roof("G6 8 S08", "C1 40 S01", phase=SORTIE, held=["counter-bloc-1"]).can("use counter-bloc-1")


@pytest.mark.clause("E-6.0-o")
def test_6_men_on_the_roof_of_a_destroyed_bunker_stay_there():
    game = roof("G1 8 S10", "W16 20 S16", "P1 20 S16", phase=GUNS, held=["canal-bunker"])
    game.do("use canal-bunker")
    game.do("strike S16")
    assert (game.unit("W16").place, at(game, "P1")) == ("", ["S16"])
