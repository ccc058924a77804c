"""Section 7.1 to 7.6: who attacks, the differential, the table."""

from collections.abc import Iterator, Set

from fmbook.books.fire_and_movement.movement import within_a_step
from fmbook.components.tables import DifferentialTable, TableRow
from fmbook.core.dice import Chance
from fmbook.core.events import Answered, Asked, BattleEnded, BattleOpened, Event, Joined, Rolled
from fmbook.core.orders import Attack, Join, Ready, Roll
from fmbook.core.sides import called
from fmbook.core.state import Ask, Battle, State, Unit
from fmbook.core.verdicts import Bar, Only, Reason, Shift
from fmbook.engine.bars import filled, stopping
from fmbook.engine.legality import candidates
from fmbook.engine.matters import ARITHMETIC, CONSEQUENCES, FACTORS, ODDS, SHELLING, STRIKES
from fmbook.engine.rulebook import Matter, answers, does, forbids, in_a_sentence, settles, shifts
from fmbook.mechanics.combat import Sum, each, factors, in_battle, lines, no_target_there, summed, total
from fmbook.mechanics.odds import Chances, table_chances
from fmbook.mechanics.retreat import why_no_step

ROW: "Matter[[State, Battle], TableRow]" = Matter("row", "the row of the table for the ground that is fought over")

# --- 2.3 · Counters --------------------------------------------------------------------------


@settles("fm:2.3", FACTORS, clauses=("S-5", "S-7", "S-8", "S-9", "S-86"))
def depleted_units_are_halved(state: State, unit: Unit) -> tuple[int, int]:
    """A depleted unit attacks and defends with half its factors, rounded up, and moves as before."""
    if state.steps[unit.number] == unit.steps:
        return unit.attack, unit.defence
    return (unit.attack + 1) // 2, (unit.defence + 1) // 2


# --- 7.1 · Which units attack ------------------------------------------------------------------


@forbids("fm:7.1/own", Join, bars="units", clauses=("S-18",))
def own_units_join(state: State, side: int) -> Iterator[Only]:
    """Players attack with their own units that are on the map."""
    yield Only(state.on_map(side), "{unit} is no {side} unit on the map")


@forbids("fm:7.1/once", Join, bars="units", clauses=("S-39",))
def one_attack_a_unit(state: State, side: int) -> Iterator[Bar]:
    """A unit attacks once in a combat phase, with its whole strength, against one target."""
    joined = frozenset(state.battle.attackers if state.battle else ())
    yield Bar(joined, "{unit} is already in this attack")
    yield Bar(state.spent - joined, "{unit} has attacked in this phase")


@forbids("fm:7.1/adjacent", Join, bars="units", clauses=("S-38",))
def only_neighbours_join(state: State, side: int) -> Iterator[Only]:
    """Only units next to the target take part."""
    if state.battle:
        target, strikes = state.battle.target, STRIKES.of(state.setup)
        able = frozenset(unit for unit in state.on_map(side) if target in strikes(state, unit))
        yield Only(able, "{unit} cannot strike at the target", why=why_no_strike)


def why_no_strike(state: State, side: int, number: int) -> Iterator[Reason]:
    """Say why a unit does not reach the target: it is not next to it, or what lies between, or how units strike."""
    here, target = state.where[number], in_battle(state).target
    if here < 0 or target not in {here, *state.board.neighbours[here]}:
        text = f"{state.setup.units[number].id} does not stand next to the target"
        yield Reason(text, "move closer next turn")
    else:
        yield from _why_no_blow(state, number, target)


def _why_no_blow(state: State, number: int, target: int) -> Iterator[Reason]:
    unit, here = state.setup.units[number], state.where[number]
    between = why_no_step(state, unit, target) if target not in within_a_step(state)[here] else []
    rule = STRIKES.rule(state.setup)
    yield from between or [Reason(f"{unit.id} cannot strike there: {in_a_sentence(rule.says)}", rule=rule.id)]


@settles("fm:7.1/reach", STRIKES, clauses=("S-38",))
def units_strike_next_door(state: State, unit: int) -> frozenset[int]:
    """A unit attacks hexes next to its own, but not over a hexside that nobody can cross."""
    return within_a_step(state)[state.where[unit]]


@forbids("fm:7.1", Attack, bars="hexes", clauses=("S-38", "S-40"))
def targets_stand_next_to_attackers(state: State, side: int) -> Iterator[Only]:
    """An attack is made by choice, on one hex with an enemy in it, next to a unit that may still attack."""
    strikes, enemies = STRIKES.of(state.setup), state.forces[1 - side].places
    struck = [strikes(state, unit) for unit in candidates(state, Join)]
    yield Only(
        enemies.intersection(frozenset().union(*[reached for reached in struck if not enemies.isdisjoint(reached)])),
        "{to} is no target",
        why=_why_no_target,
    )


def _why_no_target(state: State, side: int, to: int) -> Iterator[Reason]:
    """Say why nobody attacks a hex: nobody is near, or what lies between, or how units strike."""
    able = [unit for unit in sorted(candidates(state, Join)) if to in state.board.neighbours[state.where[unit]]]
    if to in state.forces[1 - side].places and able:
        yield from _why_no_blow(state, able[0], to)
    elif barred := _why_nobody_joins(state, side, to):
        yield from barred
    else:
        yield Reason(no_target_there(state, side, to), "a hex with an enemy beside one of your units")


def _why_nobody_joins(state: State, side: int, to: int) -> list[Reason]:
    """Say what keeps the first unit beside an enemy from every attack, if somebody stands there at all."""
    beside = (unit for place in sorted(state.board.neighbours[to]) for unit in state.forces[side].at.get(place, ()))
    first = next(iter(beside), None)
    if first is None or to not in state.forces[1 - side].places:
        return []
    bars = stopping(state.setup.book.guard(Join).first, state, side, first)
    names = {"unit": state.setup.units[first].id, **called(state.setup.sides[side])}
    return [filled(state, bar, check.rule.id, names) for bar, check in bars]


@forbids("fm:7.1/target-once", Attack, bars="hexes", clauses=("S-40",))
def one_attack_a_target(state: State, side: int) -> Iterator[Bar]:
    """A hex is attacked once in a combat phase."""
    struck = frozenset(place for kind, place in state.struck if kind == "attack")
    yield Bar(struck, "{to} has been attacked in this phase", "another target, or end the phase")


@forbids("fm:7.1/somebody", Ready, clauses=("S-38",))
def somebody_attacks(state: State, order: Ready) -> Iterator[Reason]:
    """An attack needs at least one unit."""
    if not in_battle(state).attackers:
        yield Reason("nobody has joined the attack", "join UNIT, or undo")


@does("fm:7.1/declare", Attack, clauses=("S-51",))
def declare(state: State, order: Attack, chance: Chance) -> Iterator[Event]:
    """The attacker chooses the order of the attacks; each is finished before the next is declared."""
    target = state.board.at(order.target)
    defenders = tuple(unit.id for unit in state.units_at(target, 1 - state.side))
    yield BattleOpened("attack", order.target, state.side, defenders)
    yield Asked((Ask("attackers", state.side),))


@does("fm:7.1/join", Join, clauses=("S-40",))
def join(state: State, order: Join, chance: Chance) -> Iterator[Event]:
    """Any number of neighbouring units may take part, one after another."""
    yield Joined(order.unit)


@does("fm:7.1/ready", Ready, clauses=("S-40", "S-71"))
def ready(state: State, order: Ready, chance: Chance) -> Iterator[Event]:
    """When nobody else joins, support fire is committed and the die is thrown."""
    yield Answered()
    yield Asked(support_then_roll(state.side))


def support_then_roll(attacker: int) -> tuple[Ask, ...]:
    """Return the questions of every combat, the last one first: attacker's support, defender's support, the die."""
    return Ask("roll", attacker), Ask("support", 1 - attacker), Ask("support", attacker)


@answers("fm:7.1/all-joined", "attackers", clauses=("S-40",))
def nobody_is_left_to_join(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """The list closes by itself when nobody else can join; the only one who can does."""
    battle, setup, able = in_battle(state), state.setup, candidates(state, Join)
    if not able and battle.attackers:
        yield from setup.book.doing(ask.what, Ready).function(state, Ready(), chance)
    elif not able:
        yield Answered()
        yield BattleEnded()
    elif len(able) == 1 and not battle.attackers:
        yield Joined(setup.units[next(iter(able))].id)


# --- 7.3 · The differential ----------------------------------------------------------------------


@shifts("fm:7.3/attackers", clauses=("S-41",))
def attackers_strength(state: State, battle: Battle) -> Iterator[Shift]:
    """Every attacking unit adds its attack factor."""
    for unit in each(state, battle.attackers):
        yield Shift(factors(state, unit)[0], f"{unit.id} attacks{_depleted(state, unit)}", "attack")


@shifts("fm:7.3/defenders", clauses=("S-41",))
def defenders_strength(state: State, battle: Battle) -> Iterator[Shift]:
    """The defending unit adds its defence factor."""
    for unit in each(state, battle.defenders):
        yield Shift(factors(state, unit)[1], f"{unit.id} defends{_depleted(state, unit)}", "defence")


def _depleted(state: State, unit: Unit) -> str:
    return "" if state.is_full(unit) else ", depleted"


@settles("fm:7.3", ARITHMETIC, clauses=("S-41", "S-42", "S-42a"))
def differential(state: State) -> Sum:
    """Attack less defence, found in the row of the terrain, gives the column; the end columns are open-ended."""
    battle, said, setup = in_battle(state), lines(state), state.setup
    table, row = setup.tables["crt"], ROW.of(setup)(state, battle)
    attack, defence = max(total(said, "attack"), 0), max(total(said, "defence"), 0)
    column = table.column(attack, defence, row=row.name)
    where = f"{'Attack' if battle.kind == 'attack' else 'Bombardment'} on {state.board.places[battle.target]}"
    return Sum(where, said, attack, defence, f"{attack - defence:+d}", table, column, ROW.rule(state.setup).id)


# --- 7.4 · Terrain -----------------------------------------------------------------------------


@settles("fm:7.4", ROW, clauses=("S-42", "S-42b", "S-42c", "S-74"))
def toughest_row(state: State, battle: Battle) -> TableRow:
    """The toughest row of the target's terrain holds; that of a hexside only if every attacker strikes across one."""
    return row_on(state, battle, state.board.features[battle.target])


def row_on(state: State, battle: Battle, ground: Set[str]) -> TableRow:
    """Find the toughest row of some ground and of what every attacker crosses on the way to it."""
    table, board = state.setup.tables["crt"], state.board
    assert isinstance(table, DifferentialTable)
    crossed = [board.border(state.where[unit], battle.target) for unit in battle.attackers]
    # by rows, not by words: one attacker across a river and another across a canal of the same row both count
    rows = [row for row in table.rows if crossed and not any(map(frozenset(row.terrain).isdisjoint, crossed))]
    across = {word for row in rows for word in row.terrain}
    return table.toughest({"clear", *ground, *across})


# --- 7.6 · Resolution ----------------------------------------------------------------------------


@settles("fm:7.6/odds", ODDS, clauses=("S-42",))
def one_throw(state: State) -> Chances[str]:
    """The chance of each result is the share of throws that give it in the column."""
    found = summed(state)
    return table_chances(found.table, found.column)


@does("fm:7.6", Roll, clauses=("S-42", "S-46", "S-78"))
def resolve(state: State, order: Roll, chance: Chance) -> Iterator[Event]:
    """The dice of the table are thrown and read in the column."""
    found = summed(state)
    dice = tuple(chance.die(found.table.dice.sides) for _ in range(found.table.dice.count))
    result = found.table.cell(sum(dice), found.column)
    yield Answered()
    yield Rolled(dice, result, f"{found.measure} in {found.column.row or 'the table'}, {result}")
    brings = CONSEQUENCES if in_battle(state).kind == "attack" else SHELLING
    yield from brings.of(state.setup)(state, result)
