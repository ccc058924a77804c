"""Section 5 and the fire of section 2: machine guns, guns and mortars, when they fire and what it costs."""

from collections.abc import Iterable, Iterator, Set
from math import fsum
from typing import Final

from fmbook.books.eben_emael.facts import FIRED, GUNS, LOST, MET
from fmbook.books.eben_emael.figures import divisor
from fmbook.books.eben_emael.fort import (
    BELGIAN,
    GERMAN,
    all_who,
    at_hand,
    held,
    inside,
    is_weapon,
    manned,
    men,
    shut,
    soldiers_at,
    weapons_at,
)
from fmbook.books.eben_emael.orders import CameUp, Fire, MenLost
from fmbook.components.tables import Column, Table, half_down
from fmbook.core.cache import per_side
from fmbook.core.dice import Chance
from fmbook.core.events import Answered, Asked, BattleEnded, Eliminated, Event, HeldFire, Moved, Rolled
from fmbook.core.facts import Fact
from fmbook.core.orders import HoldFire, Lose
from fmbook.core.state import Ask, State, Unit
from fmbook.core.verdicts import Bar, Excuse, Only, Reason
from fmbook.engine.legality import candidates
from fmbook.engine.rulebook import Matter, answers, does, excuses, follows, forbids
from fmbook.mechanics.odds import Chances, table_chances

__all__ = [
    "CUPOLAS",
    "batteries_left",
    "cost_of",
    "costs_men",
    "fire_chances",
    "fire_cost",
    "guns_that_reach",
    "machine_guns",
    "struck",
]

BATTERIES_LEFT: "Matter[[State], int]" = Matter("batteries left", "how many batteries outside the fort may still fire")

CUPOLAS: Final = "guns-75"
LIGHT: Final = 3  # the column of a squad's machine gun
MACHINE_GUN: Final = "machine gun"

# --- what fire costs ------------------------------------------------------------------------------


def cost_of(result: str, by: int) -> int:
    """Divide what a cell of a fire table says, to the nearest whole number, a half down; a blank is nothing."""
    return half_down(int(result), by) if result.isdigit() else 0


def column_of(state: State, unit: Unit) -> tuple[Table, Column]:
    """Return the table and the column in which a weapon fires."""
    tables = state.setup.tables
    if "strength" in unit.also:
        return tables["artillery"], tables["artillery"].column(unit.also["strength"])
    return tables["mg"], tables["mg"].column(unit.also.get("fire", LIGHT))


def fire_chances(state: State, unit: Unit, place: int) -> Chances[int]:
    """Return the exact chances of what a weapon's fire into a sector costs there."""
    table, column = column_of(state, unit)
    by = divisor(state, place)
    return table_chances(table, column).map(lambda result: cost_of(result, by))


def fire_cost(state: State, unit: Unit, place: int) -> float:
    """Return what a weapon's fire into a sector costs there on average."""
    return fsum(lost * float(share) for lost, share in fire_chances(state, unit, place).items())


def costs_men(side: int, units: tuple[int, ...], count: int, what: str = "loss") -> Iterator[Event]:
    """Ask the owner who takes a loss, if there is one."""
    if count and units:
        yield Asked((Ask(what, side, units, count),))


# --- which weapons fire into which sectors --------------------------------------------------------


def _has_machine_gun(unit: Unit) -> bool:
    return unit.kind == MACHINE_GUN or "mg" in unit.traits


def _is_gun(unit: Unit) -> bool:
    return "strength" in unit.also


def _is_optional(unit: Unit) -> bool:
    return "optional" in unit.traits


def _reach(state: State, unit: Unit) -> Set[int]:
    here = state.where[unit.number]
    if unit.side == GERMAN:
        return at_hand(state)[here]
    return state.board.fields.get(here, frozenset()) if _has_machine_gun(unit) else state.setup.all_places


@per_side
def _reaching(state: State, side: int, place: int) -> frozenset[int]:
    """Return the weapons of a side that reach a sector, be they in order or not."""
    armed = state.on_map(side) & (all_who(state, is_weapon) | all_who(state, _has_machine_gun))
    return frozenset([unit for unit in armed if place in _reach(state, state.setup.units[unit])])


def _in_reach(state: State, side: int, weapons: frozenset[int], wanted: Set[int]) -> list[int]:
    """Return those weapons of a side that reach one of these sectors."""
    return sorted(weapons.intersection(frozenset[int]().union(*[_reaching(state, side, place) for place in wanted])))


def _wanted(state: State, side: int) -> Set[int]:
    """Return the sectors that may be fired at now."""
    ask, battle, where = state.ask, state.battle, state.where
    if ask and ask.what == "answering fire":
        units = ask.units
    elif ask and battle:
        units = battle.attackers
    else:
        return held(state, 1 - side)
    return frozenset([where[unit] for unit in units if where[unit] >= 0])


def machine_guns(state: State, side: int) -> tuple[int, ...]:
    """Return the machine guns of a side that can fire at those who attack now."""
    ready, battle = _open_and_manned(state, side) - MET.of(state), state.battle
    able = ready & all_who(state, _has_machine_gun)
    if side == GERMAN and battle:  # squads fire from the sector that is attacked
        able = able.intersection(battle.defenders)
    return tuple(_in_reach(state, side, able, _wanted(state, side)))


def guns_that_reach(state: State, place: int) -> list[int]:
    """Return the Belgian machine guns with hands that would meet an attack out of a sector."""
    guns = _open_and_manned(state, BELGIAN) & all_who(state, _has_machine_gun)
    return _in_reach(state, BELGIAN, guns, frozenset({place}))


def batteries_left(state: State) -> int:
    """Return how many German batteries across the canal may still fire in this turn."""
    found: int = BATTERIES_LEFT.of(state.setup)(state)
    return found


def _open_and_manned(state: State, side: int) -> frozenset[int]:
    if side == GERMAN:
        return state.on_map(side) & all_who(state, _has_machine_gun)
    return _armed(state, side, inside(state), shut(state))


@per_side
def _armed(state: State, _: int, garrisons: frozenset[int], closed: frozenset[int]) -> frozenset[int]:
    """Return the weapons that have hands while these garrisons are in works and these works are closed."""
    where, hands = state.where, manned(state)
    return frozenset([unit for unit in all_who(state, is_weapon) if where[unit] in hands])


@forbids("eben_emael:2.1/garrisoned", Fire, bars="units", clauses=("E-2.1-g", "E-6.0-j", "E-hist-a"))
def only_manned_weapons_fire(state: State, side: int) -> Iterable[Only]:
    """A weapon fires if its work is garrisoned and not sealed; a German machine gun goes with its squad."""
    return (Only(_open_and_manned(state, side), "{unit} is no {side} weapon that is manned and open"),)


def _fired(state: State) -> Fact[frozenset[int]]:
    """Return the fact that tells which weapons have fired: at this attack, or in this turn at anything else."""
    return MET if state.ask and state.ask.what == "guns" else FIRED


@forbids("eben_emael:5.0/once", Fire, bars="units", clauses=("E-5.0-b", "E-2.1-d", "E-2.1-h"))
def one_fire_a_turn(state: State, side: int) -> Iterable[Bar]:
    """A weapon fires once in a turn; but a machine gun meets every attack that it reaches, once each."""
    when = "at this attack" if _fired(state) is MET else "in this turn"
    return (Bar(_fired(state).of(state), f"{{unit}} has fired {when}", "another weapon, or hold fire"),)


@follows("eben_emael:4.2/each-attack", BattleEnded, clauses=("E-2.1-g", "E-2.1-o"))
def the_next_attack_is_met_again(state: State, event: BattleEnded, chance: Chance) -> Iterator[Event]:
    """Machine guns that have fired at one attack fire at the next as well."""
    if MET.of(state):
        yield MET.becomes(frozenset())


@forbids("eben_emael:2.1/marches", Fire, bars="units", clauses=("E-2.1-d",))
def only_artillery_fires_at_german_marches(state: State, side: int) -> Iterable[Bar]:
    """German marches are met by guns and mortars; machine guns wait for the attack."""
    if side != BELGIAN or state.ask is None or state.ask.what != "answering fire":
        return ()
    return (Bar(all_who(state, _has_machine_gun), "{unit} is a machine gun: it fires at attacks, not at marches"),)


@forbids("eben_emael:2.1/guns", Fire, bars="units", clauses=("E-2.1-d", "E-2.1-g", "E-2.1-h", "E-2.1-o"))
def machine_guns_in_combat_guns_before(state: State, side: int) -> Iterator[Bar]:
    """Attackers are met by machine guns; the phase of gun fire belongs to guns and mortars; a march is met by both."""
    ask, own, machine_guns = state.ask, state.on_map(side), all_who(state, _has_machine_gun)
    if ask and ask.what == "guns":
        yield Bar(own - machine_guns, "{unit} is no machine gun, and only machine guns fire at attackers")
    elif not ask:
        yield Bar(own & machine_guns, "{unit} is a machine gun: it fires at marches and attacks", "a gun")
    if state.battle and side == GERMAN:
        others = own - frozenset(state.battle.defenders)
        yield Bar(others, "{unit} does not stand in the sector that is attacked")


@forbids("eben_emael:5.0/allowed", Fire, bars="units", clauses=("E-2.1-d",))
def guns_fire_if_the_scenario_lets_them(state: State, side: int) -> Iterable[Bar]:
    """Belgian guns and mortars fire only in scenarios that allow it."""
    if GUNS.of(state):
        return ()
    return (Bar(all_who(state, _is_gun), "{unit} may not fire: this scenario has no Belgian gun fire"),)


@forbids("eben_emael:chart/optional", Fire, bars="units")
def guns_of_75_mm_are_optional(state: State, side: int) -> Iterable[Bar]:
    """The 75 mm guns of the fort fire only if the players agree on it."""
    said = "{unit} may not fire: 75 mm guns are an option of the game"
    return (Bar(all_who(state, _is_optional), said, "play with guns-75"),)


@forbids("eben_emael:5.0/reach", Fire, bars="units")
def somebody_must_be_in_reach(state: State, side: int) -> Iterable[Bar]:
    """A weapon that reaches nobody who may be fired at now is not named at all."""
    able = _open_and_manned(state, side)
    idle = able.difference(_in_reach(state, side, able, _wanted(state, side)))
    return (Bar(idle, "{unit} reaches nobody who may be fired at now", "a weapon nearer by, or hold fire"),)


@excuses("eben_emael:chart/optional-on", from_rule="eben_emael:chart/optional", option=CUPOLAS)
def guns_of_75_mm_fire(state: State, side: int) -> Iterable[Excuse]:
    """With the option the 75 mm guns fire like all others."""
    return (Excuse(all_who(state, _is_optional), "75 mm guns are in play"),)


@forbids("eben_emael:hist/arcs", Fire, bars="hexes", clauses=("E-hist-q", "E-chart-c", "E-2.1-o"))
def machine_guns_fire_into_their_fields(state: State, unit: Unit) -> Iterable[Only]:
    """Machine guns of a work fire into its marked sectors, guns and mortars anywhere, a squad next door."""
    return (Only(_reach(state, unit), "{to} is outside the field of fire of {unit}", "a sector of its field"),)


@forbids("eben_emael:2.1/target", Fire, bars="hexes", clauses=("E-2.1-d", "E-2.1-g", "E-2.1-k", "E-2.1-o"))
def fire_at_those_who_come(state: State, unit: Unit) -> Iterator[Only]:
    """Fire meets the unit that marched, or those who attack; in the phase of gun fire any enemy."""
    said = "nobody at {to} can be fired at now"
    yield Only(_wanted(state, unit.side), said, "a sector with an enemy in question", why=_why_not_there)


def _why_not_there(state: State, unit: Unit, to: int) -> Iterator[Reason]:
    """Say whether there is no enemy, or whether it is somebody else who is met by fire now."""
    name, wanted = state.board.places[to], sorted(_wanted(state, unit.side))
    if to not in held(state, 1 - unit.side):
        yield Reason(f"no enemy soldiers are in {name}", "a sector with an enemy", (name,))
        return
    who = "whoever attacks" if state.battle else "whoever has just moved or come out"
    there = ", ".join(state.board.places[place] for place in wanted)
    yield Reason(f"only {who} is fired at now, in {there}, not {name}", f"{there}, or hold fire", (name,))


# --- firing ---------------------------------------------------------------------------------------


@does("eben_emael:5.0", Fire, clauses=("E-5.0-a", "E-5.0-b", "E-5.0-c", "E-5.0-d", "E-mg-a", "E-art-a"))
def fire(state: State, order: Fire, chance: Chance) -> Iterator[Event]:
    """Two dice in the weapon's column give the loss, which the ground of the sector divides."""
    unit, place = state.setup.unit(order.unit), state.board.at(order.target)
    fired = _fired(state)
    yield fired.becomes(fired.of(state) | {unit.number})
    yield from struck(state, *column_of(state, unit), place, 1 - unit.side, chance, f"{order.unit} fires")


def struck(
    state: State, table: Table, column: Column, place: int, side: int, chance: Chance, who: str
) -> Iterator[Event]:
    """Throw for fire into a sector and ask the owner for what it costs."""
    dice, by = (chance.die(), chance.die()), divisor(state, place)
    lost = cost_of(table.cell(sum(dice), column), by)
    cover = f", where cover divides what it costs by {by}" if by > 1 else ""
    there = sum(1 if is_weapon(unit) else state.steps[unit.number] for unit in state.units(_hit(state, place, side)))
    cost = f"{min(lost, there) or 'nothing'} lost"
    yield Rolled(dice, cost, f"{who} into {state.board.places[place]}{cover}: {cost}")
    yield from costs_men(side, _hit(state, place, side), lost, "hit" if state.battle else "loss")


def _hit(state: State, place: int, side: int) -> tuple[int, ...]:
    ask, battle = state.ask, state.battle
    if ask and ask.what == "answering fire":
        return ask.units
    if battle:
        return tuple(unit for unit in battle.attackers if state.where[unit] == place)
    weapons = weapons_at(state, place) if side == BELGIAN else ()
    return (*weapons, *soldiers_at(state, place, side))


@does("eben_emael:5.0/hold", HoldFire)
def hold_fire(state: State, order: HoldFire, chance: Chance) -> Iterator[Event]:
    """Nobody has to fire."""
    yield Answered()
    yield HeldFire(state.setup.sides[state.side])


# --- fire at whoever marches ----------------------------------------------------------------------


@follows("eben_emael:2.1/answering-fire", Moved, clauses=("E-2.1-d", "E-2.1-k"))
def a_march_draws_fire(state: State, event: Moved, chance: Chance) -> Iterator[Event]:
    """Where a unit stops, the weapons of the other side may fire at it."""
    unit = state.setup.unit(event.unit)
    yield Asked((Ask("answering fire", 1 - unit.side, (unit.number,)),))


@follows("eben_emael:2.1/fire-at-doors", CameUp, clauses=("E-2.1-k",))
def who_comes_out_draws_fire(state: State, event: CameUp, chance: Chance) -> Iterator[Event]:
    """Men who come out of a work may be fired at like those who march."""
    unit = state.setup.unit(event.unit)
    yield Asked((Ask("answering fire", 1 - unit.side, (unit.number,)),))


@answers("eben_emael:2.1/no-answer", "answering fire")
def nothing_can_fire(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """A side that has nothing to fire with is not asked."""
    if state.where[ask.units[0]] < 0 or not _able(state, ask.side):
        yield Answered()


def _able(state: State, side: int) -> bool:
    if side == GERMAN and batteries_left(state):
        return True
    return bool(candidates(state, Fire))


@answers("eben_emael:4.2/no-guns", "guns", clauses=("E-2.1-g", "E-2.1-o"))
def no_machine_gun_covers_the_attackers(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """A side whose machine guns do not reach the attackers is not asked."""
    if not machine_guns(state, ask.side):
        yield Answered()


# --- who takes the loss ---------------------------------------------------------------------------


def _candidates(state: State, ask: Ask) -> tuple[int, ...]:
    alive = tuple(unit for unit in ask.units if state.where[unit] >= 0)
    weapons = tuple(unit for unit in alive if is_weapon(state.setup.units[unit]))
    return weapons or alive


@forbids("eben_emael:chart/equipment-first", Lose, bars="units", clauses=("E-chart-b", "E-4.2-i"))
def weapons_are_lost_first(state: State, side: int) -> Iterator[Only]:
    """The owner chooses among those who were hit; weapons go first, each for one point."""
    yield Only(frozenset(_candidates(state, state.asks[-1])), "{unit} cannot take this loss now", "one that was hit")


@does("eben_emael:4.2/lose", Lose, clauses=("E-4.2-b", "E-4.2-i"))
def take_the_loss(state: State, order: Lose, chance: Chance) -> Iterator[Event]:
    """What machine guns cost attackers comes off one chosen unit; any other loss is spread man by man."""
    ask, unit = state.asks[-1], state.setup.unit(order.unit)
    able = _candidates(state, ask)
    free_choice = ask.what == "loss" and len(able) > 1 and ask.count < men(state, able)
    most = 1 if free_choice else ask.count
    count = min(most, state.steps[unit.number])
    yield Answered(Ask(ask.what, ask.side, ask.units, ask.count - count) if ask.count > count else None)
    yield Eliminated(unit.id) if is_weapon(unit) else MenLost(unit.id, count)


def _settled(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    able = _candidates(state, ask)
    if not able:
        yield Answered()
    elif len(able) == 1 or ask.count >= men(state, able):
        order = Lose(state.setup.units[able[0]].id)
        yield from state.setup.book.doing(ask.what, Lose).function(state, order, chance)


@answers("eben_emael:4.2/one-candidate", "loss", clauses=("E-4.2-i",))
def the_only_candidate_loses(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """A loss that leaves no choice is taken at once; one that nobody is left to take is nothing."""
    return _settled(state, ask, chance)


@answers("eben_emael:4.2/one-hit", "hit", clauses=("E-4.2-b",))
def the_only_one_hit_loses(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """The same holds for what machine guns cost."""
    return _settled(state, ask, chance)


@follows("eben_emael:4.2/track", MenLost, clauses=("E-4.2-i",))
def losses_are_marked(state: State, event: MenLost, chance: Chance) -> Iterator[Event]:
    """Losses go on the side's track at once, and a unit without men is gone."""
    unit = state.setup.unit(event.unit)
    first, second = LOST.of(state)
    yield LOST.becomes((first, second + event.count) if unit.side else (first + event.count, second))
    if not state.steps[unit.number]:
        yield Eliminated(unit.id)
