"""Combats before the throw: what one is worth to its attacker, and who should attack what.

A result costs what the events cost that the book makes of it, so every game prices its own table. Who may attack
together is asked of the rules on who joins, for units that stand where they might.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from fmbook.events import Asked, Eliminated, Event, StepLost
from fmbook.judging import free, question
from fmbook.mechanics.combat import factors, in_battle, odds
from fmbook.mechanics.retreating import next_hexes
from fmbook.mechanics.sequence import phases
from fmbook.opponents.worth import cover, ground, kept, objectives, step
from fmbook.orders import Attack, Join, Support
from fmbook.state import Ask, Battle, State, Unit

__all__ = ["THRIFT", "Plan", "best_plan", "bombarded", "follows_an_attack", "gain", "plans", "with_marker"]

FALL_BACK: Final = 0.15  # what each place given up costs, as a part of a step
SPARE: Final = 0.05  # so much must one attacker more bring, in hundredths of an army
THRIFT: Final = 0.05  # and so much each point of a support marker

Reach = Mapping[int, Collection[int]]
"""Where each unit may stand when it comes to the attack."""


class Plan(NamedTuple):
    """An attack: what it is worth, on which place, which units from where, the markers in hand after it."""

    gain: float
    target: int
    team: Mapping[int, int]
    hand: tuple[int, ...]


# --- what a combat is worth --------------------------------------------------------------------------


def gain(state: State) -> float:
    """Give what the open combat is worth to its attacker: every result by its exact chance."""
    battle = in_battle(state)
    settle = state.kit.book.settled["consequences" if battle.kind == "attack" else "shelling"].function
    prize = ground(state, battle.side, battle.target) if battle.kind == "attack" else 0.0
    return sum(float(chance) * _balance(state, settle(state, result), prize) for result, chance in odds(state).items())


def _balance(state: State, events: Iterable[Event], prize: float) -> float:
    battle, total, gone = in_battle(state), 0.0, set[int]()
    for event in events:
        if isinstance(event, Eliminated | StepLost):
            unit = state.kit.unit(event.unit)
            count = event.count if isinstance(event, StepLost) else state.steps[unit.number]
            total += _sign(battle, unit.side) * step(state, unit) * count
            gone |= {unit.number} if isinstance(event, Eliminated) else set()
        elif isinstance(event, Asked):
            total += sum(_sign(battle, ask.side) * _paid(state, ask, prize) for ask in event.asks)
    return total + prize if gone.issuperset(battle.defenders) else total


def _sign(battle: Battle, side: int) -> int:
    return -1 if side == battle.side else 1


def _paid(state: State, ask: Ask, prize: float) -> float:
    """Give what a question after a combat costs the side that is asked."""
    units = state.units(ask.units)
    if ask.what == "advance":
        return 0.0
    if ask.what == "loss":
        return min((step(state, unit) for unit in units), default=0.0) * ask.count
    return sum(_driven(state, unit, ask, prize) for unit in units)


def _driven(state: State, unit: Unit, ask: Ask, prize: float) -> float:
    price = step(state, unit)
    if unit.side == in_battle(state).side:
        return FALL_BACK * ask.count * price
    if _fights(state) and not next_hexes(state, unit, (), ask.count):
        return price
    return min(price, FALL_BACK * ask.count * price + prize)


def bombarded(state: State, target: int) -> float:
    """Give what it is worth to bombard a place with the best markers in hand."""
    defenders = tuple(unit.number for unit in state.units_at(target, state.enemy))
    fire = _supported(state.but(battle=Battle("bombardment", target, state.side, (), defenders)))
    played = in_battle(fire).support[state.side]
    return gain(fire) - THRIFT * sum(state.kit.markers[number].value for number in played)


def _supported(state: State) -> State:
    """Give the open combat with the best markers in the hand of its attacker, as many as the rules let him play."""
    side, guard = in_battle(state).side, state.kit.book.guard(Support).first
    while able := free(guard, state, side, state.kit.all_markers):
        state = with_marker(state, side, max(able, key=lambda number: state.kit.markers[number].value))
    return state


def with_marker(state: State, side: int, marker: int) -> State:
    """Give the open combat with one marker more; nobody looks into the other hand."""
    battle, hands = in_battle(state), list(state.hands)
    support, hand = list(battle.support), list(hands[side])
    hand.remove(marker)
    support[side], hands[side] = (*support[side], marker), tuple(hand)
    return state.but(battle=replace(battle, support=tuple(support)), hands=tuple(hands))


# --- who attacks ----------------------------------------------------------------------------------


def follows_an_attack(state: State) -> bool:
    """Tell whether an attack of the same side may still follow in this turn."""
    order, asked = phases(state.kit, state.turn), state.kit.book.questions
    later = order[order.index(state.phase) + 1 :] if state.phase in order else ()
    return any(phase.side == state.side and Attack in asked[phase.kind].offers for phase in later)


def plans(state: State, reach: Reach) -> Iterator[Plan]:
    """Give the attacks worth making, the best first, no unit and no marker twice."""
    left, targets = dict(reach), sorted(state.forces[state.enemy].places)
    while found := [plan for target in targets if (plan := best_plan(state, target, left))]:
        best = max(found, key=lambda plan: plan.gain)
        yield best
        targets = [plan.target for plan in found if plan is not best]
        left = {unit: places for unit, places in left.items() if unit not in best.team}
        hands = (best.hand if side == state.side else hand for side, hand in enumerate(state.hands))
        state = state.but(hands=tuple(hands))


def best_plan(state: State, target: int, reach: Reach) -> Plan | None:
    """Give the best attack on a place by units that can get next to it, if it is worth making."""
    near = frozenset((target, *state.board.neighbours[target]))
    slots = {unit: found for unit, places in reach.items() if (found := near.intersection(places))}
    if not slots or _fights(state):
        return _best_plan(state, target, slots)
    return kept(state.forces[state.enemy].memo, _key(state, target, slots), lambda: _best_plan(state, target, slots))


def _key(state: State, target: int, slots: Reach) -> tuple[object, ...]:
    """Name all that a plan before the fight depends on, but for the enemy, whose force keeps it."""
    posts = tuple((unit, state.where[unit], state.steps[unit], places) for unit, places in slots.items())
    weak = tuple(state.steps[unit.number] for unit in state.units_at(target, state.enemy))
    return "plan", target, weak, posts, state.hands[state.side], tuple(objectives(state, state.side).items())


def _fights(state: State) -> bool:
    return bool(state.asks) or Attack in question(state).offers


def _best_plan(state: State, target: int, slots: Reach) -> Plan | None:
    growing = (plan for team in _teams(state, target, slots) for plan in _growing(state, target, team))
    best = max(growing, key=lambda plan: plan.gain, default=None)
    return best if best and (best.gain > 0 or state.asks) else None


def _teams(state: State, target: int, slots: Reach) -> Iterator[Mapping[int, int]]:
    """Give the units that may attack together, by the rules on who joins an attack, each with a place of its own."""
    where = {unit: min(places) for unit, places in slots.items()}
    guard, everybody = state.kit.book.guard(Join).first, state.kit.all_units
    left = slots.keys() & free(guard, _opened(state, target, where), state.side, everybody)
    while left:
        lead = _strongest(state, left)[0]
        team = {lead} | (left & free(guard, _opened(state, target, where, [lead]), state.side, everybody))
        left -= team
        yield _posted(state, team, slots)


def _strongest(state: State, units: Iterable[int]) -> list[int]:
    return sorted(units, key=lambda unit: (-factors(state, state.kit.units[unit])[0], unit))


def _posted(state: State, team: Iterable[int], slots: Reach) -> Mapping[int, int]:
    """Give each unit a place of its own; those that are there already come first, then the strongest."""
    posts: dict[int, int] = {}
    for unit in sorted(_strongest(state, team), key=lambda unit: state.where[unit] not in slots[unit]):
        here = state.where[unit]
        empty = sorted(place for place in slots[unit] if place == here or place not in posts.values())
        if empty:
            posts[unit] = here if here in empty else max(empty, key=lambda place: cover(state, place))
    return posts


def _growing(state: State, target: int, posts: Mapping[int, int]) -> Iterator[Plan]:
    """Give the attack by one unit more, by two, and so on: exact odds for each."""
    joined = state.battle.attackers if state.battle else ()
    for count in range(0 if joined else 1, len(posts) + 1):
        team = dict(list(posts.items())[:count])
        battle = _supported(_opened(state, target, team, list(team)))
        yield Plan(gain(battle) - SPARE * count, target, team, battle.hands[state.side])


def _opened(state: State, target: int, where: Mapping[int, int], more: Sequence[int] = ()) -> State:
    """Give the state with an attack open, by those who joined already and some more, wherever they might stand."""
    defenders = tuple(unit.number for unit in state.units_at(target, state.enemy))
    battle, fights = state.battle or Battle("attack", target, state.side, (), defenders), _fights(state)
    places = list(state.where)
    for unit, place in where.items():
        places[unit] = place
    return state.but(
        where=tuple(places),
        battle=replace(battle, attackers=(*battle.attackers, *more)),
        spent=(state.spent if fights else frozenset()) | frozenset(more),
        struck=state.struck if fights else frozenset(),
    )
