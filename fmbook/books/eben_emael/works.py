"""Footnotes of the chart: who comes out of works, who goes in, and how a charge seals one."""

from collections.abc import Iterable, Iterator
from typing import Final

from fmbook.books.eben_emael.facts import BELOW, CHARGES, INSIDE, SEALED
from fmbook.books.eben_emael.figures import figures, limit
from fmbook.books.eben_emael.fort import (
    BELGIAN,
    GERMAN,
    all_who,
    at_hand,
    charges,
    comes_for_one_fight,
    entered_by,
    held,
    inside,
    is_weapon,
    shut,
    soldiers_at,
)
from fmbook.books.eben_emael.movement import crowded, no_way_out, why_no_door
from fmbook.books.eben_emael.orders import (
    Blow,
    CameOut,
    CameUp,
    ChargeLaid,
    Garrison,
    LaidBy,
    Sally,
    WentBelow,
    WentIn,
)
from fmbook.core.cache import per_board, per_state
from fmbook.core.dice import Chance
from fmbook.core.events import Answered, Asked, BattleEnded, Event, Rolled
from fmbook.core.orders import Join, Move
from fmbook.core.state import OFF_MAP, Ask, State, Unit
from fmbook.core.verdicts import Bar, Only, Reason
from fmbook.engine.rulebook import answers, does, forbids

__all__ = ["come_out", "exits", "sealed"]

BARRACKS: Final = "E-full-r1"
"""The clause that a scenario cites whose men, but for the garrisons, are in the barracks."""

# --- who comes out --------------------------------------------------------------------------------


def _belongs_below(unit: Unit) -> bool:
    return unit.side == BELGIAN and unit.group == "below"


@per_state
def exits(state: State) -> frozenset[int]:
    """Return the sectors where Belgians can come out."""
    return _all_but(state, no_way_out(state))


@per_board
def _all_but(state: State, closed: frozenset[int]) -> frozenset[int]:
    return state.setup.all_places - closed


@forbids("eben_emael:chart/below", Sally, bars="units", clauses=("E-full-a",))
def groups_come_from_below(state: State, side: int) -> Iterator[Bar]:
    """Platoons and companies come out of the galleries, as long as there are men below."""
    below = BELOW.of(state)
    own, where = all_who(state, _belongs_below) if side == BELGIAN else (), state.where
    waiting = frozenset([unit for unit in own if where[unit] == OFF_MAP])
    yield Only(waiting, "{unit} is not below", "a platoon or a company that waits below")
    most = frozenset([unit for unit in waiting if state.steps[unit] > below])
    yield Bar(most, "too few men are left below for {unit}", "a smaller group")


@forbids("eben_emael:chart/exit", Sally, bars="hexes", clauses=("E-6.0-g", "E-6.0-h", "E-6.0-j", "E-hist-b"))
def only_by_an_open_door(state: State, unit: Unit) -> Iterable[Bar]:
    """Men come out where a work has a door that is neither blocked nor sealed, one group at each in a turn."""
    used = frozenset([place for what, place in state.struck if what == "sally"])
    return (
        Only(exits(state), "no open door leads out at {to}", why=_why_no_door),
        Bar(used, "a group has come out at {to} in this turn", "another door"),
        Bar(crowded(state, unit), "{to} would hold more than 80 strength points", why=_why_no_room),
    )


@forbids("eben_emael:full/barracks", Sally, bars="hexes", clauses=("E-full-a", "E-full-r1"), alike=True)
def barracks_empty_by_the_entrance(state: State, unit: Unit) -> Iterable[Bar]:
    """In a scenario whose other men are in the barracks, these come out at the entrance of the fort alone."""
    if BARRACKS not in state.setup.data["form"].clauses:
        return ()
    door = figures().barracks.door
    said = f"the men of the barracks come out at the entrance, {door}, and not at {{to}}"
    return (Bar(_all_but(state, frozenset({state.board.at(door)})), said, f"sally UNIT {door}"),)


def _why_no_room(state: State, unit: Unit, to: int) -> Iterator[Reason]:
    name = state.board.places[to]
    yield Reason(f"{name} would hold more than 80 strength points", places=(name,), rule="eben_emael:3.6")


def _why_no_door(state: State, unit: Unit, to: int) -> Iterator[Reason]:
    return why_no_door(state, to)


@forbids("eben_emael:chart/exit-strength", Sally, bars="hexes", clauses=("E-chart-d", "E-chart-e"))
def few_come_out_under_the_enemy(state: State, unit: Unit) -> Iterator[Bar]:
    """A group that comes out has at most 60 men, and at most 20 where Germans stand on top."""
    points = state.steps[unit.number]
    if points > limit("exit"):
        yield Only(frozenset(), "{unit} is too many for one door")
    if points > limit("exit under Germans"):
        yield Bar(held(state, GERMAN), "Germans are at {to}, and {unit} is too many to come out there", "a platoon")


@forbids("eben_emael:chart/exit-march", Move, bars="units", clauses=("E-chart-d",))
def few_march_out_under_the_enemy(state: State, side: int) -> Iterable[Bar]:
    """A garrison of more than 20 men does not come out of its work while Germans stand on top."""
    return (Bar(_too_many(state), "{unit} is too many to come out under Germans"),)


@forbids("eben_emael:chart/exit-attack", Join, bars="units", clauses=("E-chart-d",))
def few_attack_out_under_the_enemy(state: State, side: int) -> Iterable[Bar]:
    """Nor does it attack from there: who cannot come out attacks nobody."""
    return (Bar(_too_many(state), "{unit} is too many to come out under Germans and attack"),)


def _too_many(state: State) -> frozenset[int]:
    most, over = limit("exit under Germans"), held(state, GERMAN)
    steps, where = state.steps, state.where
    return frozenset([unit for unit in inside(state) if steps[unit] > most and where[unit] in over])


@does("eben_emael:chart/sally", Sally, clauses=("E-chart-d", "E-chart-e", "E-full-a"))
def sally(state: State, order: Sally, chance: Chance) -> Iterator[Event]:
    """A group leaves the galleries; it may still march in this turn."""
    unit = state.setup.unit(order.unit)
    yield CameOut(state.board.at(order.to))
    yield from come_out(unit, order.to)


def come_out(unit: Unit, to: str) -> Iterator[Event]:
    """Bring men from below onto the roof."""
    yield CameUp(unit.id, to)


# --- who goes in ----------------------------------------------------------------------------------


def _is_german(unit: Unit) -> bool:
    return unit.side == GERMAN


@forbids("eben_emael:hist/inside", Garrison, bars="units", clauses=("E-hist-b", "E-full-j", "E-hist-a"))
def only_belgians_enter_works(state: State, side: int) -> Iterator[Bar]:
    """No German enters a fortification; a Belgian unit may, where it is alone with a work that is not sealed."""
    germans = all_who(state, _is_german)
    yield Bar(germans, "{unit} is German, and Germans do not enter fortifications", "blow it up with a charge")
    sheltered, able = inside(state), list(germans)
    for place in held(state, BELGIAN) & _works_left(state) - held(state, GERMAN):
        able += [unit for unit in soldiers_at(state, place, BELGIAN) if unit not in sheltered]
    yield Only(frozenset(able), "{unit} is not on the roof at a work that it could man")
    yield Bar(all_who(state, comes_for_one_fight), "{unit} came for one fight")


@forbids("eben_emael:hist/inside-once", Garrison, bars="units", clauses=("E-2.1-j",))
def manning_is_a_move(state: State, side: int) -> Iterable[Bar]:
    """A unit that has moved in this turn mans no work in it."""
    return (Bar(state.spent, "{unit} has moved in this turn", "man it next turn"),)


@does("eben_emael:hist/man", Garrison, clauses=("E-2.1-g", "E-2.1-j", "E-hist-a"))
def man(state: State, order: Garrison, chance: Chance) -> Iterator[Event]:
    """A work is garrisoned once soldiers go in, and its weapons may fire from then on."""
    unit = state.setup.unit_numbers[order.unit]
    place = state.board.places[state.where[unit]]
    yield INSIDE.becomes(inside(state) | {unit}, f"{order.unit} mans the work at {place}.")
    yield WentIn(unit)


# --- charges --------------------------------------------------------------------------------------


def _works_left(state: State) -> frozenset[int]:
    return state.board.having("bunker") - shut(state)


@forbids("eben_emael:hist/charge", Blow, bars="units", clauses=("E-hist-b", "E-full-j", "E-2.1-f"))
def squads_with_a_charge(state: State, side: int) -> Iterator[Bar]:
    """A squad with a shaped charge that has not attacked in this turn may blow up a work."""
    left = charges(state)
    carrying = frozenset([unit for unit in state.on_map(GERMAN) if left[unit]]) if side == GERMAN else frozenset()
    yield Only(carrying, "{unit} has no shaped charge")
    yield Bar(state.spent, "{unit} has attacked in this turn", "another squad")


@forbids("eben_emael:hist/blow", Blow, bars="hexes", clauses=("E-hist-b", "E-full-j"))
def works_at_hand(state: State, unit: Unit) -> Iterator[Only]:
    """It blows up the work on which it stands, or one next door that Belgians keep it from."""
    here = state.where[unit.number]
    if here >= 0:
        kept = (at_hand(state)[here] & held(state, BELGIAN)) | {here}
        said = "no work to blow up at {to}: {unit} does not stand on it"
        yield Only(_works_left(state) & kept, said, "march there", why=_why_no_charge)


def _why_no_charge(state: State, unit: Unit, to: int) -> Iterator[Reason]:
    """Say what is in the way of a charge: no work, one that is shut, or one that the squad does not stand on."""
    name, here = state.board.places[to], state.where[unit.number]
    if to not in state.board.having("bunker"):
        yield Reason(f"no work stands in {name}", "a sector with a work", (name,))
    elif to in shut(state):
        yield Reason(f"the work at {name} is out of action already", "another work", (name,))
    elif to in at_hand(state)[here]:
        said = f"{unit.id} does not stand on the work at {name}, and no Belgians keep it from there"
        yield Reason(said, "march there in your next turn", (name,))
    else:
        yield Reason(f"{unit.id} is not at {name}, but at {state.board.places[here]}", "march there first", (name,))


@does("eben_emael:hist/lay", Blow, clauses=("E-hist-b", "E-full-j", "E-2.1-g"))
def lay_a_charge(state: State, order: Blow, chance: Chance) -> Iterator[Event]:
    """Before the charge goes off, machine guns fire at the squad as at any attacker."""
    unit = state.setup.unit_numbers[order.unit]
    yield CHARGES.becomes(entered_by(charges(state), unit, -1))
    yield ChargeLaid("charge", order.target, GERMAN, ())
    yield LaidBy(order.unit)
    yield Asked((Ask("blast", GERMAN), Ask("guns", BELGIAN)))


@answers("eben_emael:hist/blast", "blast", clauses=("E-hist-b", "E-full-j"))
def the_charge_goes_off(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """If the squad lives, two dice tell whether the work is sealed: nobody comes out or fires, its men go below."""
    battle = state.battle
    yield Answered()
    if battle and any(state.where[unit] >= 0 for unit in battle.attackers):
        yield from _burst(state, battle.target, (chance.die(), chance.die()))
    yield BattleEnded()


def _burst(state: State, place: int, dice: tuple[int, int]) -> Iterator[Event]:
    name, fails = state.board.places[place], sum(dice) < figures().charge.least
    said = f"the charge at {name} {'breaks nothing' if fails else 'breaks the work'}"
    yield Rolled(dice, "nothing" if fails else "sealed", said)
    if not fails:
        yield from sealed(state, frozenset({place}), f"The work at {name}")


def sealed(state: State, places: frozenset[int], what: str) -> Iterator[Event]:
    """Shut works for good."""
    yield SEALED.becomes(SEALED.of(state) | places, f"{what} is sealed.")
    for unit in sorted(inside(state)):
        if state.where[unit] in places and not is_weapon(state.setup.units[unit]):
            yield WentBelow(state.setup.units[unit].id)
