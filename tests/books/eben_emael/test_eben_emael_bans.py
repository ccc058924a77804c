"""Every clause of Eben-Emael that forbids something: a refusal names it."""

import pytest

from fmbook.play.game import Game
from tests.tools.bans import Ban, each_clause, is_named, unaccounted
from tests.tools.eben_positions import COUNTERATTACK, GUNS, MARCH, SORTIE, roof
from tests.tools.positions import do

EVERY = ("S03", "S04", "S05", "S06", "S07", "S08", "S10", "S11", "S12", "S14", "S15", "S16", "S17", "S18",
         "S19")  # fmt: skip


def blocked() -> Game:
    return roof("G1 8 S08", "W05 20 S05", "W01 20 S01", "P1 20 S13", phase=SORTIE, blocked=["S01", "S05"],
                pool=())  # fmt: skip


def flown() -> Game:
    game = roof("G1 8 S05", "P1 20 S13", phase="German air attack", held=["airstrike-14", "airstrike-20"])
    return do(game, "use airstrike-14; strike S13")


BANS: list[Ban] = [
    ("E-2.1-c", lambda: do(roof("G1 8 S08", "G2 8 S08", "P1 20 S15", phase=MARCH), "move G1 S12"), "move G1 S08"),
    ("E-2.1-j", lambda: do(roof("G1 8 S08", "P1 20 S13", "P2 20 S01", phase=SORTIE), "move P1 S01"), "move P1 S13"),
    (
        "E-2.1-f",
        lambda: do(roof("G1 8 S05", "G9 7 S05", "G10 7 S05", "P1 20 S20"), "blow G1 S05; attack S20"),
        "join G1",
    ),
    (
        "E-2.1-n",
        lambda: do(
            roof("G1 8 S19", "P1 20 S18", "P2 20 S18", phase=COUNTERATTACK),
            "attack S19; join P1",
        ),
        "join P1",
    ),
    (
        "E-2.1-l",
        lambda: roof("G1 8 S19", "G6 8 S12", "P1 20 S18", "P2 20 S18", phase=COUNTERATTACK),
        "end-phase",
    ),
    ("E-3.4-a", lambda: roof("G1 8 S08", "P1 20 S06", phase=MARCH), "move G1 S06"),
    ("E-3.5-a", lambda: roof("G1 8 S08", "P1 20 S15", phase=MARCH), "move G1 S16 via S17"),
    ("E-3.6-a", lambda: roof("G1 8 S08", "C1 60 S13", "P1 13 S13", "P2 8 S01", phase=SORTIE), "move P2 S13"),
    (
        "E-4.1-d",
        lambda: do(
            roof("G1 8 S18", "C1 60 S13", "P1 20 S13", "P2 20 S13", "P3 20 S03", phase=COUNTERATTACK),
            "attack S18; join C1; join P1",
        ),
        "join P2",
    ),
    ("E-6.0-a", lambda: do(roof("G1 8 S05", "P1 20 S13", held=["sappers"]), "use sappers"), "use sappers"),
    (
        "E-6.0-n",
        lambda: roof("G1 8 S05", phase="German air attack", held=["glider-12", "sappers"], landed=EVERY),
        "use glider-12",
    ),
    ("E-6.0-p", lambda: roof("G1 8 S08", phase=SORTIE, held=["counter-all"]), "use counter-all"),
    ("E-6.0-q", lambda: roof("G1 8 S05", phase="German air attack", held=["tunnels", "sappers"]), "use tunnels"),
    ("E-6.0-g E-6.0-j", blocked, "move W01 S13"),
    ("E-6.0-h", blocked, "move W05 S19"),
    ("E-chart-d", lambda: roof("G6 8 S01", phase=SORTIE), "sally C1 S01"),
    ("E-hist-b E-full-j", lambda: roof("G1 8 S05", "P1 20 S13", phase=SORTIE), "garrison G1"),
    ("E-hist-a", lambda: roof("G1 8 S05", "AT09 1 S09", "W01 20 S01", "AT01 1 S01", phase=GUNS), "fire AT09 S05"),
    ("E-hist-l E-full-e", flown, "use airstrike-20"),
    (
        "E-hist-q",
        lambda: do(
            roof("G1 8 S06", "G2 8 S05", "G3 8 S11", "W07 20 S07", "MG07 1 S07", "W10 20 S10"),
            "attack S10; join G1; join G3; ready",
        ),
        "fire MG07 S11",
    ),
]

UNNAMED = {
    "E-chart-e": "no group of the printed ones has more than 60 men",
    "E-3.7-a": "only the rim of the roof is water, and no sector lies beyond it to march to",
    "E-4.1-e": "more than 80 points never stand in one sector, so 3.6 is named first",
    "E-5.0-b": "that strengths are not added is no order: the odds of each shot show it",
}


@pytest.mark.parametrize(("clause", "position", "order"), each_clause(BANS))
def test_a_refusal_names_each_clause_that_forbids(clause, position, order):
    assert is_named(clause, position(), order)


def test_every_clause_that_forbids_is_tried_or_has_a_reason_not_to_be():
    assert not unaccounted("eben_emael", BANS, UNNAMED)
    assert all(UNNAMED.values())
