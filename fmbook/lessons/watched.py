"""The places that history watches for: which of them a game is about, who stands there, how far others are."""

from typing import Final

from fmbook.core.state import State
from fmbook.lessons.historyfile import History, WatchedPlace
from fmbook.play.game import Game
from fmbook.text.wording import far

__all__ = ["cleared_ground", "due_places", "goal_places", "short_of", "taken"]

NEAR: Final = 2  # hexes: an enemy so close holds a place


def goal_places(game: Game) -> frozenset[int]:
    """Return the places that the scenario itself wants to be held."""
    return frozenset(map(game.board.at, game.setup.data.get("goal", {}).get("hexes", ())))


def cleared_ground(game: Game) -> frozenset[int]:
    """Return the ground that the scenario itself wants to be cleared."""
    return game.board.having(game.setup.data.get("goal", {}).get("ground", ""))


def due_places(game: Game, told: History) -> tuple[WatchedPlace, ...]:
    """List what a game is about: the places of its goal, and what was due in its turns and is fought for there."""
    goal = goal_places(game) | cleared_ground(game)
    part = game.at(0).turn > 1 or bool(goal_places(game))
    due = (place for place in told.place if place.turn <= game.setup.turns or place.on(game.board) & goal)
    return tuple(place for place in due if not part or place.on(game.board) & goal or _fought_for(game, told, place))


def _fought_for(game: Game, told: History, place: WatchedPlace) -> bool:
    """Whether the enemy stands by a place as the game begins, and nobody of ours has been there."""
    first, wanted = game.at(0).state, place.on(game.board)
    near = frozenset[int]().union(*(game.board.within(hex_, NEAR) for hex_ in wanted))
    enemy = first.forces[1 - told.side_in(first)].places
    return bool(near & enemy) and not taken(told, wanted, first)


def taken(told: History, wanted: frozenset[int], state: State) -> bool:
    """Tell whether history's side stands at a place or, where the game writes that down, was there last."""
    marked = state.board.having(told.feature) if told.fact else frozenset()
    trodden = wanted if wanted <= marked else frozenset()
    ours = state.forces[told.side_in(state)].places | (trodden & told.held_in(state))
    return bool(wanted & ours)


def short_of(told: History, wanted: frozenset[int], state: State) -> str:
    """Say how far the nearest unit is from a place: two hexes short of."""
    ours = state.forces[told.side_in(state)].places
    steps = min((state.board.distance(here, there) for here in ours for there in wanted), default=0)
    return f"{far(state.board, steps)} short of" if steps else "nowhere near"
