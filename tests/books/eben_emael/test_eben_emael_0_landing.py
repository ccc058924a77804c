"""Eben-Emael · The landing, before the first turn."""

import pytest

from fmbook.core.events import PhaseEnded
from tests.tools.eben_positions import ASSAULT, fact, gliders_down, historical, lost, men, roof
from tests.tools.positions import at, places, refusal

ELEVEN = ("S06", "S11", "S04", "S07", "S17", "S08", "S08", "S10", "S05", "S12", "S19")
ALL = tuple(f"G{number} {place}" for number, place in enumerate(ELEVEN, 1))


@pytest.mark.clause("E-0-a")
def test_0_gliders_are_set_down_one_by_one_on_starting_sectors_before_phase_i():
    game = gliders_down(historical())
    assert game.phase == "German landing"
    assert places(game, "place") == {
        "S03", "S04", "S05", "S06", "S07", "S08", "S10", "S11", "S12", "S14", "S15", "S16", "S17", "S18", "S19",
    }  # fmt: skip
    assert refusal(game, "place G2 S04").rule == "eben_emael:0/next"
    assert refusal(game, "place G1 S01").rule == "eben_emael:0"
    gliders_down(game, "G1 S06")
    assert refusal(game, "place G2 S06").rule == "eben_emael:0"
    assert game.can("place G2 S08")


@pytest.mark.clause("E-0-a", "E-0-g")
def test_0_squad_and_equipment_stand_in_the_sector_of_the_glider():
    game = gliders_down(historical(), "G1 S06", "G2 S11")
    assert at(game, "G1", "G2") == ["S06", "S11"]
    assert fact(game, "ground") == {"S06", "S11"}
    assert men(game, "G1", "G2") == [8, 8]
    gliders_down(game, *ALL[2:9])
    while game.phase != ASSAULT:
        game.do("end-phase")
    assert game.can("blow G1 S06")


@pytest.mark.clause("E-0-b", "E-0-c")
@pytest.mark.parametrize("roll", [(1, 1), (1, 2), (6, 6)])
def test_0_a_glider_that_throws_2_3_or_12_never_arrives(roll):
    game = gliders_down(historical(), "G1 S06", rolls={"G1": roll})
    assert at(game, "G1") == ["eliminated"]
    assert lost(game) == (8, 0)
    assert fact(game, "ground") == set()
    assert game.can("place G2 S06")


@pytest.mark.clause("E-0-b", "E-0-d")
def test_0_an_eleven_costs_a_man():
    game = gliders_down(historical(), "G1 S06", rolls={"G1": (5, 6)})
    assert (men(game, "G1"), lost(game)) == ([7], (1, 0))


@pytest.mark.clause("E-0-b", "E-0-e")
def test_0_a_four_costs_two_men():
    game = gliders_down(historical(), "G1 S06", rolls={"G1": (2, 2)})
    assert (men(game, "G1"), lost(game)) == ([6], (2, 0))


@pytest.mark.clause("E-0-b", "E-0-f", "E-0-c", "E-0-d", "E-0-e")
def test_0_all_other_sums_leave_it_unharmed():
    game = gliders_down(historical())
    for total in range(5, 11):
        low = max(1, total - 6)
        game.do("place G1 S06")
        game.do("roll", roll=(low, total - low))
        assert (men(game, "G1"), lost(game)) == ([8], (0, 0))
        game.undo()
        game.undo()


@pytest.mark.clause("E-hist-m", "E-0-b")
def test_hist_once_nine_gliders_are_down_the_others_are_removed():
    game = gliders_down(historical(), *ALL[:8])
    game.do(f"place {ALL[8]}")
    events = game.do("roll", roll=(3, 4))
    assert [event.phase.name for event in events if isinstance(event, PhaseEnded)][:1] == ["German landing"]
    assert "G9 lands unharmed" in "\n".join(game.diary)
    assert game.phase != "German landing"
    assert at(game, "G10", "G11") == ["eliminated", "eliminated"]
    assert lost(game) == (14, 0)


@pytest.mark.clause("E-hist-m")
def test_hist_gliders_that_never_arrived_do_not_count_among_the_nine():
    game = gliders_down(historical(), *ALL[:9], rolls={"G3": (1, 1)})
    assert game.phase == "German landing"
    gliders_down(game, ALL[9])
    assert game.phase != "German landing"
    assert at(game, "G10", "G11") == ["S12", "eliminated"]


@pytest.mark.clause("E-full-k")
def test_full_no_glider_is_removed_because_nine_have_landed():
    game = gliders_down(historical(scenario="full_readiness"), *ALL[:10])
    assert game.phase == "German landing"
    gliders_down(game, ALL[10])
    assert at(game, "G10", "G11") == ["S12", "S19"]
    assert lost(game) == (0, 0)


@pytest.mark.clause("E-hist-c")
def test_hist_eleven_gliders_carry_85_soldiers():
    _eighty_five("historical")


@pytest.mark.clause("E-full-c")
def test_full_eleven_gliders_carry_85_soldiers():
    _eighty_five("full_readiness")


def _eighty_five(scenario: str) -> None:
    game = gliders_down(historical(scenario=scenario))
    squads = [unit for unit in game.state.setup.units if unit.group == "gliders"]
    assert (len(squads), sum(unit.steps for unit in squads)) == (11, 85)
    for number, place in enumerate(ELEVEN, 1):
        if game.phase == "German landing":
            assert {str(order).split()[1] for order in game.legal()} == {f"G{number}"}
            gliders_down(game, f"G{number} {place}")


@pytest.mark.clause("E-0-a")
def test_0_a_glider_may_land_on_a_work_with_men_inside():
    game = gliders_down(historical(scenario="full_readiness"), "G1 S06")
    assert at(game, "G1", "W06") == ["S06", "S06"]


@pytest.mark.clause("E-6.0-n", "E-0-a")
def test_6_glider_12_lands_where_none_has_landed_before():
    game = roof("G1 8 S05", phase="German air attack", held=["glider-12"], landed=["S05", "S08", "S04"])
    game.do("use glider-12")
    assert {"S05", "S08", "S04"}.isdisjoint(places(game, "place"))
    assert refusal(game, "place G12 S08").rule == "eben_emael:0"
    game.do("place G12 S11")
    game.do("roll", roll=(3, 4))
    assert at(game, "G12") == ["S11"]
    assert (game.phase, game.state.asks) == ("German air attack", ())


@pytest.mark.clause("E-6.0-n")
def test_6_glider_12_needs_a_sector_without_gliders():
    every = ["S03", "S04", "S05", "S06", "S07", "S08", "S10", "S11", "S12", "S14", "S15", "S16", "S17", "S18", "S19"]
    game = roof("G1 8 S05", phase="German air attack", held=["glider-12", "sappers"], landed=every)
    assert refusal(game, "use glider-12").rule == "eben_emael:6.0/use"


@pytest.mark.clause("E-hist-m", "E-0-c")
def test_hist_a_ninth_glider_that_never_arrives_is_not_the_ninth_that_is_down():
    game = gliders_down(historical(), *ALL[:9], rolls={"G9": (1, 1)})
    assert game.phase == "German landing"
    assert game.can("place G10 S05")


@pytest.mark.clause("E-0-a")
def test_0_no_glider_comes_down_where_more_than_80_points_would_stand():
    squads = [f"G{number} {8 if number < 9 else 7} S08" for number in range(1, 11)]
    game = roof(*squads, phase="German air attack", held=["glider-12"])
    game.do("use glider-12")
    assert refusal(game, "place G12 S08").rule == "eben_emael:0"
    assert game.can("place G12 S05")
