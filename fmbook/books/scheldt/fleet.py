"""Section 16.4: the guns of the fleet."""

from collections.abc import Iterator

from fmbook.books.fire_and_movement.support import of_kind
from fmbook.books.scheldt.facts import NAVAL_TARGETS
from fmbook.core.cache import per_board
from fmbook.core.dice import Chance
from fmbook.core.events import Event, Supported
from fmbook.core.orders import Support
from fmbook.core.state import State
from fmbook.core.verdicts import Bar
from fmbook.engine.rulebook import follows, forbids
from fmbook.mechanics.combat import in_battle

REACH = 4  # hexes from the coast of Walcheren, its own hex counted, 16.4


@per_board
def near_walcheren(state: State) -> frozenset[int]:
    """Return the hexes within reach of the fleet."""
    board = state.board
    coast = board.having("coastal") & board.having("walcheren")
    return frozenset[int]().union(*(board.within(place, REACH - 1) for place in coast))


def shelled(state: State) -> frozenset[int]:
    """Return the hexes at which a naval gun has been fired."""
    return frozenset(NAVAL_TARGETS.of(state))


@forbids("scheldt:16.4", Support, bars="markers", clauses=("SC-16.4-2", "SC-16.4-3", "SC-16.4-4", "SC-16.4-5"))
def the_fleet_fires_near_walcheren(state: State, side: int) -> Iterator[Bar]:
    """Naval guns fire at Germans within four hexes of the coast of Walcheren, never in defence, at no hex twice."""
    battle, naval = in_battle(state), of_kind(state, "naval")
    if battle.side != side:
        yield Bar(naval, "{marker} is never used in defence")
    if battle.target not in near_walcheren(state):
        yield Bar(naval, "the target of {marker} must be within four hexes of the coast of Walcheren")
    if battle.target in shelled(state):
        yield Bar(naval, "a naval gun has been fired at that hex, and the other one needs another target")


@follows("scheldt:16.4/spent", Supported, clauses=("SC-16.4-2", "SC-16.4-4", "SC-16.4-6", "SC-16.4-7"))
def a_naval_gun_fires_once(state: State, event: Supported, chance: Chance) -> Iterator[Event]:
    """A naval gun takes one of the two places of its attack and is then out of the game."""
    if state.setup.marker_numbers[event.marker] in of_kind(state, "naval"):
        targets = (*NAVAL_TARGETS.of(state), in_battle(state).target)
        yield NAVAL_TARGETS.becomes(targets, f"{event.marker} leaves the game.")
