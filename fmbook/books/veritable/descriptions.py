"""What is told in words besides counters: the score, who is without supply, how far supply reaches."""

from collections.abc import Iterator

from fmbook.books.veritable.facts import FORTRESS_CHIT, HOST
from fmbook.books.veritable.ground import is_supplied, linked, out_of_supply
from fmbook.core.state import State, Unit
from fmbook.engine.matters import TOLD_OF_A_PLACE, TOLD_OF_A_UNIT, TOLD_OF_THE_GAME, VICTORY_POINTS
from fmbook.engine.rulebook import settles

__all__: list[str] = []


@settles("veritable:14.0/told", TOLD_OF_THE_GAME)
def score_and_supply(state: State) -> tuple[str, ...]:
    """Say how the points stand, where points decide, and which units have no supply."""
    return (*_score(state), *_without_supply(state), *_afloat(state))


def _score(state: State) -> Iterator[str]:
    if state.setup.data["goal"].get("kind") == "hold":
        return
    lines = VICTORY_POINTS.of(state.setup)(state)
    yield f"Victory points as things stand: {sum(line.amount for line in lines) / 2:g}."
    yield from (f"{line.amount / 2:+g}: {line.text}." for line in lines)


def _without_supply(state: State) -> Iterator[str]:
    for side, name in enumerate(state.setup.sides):
        cut = [unit.id for unit in state.units(sorted(state.on_map(side))) if not is_supplied(state, unit)]
        yield f"{name} units without supply: {', '.join(cut) or 'none'}."


def _afloat(state: State) -> Iterator[str]:
    if name := HOST.of(state):
        yield f"The amphibious vehicles are with {name}."


@settles("veritable:12.0/told", TOLD_OF_A_PLACE)
def whose_supply_reaches_it(state: State, place: int) -> tuple[str, ...]:
    """Say of a hex which side can trace supply to it, and of Cleve whether a chit has made it a fortress."""
    fed = [name for side, name in enumerate(state.setup.sides) if place in linked(state, side)]
    fortress = FORTRESS_CHIT.of(state) and place in state.board.having("cleve")
    return (f"Supply: {' and '.join(fed) or 'none'}.", *(["It is a fortress."] if fortress else ()))


@settles("veritable:12.2/told", TOLD_OF_A_UNIT)
def whether_it_is_fed(state: State, unit: Unit) -> tuple[str, ...]:
    """Say of a unit what is special about it, and whether it is in supply, now and as its side began to move."""
    return tuple(_of_a_unit(state, unit))


def _of_a_unit(state: State, unit: Unit) -> Iterator[str]:
    if unit.traits:
        yield f"Also: {', '.join(sorted(each.replace('_', ' ') for each in unit.traits))}."
    if unit.id == HOST.of(state):
        yield "It has the amphibious vehicles."
    if state.where[unit.number] < 0:
        return
    yield "In supply." if is_supplied(state, unit) else "Out of supply: it attacks and defends with half."
    if out_of_supply(state, unit):
        yield "It was found without supply and marches half as far."
