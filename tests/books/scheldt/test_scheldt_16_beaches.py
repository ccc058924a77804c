"""Scheldt 16.3 · Fighting for a beach."""

import pytest

from fmbook.play.game import Game
from tests.tools.positions import at, do, fight, places, shoot
from tests.tools.scheldt_positions import (
    FAR,
    FIGHT,
    GERMAN_FIGHT,
    GERMAN_MARCH,
    MARCH,
    SPECIAL,
    attackers,
    flee,
    front,
    row_of,
    rule_against,
    until,
)

HELD = {"road_to_schore": ("2021", "2022", "2123", "2124", "2125", "2126", "2127", "2027", "2028", "2029", "2030")}
SHARED = {"boats": ((0, 555, 12),)}
COAST = "Coastal (beach assault)"


def landed(*units: str, at_: str = "2232", name: str = "156/52", turn: int = 12, **more: object) -> Game:
    """Land a unit and go on to the combat phase."""
    game = front(name, *units, *FAR, turn=turn, held=HELD, **more)  # type: ignore[arg-type]
    return until(do(game, f"land {name} {at_}"), FIGHT)


def shared(*units: str, turn: int = 13, phase: str = FIGHT, boat: str = "156/52 2232") -> Game:
    """Open a later turn with a landed unit and a German, G1, in its hex."""
    german = units or ("G1 3-4-5 2232",)
    facts = {"boats": ((0, PLACE, 12),), "garrisons": ((PLACE, 1),)}
    return front(boat, *german, *FAR, turn=turn, phase=phase, facts=facts, held=HELD)


PLACE = front(*FAR).board.at("2232")


# --- on an empty hex ----------------------------------------


@pytest.mark.clause("SC-16.3-2")
def test_16_3_a_unit_that_landed_does_not_move_in_that_turn():
    game = do(front("156/52", *FAR, turn=12, held=HELD), "land 156/52 2232")
    assert not places(game, "move", "156/52")
    assert rule_against(game, "move 156/52 2233") in ("fm:5.1/once", "scheldt:16.3")
    assert places(until(game, MARCH, 13), "move", "156/52")


@pytest.mark.clause("SC-16.3-3")
def test_16_3_landed_on_an_empty_hex_it_may_attack_next_door_at_once():
    game = landed("G1 3-4-5 2233")
    assert places(game, "attack") == {"2233"}
    assert row_of(game, "2233") == "Clear"  # no beach assault
    assert game.can("end-phase")  # and need not


# --- on a German ----------------------------------------


@pytest.mark.clause("SC-16.3-1")
def test_16_3_enemies_share_a_hex_by_landing_and_in_no_other_way():
    game = front("156/52", "G1 3-4-5 2232", "A1 5-4-6 2233", *FAR, turn=12, held=HELD)
    assert rule_against(game, "move A1 2232") == "fm:5.1/enemy"
    do(game, "land 156/52 2232")
    assert at(game, "156/52", "G1") == ["2232", "2232"]
    assert rule_against(game, "move A1 2232") == "fm:5.1/enemy"
    other = until(shared("G1 3-4-5 2232", "G2 3-4-5 2233"), GERMAN_MARCH)
    assert rule_against(other, "move G2 2232") == "fm:5.1/enemy"
    assert places(until(game, FIGHT), "attack") == {"2232"}


@pytest.mark.clause("SC-16.3-4")
def test_16_3_a_unit_that_landed_on_a_german_must_attack_him():
    game = landed("G1 3-4-5 2232")
    assert rule_against(game, "end-phase") == "scheldt:16.3/must"
    assert game.can("end-phase").reasons[0].places == ("2232",)
    fight(game, "2232", roll=4)
    assert game.can("end-phase") or game.phase != FIGHT


@pytest.mark.clause("SC-16.3-4", "SC-16.3-5")
def test_16_3_others_may_join_but_not_do_it_without_the_landed_unit():
    game = do(landed("G1 3-4-5 2232", "A1 5-4-6 2233", "A2 5-4-6 2133"), "attack 2232")
    assert (attackers(game), places(game, "join")) == (["156/52"], {"A1", "A2"})
    do(game, "join A1; ready")
    assert attackers(game) == ["156/52", "A1"]
    later = do(shared("G1 3-4-5 2232", "A1 5-4-6 2233"), "attack 2232")
    assert (attackers(later), places(later, "join")) == ([], {"156/52", "A1"})  # only in its first turn it must


@pytest.mark.clause("SC-16.3-6")
def test_16_3_it_attacks_nobody_else():
    game = landed("G1 3-4-5 2232", "G2 3-4-5 2233")
    assert places(game, "attack") == {"2232"}
    helped = do(landed("G1 3-4-5 2232", "G2 3-4-5 2233", "A1 5-4-6 2234"), "attack 2233")
    assert attackers(helped) == ["A1"]


@pytest.mark.clause("SC-CRT-2")
def test_16_3_the_coastal_line_holds_for_the_assault_whoever_joins_it():
    game = landed("G1 3-4-5 2232", "A1 5-4-6 2233")
    assert row_of(game, "2232", "156/52") == COAST
    assert row_of(game, "2232", "156/52", "A1") == COAST
    later = shared("G1 3-4-5 2232", "A1 5-4-6 2233")
    assert row_of(later, "2232", "A1") == "Clear"
    assert row_of(later, "2232", "156/52") == COAST
    german = shared("G1 3-4-5 2232", phase=GERMAN_FIGHT)
    assert row_of(german, "2232") == "Clear"


# --- what comes of it ----------------------------------------


@pytest.mark.clause("SC-16.3-7")
@pytest.mark.parametrize(
    ("strength", "roll", "result"),
    [(1, 6, "Ae"), (1, 1, "(A)"), (5, 6, "(A)"), (4, 1, "A3"), (5, 1, "A2"), (14, 6, "A1")],
)
def test_16_3_whatever_goes_against_the_attacker_kills_the_landed_unit(strength, roll, result):
    game = front(f"A1 {strength}-9-6 2232", "G1 3-4-5 2232", *FAR, phase=FIGHT, facts={"boats": ((0, PLACE, 4),)})
    fight(game, "2232", roll=roll)
    thrown = [str(entry.event) for entry in game.steps[-1].entries]
    assert any(line.endswith(f", {result}.") for line in thrown), thrown
    assert at(game, "A1", "G1") == ["eliminated", "2232"]
    assert game.state.battle is None


@pytest.mark.clause("SC-16.3-7")
@pytest.mark.parametrize(
    ("roll", "result", "others"), [(6, "(A)", ("2233", 2)), (5, "A2", None), (1, "D2", ("2233", 2))]
)
def test_16_3_those_who_joined_suffer_the_result_as_ever(roll, result, others):
    units = ("A1 6-9-6 2232", "G1 3-4-5 2232 depleted", "A2 4-4-6 2233", *FAR)
    game = front(*units, phase=FIGHT, facts={"boats": ((0, PLACE, 4),)})
    fight(game, "2232", roll=roll, by="A1 A2")
    thrown = [str(entry.event) for entry in game.steps[-1].entries]
    assert any(line.endswith(f", {result}.") for line in thrown), thrown
    assert (at(game, "A1") == ["eliminated"]) == (result != "D2")
    if others:  # the loss of (A) is paid by the landed unit
        assert (*at(game, "A2"), game.unit("A2").steps) == others
    else:
        assert game.state.asks[-1].units == (game.setup.unit_numbers["A2"],)
        assert at(flee(game), "A2") != ["2233"]


@pytest.mark.clause("SC-16.3-8")
def test_16_3_if_nothing_happens_both_stay():
    game = front("A1 7-9-6 2232", "G1 3-4-5 2232", *FAR, phase=FIGHT, facts={"boats": ((0, PLACE, 4),)})
    fight(game, "2232", roll=1)  # +3 on the coastal line
    game = front("A1 6-9-6 2232", "G1 3-4-5 2232", *FAR, phase=FIGHT, facts={"boats": ((0, PLACE, 4),)})
    fight(game, "2232", roll=1)
    assert at(game, "A1", "G1") == ["2232", "2232"]
    assert [game.unit(name).steps for name in ("A1", "G1")] == [2, 2]


@pytest.mark.clause("SC-16.3-8")
def test_16_3_a_german_who_resists_stays_and_so_does_the_landed_unit():
    game = front("A1 13-9-6 2232", "G1 3-4-5 2232", *FAR, phase=FIGHT, facts={"boats": ((0, PLACE, 4),)})
    fight(game, "2232", roll=1)
    do(game, "stand-fast G1")
    assert at(game, "A1", "G1") == ["2232", "2232"]
    assert (game.unit("G1").steps, game.state.battle) == (1, None)


@pytest.mark.clause("SC-16.3-8")
def test_16_3_an_exchange_costs_both_a_step():
    game = front("A1 9-9-6 2232", "G1 3-4-5 2232", *FAR, phase=FIGHT, facts={"boats": ((0, PLACE, 4),)})
    fight(game, "2232", roll=1)
    assert at(game, "A1", "G1") == ["2232", "2232"]
    assert [game.unit(name).steps for name in ("A1", "G1")] == [1, 1]


@pytest.mark.clause("SC-16.3-13", "SC-12.0-12")
def test_16_3_a_german_who_falls_back_leaves_the_hex_to_the_landed_unit():
    game = front("A1 13-9-6 2232", "G1 3-4-5 2232", *FAR, phase=FIGHT, facts={"boats": ((0, PLACE, 4),)})
    assert "Allied" not in game.describe("2233").partition("In the zone of")[2]  # no zone while the fight is on
    flee(fight(game, "2232", roll=1))
    assert at(game, "A1") == ["2232"]
    assert at(game, "G1")[0] not in ("2232", "eliminated")
    assert game.state.battle is None  # nobody advances
    assert "Allied" in game.describe("2233").partition("In the zone of")[2]
    assert places(until(game, MARCH, 5), "move", "A1")


# --- later turns ----------------------------------------


@pytest.mark.clause("SC-16.3-9")
def test_16_3_it_may_attack_the_same_german_again():
    game = shared(turn=14)
    assert places(game, "attack") == {"2232"}
    assert game.can("end-phase")  # but only in its first turn it must


@pytest.mark.clause("SC-16.3-10", "SC-16.3-13")
def test_16_3_it_cannot_leave_while_the_german_is_there():
    game = shared(phase=MARCH)
    assert rule_against(game, "move 156/52 2233") == "scheldt:16.3"
    until(do(until(game, GERMAN_MARCH), "move G1 2133"), MARCH, 14)
    assert places(game, "move", "156/52")


@pytest.mark.clause("SC-16.3-11", "SC-16.3-12")
def test_16_3_the_german_in_the_hex_and_others_next_to_it_attack_the_landed_unit():
    game = shared("G1 3-4-5 2232", "G2 3-4-5 2233", "A1 1-1-6 2133", phase=GERMAN_FIGHT)
    assert places(game, "attack") == {"2232", "2133"}
    do(game, "attack 2232")
    assert places(game, "join") == {"G1", "G2"}
    other = do(shared("G1 3-4-5 2232", "G2 3-4-5 2233", "A1 1-1-6 2133", phase=GERMAN_FIGHT), "attack 2133")
    assert places(other, "join") == {"G1", "G2"}  # he may strike next door as well


@pytest.mark.clause("SC-16.3-14")
def test_16_3_no_boat_takes_a_landed_unit_back():
    for steps, stays in (("", True), ("depleted", False)):
        game = shared("G1 9-4-5 2232", phase=GERMAN_FIGHT, boat=f"156/52 2232 {steps}")
        fight(game, "2232", roll=1)
        assert at(game, "156/52") == (["2232"] if stays else ["eliminated"])
        assert game.unit("156/52").steps == (1 if stays else 0)


@pytest.mark.clause("SC-16.3-14")
def test_16_3_a_bombarded_unit_on_its_beach_loses_the_step():
    facts = {"boats": ((0, PLACE, 12),)}
    units = ("156/52 2232", "G1 3-4-5 2232", *FAR)
    game = front(*units, turn=13, phase=GERMAN_FIGHT, facts=facts, support=((), (4, 4)))
    shoot(do(game, "bombard 2232; support +4; support +4"), 1)
    assert (game.unit("156/52").steps, at(game, "156/52")) == (1, ["2232"])


@pytest.mark.clause("SC-16.3-15", "SC-16.3-16")
def test_16_3_the_german_may_walk_out_and_none_ever_comes_back():
    game = until(shared("G1 3-4-5 2232", "G2 3-4-5 2234"), GERMAN_MARCH)
    do(game, "move G1 2233")
    assert at(game, "156/52", "G1") == ["2232", "2233"]
    until(do(until(game, MARCH, 14), "move 156/52 2333"), GERMAN_MARCH)
    assert rule_against(game, "move G1 2232") == "scheldt:16.3/march"
    assert rule_against(game, "move G2 2232") == "scheldt:16.3/march"
    assert "No German unit may enter 2232 again." in str(game.diary)


@pytest.mark.clause("SC-16.3-16")
def test_16_3_nor_does_one_fall_back_or_advance_there():
    lost = {"lost beaches": (PLACE, front(*FAR).board.at("2133"))}
    units = ("A1 7-4-6 2234", "G1 1-1-5 2233 depleted", *FAR)
    for facts, way in ((lost, False), ({}, True)):
        game = flee(fight(front(*units, phase=FIGHT, facts=facts), "2233", roll=1))  # his only way leads by 2133
        assert (at(game, "G1") != ["eliminated"]) == way
    for facts, way in ((lost, False), ({}, True)):
        game = front("A1 1-1-6 2232 depleted", "G1 5-4-5 2233", *FAR, phase=GERMAN_FIGHT, facts=facts)
        flee(fight(game, "2232", roll=1))
        assert at(game, "A1") != ["2232"]
        assert (places(game, "advance") == {"2232"}) == way


@pytest.mark.clause("SC-16.3-16")
def test_16_3_the_beach_is_closed_however_he_left_it():
    driven = shared("G1 3-4-5 2232", boat="156/52 2232")
    units = ("A1 13-9-6 2232", "G1 3-4-5 2232", *FAR)
    facts = {"boats": ((0, PLACE, 3),), "garrisons": ((PLACE, 1),)}
    driven = flee(fight(front(*units, phase=FIGHT, facts=facts), "2232", roll=1))
    assert driven.state.facts["lost beaches"] == (PLACE,)
    more = ("A1 1-1-6 2232", "G1 7-4-5 2232", "A2 1-1-6 2233 depleted", *FAR)
    after = flee(fight(front(*more, phase=GERMAN_FIGHT, facts=facts), "2233", roll=1))
    do(after, "advance G1 2233")
    assert after.state.facts["lost beaches"] == (PLACE,)
    dead = front("A1 1-1-6 2232 depleted", "G1 9-4-5 2232", *FAR, phase=GERMAN_FIGHT, facts=facts)
    fight(dead, "2232", roll=1)
    assert at(dead, "A1") == ["eliminated"]
    do(until(dead, GERMAN_MARCH, 5), "move G1 2233")
    assert "lost beaches" not in dead.state.facts  # nobody took it from him


@pytest.mark.clause("SC-16.3-16")
def test_16_3_an_ally_who_comes_by_land_when_the_german_has_won_the_beach_closes_nothing():
    facts = {"boats": ((0, PLACE, 3),), "garrisons": ((PLACE, 1),)}
    units = ("A1 1-1-6 2232 depleted", "G1 9-4-5 2232", "A2 5-4-6 2129", *FAR)
    game = front(*units, phase=GERMAN_FIGHT, facts=facts)
    fight(game, "2232", roll=1)
    assert at(game, "A1") == ["eliminated"]
    do(until(game, GERMAN_MARCH, 5), "move G1 2035")
    do(until(game, MARCH, 6), "move A2 2133")
    do(until(game, MARCH, 7), "move A2 2232")
    do(until(game, GERMAN_MARCH), "move G1 2233")
    do(until(game, MARCH, 8), "move A2 2333")
    assert "2232" in places(until(game, GERMAN_MARCH), "move", "G1")


@pytest.mark.clause("SC-16.3-7", "SC-14.1-7")
@pytest.mark.parametrize("others", [("A2 6-4-6 2233 mobile",), ("A2 6-4-6 2233 mobile", "A3 4-4-6 2133")])
def test_16_3_a_mobile_unit_pays_besides_when_the_anti_tank_marker_was_played(others):
    units = ("A1 6-9-6 2232", "G1 3-4-5 2232", *others, *FAR)
    facts = {"boats": ((0, PLACE, 4),)}
    for marker, steps in (("+5AT", 1), ("+5", 2)):
        game = front(*units, phase=FIGHT, facts=facts, support=((), (5,)), special=SPECIAL[:1])
        do(game, "attack 2232; " + "; ".join(f"join {other.split()[0]}" for other in others))
        do(game, "ready") if game.can("ready") else None
        shoot(do(game, f"support {marker}"), 6)  # (A)
        assert at(game, "A1", "A2") == ["eliminated", "2233"]
        assert (game.unit("A2").steps, game.state.battle) == (steps, None)
