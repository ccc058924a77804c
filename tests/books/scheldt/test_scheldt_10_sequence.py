"""Scheldt 10, 11.0 and 18 · Who goes first, when there is rebuilding, and the set-up."""

import pytest

from fmbook.core.events import PhaseEnded
from fmbook.core.state import Phase
from tests.tools.positions import places
from tests.tools.scheldt_positions import FAR, LISTED, REBUILD, front, rule_against, scheldt, until

AROUND = {"3219", "3220", "3221", "3319", "3320", "3321", "3322", "3419", "3420", "3421"}
CHOICE = ("3/1", "10/1", "4/2", "5/2", "6/2", "2Eng", "4/4")


@pytest.mark.clause("SC-10.1-1", "SC-11.0-4", "SC-11.0-12")
def test_10_1_the_allies_go_first_and_each_player_turn_ends_with_rebuilding():
    units = ("G1 3-4-5 1917 depleted", "A1 5-4-6 3420 depleted", "A2 3-3-6 3421 mobile", "G2 6-6-7 1817 mobile")
    game, seen = front(*units, turn=2), []
    while game.turn < 4:
        seen.append(game.phase)
        game.do("end-phase")
    turn = [
        f"{side} {kind} phase"
        for side in ("Allied", "German")
        for kind in ("movement", "combat", "mobile movement", "rebuilding")
    ]
    assert seen == [phase for phase in turn if "combat" not in phase] * 2  # nobody is in reach of anybody


@pytest.mark.clause("SC-11.0-4", "SC-11.0-12")
def test_11_0_nobody_rebuilds_before_all_is_moved_and_fought():
    game = front("A1 5-4-6 3420 depleted", "A2 3-3-6 3421 mobile", FAR[1])
    for phase in ("Allied movement phase", "Allied mobile movement phase"):
        until(game, phase)
        assert not game.can("rebuild A1")
        assert "rebuild A1" not in map(str, game.legal())
    assert until(game, REBUILD).can("rebuild A1")


# --- 18.0 · Set-up ----------------------------------------


@pytest.mark.clause(
    "SC-18.0-G1", "SC-18.0-G2", "SC-18.0-G3", "SC-18.0-G4", "SC-18.0-G5", "SC-18.0-G6", "SC-18.0-G7", "SC-18.0-G8",
    "SC-18.0-G9", "SC-18.0-A1", "SC-18.0-A2", "SC-18.0-A3", "SC-18.0-A4", "SC-18.0-A5", "SC-18.0-A6", "SC-18.0-A7",
    "SC-18.0-A8", "SC-18.0-A9",
)  # fmt: skip
@pytest.mark.parametrize(
    ("name", "factors", "place"),
    [
        ("1020", "3-4-5", "1832"), ("1019", "3-4-5", "2042"), ("245", "8-9-5", "1917"), ("346", "5-7-5", "2819"),
        ("712", "5-7-5", "3018"), ("64", "5-7-5", "2642"), ("1037", "3-4-5", "3043"), ("1039", "3-4-5", "3044"),
        ("1038", "3-4-5", "3045"), ("9/3", "5-4-6", "2637"), ("3Eng", "6-2-6", "2737"), ("8/3", "5-4-6", "2837"),
        ("10/4", "5-4-6", "3038"), ("155/52", "6-5-6", "3142"), ("7/3", "5-4-6", "3147"), ("44/15", "5-4-6", "3317"),
        ("46/15", "5-4-6", "3318"), ("247/15", "5-4-6", "3319"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("scenario", ["campaign", "free"])
def test_18_0_units_stand_where_the_list_has_them(scenario, name, factors, place):
    unit = scheldt(scenario).unit(name)
    assert (f"{unit.attack}-{unit.defence}-{unit.movement}", unit.place, unit.full) == (factors, place, True)


def test_18_0_nobody_else_is_on_the_map():
    game = scheldt()
    assert {unit.id for unit in game.units()} == {name for name, form in LISTED.items() if form.at}
    assert (len(game.units(side="German")), len(game.units(side="Allied"))) == (9, 16)


WHO = {
    "3/1": "5-4-6", "10/1": "6-3-6", "4/2": "5-4-6", "5/2": "5-4-6", "6/2": "5-4-6", "2Eng": "6-2-6", "4/4": "6-3-6",
}  # fmt: skip


@pytest.mark.clause(
    "SC-18.0-A10", "SC-18.0-A11", "SC-18.0-A12", "SC-18.0-A13", "SC-18.0-A14", "SC-18.0-A15", "SC-18.0-A16"
)
def test_18_0_seven_units_start_on_or_next_to_the_docks_as_their_player_likes():
    game = scheldt("free")
    assert (game.phase, game.side) == ("Allied set-up", "Allied")
    open_ = AROUND - {"3319"}  # 247/15 stands there
    for name in CHOICE:
        counter = game.unit(name)
        assert f"{counter.attack}-{counter.defence}-{counter.movement}" == WHO[name]
        assert game.movers() == (name,)
        assert places(game, "place", name) == open_
        place = min(open_)
        open_ -= {place}
        game.do(f"place {name} {place}")
    assert (game.phase, game.turn) == ("Allied movement phase", 1)
    assert PhaseEnded(Phase("Allied set-up", 0, "set-up")) in [entry.event for entry in game.steps[-1].entries]
    assert {game.unit(name).place for name in CHOICE} <= AROUND


@pytest.mark.clause("SC-18.0-A10")
def test_18_0_a_place_that_is_taken_or_too_far_away_is_refused():
    game = scheldt("free")
    assert rule_against(game, "place 3/1 3218") == "scheldt:18.0/where"
    assert rule_against(game, "place 3/1 3319") == "scheldt:18.0/where"
    assert rule_against(game, "place 4/2 3320") == "scheldt:18.0"


def test_18_0_the_campaign_stands_on_posts_that_the_list_allows():
    game = scheldt()
    assert {game.unit(name).place for name in CHOICE} <= AROUND
