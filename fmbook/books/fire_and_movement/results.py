"""Section 7.6 to 7.9: what the results mean, retreat, stiff resistance, advance."""

from collections.abc import Iterator
from dataclasses import replace

from fmbook.core.dice import Chance
from fmbook.core.events import (
    Advanced,
    Answered,
    Asked,
    BattleEnded,
    Eliminated,
    Event,
    Retreated,
    StepLost,
    StoodFast,
)
from fmbook.core.orders import Advance, Lose, Retreat, StandFast, StayBack
from fmbook.core.state import Ask, Battle, State, Unit
from fmbook.core.verdicts import Bar, Only, Reason
from fmbook.engine.legality import legal_of, places_for
from fmbook.engine.matters import CONSEQUENCES, FULL_HEXES, RETREAT_ENDS, SHELLING
from fmbook.engine.rulebook import Matter, answers, does, forbids, settles
from fmbook.mechanics.combat import in_battle
from fmbook.mechanics.movement import mover
from fmbook.mechanics.retreat import Flee, full_hexes, is_complete, next_hexes, why_no_step, why_not_there

UNDER_FIRE: "Matter[[State, int], Iterator[Event]]" = Matter("under fire", "what a hit of a bombardment brings")

NO_WAY = "it has no way back"
"""Why a unit that cannot retreat is lost, 7.7."""

# --- 7.6 · Results ---------------------------------------------------------------------------


@settles("fm:7.6/results", CONSEQUENCES, clauses=("S-43", "S-44", "S-45", "S-46", "S-47", "S-48", "S-49"))
def brought_about(state: State, result: str) -> Iterator[Event]:
    """A result costs one side all, a step or ground; a blank costs nothing, an exchange costs both a step."""
    battle = in_battle(state)
    if result in ("Ae", "De"):
        yield from (_eliminated(state, unit) for unit in (battle.attackers if result == "Ae" else battle.defenders))
    if result == "Ex":
        yield from (lost(state, unit) for unit in battle.defenders)
    yield Asked((Ask("advance", battle.side, battle.attackers), *_asked(battle, result)))


def _asked(battle: Battle, result: str) -> Iterator[Ask]:
    if result in ("(A)", "Ex"):
        yield Ask("loss", battle.side, battle.attackers, 1)
    elif result[0] == "A" and result[1:].isdigit():
        yield Ask("retreat", battle.side, battle.attackers, int(result[1:]))
    elif result[0] == "D" and result[1:].isdigit():
        yield Ask("retreat", 1 - battle.side, battle.defenders, int(result[1:]))


def lost(state: State, unit: int) -> Event:
    """Take one step from a unit; the last one eliminates it."""
    return StepLost(state.setup.units[unit].id) if state.steps[unit] > 1 else _eliminated(state, unit)


def _eliminated(state: State, unit: int) -> Event:
    return Eliminated(state.setup.units[unit].id)


# --- losses ----------------------------------------------------------------------------------


@forbids("fm:7.6/loss", Lose, bars="units", clauses=("S-44", "S-47"))
def one_participant_loses(state: State, side: int) -> Iterator[Only]:
    """The owner chooses which participating unit loses the step."""
    ask = state.asks[-1]
    names = " or ".join(unit.id for unit in state.units(ask.units))
    yield Only(frozenset(() if ask.way else ask.units), f"{{unit}} cannot take this loss: it falls on {names}", names)


@does("fm:7.6/step", Lose, clauses=("S-7", "S-44", "S-47", "S-80"))
def take_the_loss(state: State, order: Lose, chance: Chance) -> Iterator[Event]:
    """A full unit that loses a step is depleted; a depleted one is eliminated."""
    ask, unit = state.asks[-1], state.setup.unit_numbers[order.unit]
    yield lost(state, unit)
    if ask.what == "shelled":
        yield Answered()
        yield BattleEnded()
    else:
        yield Answered(_still_to_lose(state, ask, unit))


def _still_to_lose(state: State, ask: Ask, unit: int) -> Ask | None:
    left = tuple(other for other in ask.units if other != unit or state.steps[other] > 1)
    return Ask(ask.what, ask.side, left, ask.count - 1) if ask.count > 1 and left else None


@answers("fm:7.6/one-candidate", "loss", clauses=("S-44", "S-47"))
def the_only_candidate_loses(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """A loss that only one unit can take is taken at once."""
    if len(ask.units) == 1:
        order = Lose(state.setup.units[ask.units[0]].id)
        yield from state.setup.book.doing(ask.what, Lose).function(state, order, chance)


# --- 7.7 · Retreat ---------------------------------------------------------------------------


@forbids("fm:7.7/enemy", Flee, bars="hexes", clauses=("S-53",))
def no_retreat_into_the_enemy(state: State, unit: Unit) -> Iterator[Bar]:
    """No retreat leads into a hex that an enemy holds."""
    yield Bar(state.forces[1 - unit.side].places, "{to} is held by the enemy")


@forbids("fm:7.7/who", Retreat, bars="units", clauses=("S-45", "S-48"))
def units_told_to_retreat(state: State, side: int) -> Iterator[Only]:
    """All units that the result names fall back, the owner leading them one by one."""
    yield Only(frozenset(state.asks[-1].units), "{unit} is not told to retreat")


@settles("fm:7.7/end", RETREAT_ENDS, clauses=("S-53", "S-54", "S-56", "SC-12.0-10"))
def far_enough(state: State, unit: Unit, way: tuple[int, ...], count: int) -> bool:
    """A retreat ends after the called number of hexes or in the first flooded one; from a friend's hex it goes on."""
    flooded = "flooded" in state.board.features[way[-1]]
    return (len(way) >= count or flooded) and way[-1] not in full_hexes(state, unit.side)


@forbids("fm:7.7", Retreat, bars="hexes", clauses=("S-52", "S-53", "S-54"))
def ways_back(state: State, unit: Unit) -> Iterator[Only]:
    """A retreat goes away from the fight hex by hex, past friends, where the unit may go and can complete its way."""
    ask = state.asks[-1]
    yield Only(
        next_hexes(state, unit, ask.way, ask.count),
        "{to} is not on a way back of {unit}",
        why=why_not_there,
    )


@does("fm:7.7/step-back", Retreat, clauses=("S-52", "S-81"))
def step_back(state: State, order: Retreat, chance: Chance) -> Iterator[Event]:
    """The unit stays put until its way is complete, so that passing a friend never puts two in one hex."""
    ask, board = state.asks[-1], state.board
    unit = state.setup.unit(order.unit)
    way = (*ask.way, board.at(order.to))
    others = tuple(number for number in ask.units if number != unit.number)
    yield Answered(Ask(ask.what, ask.side, others, ask.count, about=ask.about) if others else None)
    if is_complete(state, unit, way, ask.count):
        yield Retreated(unit.id, tuple(board.places[place] for place in way))
        if ask.what == "shelled":
            yield BattleEnded()
    else:
        yield Asked((Ask(ask.what, ask.side, (unit.number,), ask.count, way, ask.about),))


@answers("fm:7.7/no-way-back", "retreat", clauses=("S-55", "S-57"))
def no_way_back(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """A unit without a way back stands fast if it may, else it is eliminated; a single way is taken at once."""
    first, *others = (state.setup.units[number] for number in ask.units)
    if any(places_for(state, Retreat, unit) for unit in (first, *others)):
        if not others and first.number not in _may_stand(state, ask):
            yield from only_way(state, ask, first, chance)
        return
    yield from stand(state, first) if first.number in _may_stand(state, ask) else [Eliminated(first.id, NO_WAY)]
    left = tuple(unit.number for unit in others)
    yield Answered(Ask(ask.what, ask.side, left, ask.count) if left else None)


def only_way(state: State, ask: Ask, unit: Unit, chance: Chance) -> Iterator[Event]:
    """Let a unit take the way back that leaves its owner nothing to decide."""
    ways = places_for(state, Retreat, unit)
    if len(ways) == 1:
        order = Retreat(unit.id, state.board.places[next(iter(ways))])
        yield from state.setup.book.doing(ask.what, Retreat).function(state, order, chance)


# --- 7.8 · Stiff resistance ----------------------------------------------------------------------


def _may_stand(state: State, ask: Ask) -> frozenset[int]:
    if ask.way or in_battle(state).kind != "attack":
        return frozenset()
    defenders = frozenset(in_battle(state).defenders)
    return frozenset(unit for unit in ask.units if unit in defenders and state.is_full(state.setup.units[unit]))


@forbids("fm:7.8", StandFast, bars="units", clauses=("S-57", "S-58", "S-59"))
def only_full_defenders_stand_fast(state: State, side: int) -> Iterator[Only]:
    """A full defender, of any kind and anywhere, may turn a retreat down for a step before it falls back."""
    yield Only(
        _may_stand(state, state.asks[-1]),
        "{unit} cannot pay for stiff resistance: it takes a full defender that has not begun to fall back",
        "retreat",
    )


@does("fm:7.8/price", StandFast, clauses=("S-57",))
def stand_fast(state: State, order: StandFast, chance: Chance) -> Iterator[Event]:
    """Standing fast costs a step."""
    ask, unit = state.asks[-1], state.setup.unit(order.unit)
    others = tuple(number for number in ask.units if number != unit.number)
    yield from stand(state, unit)
    yield Answered(Ask(ask.what, ask.side, others, ask.count) if others else None)


def stand(state: State, unit: Unit) -> Iterator[Event]:
    """Let a unit stand fast and pay."""
    yield StoodFast(unit.id)
    yield lost(state, unit.number)


# --- 7.9 · Advance ---------------------------------------------------------------------------------


def followers(state: State, ask: Ask) -> frozenset[int]:
    """Return the surviving attackers that may still follow up."""
    return frozenset(unit for unit in ask.units if state.where[unit] >= 0 and _ahead(state, ask, unit))


def _ahead(state: State, ask: Ask, unit: int) -> frozenset[int]:
    battle, there = in_battle(state), _next_on_the_trail(state, ask)
    if there is None:
        return frozenset()
    taken = there in state.forces[1 - battle.side].places or there in full_hexes(state, battle.side)
    crossable = (state.where[unit], there) in state.setup.ways(mover(state, state.setup.units[unit])).prices
    return frozenset() if taken or not crossable else frozenset({there})


def _next_on_the_trail(state: State, ask: Ask) -> int | None:
    """Return the hex into which an advance leads now, if it leads any further."""
    battle = in_battle(state)
    trail = battle.way[:-1] or (battle.target,)
    return trail[ask.count] if ask.count < len(trail) else None


def why_no_advance(state: State, side: int, number: int) -> Iterator[Reason]:
    """Say what keeps a unit from following up: it took no part, or what closes the hex to it."""
    ask, unit = state.asks[-1], state.setup.units[number]
    there = _next_on_the_trail(state, ask)
    if number not in ask.units or state.where[number] < 0:
        yield Reason(f"{unit.id} took no part in the attack, or did not survive it", _may_follow(state))
    elif there is None:
        yield Reason(f"{unit.id} has come as far as the enemy fell back", "stay-back")
    else:
        yield from _why_closed(state, unit, there)


def _why_closed(state: State, unit: Unit, there: int) -> Iterator[Reason]:
    name, instead = state.board.places[there], _may_follow(state)
    if there in state.forces[1 - unit.side].places:
        yield Reason(f"{name} is still held by the enemy", instead, (name,))
    elif there in full_hexes(state, unit.side):
        rule = FULL_HEXES.rule(state.setup).id
        yield Reason(f"{name} is taken by a friendly unit", instead, (name,), rule)
    else:
        yield from (replace(reason, advice=instead) for reason in why_no_step(state, unit, there))


def _may_follow(state: State) -> str:
    """Name the advances that may be made now, and staying back."""
    return " or ".join([*map(str, legal_of(state, Advance)), "stay-back"])


def _not_ahead(state: State, unit: Unit, to: int) -> Iterator[Reason]:
    """Say where an advance leads, and which ones may be made."""
    yield Reason("an advance leads into the hex just lost, then along the retreat", _may_follow(state))


@forbids("fm:7.9/who", Advance, bars="units", clauses=("S-60", "S-64"))
def one_survivor_advances(state: State, side: int) -> Iterator[Only]:
    """One surviving attacker that took part may follow up when the target hex is empty; defenders never do."""
    yield Only(followers(state, state.asks[-1]), "{unit} cannot follow up", why=why_no_advance)


@forbids("fm:7.9", Advance, bars="hexes", clauses=("S-21", "S-34", "S-60", "S-61"))
def advance_along_the_retreat(state: State, unit: Unit) -> Iterator[Only]:
    """It enters the target hex, and may go on along the way that the enemy fell back, no further than it did."""
    yield Only(
        _ahead(state, state.asks[-1], unit.number),
        "{to} is not ahead",
        why=_not_ahead,
    )


@does("fm:7.9/advance", Advance, clauses=("S-62",))
def advance(state: State, order: Advance, chance: Chance) -> Iterator[Event]:
    """An advance is free, happens at once, costs no movement and minds no enemy zone."""
    ask = state.asks[-1]
    unit = state.setup.unit_numbers[order.unit]
    yield Advanced(order.unit, order.to)
    yield Answered(Ask("advance", ask.side, (unit,), ask.count + 1))


@does("fm:7.9/stay", StayBack, clauses=("S-62",))
def stay_back(state: State, order: StayBack, chance: Chance) -> Iterator[Event]:
    """Nobody has to advance."""
    yield Answered()
    yield BattleEnded()


@answers("fm:7.9/nobody-follows", "advance", clauses=("S-60", "S-61", "S-64"))
def nobody_can_follow(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """The combat is over when nobody can follow up any further."""
    if not legal_of(state, Advance):
        yield Answered()
        yield BattleEnded()


# --- 8.4 · What a bombardment does ------------------------------------------------------------------


@settles("fm:8.4/results", SHELLING, clauses=("S-63", "S-79", "S-80"))
def shelled(state: State, result: str) -> Iterator[Event]:
    """A bombardment costs its target a step or all; the guns suffer nothing, and nobody advances."""
    defenders, distance = in_battle(state).defenders, {"Ex": 1, "D2": 2, "D3": 3}.get(result, 0)
    if distance:
        yield from UNDER_FIRE.of(state.setup)(state, distance)
        return
    if result == "De":
        yield from (_eliminated(state, unit) for unit in defenders)
    yield BattleEnded()


@settles("fm:7.7.1", UNDER_FIRE, clauses=("S-81",))
def a_step_or_a_retreat(state: State, distance: int) -> Iterator[Event]:
    """A bombarded unit loses the step or falls back by the number shown, for Ex by one hex: its owner chooses."""
    battle = in_battle(state)
    yield Asked((Ask("shelled", 1 - battle.side, battle.defenders, distance),))


@answers("fm:7.7.1/no-way-back", "shelled", clauses=("S-81",))
def a_shelled_unit_without_a_way_loses_the_step(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """A bombarded unit that has no way back loses the step; one that has begun to fall back takes a single way."""
    unit = state.setup.units[ask.units[0]]
    if not places_for(state, Retreat, unit):
        yield lost(state, unit.number)
        yield Answered()
        yield BattleEnded()
    elif ask.way:
        yield from only_way(state, ask, unit, chance)
