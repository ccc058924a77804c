"""Vimy 17.1, 17.2, 17.4 to 17.6 and its chart · Bombardment: markers, dice, modifiers, gas."""

from fractions import Fraction
from typing import Any

import pytest

import fmbook as fm
from fmbook.core.events import PhaseBegan, PhaseEnded, Rolled, TurnBegan, TurnEnded
from fmbook.engine.matters import ENDED_BY
from fmbook.mechanics.odds import Chances
from fmbook.play.game import Game
from tests.tools.positions import at, do, places, refusal
from tests.tools.vimy_positions import (
    FIELD,
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

PAIR = ("A1 5-4-6 b2", "G1 3-4-5 b3", "G9 1-1-1 d6")


def guns(*units: str, phase: str = SHELL, **more: Any) -> Game:
    return ridge(FIELD, *(units or PAIR), phase=phase, **more)


def highest_hit(game: Game, unit: str = "G1") -> int:
    """Return the highest die that hits a unit, by throwing each."""
    game.do(f"shell {unit}")
    game.do("end-phase")
    steps, hits = game.unit(unit).steps, []
    for die in range(1, 7):
        game.do("roll", roll=die)
        hits.append(game.unit(unit).steps < steps)
        game.undo()
    assert hits == sorted(hits, reverse=True)
    return sum(hits)


def ends_with(game: Game) -> str:
    return ENDED_BY.of(game.state.setup)(game.state)


# --- 17.1 · Allotment ---------------------------------------------------------------------------------------


@pytest.mark.clause("VR-17.1-2", "VR-17.1-3", "VR-17.1-4", "VR-17.1-6")
def test_17_1_the_artillery_track_says_how_many_markers_each_side_has_in_each_turn():
    game = until(battle_of_vimy(), "Allied movement phase", 2)
    until(game, SHELL)
    assert game.state.facts["shells"] == 8
    until(game, GERMAN_SHELL)
    assert game.state.facts["shells"] == 5


@pytest.mark.clause("VR-17.1-2")
def test_17_1_nobody_lays_more_markers_than_he_has():
    game = do(guns(shells=(1, 0)), "shell G1")
    reason = refusal(game, "shell G1")
    assert (reason.rule, "no bombardment marker left" in reason.text) == ("vimy:17.1/left", True)
    assert do(guns(shells=(2, 0)), "shell G1").can("shell G1")


def test_17_2_the_guns_fire_when_the_phase_is_ended_and_only_if_a_marker_is_laid():
    assert not ends_with(guns(shells=(2, 0)))
    laid = do(guns(shells=(2, 0)), "shell G1")
    assert ends_with(laid) == "Fire"
    assert not ends_with(do(laid, "end-phase"))  # the guns fire already
    assert not ends_with(guns(phase=MARCH, shells=(2, 0)))


@pytest.mark.clause("VR-17.1-5")
def test_17_1_a_side_shells_in_its_own_half_only():
    game = guns(shells=(9, 0))
    assert (game.side, places(game, "shell")) == ("Allied", {"G1", "G9"})
    shell(game, "G1", rolls=[6])
    until(game, GERMAN_MARCH)
    do(game, "end-phase")  # the Germans have no marker: Allied ones are of no use to them
    assert game.phase == "German combat phase"


@pytest.mark.clause("VR-17.1-6", "VR-17.2-5")
def test_17_1_markers_are_renewed_each_turn_and_none_is_kept():
    game = guns(shells=(3, 1), nights=())
    shell(game, "G1", rolls=[6])  # two are kept back
    assert game.state.facts["shells"] == 2
    until(until(game, MARCH, 3), SHELL)
    assert game.state.facts["shells"] == 3
    shell(game, "G1", "G9", "G1", rolls=[(6, 6), 6])
    until(until(game, MARCH, 4), SHELL)
    assert (game.state.facts["shells"], game.state.facts["laid"]) == (3, ())


def left_to_spend(game: Game) -> dict[str, int]:
    told = game.state.setup.book.settled["unspent"].function(game.state)
    return {what: number for number, what in told.values()}


@pytest.mark.clause("VR-17.2-5")
def test_17_2_what_would_be_lost_with_the_phase_is_counted():
    game = guns(shells=(3, 1), aircraft=2, phase=MARCH)
    assert left_to_spend(game)["flight"] == 2
    do(game, "fly b6")
    assert left_to_spend(game)["flight"] == 1
    until(game, SHELL)
    assert left_to_spend(game)["bombardment marker"] == 3
    game.do("shell G1")
    assert left_to_spend(game)["bombardment marker"] == 2


@pytest.mark.clause("VR-17.1-7", "VR-17.2-1")
def test_17_1_only_units_that_are_observed_can_be_shelled():
    units = ("A1 5-4-6 b1", "G1 3-4-5 b2", "G2 3-4-5 b6")
    hidden = ridge(FIELD, *units, phase=SHELL, woods="a3 b3 c3 d3 a4")
    reason = refusal(hidden, "shell G2")
    assert (reason.rule, "observe" in reason.text) == ("vimy:17.3", True)
    assert hidden.can("shell G1")
    assert ridge(FIELD, *units, phase=SHELL).can("shell G2")


# --- 17.2 · Laying markers ----------------------------------------------------------------------------------


@pytest.mark.clause("VR-17.2-1")
def test_17_2_markers_go_on_as_many_observed_enemies_as_one_likes():
    ring = [f"G{n} 1-1-1 {place}" for n, place in enumerate(["a2", "a3", "b1", "b3", "c2", "c3"], 1)]
    game = guns("A1 9-9-9 b2", *ring)
    do(game, "; ".join(f"shell G{n}" for n in range(1, 7)))
    assert game.state.facts["shells"] == 3


@pytest.mark.clause("VR-17.2-2")
def test_17_2_at_most_two_markers_go_on_one_unit():
    game = do(guns(), "shell G1; shell G1")
    reason = refusal(game, "shell G1")
    assert (reason.rule, "two markers already" in reason.text) == ("vimy:17.2/two", True)
    assert game.can("shell G9")


@pytest.mark.clause("VR-17.2-3")
def test_17_2_all_markers_are_laid_before_the_first_die_is_thrown():
    game = do(guns(), "shell G9; shell G1; shell G9")
    assert game.state.thrown == 0
    do(game, "end-phase")
    assert "G9" in game.prompt.text  # one target after the other, in the order in which they were laid on
    game.do("roll", roll=(5, 6))
    assert "G1" in game.prompt.text
    assert list(map(str, game.legal())) == ["roll"]
    game.do("roll", roll=5)
    assert game.phase == FIGHT


@pytest.mark.clause("VR-17.2-4")
def test_17_2_nobody_has_to_use_his_markers():
    game = do(guns(), "end-phase")
    assert (game.phase, game.state.thrown) == (FIGHT, 0)
    some = shell(guns(), "G1", rolls=[6])
    assert (some.phase, some.state.facts["shells"]) == (FIGHT, 8)


@pytest.mark.clause("VR-17.2-6", "VR-17.5-4")
def test_17_2_two_hits_never_deplete_twice():
    game = shell(guns(), "G1", "G1", rolls=[(1, 1)])
    assert (game.unit("G1").steps, at(game, "G1")) == (1, ["b3"])


@pytest.mark.clause("VR-17.2-6", "VR-17.4-2")
@pytest.mark.parametrize(("dice", "hit"), [((1, 6), True), ((6, 2), True), ((3, 6), False)])
def test_17_2_two_markers_are_two_chances_of_one_hit(dice, hit):
    game = shell(guns(), "G1", "G1", rolls=[dice])
    assert (game.unit("G1").steps == 1) is hit


@pytest.mark.clause("VR-17.2-7", "VR-18.2-2")
def test_17_2_no_shell_falls_on_the_la_folie_woods():
    game = guns(*PAIR, "G2 1-1-1 a3", woods="b3 a3", la_folie_woods="b3")
    reason = refusal(game, "shell G1")
    assert (reason.rule, "La Folie" in reason.text) == ("vimy:17.2/la-folie", True)
    assert game.can("shell G2")


@pytest.mark.clause("VR-17.2-7")
def test_17_2_the_german_guns_are_barred_from_them_as_well():
    game = guns(*PAIR, "A2 1-1-1 a3", phase=GERMAN_SHELL, woods="b2 a3", la_folie_woods="b2")
    assert refusal(game, "shell A1").rule == "vimy:17.2/la-folie"
    assert game.can("shell A2")


@pytest.mark.clause("VR-17.2-8")
def test_17_2_shells_add_nothing_to_an_attack():
    before = guns(phase=FIGHT).battle("b3")
    game = shell(guns(), "G1", rolls=[6])
    assert [str(line.text) for line in game.battle("b3").steps] == [str(line.text) for line in before.steps]
    do(game, "attack b3")
    assert "not what is due now" in refusal(game, "shell G1").text


@pytest.mark.clause("VR-17.2-9")
def test_17_2_the_enemy_has_no_answer_to_a_bombardment():
    game = do(guns(support=((2,), (3,))), "shell G1; end-phase")
    assert game.side == "Allied"
    game.do("roll", roll=6)
    assert (game.phase, game.side) == (FIGHT, "Allied")


@pytest.mark.clause("VR-17.2-10")
def test_17_2_shells_fall_at_the_end_of_the_march_before_the_combat_phase():
    game = do(guns(phase=MARCH), "move A1 a3; end-phase")
    assert game.phase == SHELL
    assert shell(game, "G1", rolls=[6]).phase == FIGHT


@pytest.mark.clause("VR-17.6-3", "VR-17.2-1")
def test_17_2_nobody_shells_his_own_and_no_shell_hits_the_neighbours_of_its_target():
    game = guns(*PAIR, "A2 1-1-1 a3")
    assert refusal(game, "shell A2").rule == "vimy:17.6"
    shell(game, "G1", rolls=[1])
    assert [game.unit(unit).steps for unit in ("A1", "A2", "G1")] == [2, 2, 1]


# --- 17.4, 17.5 · Resolution --------------------------------------------------------------------------------


@pytest.mark.clause("VR-17.4-1", "VR-17.4-2")
def test_17_4_a_marker_is_one_die_and_has_no_value():
    game = do(guns(), "shell G1; shell G9; shell G9; end-phase")
    first = next(event for event in game.do("roll", roll=4) if isinstance(event, Rolled))
    second = next(event for event in game.do("roll", roll=(4, 5)) if isinstance(event, Rolled))
    assert (first.dice, second.dice) == ((4,), (4, 5))


@pytest.mark.clause("VR-17.4-3", "VR-17.5-3")
def test_17_4_the_die_is_modified_for_the_ground_of_the_target():
    wooded = shell(guns(woods="b3"), "G1", rolls=[2])
    assert wooded.unit("G1").full
    assert "+2 woods" in str(wooded.diary)
    assert not shell(guns(), "G1", rolls=[2]).unit("G1").full


@pytest.mark.clause("VR-17.5-1")
def test_17_5_a_hit_depletes_a_full_unit():
    game = shell(guns(), "G1", rolls=[1])
    assert (game.unit("G1").steps, at(game, "G1")) == (1, ["b3"])


@pytest.mark.clause("VR-17.5-2")
def test_17_5_a_hit_eliminates_a_depleted_unit():
    game = shell(guns("A1 5-4-6 b2", "G1 3-4-5 b3 depleted", "G9 1-1-1 d6"), "G1", rolls=[1])
    assert at(game, "G1") == ["eliminated"]


@pytest.mark.clause("VR-17.5-3", "VR-BMB-15", "VR-BMB-14")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_17_5_in_the_open_one_or_two_hits_and_three_or_more_does_nothing(die):
    game = shell(guns(), "G1", rolls=[die])
    assert game.unit("G1").steps == (1 if die <= 2 else 2)


@pytest.mark.clause("VR-17.5-4")
def test_17_5_a_hit_costs_one_step_however_low_the_die():
    game = shell(guns(turn=1, phase=SHELL), "G1", "G1", rolls=[(1, 1)])  # gas: a net of -1
    assert game.unit("G1").steps == 1


@pytest.mark.clause("VR-17.5-5")
def test_17_5_nobody_retreats_from_shells_and_nobody_advances():
    game = shell(guns(), "G1", rolls=[1])
    assert (game.phase, at(game, "G1", "A1")) == (FIGHT, ["b3", "b2"])


@pytest.mark.clause("VR-17.5-2")
def test_17_5_the_second_target_is_resolved_although_the_first_is_gone():
    game = guns("A1 5-4-6 b2", "G1 3-4-5 b3 depleted", "G2 3-4-5 a3", "G9 1-1-1 d6")
    shell(game, "G1", "G2", rolls=[1, 1])
    assert (at(game, "G1", "G2"), game.unit("G2").steps) == (["eliminated", "a3"], 1)


# --- the chart ----------------------------------------------------------------------------------------------


@pytest.mark.clause("VR-BMB-5", "VR-BMB-14", "VR-BMB-15")
def test_bmb_clear_ground_changes_nothing_and_a_river_leaves_it_clear():
    assert highest_hit(guns()) == 2
    assert highest_hit(guns(river="b2/b3 b3/b4")) == 2


@pytest.mark.clause("VR-BMB-6", "VR-BMB-7")
def test_bmb_no_mans_land_adds_one():
    assert highest_hit(guns(no_mans_land="b3")) == 1
    allied = guns(phase=GERMAN_SHELL, no_mans_land="b2")
    assert highest_hit(allied, "A1") == 2  # one more for the mud, one less for the crowd


@pytest.mark.clause("VR-BMB-9", "VR-BMB-10", "VR-BMB-11", "VR-17.6-2", "VR-BMB-1")
@pytest.mark.parametrize(
    ("ground", "gassed"),
    [
        ({}, 4),
        ({"no_mans_land": "b3"}, 3),
        ({"town": "b3"}, 2),
        ({"woods": "b3"}, 2),
        ({"la_folie_farm": "b3"}, 2),
        ({"trench": "b3/b4"}, 1),
        ({"hill": "b3"}, 4),
        ({"peak": "b3"}, 4),
    ],
)
def test_bmb_what_hits_in_each_kind_of_ground_under_gas(ground, gassed):
    """With gas the dice are low enough to tell all kinds apart."""
    assert highest_hit(guns(turn=1, **ground)) == gassed


@pytest.mark.clause("VR-BMB-11")
def test_bmb_a_trench_hex_adds_three_on_both_sides_of_the_trench():
    ground: dict[str, Any] = {"trench": "b3/b4"}
    units = ("A1 5-4-6 b2", "G1 3-4-5 b3", "G2 3-4-5 b4", "A2 1-1-1 b5")
    for unit in ("G1", "G2"):
        game = ridge(FIELD, *units, phase=SHELL, turn=1, aircraft=2, **ground)
        assert highest_hit(game, unit) == 1  # 3 less gas 2


@pytest.mark.clause("VR-BMB-6", "VR-BMB-11", "VR-BMB-12")
def test_bmb_in_no_mans_land_a_trench_is_no_trench_hex():
    assert highest_hit(guns(turn=1, no_mans_land="b3", trench="b3/b4")) == 3


@pytest.mark.clause("VR-BMB-12", "VR-BMB-9", "VR-BMB-10")
@pytest.mark.parametrize(
    ("ground", "gassed"),
    [
        ({"town": "b3", "woods": "b3"}, 2),
        ({"woods": "b3", "trench": "b3/b4"}, 1),
        ({"town": "b3", "no_mans_land": "b3"}, 2),
        ({"hill": "b3", "woods": "b3"}, 2),
        ({"hill": "b3", "town": "b3", "woods": "b3", "trench": "b3/b4"}, 1),
    ],
)
def test_bmb_of_several_grounds_only_the_largest_counts(ground, gassed):
    assert highest_hit(guns(turn=1, **ground)) == gassed


@pytest.mark.clause("VR-BMB-11", "VR-BMB-12")
@pytest.mark.parametrize("ground", [{}, {"woods": "b3"}, {"town": "b3"}])
def test_bmb_a_trench_through_a_wood_or_town_counts_as_a_trench_and_no_more(ground):
    game = ridge(FIELD, *PAIR, turn=1, aircraft=1, trench="b3/b4", **ground)
    assert highest_hit(do(game, "fly b3; end-phase")) == 2  # 3 for the trench, 2 for gas, 1 for the aircraft


@pytest.mark.clause("VR-BMB-4")
def test_bmb_an_allied_target_is_hit_more_easily():
    assert highest_hit(guns(phase=GERMAN_SHELL), "A1") == 3
    assert highest_hit(guns()) == 2


@pytest.mark.clause("VR-BMB-8", "VR-BMB-12")
def test_bmb_night_adds_one_to_everything_else():
    assert highest_hit(guns(turn=3)) == 1
    assert highest_hit(guns(turn=3, phase=GERMAN_SHELL), "A1") == 2
    assert highest_hit(guns(turn=3, phase=GERMAN_SHELL, no_mans_land="b2"), "A1") == 1


@pytest.mark.clause("VR-BMB-13")
def test_bmb_a_thrown_one_always_hits():
    game = guns(turn=3, trench="b3/b4")  # 3 for the trench and 1 for the night: a net of 5
    assert highest_hit(game) == 1


@pytest.mark.clause("VR-BMB-1", "VR-17.6-1", "VR-17.6-2")
def test_17_6_gas_takes_two_off_each_allied_die_of_turn_1_and_of_no_other():
    assert highest_hit(guns(turn=1)) == 4
    assert highest_hit(guns(turn=2)) == 2
    game = shell(guns(turn=1), "G1", "G9", "G9", rolls=[4, (5, 4)])
    assert [game.unit(unit).steps for unit in ("G1", "G9")] == [1, 1]


@pytest.mark.clause("VR-17.6-1")
def test_17_6_the_germans_have_no_gas():
    assert highest_hit(guns(turn=1, phase=GERMAN_SHELL), "A1") == 3


@pytest.mark.clause("VR-17.6-2", "VR-BMB-2", "VR-BMB-8", "VR-17.4-3")
def test_17_6_a_worked_bombardment_adds_up():
    """A German battalion in its front trench under gas, with an aircraft over it: 3 - 2 - 1 = 0."""
    game = ridge(FIELD, *PAIR, turn=1, aircraft=1, trench="b2/b3", no_mans_land="b2")
    do(game, "fly b3; end-phase; shell G1; end-phase")
    game.do("roll", roll=2)
    said = next(line for line in game.diary if "The die shows" in line)
    for part in ("+3 a trench hex", "-2 gas", "-1 for the aircraft above it", "hit"):
        assert part in said
    assert game.unit("G1").steps == 1


# --- what the dice may make of it -------------------------------------------------------------------------


def odds(game: Game, order: str) -> Chances[str]:
    found = game.outlook(order)
    assert found is not None
    return found.odds


def test_17_5_a_marker_is_previewed_before_it_is_laid_and_a_second_one_with_the_first():
    game = guns()
    before = game.state
    assert odds(game, "shell G1") == Chances({"hit": Fraction(1, 3), "miss": Fraction(2, 3)})
    do(game, "shell G1")
    assert odds(game, "shell G1") == Chances({"hit": Fraction(5, 9), "miss": Fraction(4, 9)})
    game.undo()
    assert game.state is before


@pytest.mark.parametrize("markers", [1, 2])
@pytest.mark.parametrize("more", [{}, {"woods": "b3"}, {"turn": 1, "aircraft": 1, "trench": "b2/b3"}])
def test_17_5_the_outlook_is_what_throwing_every_die_gives(markers, more):
    game = guns(**more)
    foreseen = Chances({"none yet": 1})
    for _ in range(markers):
        foreseen = odds(game, "shell G1")
        do(game, "shell G1")
    do(game, "end-phase")
    assert odds(game, "roll") == foreseen
    steps, hits, throws = game.unit("G1").steps, 0, [(a, b)[:markers] for a in range(1, 7) for b in range(1, 7)]
    for dice in throws:
        game.do("roll", roll=dice)
        hits += game.unit("G1").steps < steps
        game.undo()
    assert foreseen.get("hit", 0) == Fraction(hits, len(throws))


def test_17_5_each_line_that_is_added_to_the_die_has_its_rule():
    game = guns(turn=1, trench="b2/b3", phase=MARCH, aircraft=1)
    do(game, "fly b3; end-phase")
    found = game.outlook("shell G1")
    assert found is not None
    assert [(line.amount, line.rule) for line in found.steps] == [
        (3, "vimy:17.4"), (-2, "vimy:17.4"), (-1, "vimy:17.4"),
    ]  # fmt: skip
    assert "+3 a trench hex (rule 17.4)" in str(found)


# --- what opponents ask -------------------------------------------------------------------------------------


def foreseen(game: Game, order: str) -> Any:
    return game.setup.book.settled["merit"].function(game.state, fm.order(order))


def test_17_5_one_marker_more_may_cost_what_the_odds_say():
    game = guns()
    first = foreseen(game, "shell G1")
    second = foreseen(do(game, "shell G1"), "shell G1")
    number = game.setup.unit("G1").number
    assert (first, second) == (pytest.approx({number: 1 / 3}), pytest.approx({number: 2 / 9}))


def test_17_3_a_flight_over_an_enemy_helps_more_if_it_shows_him_and_none_over_empty_ground():
    game = guns()
    shown = {place: foreseen(game, f"fly {place}") for place in game.board.places}
    held = {unit.place for unit in game.units(side="German")}
    assert {place for place, losses in shown.items() if losses} == held
    assert foreseen(game, "end-phase") is None


@pytest.mark.clause("VR-17.2-3", "VR-17.2-4")
@pytest.mark.parametrize("fires", [True, False])
def test_17_2_the_last_shells_of_a_night_or_none_at_all_end_the_turn(fires):
    game = guns(turn=3, phase=GERMAN_SHELL)
    if fires:
        do(game, "shell A1; end-phase")
        events = game.do("roll", roll=6)
    else:
        events = game.do("end-phase")
    assert [type(event) for event in events if isinstance(event, PhaseEnded | TurnEnded | TurnBegan | PhaseBegan)] == [
        PhaseEnded, TurnEnded, TurnBegan, PhaseBegan,
    ]  # fmt: skip
    assert (game.turn, game.phase) == (4, MARCH)


def test_of_two_dice_the_one_that_hit_is_named():
    game = fm.new_game("vimy", "hill_145")
    for line in ("fly 2841", "move 85 2840", "end-phase", "shell III/11", "shell III/11", "end-phase"):
        game.do(line)
    game.do("roll", roll=(4, 2))
    said = "The dice show 4 and 2: III/11 is hit by the 2, not by the 4 (-1 for the aircraft above it)."
    assert said in [str(entry.event) for entry in game.entries]
