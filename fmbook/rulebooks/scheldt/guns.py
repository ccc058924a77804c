"""Sections 14 and 16.4: support fire drawn blind, anti-tank and naval guns, the range of bombardment."""

from collections.abc import Iterator, Set

from fmbook.dice import Chance
from fmbook.events import Event, Recorded, Supported, TurnBegan
from fmbook.mechanics.combat import in_battle
from fmbook.orders import Bombard, Support
from fmbook.rulebook import excuses, follows, forbids, settles
from fmbook.rulebooks.fire_and_movement.support import MOST, drawn_blind
from fmbook.rulebooks.scheldt.deeds import LaidReady
from fmbook.rulebooks.scheldt.pocket import frozen
from fmbook.rulebooks.scheldt.turns import ALLIED, GERMAN
from fmbook.state import Battle, State
from fmbook.verdicts import Bar, Excuse, Only

RANGE = 3  # hexes of a bombardment from the nearest friend, 14.2
REACH = 4  # hexes from the coast of Walcheren, its own hex counted, 16.4


# --- 14.0 · The draw -----------------------------------------------------------------------------


@follows("scheldt:14.0", TurnBegan, replaces="fm:8.1",
         clauses=("SC-14.0-1", "SC-14.0-2", "SC-14.1-1", "SC-14.1-4", "SC-16.4-1", "SC-16.4-7"))  # fmt: skip
def markers_are_drawn_blind(state: State, event: TurnBegan, chance: Chance) -> Iterator[Event]:
    """Each side draws as many markers by lot as the turn track says; the special ones lie ready besides."""
    yield from drawn_blind(state, event.turn, chance)
    for side in (ALLIED, GERMAN):
        ready = [*_special(state, side, "anti-tank"), *_special(state, side, "naval")[_fired(state) :]]
        if ready:
            yield LaidReady(side, tuple(ready))


def _special(state: State, side: int, kind: str) -> list[int]:
    support, kit = state.kit.data["form"].support, state.kit
    listed = support.special if support else ()
    return [
        kit.marker_numbers[special.name]
        for special in listed
        if special.kind == kind and special.side == kit.sides[side]
        for _ in range(special.count)
    ]


def _kind(state: State, kind: str) -> frozenset[int]:
    return frozenset(number for number, marker in enumerate(state.kit.markers) if marker.special == kind)


# --- 14.1 · The anti-tank marker -------------------------------------------------------------------


def _tanks_attack(state: State, battle: Battle) -> bool:
    units = state.kit.units
    return (
        battle.kind == "attack"
        and battle.side == ALLIED
        and any("mobile" in units[unit].traits for unit in battle.attackers)
    )


@forbids("scheldt:14.1", Support, bars="markers", clauses=("SC-14.1-2", "SC-14.1-6"))
def anti_tank_guns_fire_at_tanks(state: State, side: int) -> Iterator[Bar]:
    """The anti-tank marker is played only when Germans defend against an attack with a mobile unit in it."""
    if not _tanks_attack(state, in_battle(state)):
        yield Bar(_kind(state, "anti-tank"), "{marker} is played only against an attack with a mobile Allied unit")


@excuses("scheldt:14.1/third", from_rule="fm:8.3/two", clauses=("SC-14.1-3",))
def the_anti_tank_marker_is_a_third(state: State, side: int) -> Iterator[Excuse]:
    """With the anti-tank marker the German side may play three markers in one combat."""
    battle, guns = in_battle(state), _kind(state, "anti-tank")
    played = battle.support[side]
    third = state.kit.all_markers if guns & frozenset(played) and len(played) <= MOST else guns
    yield Excuse(third, "the anti-tank marker comes on top of two others")


def losses_of_tanks(state: State, units: tuple[int, ...]) -> tuple[int, ...]:
    """Give those of the attackers that may take a loss: where the anti-tank marker was played, the mobile ones."""
    battle = in_battle(state)
    if not _kind(state, "anti-tank") & frozenset(battle.support[GERMAN]):
        return units
    return tuple(unit for unit in units if "mobile" in state.kit.units[unit].traits)


# --- 14.2 · Bombardment ----------------------------------------------------------------------------


@settles("scheldt:14.2", "bombardment range", replaces="fm:8.2", clauses=("SC-14.2-1", "SC-13.0-5"))
def three_hexes_from_a_friend(state: State, side: int) -> Set[int]:
    """A bombardment reaches three hexes from any friendly unit; a frozen one directs no fire."""
    eyes = state.on_map(side) - frozen(state, side)
    return frozenset().union(*(state.board.within(state.where[unit], RANGE) for unit in eyes))


@forbids("scheldt:14.2/ammunition", Bombard, bars="hexes", clauses=("SC-14.1-6", "SC-16.4-3", "SC-16.4-4"))
def special_markers_do_not_bombard_everywhere(state: State, side: int) -> Iterator[Only]:
    """Special markers alone bombard where they reach: naval guns near Walcheren, anti-tank guns nowhere."""
    hand = frozenset(state.hands[side])
    naval = hand & _kind(state, "naval")
    if not hand - naval - _kind(state, "anti-tank"):
        targets = _near_walcheren(state) - _shelled(state) if naval and side == ALLIED else frozenset()
        yield Only(targets, "{side} has no marker in hand that may be fired at {to}")


# --- 16.4 · Naval guns ------------------------------------------------------------------------------


def _near_walcheren(state: State) -> frozenset[int]:
    memo, board = state.kit.memo, state.board
    if "near walcheren" not in memo:
        coast = board.having("coastal") & board.having("walcheren")
        memo["near walcheren"] = frozenset().union(*(board.within(place, REACH - 1) for place in coast))
    return memo["near walcheren"]  # type: ignore[no-any-return]


def _shelled(state: State) -> frozenset[int]:
    """Give the hexes at which a naval gun has been fired."""
    return frozenset(state.facts.get("naval targets", ()))


def _fired(state: State) -> int:
    return len(state.facts.get("naval targets", ()))


@forbids("scheldt:16.4", Support, bars="markers", clauses=("SC-16.4-2", "SC-16.4-3", "SC-16.4-4", "SC-16.4-5"))
def the_fleet_fires_near_walcheren(state: State, side: int) -> Iterator[Bar]:
    """Naval guns fire at Germans within four hexes of the coast of Walcheren, never in defence, at no hex twice."""
    battle, naval = in_battle(state), _kind(state, "naval")
    if battle.side != side:
        yield Bar(naval, "{marker} is never used in defence")
    if battle.target not in _near_walcheren(state):
        yield Bar(naval, "the target of {marker} must be within four hexes of the coast of Walcheren")
    if battle.target in _shelled(state):
        yield Bar(naval, "a naval gun has been fired at that hex, and the other one needs another target")


@follows("scheldt:16.4/spent", Supported, clauses=("SC-16.4-2", "SC-16.4-4", "SC-16.4-6", "SC-16.4-7"))
def a_naval_gun_fires_once(state: State, event: Supported, chance: Chance) -> Iterator[Event]:
    """A naval gun takes one of the two places of its attack and is then out of the game."""
    if state.kit.marker_numbers[event.marker] in _kind(state, "naval"):
        targets = (*state.facts.get("naval targets", ()), in_battle(state).target)
        yield Recorded("naval targets", targets, f"{event.marker} leaves the game.")
