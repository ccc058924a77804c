"""What is told in words besides counters: tracks, special actions, works, and what a unit has done."""

from collections.abc import Iterator

from fmbook.books.eben_emael.facts import ADDED, BELOW, DESTROYED, FIRED, IN_HAND, LOST
from fmbook.books.eben_emael.figures import figures
from fmbook.books.eben_emael.fire import batteries_left
from fmbook.books.eben_emael.fort import charges, flames, inside, is_weapon, manned, shut
from fmbook.books.eben_emael.movement import no_way_out
from fmbook.books.eben_emael.victory import points, wanted
from fmbook.core.state import State, Unit
from fmbook.engine.matters import TOLD_OF_A_PLACE, TOLD_OF_A_UNIT, TOLD_OF_THE_GAME
from fmbook.engine.rulebook import settles

__all__: list[str] = []


@settles("eben_emael:2.0/told", TOLD_OF_THE_GAME)
def tracks_and_actions(state: State) -> tuple[str, ...]:
    """Say what the tracks show, how many men are below, and which special actions each side has."""
    return tuple(_of_the_game(state))


def _of_the_game(state: State) -> Iterator[str]:
    lost = LOST.of(state)
    goal = wanted(state)
    yield f"Victory points in German hands: {points(state)}{f' of the {goal} that win' if goal else ''}."
    for line in figures().breaks:
        yield f"{line.side} losses: {lost[state.setup.sides.index(line.side)]} of {line.men}."
    yield f"Belgian men below: {BELOW.of(state)}."
    if guns := batteries_left(state):
        yield f"German batteries that may still fire in this turn: {guns}."
    if ADDED.of(state) == state.turn:
        yield "German attacks of this turn add 1 to their dice."
    kept, cup = IN_HAND.of(state), state.setup.data["cup"]
    for side in state.setup.sides:
        here = [each for each in cup if each.name in kept and each.side == side]
        if here:
            yield f"{side} special actions: {', '.join(each.name for each in here)}."
        yield from (f"{each.name}: {each.says}" for each in here)


@settles("eben_emael:hist/told", TOLD_OF_A_PLACE)
def works_and_doors(state: State, place: int) -> tuple[str, ...]:
    """Say of a sector what its points are, and whether its work is sealed, manned, or has an open door."""
    return tuple(_of_a_place(state, place))


def _of_a_place(state: State, place: int) -> Iterator[str]:
    if worth := state.board.number("vp", place):
        yield f"{worth} victory point{'s' if worth > 1 else ''}."
    if place in DESTROYED.of(state):
        yield "The work is destroyed."
    elif place in shut(state):
        yield "The work is sealed."
    elif place in state.board.having("exit"):
        yield "The door is blocked." if place in no_way_out(state) else "The door is open."
    if place in manned(state):
        yield "Its weapons are manned."


@settles("eben_emael:1.0/told", TOLD_OF_A_UNIT)
def what_it_carries(state: State, unit: Unit) -> tuple[str, ...]:
    """Say of a unit what it carries, whether it is inside a work, and whether it has fired."""
    return tuple(_of_a_unit(state, unit))


def _of_a_unit(state: State, unit: Unit) -> Iterator[str]:
    number = unit.number
    for count, noun in ((charges(state)[number], "charge"), (flames(state)[number], "flamethrower")):
        if count:
            yield f"{count} {noun}{'s' if count > 1 else ''}."
    if "mg" in unit.traits:
        yield "A machine gun."
    if number in inside(state):
        yield "Inside the work."
    if is_weapon(unit) and state.where[number] >= 0 and state.where[number] not in manned(state):
        yield "Nobody serves it."
    if number in FIRED.of(state):
        yield "Has fired in this turn."
