"""Every clause of Europa that forbids something: a refusal names it."""

from typing import Any

import pytest

from fmbook.play.game import Game
from tests.books.europa_41.test_europa_41_a4_floods import (
    ATTACK,
    EXPLOIT,
    STRIKE,
    WAR,
    board_after,
    drowned,
    flooded,
    low,
    polder,
)
from tests.tools.bans import Ban, each_clause, is_named, unaccounted
from tests.tools.europa_positions import board
from tests.tools.positions import do

MARCH, ALLIED, SOVIET = "Axis movement", "Allied movement", "Soviet movement"
BY_L1: dict[str, Any] = {"on": "0922", "by": ["L1"]}


def nobody_there() -> Any:
    game = low(STRIKE, EXPLOIT, announced={"on": "0922", "by": ["A1"], "flooded": "partial"})
    return board_after(do(game, "call-off; end-phase"))


def later() -> Game:
    return do(drowned("Allied combat", "Axis combat", ALLIED, "Axis combat"), "pay British; end-phase")


def suez(*phases: str, **more: Any) -> Game:
    return board("41.B", *phases, **more)


BANS: list[Ban] = [
    ("R41-A.1-d R41-A.1-e", lambda: board("41.A.1", ALLIED), "move NG1 0927"),
    ("R41-A.2-a", lambda: board("41.A.2", MARCH, at={"A5": "1028"}), "move A4 0928 via 0926"),
    ("R41-A.3-a", lambda: board("41.A.3", ALLIED, at={"C1": "0927"}), "build C1 0927"),
    ("R41-A.4.a-l", lambda: do(flooded(3, STRIKE, MARCH), "call-off"), "attack 1023"),
    ("R41-A.4.a-i", nobody_there, "move A2 0922"),
    ("R41-T1-d", lambda: flooded(6, STRIKE, MARCH), "attack 0922"),
    ("R41-A.4.b-a", lambda: polder(announced=BY_L1, surrendered=False), "flood-massively"),
    ("R41-A.4.b-q", lambda: low(announced=ATTACK, **WAR), "flood-massively"),
    ("R41-A.4.b-l R41-A.4.b-n", lambda: later(), "attack 0922"),
    ("R41-A.4.b-f", lambda: do(drowned("Allied combat", ALLIED), "pay British; end-phase"), "move L1 0922"),
    ("R41-B-c", lambda: suez(MARCH), "move NG2 3718"),
    ("R41-B-b", lambda: suez(ALLIED, canal="shut"), "move NG1 3718"),
    ("R41-B.1-b", lambda: do(suez("Allied initial", ALLIED), "close-canal"), "close-canal"),
    ("R41-B.2-a", lambda: suez("Allied initial", ALLIED), "reopen-canal"),
    ("R41-C-b", lambda: board("41.C", MARCH, away="L1"), "move NG1 0913"),
    ("R41-C-c", lambda: board("41.C", MARCH, given={"Axis": "0813"}, away="L1"), "move NG2 0913"),
    ("R41-D-a", lambda: board("41.D", ALLIED), "move NG1 4311"),
    ("R41-D-b", lambda: board("41.D", ALLIED), "move NG2 4313"),
    ("R41-D-c", lambda: board("41.D", ALLIED), "move NG1 3120"),
    ("R41-E.1-c", lambda: board("41.E.1", "Axis combat", MARCH, at={"S2": "3427"}, aboard=[]), "attack 3525"),
    ("R41-E.1-e", lambda: board("41.E.1", SOVIET, given={"Axis": "3525"}, away="S1 S3"), "move NS 3425"),
    ("R41-E.3-b", lambda: board("41.E.3", SOVIET, given={"Axis": "0832"}, away="S2"), "move S1 0832"),
    ("R41-E.4-a", lambda: board("41.E.4", SOVIET), "move F1 2929"),
    ("R41-F-a", lambda: board("41.F", SOVIET), "leave S1 0803"),
    ("R41-F-b", lambda: board("41.F", MARCH), "leave A3 0204"),
    ("R41-F-c", lambda: board("41.F", SOVIET), "leave S3 0304"),
]

UNNAMED = {
    "R41-A.4.a-g": "how long a flood lasts is no order; what it bars is named under 41.A.4.a",
    "R41-A.4.b-b": "every hex that can be attacked so is in the Netherlands, or is asked about under 41.A.4.a",
    "R41-A.4.b-c": "every hex that can be attacked so is wet; the board asks questions about those that are not",
    "R41-A.4.b-e": "the questions of the board ask it, and no attack leads there",
    "R41-B.1-a": "without a supplied Axis unit in the Delta the initial phase has nothing to offer and passes",
    "R41-B.3-b": "a canal that is shut for good bars ships under 41.B, which is named",
    "R41-D-d": "the rivers that join have no port, and the refusal of a ship there is tried with its own rule",
    "R41-E.6-a": "the Vuoksa has a price, and only its lakes bar, which the chart of the board shows",
}


@pytest.mark.parametrize(("clause", "position", "order"), each_clause(BANS))
def test_a_refusal_names_each_clause_that_forbids(clause, position, order):
    assert is_named(clause, position(), order)


def test_every_clause_that_forbids_is_tried_or_has_a_reason_not_to_be():
    assert not unaccounted("europa_41", BANS, UNNAMED)
    assert all(UNNAMED.values())


@pytest.mark.clause("R41-T1-d")
def test_41_a_4_a_the_water_of_s_star_is_named_to_who_attacks_and_who_marches():
    shut = flooded(6, STRIKE, MARCH)
    assert shut.can("attack 0922").reasons[0].rule == "europa_41:41.A.4.a/prohibited"
    empty = board_after(do(shut, "end-phase"))
    reason = empty.can("move A2 0922").reasons[0]
    assert (reason.rule, "under so much water" in reason.text) == ("europa_41:41.A.4.a/shut", True)


@pytest.mark.clause("R41-A.4.b-f", "R41-A.4.b-n")
def test_41_a_4_b_a_massive_flood_is_named_to_who_attacks_and_who_marches():
    marching = do(drowned("Allied combat", ALLIED), "pay British; end-phase")
    assert marching.can("move L1 0922").reasons[0].rule == "europa_41:41.A.4.b/shut"
    assert later().can("attack 0922").reasons[0].rule == "europa_41:41.A.4.b/prohibited"


@pytest.mark.clause("R41-A.3-b")
def test_41_a_3_without_frost_the_ice_that_is_missing_is_named():
    thawed = board("41.A.3", ALLIED, frost=False, at={"L1": "0926"})
    reason = thawed.can("build L1 0926").reasons[0]
    assert (reason.rule, "is not frozen" in reason.text) == ("europa_41:41.A.3", True)
