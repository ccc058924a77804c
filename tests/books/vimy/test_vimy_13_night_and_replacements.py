"""Vimy 13, 11.3 and 11.6 · Nights, and what they bring back."""

from typing import Any

import pytest

from fmbook.books.vimy.replacements import allied_trench_hexes, rear_trench_hexes
from fmbook.play.game import Game
from tests.tools.positions import at, do, places, refusal
from tests.tools.vimy_positions import (
    FIELD,
    GERMAN_MARCH,
    GERMAN_SHELL,
    MARCH,
    SHELL,
    battle_of_vimy,
    ridge,
    shell,
    until,
    zone_of,
)

SPENT = "A9 1-1-6 c3 depleted"  # shot at on the evening before
GUNNERS = "G9 3-4-5 b3"


def night(*units: str, **more: Any) -> Game:
    """The Allied half of a night."""
    return ridge(FIELD, *units, turn=3, phase=MARCH, **more)


def allied_night(*units: str, fallen: str = "A9", **more: Any) -> Game:
    """A night in which Allied units are dead that stood beside G9 on the day before."""
    game = ridge(FIELD, *units, phase=GERMAN_SHELL, **more)
    return until(shell(game, *fallen.split(), rolls=[1] * len(fallen.split())), MARCH, 3)


def german_night(*units: str, fallen: str = "G1", **more: Any) -> Game:
    """A night in which German units are dead that the Allies saw on the day before."""
    game = ridge(FIELD, *units, phase=SHELL, **more)
    return until(shell(game, *fallen.split(), rolls=[1] * len(fallen.split())), GERMAN_MARCH, 3)


def left(game: Game) -> int:
    return int(game.state.facts["replacements"])


# --- 13.1 · Night -------------------------------------------------------------------------------------------


@pytest.mark.clause("VR-13.1-1", "VR-13.1-2")
def test_13_1_a_moon_on_the_track_makes_a_night_in_which_nobody_attacks():
    game = ridge(FIELD, "A1 5-4-6 b2", "G1 3-4-5 b3", turn=2, turns=4)
    until(game, MARCH, 4)
    lines = [line.partition("  [")[0] for line in game.diary]
    night, morning = lines.index("Turn 3 begins."), lines.index("Turn 4 begins.")
    assert "Allied bombardment phase begins." in lines[night:morning]
    assert not [line for line in lines[night:morning] if "combat phase" in line]
    assert len([line for line in lines[:night] if "combat phase begins" in line]) == 2


@pytest.mark.clause("VR-13.1-1")
def test_13_1_on_the_track_of_the_battle_turns_3_6_and_9_are_nights():
    track = battle_of_vimy().setup.data["track"]
    assert [turn for turn, box in track.items() if box.night] == [3, 6, 9]


@pytest.mark.clause("VR-13.1-2")
def test_13_1_no_attack_can_be_ordered_at_night():
    game = night("A1 5-4-6 b2", "A2 1-1-1 a1 depleted", "G1 3-4-5 b3")
    assert "not what is due now" in refusal(game, "attack b3").text
    do(game, "rebuild A2; end-phase")
    assert (game.phase, game.can("attack b3").reasons[0].rule) == (SHELL, "vimy:13.1/attack")


@pytest.mark.clause("VR-11.3-11", "VR-13.1-3")
def test_13_1_nobody_marches_at_night_on_either_side():
    units = ("A1 5-4-6 a1", "A2 1-1-1 a2 depleted", "G1 3-4-5 d6", "G2 1-1-1 d5 depleted")
    game = night(*units)
    for unit, goal, next_side in (("A1", "b1", GERMAN_MARCH), ("G1", "c6", "")):
        reason = refusal(game, f"move {unit} {goal}")
        assert (reason.rule, "it is night" in reason.text) == ("vimy:13.1", True)
        if next_side:
            until(do(game, "rebuild A2"), next_side)
    by_day = ridge(FIELD, *units, turn=4, phase=MARCH)
    assert by_day.can("move A1 b1")


@pytest.mark.clause("VR-13.1-4")
def test_13_1_guns_fire_at_night_as_the_track_says():
    game = night("A1 5-4-6 b2", "G1 3-4-5 b3", shells=(2, 1))
    assert (game.phase, game.state.facts["shells"]) == (SHELL, 2)
    shell(game, "G1", rolls=[1])
    assert game.unit("G1").steps == 1
    until(do(game, "rebuild G1"), GERMAN_SHELL)
    assert game.state.facts["shells"] == 1
    track = battle_of_vimy().setup.data["track"]
    assert all(track[night].numbers["bombardment"] < track[night - 1].numbers["bombardment"] for night in (3, 6, 9))


# --- 11.3 · Allied replacements: how many -------------------------------------------------------------------


@pytest.mark.clause("VR-11.3-1", "VR-11.3-4", "VR-11.6-1")
def test_11_3_each_side_has_two_replacements_every_night():
    worn = [f"A{n} 1-1-1 a{n} depleted" for n in (1, 2, 3)] + [f"G{n} 1-1-1 d{n} depleted" for n in (1, 2, 3)]
    game = night(*worn)
    for side, units in (("Allied", "A1 A2 A3"), ("German", "G1 G2 G3")):
        first, second, third = units.split()
        until(game, f"{side} movement phase")
        assert left(game) == 2
        do(game, f"rebuild {first}; rebuild {second}")
        reason = refusal(game, f"rebuild {third}")
        assert (reason.rule, "no replacement is left" in reason.text) == ("vimy:11.3/restore", True)
        assert [game.unit(unit).full for unit in (first, second, third)] == [True, True, False]


@pytest.mark.clause("VR-11.3-1", "VR-11.6-1")
def test_11_3_there_are_no_replacements_by_day():
    game = ridge(FIELD, "A1 1-1-1 a1 depleted", "G1 1-1-1 d6", turn=2, phase=MARCH)
    assert "replacements" not in game.state.facts
    assert not game.can("rebuild A1")


@pytest.mark.clause("VR-11.3-6", "VR-11.6-5")
def test_11_3_replacements_are_not_saved_for_another_night():
    allies = [f"A{n} 1-1-1 a{n} depleted" for n in (1, 2, 3)]
    game = do(night(*allies, "G1 1-1-1 d6 depleted", "G2 1-1-1 c5", nights=(3, 4)), "rebuild A1; rebuild A2")
    until(game, GERMAN_MARCH)
    do(game, "rebuild G1; end-phase")  # one German replacement is lost
    assert (game.phase, game.turn, left(game)) == (MARCH, 4, 2)
    do(game, "rebuild A3; end-phase")  # and one Allied one
    told = [line.partition(" have two")[0] for line in game.diary if "have two replacements" in line]
    assert told == ["The Allies", "The Germans"] * 2


@pytest.mark.clause("VR-11.3-6", "VR-11.6-5")
def test_11_3_a_replacement_that_can_be_used_must_be_used():
    game = night("A1 1-1-1 a1 depleted", "G1 1-1-1 d6 depleted")
    for unit, rule in (("A1", "vimy:11.3/at-once"), ("G1", "vimy:11.6")):
        reason = refusal(game, "end-phase")
        assert (reason.rule, "cannot be saved" in reason.text) == (rule, True)
        do(game, f"rebuild {unit}; end-phase")


@pytest.mark.clause("VR-11.3-7", "VR-11.6-6")
def test_11_3_a_replacement_that_no_counter_can_take_is_lost():
    game = night("A1 1-1-1 a1 depleted", "G1 1-1-1 d6", "G2 1-1-1 c6 depleted")
    do(game, "rebuild A1")
    assert (left(game), bool(game.can("end-phase"))) == (1, True)
    until(game, GERMAN_MARCH)
    do(game, "rebuild G2")
    assert (left(game), bool(game.can("end-phase"))) == (1, True)
    whole = night("A1 1-1-1 b2", "G1 1-1-1 b3")
    assert whole.phase == SHELL  # nobody can use any, so nobody is asked


@pytest.mark.clause("VR-11.3-7")
def test_11_3_a_replacement_is_lost_when_every_way_in_is_closed():
    units = (SPENT, "A1 5-4-6 a1", GUNNERS, "G2 1-1-1 d1")
    shut = allied_night(*units, allied_trench="a1/b1")
    assert "a1" not in zone_of(shut, "German")
    assert places(shut, "return-depleted", "A9") == {"b1"}  # a1 is taken
    closed = until(shell(ridge(FIELD, *units, phase=GERMAN_SHELL), "A9", rolls=[1]), SHELL, 3)
    assert "The Allies have two replacements for tonight.  [vimy:11.3/allotment]" in list(closed.diary)


@pytest.mark.clause("VR-11.3-7", "VR-11.6-6")
def test_11_3_a_replacement_is_lost_when_every_way_in_is_taken():
    units = (SPENT, "A1 5-4-6 a1", GUNNERS)
    way_in: dict[str, Any] = {"allied_trench": "a1/b1", "aircraft": 2}
    shut = allied_night(*units, "A2 5-4-6 b1", **way_in)
    assert (at(shut, "A9"), places(shut, "return-depleted", "A9")) == (["eliminated"], set())
    assert do(shut, "end-phase").turn == 4  # though an aircraft could still be sent
    assert refusal(allied_night(*units, **way_in), "end-phase").rule == "vimy:11.3/at-once"


# --- 11.3 · what one replacement does -----------------------------------------------------------------------


@pytest.mark.clause("VR-11.3-2")
def test_11_3_two_replacements_bring_one_eliminated_unit_back_at_full_strength():
    game = allied_night(SPENT, "A1 1-1-1 a1 depleted", GUNNERS, allied_trench="c1/d1")
    do(game, "return-full A9 c1")
    assert (at(game, "A9"), game.unit("A9").full, left(game)) == (["c1"], True, 0)
    assert not game.can("rebuild A1")
    one = allied_night(SPENT, "A1 1-1-1 a1 depleted", GUNNERS, allied_trench="c1/d1")
    do(one, "rebuild A1")
    reason = refusal(one, "return-full A9 c1")
    assert (reason.rule, "two replacements" in reason.text) == ("vimy:11.3/full", True)
    assert one.can("return-depleted A9 c1")


@pytest.mark.clause("VR-11.3-2", "VR-11.3-3")
def test_11_3_only_eliminated_units_of_ones_own_return():
    game = allied_night(SPENT, "A1 1-1-1 a1", GUNNERS, allied_trench="c1/d1")
    for kind in ("full", "depleted"):
        for unit in ("A1", "G9"):
            reason = refusal(game, f"return-{kind} {unit} c1")
            assert (reason.rule, "no eliminated unit of the Allies" in reason.text) == (f"vimy:11.3/{kind}", True)
        assert game.can(f"return-{kind} A9 c1")


@pytest.mark.clause("VR-11.3-3")
def test_11_3_two_replacements_bring_two_units_back_depleted():
    units = (SPENT, "A8 1-1-6 b2 depleted", "A7 1-1-1 a3 depleted", GUNNERS)
    game = allied_night(*units, fallen="A9 A8 A7", allied_trench="c1/d1 a1/b1")
    do(game, "return-depleted A9 c1; return-depleted A8 a1")
    assert [(unit.place, unit.steps) for unit in (game.unit("A9"), game.unit("A8"))] == [("c1", 1), ("a1", 1)]
    reason = refusal(game, "return-depleted A7 b1")
    assert (reason.rule, "no replacement is left" in reason.text) == ("vimy:11.3/depleted", True)


@pytest.mark.clause("VR-11.3-3", "VR-11.3-4")
def test_11_3_the_two_of_a_night_may_be_used_in_different_ways():
    game = allied_night(SPENT, "A1 1-1-1 a1 depleted", GUNNERS, allied_trench="c1/d1")
    do(game, "return-depleted A9 c1; rebuild A1")
    assert (game.unit("A9").steps, game.unit("A1").steps, left(game)) == (1, 2, 0)


@pytest.mark.clause("VR-11.3-4")
def test_11_3_only_depleted_units_on_the_map_are_restored():
    game = allied_night(SPENT, "A1 1-1-1 a1 depleted", "A2 1-1-1 a2", GUNNERS, allied_trench="c1/d1")
    for unit in ("A2", "A9", "G9"):
        reason = refusal(game, f"rebuild {unit}")
        assert (reason.rule, "no depleted unit" in reason.text) == ("vimy:11.3/restore", True)
    assert places(game, "rebuild") == {"A1"}


@pytest.mark.clause("VR-11.3-5", "VR-11.6-4")
def test_11_3_a_unit_beside_the_enemy_can_be_restored():
    game = night("A1 1-1-1 b2 depleted", "G1 1-1-1 b3 depleted")
    do(game, "rebuild A1")
    until(game, GERMAN_MARCH)
    assert {"b3"} <= zone_of(game, "Allied")
    do(game, "rebuild G1")
    assert (game.unit("A1").full, game.unit("G1").full) == (True, True)


@pytest.mark.clause("VR-11.3-10")
def test_11_3_a_unit_that_came_in_tonight_is_not_restored_tonight():
    game = allied_night(SPENT, "A1 1-1-1 a1 depleted", GUNNERS, allied_trench="c1/d1")
    do(game, "return-depleted A9 c1")
    reason = refusal(game, "rebuild A9")
    assert (reason.rule, "come in tonight" in reason.text) == ("vimy:11.3/restore", True)
    assert game.can("rebuild A1")


@pytest.mark.clause("VR-11.3-10", "VR-11.3-7")
def test_11_3_when_only_the_unit_that_came_in_is_depleted_the_other_replacement_is_lost():
    game = allied_night(SPENT, GUNNERS, allied_trench="c1/d1")
    do(game, "return-depleted A9 c1")
    assert (left(game), bool(game.can("end-phase"))) == (1, True)


@pytest.mark.clause("VR-11.3-11", "VR-13.1-3")
def test_11_3_a_unit_that_comes_in_marches_no_further_tonight():
    game = allied_night(SPENT, "A1 1-1-1 a1 depleted", GUNNERS, allied_trench="c1/d1")
    do(game, "return-depleted A9 c1")
    assert "vimy:13.1" in {reason.rule for reason in game.can("move A9 b1").reasons}
    until(do(game, "rebuild A1"), MARCH, 4)
    assert game.can("move A9 b1")


# --- 11.3 · where Allied units come in ----------------------------------------------------------------------


@pytest.mark.clause("VR-11.3-8", "VR-11.3-9")
@pytest.mark.parametrize("kind", ["full", "depleted"])
def test_11_3_allied_units_come_in_at_an_allied_trench_outside_enemy_zones(kind):
    trenches = {"allied_trench": "c1/d1 b2/c2 a1/a2", "trench": "a5/b5"}
    game = allied_night(SPENT, "A1 1-1-1 a1", GUNNERS, **trenches, no_mans_land="a2 d1")
    assert places(game, f"return-{kind}", "A9") == {"c1", "c2"}
    zone, mud, german, taken = (refusal(game, f"return-{kind} A9 {goal}") for goal in ("b2", "d1", "a5", "a1"))
    for reason in (zone, mud, german):
        assert (reason.rule, "Allied trench hex" in reason.text) == (f"vimy:11.3/where-{kind}", True)
    assert (taken.rule, "taken" in taken.text) == (f"vimy:11.3/where-{kind}", True)


@pytest.mark.clause("VR-11.3-8")
def test_11_3_replacements_come_in_the_movement_phase_and_in_no_other():
    game = allied_night(SPENT, GUNNERS, "A1 1-1-1 b2", allied_trench="c1/d1")
    do(game, "return-depleted A9 c1; end-phase")
    assert game.phase == SHELL
    assert "not what is due now" in refusal(game, "return-depleted A9 d1").text


def test_11_3_on_the_map_of_the_battle_allied_units_come_in_west_of_their_trench():
    game = battle_of_vimy()
    assert allied_trench_hexes(game.state) < game.board.having("allied_setup")


# --- 11.6 · German replacements -----------------------------------------------------------------------------


@pytest.mark.clause("VR-11.6-2", "VR-11.6-3")
def test_11_6_german_units_return_in_full_or_depleted_at_the_same_price():
    units = ("A1 9-9-1 b2", "G1 1-1-1 b3 depleted", "G2 1-1-1 c2 depleted", "G3 1-1-1 d6")
    full = do(german_night(*units, fallen="G1 G2", east_edge="d5 c6"), "return-full G1 d5")
    assert (full.unit("G1").steps, left(full)) == (2, 0)
    assert not full.can("return-depleted G2 c6")
    two = do(german_night(*units, fallen="G1 G2", east_edge="d5 c6"), "return-depleted G1 d5; return-depleted G2 c6")
    assert [two.unit(unit).steps for unit in ("G1", "G2")] == [1, 1]
    assert left(two) == 0


@pytest.mark.clause("VR-11.6-7")
@pytest.mark.parametrize("kind", ["full", "depleted"])
def test_11_6_german_units_come_in_anywhere_on_the_east_edge_beside_the_enemy_too(kind):
    units = ("A1 9-9-1 b2", "A2 1-1-1 b6", "G1 1-1-1 b3 depleted", "G3 1-1-1 d6")
    game = german_night(*units, east_edge="a6 c6 d6")
    assert {"a6", "c6"} <= zone_of(game, "Allied")
    assert places(game, f"return-{kind}", "G1") == {"a6", "c6"}
    taken, inland = (refusal(game, f"return-{kind} G1 {goal}") for goal in ("d6", "c4"))
    assert (taken.rule, "taken" in taken.text) == (f"vimy:11.6/where-{kind}", True)
    assert (inland.rule, "east edge" in inland.text) == (f"vimy:11.6/where-{kind}", True)


@pytest.mark.clause("VR-11.6-8")
@pytest.mark.parametrize("kind", ["full", "depleted"])
def test_11_6_or_at_a_rear_trench_that_is_away_from_no_mans_land_and_from_enemy_zones(kind):
    units = ("A1 9-9-1 b2", "G1 1-1-1 b3 depleted", "G3 1-1-1 d6")
    ground = {"trench": "c3/d3 c5/d5 a1/b1 a5/a6", "no_mans_land": "a5", "east_edge": ""}
    game = german_night(*units, **ground)
    assert {"a1", "b1"} & zone_of(game, "Allied")
    assert places(game, f"return-{kind}", "G1") == {"d3", "c5", "d5"} | ({"a1", "b1", "c3"} - zone_of(game, "Allied"))
    for goal in ("a5", "a6", "b1"):  # in the mud, beside the mud, beside the enemy
        reason = refusal(game, f"return-{kind} G1 {goal}")
        assert (reason.rule, "rear trench" in reason.text) == (f"vimy:11.6/where-{kind}", True)


def test_11_6_on_the_map_of_the_battle_they_come_in_at_the_second_and_the_intermediate_position():
    game = battle_of_vimy()
    links = {link for trench in ("german_zwischen", "german_second") for link in game.board.links(trench)}
    assert rear_trench_hexes(game.state) == {place for link in links for place in link}


# --- nothing at night is a dead end -------------------------------------------------------------------------


@pytest.mark.clause("VR-11.3-6", "VR-11.3-7")
def test_11_3_the_phase_can_always_be_ended_once_nothing_can_be_used():
    game = allied_night(SPENT, "A1 1-1-1 a1 depleted", GUNNERS, allied_trench="c1/d1")
    assert not game.can("end-phase")
    do(game, "rebuild A1")
    assert not game.can("end-phase")  # A9 can come back
    do(game, "return-depleted A9 d1; end-phase")
    assert game.turn == 4


@pytest.mark.clause("VR-11.3-6")
def test_11_3_restoring_and_returning_each_cost_what_they_cost():
    game = allied_night(SPENT, "A1 1-1-1 a1 depleted", GUNNERS, allied_trench="c1/d1")
    do(game, "rebuild A1")
    assert left(game) == 1
    do(game, "return-depleted A9 c1")
    assert left(game) == 0
    assert "A9 returns to c1 depleted.  [vimy:11.3/return-depleted]" in list(game.diary)
