"""Scheldt 11.2 to 11.5 · Who comes in when and where; the 104th Division."""

import pytest

from fmbook.core.events import Entered
from fmbook.play.game import Game
from tests.tools.positions import at, do, fight, places
from tests.tools.scheldt_positions import (
    FAR,
    FIGHT,
    GERMAN_AGAIN,
    GERMAN_FIGHT,
    GERMAN_MARCH,
    LISTED,
    MARCH,
    attackers,
    flee,
    front,
    rule_against,
    scheldt,
    until,
)

NORTH = {"1117", "1217", "1317", "1417", "1517", "1617"}
ANTWERP = {"3320", "3321", "3420", "3421"}
SCHEDULE = {
    "711": (1, {"2717"}, "5-7-5"), "719": (2, {"2717"}, "5-7-5"), "59": (3, {"1517"}, "8-9-5"),
    "2AG": (3, {"1517"}, "6-6-7"), "1AG": (3, {"1517"}, "6-6-7"), "1/1FJ": (6, NORTH, "3-6-4"),
    "1/2FJ": (6, NORTH, "3-6-4"), "1/3FJ": (6, NORTH, "3-6-4"), "1HG": (6, NORTH, "3-6-4"),
    "3AG": (6, NORTH, "6-6-7"), "4AG": (6, NORTH, "6-6-7"), "413/104": (7, ANTWERP, "5-6-6"),
    "414/104": (7, ANTWERP, "5-5-6"), "415/104": (7, ANTWERP, "3-4-6"),
}  # fmt: skip


def due(game: Game, name: str) -> set[str]:
    return places(game, "enter", name)


@pytest.mark.clause(
    "SC-11.0-1", "SC-11.0-7", "SC-11.2-G1", "SC-11.2-G2", "SC-11.2-G3a", "SC-11.2-G3b", "SC-11.2-G3c", "SC-11.2-G6a",
    "SC-11.2-G6b", "SC-11.2-G6c", "SC-11.2-G6d", "SC-11.2-G6e", "SC-11.2-G6f", "SC-11.2-A7a", "SC-11.2-A7b",
    "SC-11.2-A7c", "SC-11.4-1",
)  # fmt: skip
@pytest.mark.parametrize("name", SCHEDULE)
def test_11_2_each_unit_comes_in_on_its_turn_at_its_hexes(name):
    turn, hexes, factors = SCHEDULE[name]
    phase = MARCH if LISTED[name].side == "Allied" else GERMAN_MARCH
    game = front(name, *FAR, turn=turn, phase=phase)
    unit = game.unit(name)
    assert f"{unit.attack}-{unit.defence}-{unit.movement}" == factors
    assert due(game, name) == hexes
    early = front(name, *FAR, "G1 1-1-4 1830", "A1 1-1-4 3020", turn=max(turn - 1, 1), phase=phase)
    assert bool(due(early, name)) == (turn == 1)
    do(game, f"enter {name} {min(hexes)}")
    assert at(game, name) == [min(hexes)]


@pytest.mark.clause("SC-11.0-7", "SC-11.2-V1", "SC-11.2-V2", "SC-11.2-V3", "SC-11.2-V4", "SC-11.2-V5", "SC-11.2-V6",
                    "SC-11.2-V7")  # fmt: skip
@pytest.mark.parametrize(
    ("name", "factors"),
    [
        ("155/52", "6-5-6"), ("156/52", "5-4-6"), ("157/52", "5-4-6"), ("146/49", "5-4-6"), ("147/49", "5-4-6"),
        ("148/49", "5-4-6"), ("2Bde", "6-3-6"),
    ],
)  # fmt: skip
def test_11_2_the_assault_groups_have_no_turn_and_no_hex_of_their_own(name, factors):
    form = LISTED[name]
    assert (form.factors, form.arrives, form.entry) == (factors, 0, ())
    game = front(name, *FAR, turn=20)
    assert rule_against(game, f"enter {name} 3320") in ("scheldt:16.1", "scheldt:16.2")
    assert "land" in str(game.can(f"land {name} 2232")).lower()


@pytest.mark.clause("SC-11.0-1")
def test_11_0_in_the_campaign_nobody_comes_in_on_any_other_turn():
    game, came = scheldt(), {}
    while game.turn < 10:
        for unit in game.movers():
            goals = due(game, unit)
            if goals:
                game.do(f"enter {unit} {min(goals)}")
                came[unit] = game.turn
                if game.can(f"move {unit} {min(places(game, 'move', unit), default='1111')}"):
                    game.do(f"move {unit} {min(places(game, 'move', unit))}")
                break
        else:
            game.do("end-phase")
    assert came == {name: turn for name, (turn, _, _) in SCHEDULE.items()}


# --- alternatives ----------------------------------------


@pytest.mark.clause("SC-11.2-G2x")
@pytest.mark.parametrize(
    ("allied", "hexes"),
    [
        ((), {"2717"}),
        (("A1 5-4-6 2717",), {"2517"}),  # held, and 2617 lies in its zone
        (("A1 5-4-6 2819",), {"2717"}),
        (("A1 5-4-6 2817",), {"2617"}),  # only its zone
        (("A1 5-4-6 2718",), {"2517"}),  # 2717 and 2617 are in its zone
        (("A1 5-4-6 2817", "A2 5-4-6 2518"), {"2317"}),  # 2617 and 2517, 2417 are in the other's zone
    ],
)
def test_11_2_the_719th_looks_north_for_the_first_hex_clear_of_the_enemy(allied, hexes):
    assert due(front("719", *allied, "G1 1-1-4 1117", turn=2, phase=GERMAN_MARCH), "719") == hexes


@pytest.mark.clause("SC-11.2-G2x")
def test_11_2_the_711th_has_no_such_choice_but_may_come_into_a_zone():
    game = front("711", "A1 5-4-6 2817", "G1 1-1-4 1117", turn=1, phase=GERMAN_MARCH)
    assert due(game, "711") == {"2717"}


@pytest.mark.clause("SC-11.2-A7x", "SC-11.5-3")
def test_11_2_with_no_hex_of_antwerp_free_the_americans_wait():
    full = [f"A{number} 5-4-6 {place}" for number, place in enumerate(sorted(ANTWERP))]
    game = front("413/104", *full, FAR[1], turn=7)
    assert not due(game, "413/104")
    do(game, "move A0 3219")
    until(game, MARCH, 8)
    assert due(game, "413/104") == {"3320"}


@pytest.mark.clause("SC-11.5-2", "SC-11.5-3")
def test_11_5_a_hex_with_an_enemy_is_closed_and_the_unit_takes_another_or_waits():
    allied = [f"A{number} 5-4-6 {place}" for number, place in enumerate(sorted(NORTH))]
    assert due(front("1HG", *allied[1:3], "G1 1-1-4 1830", turn=6, phase=GERMAN_MARCH), "1HG") == NORTH - {
        "1217",
        "1317",
    }
    game = front("1HG", *allied, "G1 1-1-4 1830", turn=6, phase=GERMAN_MARCH)
    assert not due(game, "1HG")
    assert rule_against(game, "enter 1HG 1117") == "scheldt:11.5"
    until(do(until(game, MARCH, 7), "move A0 1118"), GERMAN_MARCH)
    assert due(game, "1HG") == {"1117"}


# --- 11.3 · When ----------------------------------------


@pytest.mark.clause("SC-11.3-1")
def test_11_3_reinforcements_come_in_before_anybody_else_marches():
    game = front("1HG", "3AG", "G1 3-4-5 1720", FAR[0], turn=6, phase=GERMAN_MARCH)
    do(game, "enter 1HG 1117; move 1HG 1118; enter 3AG 1117")
    game = front("1HG", "3AG", "G1 3-4-5 1720", FAR[0], turn=6, phase=GERMAN_MARCH)
    do(game, "move G1 1719")
    assert rule_against(game, "enter 1HG 1117") == "scheldt:11.3"


@pytest.mark.clause("SC-11.3-1", "SC-11.2-G2", "SC-11.2-G3a")
@pytest.mark.parametrize(
    ("name", "turn", "gate", "off"), [("719", 2, "2717", "2718"), ("59", 3, "1517", "1518"), ("2AG", 3, "1517", "1518")]
)
def test_11_3_a_friend_on_the_only_hex_makes_room_first_and_nobody_else(name, turn, gate, off):
    units = (name, f"G1 3-4-5 {gate}", "G2 3-4-5 2019", FAR[0])
    game = front(*units, turn=turn, phase=GERMAN_MARCH)
    assert rule_against(game, f"enter {name} {gate}") == "scheldt:11.3/full"
    do(game, f"move G1 {off}; enter {name} {gate}")
    assert at(game, "G1", name) == [off, gate]
    late = do(front(*units, turn=turn, phase=GERMAN_MARCH), f"move G2 2119; move G1 {off}")
    assert rule_against(late, f"enter {name} {gate}") == "scheldt:11.3"


@pytest.mark.clause("SC-11.3-1")
def test_11_3_who_leaves_one_of_several_open_hexes_makes_no_room():
    game = front("1HG", "G1 3-4-5 1117", FAR[0], turn=6, phase=GERMAN_MARCH)
    assert due(game, "1HG") == NORTH - {"1117"}
    assert not due(do(game, "move G1 1118"), "1HG")


@pytest.mark.clause("SC-11.2-A7a", "SC-11.3-1")
def test_11_2_antwerp_must_be_empty_as_the_phase_opens():
    full = [f"A{number} 5-4-6 {place}" for number, place in enumerate(sorted(ANTWERP))]
    game = do(front("413/104", *full, FAR[1], turn=7), "move A0 3219")
    assert rule_against(game, "enter 413/104 3320") == "scheldt:11.3"


@pytest.mark.clause("SC-11.3-1")
def test_11_3_a_landing_is_no_march_ahead_of_a_newcomer():
    road = {"road_to_schore": ("2021",)}
    game = front("156/52", "413/104", "A1 5-4-6 3219", *FAR, turn=12, held=road)
    assert due(do(game, "land 156/52 2232"), "413/104") == ANTWERP
    assert not due(do(game, "move A1 3218"), "413/104")


@pytest.mark.clause("SC-11.3-1")
def test_11_3_mobile_units_come_in_in_the_mobile_movement_phase_too():
    units = ("1HG", "3AG", "G1 3-4-5 1720", "G2 6-6-7 1820 mobile", FAR[0])
    game = until(front(*units, turn=6, phase=GERMAN_MARCH), GERMAN_AGAIN)
    assert (due(game, "3AG"), due(game, "1HG")) == (NORTH, set())
    do(game, "move G2 1819")
    assert not due(game, "3AG")
    late = until(do(front(*units, turn=6, phase=GERMAN_MARCH), "move G1 1719"), GERMAN_AGAIN)
    assert due(late, "3AG") == NORTH  # a new phase opens


@pytest.mark.clause("SC-11.3-1")
def test_11_3_who_came_in_last_turn_is_no_newcomer_any_more():
    game = front("1HG", "1/1FJ", "G1 3-4-5 1720", FAR[0], turn=6, phase=GERMAN_MARCH)
    do(game, "enter 1HG 1117")
    until(game, GERMAN_MARCH, 7)
    do(game, "move 1HG 1118")
    assert not due(game, "1/1FJ")


@pytest.mark.clause("SC-11.3-2")
def test_11_3_an_arrival_may_march_on_at_once():
    game = do(front("1HG", *FAR[:1], "G1 1-1-4 1830", turn=6, phase=GERMAN_MARCH), "enter 1HG 1617")
    assert {"1616"} & places(game, "move", "1HG") == set()
    assert "1517" in places(game, "move", "1HG")


@pytest.mark.clause("SC-11.3-3")
def test_11_3_an_arrival_does_not_stop_where_another_unit_stands():
    game = front("59", "1AG", "G1 3-4-5 1618", FAR[0], turn=3, phase=GERMAN_MARCH)
    do(game, "enter 59 1517")
    assert not due(game, "1AG")  # the hex is taken
    assert rule_against(game, "move 59 1618") == "fm:5.3/march"
    do(game, "move 59 1518; enter 1AG 1517")
    assert at(game, "59", "1AG") == ["1518", "1517"]


@pytest.mark.clause("SC-11.5-1")
def test_11_5_an_arrival_next_to_an_enemy_fights_in_the_same_turn():
    game = front("59", "A1 1-1-6 1617", FAR[1], turn=3, phase=GERMAN_MARCH)
    do(game, "enter 59 1517")
    assert not places(game, "move", "59")  # it came into a zone
    assert "1617" in places(until(game, GERMAN_FIGHT), "attack")
    do(game, "attack 1617")
    assert attackers(game) == ["59"]


# --- the 104th Division ----------------------------------------


@pytest.mark.clause("SC-11.2-A7y")
def test_11_2_the_americans_do_not_march_west_of_woensdrecht():
    game = front("413/104 2021", "A1 5-4-6 2121", FAR[1], turn=8)
    assert "2022" in places(game, "move", "A1")
    assert rule_against(game, "move 413/104 2022") == "scheldt:11.2/march"
    assert {"1922", "2122"} & places(game, "move", "413/104") == set()
    assert {"1921", "1821", "2221"} <= places(game, "move", "413/104")  # hardly further east, due north, due south


@pytest.mark.clause("SC-11.2-A7y")
def test_11_2_the_americans_do_not_advance_there_either():
    for name, follows in (("413/104", False), ("A1", True)):
        units = (f"{name} 2021" if name == "413/104" else "A1 5-6-6 2021", "G1 1-1-4 2022 depleted", "G2 1-1-4 1917")
        game = flee(fight(front(*units, turn=8, phase=FIGHT), "2022", roll=1))
        assert at(game, "G1") != ["2022"]
        assert ("2022" in places(game, "advance")) == follows


@pytest.mark.clause("SC-11.2-A7y")
def test_11_2_nor_do_they_fall_back_there():
    for name, back in (("413/104", False), ("A1", True)):
        unit = "413/104 2021 depleted" if name == "413/104" else "A1 5-6-6 2021 depleted"
        units = (unit, "G1 9-9-4 2020", "G2 1-1-4 1921", "G3 1-1-4 2221")
        game = flee(fight(front(*units, turn=8, phase=GERMAN_FIGHT), "2021", roll=1, by="G1"))
        assert (at(game, name) != ["eliminated"]) == back


def test_11_0_an_arrival_is_told_in_the_diary():
    game = do(front("413/104", *FAR, turn=7), "enter 413/104 3420")
    assert [str(e.event) for e in game.steps[-1].entries if isinstance(e.event, Entered)] == [
        "413/104 arrives at 3420."
    ]
