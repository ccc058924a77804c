"""Right answers to the questions of the tasks, worked out from the rules for the situation as it is."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from fmbook.books.europa_41.combat import force_against
from fmbook.books.europa_41.exits import total_of
from fmbook.books.europa_41.facts import CALLED_OFF, DELUGES, HEXES, PLAYER_TURN, Deluge
from fmbook.books.europa_41.floods import may_be_flooded_massively, modified, relief_for
from fmbook.books.europa_41.ground import flooding_of
from fmbook.books.europa_41.ice import succeeds
from fmbook.books.europa_41.movement import toll
from fmbook.books.europa_41.ownership import axis_sides, owner_of
from fmbook.books.europa_41.supply import is_supplied
from fmbook.books.europa_41.tasks import RIGHT_ANSWER, TaskQuestion
from fmbook.core.orders import order
from fmbook.core.state import Phase, State
from fmbook.engine.legality import allows
from fmbook.engine.rulebook import settles
from fmbook.mechanics.movement import field_of, points

__all__: list[str] = []

About = Mapping[str, Any]


def _in_phase(state: State, kind: str, about: About) -> State:
    """Put a state into a phase of a side, with what the question supposes."""
    side = state.setup.sides.index(about["side"]) if "side" in about else state.phase.side
    supposed = state.but(asks=(), battle=None, spent=frozenset(), phase=Phase(f"{kind} phase", side, kind))
    for name in about.get("without", ()):
        supposed = supposed.with_unit(state.setup.unit_numbers[name], -1)
    for name, place in about.get("at", {}).items():
        supposed = supposed.with_unit(state.setup.unit_numbers[name], state.board.at(place))
    if "idle" in about:  # units whose attack has been called off
        supposed = CALLED_OFF.supposed(supposed, frozenset(state.setup.unit_numbers[name] for name in about["idle"]))
    supposed = _under_water(supposed, about)
    for owner, hexes in about.get("owned", {}).items():
        supposed = _given(supposed, owner, hexes)
    return supposed


def _under_water(state: State, about: About) -> State:
    """Suppose that some hexes have been flooded in this player turn."""
    now, hexes = PLAYER_TURN.of(state), about.get("flooded", {})
    came = [Deluge(state.board.at(hex_), kind, now) for hex_, kind in hexes.items()]
    return DELUGES.supposed(state, (*DELUGES.of(state), *came)) if came else state


def _given(state: State, owner: str, hexes: list[str]) -> State:
    gained = frozenset(map(state.board.at, hexes))
    for side in state.setup.sides:
        hexes_of = HEXES.about(side)
        held = hexes_of.of(state)
        state = hexes_of.supposed(state, held | gained if side == owner else held - gained)
    return state


def may(state: State, about: About) -> str:
    """Tell whether an order may be given."""
    said = order(about["order"])
    kind = next(kind for kind, asked in state.setup.book.questions.items() if type(said) in asked.offers)
    return "yes" if allows(_in_phase(state, kind, about), said) else "no"


def price(state: State, about: About) -> str:
    """Tell what a march costs."""
    supposed = _in_phase(state, "movement", about)
    cost = field_of(supposed, state.setup.unit(about["unit"])).cost(state.board.at(about["to"]))
    return points(cost) if cost else "none"


def step(state: State, about: About) -> str:
    """Tell what a single step costs."""
    supposed, unit = _in_phase(state, "movement", about), state.setup.unit(about["unit"])
    cost = toll(supposed, unit, supposed.where[unit.number], state.board.at(about["to"]))
    return points(cost) if cost else "none"


def strength(state: State, about: About) -> str:
    """Tell with what part of its strength a unit attacks."""
    supposed = _in_phase(state, "combat", about)
    unit = state.setup.unit(about["unit"])
    return force_against(supposed, unit, supposed.where[unit.number], state.board.at(about["on"]))


def owner(state: State, about: About) -> str:
    """Tell who owns a hex."""
    side = owner_of(state, state.board.at(about["hex"]))
    return "nobody" if side is None else state.setup.sides[side]


def result(state: State, about: About) -> str:
    """Read the Success Table for a die."""
    return succeeds(state, modified(state, state.board.at(about["hex"]), about["die"]))


def relief(state: State, about: About) -> str:
    """Tell what a flood would cost the Allies at once."""
    return str(relief_for(state, state.board.at(about["hex"]), massive=about.get("massive", False)))


def massive(state: State, about: About) -> str:
    """Tell whether a hex may be flooded massively."""
    side = state.setup.sides.index(about.get("side", "Axis"))
    return "no" if list(may_be_flooded_massively(state, state.board.at(about["hex"]), side)) else "yes"


def supplied(state: State, about: About) -> str:
    """Tell whether a unit is in regular supply."""
    return "yes" if is_supplied(_in_phase(state, "movement", about), state.setup.unit(about["unit"])) else "no"


def canal_sides(state: State, about: About) -> str:
    """Tell how many sides of the canal the Axis owns."""
    return str(len(axis_sides(state)))


def total(state: State, about: About) -> str:
    """Tell a total of attack strengths that have left the map."""
    return str(total_of(state, state.setup.sides.index(about["side"]), about["region"]))


def ground(state: State, about: About) -> str:
    """Tell what a flood has made of a hex."""
    return flooding_of(_under_water(state, about), state.board.at(about["hex"])) or "dry"


def left(state: State, about: About) -> str:
    """Tell how much is left of something that is counted, in halves of an RE if it is carried."""
    found = state.setup.book.fact(about["of"]).of(state)
    return f"{found / 2:g}" if about.get("halves") else str(found)


KINDS: Final[Mapping[str, Callable[[State, About], str]]] = {
    "may": may, "price": price, "step": step, "strength": strength, "owner": owner, "result": result, "relief": relief,
    "massive": massive, "supplied": supplied, "canal sides": canal_sides, "total": total, "ground": ground,
    "left": left,
}  # fmt: skip


@settles("europa_41:tasks/right", RIGHT_ANSWER)
def worked_out(state: State, question: TaskQuestion) -> str:
    """The right answer is worked out from the rules."""
    return KINDS[question.kind](state, question.about)
