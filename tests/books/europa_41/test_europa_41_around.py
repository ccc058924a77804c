"""What surrounds rule 41 on its boards, ours: marching, attacks and their results, overruns, tasks."""

from typing import Any

import pytest

import fmbook as fm
from fmbook.play.game import Game
from fmbook.text import board_in_words, hex_in_words, unit_in_words
from tests.tools.europa_positions import board, cost, end, fact, owner, tell
from tests.tools.positions import at, places, refusal

AXIS, STRIKE = "Axis movement", "Axis combat"


def plain(*phases: str, **more: Any) -> Game:
    """Woods and clear ground, without water: the board of 41.F."""
    return board("41.F", *(phases or (AXIS,)), **more)


def fought(die: int, *by: str, on: str = "0202", **more: Any) -> Game:
    game = plain(STRIKE, "Soviet movement", **more)
    game.do(f"attack {on}")
    for unit in by:
        if f"join {unit}" in map(str, game.legal()):
            game.do(f"join {unit}")
    if "ready" in map(str, game.legal()):
        game.do("ready")
    game.do("roll", roll=die)
    return game


THREE: dict[str, Any] = {
    "at": {"A1": "0103", "A2": "0203", "A3": "0303", "S1": "0404", "S2": "0202"},
    "given": {"Axis": "0103 0203 0303"},
}


def test_chart_each_class_pays_its_own_column():
    game = plain("Soviet movement", away="A3 S2 S3 S4", at={"S1": "0202"})
    assert cost(game, "S1", "0203") == "3"  # c/m: woods two, and one for the stream
    foot = plain("Soviet movement", away="A3 S1 S3 S4", at={"S2": "0202"})
    assert cost(foot, "S2", "0203") == "1"


def test_chart_a_unit_moves_once_and_never_into_an_enemy():
    game = plain()
    game.do("move A1 0702")
    assert refusal(game, "move A1 0802").rule == "europa_41:chart/once"
    assert "held by the enemy" in refusal(game, "move A3 0204").text
    assert refusal(game, "move S1 0103").rule == "europa_41:chart/own"


def test_chart_the_first_to_enter_owns_the_hex():
    game = plain()
    game.do("move A3 0202")
    assert owner(game, "0202") == "Axis"


def test_attack_strengths_odds_and_ground():
    game = plain(STRIKE, **THREE)
    battle = game.battle("0202", by=["A1", "A2", "A3"])
    assert (battle.attack, battle.defence, battle.sum.column.label) == (14, 6, "2:1")  # A2 halved over the stream
    woods = plain(STRIKE, at={"A1": "0304", "S2": "0203", "A3": "0204"}, given={"Axis": "0304 0204", "Soviet": "0203"})
    assert [line.amount for line in woods.battle("0203", by=["A3"]).steps if line.to == "die"] == [-1]


def test_attack_strength_is_halved_over_a_major_river():
    game = board("41.D", "Allied combat", at={"I1": "4212"})
    assert game.battle("4212", by=["L1"]).attack == 2  # of 4, over the Shatt al Arab
    beside = board("41.D", "Allied combat", at={"I1": "4312"})
    assert beside.battle("4312", by=["L1"]).attack == 4


def test_attack_odds_say_what_every_die_does():
    game = plain(STRIKE, **THREE)
    battle = game.battle("0202", by=["A1", "A2", "A3"])
    assert {result: int(6 * share) for result, share in battle.odds().items()} == {
        "NE": 1, "DR": 2, "HX": 2, "DH": 1,
    }  # fmt: skip


@pytest.mark.parametrize(("die", "by", "expected"), [
    (1, ("A1",), {"A1": "eliminated", "S2": "0202"}),
    (5, ("A1", "A2", "A3"), {"S2": "eliminated"}),
])  # fmt: skip
def test_attack_results_eliminate(die, by, expected):
    game = fought(die, *by, **THREE)
    while game.state.asks:
        game.do(game.legal()[0])
    assert {unit: game.unit(unit).place for unit in expected} == expected


def test_attack_a_strong_one_eliminates_the_defender_and_may_follow():
    game = board("41.A.1", STRIKE, "Allied movement", at={"A1": "0825", "A2": "0826", "E1": "0726"}, away="L1 L2",
                 given={"Axis": "0825 0826"})  # fmt: skip
    for order in ("attack 0726", "join A1", "join A2"):
        game.do(order)
    game.do("roll", roll=3)  # 8 against 1
    assert at(game, "E1") == ["eliminated"]
    assert places(game, "advance") == {"16A:0726"}


def test_attack_needs_somebody_with_attack_strength():
    game = board("41.A.1", "Allied combat", "Axis movement", away="L1", at={"L2": "0727"})
    game.do("attack 0827")
    game.do("join E1")
    assert refusal(game, "ready").rule == "europa_41:attack/somebody"
    game.do("join L2")
    assert str(game.prompt).startswith("Allied: throw the die")


def test_attack_only_who_attacked_may_advance():
    game = fought(3, "A1", "A2", **THREE)  # 10 against 6
    game.do(next(order for order in game.legal() if str(order).startswith("retreat")))
    assert refusal(game, "advance A3 0202").rule == "europa_41:attack/advance"
    assert {order.names[0] for order in game.legal_of(fm.Advance)} == {"A1", "A2"}


def test_attack_the_attacker_retreats():
    game = fought(3, "A1", **THREE)
    assert at(game, "A1") == ["0203"]  # the one hex of its side beside it


def test_attack_the_defender_retreats_and_the_attacker_may_advance():
    game = fought(2, "A1", "A2", "A3", **THREE)
    game.do(next(order for order in game.legal() if str(order).startswith("retreat")))
    assert places(game, "advance") == {"0202"}
    assert refusal(game, "advance A1 0102").rule == "europa_41:attack/advance-to"
    game.do("advance A1 0202")
    game.do("stay-back")
    assert owner(game, "0202") == "Axis"
    assert at(game, "A1") == ["0202"]


def test_attack_a_half_exchange_costs_the_stronger_half():
    game = fought(4, "A1", "A2", "A3", **THREE)
    assert at(game, "S2") == ["eliminated"]
    assert {str(order) for order in game.legal()} == {"lose A1", "lose A2", "lose A3"}
    assert refusal(game, "lose S1").rule == "europa_41:attack/loss"
    game.do("lose A3")
    assert not str(game.prompt).startswith("Axis: who is lost")  # 4 covers the half of 6


def test_attack_half_of_the_defender_is_lost_and_the_rest_retreats():
    game = board("41.A.1", STRIKE, "Allied movement", at={"A1": "0825", "A2": "0826", "E1": "0726"}, away="L1",
                 given={"Axis": "0825 0826"})  # fmt: skip
    for order in ("attack 0726", "join A1", "join A2"):
        game.do(order)
    game.do("roll", roll=6)  # 8 against 3
    assert str(game.prompt).startswith("Allied: who is lost?")
    game.do("lose L2")  # 2 of 3: the half, rounded up
    assert at(game, "L2", "E1") == ["eliminated", "16A:0727"]


def test_attack_an_exchange_costs_the_stronger_as_much():
    game = fought(6, "A1", "A3", at={**THREE["at"], "A2": "0802"}, given=THREE["given"])
    assert "both lose the same" in tell(game)
    assert at(game, "S2") == ["eliminated"]
    game.do("lose A1")  # 5 of the 6 that are due: the other goes too
    assert at(game, "A1", "A3") == ["eliminated", "eliminated"]
    assert str(game.prompt).startswith("Axis: attack.")  # nobody is left to lose or to advance


# --- tasks ----------------------------------------------------------------------------------------


def test_overrun_only_ground_units_of_the_side_that_moves():
    game = board("41.A.1", AXIS)
    assert refusal(game, "overrun L2 0827").rule == "europa_41:overrun/who"
    assert refusal(game, "overrun NG1 0827").rule == "europa_41:overrun/who"


def test_base_a_unit_builds_once():
    game = board("41.A.3", "Allied movement")
    game.do("build L1 0926")
    assert refusal(game, "build L1 0926").rule == "europa_41:base/own"


def test_bridge_only_sappers_mend():
    game = board("41.A.1", "Allied movement", "Allied movement", away="L1")
    game.do("demolish E1 0827")
    assert refusal(end(game), "repair L2 0827").rule == "europa_41:bridge/who-mends"


def test_bridge_who_mends_does_not_march():
    game = board("41.A.1", "Allied movement", "Allied movement", away="L1")
    game.do("demolish E1 0827")
    end(game)
    game.do("repair E1 0827")
    assert refusal(game, "move E1 0726").rule == "europa_41:chart/once"


def test_air_a_dropped_unit_takes_empty_land_and_has_moved_but_falls_into_no_sea():
    game = board("41.A.4.b", "Allied movement")
    assert refusal(game, "drop P1 0523").rule == "europa_41:air/where"
    game.do("drop P1 0824")
    assert (at(game, "P1"), owner(game, "0824")) == (["16A:0824"], "Allied")
    assert refusal(game, "move P1 0724").rule == "europa_41:chart/once"


def test_tasks_a_wrong_answer_fails_a_task_and_the_next_begins():
    game = fm.new_game("europa_41", "41.C")
    assert (game.turn, game.phase) == (1, "Round of questions")
    assert {str(order) for order in game.legal()} == {"say yes", "say no"}
    game.do("say yes")
    assert game.turn == 2
    assert "Task 1 has failed: the answer yes is wrong, and no is right." in tell(game)


def test_tasks_a_right_answer_is_told_in_a_sentence():
    game = fm.new_game("europa_41", "41.C")
    game.do("say no")
    assert "answers no, which is right." in tell(game)


def test_tasks_time_runs_out():
    game = fm.new_game("europa_41", "41.C")
    game.do("say no")
    end(game)
    assert "Task 1 has failed: time is up." in tell(game)


def test_tasks_a_spoilt_task_has_failed():
    game = fm.new_game("europa_41", "41.A.4.b")
    for answer in ("yes", "yes", "no", "no"):
        game.do(f"say {answer}")
    game.do("let-be")
    game.do("roll", roll=4)
    while game.turn == 2 and game.state.asks:
        game.do(game.legal()[0])
    assert "Task 2 has failed: it is spoilt: let be." in tell(game)


def test_tasks_each_has_its_own_situation():
    game = fm.new_game("europa_41", "41.C")
    assert owner(game, "0813") == "Allied"
    game.do("say yes")
    assert owner(game, "0813") == "Axis"
    assert at(game, "NG1") == ["15B:0714"]


def test_tasks_who_solves_none_has_lost():
    game = fm.new_game("europa_41", "41.C")
    game.do("say yes")
    game.do("say yes")
    assert game.outcome
    assert (game.outcome.winner, game.outcome.level) == ("Allied", "failed")
    assert fact(game, "results") == (False, False)


def test_tasks_who_solves_some_has_neither_won_nor_lost():
    game = fm.new_game("europa_41", "41.C")
    for order in ("say no", "move A1 0813", "move NG1 0913", "say yes"):
        game.do(order)
    assert game.outcome
    assert (game.outcome.winner, game.outcome.level) == (None, "in part")


def test_tasks_the_prompt_tells_what_is_to_be_done():
    game = fm.new_game("europa_41", "41.C")
    assert "May NG1 go from 0714 to 0913 now?" in str(game.prompt)
    game.do("say no")
    assert "Take 0813 with A1" in str(game.prompt)
    assert refusal(game, "say no")


# --- in words -------------------------------------------------------------------------------------


def test_words_tell_the_task_the_pools_and_the_canal():
    assert "The task: Take NG1" in board_in_words(fm.new_game("europa_41", "41.B"))
    assert "The canal is open; 11 of its 11 sides are Allied." in board_in_words(fm.new_game("europa_41", "41.B"))
    assert "SRPs: British 12, American 12." in board_in_words(fm.new_game("europa_41", "41.A.4.a"))
    assert "Axis rail capacity: 3 RE." in board_in_words(fm.new_game("europa_41", "41.A.2"))
    assert "There is frost." in board_in_words(fm.new_game("europa_41", "41.A.3"))


def test_words_tell_owners_floods_bridges_and_bases():
    flooded = board("41.A.4.a", STRIKE, announced={"on": "0922", "by": ["A1"], "flooded": "partial"})
    assert "Flooded: it counts as swamp." in hex_in_words(flooded, "0922")
    assert "Owned by the Allies." in hex_in_words(flooded, "0922")
    ice = board("41.A.3", "Allied movement", held={"airfields": "0926"})
    assert "Frozen." in hex_in_words(ice, "0926")
    assert "A temporary airfield lies here." in hex_in_words(ice, "0926")
    blown = board("41.A.1", "Allied movement", away="L1")
    blown.do("demolish E1 0827")
    assert "The bridge to 16A:0827 is blown." in hex_in_words(blown, "0727")
    ruined = board("41.A.4.b", STRIKE, held={"ruined": "0723"})
    assert "Port and airbase are ruined." in hex_in_words(ruined, "0723")


def test_words_tell_size_class_and_moorings():
    game = fm.new_game("europa_41", "41.D")
    assert "It contains a CG." in unit_in_words(game, "NG2")
    assert "3 RE, motorized or artillery." in unit_in_words(game, "L1")
    up = board("41.D", "Allied movement")
    up.do("move NG1 4313")
    assert "It lies on the river between" in unit_in_words(up, "NG1")
    kerch = board("41.E.1", "Soviet movement", aboard=[["S2", "NS"]])
    assert "It is aboard NS." in unit_in_words(kerch, "S2")
    assert "Its depots are empty." in unit_in_words(plain("Soviet movement"), "S3")
    assert "+3 MP: it has 3 points" in unit_in_words(plain("Soviet movement", slowed=[1]), "S2")


def test_the_diary_says_that_ships_sail_and_aircraft_fly():
    game = board("41.A.1", "Allied movement", "Allied movement")
    game.do("move NG1 0828")
    assert "NG1 sails from" in tell(game)
    flown = board("41.A.3", "Allied movement", "Allied movement", held={"airfields": "0926"})
    wings = next(unit for unit in flown.units() if "air" in flown.setup.unit(unit.id).traits)
    where = next(order for order in flown.legal(unit=wings.id) if order.verb == "move")
    flown.do(where)
    assert f"{wings.id} flies from" in tell(flown)
