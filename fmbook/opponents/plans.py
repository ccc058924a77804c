"""Combats before the throw: what one is worth to its attacker, and who should attack what.

A result costs what the events cost that the book makes of it, so every game prices its own table.
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

__all__ = ["Plan", "gain", "lost", "plans", "supported"]

FALL_BACK: Final = 0.15  # what each place given up costs, as a part of a step
SPARE: Final = 0.05  # so much more must one more attacker bring, in hundredths of an army
THRIFT: Final = 0.05  # and so much each point of a support marker


def gain(state: State) -> float:
    """Give what the open combat is worth to its attacker: every result by its exact chance."""
    battle = in_battle(state)
    settle = state.kit.book.settled["consequences" if battle.kind == "attack" else "shelling"].function
    return sum(float(chance) * _balance(state, settle(state, result)) for result, chance in odds(state).items())


def _balance(state: State, events: Iterable[Event]) -> float:
    battle, total, gone = in_battle(state), 0.0, set[int]()
    for event in events:
        if isinstance(event, Eliminated | StepLost):
            unit = state.kit.unit(event.unit)
            number = state.steps[unit.number] if isinstance(event, Eliminated) else event.count
            total += _sign(state, unit.side) * step(state, unit) * number
            gone |= {unit.number} if isinstance(event, Eliminated) else set()
        elif isinstance(event, Asked):
            total += sum(_sign(state, ask.side) * lost(state, ask) for ask in event.asks if ask.what != "advance")
    if battle.kind == "attack" and gone.issuperset(battle.defenders):
        total += ground(state, battle.side, battle.target)
    return total


def _sign(state: State, side: int) -> int:
    return -1 if side == in_battle(state).side else 1


def lost(state: State, ask: Ask) -> float:
    """Give what a question about a loss or a retreat costs the side that is asked."""
    units = state.units(ask.units)
    if ask.what == "loss":
        return min((step(state, unit) for unit in units), default=0.0) * ask.count
    return sum(_driven(state, unit, ask) for unit in units)


def _driven(state: State, unit: Unit, ask: Ask) -> float:
    battle, price = in_battle(state), step(state, unit)
    if unit.side == battle.side:
        return FALL_BACK * ask.count * price
    if state.asks and not next_hexes(state, unit, (), ask.count):
        return price
    return min(price, FALL_BACK * ask.count * price + ground(state, battle.side, battle.target))


def supported(state: State, most: int = 2) -> State:
    """Give the open combat with the best markers in the hand of its attacker."""
    side = in_battle(state).side
    for _ in range(most):
        able = free(state.kit.book.guard(Support).first, state, side, state.kit.all_markers)
        if not able:
            break
        state = with_marker(state, side, max(able, key=lambda number: state.kit.markers[number].value))
    return state


def bombarded(state: State, target: int) -> float:
    """Give what it is worth to bombard a place with the best markers in hand."""
    defenders = tuple(unit.number for unit in state.units_at(target, state.enemy))
    fire = supported(state.but(battle=Battle("bombardment", target, state.side, (), defenders)))
    played = in_battle(fire).support[state.side]
    return gain(fire) - THRIFT * sum(state.kit.markers[number].value for number in played)


def with_marker(state: State, side: int, marker: int) -> State:
    """Give the open combat with one marker more; nobody looks into the other hand."""
    battle, hands = in_battle(state), list(state.hands)
    support, hand = list(battle.support), list(hands[side])
    hand.remove(marker)
    support[side], hands[side] = (*support[side], marker), tuple(hand)
    return state.but(battle=replace(battle, support=tuple(support)), hands=tuple(hands))


# --- who attacks ----------------------------------------------------------------------------------


class Plan(NamedTuple):
    """An attack: what it is worth, on which place, which units from where, and the markers left after it."""

    gain: float
    target: int
    team: Mapping[int, int]
    hand: tuple[int, ...]


Reach = Mapping[int, Collection[int]]


def plans(state: State, reach: Reach) -> Iterator[Plan]:
    """Give the attacks worth making, the best first, no unit and no marker twice; ``reach``: where each can stand."""
    left, targets = dict(reach), sorted(state.forces[state.enemy].places)
    while targets:
        found = [plan for target in targets if (plan := best_plan(state, target, left))]
        if not found:
            return
        best = max(found, key=lambda plan: plan.gain)
        yield best
        targets = [plan.target for plan in found if plan is not best]
        left = {unit: places for unit, places in left.items() if unit not in best.team}
        state = state.but(
            hands=tuple(best.hand if side == state.side else hand for side, hand in enumerate(state.hands))
        )


def best_plan(state: State, target: int, reach: Reach) -> Plan | None:
    """Give the best attack on a place by units that can get next to it, if it is worth making."""
    near = frozenset(state.board.neighbours[target]) | {target}
    slots = {unit: near.intersection(places) for unit, places in reach.items()}
    slots = {unit: places for unit, places in slots.items() if places}
    if not slots or _fights(state):
        return _best_plan(state, target, slots) if slots else None
    return kept(state.forces[state.enemy].memo, _key(state, target, slots), lambda: _best_plan(state, target, slots))


def _key(state: State, target: int, slots: Mapping[int, Collection[int]]) -> tuple[object, ...]:
    """Name everything that a plan before the fight depends on, but the enemy, whose force keeps it."""
    posts = tuple((unit, state.where[unit], state.steps[unit], frozenset(places)) for unit, places in slots.items())
    weak = bytes(state.steps[unit.number] for unit in state.units_at(target, state.enemy))
    return "plan", target, weak, posts, state.hands[state.side], tuple(objectives(state, state.side).items())


def _fights(state: State) -> bool:
    return bool(state.asks) or Attack in question(state).offers


def follows_an_attack(state: State) -> bool:
    """Tell whether an attack of the same side may still follow in this turn."""
    order = phases(state.kit, state.turn)
    later = order[order.index(state.phase) + 1 :] if state.phase in order else ()
    asked = state.kit.book.questions
    return any(phase.side == state.side and Attack in asked[phase.kind].offers for phase in later)


def _best_plan(state: State, target: int, slots: Mapping[int, Collection[int]]) -> Plan | None:
    best = None
    for team in _teams(state, target, slots):
        for plan in _growing(state, target, _posted(state, team, slots)):
            if plan.gain > (best.gain if best else 0) or (state.asks and not best):
                best = plan
    return best


def _opened(state: State, target: int, where: Mapping[int, int], more: Sequence[int] = ()) -> State:
    """Give the state with an attack open, by those who joined already and some more, wherever they might stand."""
    defenders = tuple(unit.number for unit in state.units_at(target, state.enemy))
    battle = state.battle or Battle("attack", target, state.side, (), defenders)
    places = list(state.where)
    for unit, place in where.items():
        places[unit] = place
    return state.but(
        where=tuple(places),
        battle=replace(battle, attackers=(*battle.attackers, *more)),
        spent=(state.spent if _fights(state) else frozenset()) | frozenset(more),
        struck=state.struck if _fights(state) else frozenset(),
    )


def _teams(state: State, target: int, slots: Mapping[int, Collection[int]]) -> Iterator[list[int]]:
    """Give the units that may attack together, by the rules on who joins an attack; the strongest first."""
    where = {unit: min(places) for unit, places in slots.items()}
    guard, everybody = state.kit.book.guard(Join).first, state.kit.all_units
    left = set(slots) & free(guard, _opened(state, target, where), state.side, everybody)
    while left:
        lead = _strongest(state, left)[0]
        team = {lead} | (left & free(guard, _opened(state, target, where, [lead]), state.side, everybody))
        left -= team
        yield _strongest(state, team)


def _strongest(state: State, units: Iterable[int]) -> list[int]:
    return sorted(units, key=lambda unit: (-factors(state, state.kit.units[unit])[0], unit))


def _posted(state: State, team: Iterable[int], slots: Mapping[int, Collection[int]]) -> dict[int, int]:
    """Give each unit a place of its own; those that can only stay where they are come first."""
    posts: dict[int, int] = {}
    for unit in sorted(team, key=lambda unit: state.where[unit] not in slots[unit]):
        here = state.where[unit]
        free_ = sorted(place for place in slots[unit] if place == here or place not in posts.values())
        if free_:
            posts[unit] = here if here in free_ else max(free_, key=lambda place: cover(state, place))
    return posts


def _growing(state: State, target: int, posts: Mapping[int, int]) -> Iterator[Plan]:
    """Give the attack by one unit more, by two, and so on: exact odds for each."""
    joined = state.battle.attackers if state.battle else ()
    for count in range(0 if joined else 1, len(posts) + 1):
        team = dict(list(posts.items())[:count])
        battle = supported(_opened(state, target, team, list(team)))
        yield Plan(gain(battle) - SPARE * count, target, team, battle.hands[state.side])
