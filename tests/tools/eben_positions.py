"""Positions of Eben-Emael for tests: a few counters on the roof, each with its men, in a phase of a turn.

``"G1 8 S05"`` puts squad G1 with 8 men into S05. Counters that are not named are not there, but for those that wait
below. Counters keep what their file says of them; only their men and places are the test's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

import fmbook as fm
from fmbook.books.eben_emael import EBEN_EMAEL
from fmbook.components.scenarios import Scenario, UnitForm, UnitsForm, setup_of
from fmbook.core import data
from fmbook.play.game import Game
from tests.tools.positions import changed

COUNTERS = {unit.id: unit for unit in data.load(UnitsForm, "eben_emael/units.toml").unit}
WAITING = ("below", "counterattacks", "glider_12")
SETS_OF_SECTORS = ("sealed", "destroyed", "blocked", "ground")
AIR, MARCH, GUNS, ASSAULT = "German air attack", "German movement", "Belgian gun fire", "German attack"
SORTIE, COUNTERATTACK = "Belgian movement", "Belgian attack"


def counter(described: str) -> UnitForm:
    """Read ``"G1 8 S05"``."""
    name, men, place = described.split()
    return structs.replace(COUNTERS[name], at=place, steps=max(int(men), COUNTERS[name].steps), now=int(men))


def roof(
    *units: str,
    phase: str = ASSAULT,
    turn: int = 2,
    turns: int = 15,
    held: Sequence[str] = (),
    water: str = "",
    terrain: Mapping[str, str] | None = None,
    options: tuple[str, ...] = (),
    seed: int = 1,
    clauses: tuple[str, ...] = (),
    **facts: Any,
) -> Game:
    """Set a game up in a phase; ``held`` are special actions in hand, ``water`` an edge, ``terrain`` other ground.

    ``clauses`` are those of a scenario's own that hold.
    """
    named = tuple(map(counter, units))
    here = {unit.id for unit in named}
    sectors = {name: fact for name, fact in facts.items() if name in SETS_OF_SECTORS}
    numbers = {name: fact for name, fact in facts.items() if name not in SETS_OF_SECTORS}
    waiting = (unit for unit in COUNTERS.values() if unit.group in WAITING and unit.id not in here)
    form = Scenario(
        title="a test",
        says="",
        sides=("German", "Belgian"),
        turns=turns,
        from_turn=turn,
        unit=(*named, *waiting),
        board="eben_emael/board.toml",
        markers="eben_emael/actions.toml",
        begins=phase,
        clauses=clauses,
        facts={"below": 658, "air": 1, "guns": 1, "held": tuple(held), **numbers},
        held=sectors,
    )
    setup = setup_of(form, "eben_emael", "a-test", EBEN_EMAEL, options)
    board = setup.board
    if water:
        a, b = map(board.at, water.split("/"))
        board = replace(board, borders={**board.borders, (a, b): frozenset({"water"}), (b, a): frozenset({"water"})})
    if terrain:
        words = {board.at(place): frozenset(said.split()) for place, said in terrain.items()}
        board = replace(board, features=tuple(words.get(p, old) for p, old in enumerate(board.features)))
    return Game(changed(setup, board=board), seed)


def men(game: Game, *units: str) -> list[int]:
    """Return how many men units have left."""
    return [game.unit(name).steps for name in units]


def lost(game: Game) -> tuple[int, int]:
    """Return both tracks of losses."""
    ours, theirs = game.state.facts.get("lost", (0, 0))
    return ours, theirs


def fact(game: Game, name: str) -> set[str]:
    """Name the sectors of a set that the game keeps."""
    return {game.board.places[place] for place in game.state.facts.get(name, ())}


def historical(seed: int = 1, scenario: str = "historical", options: tuple[str, ...] = ()) -> Game:
    """Begin a scenario of the game."""
    return fm.new_game("eben_emael", scenario, seed, options=options)


def gliders_down(game: Game, *landings: str, rolls: Mapping[str, tuple[int, int]] | None = None) -> Game:
    """Skip the first air attack and land gliders: ``"G1 S06"``; all throw 7 unless a roll is given."""
    if game.phase == "German first air attack":
        game.do("end-phase")
    for landing in landings:
        game.do(f"place {landing}")
        game.do("roll", roll=(rolls or {}).get(landing.split()[0], (3, 4)))
    return game


def fight(game: Game, target: str, *by: str, roll: tuple[int, int]) -> Game:
    """Attack a sector with some units; machine guns hold their fire; the roll is said."""
    game.do(f"attack {target}")
    for name in by:
        if fm.order(f"join {name}") in game.legal():
            game.do(f"join {name}")
    if fm.order("ready") in game.legal():
        game.do("ready")
    while fm.order("hold-fire") in game.legal():
        game.do("hold-fire")
    game.do("roll", roll=roll)
    return game
