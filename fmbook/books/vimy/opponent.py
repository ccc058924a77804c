"""What ground and orders of this game are worth to an opponent, in hundredths of its army. All figures are ours."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from fmbook.books.vimy.bombardment import SHELL_MODIFIERS, outcome_of
from fmbook.books.vimy.facts import ALLIED_GROUND, LAID
from fmbook.books.vimy.orders import Fly, Shell
from fmbook.books.vimy.sequence import ALLIED
from fmbook.books.vimy.victory import petit_vimy_is_free
from fmbook.core.cache import per_board
from fmbook.core.orders import Order
from fmbook.core.state import State, Unit
from fmbook.engine.matters import MERIT, OBJECTIVES, OBSERVED
from fmbook.engine.rulebook import advises
from fmbook.mechanics.odds import throw

__all__: list[str] = []

HELPED, SHOWN = 0.15, 0.3  # steps that a flight may cost a unit below it, or one that it shows


@advises("vimy:opponent/objectives", OBJECTIVES)
def what_to_fight_for(state: State, side: int) -> Mapping[int, float]:
    """Say for opponents what ground is worth to a side, in hundredths of its army."""
    return _weights(state, side, ALLIED_GROUND.of(state), petit_vimy_is_free(state))


@per_board
def _weights(state: State, side: int, ours: frozenset[int], free: bool) -> Mapping[int, float]:
    goal, board = state.setup.data["goal"], state.board
    if goal.get("kind") == "hold":
        return dict.fromkeys(map(board.at, goal["hexes"]), 60 / len(goal["hexes"]))
    town, peaks, supply = (board.having(word) for word in ("vimy_town", "peak", "german_supply"))
    weights = dict.fromkeys(town, (40.0 if free else 5.0) if side == ALLIED else 2.0)
    weights |= dict.fromkeys(board.having("petit_vimy"), 8.0 if side == ALLIED else 30.0)
    if side != ALLIED:  # whoever stands on a peak had better stay there than go back to Petit Vimy
        return weights | dict.fromkeys(peaks, 6.0)
    weights |= {place: 0.5 if place in ours else 4.0 for place in peaks}
    weights |= {place: 1.0 if place in ours else 12.0 for place in supply}
    return weights


@advises("vimy:opponent/merits", MERIT)
def what_guns_may_cost(state: State, order: Order) -> Mapping[int, float] | None:
    """Say for opponents which enemies a shell, or a flight for the guns, is expected to cost how many steps."""
    if isinstance(order, Shell):
        unit = state.setup.unit(order.unit)
        return {unit.number: float(_one_marker_more(state, unit, state.side))}
    return dict(_shown(state, state.board.at(order.hex))) if isinstance(order, Fly) else None


def _one_marker_more(state: State, unit: Unit, side: int) -> Fraction:
    """Say by how much one marker more raises the chance that a unit is hit."""
    change = sum(line.amount for line in SHELL_MODIFIERS.of(state.setup)(state, unit, side))
    hit = throw().chance(lambda die: outcome_of(die, change) == "hit")
    laid = LAID.of(state).count(unit.number)
    return hit * Fraction(1 - hit) ** laid


def _shown(state: State, place: int) -> Iterator[tuple[int, float]]:
    """Return what an aircraft over an enemy adds, by estimate: it is hit more easily, and whoever is near is seen."""
    enemies = state.forces[1 - state.side].at
    if place in enemies:
        seen = OBSERVED.of(state.setup)(state, state.side)
        for there in (place, *state.board.neighbours[place]):
            for unit in enemies.get(there, ()):
                yield unit, HELPED * (there == place) + SHOWN * (unit not in seen)
