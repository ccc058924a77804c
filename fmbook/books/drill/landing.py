"""Toy rules: two enemies in one hex.

They come from no booklet; they make the engine carry what later games need.
"""

from collections.abc import Iterator

from fmbook.books.fire_and_movement.movement import within_a_step
from fmbook.books.fire_and_movement.results import brought_about
from fmbook.core.events import (
    BattleEnded,
    Eliminated,
    Event,
)
from fmbook.core.orders import Move
from fmbook.core.state import State
from fmbook.core.verdicts import Bar
from fmbook.engine.matters import CONSEQUENCES, STRIKES
from fmbook.engine.rulebook import forbids, settles
from fmbook.mechanics.combat import in_battle
from fmbook.mechanics.zones import entangled


@forbids("drill:3.1", Move, bars="units", option="landing")
def no_leaving_while_entangled(state: State, side: int) -> Iterator[Bar]:
    """Toy rule: a unit that shares its hex with an enemy does not march."""
    yield Bar(entangled(state, side), "{unit} is at close quarters with an enemy in its own hex", "attack it")


@settles("drill:3.2", STRIKES, replaces="fm:7.1/reach", option="landing")
def entangled_units_strike_their_own_hex(state: State, unit: int) -> frozenset[int]:
    """Toy rule: a unit that shares its hex with an enemy attacks only there; others strike next door as ever."""
    here, side = state.where[unit], state.setup.units[unit].side
    if here in state.forces[1 - side].places:
        return frozenset({here})
    return within_a_step(state)[here]


@settles("drill:3.3", CONSEQUENCES, replaces="fm:7.6/results", option="landing")
def no_way_back_to_the_boats(state: State, result: str) -> Iterator[Event]:
    """Toy rule: whatever goes against the attacker costs the unit that shares the target's hex its life."""
    battle = in_battle(state)
    landed = [unit for unit in battle.attackers if state.where[unit] == battle.target]
    if not landed or result[0] not in "A(":
        yield from brought_about(state, result)
        return
    yield from (Eliminated(state.setup.units[unit].id) for unit in landed)
    yield BattleEnded()
