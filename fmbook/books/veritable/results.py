"""Sections 7.2, 10.4 to 10.6 and 11.2: losses, retreat, advance; and what all of that comes to in exact chances."""

from collections.abc import Iterable, Iterator, Set
from fractions import Fraction

from fmbook.books.veritable.fortress import CHITS, chit_is_due
from fmbook.books.veritable.ground import across, full
from fmbook.books.veritable.morale import chance_of, checked, factor_of, passes, red_rules
from fmbook.books.veritable.movement import outposts, trodden
from fmbook.core.dice import Chance
from fmbook.core.events import Advanced, Answered, Asked, BattleEnded, Eliminated, Event, Noted, Retreated
from fmbook.core.orders import Advance, Lose, Order, Retreat, Roll, StayBack
from fmbook.core.state import Ask, State, Unit
from fmbook.core.verdicts import Only, Reason
from fmbook.engine.legality import places_for
from fmbook.engine.matters import CONSEQUENCES, ODDS, STRIKES
from fmbook.engine.resolution import perform
from fmbook.engine.rulebook import answers, does, forbids, settles
from fmbook.mechanics.closures import blamed
from fmbook.mechanics.combat import in_battle, summed
from fmbook.mechanics.odds import Chances, certain, mixed, table_chances
from fmbook.mechanics.retreat import Flee, closed_to_retreat, why_no_step
from fmbook.mechanics.zones import zone

# --- 10.5 · Losses -------------------------------------------------------------------------------------


@settles("veritable:10.5", CONSEQUENCES, clauses=("V-10.5-r1", "V-13.2.4-a", "V-13.4-e", "V-10.4-r1"))
def losses_on_both_sides(state: State, result: str) -> Iterator[Event]:
    """The result counts losses, the defender's first; each is one unit that falls back or is lost."""
    battle = in_battle(state)
    attacker, defender = map(int, result.split("/"))
    asks = [Ask("advance", battle.side, battle.attackers)]
    if attacker:
        asks.append(Ask("loss", battle.side, battle.attackers, attacker))
    if defender:
        asks.append(Ask("loss", 1 - battle.side, battle.defenders, defender))
    yield Asked(tuple(asks))


def _told(state: State) -> frozenset[int]:
    ask = state.asks[-1]
    return frozenset(unit for unit in ask.units if state.where[unit] >= 0)


@forbids("veritable:10.5/who", Lose, bars="units", clauses=("V-10.5-r1",))
def participants_are_lost(state: State, side: int) -> Iterable[Only]:
    """The owner chooses who of those in the battle is lost."""
    return (Only(_told(state), "{unit} cannot take this loss", "a unit that took part and is still in its hex"),)


@does("veritable:10.5/lose", Lose, clauses=("V-10.5-r1", "V-13.4-e", "V-13.2.4-a"))
def lose(state: State, order: Lose, chance: Chance) -> Iterator[Event]:
    """A unit given up fills one loss."""
    unit = state.setup.unit(order.unit)
    stuck = not places_for(state, Retreat, unit) and unit.number not in outposts(state)
    yield Eliminated(order.unit, "it has no way back" if stuck else "")
    yield from _one_loss_less(state, order.unit)


def _one_loss_less(state: State, name: str) -> Iterator[Event]:
    ask, unit = state.asks[-1], state.setup.unit_numbers[name]
    left = tuple(other for other in ask.units if other != unit and state.where[other] >= 0)
    yield Answered(Ask("loss", ask.side, left, ask.count - 1) if ask.count > 1 and left else None)


# --- 10.6 · Retreat ----------------------------------------------------------------------------------------


def ways_back(state: State, unit: Unit) -> Set[int]:
    """Return the hexes into which a unit can fall back."""
    if unit.number in outposts(state):
        return frozenset()
    enemy, friends = state.forces[1 - unit.side], state.forces[unit.side].places
    shut = (zone(state, 1 - unit.side) - friends) | {in_battle(state).target}  # only those who stayed go on, 10.4
    near = across(state)[state.where[unit.number]] - closed_to_retreat(state, unit)
    return near - full(state, unit) - enemy.places - shut


@forbids("veritable:13.4/retreat", Retreat, bars="units", clauses=("V-13.4-b", "V-10.6-r1", "V-11.2-d"))
def participants_fall_back(state: State, side: int) -> Iterable[Only]:
    """Units that took part may fall back instead, one by one as their owner likes; Outposts never do."""
    return (Only(_told(state) - outposts(state), "{unit} cannot fall back from this battle", why=_why_it_stays),)


def _why_it_stays(state: State, side: int, number: int) -> Iterator[Reason]:
    unit = state.setup.units[number]
    if number in outposts(state):
        yield Reason(f"{unit.id} is an Outpost, and Outposts never retreat", "lose UNIT")
    elif in_battle(state).note(f"gone {unit.id}"):
        yield Reason(f"{unit.id} has fallen back already and cannot return to the hex it left", rule="veritable:11.2")
    else:
        yield Reason(f"{unit.id} took no part in this battle, or is lost", rule="veritable:10.6")


@forbids("veritable:7.2", Retreat, bars="hexes",
         clauses=("V-7.2-a", "V-7.2-b", "V-10.6-r1", "V-11.2-e", "V-9.1-r1"))  # fmt: skip
def where_to_fall_back(state: State, unit: Unit) -> Iterable[Only]:
    """One hex with room, not over a great river, nor on to an enemy, nor under its eyes unless a friend is there."""
    return (Only(ways_back(state, unit), "{unit} cannot fall back to {to}", why=_why_not_there),)


def _why_not_there(state: State, unit: Unit, to: int) -> Iterator[Reason]:
    """Say what closes a hex to a retreat, each by its own section."""
    here, name, battle = state.where[unit.number], state.board.places[to], in_battle(state)
    friends, enemies = (state.forces[side].places for side in (unit.side, 1 - unit.side))
    if unit.number in outposts(state):
        yield Reason(f"{unit.id} is an Outpost, and Outposts never retreat", "lose UNIT", rule="veritable:13.4/retreat")
    elif to not in state.board.neighbours[here]:
        yield Reason(f"a retreat goes one hex, and {name} is not next to {unit.id}", rule="veritable:10.6")
    else:
        yield from why_no_step(state, unit, to) if to not in across(state)[here] else ()
        yield from blamed(state, unit, Flee, to)
        if to in full(state, unit):
            yield Reason(f"{name} has no room for {unit.id}", places=(name,), rule="veritable:9.1")
        if to in enemies:
            yield Reason(f"{name} is held by the enemy", places=(name,), rule="veritable:10.6")
        elif to == battle.target:
            yield Reason(f"{name} is the hex that is attacked", places=(name,), rule="veritable:10.6")
        elif to in zone(state, 1 - unit.side) - friends:
            yield Reason(f"{name} is in an enemy zone, and no friend is there", places=(name,))


@does("veritable:10.6", Retreat, clauses=("V-10.6-a", "V-10.6-r1", "V-11.2-a", "V-11.2-b", "V-11.2-c", "V-13.2.4-a"))
def fall_back(state: State, order: Retreat, chance: Chance) -> Iterator[Event]:
    """Under enemy eyes a unit checks its morale first; if it breaks it is lost, and either way one loss is filled."""
    unit, battle = state.setup.unit(order.unit), in_battle(state)
    place, passed = state.where[unit.number], True
    if place in zone(state, 1 - unit.side):
        passed, event = checked(state, unit, place, chance, attacks=unit.side == battle.side)
        yield event
    if passed:
        yield Retreated(unit.id, (order.to,))
        yield Noted(f"gone {unit.id}", 1)
        yield from trodden(state, unit, [state.board.at(order.to)])
    else:
        yield Eliminated(unit.id)
    yield from _one_loss_less(state, unit.id)


@answers("veritable:10.5/no-choice", "loss", clauses=("V-10.5-r1",))
def no_choice_is_left(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """More losses than units are ignored; a unit that alone can take the loss, and has no way back, is lost."""
    left = sorted(_told(state))
    if not left:
        yield Answered()
    elif len(left) == 1 and not places_for(state, Retreat, state.setup.units[left[0]]):
        order = Lose(state.setup.units[left[0]].id)
        yield from state.setup.book.doing(ask.what, Lose).function(state, order, chance)


# --- 10.4 · Advance -----------------------------------------------------------------------------------------


def followers(state: State, ask: Ask) -> frozenset[int]:
    """Return the attackers that may move in: still in their hexes, with a way and room there, if the hex is empty."""
    battle = in_battle(state)
    if battle.target in state.forces[1 - battle.side].places:
        return frozenset()
    return frozenset(unit for unit in ask.units if _may_follow(state, state.setup.units[unit], battle.target))


def _may_follow(state: State, unit: Unit, target: int) -> bool:
    battle, place = in_battle(state), state.where[unit.number]
    stayed = place >= 0 and place != target and not battle.note(f"gone {unit.id}")
    near = STRIKES.of(state.setup)(state, unit.number) if stayed else frozenset()
    return target in near and target not in full(state, unit)


@forbids("veritable:10.4/who", Advance, bars="units", clauses=("V-10.4-r1",))
def survivors_advance(state: State, side: int) -> Iterable[Only]:
    """Surviving attackers that did not fall back may enter the hex when it is empty, as many as there is room for."""
    return (Only(followers(state, state.asks[-1]), "{unit} cannot advance", why=_why_it_does_not_follow),)


def _why_it_does_not_follow(state: State, side: int, number: int) -> Iterator[Reason]:
    unit, battle = state.setup.units[number], in_battle(state)
    name = state.board.places[battle.target]
    if battle.note(f"gone {unit.id}"):
        yield Reason(f"{unit.id} has fallen back and does not advance", rule="veritable:11.2")
    elif number not in state.asks[-1].units or state.where[number] < 0:
        yield Reason(f"{unit.id} took no part in the attack, or did not survive it")
    elif battle.target in state.forces[1 - battle.side].places:
        yield Reason(f"{name} is still held by the enemy", "stay-back", (name,))
    elif state.where[number] == battle.target:
        yield Reason(f"{unit.id} stands in {name} already")
    else:
        yield Reason(f"{name} has no room for {unit.id}", places=(name,), rule="veritable:9.1")


@forbids("veritable:10.4", Advance, bars="hexes", clauses=("V-10.4-r1",))
def into_the_hex_just_won(state: State, unit: Unit) -> Iterable[Only]:
    """An advance leads into the hex that was attacked."""
    return (Only(frozenset({in_battle(state).target}), "an advance leads into the hex that was attacked"),)


@does("veritable:10.4/advance", Advance, clauses=("V-10.4-r1", "V-15.3.1-b"))
def advance(state: State, order: Advance, chance: Chance) -> Iterator[Event]:
    """An advance is free and minds no zones."""
    yield Advanced(order.unit, order.to)
    yield from trodden(state, state.setup.unit(order.unit), [state.board.at(order.to)])


@does("veritable:10.4/stay", StayBack, clauses=("V-10.4-r1",))
def stay_back(state: State, order: StayBack, chance: Chance) -> Iterator[Event]:
    """Nobody has to advance."""
    yield Answered()
    yield BattleEnded()


@answers("veritable:10.4/nobody-follows", "advance", clauses=("V-10.4-r1",))
def nobody_can_follow(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """The battle is over when nobody can follow."""
    if not followers(state, ask):
        yield Answered()
        yield BattleEnded()


# --- exact chances ---------------------------------------------------------------------------------------------


@settles("veritable:10.5/chances", ODDS, clauses=("V-10.3-r1", "V-11.0-r1"))
def what_comes_of_it(state: State) -> Chances[str]:
    """Each result with the units it costs, if owners let those fall back who are likeliest to get away."""
    if not state.asks or state.asks[-1].what != "roll":  # somebody plans, and nothing can be thrown yet
        found = summed(state)
        return table_chances(found.table, found.column)
    living = tuple(map(len, map(state.on_map, (0, 1))))
    return _played_out(state, "", living)


def _played_out(state: State, result: str, living: tuple[int, ...]) -> Chances[str]:
    """Go through all throws to the end of the battle, choices made by that rule of thumb."""
    what = state.asks[-1].what if state.asks else ""
    if what == "roll" and not chit_is_due(state):
        return _thrown(state, living)
    if what == "roll":
        draw = Chances.of_ways({chit: CHITS.count(chit) for chit in CHITS})
        return draw.then(lambda chit: _played_out(_given(state, Roll(), chit), result, living))
    if what == "loss":
        return _loss_taken(state, result, living)
    sides = (state.setup.sides[side] for side in (0, 1))
    gone = [(name, living[side] - len(state.on_map(side))) for side, name in enumerate(sides)]
    costs = " and ".join(f"{count} {name} unit{'s' * (count > 1)}" for name, count in gone if count)
    return certain(f"{result}, {costs} lost" if costs else result)


def _thrown(state: State, living: tuple[int, ...]) -> Chances[str]:
    found = summed(state)
    first = {found.table.cell(die, found.column): die for die in range(6, 0, -1)}
    results = table_chances(found.table, found.column)
    return results.then(lambda result: _played_out(_given(state, Roll(), first[result]), result, living))


def _loss_taken(state: State, result: str, living: tuple[int, ...]) -> Chances[str]:
    attacks = state.side == in_battle(state).side
    able = [unit for unit in state.units(sorted(_told(state))) if places_for(state, Retreat, unit)]
    if not able:  # whoever is worth least is given up
        weakest = min(state.units(sorted(_told(state))), key=lambda unit: unit.attack + unit.defence)
        return _played_out(_given(state, Lose(weakest.id)), result, living)
    unit = max(able, key=lambda unit: _nerve(state, unit, attacks))
    order = Retreat(unit.id, state.board.places[min(places_for(state, Retreat, unit))])
    holds = _nerve(state, unit, attacks)
    if holds == 1:  # nobody watches, and nothing is thrown
        return _played_out(_given(state, order), result, living)
    factor, shift = factor_of(state, unit, attacks), red_rules(state, unit, state.where[unit.number])
    dice = {passes(die, factor, shift): die for die in range(1, 7)}
    parts = ((holds, True), (1 - holds, False))
    return mixed((share, _played_out(_given(state, order, dice[way]), result, living)) for share, way in parts if share)


def _nerve(state: State, unit: Unit, attacks: bool) -> Fraction:
    if state.where[unit.number] not in zone(state, 1 - unit.side):
        return Fraction(1)
    return chance_of(factor_of(state, unit, attacks), red_rules(state, unit, state.where[unit.number]))


def _given(state: State, order: Order, *said: int | str) -> State:
    return perform(state, order, Chance(0, said=said), [])
