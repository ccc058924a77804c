"""Rule 41.A.4 · Flooding: partial and massive."""

from typing import Any

import pytest

import fmbook as fm
from fmbook.books.europa_41.floods import may_be_flooded_massively, relief_for
from fmbook.books.europa_41.ground import flooding_of, ground_of
from fmbook.books.europa_41.ice import bases_of
from fmbook.mechanics.combat import in_battle, summed
from fmbook.mechanics.movement import allowance
from fmbook.play.game import Game
from fmbook.play.positions import Position
from tests.tools.europa_positions import board, cost, end, fact, names, tell
from tests.tools.positions import at, places, refusal

STRIKE, MARCH, EXPLOIT = "Axis combat", "Axis movement", "Axis exploitation"
WAR = {"surrendered": True}
ATTACK: dict[str, Any] = {"on": "0922", "by": ["A1", "A2"]}


def low(*phases: str, **more: Any) -> Game:
    return board("41.A.4.a", *(phases or (STRIKE,)), **more)


def flooded(die: int, *phases: str, **more: Any) -> Game:
    """The attack on 0922 is announced, and the owner tries to flood the hex."""
    game = low(*(phases or (STRIKE,)), announced=ATTACK, **more)
    game.do("flood", roll=die)
    return game


# --- 41.A.4.a · Partial flooding ------------------------------------------------------------------


@pytest.mark.clause("R41-A.4-a")
@pytest.mark.clause("R41-A.4.a-a")
def test_41_a_4_a_the_owner_of_a_canal_intensive_hex_may_flood_it_when_it_is_attacked():
    game = low()
    assert "flood" not in str(game.prompt)
    for order in ("attack 0922", "join A1", "join A2"):
        game.do(order)
    assert game.side == "Allied"
    assert {str(order) for order in game.legal()} == {"flood", "let-be"}


@pytest.mark.clause("R41-A.4-a")
def test_41_a_4_a_dry_ground_and_hexes_of_the_attacker_are_not_flooded():
    game = low(announced={"on": "1023", "by": ["A2"]})  # swamp, but no canals
    assert [str(order) for order in game.legal()] == ["roll"]
    taken = low(announced=ATTACK, given={"Axis": "0922"})
    assert [str(order) for order in taken.legal()] == ["roll"]


@pytest.mark.clause("R41-A.4.a-b")
def test_41_a_4_a_attack_and_attackers_are_named_before_the_attempt():
    game = low()
    game.do("attack 0922")
    assert game.side == "Axis"
    assert refusal(game, "flood")
    game.do("join A1")
    game.do("ready")
    assert game.side == "Allied"
    assert refusal(game, "join A2")
    game.do("let-be")
    game.do("roll", roll=1)
    while game.state.asks:  # whatever comes of it, nobody is asked again who attacks
        assert not game.legal_of(fm.Join)
        game.do(game.legal()[0])


@pytest.mark.clause("R41-A.4.a-c")
def test_41_a_4_a_the_owner_may_let_it_be():
    game = low(announced=ATTACK)
    game.do("let-be")
    assert [str(order) for order in game.legal()] == ["roll"]
    assert fact(game, "deluges", ()) == ()
    assert fact(game, "done") == ("let be",)


@pytest.mark.clause("R41-A.4.a-d")
@pytest.mark.clause("R41-A.4.a-e")
@pytest.mark.parametrize(("die", "result"), [(1, "F"), (2, "S"), (3, "S"), (4, "S*"), (5, "S*"), (6, "S*")])
def test_41_a_4_a_the_die_is_read_with_two_more_in_the_netherlands(die, result):
    game = flooded(die)
    assert fact(game, "done")[0] == f"flood {result}"
    assert f"The die shows {die}" in tell(game)


@pytest.mark.clause("R41-A.4.a-d")
@pytest.mark.clause("R41-T1-e")
@pytest.mark.parametrize(("die", "result"), [(1, "F*"), (2, "F"), (3, "F"), (4, "S"), (5, "S"), (6, "S*")])
def test_41_a_4_a_outside_the_netherlands_the_die_stands(die, result):
    game = low("Allied combat", announced={"on": "1122", "by": ["L1"]}, at={"L1": "1123", "A2": "1122"})
    game.do("flood", roll=die)
    assert fact(game, "done")[0] == f"flood {result}"


@pytest.mark.clause("R41-A.4.a-f")
@pytest.mark.clause("R41-T1-a")
def test_41_t1_complete_failure_does_nothing():
    game = low("Allied combat", announced={"on": "1122", "by": ["L1"]}, at={"L1": "1123", "A2": "1122"})
    game.do("flood", roll=1)
    assert fact(game, "deluges", ()) == ()
    assert in_battle(game.state).note("flood") == 0


@pytest.mark.clause("R41-A.4.a-f")
@pytest.mark.clause("R41-T1-b")
def test_41_t1_failure_takes_one_from_the_die_of_the_attack():
    game = flooded(1)
    assert fact(game, "deluges", ()) == ()
    assert [str(order) for order in game.legal()] == ["roll"]
    # 6, and 9 halved for tanks in canals, against 3: at 3:1 a 1 is a retreat, and a 0 is nothing
    game.do("roll", roll=1)
    assert "3:1, nothing happens" in tell(game)
    dry = low(announced=ATTACK)
    dry.do("let-be")
    dry.do("roll", roll=1)
    assert "3:1, the defender retreats" in tell(dry)


@pytest.mark.clause("R41-T1-c")
@pytest.mark.clause("R41-A.4.a-g")
def test_41_a_4_a_success_floods_the_hex_for_the_player_turn_only():
    game = flooded(2, STRIKE, "Allied movement", "Allied combat", at={"A1": "0921"})
    game.do("press-on")
    assert cost_of_ground(game) == "swamp"
    game.do("roll", roll=1)
    while game.phase.startswith("Axis") or game.state.asks:
        game.do(game.legal()[0])
    assert cost_of_ground(game) == ""


def cost_of_ground(game: Game, hex_: str = "0922") -> str:
    return flooding_of(game.state, game.board.at(hex_))


@pytest.mark.clause("R41-A.4.a-h")
def test_41_a_4_a_a_flooded_hex_is_swamp_for_combat():
    dry, wet = low(announced=ATTACK), flooded(2)
    dry.do("let-be")
    wet.do("press-on")
    assert [line.amount for line in summed(dry.state).lines if line.to == "die"] == []
    assert [(line.amount, line.text) for line in summed(wet.state).lines if line.to == "die"] == [
        (-1, "swamp hex (flooded)")
    ]


@pytest.mark.clause("R41-A.4.a-i")
def test_41_a_4_a_nobody_exploits_into_a_flooded_hex():
    game = low(STRIKE, EXPLOIT, announced={"on": "0922", "by": ["A1"], "flooded": "partial"})
    game.do("call-off")
    end(game)
    assert game.phase.startswith("Axis exploitation")
    assert {str(order).split()[1] for order in game.legal() if str(order).startswith("move")} == {"A2"}  # c/m only
    assert board_after(game).can("move A2 0922").reasons[0].rule == "europa_41:41.A.4.a/exploit"


def board_after(game: Game) -> Position:
    """The same position without the defender, so that only the water is in the way."""
    return Position(game.state.with_unit(game.state.setup.unit_numbers["L1"], -1))


@pytest.mark.clause("R41-A.4.a-i")
def test_41_a_4_a_a_dry_canal_intensive_hex_is_exploited_into():
    game = low(EXPLOIT, away="L1")
    assert "16A:0922" in places(game, "move", "A2")
    assert refusal(game, "move A1 0922").rule == "europa_41:chart/own"


@pytest.mark.clause("R41-A.4.a-j")
def test_41_a_4_a_cities_count_in_a_flooded_hex_too():
    game = low(announced={"on": "0923", "by": ["A1"], "flooded": "partial"}, at={"L1": "0923"})
    game.do("press-on")
    found = [(line.amount, line.text) for line in summed(game.state).lines if line.to == "die"]
    assert sorted(found) == [(-1, "dot city hex"), (-1, "swamp hex (flooded)")]


@pytest.mark.clause("R41-A.4.a-k")
def test_41_a_4_a_the_attacker_calls_the_attack_off_or_presses_on():
    game = flooded(3)
    assert {str(order) for order in game.legal()} == {"call-off", "press-on"}
    game.do("call-off")
    assert game.state.battle is None
    pressed = flooded(3)
    pressed.do("press-on")
    assert [str(order) for order in pressed.legal()] == ["roll"]


@pytest.mark.clause("R41-A.4.a-k")
def test_41_a_4_a_only_a_flooded_attack_can_be_called_off():
    game = flooded(1)
    assert refusal(game, "call-off")


@pytest.mark.clause("R41-A.4.a-l")
def test_41_a_4_a_called_off_units_attack_nobody_else():
    game = flooded(2, STRIKE, "Allied movement", STRIKE)
    game.do("call-off")
    assert refusal(game, "attack 1023").rule == "europa_41:41.A.4.a/idle"
    assert "called off" in tell(game)
    fresh = low()
    assert "16A:1023" in places(fresh, "attack")
    end(game)
    end(game) if game.phase.startswith("Allied") else None
    assert "16A:1023" in places(game, "attack")  # in the next combat phase they are free again


@pytest.mark.clause("R41-A.4.a-m")
@pytest.mark.clause("R41-A.4.a-p")
def test_41_a_4_a_after_the_surrender_a_flooded_dot_city_costs_3_out_of_a_national_pool():
    game = low("Allied combat", announced={"on": "0923", "by": ["L1"]}, at={"L1": "0824", "A1": "0923"},
               given={"Axis": "0923"}, **WAR)  # fmt: skip
    game.do("flood", roll=2)
    assert {str(order) for order in game.legal()} == {"pay British", "pay American"}
    game.do("pay American")
    assert (fact(game, "SRP British"), fact(game, "SRP American")) == (12, 9)
    assert str(game.prompt).startswith("Allied: 16A:0923 is flooded. Call the attack off?")


@pytest.mark.clause("R41-A.4.a-p")
def test_41_a_4_a_a_pool_that_is_too_small_cannot_pay_alone():
    game = flooded(2, SRP_British=2, SRP_American=12, **WAR)
    assert (fact(game, "SRP British"), fact(game, "SRP American")) == (2, 12)
    assert [str(order) for order in game.legal()] == ["pay American"]
    poor = flooded(2, SRP_British=2, SRP_American=2, **WAR)
    assert (fact(poor, "SRP British"), fact(poor, "SRP American")) == (0, 1)


@pytest.mark.clause("R41-A.4.a-n")
@pytest.mark.parametrize(("hex_", "due"), [("0922", 3), ("0923", 3), ("0823", 3), ("1122", 0), ("0624", 0)])
def test_41_a_4_a_beside_a_city_relief_is_due_in_the_netherlands_only_and_once(hex_, due):
    assert relief(low(**WAR), hex_) == due


def relief(game: Game, hex_: str, *, massive: bool = False) -> int:
    return relief_for(game.state, game.board.at(hex_), massive=massive)


@pytest.mark.clause("R41-A.4.a-m")
def test_41_a_4_a_before_the_surrender_nothing_is_due():
    game = flooded(2)
    assert relief(game, "0922") == 0
    assert fact(game, "SRP British") == 12


@pytest.mark.clause("R41-A.4.a-o")
def test_41_a_4_a_the_allies_pay_whoever_floods():
    allied = flooded(2, **WAR)
    assert allied.side == "Allied"
    assert str(allied.legal()[0]).startswith("pay")
    axis = low("Allied combat", announced={"on": "0922", "by": ["L1"]}, at={"L1": "1022", "A1": "0922", "A2": "1121"},
               given={"Axis": "0922"}, **WAR)  # fmt: skip
    axis.do("flood", roll=2)
    assert axis.side == "Allied"
    assert str(axis.legal()[0]).startswith("pay")


@pytest.mark.clause("R41-T1-d")
def test_41_t1_great_success_shuts_the_hex_for_this_and_the_next_game_turn():
    game = flooded(4, STRIKE, "Allied movement", MARCH, "Allied movement", MARCH)
    assert game.state.battle is None
    assert refusal(game, "attack 1023")  # those units stand idle
    seen = []
    while not game.outcome:
        seen.append((game.phase, cost_of_ground(game)))
        end(game)
    assert [water for _, water in seen] == ["prohibited"] * 4 + [""]


@pytest.mark.clause("R41-T1-d")
def test_41_t1_nobody_enters_prohibited_ground():
    game = flooded(4, STRIKE, EXPLOIT)
    assert cost(game, "L2", "0922") == "none"


# --- 41.A.4.b · Massive flooding ------------------------------------------------------------------

DROP = {"on": "0922", "by": ["L1", "L2", "P1"]}


def polder(*phases: str, **more: Any) -> Game:
    return board("41.A.4.b", *(phases or ("Allied combat",)), **more)


def drowned(*phases: str, die: int = 3, **more: Any) -> Game:
    game = polder(*(phases or ("Allied combat",)), at={"P1": "0922"}, announced=DROP, **more)
    game.do("flood-massively", roll=die)
    return game


def may(game: Game, hex_: str, side: int = 0) -> list[str]:
    return [reason.rule for reason in may_be_flooded_massively(game.state, game.board.at(hex_), side)]


@pytest.mark.clause("R41-A.4.b-a")
def test_41_a_4_b_the_axis_floods_massively_after_the_dutch_surrender_only():
    game = polder(announced={"on": "0922", "by": ["L1"]})
    assert {str(order) for order in game.legal()} == {"flood", "flood-massively", "let-be"}
    early = polder(announced={"on": "0922", "by": ["L1"]}, surrendered=False)
    assert refusal(early, "flood-massively").rule == "europa_41:41.A.4.b/who"


@pytest.mark.clause("R41-A.4.b-b")
@pytest.mark.clause("R41-A.4.b-d")
@pytest.mark.clause("R41-A.4.b-e")
def test_41_a_4_b_examples_0623_and_0922_qualify_1122_and_0417_do_not():
    game = polder()
    assert may(game, "0623") == may(game, "0922") == []
    assert may(game, "1122")[0] == may(game, "0417")[0] == "europa_41:41.A.4.b/country"
    assert may(game, "0824")[0] == "europa_41:41.A.4.b/country"  # Dutch, but dry


@pytest.mark.clause("R41-A.4.b-c")
def test_41_a_4_b_the_water_must_come_from_a_coast_a_river_or_a_canal():
    game = polder()
    assert may(game, "0724") == ["europa_41:41.A.4.b/water"]
    assert may(game, "0823") == ["europa_41:41.A.4.b/water"]
    assert may(game, "0723") == may(game, "0923") == may(game, "0624") == []


@pytest.mark.clause("R41-A.4.b-q")
def test_41_a_4_b_only_the_axis_does_it():
    assert may(polder(), "0922", side=1) == ["europa_41:41.A.4.b/who"]
    game = low(announced=ATTACK, **WAR)
    assert refusal(game, "flood-massively").rule == "europa_41:41.A.4.b/who"


@pytest.mark.clause("R41-A.4.b-f")
@pytest.mark.clause("R41-A.4.b-g")
def test_41_a_4_b_prohibited_for_two_player_turns_then_swamp_for_good():
    game = drowned("Allied combat", "Axis movement", "Allied movement", "Axis movement", "Allied movement")
    game.do("pay British")
    seen = []
    while not game.outcome:
        seen.append(cost_of_ground(game))
        end(game)
    assert seen == ["prohibited", "prohibited", "swamp", "swamp", "swamp"]


@pytest.mark.clause("R41-A.4.b-g")
def test_41_a_4_b_cities_count_in_the_swamp_that_is_left():
    game = polder("Allied combat", "Axis movement", "Allied movement", announced={"on": "0923", "by": ["L1"]},
                  at={"A1": "0923", "L1": "0824"})  # fmt: skip
    game.do("flood-massively", roll=6)
    while not game.phase.startswith("Allied movement"):
        game.do(game.legal()[0])
    assert {"swamp", "dot_city"} <= ground_of(game.state, game.board.at("0923"))


@pytest.mark.clause("R41-A.4.b-h")
def test_41_a_4_b_axis_units_retreat_at_once():
    game = drowned()
    assert "The die shows 3" in tell(game)
    assert at(game, "A1") == ["16A:0923"]  # the only hex of its side that is free
    assert not game.legal_of(fm.Retreat)  # and there it stays
    lost = polder(at={"P1": "0922"}, announced=DROP, given={"Allied": "0923 0823"})
    lost.do("flood-massively", roll=3)
    assert at(lost, "A1") == ["eliminated"]


@pytest.mark.clause("R41-A.4.b-h")
def test_41_a_4_b_the_owner_chooses_where_to():
    game = polder(announced={"on": "0723", "by": ["L1"]})
    game.do("flood-massively", roll=2)
    assert {"16A:0724"} < places(game, "retreat", "A2")
    assert refusal(game, "retreat A2 0822").rule == "europa_41:attack/where"


def delfzijl(die: int = 2, escape: int = 6) -> Game:
    game = polder("Allied combat", "Axis movement", "Allied initial", "Axis movement", "Allied initial",
                  announced={"on": "0723", "by": ["L1"]}, week=2)  # fmt: skip
    game.do("flood-massively", roll=die)
    game.do("retreat A2 0724")
    game.do("roll", roll=escape)
    return game


@pytest.mark.clause("R41-A.4.b-i")
@pytest.mark.parametrize(("die", "where"), [(4, ""), (3, "eliminated")])
def test_41_a_4_b_aircraft_try_to_escape(die, where):
    game = delfzijl(escape=die)
    assert game.unit("F1").place == where


@pytest.mark.clause("R41-A.4.b-j")
def test_41_a_4_b_ships_put_to_sea():
    game = delfzijl()
    assert at(game, "S1") == ["16A:0622"]
    assert "put to sea S1" in fact(game, "done")
    assert str(game.prompt).startswith("Allied: out of which pool")


@pytest.mark.clause("R41-A.4.b-j")
def test_41_a_4_b_of_two_seas_the_owner_chooses():
    game = polder(announced={"on": "0623", "by": ["L1"]}, at={"S1": "0623", "L1": "0724"})
    game.do("flood-massively", roll=2)
    while not str(game.prompt).startswith("Axis: where does S1"):
        game.do(game.legal()[0], roll=6 if str(game.legal()[0]) == "roll" else None)
    assert places(game, "retreat", "S1") == {"16A:0523", "16A:0524", "16A:0622"}
    assert refusal(game, "retreat S1 0624").rule == "europa_41:41.A.4.b/ship"
    game.do("retreat S1 0524")
    assert at(game, "S1") == ["16A:0524"]
    assert "put to sea S1" in fact(game, "done")


@pytest.mark.clause("R41-A.4.b-k")
def test_41_a_4_b_port_and_airbase_are_ruined():
    game = delfzijl()
    assert names(game, "ruined") == {"0723"}
    assert "airbase and port of 16A:0723" in tell(game)
    assert game.board.at("0723") not in bases_of(game.state, 0)


@pytest.mark.clause("R41-A.4.b-l")
def test_41_a_4_b_the_attackers_neither_attack_nor_advance():
    game = drowned()
    game.do("pay British")
    assert game.state.battle is None
    assert at(game, "L1", "L2") == ["16A:0822", "16A:1022"]
    assert places(game, "attack") == set()
    assert refusal(game, "attack 1122").rule  # L2 stands beside it, but was told off


@pytest.mark.clause("R41-A.4.b-m")
def test_41_a_4_b_dropped_units_hold_the_hex_and_lose_three_points_once():
    game = drowned("Allied combat", "Axis movement", "Allied movement", "Axis movement", "Allied movement")
    game.do("pay British")
    assert at(game, "P1") == ["16A:0922"]
    end(game, 2)
    assert game.phase == "Allied movement phase"
    reach = places(game, "move", "P1")
    assert cost(game, "P1", "0921") == "1"
    assert len(reach) > 0
    assert allowance(game.state, game.state.setup.unit("P1")) == 6  # three of six points are left
    game.do("move P1 0921")
    assert allowance(game.state, game.state.setup.unit("P1")) == 12


@pytest.mark.clause("R41-A.4.b-n")
def test_41_a_4_b_they_cannot_be_attacked_in_the_next_player_turn_but_later():
    game = drowned("Allied combat", "Axis combat", "Allied movement", "Axis combat")
    game.do("pay British")
    end(game)
    assert game.phase == "Axis combat phase"
    assert refusal(game, "attack 0922").rule == "europa_41:41.A.4.b/prohibited"
    while game.phase != "Axis combat phase 2":
        end(game)
    assert "16A:0922" in places(game, "attack")


@pytest.mark.clause("R41-A.4.b-o")
def test_41_a_4_b_the_allies_pay_7_at_once():
    game = drowned()
    game.do("pay British")
    assert fact(game, "SRP British") == 5
    assert relief(polder(), "0417", massive=True) == 7  # no city is asked for


@pytest.mark.clause("R41-A.4.b-p")
def test_41_a_4_b_and_1_more_in_the_first_and_the_third_week():
    game = delfzijl()
    game.do("pay British")
    end(game, 2)
    assert game.phase == "Allied initial phase"
    game.do("pay American")
    assert (fact(game, "SRP British"), fact(game, "SRP American")) == (5, 11)
    while not game.outcome:
        end(game)
    assert fact(game, "SRP American") == 11  # the fourth week costs nothing


@pytest.mark.clause("R41-A.4.b-a")
def test_41_a_4_b_a_massive_attempt_can_fail_like_any_other():
    game = polder(announced={"on": "0922", "by": ["L1"]})
    game.do("flood-massively", roll=1)
    assert fact(game, "deluges", ()) == ()
    assert in_battle(game.state).note("flood") == -1
