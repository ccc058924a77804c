"""Every clause of the Scheldt that forbids something: a refusal names it."""

from functools import partial
from typing import Any

import pytest

from fmbook.play.game import Game
from tests.tools.bans import Ban, each_clause, is_named, unaccounted
from tests.tools.positions import do, fight
from tests.tools.scheldt_positions import (
    AGAIN,
    FAR,
    FIGHT,
    GERMAN_FIGHT,
    GERMAN_MARCH,
    GERMAN_REBUILD,
    LISTED,
    MARCH,
    REBUILD,
    ROAD,
    SPECIAL,
    flee,
    front,
    until,
)

HELD = {"road_to_schore": ROAD}
BOATS: dict[str, Any] = {"turn": 12, "held": HELD}
TIRED = ("A1 5-4-6 3420 depleted", "A2 5-4-6 3320 depleted", "A3 5-4-6 3220 depleted")
HUNGRY = ("G1 3-4-5 1520 depleted", "G2 3-4-5 1418 depleted", FAR[0])
PAIR = ("7/3 3144", "1039 3044", *FAR, "G1 3-4-5 3019", "A2 5-4-6 3119")
GUNS = ((1, 2, 3), (1, 2, 3))
TANKS = ("A1 6-3-6 2618 mobile", "A2 5-4-6 2519", "G1 3-9-5 2619", FAR[1])


def at_war(*units: str, after: str = "", **more: Any) -> Game:
    """Set a position up and give some orders."""
    return do(front(*units, **more), after)


def beaten(*units: str, order: str = "A1") -> Game:
    """Let G1 drive the unit at 2221 back."""
    return fight(front(*units, phase=GERMAN_FIGHT), "2221", roll=1, by="G1")


def wet_advance() -> Game:
    game = do(front("A1 9-4-6 2221 mobile", "A2 9-4-6 2322", "G1 1-1-4 2222 depleted", FAR[1], phase=FIGHT),
              "attack 2222; join A1; join A2")  # fmt: skip
    return flee(throw(game, 1))


def over_the_canal() -> Game:
    units = ("7/3 3144 depleted", "1039 3044", "G2 9-9-9 3244", *FAR)
    game = do(front(*units, phase=GERMAN_FIGHT), "attack 3144; join 1039; join G2")
    return flee(throw(game, 1))


def throw(game: Game, roll: int) -> Game:
    while not game.can("roll"):
        game.do(next(order for order in game.legal() if order.verb in ("ready", "hold-fire")))
    game.do("roll", roll=roll)
    return game


def against_tanks() -> Game:
    units = ("A1 6-3-6 2618 mobile", "A2 5-4-6 2519", "A3 6-3-6 2720 mobile", "G1 3-5-5 2619", FAR[1])
    game = do(front(*units, phase=FIGHT, support=((), (1,)), special=SPECIAL[:1]),
              "attack 2619; join A1; join A2; join A3; support +5AT")  # fmt: skip
    return throw(game, 6)


def dead_155th() -> Game:
    units = ("155/52 3142 depleted", "156/52", "G1 19-4-5 3041", *FAR)
    return until(fight(front(*units, turn=12, phase=GERMAN_FIGHT, held=HELD), "3142", roll=5), MARCH, 13)


def shared(*units: str, phase: str = FIGHT) -> Game:
    """Open a later turn with a landed unit in one hex with G1."""
    place = front(*FAR).board.at("2232")
    facts = {"boats": ((0, place, 12),), "garrisons": ((place, 1),)}
    return front("156/52 2232", "G1 3-4-5 2232", *units, *FAR, turn=13, phase=phase, facts=facts, held=HELD)


def at_the_beach() -> Game:
    game = do(shared("A1 5-4-6 2234", "A2 5-4-6 2334", "G2 3-4-5 2233"), "attack 2233")
    assert game.state.battle
    return game


def left_the_beach() -> Game:
    game = until(shared("G2 3-4-5 2434"), GERMAN_MARCH)
    return until(do(game, "move G1 2233"), GERMAN_MARCH, 14)


def fleet(*units: str, target: str, phase: str = FIGHT, **more: Any) -> Game:
    """Open an attack or a bombardment with naval guns at hand."""
    game = front(*units, *FAR, phase=phase, support=((1, 2), (1, 2)), special=SPECIAL[1:], **more)
    return do(game, f"attack {target}")


def fired_upon(target: str) -> Game:
    there = front(*FAR).board.at(target)
    return fleet("A1 5-4-6 1838", f"G1 3-9-5 {target}", target=target, facts={"naval targets": (there,)})


def in_defence() -> Game:
    return do(fleet("A1 5-4-6 1838", "G1 3-4-5 1739", target="1838", phase=GERMAN_FIGHT), "hold-fire")


BANS: list[Ban] = [
    ("SC-11.0-2", partial(at_war, *HUNGRY, turn=5, phase=GERMAN_REBUILD, after="rebuild G1"), "rebuild G2"),
    ("SC-11.0-3", partial(front, *HUNGRY, turn=6, phase=GERMAN_MARCH), "rebuild G1"),
    ("SC-11.0-4", partial(front, *HUNGRY, turn=3, phase=GERMAN_MARCH), "rebuild G1"),
    ("SC-11.0-5", partial(front, *HUNGRY, "G3 6-6-7 1518 mobile depleted", turn=3, phase=GERMAN_REBUILD), "rebuild G3"),
    ("SC-11.0-6", partial(front, *HUNGRY, "G3 3-4-5 2125 depleted", turn=3, phase=GERMAN_REBUILD), "rebuild G3"),
    ("SC-11.0-8", partial(at_war, *TIRED, FAR[1], phase=REBUILD, after="rebuild A1; rebuild A2"), "rebuild A3"),
    ("SC-11.0-9", partial(at_war, *TIRED, FAR[1], turn=11, phase=REBUILD, after="rebuild A1"), "rebuild A2"),
    ("SC-11.0-10 SC-11.0-11", partial(front, "156/52 2232 depleted", *TIRED, "G1 3-4-5 2125", turn=13, phase=REBUILD),
     "rebuild 156/52"),
    ("SC-11.0-12", partial(front, *TIRED, FAR[1], phase=MARCH), "rebuild A1"),
    ("SC-11.0-13 SC-11.0-14", partial(front, *TIRED, "A4 5-4-6 1618 depleted", "G1 3-4-5 1617 depleted",
                                      phase=REBUILD), "rebuild A4"),
    ("SC-11.0-15", partial(front, *TIRED, "156/52", FAR[1], phase=REBUILD), "rebuild 156/52"),
    ("SC-11.2-G2x", partial(front, "719", *FAR, turn=2, phase=GERMAN_MARCH), "enter 719 2617"),
    ("SC-11.2-A7y", partial(front, "413/104 2021", FAR[1], turn=8), "move 413/104 2022"),
    ("SC-11.3-3", partial(front, "59", "G1 3-4-5 1517", FAR[0], turn=3, phase=GERMAN_MARCH), "enter 59 1517"),
    ("SC-11.4-1", partial(front, "59", *FAR, turn=3, phase=GERMAN_MARCH), "enter 59 1617"),
    ("SC-11.5-2 SC-11.5-3", partial(front, "59", "A1 5-4-6 1517", FAR[1], turn=3, phase=GERMAN_MARCH), "enter 59 1517"),
    ("SC-12.0-2 SC-12.0-3", partial(front, "A1 5-4-6 2220", FAR[1]), "move A1 2222"),
    ("SC-12.0-5", partial(front, "A1 5-4-6 2221", "G1 3-4-5 2321", "G2 3-4-5 2022"), "move A1 2322"),
    ("SC-12.0-7 SC-12.1-2", partial(front, "A1 6-3-6 2221 mobile", FAR[1]), "move A1 2222"),
    ("SC-12.0-8", partial(beaten, "A1 1-1-6 2221 mobile", "G1 5-9-4 2121", "A2 1-1-1 3617"), "retreat A1 2222"),
    ("SC-12.0-9", wet_advance, "advance A1 2222"),
    ("SC-13.0-2 SC-13.0-9", partial(front, *PAIR, turn=3), "move 7/3 3145"),
    ("SC-13.1-1", partial(front, "155/52 3142", *PAIR, turn=3), "move 155/52 3141"),
    ("SC-13.0-3", partial(front, *PAIR, turn=3, phase=GERMAN_MARCH), "move 1039 3043"),
    ("SC-13.0-4", partial(front, *PAIR, turn=3, phase=FIGHT), "attack 3044"),
    ("SC-13.0-5", partial(front, *PAIR, turn=3, phase=FIGHT, support=GUNS), "bombard 3044"),
    ("SC-13.0-7", partial(front, "A1 5-4-2 2938", FAR[1], turn=4), "move A1 2838"),
    ("SC-13.0-10", partial(front, *PAIR, phase=GERMAN_MARCH), "move 1039 3145"),
    ("SC-13.0-11", over_the_canal, "advance 1039 3144"),
    ("SC-13.1-4", partial(front, "155/52 3144 depleted", *TIRED, FAR[1], phase=REBUILD), "rebuild 155/52"),
    ("SC-13.1-6", dead_155th, "land 155/52 2232"),
    ("SC-14.1-2", partial(at_war, *TANKS, phase=FIGHT, support=GUNS, special=SPECIAL[:1],
                          after="attack 2619; join A2; ready; hold-fire"), "support +5AT"),
    ("SC-14.1-6", partial(at_war, *TANKS, phase=FIGHT, support=GUNS, special=SPECIAL[:1],
                          after="bombard 2619; support +1; hold-fire"), "support +5AT"),
    ("SC-14.1-7", against_tanks, "lose A2"),
    ("SC-14.2-1", partial(front, "A1 5-4-6 2618", "G1 3-4-5 2619", *FAR, phase=FIGHT, support=GUNS), "bombard 1719"),
    ("SC-15.0-1 SC-15.0-2", partial(front, "A1 5-4-6 2232", *FAR), "move A1 2231"),
    ("SC-15.0-3", partial(front, FAR[0], "G1 3-4-5 2737", phase=GERMAN_MARCH), "move G1 2738"),
    ("SC-15.1-6", partial(front, "A1 5-4-2 2737", FAR[1], turn=3), "move A1 2738"),
    ("SC-15.1-3 SC-15.1-4", partial(front, "A1 5-4-9 3420", FAR[1]), "move A1 3523"),
    ("SC-15.2-1 SC-15.2-3", partial(front, "A1 5-4-2 1838", FAR[1]), "move A1 1839"),
    ("SC-15.2-2", partial(front, "A1 5-4-2 1939", FAR[1]), "move A1 1838"),
    ("SC-16.1-1", partial(front, "156/52", *FAR, turn=11, held=HELD), "land 156/52 2232"),
    ("SC-16.1-2", partial(front, "156/52", "64 1117", *FAR, **BOATS), "land 156/52 2232"),
    ("SC-16.1-3", partial(front, "156/52", *FAR, turn=12), "land 156/52 2232"),
    ("SC-16.1-4", partial(front, "156/52", "10/1 3420", *FAR, phase=AGAIN, **BOATS), "land 156/52 2232"),
    ("SC-16.1-5 SC-16.1-7", partial(front, "156/52", *FAR, **BOATS), "land 156/52 2226"),
    ("SC-16.1-10", partial(at_war, "156/52", "157/52", *FAR, after="land 156/52 2232", **BOATS), "end-phase"),
    ("SC-16.1-11", partial(front, "156/52", *FAR, **BOATS), "enter 156/52 3320"),
    ("SC-16.2-1 SC-11.2-V8", partial(front, "146/49", *FAR, turn=12), "land 146/49 1943"),
    ("SC-16.2-2", partial(front, "146/49", "10/1 3420", *FAR, phase=AGAIN, **BOATS), "land 146/49 1943"),
    ("SC-16.2-3", partial(front, "146/49", *FAR, **BOATS), "land 146/49 2232"),
    ("SC-16.2-7", partial(at_war, "146/49", "2Bde", *FAR, after="land 146/49 1943", **BOATS), "end-phase"),
    ("SC-16.2-8", partial(front, "146/49", *FAR, **BOATS), "enter 146/49 3320"),
    ("SC-16.3-2", partial(at_war, "156/52", *FAR, after="land 156/52 2232", **BOATS), "move 156/52 2233"),
    ("SC-16.3-4", lambda: until(at_war("156/52", "G1 3-4-5 2232", *FAR, after="land 156/52 2232", **BOATS), FIGHT),
     "end-phase"),
    ("SC-16.3-6", at_the_beach, "join 156/52"),
    ("SC-16.3-10", partial(shared, phase=MARCH), "move 156/52 2233"),
    ("SC-16.3-16", left_the_beach, "move G1 2232"),
    ("SC-16.4-2", partial(lambda: do(fleet("A1 5-4-6 1838", "G1 3-9-5 1739", target="1739"), "support +10N")),
     "support +10N"),
    ("SC-16.4-3", partial(fleet, "A1 5-4-6 2618", "G1 3-9-5 2619", target="2619"), "support +10N"),
    ("SC-16.4-4", partial(fired_upon, "1739"), "support +10N"),
    ("SC-16.4-5", in_defence, "support +10N"),
]  # fmt: skip

UNNAMED = {
    "SC-11.0-1": "the schedule is that of 11.2, which is named",
    "SC-11.1-1": "a rebuild that is lost is no order; the next turn simply has its own number",
    "SC-11.2-A7x": "whose hexes are all taken is refused at each of them, under 11.3 or 11.5",
    "SC-12.0-11": "an advance that has met a flood ends by itself: nobody is asked any more",
    "SC-12.0-13": "the zone bars the retreat, and the standard rule 6.2 is its own section",
    "SC-14.1-4": "a marker that has been played is not in hand, which 8.6 says",
    "SC-16.3-1": "a march into the enemy is barred by the standard rule 5.1 already",
    "SC-16.3-14": "no way back is no order: the landed unit is lost at once, and the diary says so",
    "SC-16.4-7": "a gun that has fired is not in hand, which 8.6 says",
}


@pytest.mark.parametrize(("clause", "position", "order"), each_clause(BANS))
def test_a_refusal_names_each_clause_that_forbids(clause, position, order):
    assert is_named(clause, position(), order)


def test_every_clause_that_forbids_is_tried_or_has_a_reason_not_to_be():
    assert not unaccounted("scheldt", BANS, UNNAMED)
    assert all(UNNAMED.values())
    assert {"413/104", "719", "59"} <= LISTED.keys()


# --- what is not due names the rule that keeps it for another phase, or skipped it ------------------------


def first_rule(game: Game, order: str) -> str:
    return game.can(order).reasons[0].rule


@pytest.mark.clause("SC-11.0-3", "SC-11.0-4", "SC-11.0-12")
def test_11_0_a_rebuild_that_is_not_due_says_whether_there_is_one_at_all():
    late = front(*HUNGRY, turn=6, phase=GERMAN_MARCH).can("rebuild G1").reasons[0]
    assert (late.rule, "no rebuild in turn 6" in late.text) == ("scheldt:11.0/nobody", True)
    early = front(*TIRED, FAR[1], phase=MARCH).can("rebuild A1").reasons[0]
    assert (early.rule, "when all movement and combat" in early.text) == ("scheldt:11.0/nobody", True)


@pytest.mark.clause("SC-16.1-4", "SC-16.2-2")
@pytest.mark.parametrize(("unit", "place", "rule"), [("156/52", "2232", "16.1"), ("146/49", "1943", "16.2")])
def test_16_a_landing_that_is_not_due_names_the_phase_of_its_section(unit, place, rule):
    game = front(unit, "10/1 3420", *FAR, phase=AGAIN, **BOATS)
    assert first_rule(game, f"land {unit} {place}") == f"scheldt:{rule}"


@pytest.mark.clause("SC-TEC-6", "SC-15.1-3")
def test_15_1_an_inlet_is_named_by_its_own_section_and_a_flood_by_12_0():
    assert first_rule(front("A1 5-4-9 3420", FAR[1]), "move A1 3523") == "scheldt:15.1"
    assert first_rule(front("A1 5-4-6 2220", FAR[1]), "move A1 2222") == "scheldt:12.0/march"


@pytest.mark.clause("SC-15.2-1", "SC-15.2-2")
@pytest.mark.parametrize("goal", ["1839", "1939"])
def test_15_2_a_retreat_that_the_causeway_does_not_offer_names_it(goal):
    game = fight(front("A1 1-4-4 1838", "G1 6-9-4 1837", *FAR, phase=GERMAN_FIGHT), "1838", roll=1)
    [reason] = game.can(f"retreat A1 {goal}").reasons
    assert (reason.rule, set(reason.places)) == ("scheldt:15.2", {"1838", goal})


@pytest.mark.clause("SC-13.0-4")
def test_13_0_an_attack_in_the_frozen_pocket_is_refused_for_the_frost_alone():
    reasons = front(*PAIR, turn=3, phase=FIGHT).can("attack 3044").reasons
    assert {reason.rule for reason in reasons} == {"scheldt:13.0/join", "scheldt:13.0/attack"}
    assert all("is frozen at the Breskens Pocket" in reason.text for reason in reasons)


@pytest.mark.clause("SC-14.1-6")
def test_14_1_the_anti_tank_marker_is_told_apart_from_counterbattery():
    units = ("A1 6-3-6 2618 mobile", "G1 3-9-5 2619", *FAR)
    game = front(*units, phase=FIGHT, support=GUNS, special=SPECIAL[:1])
    do(game, "bombard 2619; support +1; hold-fire")
    [reason] = [reason for reason in game.can("support +5AT").reasons if reason.rule == "scheldt:14.1"]
    assert "never against a bombardment" in reason.text


@pytest.mark.clause("SC-14.1-7")
def test_14_1_a_loss_that_tanks_must_take_names_them_and_not_a_unit_that_took_part():
    reasons = against_tanks().can("lose A2").reasons
    assert "it falls on A1 or A3" in reasons[0].text
    assert not any("took part" in reason.advice for reason in reasons[:1])
