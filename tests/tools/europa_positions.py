"""Boards of rule 41 for tests, in a situation of their own: who has left, who stands elsewhere, who owns what."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from fmbook.books.europa_41 import EUROPA_41
from fmbook.components.scenarios import load_scenario, setup_of
from fmbook.mechanics.movement import field_of, points
from fmbook.play.game import Game

__all__ = ["board", "cost", "end", "fact", "names", "owner", "tell"]


def board(
    name: str,
    *phases: str,
    away: str = "",
    at: Mapping[str, str] | None = None,
    given: Mapping[str, str] | None = None,
    held: Mapping[str, str] | None = None,
    announced: Mapping[str, Any] | None = None,
    seed: int = 1,
    **facts: Any,
) -> Game:
    """Set a board up for one task that asks for nothing: the phases are played, and then it is over."""
    form = load_scenario("europa_41", name)
    task: dict[str, Any] = {
        "side": form.sides[0],
        "says": "A test.",
        "phases": list(phases),
        "away": away.split(),
        "at": dict(at or {}),
        "given": {side: hexes.split() for side, hexes in (given or {}).items()},
        "held": {fact: hexes.split() for fact, hexes in (held or {}).items()},
        "facts": {name.replace("_", " "): value for name, value in facts.items()},
    }
    if announced:
        task["announced"] = dict(announced)
    goal = {**form.goal, "task": [task]}
    setup = setup_of(replace(form, goal=goal, turns=1), "europa_41", name, EUROPA_41)
    return Game(setup, seed)


def cost(game: Game, unit: str, to: str) -> str:
    """Tell what a march costs; “none” if there is no way."""
    found = field_of(game.state, game.state.setup.unit(unit)).cost(game.board.at(to))
    return points(found) if found else "none"


def names(game: Game, fact: str) -> set[str]:
    """Return the hexes of a fact by their short names."""
    return {game.board.places[place].rpartition(":")[2] for place in game.state.facts.get(fact, ())}


def owner(game: Game, hex_: str) -> str:
    """Tell who owns a hex."""
    return next((side for side in game.sides if hex_ in names(game, f"{side} hexes")), "nobody")


def fact(game: Game, name: str, default: Any = None) -> Any:
    """Return a fact of the game."""
    return game.state.facts.get(name, default)


def end(game: Game, times: int = 1) -> Game:
    """End so many phases."""
    for _ in range(times):
        game.do("end-phase")
    return game


def tell(game: Game) -> str:
    """Return the whole diary as one text."""
    return "\n".join(map(str, game.diary))
