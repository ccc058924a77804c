"""Scheldt 16.0 to 16.2 and 13.1 · When the assault groups may land, where, and how many."""

import pytest

from fmbook.books.scheldt.facts import ROAD_HELD
from fmbook.play.game import Game
from tests.tools.positions import at, do, fight, places, told_of
from tests.tools.scheldt_positions import FAR, FIGHT, LISTED, MARCH, ROAD, flee, front, rule_against, until

HELD = {"road_to_schore": ROAD}
BEVELAND, WALCHEREN = ("155/52", "156/52", "157/52"), ("146/49", "147/49", "148/49", "2Bde")


def beach(*units: str, turn: int = 12, **more: object) -> Game:
    return front(*(units or ("156/52", *FAR)), turn=turn, **{"held": HELD, **more})  # type: ignore[arg-type]


def coast(game: Game, name: str) -> set[str]:
    return places(game, "land", name)


def far(game: Game, place: str) -> int:
    return game.board.distance(game.board.at("2736"), game.board.at(place))


# --- 16.0 ----------------------------------------


@pytest.mark.clause("SC-16.0-1", "SC-11.0-7", "SC-16.1-11", "SC-16.2-8")
def test_16_0_seven_units_in_two_groups_come_by_boat_and_in_no_other_way():
    game = beach(*BEVELAND, *WALCHEREN, "413/104", *FAR)
    assert {name for name in LISTED if name in game.movers() and coast(game, name)} == {*BEVELAND, *WALCHEREN}
    for name in (*BEVELAND, *WALCHEREN):
        assert not places(game, "enter", name)
        assert rule_against(game, f"enter {name} 3320") == f"scheldt:{'16.1' if name in BEVELAND else '16.2'}"
    assert rule_against(game, "land 413/104 2232") == "scheldt:16.0"
    assert rule_against(game, "land 245 2232") == "scheldt:16.0"


@pytest.mark.clause("SC-16.1-4", "SC-16.2-2")
def test_16_1_they_land_in_the_allied_movement_phase_alone():
    units = ("156/52", "146/49", "A1 6-3-6 3420 mobile", *FAR)
    game = beach(*units)
    do(game, "move A1 3320")  # at any time of the phase
    assert coast(game, "156/52")
    assert coast(game, "146/49")
    again = until(beach(*units), "Allied mobile movement phase")
    assert not coast(again, "156/52") | coast(again, "146/49")
    assert "movement" in str(again.can("land 156/52 2232"))


# --- 16.1 · Its conditions ----------------------------------------


@pytest.mark.clause("SC-16.1-1")
@pytest.mark.parametrize(("turn", "open_"), [(1, False), (11, False), (12, True), (13, True), (20, True)])
def test_16_1_not_before_turn_12(turn, open_):
    game = beach(turn=turn)
    assert bool(coast(game, "156/52")) == open_
    if not open_:
        assert "turn 12" in str(game.can("land 156/52 2232"))


@pytest.mark.clause("SC-16.1-2")
@pytest.mark.parametrize("name", ["64", "1037", "1038", "1039"])
def test_16_1_not_while_a_german_who_began_in_the_pocket_lives(name):
    alive = beach("156/52", f"{name} 1117", *FAR)  # wherever he is
    assert not coast(alive, "156/52")
    assert rule_against(alive, "land 156/52 2232") == "scheldt:16.1"
    assert coast(beach("156/52", "G1 3-4-5 2642", *FAR), "156/52")  # he did not begin there


@pytest.mark.clause("SC-16.1-2")
def test_16_1_a_dead_garrison_opens_the_way():
    game = beach("156/52", "A1 9-9-6 2643", "64 2642 depleted", *FAR, phase=FIGHT, turn=12)
    fight(game, "2642", roll=2)  # an exchange
    assert at(game, "64") == ["eliminated"]
    do(game, "stay-back") if game.can("stay-back") else None
    assert coast(until(game, MARCH, 13), "156/52")


@pytest.mark.clause("SC-16.1-3")
def test_16_1_not_before_woensdrecht_is_taken():
    shut = beach("156/52", "A1 5-4-6 2121", *FAR, held={})
    assert not coast(shut, "156/52")
    assert "Woensdrecht" in str(shut.can("land 156/52 2232"))
    do(shut, "move A1 1921")  # past it
    assert coast(shut, "156/52")
    held = beach("156/52", "A1 5-4-6 2021", *FAR, held={})
    assert coast(held, "156/52")
    lost = beach("156/52", "G1 3-4-5 2021", *FAR)
    assert not coast(lost, "156/52")


@pytest.mark.clause("SC-16.1-3")
@pytest.mark.parametrize("german", [True, False])
def test_16_1_whoever_was_last_in_woensdrecht_holds_it(german):
    units = ("156/52", "G1 3-4-5 2020", *FAR)
    game = until(beach(*units), "German movement phase")
    if german:
        do(game, "move G1 1921 via 2021")
    assert bool(coast(until(game, MARCH, 13), "156/52")) != german


# --- 16.1 · Its coasts ----------------------------------------


@pytest.mark.clause("SC-16.1-5", "SC-16.1-7", "SC-15.0-2")
def test_16_1_ten_hexes_from_terneuzen_on_south_beveland_and_six_elsewhere():
    game = beach()
    hexes = coast(game, "156/52")
    beveland = {place for place in hexes if "South Beveland" in game.describe(place)}
    assert {"2030", "2232", "2435", "1838", "1737", "2228"} <= beveland
    assert max(far(game, place) for place in beveland) == 10
    assert not {"2226", "2124", "1729"} & hexes  # further along the same coast
    others = hexes - beveland
    assert {"2540", "2632", "2736"} <= others
    assert max(far(game, place) for place in others) == 6
    assert not {"2042", "1739", "2041", "2441"} & hexes
    for place in hexes:
        assert "sea" not in game.describe(place).split(".")[0].split(", ")
    assert "2234" not in hexes  # inland
    assert rule_against(game, "land 156/52 2234") == "scheldt:16.1/where"


@pytest.mark.clause("SC-16.1-6")
def test_16_1_a_landing_hex_may_hold_a_german_but_not_a_friend():
    game = beach("156/52", "G1 3-4-5 2232", "A1 5-4-6 2333", *FAR)
    assert "2232" in coast(game, "156/52")
    assert rule_against(game, "land 156/52 2333") == "scheldt:16.0/room"
    do(game, "land 156/52 2232")
    assert at(game, "156/52", "G1") == ["2232", "2232"]


@pytest.mark.clause("SC-16.1-8", "SC-16.2-5")
@pytest.mark.parametrize(("name", "place"), [("156/52", "2232"), ("146/49", "1943")])
def test_16_1_each_landing_unit_gets_an_assault_boat_marker(name, place):
    game = do(beach(name, *FAR, turn=13), f"land {name} {place}")
    assert next(str(entry.event) for entry in game.steps[-1].entries) == (
        f"{name} comes ashore at {place}, under an Assault Boat marker."
    )
    number = game.setup.unit_numbers[name]
    assert game.state.facts["boats"] == ((number, game.board.at(place), 13),)


@pytest.mark.clause("SC-16.1-9", "SC-16.2-6")
def test_16_1_units_of_a_group_need_not_land_next_to_one_another():
    game = do(beach("156/52", "157/52", "146/49", "147/49", *FAR), "land 156/52 2030; land 157/52 2540")
    do(game, "land 146/49 1545; land 147/49 2042")
    assert at(game, "156/52", "157/52", "146/49", "147/49") == ["2030", "2540", "1545", "2042"]


@pytest.mark.clause("SC-16.1-10", "SC-16.2-7")
@pytest.mark.parametrize(("first", "second", "place"), [("156/52", "157/52", "2232"), ("146/49", "2Bde", "1943")])
def test_16_1_all_of_a_group_land_in_one_turn(first, second, place):
    game = do(beach(first, second, *FAR), f"land {first} {place}")
    refused = game.can("end-phase")
    assert refused.reasons[0].rule == ("scheldt:16.1" if place == "2232" else "scheldt:16.2")
    assert second in refused.reasons[0].text
    do(game, f"land {second} {min(coast(game, second))}; end-phase")
    waiting = beach(first, second, *FAR, turn=13, facts={"boats": ((0, 0, 12),)})
    assert not coast(waiting, second)
    assert "turn 12" in str(waiting.can(f"land {second} {place}"))


@pytest.mark.clause("SC-16.1-10")
def test_16_1_the_other_group_is_not_bound():
    game = do(beach("156/52", "146/49", *FAR), "land 156/52 2232; end-phase")
    assert game.phase != MARCH or game.turn > 12
    assert coast(until(game, MARCH, 13), "146/49")


# --- 13.1 · The 155th comes back ----------------------------------------


@pytest.mark.clause("SC-13.1-5")
def test_13_1_the_155th_comes_back_at_full_strength():
    game = until(front("155/52 3142 depleted", "156/52", *FAR, turn=5, held=HELD), MARCH, 12)
    assert game.unit("155/52").steps == 1
    do(game, "land 155/52 2232")
    assert (game.unit("155/52").steps, at(game, "155/52")) == (2, ["2232"])


@pytest.mark.clause("SC-13.1-6")
def test_13_1_a_155th_that_was_eliminated_does_not_come_back():
    units = ("155/52 3142 depleted", "156/52", "G1 19-4-5 3041", *FAR)
    dead = front(*units, turn=12, phase="German combat phase", held=HELD)
    fight(dead, "3142", roll=5)
    assert at(dead, "155/52") == ["eliminated"]
    until(dead, MARCH, 13)
    assert coast(dead, "156/52")
    assert rule_against(dead, "land 155/52 2232") == "scheldt:13.1"


# --- 16.2 · Walcheren ----------------------------------------


@pytest.mark.clause("SC-16.2-1", "SC-11.2-V8")
@pytest.mark.parametrize("missing", ROAD)
def test_16_2_every_road_hex_from_woensdrecht_to_schore_must_be_allied(missing):
    road = tuple(place for place in ROAD if place != missing)
    game = beach("146/49", *FAR, turn=5, held={"road_to_schore": road})
    assert not coast(game, "146/49")
    refused = game.can("land 146/49 1943").reasons[0]
    assert (refused.rule, refused.places) == ("scheldt:16.2", (missing,))
    there = beach("146/49", f"A1 5-4-6 {missing}", *FAR, turn=5, held={"road_to_schore": road})
    assert coast(there, "146/49")
    taken = beach("146/49", f"G1 3-4-5 {missing}", *FAR, turn=5)
    assert not coast(taken, "146/49")


@pytest.mark.clause("SC-16.2-1")
def test_16_2_a_march_an_advance_and_a_retreat_occupy_the_road():
    march = do(beach("146/49", "A1 5-4-6 2021", *FAR, turn=5, held={}), "move A1 2030")
    assert set(ROAD) - {"2021"} <= {march.board.name(place) for place in march.state.facts["road_to_schore"]}
    assert coast(march, "146/49")
    advance = front("A1 7-4-6 2123", "G1 1-1-5 2124 depleted", *FAR, phase=FIGHT)
    do(flee(fight(advance, "2124", roll=1)), "advance A1 2124; stay-back")
    assert advance.board.at("2124") in advance.state.facts["road_to_schore"]
    back = front("A1 1-1-6 2123 depleted", "G1 5-9-5 2124", *FAR, phase="German combat phase")
    flee(fight(back, "2123", roll=1))
    assert {back.board.name(place) for place in back.state.facts["road_to_schore"]} & set(ROAD)
    german = front("A1 5-4-6 2020", "G1 1-1-5 2124 depleted", *FAR[:1], "A2 7-4-6 2125", phase=FIGHT, held=HELD)
    fell = flee(do(fight(german, "2124", roll=1), "retreat G1 2123"))
    assert fell.board.at("2123") not in fell.state.facts["road_to_schore"]
    assert fell.board.at("2126") in fell.state.facts["road_to_schore"]


@pytest.mark.clause("SC-16.2-1")
def test_16_2_a_landing_occupies_the_road_too():
    game = do(beach("156/52", *FAR, held={"road_to_schore": ("2021",)}), "land 156/52 2030")
    assert game.board.at("2030") in game.state.facts["road_to_schore"]


@pytest.mark.clause("SC-16.2-3")
def test_16_2_on_any_coast_of_walcheren_and_no_other():
    game = beach("146/49", *FAR, turn=5)
    assert coast(game, "146/49") == {
        "1240", "1241", "1242", "1340", "1343", "1344", "1439", "1444", "1539", "1545", "1639", "1644", "1739", "1744",
        "1843", "1939", "1940", "1943", "2040", "2041", "2042",
    }  # fmt: skip
    assert rule_against(game, "land 146/49 2232") == "scheldt:16.2/where"
    assert rule_against(game, "land 146/49 1741") == "scheldt:16.2/where"


@pytest.mark.clause("SC-16.2-4")
def test_16_2_even_on_a_german():
    game = do(beach("146/49", "1019 2042", *FAR, turn=5), "land 146/49 2042")
    assert at(game, "146/49", "1019") == ["2042", "2042"]


def test_16_2_the_road_to_schore_is_told_as_held_by_whoever_was_there_last_while_boats_wait_for_it():
    assert "Last held by the Germans." in told_of("scheldt", "campaign", "2029")
    assert "Last held by the Allies." in told_of("scheldt", "campaign", "2029", ROAD_HELD)
    assert "Last held" not in told_of("scheldt", "braakman", "2029")
