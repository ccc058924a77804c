"""What can be seen coming: odds of attacks not yet made, where the enemy could strike, what a side observes.

Everything is asked of the engine on a copy of the state; nothing happens, and no die is looked at.
"""

from collections.abc import Iterator
from typing import NamedTuple

from fmbook.core.dice import Chance
from fmbook.core.errors import FmbookError
from fmbook.core.orders import Attack, Join, Move, Order, Support
from fmbook.core.state import State
from fmbook.engine.bars import free
from fmbook.engine.legality import allows, legal_of, question
from fmbook.engine.matters import OBSERVED, SUPPLY, ZONE
from fmbook.engine.resolution import perform
from fmbook.mechanics.combat import struck_from_here
from fmbook.mechanics.sequence import phases
from fmbook.play.battle_previews import Preview
from fmbook.play.chances import Outlook, listed_outlook
from fmbook.play.positions import Position
from fmbook.widgets.desk.clicks import labels

__all__ = [
    "AskedOfRules",
    "Option",
    "asked_about",
    "asked_at",
    "asked_in",
    "fought_for",
    "in_battle",
    "observed",
    "opened",
    "options",
    "planned",
    "strikes",
    "swept",
    "threat",
    "thrown_for",
]

MOST = 4  # targets on a unit's card


class Option(NamedTuple):
    """Something that could be done, and how the attack would stand then."""

    name: str
    preview: Preview


def planned(position: Position, target: str) -> Preview | None:
    """Work out the attack on a hex by all who can join it; None where the rules know of none."""
    try:
        return position.battle(target)
    except FmbookError:
        return None


def who_attacks(plan: Preview) -> str:
    """Name the one unit that an attack is made by; of several, say that all come who can."""
    return plan.attackers[0] if len(plan.attackers) == 1 else "all who can join"


def strikes(position: Position, unit: str) -> tuple[Option, ...]:
    """Work out what a unit could attack from where it stands, alone."""
    state = position.state
    if state.asks or state.outcome or position.unit(unit).side != position.side:
        return ()
    return tuple(_strikes(position, unit))[:MOST]


def _strikes(position: Position, unit: str) -> Iterator[Option]:
    state = position.state
    number = state.setup.unit_numbers[unit]
    for place in sorted(struck_from_here(state, number) & state.forces[state.enemy].places):
        name = position.board.name(place)
        try:
            yield Option(name, position.battle(name, [unit]))
        except FmbookError:
            continue


def fought_for(position: Position) -> tuple[str, ...]:
    """Return the place that is under attack, which bears a gun sight until its battle is over, whoever decides."""
    battle = position.state.battle
    return (position.board.name(battle.target),) if battle and battle.target >= 0 else ()


def asked_at(position: Position) -> str:
    """Return the place that a question is about which must be answered; empty where none is asked, or of no place."""
    return next(iter(fought_for(position)), "") if position.state.asks else ""


def asked_about(position: Position) -> str:
    """Return the place that a question is about: that of a battle, or where units stand; empty where none is."""
    state = position.state
    if state.ask is None or (fought := asked_at(position)):
        return fought if state.ask else ""
    return next((state.board.places[state.where[unit]] for unit in state.ask.units if state.where[unit] >= 0), "")


def in_battle(position: Position) -> Preview | None:
    """Work out the attack that is open, as it stands now."""
    state = position.state
    if state.battle is None or (state.battle.kind == "attack" and not state.battle.attackers):
        return None
    asked = {ask.what for ask in state.asks}
    return _worked_out(state) if asked & {"attackers", "support", "roll"} else None


def options(position: Position) -> tuple[Option, ...]:
    """Tell how the open attack would stand after each order that changes its sum."""
    state = position.state
    if state.ask is None or state.battle is None:
        return ()
    kinds: tuple[type[Order], ...] = tuple(kind for kind in question(state).offers if kind in (Join, Support))
    orders = (order for kind in kinds for order in legal_of(state, kind))
    after = ((labels([order])[order], _worked_out(perform(state, order, Chance(0, said=()), []))) for order in orders)
    return tuple(Option(name, preview) for name, preview in after if preview)


def _worked_out(state: State) -> Preview | None:
    try:
        return Preview(state)
    except (FmbookError, AssertionError):  # an order may have closed the battle
        return None


def thrown_for(position: Position, order: Order) -> Outlook | None:
    """Work out what the dice may make of an order on the list that is no attack with a sum of its own."""
    return None if isinstance(order, Attack) else listed_outlook(position.state, order)


def opened(position: Position, order: Order) -> Position | None:
    """Return the position that an order would open a battle in, such as a bombardment; None where it opens none."""
    state = position.state
    if order.takes != ("hex",) or state.battle or not allows(state, order):
        return None
    after = Position(perform(state, order, Chance(0), []))
    return after if in_battle(after) else None


def threat(position: Position, side: str) -> frozenset[int]:
    """Return the hexes that a side could attack after its next march: those beside where its units can get to."""
    state, number = position.state, position.sides.index(side)
    moving = [
        phase for phase in phases(state.setup, state.turn) if phase.side == number and _marches(state, phase.kind)
    ]
    if not moving or state.outcome:
        return frozenset()
    then = state.but(phase=moving[0], spent=frozenset(), asks=(), battle=None)
    stands = set(state.forces[number].places)
    for unit in free(state.setup.book.guard(Move).first, then, number, state.setup.all_units):
        stands |= free(state.setup.book.guard(Move).second, then, state.setup.units[unit], state.setup.all_places)
    neighbours = state.board.neighbours
    return frozenset(there for here in stands for there in neighbours[here]) - state.forces[number].places


def _marches(state: State, kind: str) -> bool:
    return kind in state.setup.book.questions and Move in state.setup.book.questions[kind].offers


class AskedOfRules(NamedTuple):
    """What the rules of a game ask about, so that a map can show it."""

    zones: bool
    observed: bool
    supply: bool


def asked_in(position: Position) -> AskedOfRules:
    """Tell whether this game knows zones of control, asks which enemies a side observes, and who is supplied."""
    setup = position.state.setup
    zones, observed, supply = (matter.is_settled(setup) for matter in (ZONE, OBSERVED, SUPPLY))
    return AskedOfRules(zones and position.board.layout.kind == "hex", observed, supply)


def observed(position: Position, side: str) -> tuple[str, ...] | None:
    """Return where the enemy units are that a side observes; None in games that do not ask."""
    if not asked_in(position).observed:
        return None
    state = position.state
    units = OBSERVED.of(state.setup)(state, position.sides.index(side))
    return tuple(sorted({position.board.name(state.where[unit]) for unit in units if state.where[unit] >= 0}))


def supply(position: Position, side: str) -> frozenset[int]:
    """Return the places from which a side can trace its supply; none in games that do not ask."""
    if not asked_in(position).supply:
        return frozenset()
    return frozenset(SUPPLY.of(position.state.setup)(position.state, position.sides.index(side)))


def swept(position: Position) -> frozenset[int]:
    """Return the places whose guns sweep a field of fire, but for those that are out of action."""
    return frozenset(position.board.fields) - position.shown.shut
