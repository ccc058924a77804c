"""Around rule 41: the results of an attack, losses, retreat, advance, by a teaching table."""

from collections.abc import Iterable, Iterator

from fmbook.books.europa_41.ground import ground_of
from fmbook.books.europa_41.movement import toll, what_bars_a_step
from fmbook.books.europa_41.ownership import garrisons, is_ground, owned, taken, taken_alone
from fmbook.books.europa_41.tasks import did
from fmbook.core.dice import Chance
from fmbook.core.events import Advanced, Answered, Asked, BattleEnded, Eliminated, Event, Retreated
from fmbook.core.orders import Advance, Lose, Retreat, StayBack
from fmbook.core.state import Ask, Battle, State, Unit
from fmbook.core.verdicts import Only, Reason
from fmbook.engine.legality import places_for
from fmbook.engine.matters import CONSEQUENCES
from fmbook.engine.rulebook import answers, does, forbids, settles
from fmbook.mechanics.closures import blamed
from fmbook.mechanics.combat import each, in_battle
from fmbook.mechanics.retreat import Flee, closed_to_retreat

__all__ = ["ways_back"]


@settles("europa_41:attack/results", CONSEQUENCES)
def losses_and_retreats(state: State, result: str) -> Iterator[Event]:
    """A is the attacker, D the defender: E eliminated, R retreats, H half lost; EX both lose, HX for half as much."""
    battle = in_battle(state)
    ours, theirs = battle.attackers, battle.defenders
    advance, back = Ask("advance", battle.side, ours), Ask("fall back", 1 - battle.side, theirs)
    if result == "AE":
        yield from _lost(state, ours)
    elif result == "AR":
        yield Asked((Ask("fall back", battle.side, ours),))
    elif result == "DR":
        yield Asked((advance, back))
    elif result == "DE":
        yield from _lost(state, theirs)
        yield Asked((advance,))
    elif result == "DH":
        yield Asked((advance, back, Ask("loss", 1 - battle.side, theirs, _half(_strength(state, theirs)))))
    elif result in ("EX", "HX"):
        yield from _exchanged(state, battle, half=result == "HX")


def _exchanged(state: State, battle: Battle, *, half: bool) -> Iterator[Event]:
    """The weaker side is lost; the stronger loses as much, or half as much."""
    ours, theirs = _strength(state, battle.attackers), _strength(state, battle.defenders)
    weak, strong, side, lost = (
        (battle.attackers, battle.defenders, 1 - battle.side, ours)
        if ours < theirs
        else (battle.defenders, battle.attackers, battle.side, theirs)
    )
    yield from _lost(state, weak)
    asks = [Ask("loss", side, strong, _half(lost) if half else lost)]
    if side == battle.side:
        asks.insert(0, Ask("advance", side, strong))
    yield Asked(tuple(asks))


def _half(points: int) -> int:
    return (points + 1) // 2


def _worth(state: State, number: int) -> int:
    """Return the printed strength that counts for a unit in this battle."""
    unit, battle = state.setup.units[number], in_battle(state)
    return unit.attack if unit.side == battle.side else unit.defence


def _strength(state: State, numbers: tuple[int, ...]) -> int:
    return sum(_worth(state, number) for number in numbers)


def _lost(state: State, numbers: tuple[int, ...]) -> Iterator[Event]:
    for unit in each(state, numbers):
        yield Eliminated(unit.id)


def _alive(state: State) -> frozenset[int]:
    return frozenset([number for number in state.asks[-1].units if state.where[number] >= 0])


@forbids("europa_41:attack/loss", Lose, bars="units")
def who_may_be_lost(state: State, side: int) -> Iterable[Only]:
    """The owner chooses among those in the battle."""
    return (Only(_alive(state), "{unit} cannot take this loss"),)


@does("europa_41:attack/lose", Lose)
def lose(state: State, order: Lose, chance: Chance) -> Iterator[Event]:
    """Units are given up until their strength covers the loss."""
    ask = state.asks[-1]
    left = ask.count - _worth(state, state.setup.unit_numbers[order.unit])
    yield Eliminated(order.unit)
    yield Answered(Ask("loss", ask.side, ask.units, left) if left > 0 else None)


@answers("europa_41:attack/no-choice", "loss")
def no_choice_is_left(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """A loss of nothing, and one that takes everybody, asks nobody."""
    alive = _alive(state)
    if ask.count <= 0 or not alive:
        yield Answered()
    elif len(alive) == 1 or _strength(state, tuple(alive)) <= ask.count:
        yield from _lost(state, tuple(sorted(alive)))
        yield Answered()


def ways_back(state: State, unit: Unit) -> frozenset[int]:
    """Return the hexes into which a unit can retreat: next door, its side's own, free of enemies, passable."""
    here, enemy, own = state.where[unit.number], garrisons(state, 1 - unit.side), owned(state, unit.side)
    shut = enemy | closed_to_retreat(state, unit)
    near = [there for there in state.board.neighbours[here] if there in own and there not in shut]
    return frozenset([there for there in near if toll(state, unit, here, there) is not None])


@forbids("europa_41:attack/fall-back", Retreat, bars="units")
def who_falls_back(state: State, side: int) -> Iterable[Only]:
    """Those that are told to retreat do so one by one."""
    return (Only(_alive(state), "{unit} is not told to retreat"),)


@forbids("europa_41:attack/where", Retreat, bars="hexes", clauses=("R41-A.4.b-h",))
def where_to_fall_back(state: State, unit: Unit) -> Iterable[Only]:
    """A retreat goes one hex, to one of the own side that is free of enemies, as the owner likes."""
    if not is_ground(unit):
        return ()
    return (Only(ways_back(state, unit), "{unit} cannot retreat to {to}", why=_why_not_there),)


def _why_not_there(state: State, unit: Unit, to: int) -> Iterator[Reason]:
    """Say what closes a hex to a retreat."""
    here, name = state.where[unit.number], state.board.places[to]
    if to not in state.board.neighbours[here]:
        yield Reason(f"a retreat goes one hex, and {name} is not next to {unit.id}")
    elif to in garrisons(state, 1 - unit.side):
        yield Reason(f"{name} is held by the enemy", places=(name,))
    else:
        yield from what_bars_a_step(state, unit, to) if toll(state, unit, here, to) is None else ()
        yield from blamed(state, unit, Flee, to)
        if to not in owned(state, unit.side):
            yield Reason(f"{name} is not owned by the side of {unit.id}", places=(name,))


@does("europa_41:attack/retreat", (Retreat, "fall back"))
def fall_back(state: State, order: Retreat, chance: Chance) -> Iterator[Event]:
    """A unit that retreats leaves the hex."""
    ask, unit = state.asks[-1], state.setup.unit(order.unit)
    yield Retreated(unit.id, (order.to,))
    left = tuple(number for number in ask.units if number != unit.number)
    yield Answered(Ask("fall back", ask.side, left) if left else None)


@answers("europa_41:attack/no-way", "fall back", clauses=("R41-A.4.b-h",))
def no_way_back(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """A unit with only one way takes it; one with none is lost."""
    alive = sorted(_alive(state))
    if not alive:
        yield Answered()
        return
    unit = state.setup.units[alive[0]]
    ways = sorted(places_for(state, Retreat, unit))
    if len(ways) > 1:
        return
    yield Retreated(unit.id, (state.board.places[ways[0]],)) if ways else Eliminated(unit.id, "it has no way back")
    yield Answered(Ask("fall back", ask.side, tuple(alive[1:])) if len(alive) > 1 else None)


# --- advance --------------------------------------------------------------------------------------


@forbids("europa_41:attack/advance", Advance, bars="units")
def who_advances(state: State, side: int) -> Iterable[Only]:
    """Attackers may follow into the hex, once it is free of enemies and no flood has shut it."""
    return (Only(_able_to_advance(state), "{unit} cannot advance"),)


def _able_to_advance(state: State) -> frozenset[int]:
    target = in_battle(state).target
    if target in garrisons(state, 1 - state.asks[-1].side) or "prohibited" in ground_of(state, target):
        return frozenset()
    return frozenset([number for number in _alive(state) if state.where[number] != target])


@forbids("europa_41:attack/advance-to", Advance, bars="hexes")
def into_the_hex_that_was_attacked(state: State, unit: Unit) -> Iterable[Only]:
    """They advance into the hex that was attacked."""
    return (Only(frozenset({in_battle(state).target}), "{unit} may only advance into the hex that was attacked"),)


@does("europa_41:attack/follow", Advance)
def follow(state: State, order: Advance, chance: Chance) -> Iterator[Event]:
    """A unit that advances takes the hex."""
    yield Advanced(order.unit, order.to)
    yield from taken(state, state.side, frozenset({state.board.at(order.to)}))


@does("europa_41:attack/stay", StayBack)
def stay(state: State, order: StayBack, chance: Chance) -> Iterator[Event]:
    """Nobody has to advance."""
    yield Answered()


@answers("europa_41:attack/nobody-advances", "advance")
def nobody_can_advance(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """Nobody is asked who cannot advance."""
    if not _able_to_advance(state):
        yield Answered()


@answers("europa_41:attack/over", "over")
def the_attack_is_over(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """When all is done the attack is over; who was dropped into the hex and stands there alone owns it."""
    battle = in_battle(state)
    yield Answered()
    yield from taken_alone(state, battle.side, battle.target)
    yield BattleEnded()
    yield did(state, ask.about)
