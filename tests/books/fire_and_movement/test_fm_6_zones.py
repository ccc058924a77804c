"""Fire & Movement 6 · Zones of control."""

from collections.abc import Iterator

import pytest

import fmbook as fm
from fmbook.core.state import State, Unit
from fmbook.mechanics.supply import traced
from fmbook.mechanics.zones import closed_to_chains
from tests.tools.positions import at, do, fight, places, position, refusal, unit

FIELD = """
a1  a2  a3  a4  a5  a6
  b1  b2  b3  b4  b5  b6
c1  c2  c3  c4  c5  c6
  d1  d2  d3  d4  d5  d6
"""
LINE = "a   b   c   d   e   f   g"


def zone_of(game, side: str) -> set[str]:
    return {place for place in game.board.places if side in game.describe(place).partition("In the zone of")[2]}


# --- 6.0 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-28")
@pytest.mark.parametrize("now", [2, 1])
def test_6_0_every_unit_full_or_depleted_has_a_zone_over_its_six_neighbours(now):
    game = position(FIELD, "B1 1-1-1 d6", unit("R1 1-1-1 b3", now=now))
    assert zone_of(game, "Red") == {"a3", "a4", "b2", "b4", "c3", "c4"}


@pytest.mark.clause("S-28")
def test_6_0_a_zone_is_there_in_every_phase_and_goes_where_the_unit_goes():
    game = position(LINE, "B1 1-1-2 a", "R1 1-1-1 f")
    for _ in range(6):
        assert zone_of(game, "Red") >= {"e", "g"}
        game.do("end-phase")
        if game.phase == "Red movement phase":
            break
    do(game, "move R1 e")
    assert zone_of(game, "Red") == {"d", "f"}


@pytest.mark.clause("S-36")
def test_6_0_a_zone_does_not_reach_over_a_hexside_that_nobody_can_cross():
    units, cliff = ("B1 1-1-5 a1", "R1 1-1-1 b3"), {"cliff": ["b2/b3"], "river": ["a3/b3"]}
    game = position(FIELD, *units, sides=cliff)
    assert zone_of(game, "Red") == {"a3", "a4", "b4", "c3", "c4"}
    assert "c2" in places(game, "move", "B1")
    do(game, "move B1 c2 via b2")
    assert at(game, "B1") == ["c2"]


@pytest.mark.clause("S-37")
def test_6_0_a_friend_in_a_hex_does_not_cancel_the_enemys_zone_there():
    game = position(FIELD, "B1 1-1-4 b1", "B2 1-1-1 b2", "R1 1-1-1 a3", "R2 1-1-1 c3")
    assert "b2" in zone_of(game, "Red")
    reason = refusal(game, "move B1 b3")
    assert (reason.rule, reason.places) == ("fm:6.1/stop", ("b2",))


@pytest.mark.clause("S-35")
def test_6_0_an_enemy_zone_cuts_a_traced_chain_of_hexes():
    for red, linked in (("R1 1-1-1 g", set("abcde")), ("R1 1-1-1 d", set("ab"))):
        game = position(LINE, "B1 1-1-1 a", red)
        found = traced(game.board.neighbours, [game.board.at("a")], closed_to_chains(game.state, 0))
        assert {game.board.name(place) for place in found} == linked
    assert {game.board.name(place) for place in closed_to_chains(game.state, 0)} == {"c", "d", "e"}


# --- 6.1 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-29")
def test_6_1_a_unit_stops_when_it_enters_an_enemy_zone():
    game = position(FIELD, "B1 1-1-6 b1", "R1 1-1-1 a3", "R2 1-1-1 c3")
    assert "b2" in places(game, "move", "B1")
    reason = refusal(game, "move B1 b3")
    assert (reason.rule, reason.places) == ("fm:6.1/stop", ("b2",))
    assert "stop in the zones of R1 and R2 at b2" in reason.text


@pytest.mark.clause("S-30")
def test_6_1_a_unit_that_starts_in_an_enemy_zone_may_leave_it_and_march_on():
    game = position(LINE, "B1 1-1-3 d", "R1 1-1-1 e")
    assert places(game, "move", "B1") == {"a", "b", "c"}


@pytest.mark.clause("S-30")
def test_6_1_who_has_left_a_zone_may_enter_another_and_stops_there():
    game = position(FIELD, "B1 1-1-4 b2", "R1 1-1-1 a3", "R2 1-1-1 d4")
    assert {"c1", "c3", "d3"} <= places(game, "move", "B1")
    assert refusal(game, "move B1 c4 via c2 d2 d3").rule == "fm:6.1/stop"


@pytest.mark.clause("S-31")
def test_6_1_infiltration_from_zone_to_zone_takes_all_the_movement():
    wall = ("R1 1-1-1 a3", "R2 1-1-1 c3")
    game = position("""
        a1  a2  a3  a4
          b1  b2  b3  b4
        c1  c2  c3  c4
    """, "B1 1-1-6 b2", *wall)  # fmt: skip
    assert "b3" in places(game, "move", "B1")
    assert "b4" not in places(game, "move", "B1")
    do(game, "move B1 b3")
    assert refusal(game, "move B1 b4").rule == "fm:5.1/once"


@fm.excuses("house:scouts", from_rule="fm:6.1/stop")
def scouts_need_not_stop(state: State, unit: Unit) -> Iterator[fm.Excuse]:
    """No unit stops in enemy zones."""
    yield fm.Excuse(state.setup.all_places, "scouts")


@pytest.mark.clause("S-31")
@pytest.mark.parametrize(("start", "end", "reached"), [("b1", "b4", True), ("b2", "b3", True), ("b2", "b4", False)])
def test_6_1_infiltration_takes_all_even_where_a_game_lets_units_go_on_through_zones(start, end, reached):
    gap = """
        a1  a2  a3  a4
          b1  b2  b3  b4
        c1  c2  c3  c4
    """
    units = (f"B1 1-1-3 {start}", "R1 1-1-1 a3", "R2 1-1-1 c3")
    assert (end in places(position(gap, *units, house_rules=[scouts_need_not_stop]), "move", "B1")) == reached


@pytest.mark.clause("S-31")
def test_6_1_only_a_unit_that_starts_in_a_zone_infiltrates():
    game = position(FIELD, "B1 1-1-6 b1", "R1 1-1-1 a3", "R2 1-1-1 c3")
    assert "b2" in places(game, "move", "B1")
    assert refusal(game, "move B1 b3").rule == "fm:6.1/stop"


@pytest.mark.clause("S-32")
def test_6_1_nobody_infiltrates_into_a_flooded_hex():
    wet, dry = (
        position(f"""
        a1  a2  a3  a4
          b1  b2  b3{mark} b4
        c1  c2  c3  c4
        """, "B1 1-1-6 b2", "R1 1-1-1 a3", "R2 1-1-1 c3")
        for mark in "~ "
    )  # fmt: skip
    reason = refusal(wet, "move B1 b3")
    assert (reason.rule, "flooded" in reason.text) == ("fm:6.1/flooded", True)
    assert "b3" in places(dry, "move", "B1")


@pytest.mark.clause("S-32")
def test_6_1_a_flooded_hex_of_a_zone_is_open_to_a_unit_that_starts_outside_all_zones():
    game = position("a   b   c~  d   e", "B1 1-1-6 b", "R1 1-1-1 d")
    assert places(game, "move", "B1") == {"a", "c"}


# --- 6.2 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-33")
def test_6_2_no_retreat_leads_into_an_enemy_zone():
    units = ("B1 5-1-1 b2", "R1 1-4-1 b3", "R9 1-1-1 a1")
    free = fight(position(FIELD, *units, phase="Blue combat phase"), "b3", roll=1)
    watched = fight(position(FIELD, *units, "B2 1-1-1 d4", phase="Blue combat phase"), "b3", roll=1)
    assert places(free, "retreat", "R1") == {"a4", "b4", "c4"}
    assert places(watched, "retreat", "R1") == {"a4", "b4"}
    assert refusal(watched, "retreat R1 c4").rule == "fm:6.2"


@pytest.mark.clause("S-34")
def test_6_2_an_advance_enters_enemy_zones_and_goes_on_through_them():
    units = ("B1 5-1-1 b2", unit("R1 1-4-1 b3", now=2), "R2 1-1-1 c4")
    game = fight(position(FIELD, *units, phase="Blue combat phase"), "b3", roll=1)
    do(game, "retreat R1 b4; retreat R1 b5; advance B1 b3")
    assert places(game, "advance", "B1") == {"b4"}
    do(game, "advance B1 b4")
    assert at(game, "B1") == ["b4"]
