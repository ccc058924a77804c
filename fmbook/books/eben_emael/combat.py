"""Sections 4.1 and 4.2: combat. Who attacks, the ratio, the table, losses."""

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby

from fmbook.books.eben_emael.facts import ADDED, FLAMES
from fmbook.books.eben_emael.figures import divisor, limit
from fmbook.books.eben_emael.fire import costs_men, fire_chances, machine_guns
from fmbook.books.eben_emael.fort import (
    BELGIAN,
    GERMAN,
    all_who,
    at_hand,
    comes_for_one_fight,
    entered_by,
    flames,
    held,
    inside,
    men,
    on_foot,
    soldiers_at,
    weapons_at,
)
from fmbook.books.eben_emael.movement import stuck
from fmbook.books.eben_emael.orders import Flame, WentBelow
from fmbook.components.tables import Column, half_down
from fmbook.core.dice import Chance
from fmbook.core.events import (
    Answered,
    Asked,
    BattleEnded,
    BattleOpened,
    Event,
    Joined,
    Noted,
    Rolled,
)
from fmbook.core.orders import Attack, EndPhase, Join, Ready, Roll
from fmbook.core.state import Ask, Battle, State, Unit
from fmbook.core.verdicts import Bar, Only, Reason, Shift
from fmbook.engine.bars import free
from fmbook.engine.legality import candidates
from fmbook.engine.matters import ARITHMETIC, CONSEQUENCES, ODDS, STRIKES
from fmbook.engine.rulebook import answers, does, follows, forbids, settles, shifts
from fmbook.mechanics.combat import Sum, in_battle, lines, summed, total
from fmbook.mechanics.odds import Chances, certain, table_chances

# --- 4.1 · Who attacks what -----------------------------------------------------------------------


@settles("eben_emael:4.1/reach", STRIKES, clauses=("E-2.1-e",))
def units_strike_next_door(state: State, unit: int) -> frozenset[int]:
    """A unit attacks across an edge of its sector, or an enemy in its own sector."""
    return at_hand(state)[state.where[unit]]


def strikes(state: State, unit: int) -> frozenset[int]:
    """Return the sectors that a unit can attack, as the rulebook settles it."""
    found: frozenset[int] = STRIKES.of(state.setup)(state, unit)
    return found


@forbids("eben_emael:4.1/own", Join, bars="units", clauses=("E-2.1-e",))
def own_soldiers_next_door_join(state: State, side: int) -> Iterator[Only]:
    """Soldiers next to the sector, or in it, take part."""
    able = on_foot(state, side)
    if state.battle:
        target, reach = state.battle.target, STRIKES.of(state.setup)
        able = frozenset([unit for unit in able if target in reach(state, unit)])
    yield Only(able, "{unit} does not stand next to the sector that is attacked", "move closer next turn")


@forbids("eben_emael:2.1/attack-once", Join, bars="units", clauses=("E-2.1-f", "E-2.1-n"))
def one_attack_a_unit(state: State, side: int) -> Iterable[Bar]:
    """A unit attacks once a turn; to blow up a work is an attack."""
    joined = frozenset(state.battle.attackers if state.battle else ())
    yield Bar(joined, "{unit} is already in this attack")
    yield Bar(state.spent - joined, "{unit} has attacked in this turn")


@forbids("eben_emael:4.1/inside", Join, bars="units", clauses=("E-6.0-g", "E-6.0-h"))
def who_cannot_come_out_attacks_nobody(state: State, side: int) -> Iterable[Bar]:
    """Men in a work without an open door cannot attack outside it."""
    return (Bar(stuck(state), "{unit} cannot get out of its work to attack", "let machine guns fire"),)


@forbids("eben_emael:4.1/edge", Join, bars="units", clauses=("E-4.1-d",))
def eighty_points_attack_over_an_edge(state: State, side: int) -> Iterator[Bar]:
    """No more than 80 strength points attack over one edge."""
    if state.battle:
        places = frozenset(state.where[unit] for unit in state.battle.attackers)
        joined = {place: _joined_from(state, place) for place in places}
        over = frozenset(
            unit
            for place, points in joined.items()
            for unit in soldiers_at(state, place, side)
            if points + state.steps[unit] > limit("attack")
        )
        yield Bar(over, "with {unit} more than 80 strength points would attack over one edge", "another attack")


def _joined_from(state: State, place: int) -> int:
    return men(state, (unit for unit in in_battle(state).attackers if state.where[unit] == place))


@forbids("eben_emael:4.1", Attack, bars="hexes", clauses=("E-2.1-e", "E-2.1-f"))
def targets_stand_next_to_attackers(state: State, side: int) -> Iterator[Only]:
    """An attack is made on one sector with enemy soldiers, next to a unit that may still attack."""
    setup = state.setup
    able = free(setup.book.guard(Join).first, state, side, setup.all_units)
    reached = frozenset().union(*(strikes(state, unit) for unit in able))
    yield Only(
        reached & held(state, 1 - side),
        "no unit of yours that may still attack stands beside enemy soldiers in {to}",
        "a sector with enemies beside one of your units",
        why=_why_no_target,
    )


def _why_no_target(state: State, side: int, to: int) -> Iterator[Reason]:
    """Say what is missing: enemy soldiers, a unit of one's own next door, or one that may attack now."""
    name, other = state.board.places[to], "a sector with enemies beside one of your units"
    beside = frozenset(unit for unit in on_foot(state, side) if to in strikes(state, unit))
    units = ", ".join(unit.id for unit in state.units(sorted(beside)))
    if to not in held(state, 1 - side):
        yield Reason(f"no enemy soldiers are in {name}", other, (name,))
    elif not beside:
        yield Reason(f"none of your units stands beside {name}", other, (name,))
    elif beside <= state.spent:
        yield Reason(f"{units} {'has' if len(beside) == 1 else 'have'} attacked in this turn", other, (name,))
    else:
        yield Reason(f"{units} may not attack {name} now", other, (name,))


@forbids("eben_emael:4.1/somebody", Ready)
def somebody_attacks(state: State, order: Ready) -> Iterator[Reason]:
    """An attack needs at least one unit."""
    if not in_battle(state).attackers:
        yield Reason("nobody has joined the attack", "join UNIT, or undo")


@does("eben_emael:4.1/declare", Attack, clauses=("E-2.1-e",))
def declare(state: State, order: Attack, chance: Chance) -> Iterator[Event]:
    """Each attack is finished before the next is declared."""
    enemies = state.units(soldiers_at(state, state.board.at(order.target), 1 - state.side))
    yield BattleOpened("attack", order.target, state.side, tuple(unit.id for unit in enemies))
    yield Asked((Ask("attackers", state.side),))


@does("eben_emael:4.1/join", Join, clauses=("E-4.1-c",))
def join(state: State, order: Join, chance: Chance) -> Iterator[Event]:
    """Any number of units may take part, from one sector or several."""
    yield Joined(order.unit)


@does("eben_emael:4.1/ready", Ready, clauses=("E-2.1-g", "E-2.1-o"))
def ready(state: State, order: Ready, chance: Chance) -> Iterator[Event]:
    """When nobody else joins, the machine guns of the attacked side fire, and then the dice are thrown."""
    yield Answered()
    yield Asked((Ask("roll", state.side), Ask("guns", 1 - state.side)))


@answers("eben_emael:4.1/all-joined", "attackers")
def the_only_one_joins(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """A unit that alone can attack does; when none is left to join and nothing to decide, the list closes."""
    setup, battle, able = state.setup, in_battle(state), candidates(state, Join)
    if len(able) == 1 and not battle.attackers:
        yield Joined(setup.units[next(iter(able))].id)
    elif not able and battle.attackers and not _flamethrowers(state):
        yield from setup.book.doing(ask.what, Ready).function(state, Ready(), chance)


# --- 6.0 · What is added to the dice --------------------------------------------------------------


def _flamethrowers(state: State) -> frozenset[int]:
    left = flames(state)
    return frozenset(unit for unit in in_battle(state).attackers if left[unit])


@forbids("eben_emael:6.0/flame", Flame, bars="units", clauses=("E-6.0-e",))
def attackers_with_a_flamethrower(state: State, side: int) -> Iterable[Only]:
    """A squad that attacks may use the flamethrower that it carries, once."""
    return (Only(_flamethrowers(state), "{unit} is no attacker with a flamethrower", "ready"),)


@does("eben_emael:6.0/burn", Flame, clauses=("E-6.0-e",))
def burn(state: State, order: Flame, chance: Chance) -> Iterator[Event]:
    """A flamethrower is used up and adds one to the dice of this combat."""
    unit = state.setup.unit_numbers[order.unit]
    yield FLAMES.becomes(entered_by(flames(state), unit, -1), f"{order.unit} uses its flamethrower.")
    yield Noted(_flame_of(unit), in_battle(state).note(_flame_of(unit)) + 1)


def _flame_of(unit: int) -> str:
    return f"flames of {unit}"


def _added(state: State, places: Container[int]) -> int:
    """Return what is added to the dice: one in the turn of the counter that says so, and one for each flamethrower.

    A flamethrower is gone with the last man of its squad. Of the sectors in ``places`` somebody is left to attack.
    """
    battle, where = in_battle(state), state.where
    burning = [battle.note(_flame_of(unit)) for unit in battle.attackers if where[unit] in places]
    return sum(burning) + (battle.side == GERMAN and ADDED.of(state) == state.turn)


# --- 4.1 and 4.2 · The ratio ----------------------------------------------------------------------


@shifts("eben_emael:4.1/attackers", clauses=("E-4.1-a", "E-4.2-c"))
def attackers_strength(state: State, battle: Battle) -> Iterator[Shift]:
    """Every attacking unit adds the men that it still has."""
    for unit in battle.attackers:
        if state.where[unit] >= 0:
            yield Shift(state.steps[unit], f"{state.setup.units[unit].id} attacks", "attack")


@shifts("eben_emael:4.2", clauses=("E-4.2-d", "E-4.2-e", "E-4.2-f", "E-4.2-g"))
def ground_divides_the_attack(state: State, battle: Battle) -> Iterator[Shift]:
    """The attack is divided by the largest divisor of the sector, to the nearest whole number, a half down."""
    by, strength = divisor(state, battle.target), men(state, battle.attackers)
    if by > 1:
        words = ", ".join(sorted(state.board.features[battle.target] - {"exit"}))
        yield Shift(half_down(strength, by) - strength, f"divided by {by}: {words}", "attack")


@shifts("eben_emael:4.1/defenders", clauses=("E-4.1-b",))
def defenders_strength(state: State, battle: Battle) -> Iterator[Shift]:
    """Every defending unit adds its men."""
    for unit in battle.defenders:
        if state.where[unit] >= 0:
            yield Shift(state.steps[unit], f"{state.setup.units[unit].id} defends", "defence")


@shifts("eben_emael:4.1/defended-edges", clauses=("E-4.1-e",))
def eighty_points_defend_an_edge(state: State, battle: Battle) -> Iterator[Shift]:
    """No more than 80 strength points defend across each edge that is attacked."""
    edges = {state.where[unit] for unit in battle.attackers if state.where[unit] >= 0}
    over = men(state, battle.defenders) - limit("defence") * len(edges)
    if edges and over > 0:
        yield Shift(-over, "no more than 80 defend across an edge", "defence")


@settles("eben_emael:4.1/ratio", ARITHMETIC, clauses=("E-4.1-b", "E-4.2-a", "E-4.2-h", "E-cbt-a"))
def strength_by_ratio(state: State) -> Sum:
    """What is left of the attack against the defence gives a ratio, rounded like all else; the ends are open."""
    battle, said = in_battle(state), lines(state)
    attack, defence = max(total(said, "attack"), 0), max(total(said, "defence"), 0)
    table = state.setup.tables["crt"]
    column = table.column(attack, defence)
    title = f"Attack on {state.board.places[battle.target]}"
    return Sum(title, said, attack, defence, column.label, table, column, ARITHMETIC.rule(state.setup).id)


# --- 4.2 · Odds over both throws ------------------------------------------------------------------


@settles("eben_emael:4.2/odds", ODDS, clauses=("E-4.2-a", "E-4.2-b"))
def two_chained_throws(state: State) -> Chances[str]:
    """Each machine gun that is still to fire takes its toll of the attack before the dice of the combat are thrown."""
    battle = in_battle(state)
    alive = sorted((state.where[unit], state.steps[unit]) for unit in battle.attackers if state.where[unit] >= 0)
    start = tuple((place, sum(points for _, points in stack)) for place, stack in groupby(alive, lambda pair: pair[0]))
    left = certain(start)
    guns = machine_guns(state, 1 - battle.side) if _guns_to_come(state) else ()
    for unit in guns:
        left = left.then(partial(_after, state, state.setup.units[unit]))
    return left.then(lambda strengths: _results(state, {place: points for place, points in strengths if points}))


Strengths = tuple[tuple[int, int], ...]


def _guns_to_come(state: State) -> bool:
    return any(ask.what in ("guns", "attackers") for ask in state.asks)


def _after(state: State, gun: Unit, strengths: Strengths) -> Chances[Strengths]:
    """Let a machine gun fire at the strongest stack that it reaches."""
    at = [place for place, points in strengths if points and _covers(state, gun, place)]
    if not at:
        return certain(strengths)
    points = dict(strengths)
    place = max(at, key=lambda there: points[there])
    hit = fire_chances(state, gun, place)
    return hit.map(lambda lost: tuple((p, max(n - lost, 0) if p == place else n) for p, n in strengths))


def _covers(state: State, gun: Unit, place: int) -> bool:
    return gun.side == GERMAN or place in state.board.fields.get(state.where[gun.number], frozenset())


def _results(state: State, strengths: Mapping[int, int]) -> Chances[str]:
    if not strengths:
        return certain("beaten off")
    table, column = state.setup.tables["crt"], _column(state, sum(strengths.values()))
    best, added = max(table.rolls), _added(state, strengths)
    if not added:
        return table_chances(table, column)
    ways: dict[str, int] = {}
    for roll, count, _ in table.results(column):
        result = table.cell(min(roll + added, best), column)
        ways[result] = ways.get(result, 0) + count
    return Chances.of_ways(ways)


def _column(state: State, strength: int) -> Column:
    battle = in_battle(state)
    defence = max(total(lines(state), "defence"), 0)
    return state.setup.tables["crt"].column(half_down(strength, divisor(state, battle.target)), defence)


# --- 4.2 · The throw ------------------------------------------------------------------------------


@answers("eben_emael:4.2/beaten-off", "roll", clauses=("E-4.2-b",))
def nobody_is_left_to_attack(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """An attack whose men have all fallen to machine guns is over."""
    if not men(state, in_battle(state).attackers):
        yield Answered()
        yield BattleEnded()


@does("eben_emael:4.2/roll", (Roll, "roll"), clauses=("E-4.2-a", "E-6.0-e", "E-6.0-r1", "E-cbt-a"))
def resolve(state: State, order: Roll, chance: Chance) -> Iterator[Event]:
    """Two dice, with what is added to them, are read in the column of the ratio."""
    found, dice, added = summed(state), (chance.die(), chance.die()), _added(state, state.setup.all_places)
    result = found.table.cell(min(sum(dice) + added, max(found.table.rolls)), found.column)
    more = f", {added} added" if added else ""
    yield Answered()
    against = f"{found.attack} against {found.defence}, {found.measure}{_read(found)}"
    yield Rolled(dice, result, f"{against}{more}: {result}")
    yield from CONSEQUENCES.of(state.setup)(state, result)


def _read(found: Sum) -> str:
    """Say where a ratio lies beyond the table, which is read at its end."""
    attack, defence = map(int, found.measure.split(":"))
    labels = [column.label for column in found.table.columns_of(found.column.row)]
    beyond = 2 * found.attack > (2 * attack + 1) * found.defence or 2 * found.defence > (2 * defence + 1) * found.attack
    return " (the table goes no further)" if beyond and found.measure in (labels[0], labels[-1]) else ""


@settles("eben_emael:4.2/results", CONSEQUENCES, clauses=("E-cbt-a", "E-4.2-i", "E-4.3-a", "E-chart-b"))
def losses_on_both_sides(state: State, result: str) -> Iterator[Event]:
    """The attacker's loss stands before the slash, the defender's behind it; Germans stay on the map in any case."""
    battle = in_battle(state)
    if "/" not in result:
        return
    attackers, defenders = (int(part) if part.isdigit() else 0 for part in result.split("/"))
    yield Asked((Ask("advance", battle.side, battle.attackers),))
    yield from costs_men(battle.side, tuple(u for u in battle.attackers if state.where[u] >= 0), attackers)
    weapons = weapons_at(state, battle.target) if battle.side == GERMAN else ()
    if defenders:
        yield from costs_men(1 - battle.side, (*weapons, *battle.defenders), defenders)
        yield Asked((Ask("give way", 1 - battle.side),))


# --- 6.0 · After a counterattack ------------------------------------------------------------------


@follows("eben_emael:6.0/one-fight", BattleEnded, clauses=("E-4.3-a", "E-6.0-k", "E-6.0-l", "E-6.0-m", "E-6.0-p"))
def who_came_for_one_fight_leaves(state: State, event: BattleEnded, chance: Chance) -> Iterable[Event]:
    """Men who came for one counterattack leave the map after it; all others, Germans above all, stay."""
    guests = state.spent & state.on_map(BELGIAN) & all_who(state, comes_for_one_fight)
    return [WentBelow(unit.id) for unit in state.units(sorted(guests))]


# --- 2.1 · Belgians must attack -------------------------------------------------------------------


def bound_to_attack(state: State) -> frozenset[int]:
    """Return the Belgian units that still have to attack: next to Germans, outside works and trenches."""
    by, germans, done = at_hand(state), held(state, GERMAN), inside(state) | state.spent
    places = [
        here for here in held(state, BELGIAN) - state.board.having("trenches") if not germans.isdisjoint(by[here])
    ]
    return frozenset([unit for here in places for unit in soldiers_at(state, here, BELGIAN) if unit not in done])


@forbids("eben_emael:2.1/must-attack", EndPhase, clauses=("E-2.1-l", "E-2.1-m"))
def belgians_next_to_germans_attack(state: State, order: EndPhase) -> Iterator[Reason]:
    """Belgian units next to Germans must attack, unless they are in works or trenches."""
    if state.phase.kind == "counterattack" and (bound := bound_to_attack(state)):
        names = ", ".join(unit.id for unit in state.units(sorted(bound)))
        places = tuple(sorted({state.board.places[state.where[unit]] for unit in bound}))
        yield Reason(f"{names} must attack: Germans are next to them", "attack a sector beside them", places)
