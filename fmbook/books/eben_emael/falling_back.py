"""Section 4.3: falling back before a defeat, and following into the sector given up."""

from collections.abc import Iterable, Iterator
from typing import Final

from fmbook.books.eben_emael.facts import INSIDE
from fmbook.books.eben_emael.figures import limit
from fmbook.books.eben_emael.fort import (
    held,
    inside,
    men,
    men_at,
    near,
)
from fmbook.books.eben_emael.movement import crowded, ground_taken
from fmbook.books.eben_emael.orders import FallBack, Keep
from fmbook.core.dice import Chance
from fmbook.core.events import (
    Advanced,
    Answered,
    BattleEnded,
    Event,
    Noted,
    Retreated,
)
from fmbook.core.orders import Advance, StayBack
from fmbook.core.state import Ask, State, Unit
from fmbook.core.verdicts import Only, Reason
from fmbook.engine.matters import IN_VAIN
from fmbook.engine.rulebook import answers, does, follows, forbids, settles
from fmbook.mechanics.closures import blamed
from fmbook.mechanics.combat import in_battle
from fmbook.mechanics.retreat import Flee, closed_to_retreat

__all__ = ["nobody_can_follow", "nowhere_to_go"]

FULL_SECTOR: Final = "eben_emael:3.6"

# --- falling back ---------------------------------------------------------------------------------


def _defending(state: State) -> tuple[int, ...]:
    return tuple(unit for unit in in_battle(state).defenders if state.where[unit] >= 0)


def _ways_back(state: State) -> frozenset[int]:
    """Return the sectors to which all defenders can fall back together."""
    battle, units = in_battle(state), _defending(state)
    if not units or inside(state) & frozenset(units):
        return frozenset()
    side = 1 - battle.side
    most = limit("sector") - men(state, units)
    shut = frozenset[int]().union(*(closed_to_retreat(state, unit) for unit in state.units(units)))
    open_to_all = near(state)[battle.target] - held(state, battle.side) - shut
    return frozenset(place for place in open_to_all if men_at(state, place, side) <= most)


@forbids("eben_emael:4.3", FallBack, bars="hexes", clauses=("E-4.3-c",))
def one_sector_back(state: State, side: int) -> Iterable[Only]:
    """Defenders outside works may fall back together by one sector, not into the enemy, over water or a crowd."""
    return (Only(_ways_back(state), "the defenders cannot fall back to {to}", why=_why_not_back),)


def _why_not_back(state: State, side: int, to: int) -> Iterator[Reason]:
    """Say what closes a sector to defenders who would fall back: where it lies, the enemy, or that it is full."""
    name, battle, units = state.board.places[to], in_battle(state), _defending(state)
    if inside(state) & frozenset(units):
        yield Reason("the defenders are inside a work, and none falls back from there", "keep")
    elif to not in state.board.neighbours[battle.target]:
        yield Reason(f"{name} is not next to {state.board.places[battle.target]}", "another sector, or keep")
    elif to not in near(state)[battle.target]:
        yield Reason(f"water lies between, and nobody falls back to {name}", "another sector, or keep", (name,))
    elif to in held(state, battle.side):
        yield Reason(f"{name} is occupied by the enemy", "another sector, or keep", (name,))
    else:
        barred = [reason for unit in state.units(units) for reason in blamed(state, unit, Flee, to)]
        full = Reason(
            f"{name} would hold more than 80 strength points", "another sector, or keep", (name,), FULL_SECTOR
        )
        yield from barred or [full]


@does("eben_emael:4.3/back", FallBack, clauses=("E-4.3-c", "E-chart-b"))
def fall_back(state: State, order: FallBack, chance: Chance) -> Iterator[Event]:
    """A unit that falls back loses one point less; its weapons stay behind, and what is still lost takes them first."""
    loss = state.asks[-2]
    yield Answered()
    yield Answered(Ask("loss", loss.side, loss.units, loss.count - 1) if loss.count > 1 else None)
    yield Noted("gave way", 1)
    for unit in _defending(state):
        yield Retreated(state.setup.units[unit].id, (order.to,))


@settles("eben_emael:4.3/word", IN_VAIN)
def nobody_is_saved(state: State) -> str:
    """Whoever falls back loses one point less, which saves nobody where there are no more points than losses left."""
    if not state.ask or state.ask.what != "give way":
        return ""
    loss = state.asks[-2]
    points = sum(state.steps[unit] for unit in loss.units if state.where[unit] >= 0)
    return "Falling back saves nobody: all are lost either way." if points < loss.count else ""


@follows("eben_emael:4.3/ground", Retreated)
def who_falls_back_has_that_ground(state: State, event: Retreated, chance: Chance) -> Iterable[Event]:
    """Whoever falls back to a sector was there last."""
    unit = state.setup.unit(event.unit)
    return ground_taken(state, unit, state.where[unit.number])


@does("eben_emael:4.3/hold", Keep, clauses=("E-4.3-c",))
def hold(state: State, order: Keep, chance: Chance) -> Iterator[Event]:
    """A unit that stays takes the whole loss."""
    yield Answered()


@answers("eben_emael:4.3/no-way-back", "give way", clauses=("E-4.3-c",))
def nowhere_to_go(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """Defenders who cannot fall back are not asked."""
    if not _ways_back(state):
        yield Answered()


# --- following ------------------------------------------------------------------------------------


def _followers(state: State, ask: Ask) -> frozenset[int]:
    battle = in_battle(state)
    if not battle.note("gave way") or battle.target in held(state, 1 - battle.side):
        return frozenset()
    alive = frozenset(u for u in ask.units if state.where[u] >= 0 and state.where[u] != battle.target)
    return frozenset(unit for unit in alive if battle.target not in crowded(state, state.setup.units[unit]))


@forbids("eben_emael:4.3/who", Advance, bars="units", clauses=("E-4.3-b",))
def attackers_follow(state: State, side: int) -> Iterable[Only]:
    """When the defender has fallen back, attackers may enter the sector."""
    return (Only(_followers(state, state.asks[-1]), "{unit} cannot enter the sector that was given up"),)


@forbids("eben_emael:4.3/where", Advance, bars="hexes", clauses=("E-4.3-b",))
def into_the_sector_given_up(state: State, unit: Unit) -> Iterable[Only]:
    """They enter the sector that was given up, and no other."""
    return (Only(frozenset({in_battle(state).target}), "only the sector that was given up may be entered"),)


@does("eben_emael:4.3/follow", Advance, clauses=("E-4.3-b",))
def follow(state: State, order: Advance, chance: Chance) -> Iterator[Event]:
    """One after another they go in, as far as there is room."""
    unit = state.setup.unit_numbers[order.unit]
    if unit in inside(state):
        yield INSIDE.becomes(inside(state) - {unit})
    yield Advanced(order.unit, order.to)


@follows("eben_emael:4.3/ground-entered", Advanced)
def who_follows_has_the_ground(state: State, event: Advanced, chance: Chance) -> Iterable[Event]:
    """Whoever follows into a sector was there last."""
    return ground_taken(state, state.setup.unit(event.unit), state.board.at(event.to))


@does("eben_emael:4.3/stay", StayBack, clauses=("E-4.3-b",))
def stay_back(state: State, order: StayBack, chance: Chance) -> Iterator[Event]:
    """Nobody has to follow."""
    yield Answered()
    yield BattleEnded()


@answers("eben_emael:4.3/over", "advance", clauses=("E-4.3-b",))
def nobody_can_follow(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """The combat is over when nobody can follow."""
    if not _followers(state, ask):
        yield Answered()
        yield BattleEnded()
