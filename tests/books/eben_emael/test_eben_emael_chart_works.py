"""Eben-Emael, the footnotes · Doors, garrisons, charges."""

import pytest

from tests.tools.eben_positions import ASSAULT, COUNTERATTACK, MARCH, SORTIE, fact, historical, lost, men, roof
from tests.tools.positions import at, places, refusal


@pytest.mark.clause("E-chart-e")
def test_chart_at_most_60_men_come_out_where_no_german_is():
    game = roof("G1 8 S08", phase=SORTIE)
    assert game.can("sally C1 S01")
    big = roof("G1 8 S08", "C1 61 S01", phase=SORTIE)
    waiting = next(unit for unit in big.state.setup.units if unit.id == "C1")
    off = big.state.with_unit(waiting.number, -1)
    big._steps[0] = big._steps[0]._replace(state=off)
    assert refusal(big, "sally C1 S01").rule == "eben_emael:chart/exit-strength"


@pytest.mark.clause("E-chart-d")
def test_chart_at_most_20_men_come_out_under_germans():
    game = roof("G6 8 S01", phase=SORTIE)
    assert refusal(game, "sally C1 S01").rule == "eben_emael:chart/exit-strength"
    game.do("sally P1 S01")
    assert at(game, "P1", "G6") == ["S01", "S01"]


@pytest.mark.clause("E-chart-d", "E-chart-e")
def test_chart_one_group_comes_out_at_a_door_in_a_turn_and_may_march_on():
    game = roof("G6 8 S08", phase=SORTIE)
    game.do("sally C1 S13")
    assert refusal(game, "sally P1 S13").rule == "eben_emael:chart/exit"
    assert game.can("sally P1 S14")
    game.do("move C1 S03")
    assert at(game, "C1") == ["S03"]
    assert game.state.facts["below"] == 598


@pytest.mark.clause("E-hist-b")
def test_chart_men_come_out_at_doors_only():
    game = roof("G6 8 S08", phase=SORTIE)
    doors = {"S01", "S02", "S05", "S07", "S10", "S13", "S14", "S15"}
    assert places(game, "sally P1") == doors
    crowd = roof("G6 8 S08", "C1 60 S01", "C2 10 S01", phase=SORTIE)
    assert places(crowd, "sally P1") == doors - {"S01"}
    assert refusal(game, "sally K1 S01").rule == "eben_emael:chart/below"


@pytest.mark.clause("E-full-a")
def test_full_every_work_starts_with_20_men_and_the_rest_are_below():
    game = historical(scenario="full_readiness")
    garrisons = {unit.place: unit.steps for unit in game.units(side="Belgian") if unit.kind == "garrison"}
    works = {game.board.places[place] for place in game.board.having("bunker")}
    assert garrisons == dict.fromkeys(works, 20)
    assert len(garrisons) == 15
    assert game.state.facts["below"] + 20 * 15 == 658
    few = roof("G6 8 S08", phase=SORTIE, below=19)
    assert not places(few, "sally P1")
    some = roof("G6 8 S08", phase=SORTIE, below=59)
    assert refusal(some, "sally C1 S01").rule == "eben_emael:chart/below"
    some.do("sally P1 S01")
    assert some.state.facts["below"] == 39


@pytest.mark.clause("E-hist-a")
def test_hist_no_work_is_manned():
    game = historical()
    assert {unit.kind for unit in game.units(side="Belgian")} == {"machine gun", "anti-tank gun", "gun", "mortar"}
    later = roof("G6 8 S08", "P1 20 S05", "MG05 1 S05", phase=SORTIE)
    later.do("garrison P1")
    assert later.state.facts["inside"] == {later.state.setup.unit("P1").number}


@pytest.mark.clause("E-hist-b")
def test_hist_no_german_enters_a_work():
    _keeps_out()


@pytest.mark.clause("E-full-j")
def test_full_no_german_enters_a_work_but_a_charge_seals_it():
    _keeps_out()
    _seals()


def _keeps_out() -> None:
    game = roof("G1 8 S05", "P1 20 S13", phase=SORTIE)
    assert refusal(game, "garrison G1").rule == "eben_emael:hist/inside"
    assert places(game, "garrison") == {"P1"}
    shared = roof("G1 8 S13", "P1 20 S13", "P2 20 S01", phase=SORTIE)
    assert places(shared, "garrison") == {"P2"}
    sealed = roof("G1 8 S08", "P1 20 S13", "P2 20 S18", "P3 20 S01", phase=SORTIE, sealed=["S13"])
    assert places(sealed, "garrison") == {"P3"}


def test_hist_men_who_came_for_one_fight_man_nothing():
    game = roof("G1 8 S08", "P1 20 S14", phase=SORTIE, held=["counter-bloc-1"])
    game.do("use counter-bloc-1")
    assert refusal(game, "garrison K1").rule == "eben_emael:hist/inside"


@pytest.mark.clause("E-hist-b")
def test_hist_a_charge_seals_the_work_it_lies_on_or_one_that_belgians_keep_the_squad_from():
    _seals()


@pytest.mark.clause("E-hist-b")
@pytest.mark.parametrize(("dice", "breaks"), [((3, 4), False), ((4, 4), True), ((1, 1), False), ((6, 6), True)])
def test_hist_a_charge_breaks_a_work_with_eight_and_more(dice, breaks):
    game = roof("G1 8 S05")
    game.do("blow G1 S05", roll=dice)
    assert fact(game, "sealed") == ({"S05"} if breaks else set())
    assert game.can("end-phase")
    assert game.state.battle is None


def _seals() -> None:
    game = roof("G1 8 S05", "G2 8 S05", "W04 20 S04", "GU04 1 S04")
    assert places(game, "blow G1") == {"S04", "S05"}
    assert refusal(game, "blow G1 S20").rule == "eben_emael:hist/blow"
    game.do("blow G1 S04", roll=(4, 4))
    assert fact(game, "sealed") == {"S04"}
    assert (game.state.battle, game.state.asks) == (None, ())
    assert game.unit("W04").place == ""
    assert refusal(game, "blow G2 S04").rule == "eben_emael:hist/blow"
    game.do("blow G2 S05", roll=(6, 6))
    while game.phase != SORTIE:
        game.do("end-phase")
    assert refusal(game, "sally P1 S05").rule == "eben_emael:hist"
    assert lost(game) == (0, 0)


@pytest.mark.clause("E-hist-b", "E-2.1-f")
def test_hist_a_squad_has_as_many_charges_as_its_glider_carried():
    game = roof("G6 8 S05", "G1 8 S07")
    game.do("blow G6 S05")
    while game.turn == 2 or game.phase != ASSAULT:
        game.do("end-phase")
    assert refusal(game, "blow G6 S04").rule == "eben_emael:hist/charge"
    assert game.can("blow G1 S07")


def test_hist_a_sealed_work_is_open_to_germans_on_the_roof():
    game = roof("G1 8 S05", "W04 20 S04", phase=MARCH)
    assert not game.can("move G1 S04")
    game.do("end-phase")
    game.do("blow G1 S04")
    while game.phase != MARCH:
        game.do("end-phase")
    assert game.can("move G1 S04")
    assert men(game, "G1") == [8]


@pytest.mark.clause("E-chart-d")
def test_chart_a_garrison_of_more_than_20_does_not_come_out_under_germans():
    crowd = roof("G6 8 S05", "W05 21 S05", phase=SORTIE)
    assert refusal(crowd, "move W05 S20").rule == "eben_emael:chart/exit-march"
    assert roof("G6 8 S05", "W05 20 S05", phase=SORTIE).can("move W05 S20")
    assert roof("G6 8 S06", "W05 21 S05", phase=SORTIE).can("move W05 S20")


@pytest.mark.clause("E-hist-a", "E-2.1-g", "E-2.1-l")
def test_hist_a_crew_that_went_below_is_in_no_work_when_it_comes_out_elsewhere():
    game = roof("G1 8 S18", "G6 8 S08", "P1 20 S13", "MG14 1 S14", phase=SORTIE)
    game.do("garrison P1")
    while game.phase != ASSAULT:
        game.do("end-phase")
    game.do("blow G1 S13")
    assert game.unit("P1").place == ""
    while game.phase != SORTIE:
        game.do("end-phase")
    game.do("sally P1 S14")
    game.do("hold-fire")
    assert game.board.at("S14") not in game.state.setup.book.settled["on the map"].function(game.state).manned
    assert game.can("garrison P1")
    game.do("end-phase")
    assert refusal(game, "end-phase").rule == "eben_emael:2.1/must-attack"


@pytest.mark.clause("E-chart-d")
def test_chart_a_garrison_of_more_than_20_does_not_attack_out_of_its_work_under_germans():
    for strength, germans, able in ((21, "S05", False), (20, "S05", True), (21, "S06", True)):
        game = roof(f"G6 8 {germans}", f"W05 {strength} S05", "P1 20 S20", "P2 20 S20", phase=COUNTERATTACK)
        game.do(f"attack {germans}")
        assert bool(game.can("join W05")) == able
        if not able:
            assert refusal(game, "join W05").rule == "eben_emael:chart/exit-attack"


@pytest.mark.clause("E-hist-a")
def test_hist_who_is_inside_already_mans_nothing_and_nobody_mans_or_blows_up_a_ruin():
    inside = roof("G1 8 S08", "W13 20 S13", "P1 20 S13", phase=SORTIE)
    assert places(inside, "garrison") == {"P1"}
    ruin = roof("G1 8 S10", "P1 20 S16", "P2 20 S13", phase=SORTIE, destroyed=["S16"])
    assert places(ruin, "garrison") == {"P2"}
    assert "S16" not in places(roof("G1 8 S10", "P1 20 S13", destroyed=["S16"]), "blow G1")


@pytest.mark.clause("E-hist-b")
def test_hist_a_charge_sends_only_the_garrison_of_that_work_below():
    game = roof("G1 8 S05", "W04 20 S04", "W06 20 S06", "P1 20 S04")
    game.do("blow G1 S04")
    assert (game.unit("W04").place, at(game, "W06", "P1")) == ("", ["S06", "S04"])


@pytest.mark.clause("E-full-a")
def test_full_a_group_that_has_lost_men_asks_for_no_more_men_below_than_it_has():
    game = roof("G1 8 S19", "G3 8 S06", "P1 5 S18", phase=COUNTERATTACK, options=("solitaire",), below=0)
    while game.turn == 2 or game.phase != ASSAULT:
        game.do(next(order for order in game.legal() if order.verb in ("lose", "keep", "hold-fire", "end-phase")))
    game.do("end-phase")
    assert 0 < game.unit("P1").steps < 5
    assert "\n".join(game.diary).count("P1 comes out") == 1


@pytest.mark.clause("E-full-r1", "E-full-a")
def test_full_the_men_of_the_barracks_come_out_at_the_entrance_and_garrisons_by_their_own_doors():
    assert "E-full-r1" in historical(scenario="full_readiness").state.setup.data["form"].clauses
    game = roof("G6 8 S08", "W14 20 S14", phase=SORTIE, clauses=("E-full-r1",))
    assert places(game, "sally P1") == {"S01"}
    [reason] = game.can("sally P1 S14").reasons
    assert (reason.rule, "come out at the entrance" in reason.text) == ("eben_emael:full/barracks", True)
    assert game.can("move W14 S18")
    assert len(places(roof("G6 8 S08", phase=SORTIE), "sally P1")) == 8


@pytest.mark.clause("E-full-r1")
def test_full_an_entrance_that_is_shut_keeps_the_barracks_in():
    game = roof("G6 8 S08", phase=SORTIE, blocked=["S01"], clauses=("E-full-r1",))
    assert not places(game, "sally P1")


def test_hist_a_refused_charge_and_refused_fire_say_what_is_in_the_way():
    game = roof("G1 8 S06", "G2 8 S19", phase=ASSAULT, sealed=["S04"])
    for order, why in (
        ("blow G1 S20", "no work stands in S20"),
        ("blow G1 S04", "the work at S04 is out of action already"),
        ("blow G1 S07", "G1 does not stand on the work at S07, and no Belgians keep it from there"),
        ("blow G1 S14", "G1 is not at S14, but at S06"),
    ):
        assert refusal(game, order).text == why
    guns = roof("G1 8 S06", "G2 8 S19", "W01 20 S01", "AT01 1 S01", phase=MARCH)
    guns.do("move G1 S20")
    assert refusal(guns, "fire AT01 S08").text == "no enemy soldiers are in S08"
    said = "only whoever has just moved or come out is fired at now, in S20, not S19"
    assert refusal(guns, "fire AT01 S19").text == said
