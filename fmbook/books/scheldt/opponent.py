"""What ground is worth to an opponent in this game, in hundredths of its army. All figures are ours."""

from collections.abc import Mapping

from fmbook.books.scheldt.road import ROAD, last_held
from fmbook.books.scheldt.sequence import GERMAN
from fmbook.core.cache import per_side
from fmbook.core.state import OFF_MAP, State
from fmbook.engine.matters import OBJECTIVES
from fmbook.engine.rulebook import advises

__all__: list[str] = []


@advises("scheldt:opponent/objectives", OBJECTIVES)
def what_to_fight_for(state: State, side: int) -> Mapping[int, float]:
    """Say for opponents what ground is worth to a side, in hundredths of its army."""
    return _weights(state, GERMAN, side, last_held(state), _wait_for_the_road(state))


@per_side
def _weights(state: State, held_by: int, side: int, won: frozenset[int], waiting: bool) -> Mapping[int, float]:
    goal, board = state.setup.data["goal"], state.board
    if goal["kind"] == "hold":
        return dict.fromkeys(map(board.at, goal["hexes"]), 60 / len(goal["hexes"]))
    ground = board.having(goal["ground"])
    road = board.having(ROAD) - won if waiting else frozenset()
    if side == GERMAN:
        gate = board.having("isthmus") & board.having(ROAD) | {board.at("2021")} if waiting else frozenset()
        return dict.fromkeys(ground & board.having("city"), 4.0) | dict.fromkeys(gate, 12.0)
    return dict.fromkeys(ground & state.forces[held_by].places, 8.0) | dict.fromkeys(road, 6.0)


def _wait_for_the_road(state: State) -> bool:
    return any(unit.group == "49_Div" and state.where[unit.number] == OFF_MAP for unit in state.setup.units)
