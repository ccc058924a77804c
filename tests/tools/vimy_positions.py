"""Positions of Vimy Ridge for tests: a sketch, a few battalions, a track; a game stands there.

The first letter of a battalion names its side and division: A and C are Allied (1st and 2nd Canadian), B, G and N
German (1st Bavarian Reserve, 79th Reserve, 16th Bavarian). Besides the usual marks a drawing knows ``!``, a peak, and
``%``, No Man's Land.
"""

from collections.abc import Mapping, Sequence
from re import sub
from typing import Any

import fmbook as fm
from fmbook.books.vimy import VIMY
from fmbook.components.scenarios import Scenario, SketchForm, SupportForm, TurnForm, UnitForm, setup_of
from fmbook.core.state import Outcome
from fmbook.play.game import Game
from tests.tools.positions import changed

DIVISIONS = {
    "A": ("Allied", "1_Cdn"),
    "C": ("Allied", "2_Cdn"),
    "B": ("German", "1_Bav_Res"),
    "G": ("German", "79_Res"),
    "N": ("German", "16_Bav"),
}
MARKS = {"!": "peak", "%": "no_mans_land"}
LINE = "a   b   c   d   e   f   g   h"
FIELD = """
a1  a2  a3  a4  a5  a6
  b1  b2  b3  b4  b5  b6
c1  c2  c3  c4  c5  c6
  d1  d2  d3  d4  d5  d6
"""
MARCH, SHELL, FIGHT = "Allied movement phase", "Allied bombardment phase", "Allied combat phase"
GERMAN_MARCH, GERMAN_SHELL, GERMAN_FIGHT = "German movement phase", "German bombardment phase", "German combat phase"


def battalion(described: str) -> UnitForm:
    """Read ``"A1 5-4-6 b2"``, with ``depleted`` behind it if it has lost a step."""
    id_, factors, *rest = described.split()
    side, group = DIVISIONS[id_[0]]
    now = 1 if "depleted" in rest else 0
    at = [word for word in rest if word != "depleted"]
    return UnitForm(id=id_, side=side, group=group, factors=factors, at=at[0] if at else "", now=now)


def ridge(
    drawing: str,
    *units: str,
    phase: str = "",
    turn: int = 2,
    turns: int = 11,
    nights: Sequence[int] = (3, 6, 9),
    shells: tuple[int, int] = (9, 9),
    support: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
    allotted: tuple[int, int] | None = None,
    aircraft: int = 0,
    trench: str = "",
    allied_trench: str = "",
    river: str = "",
    options: tuple[str, ...] = (),
    seed: int = 1,
    facts: Mapping[str, object] | None = None,
    **regions: Any,
) -> Game:
    """Set a game of Vimy up as drawn, opening in a phase of turn 2 unless another is named.

    Every turn each side gets so many ``shells``, and ``allotted`` markers from its pool of ``support``, if not all.
    Trenches and rivers are hexsides, ``"b2/b3 b2/a3"``; an Allied trench is a trench too. Further words name regions.
    """
    marked = {word: [name for name in drawing.split() if mark in name] for mark, word in MARKS.items()}
    named = {word: [name.rstrip("!%^*+~") for name in names] for word, names in marked.items()}
    named |= {word: [*named.get(word, []), *places.split()] for word, places in regions.items()}
    taken = allotted or (len(support[0]), len(support[1]))
    form = Scenario(
        title="a test",
        says="",
        sides=("Allied", "German"),
        turns=turns,
        from_turn=turn,
        unit=tuple(map(battalion, units)),
        sketch=SketchForm(
            text=sub("[!%]", " ", drawing),
            sides={
                "trench": [*trench.split(), *allied_trench.split()],
                "allied_trench": allied_trench.split(),
                "river": river.split(),
            },
            regions=named,
        ),
        support=SupportForm(pools=support),
        begins=phase,
        goal={"kind": "victory points", "side": "Allied", "text": ""},
        facts={"aircraft": aircraft, **(facts or {})},
    )
    setup = setup_of(form, "vimy", "a-test", VIMY, options)
    boxes = (
        TurnForm(number, f"turn {number}", number in nights, {"bombardment": shells, "support": taken})
        for number in range(turn, turns + 1)
    )
    return Game(changed(setup, data={**setup.data, "track": {box.number: box for box in boxes}}), seed)


# --- what tests do again and again --------------------------------------------------------------------------


def until(game: Game, phase: str, turn: int = 0) -> Game:
    """End phases, answering nothing but the least, until one begins."""
    while not (phase == game.phase and turn in (0, game.turn)) and not game.outcome:
        game.do("end-phase")
    return game


def shell(game: Game, *targets: str, rolls: Sequence[int | tuple[int, ...]]) -> Game:
    """Lay markers on units, fire, and say what each target's dice show."""
    for target in targets:
        game.do(f"shell {target}")
    game.do("end-phase")
    for roll in rolls:
        game.do("roll", roll=roll)
    return game


def row_of(game: Game, target: str, *by: str) -> str:
    """Tell in which row of the table an attack is resolved."""
    return game.battle(target, by or None).sum.column.row


def ended(game: Game) -> Outcome:
    """Return the outcome of a game that is over."""
    assert game.outcome, "the game is not over"
    return game.outcome


def zone_of(game: Game, side: str) -> set[str]:
    """Name the hexes in a side's zones."""
    return {place for place in game.board.places if side in game.describe(place).partition("In the zone of")[2]}


def battle_of_vimy(scenario: str = "battle", seed: int = 1917) -> Game:
    """Begin a scenario on the real board."""
    return fm.new_game("vimy", scenario, seed)
