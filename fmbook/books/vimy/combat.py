"""Sections 16 and 18: support fire drawn blind, divisions that fight alone, the shelter of La Folie."""

from collections.abc import Iterator

from fmbook.books.fire_and_movement.support import drawn_blind
from fmbook.books.vimy.orders import Struck
from fmbook.books.vimy.sequence import ALLIED
from fmbook.core.dice import Chance
from fmbook.core.events import Answered, Event, HeldFire, Joined, TurnBegan
from fmbook.core.orders import Attack, Join, Support
from fmbook.core.state import Ask, State
from fmbook.core.verdicts import Bar, Only, Reason
from fmbook.engine.legality import candidates
from fmbook.engine.matters import STRIKES, not_due
from fmbook.engine.rulebook import answers, follows, forbids, settles
from fmbook.mechanics.combat import in_battle

SILENT = "the fight is in the La Folie Woods, which Allied guns do not reach"

# --- 16 · Support fire ---------------------------------------------------------------------------


@follows("vimy:16.0", TurnBegan, replaces="fm:8.1", clauses=("VR-10.2-1", "VR-16.0-1", "VR-16.0-2"))
def markers_are_drawn_blind(state: State, event: TurnBegan, chance: Chance) -> Iterator[Event]:
    """Support fire markers are drawn at random, unless the whole pool is taken."""
    return drawn_blind(state, event.turn, chance)


@forbids("vimy:18.2", Support, bars="markers", clauses=("VR-18.2-3",))
def no_allied_fire_into_la_folie(state: State, side: int) -> Iterator[Bar]:
    """Allied support fire does not reach the La Folie Woods."""
    if side == ALLIED and in_battle(state).target in state.board.having("la_folie_woods"):
        yield Only(frozenset(), SILENT, "hold-fire")
    elif in_battle(state).target in state.board.having("la_folie_woods"):
        yield Bar(frozenset(state.hands[ALLIED]) - frozenset(state.hands[side]), SILENT)


@answers("vimy:18.2/silent", "support", replaces="fm:8.3/no-more", clauses=("VR-18.2-3",))
def guns_that_may_not_fire_are_not_asked(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """A side that has no marker left to play, or may play none here, is not asked."""
    if not candidates(state, Support):
        if state.hands[ask.side] and not in_battle(state).support[ask.side]:
            yield HeldFire(state.setup.sides[ask.side])
        yield Answered()


@settles("vimy:18.2/not-asked", not_due(Support), clauses=("VR-18.2-3",))
def allied_guns_are_not_asked_for_la_folie(state: State, order: Support) -> Iterator[Reason]:
    """In a fight in the La Folie Woods the Allies are not asked for support fire."""
    if state.battle and state.battle.target in state.board.having("la_folie_woods"):
        place = state.board.places[state.battle.target]
        yield Reason(f"{place} lies in the La Folie Woods, which Allied guns do not reach", places=(place,))


# --- 18.3 · Divisional integrity -------------------------------------------------------------------


@forbids("vimy:18.3", Join, bars="units", clauses=("VR-18.3-1", "VR-18.3-2"))
def one_division_an_attack(state: State, side: int) -> Iterator[Bar]:
    """All attackers in one attack belong to the division of the first."""
    battle, units = state.battle, state.setup.units
    if battle and battle.attackers:
        division = units[battle.attackers[0]].group
        others = frozenset(number for number in state.on_map(side) if units[number].group != division)
        yield Bar(others, "{unit} is of another division than the attackers", "a second attack by its own division")


@forbids("vimy:18.3/again", Join, bars="units", clauses=("VR-18.3-3",))
def each_division_strikes_once(state: State, side: int) -> Iterator[Bar]:
    """A division strikes a target once in a phase; another division may strike it again."""
    battle, units = state.battle, state.setup.units
    if battle and not battle.attackers:
        spent = frozenset(kind for kind, place in state.struck if place == battle.target)
        done = frozenset(number for number in state.on_map(side) if units[number].group in spent)
        yield Bar(done, "the division of {unit} has struck this target already", "a unit of another division")


@forbids("vimy:18.3/target", Attack, bars="hexes", replaces="fm:7.1/target-once", clauses=("VR-18.3-3",))
def a_target_is_struck_once_by_each_division(state: State, side: int) -> Iterator[Bar]:
    """A hex may be attacked again only by a division that has not struck it."""
    attacked = {place for kind, place in state.struck if kind == "attack"}
    yield Bar(
        frozenset(place for place in attacked if not _fresh_divisions(state, place)),
        "{to} has been attacked, and no other division can reach it",
        "another target",
    )


def _fresh_divisions(state: State, place: int) -> bool:
    spent = {kind for kind, at in state.struck if at == place}
    units, strikes = state.setup.units, STRIKES.of(state.setup)
    return any(units[unit].group not in spent and place in strikes(state, unit) for unit in candidates(state, Join))


@follows("vimy:18.3/struck", Joined)
def a_division_strikes(state: State, event: Joined, chance: Chance) -> Iterator[Event]:
    """With its first unit a division has had its attack on the target."""
    battle = in_battle(state)
    if len(battle.attackers) == 1:
        yield Struck(state.setup.unit(event.unit).group, battle.target)
