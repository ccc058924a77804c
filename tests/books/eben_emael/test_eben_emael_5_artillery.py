"""Eben-Emael 5 and the tables · Artillery, mortars, aircraft, fields of fire."""

import pytest

import fmbook as fm
from tests.tools.eben_positions import AIR, ASSAULT, GUNS, MARCH, historical, lost, men, roof
from tests.tools.positions import at, places, refusal

MG = {2: "6 9 12", 3: "5 8 11", 4: "4 6 10", 5: "3 5 9", 6: "2 4 8", 7: "1 2 6", 8: "2 3 7", 9: "3 4 8", 10: "4 6 9",
      11: "5 7 10", 12: "- - -"}  # fmt: skip
ARTILLERY = {
    2: "6 9 11 13 15 17 19", 3: "5 8 10 12 14 16 18", 4: "4 6 8 10 12 14 16", 5: "3 5 7 9 10 12 14",
    6: "2 4 5 7 9 11 13", 7: "1 2 4 6 8 10 12", 8: "1 1 3 5 7 9 11", 9: "1 1 2 4 6 7 9", 10: "- 1 2 3 4 6 8",
    11: "- - 1 2 3 5 7", 12: "- - - - - - -",
}  # fmt: skip


def dice(total: int) -> tuple[int, int]:
    return max(1, total - 6), total - max(1, total - 6)


@pytest.mark.clause("E-mg-a")
def test_mg_the_table_has_three_columns_and_is_read_by_two_dice():
    table = fm.tables("eben_emael")["mg"]
    assert {roll: " ".join(cells) for roll, cells in table.cells.items()} == MG
    assert [column.label for column in table.columns] == ["3", "6", "9"]
    for name, place, at_, column in (("MG01", "S01", "S13", 0), ("MG05", "S05", "S19", 1), ("MG07", "S07", "S08", 2)):
        game = roof(f"G1 8 {at_}", f"W{place[1:]} 20 {place}", f"{name} 1 {place}", phase=ASSAULT)
        game.do(f"attack {place}")
        game.do(f"fire {name} {at_}", roll=(4, 3))
        expected = int(MG[7].split()[column])
        by = 3 if at_ == "S13" else 1
        assert lost(game)[0] == (2 * expected + by - 1) // (2 * by)


@pytest.mark.clause("E-art-a")
def test_art_the_table_has_seven_columns_of_strength():
    table = fm.tables("eben_emael")["artillery"]
    assert {roll: " ".join(cells) for roll, cells in table.cells.items()} == ARTILLERY
    labels = {strength: table.column(strength).label for strength in (1, 2, 6, 7, 12, 13, 16, 17, 18, 22, 26, 40)}
    assert list(labels.values()) == [
        "1", "2-6", "2-6", "7-12", "7-12", "13-17", "13-17", "13-17", "18-21", "22-25", "26+", "26+",
    ]  # fmt: skip
    game = roof("G1 8 S08", "W11 20 S11", "GU11 1 S11", phase=GUNS)
    game.do("fire GU11 S08", roll=(4, 4))
    assert lost(game) == (5, 0)


@pytest.mark.clause("E-5.0-a", "E-5.0-b")
@pytest.mark.parametrize("total", range(2, 13))
def test_5_0_a_gun_fires_with_strength_16_by_itself(total):
    game = roof("G1 8 S08", "G2 8 S08", "G3 8 S08", "W11 20 S11", "GU11 1 S11", phase=GUNS)
    game.do("fire GU11 S08", roll=dice(total))
    while places(game, "lose"):
        game.do(game.legal()[0])
    cell = ARTILLERY[total].split()[3]
    shown = " and ".join(map(str, dice(total)))
    assert f"The dice show {shown}: GU11 fires into S08" in "\n".join(game.diary)
    assert lost(game)[0] == (int(cell) if cell.isdigit() else 0)


@pytest.mark.clause("E-5.0-b")
def test_5_0_guns_are_never_added():
    game = roof("G1 8 S08", "W01 20 S01", "MO01 1 S01", "AT01 1 S01", phase=GUNS)
    game.do("fire MO01 S08", roll=(4, 4))
    assert lost(game) == (1, 0)
    game.do("fire AT01 S08", roll=(4, 4))
    assert lost(game) == (2, 0)  # one and one, not the three of a stronger column


@pytest.mark.clause("E-5.0-c", "E-5.0-d")
@pytest.mark.parametrize(
    ("place", "total", "expected"),
    [("S08", 5, 9), ("S17", 5, 4), ("S05", 5, 3), ("S20", 6, 3), ("S17", 6, 3), ("S05", 8, 2), ("S05", 10, 1)],
)
def test_5_0_losses_are_divided_by_the_ground_to_the_nearest_a_half_down(place, total, expected):
    game = roof(f"G1 8 {place}", f"G2 8 {place}", "W11 20 S11", "GU11 1 S11", phase=GUNS)
    game.do(f"fire GU11 {place}", roll=dice(total))
    while places(game, "lose"):
        game.do(game.legal()[0])
    assert lost(game)[0] == expected


@pytest.mark.clause("E-5.0-d")
def test_5_0_the_printed_example_nine_in_a_bunker_costs_three():
    game = roof("G1 8 S05", "W11 20 S11", "GU11 1 S11", phase=GUNS)
    game.do("fire GU11 S05", roll=(2, 3))
    assert men(game, "G1") == [5]


@pytest.mark.clause("E-chart-c")
def test_chart_guns_mortars_and_anti_tank_guns_reach_the_whole_map():
    everywhere = [f"G{number} 7 {place}" for number, place in enumerate(("S08", "S16", "S14", "S18", "S20", "S17"), 1)]
    game = roof(*everywhere, "W01 20 S01", "MO01 1 S01", "AT01 1 S01", "W11 20 S11", "GU11 1 S11", phase=GUNS)
    for gun in ("MO01", "AT01", "GU11"):
        assert places(game, f"fire {gun}") == {"S08", "S16", "S14", "S18", "S20", "S17"}


@pytest.mark.clause("E-hist-q")
def test_hist_mi_nord_fires_into_its_marked_sectors_only():
    marked = {"S05", "S06", "S08", "S09", "S10", "S20"}
    everywhere = [f"W{place[1:]} 20 {place}" for place in ("S02", "S12")]  # somebody to attack from each of them
    for place in sorted(marked | {"S04", "S11", "S19"}):
        game = roof(f"G6 8 {place}", "W07 20 S07", "MG07 1 S07", f"P1 20 {place}", *everywhere)
        game.do(f"attack {place}")
        assert bool(game.can(f"fire MG07 {place}")) == (place in marked), place


@pytest.mark.clause("E-2.1-d")
def test_2_1_machine_guns_do_not_fire_at_german_marches_and_guns_do():
    game = roof("G6 8 S18", "W07 20 S07", "MG07 1 S07", "W11 20 S11", "GU11 1 S11", phase=MARCH)
    game.do("move G6 S08")
    assert refusal(game, "fire MG07 S08").rule == "eben_emael:2.1/marches"
    assert game.can("fire GU11 S08")


@pytest.mark.clause("E-2.1-g")
def test_2_1_a_machine_gun_meets_every_attack_that_it_reaches():
    game = roof("G1 8 S08", "G4 8 S10", "W07 20 S07", "MG07 1 S07")
    for squad in ("G1", "G4"):
        game.do("attack S07")
        if game.can(f"join {squad}"):
            game.do(f"join {squad}")
        if game.can("ready"):
            game.do("ready")
        assert game.can(f"fire MG07 {'S08' if squad == 'G1' else 'S10'}")
        game.do(f"fire MG07 {'S08' if squad == 'G1' else 'S10'}", roll=(6, 6))
        assert not game.can("fire MG07 S08")
        game.do("roll", roll=(3, 4))
        while game.state.asks:
            game.do(game.legal()[0])


@pytest.mark.clause("E-hist-q")
def test_hist_a_sector_outside_the_field_is_refused_by_its_rule():
    game = roof("G1 8 S06", "G2 8 S05", "G3 8 S11", "W07 20 S07", "MG07 1 S07", "W10 20 S10", phase=ASSAULT)
    game.do("attack S10")
    game.do("join G1")
    game.do("join G3")
    game.do("ready")
    assert places(game, "fire MG07") == {"S06"}
    assert refusal(game, "fire MG07 S11").rule == "eben_emael:hist/arcs"


def test_chart_75_mm_guns_are_an_option():
    units = ("G1 8 S08", "W10 20 S10", "GU10 1 S10", "W11 20 S11", "GU11 1 S11")
    game = roof(*units, phase=GUNS)
    assert refusal(game, "fire GU10 S08").rule == "eben_emael:chart/optional"
    assert roof(*units, phase=GUNS, options=("guns-75",)).can("fire GU10 S08")


def test_chart_with_the_option_75_mm_guns_of_a_scenario_fire():
    plain, full = (historical(scenario="full_readiness", options=options) for options in ((), ("guns-75",)))
    assert plain.state.setup.book.options == ()
    assert full.state.setup.book.options == ("guns-75",)


@pytest.mark.clause("E-6.0-d")
@pytest.mark.parametrize(("name", "column"), [("14", 3), ("20", 4), ("26", 6)])
def test_6_an_airstrike_attacks_with_its_printed_strength(name, column):
    game = roof("G1 8 S08", "P1 20 S18", phase=AIR, held=[f"airstrike-{name}"])
    game.do(f"use airstrike-{name}")
    assert places(game, "strike") == {"S18"}
    game.do("strike S18", roll=(3, 4))
    assert lost(game) == (0, int(ARTILLERY[7].split()[column]))
    assert "The dice show 3 and 4: aircraft fire into S18" in "\n".join(game.diary)
    assert not game.state.facts["held"]


@pytest.mark.clause("E-6.0-d")
def test_6_aircraft_hit_weapons_first_and_works_without_men():
    game = roof("G1 8 S08", "MG05 1 S05", "P1 20 S05", phase=AIR, held=["airstrike-26"])
    game.do("use airstrike-26")
    game.do("strike S05", roll=(3, 4))  # twelve, divided by three
    assert (at(game, "MG05"), men(game, "P1"), lost(game)) == (["eliminated"], [17], (0, 3))
    game = roof("G1 8 S08", "MG05 1 S05", phase=AIR, held=["airstrike-26"])
    game.do("use airstrike-26")
    game.do("strike S05", roll=(3, 4))
    assert (at(game, "MG05"), lost(game)) == (["eliminated"], (0, 0))


@pytest.mark.clause("E-hist-n")
def test_hist_before_the_landing_aircraft_of_26_attack_once():
    game = historical()
    assert game.phase == "German first air attack"
    game.do("strike S07", roll=(3, 4))  # twelve, divided by three, on one weapon
    assert at(game, "MG07") == ["eliminated"]
    assert "The dice show 3 and 4" in "\n".join(game.diary)
    assert refusal(game, "strike S05").rule == "eben_emael:hist/raid-once"
    game.do("end-phase")
    assert game.phase == "German landing"


@pytest.mark.clause("E-full-f")
def test_full_before_the_landing_aircraft_of_26_attack_once():
    game = historical(scenario="full_readiness")
    game.do("strike S07", roll=(3, 4))
    assert (at(game, "MG07"), men(game, "W07"), lost(game)) == (["eliminated"], [17], (0, 3))
    assert refusal(game, "strike S05").rule == "eben_emael:hist/raid-once"


@pytest.mark.clause("E-6.0-f")
def test_6_artillery_1_fires_with_strength_1():
    game = roof("G1 8 S08", phase=GUNS, held=["artillery-1"])
    game.do("use artillery-1")
    assert places(game, "strike") == {"S08"}
    game.do("strike S08", roll=(2, 2))
    assert lost(game) == (int(ARTILLERY[4].split()[0]), 0)


@pytest.mark.clause("E-6.0-d", "E-hist-b")
def test_6_aircraft_find_no_weapons_in_a_work_that_has_been_sealed_since():
    game = roof("G1 8 S05", "MG05 1 S05", "MG16 1 S16", held=["airstrike-26"], draw=0)
    assert (
        refusal(game, "use airstrike-26").rule == "eben_emael:6.0/when"
    )  # all rules were asked, what is seen included
    game.do("blow G1 S05")
    while game.phase != AIR:
        game.do("end-phase")
    game.do("use airstrike-26")
    assert places(game, "strike") == {"S16"}
