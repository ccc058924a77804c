"""Every clause of Vimy that forbids something: a refusal names it."""

from typing import Any

import pytest

from fmbook.play.game import Game
from tests.tools.bans import Ban, each_clause, is_named, unaccounted
from tests.tools.positions import do, fight
from tests.tools.vimy_positions import (
    FIELD,
    FIGHT,
    GERMAN_MARCH,
    GERMAN_SHELL,
    MARCH,
    SHELL,
    battle_of_vimy,
    ridge,
    shell,
    until,
)

FAR = "G9 1-1-1 d6"
PAIR = ("A1 5-4-6 b2", "G1 3-4-5 b3", FAR)
MIXED = ("A1 5-4-6 b2", "A2 5-4-6 a3", "C1 5-4-6 c3", "C2 5-4-6 c4", "G1 3-9-5 b3", FAR)
WORN = ("A1 5-4-6 a1 depleted", "A2 5-4-6 d1 depleted", "G1 3-4-5 d6 depleted", "G2 3-4-5 c6 depleted")
GUNS = ((2, 2), (3, 3))


def guns(*units: str, phase: str = SHELL, **more: Any) -> Game:
    return ridge(FIELD, *(units or PAIR), phase=phase, **more)


def night(*units: str, phase: str = MARCH, **more: Any) -> Game:
    return ridge(FIELD, *units, turn=3, phase=phase, **more)


def in_the_woods() -> Game:
    units = ("A1 5-4-6 b2", "G1 3-4-5 b3", FAR)
    return do(ridge(FIELD, *units, phase=FIGHT, support=GUNS, woods="b3", la_folie_woods="b3"), "attack b3")


def german_night() -> Game:
    """A night on which G1 is dead, that the Allies saw on the day before."""
    units = ("A1 9-9-1 b2", "G1 1-1-1 b3 depleted", "G3 1-1-1 d6")
    game = ridge(FIELD, *units, phase=SHELL, trench="c3/d3 c5/d5 a1/b1 a5/a6", no_mans_land="a5", east_edge="")
    return until(shell(game, "G1", rolls=[1]), GERMAN_MARCH, 3)


def came_in() -> Game:
    game = ridge(FIELD, "A9 1-1-6 c3 depleted", "A1 1-1-1 a1 depleted", "A2 1-1-1 a2", "G9 3-4-5 b3",
                 phase=GERMAN_SHELL, allied_trench="c1/d1")  # fmt: skip
    return do(until(shell(game, "A9", rolls=[1]), MARCH, 3), "return-depleted A9 c1")


BANS: list[Ban] = [
    ("VR-11.3-6", lambda: night(*WORN), "end-phase"),
    ("VR-11.6-5", lambda: night(*WORN, phase=GERMAN_MARCH), "end-phase"),
    ("VR-11.3-10", came_in, "rebuild A9"),
    ("VR-11.6-8", german_night, "return-full G1 a5"),
    ("VR-13.1-2", lambda: night(*PAIR, "A3 5-4-6 a1 depleted"), "attack b3"),
    ("VR-13.1-3 VR-11.3-11", lambda: night(*PAIR, "A3 5-4-6 a1 depleted"), "move A1 b1"),
    ("VR-15.2-1", lambda: ridge(FIELD, *PAIR, turn=1, aircraft=1), "move A1 b1"),
    ("VR-17.1-5", lambda: do(guns(shells=(1, 0)), "shell G1"), "shell G1"),
    ("VR-17.1-7", lambda: guns(woods="b3 c3 b4 c4 c5"), "shell G9"),
    ("VR-17.2-2", lambda: do(guns(), "shell G1; shell G1"), "shell G1"),
    ("VR-17.2-7 VR-18.2-2", lambda: guns(*PAIR, "G2 1-1-1 a3", woods="b3", la_folie_woods="b3"), "shell G1"),
    ("VR-17.6-3", lambda: guns(*PAIR, "A2 1-1-1 a3"), "shell A2"),
    ("VR-18.2-3", in_the_woods, "support +2"),
    ("VR-18.3-1 VR-18.3-2", lambda: do(ridge(FIELD, *MIXED, phase=FIGHT), "attack b3; join A1"), "join C1"),
    ("VR-18.3-3", lambda: do(fight(ridge(FIELD, *MIXED, phase=FIGHT), "b3", roll=3, by="A1"), "attack b3"), "join A2"),
    ("VR-19.1-4", lambda: battle_of_vimy("free"), "place I/21R 4049"),
    ("VR-19.1-5", lambda: battle_of_vimy("free"), "place I/21R 4053"),
]

UNNAMED = {
    "VR-17.2-9": "the other side is never asked while markers are resolved",
    "VR-11.1-7": "no scenario has reinforcements, so no order names one",
    "VR-19.2-1": "no scenario has reinforcements, so no order names one",
    "VR-20.3-1": "no scenario has reinforcements, so no order names one",
    "VR-17.2-5": "markers that are left over are no order; each turn has its own",
    "VR-17.2-8": "a marker of the artillery is never in the hand that supports an attack, which 8.6 says",
    "VR-17.3-5": "what is hidden is named by 17.3, and no order asks why",
    "VR-20.2-4": "the Allied half of the set-up is the same rule 20.1, tried in its own tests",
    "VR-16.0-3": "a bombarded unit is not asked: it loses the step at once",
    "VR-17.5-5": "a bombarded unit is not asked: it loses the step at once",
}


@pytest.mark.parametrize(("clause", "position", "order"), each_clause(BANS))
def test_a_refusal_names_each_clause_that_forbids(clause, position, order):
    assert is_named(clause, position(), order)


def test_every_clause_that_forbids_is_tried_or_has_a_reason_not_to_be():
    assert not unaccounted("vimy", BANS, UNNAMED)
    assert all(UNNAMED.values())


# --- what is not due names the rule that keeps it for another phase, or skipped it ------------------------


@pytest.mark.clause("VR-13.1-1")
def test_13_1_an_attack_at_night_names_the_night():
    reason = night(*PAIR, "A3 5-4-6 a1 depleted").can("attack b3").reasons[0]
    assert (reason.rule, "night" in reason.text) == ("vimy:13.1/attack", True)


@pytest.mark.clause("VR-11.3-1")
@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("rebuild A1", "by-night"),
        ("return-full A1 a1", "full-by-night"),
        ("return-depleted A1 a1", "depleted-by-night"),
    ],
)
def test_11_3_replacements_by_day_name_the_night(order, rule):
    reason = ridge(FIELD, *PAIR, phase=MARCH).can(order).reasons[0]
    assert (reason.rule, "at night" in reason.text) == (f"vimy:11.3/{rule}", True)


@pytest.mark.clause("VR-18.2-3")
def test_18_2_support_that_nobody_is_asked_for_names_the_woods():
    units = ("A1 5-4-6 b2", "A2 5-4-6 a3", "G1 3-4-5 b3", FAR)
    game = ridge(FIELD, *units, phase=FIGHT, support=((2, 2), ()), woods="b3", la_folie_woods="b3")
    do(game, "attack b3; join A1; ready")
    reason = game.can("support +2").reasons[0]
    assert (reason.rule, reason.places) == ("vimy:18.2/not-asked", ("b3",))
