"""Section 14: support fire drawn blind, anti-tank guns, the range of bombardment."""

from collections.abc import Iterator, Set

from fmbook.books.fire_and_movement.support import BOMBARDMENT_RANGE, MOST, drawn_blind, of_kind, special_ones
from fmbook.books.scheldt.facts import NAVAL_TARGETS
from fmbook.books.scheldt.fleet import near_walcheren, shelled
from fmbook.books.scheldt.orders import LaidReady
from fmbook.books.scheldt.pocket import frozen
from fmbook.books.scheldt.sequence import ALLIED, GERMAN
from fmbook.core.bitsets import PlaceSet
from fmbook.core.cache import per_side
from fmbook.core.dice import Chance
from fmbook.core.events import Event, TurnBegan
from fmbook.core.orders import Bombard, Lose, Support
from fmbook.core.state import Battle, State
from fmbook.core.verdicts import Bar, Excuse, Only
from fmbook.engine.rulebook import excuses, follows, forbids, settles
from fmbook.mechanics.combat import in_battle

RANGE = 3  # hexes of a bombardment from the nearest friend, 14.2


# --- 14.0 · The draw -----------------------------------------------------------------------------


@follows("scheldt:14.0", TurnBegan, replaces="fm:8.1",
         clauses=("SC-14.0-1", "SC-14.0-2", "SC-14.1-1", "SC-14.1-4", "SC-16.4-1", "SC-16.4-7"))  # fmt: skip
def markers_are_drawn_blind(state: State, event: TurnBegan, chance: Chance) -> Iterator[Event]:
    """Each side draws as many markers by lot as the turn track says; the special ones lie ready besides."""
    yield from drawn_blind(state, event.turn, chance)
    yield from laid_ready(state)


def laid_ready(state: State) -> Iterator[LaidReady]:
    """Lay the special markers of either side ready, without any draw."""
    for side in (ALLIED, GERMAN):
        naval = special_ones(state, side, "naval")[len(NAVAL_TARGETS.of(state)) :]
        ready = [*special_ones(state, side, "anti-tank"), *naval]
        if ready:
            yield LaidReady(side, tuple(ready))


# --- 14.1 · The anti-tank marker -------------------------------------------------------------------


def _tanks_attack(state: State, battle: Battle) -> bool:
    units = state.setup.units
    return (
        battle.kind == "attack"
        and battle.side == ALLIED
        and any("mobile" in units[unit].traits for unit in battle.attackers)
    )


@forbids("scheldt:14.1", Support, bars="markers", clauses=("SC-14.1-2", "SC-14.1-6"))
def anti_tank_guns_fire_at_tanks(state: State, side: int) -> Iterator[Bar]:
    """The anti-tank marker is played only when Germans defend against an attack with a mobile unit in it."""
    battle = in_battle(state)
    if battle.kind == "bombardment":
        yield Bar(
            of_kind(state, "anti-tank"), "{marker} is played in a fight on the ground, never against a bombardment"
        )
    elif not _tanks_attack(state, battle):
        yield Bar(of_kind(state, "anti-tank"), "{marker} is played only against an attack with a mobile Allied unit")


@excuses("scheldt:14.1/third", from_rule="fm:8.3/two", clauses=("SC-14.1-3",))
def the_anti_tank_marker_is_a_third(state: State, side: int) -> Iterator[Excuse]:
    """With the anti-tank marker the German side may play three markers in one combat."""
    battle, guns = in_battle(state), of_kind(state, "anti-tank")
    played = battle.support[side]
    third = state.setup.all_markers if guns & frozenset(played) and len(played) <= MOST else guns
    yield Excuse(third, "the anti-tank marker comes on top of two others")


def anti_tank_guns_fired(state: State) -> bool:
    """Tell whether the anti-tank marker was played in the combat that is open."""
    return bool(of_kind(state, "anti-tank") & frozenset(in_battle(state).support[GERMAN]))


def losses_of_tanks(state: State, units: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of the attackers that may take a loss: where the anti-tank marker was played, the mobile ones."""
    if not anti_tank_guns_fired(state):
        return units
    return tuple(unit for unit in units if "mobile" in state.setup.units[unit].traits)


@forbids("scheldt:14.1/tanks", Lose, bars="units", clauses=("SC-14.1-7",))
def tanks_take_the_loss(state: State, side: int) -> Iterator[Bar]:
    """Where the anti-tank marker was played, an Allied loss is taken from a mobile unit that took part."""
    battle = in_battle(state)
    if side == battle.side == ALLIED and state.asks[-1].what == "loss":
        spared = frozenset(battle.attackers) - frozenset(losses_of_tanks(state, battle.attackers))
        yield Bar(spared, "the anti-tank guns have fired, and {unit} is no mobile unit", "a mobile unit that took part")


# --- 14.2 · Bombardment ----------------------------------------------------------------------------


@settles("scheldt:14.2", BOMBARDMENT_RANGE, replaces="fm:8.2", clauses=("SC-14.2-1", "SC-13.0-5"))
def three_hexes_from_a_friend(state: State, side: int) -> Set[int]:
    """A bombardment reaches three hexes from any friendly unit; a frozen one directs no fire."""
    return _in_range(state, side, frozen(state, side))


@per_side
def _in_range(state: State, side: int, blind: frozenset[int]) -> Set[int]:
    board, reached = state.board, 0
    for unit in state.on_map(side) - blind:
        reached |= board.disc(state.where[unit], RANGE)
    return PlaceSet(board.bit_index, reached)


@forbids("scheldt:14.2/ammunition", Bombard, bars="hexes", clauses=("SC-14.1-6", "SC-16.4-3", "SC-16.4-4"))
def special_markers_do_not_bombard_everywhere(state: State, side: int) -> Iterator[Only]:
    """Special markers alone bombard where they reach: naval guns near Walcheren, anti-tank guns nowhere."""
    hand = frozenset(state.hands[side])
    naval = hand & of_kind(state, "naval")
    if not hand - naval - of_kind(state, "anti-tank"):
        targets = near_walcheren(state) - shelled(state) if naval and side == ALLIED else frozenset()
        yield Only(targets, "{they:has} no marker in hand that may be fired at {to}")
