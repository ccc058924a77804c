"""Positions of Operation Veritable for tests: a sketch, a few units, a phase; a game stands there.

The first letter of a unit names its side and kind: A and C are Allied (two divisions), I Allied and independent, T a
brigade of the 79th Armoured; G and H German (two divisions), J German and independent, P a German unit with both
factors red, Q one with a red defence, O an Outpost. Besides the usual marks a drawing knows ``%``, a forest.
"""

from collections.abc import Mapping
from re import sub
from typing import Any

import fmbook as fm
from fmbook.books.veritable import VERITABLE
from fmbook.components.scenarios import Scenario, SketchForm, SupportForm, UnitForm, setup_of
from fmbook.play.game import Game

KINDS: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "A": ("Allied", "A_div", ()),
    "C": ("Allied", "C_div", ()),
    "I": ("Allied", "", ()),
    "T": ("Allied", "79", ("bonus",)),
    "G": ("German", "G_div", ()),
    "H": ("German", "H_div", ()),
    "J": ("German", "", ()),
    "P": ("German", "", ("red-attack", "red-defence")),
    "Q": ("German", "", ("red-defence",)),
    "O": ("German", "", ("outpost",)),
}
FIELD = """
a1  a2  a3  a4  a5  a6
  b1  b2  b3  b4  b5  b6
c1  c2  c3  c4  c5  c6
  d1  d2  d3  d4  d5  d6
"""
MARCH, FIGHT, CHOICE = "Allied movement phase", "Allied combat phase", "Allied action sequence"
GERMAN_MARCH, GERMAN_FIGHT, GERMAN_CHOICE = "German movement phase", "German combat phase", "German action sequence"
FAR = ("A9 1-1-1 d1", "G9 1-1-1 a6")
EDGES = {"west_edge": "a1 b1 c1 d1", "east_edge": "a6 b6 c6 d6"}


def counter(described: str) -> UnitForm:
    """Read ``"A1 5-4-6 b2"``; without a hex the unit waits in reserve, with ``called`` behind it it came from there."""
    id_, factors, *at = described.split()
    side, group, traits = KINDS[id_[0]]
    waits = ("reserve",) if not at or "called" in at else ()
    return UnitForm(
        id=id_,
        side=side,
        group=group,
        traits=(*traits, *waits),
        factors=factors,
        at=at[0] if at else "",
        steps=1,
    )


def front(
    drawing: str,
    *units: str,
    phase: str = MARCH,
    turn: int = 1,
    turns: int = 7,
    options: tuple[str, ...] = (),
    facts: Mapping[str, object] | None = None,
    seed: int = 1,
    sides: Mapping[str, str] | None = None,
    roads: str = "",
    **regions: str,
) -> Game:
    """Set a game of Veritable up as drawn; ``sides`` are hexsides by kind, ``roads`` chains parted by semicolons."""
    forest = [name.rstrip("%") for name in drawing.split() if "%" in name]
    named = {word: places.split() for word, places in ({**EDGES, **regions}).items()}
    named = {word: [place for place in places if place in drawing] for word, places in named.items()}
    form = Scenario(
        title="a test",
        says="",
        sides=("Allied", "German"),
        turns=turns,
        from_turn=turn,
        unit=tuple(map(counter, units)),
        sketch=SketchForm(
            text=sub("%", " ", drawing),
            sides={kind: chain.split() for kind, chain in (sides or {}).items()},
            paths={"road": [road.strip() for road in roads.split(";") if road.strip()]},
            regions={**named, "forest": forest},
        ),
        support=SupportForm(pools=((1, 1, 1), (1,)), names=("RAF", "Luftwaffe")),
        begins=phase,
        goal={"kind": "victory points", "side": "Allied", "text": ""},
        facts=dict(facts or {}),
    )
    return Game(setup_of(form, "veritable", "a-test", VERITABLE, options), seed)


def to_phase(game: Game, phase: str, turn: int = 0, air: int = 6) -> Game:
    """Go on, moving before fighting, until a phase begins; the throw for aircraft is said."""
    while not (phase == game.phase and turn in (0, game.turn)) and not game.outcome:
        orders = [str(order) for order in game.legal()]
        if "roll" in orders:
            game.do("roll", roll=air)
        else:
            game.do("move-first" if "move-first" in orders else "end-phase")
    return game


def attack(game: Game, target: str, by: str, roll: int | None = None) -> Game:
    """Attack a hex with some units; nobody flies, unless it is said before; the throw is said."""
    game.do(f"attack {target}")
    for name in by.split():
        if f"join {name}" in map(str, game.legal()):
            game.do(f"join {name}")
    if "ready" in map(str, game.legal()):
        game.do("ready")
    while "hold-fire" in map(str, game.legal()):
        game.do("hold-fire")
    if roll is not None:
        game.do("roll", roll=roll)
    return game


def column(game: Game, target: str, *by: str) -> str:
    """Tell in which column of the table an attack is resolved."""
    return game.battle(target, by or None).sum.column.label


def shifts(game: Game, target: str, *by: str) -> list[tuple[int, str]]:
    """Return the shifts of the column that an attack would have, each with its rule."""
    return [(step.amount, step.rule) for step in game.battle(target, by or None).steps if step.to == "column"]


def operation(scenario: str = "operation", options: tuple[str, ...] = (), seed: int = 1945) -> Game:
    """Begin a scenario on the real board."""
    return fm.new_game("veritable", scenario, seed, options=options)


def points(game: Game) -> dict[str, float]:
    """Return the lines of the score as things stand, in points."""
    lines: Any = game.state.setup.book.settled["victory points"].function(game.state)
    return {line.text: line.amount / 2 for line in lines}
