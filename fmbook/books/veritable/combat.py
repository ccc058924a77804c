"""Sections 10, 12.2, 13.2 and 13.3: battles by odds, halving, air support, the armour of the 79th."""

from collections.abc import Iterable, Iterator

from fmbook.books.veritable.facts import FIGHTS_FIRST, HOST
from fmbook.books.veritable.ground import across, is_supplied
from fmbook.books.veritable.morale import has_factors
from fmbook.books.veritable.movement import outposts
from fmbook.books.veritable.sequence import ALLIED, GERMAN
from fmbook.core.cache import per_board
from fmbook.core.dice import Chance
from fmbook.core.events import Answered, Asked, BattleOpened, Event, HeldFire, Joined, Rolled, Supported
from fmbook.core.orders import Attack, HoldFire, Join, Ready, Roll, Support
from fmbook.core.state import Ask, Battle, State, Unit
from fmbook.core.verdicts import Bar, Only, Reason, Shift
from fmbook.engine.bars import free
from fmbook.engine.legality import candidates
from fmbook.engine.matters import ARITHMETIC, CONSEQUENCES, FACTORS, STRIKES
from fmbook.engine.rulebook import answers, does, forbids, settles, shifts
from fmbook.mechanics.combat import Sum, each, factors, in_battle, lines, no_target_there, summed, total

# --- factors, and the Rule of Halving ------------------------------------------------------------------


@settles("veritable:12.2/halved", FACTORS, clauses=("V-12.2-c", "V-halving-a", "V-halving-r1"))
def halved_without_supply(state: State, unit: Unit) -> tuple[int, int]:
    """A unit out of supply has half its attack and defence, rounded up."""
    if has_factors(unit) and state.where[unit.number] >= 0 and not is_supplied(state, unit):
        return _half(unit.attack), _half(unit.defence)
    return unit.attack, unit.defence


def _half(factor: int) -> int:
    return (factor + 1) // 2


def _over_a_river(state: State, unit: Unit, target: int) -> bool:
    border = state.board.border(state.where[unit.number], target)
    return "minor_river" in border or "major_river" in border


@shifts("veritable:10.0/attackers", clauses=("V-halving-a", "V-halving-r1", "V-15.1-e", "V-15.1-g"))
def attackers_strength(state: State, battle: Battle) -> Iterator[Shift]:
    """Each attacker adds its factor; over a river or out of supply it is halved, but only once."""
    for unit in each(state, battle.attackers):
        strength, why = factors(state, unit)[0], ""
        if strength != unit.attack or not is_supplied(state, unit):
            why = ", halved: out of supply"
        elif _over_a_river(state, unit, battle.target):
            strength, why = _half(strength), ", halved: over a river"
        if has_factors(unit):
            yield Shift(strength, f"{unit.id} attacks{why}", "attack")


@shifts("veritable:10.0/defenders", clauses=("V-halving-a", "V-13.2.2-a"))
def defenders_strength(state: State, battle: Battle) -> Iterator[Shift]:
    """All units in the hex defend together; brigades of the 79th count 1 each when nobody with factors is with them."""
    defenders = list(each(state, battle.defenders))
    lonesome = not any(map(has_factors, defenders))
    for unit in defenders:
        strength, cut = factors(state, unit)[1], not is_supplied(state, unit)
        if has_factors(unit):
            yield Shift(strength, f"{unit.id} defends{', halved: out of supply' if cut else ''}", "defence")
        elif lonesome:
            yield Shift(1, f"{unit.id} defends alone", "defence")


# --- 10 · Who attacks ------------------------------------------------------------------------------------


def strikes(state: State, unit: int) -> frozenset[int]:
    """Return the hexes that a unit can attack, as the rulebook settles it."""
    return STRIKES.of(state.setup)(state, unit)


@settles("veritable:10.2", STRIKES, clauses=("V-10.2-r1", "V-15.1-g"))
def units_strike_next_door(state: State, unit: int) -> frozenset[int]:
    """A unit attacks hexes next to its own, but not over a great river, unless it has the amphibious vehicles."""
    place, afloat = state.where[unit], HOST.of(state)
    if afloat and state.setup.units[unit].id == afloat:
        return frozenset(state.board.neighbours[place])
    return across(state)[place]


@forbids("veritable:10.1/own", Join, bars="units", clauses=("V-10.1-r1",))
def own_units_join(state: State, side: int) -> Iterator[Only]:
    """Players attack with their own units next to the target."""
    yield Only(state.on_map(side), "{unit} is no {side} unit on the map")
    if state.battle:
        target, reach = state.battle.target, STRIKES.of(state.setup)
        able = [unit for unit in state.on_map(side) if target in reach(state, unit)]
        yield Only(frozenset(able), "{unit} does not stand next to the target", "move closer next turn")


@forbids("veritable:10.1/once", Join, bars="units", clauses=("V-10.1-r1",))
def one_attack_a_unit(state: State, side: int) -> Iterator[Bar]:
    """A unit attacks once in a combat phase."""
    joined = frozenset(state.battle.attackers if state.battle else ())
    yield Bar(joined, "{unit} is already in this attack")
    yield Bar(state.spent - joined, "{unit} has attacked in this phase")


@forbids("veritable:13.4/attack", Join, bars="units", clauses=("V-13.4-c",))
def outposts_do_not_attack(state: State, side: int) -> Iterable[Bar]:
    """Outposts never attack."""
    return (Bar(outposts(state), "{unit} is an Outpost, and Outposts never attack"),)


@forbids("veritable:13.2.1", Join, bars="units", clauses=("V-13.2-a", "V-13.2.1-a"))
def armour_joins_those_beside_it(state: State, side: int) -> Iterator[Bar]:
    """A brigade of the 79th has no factors: it joins only beside an attacker in its own hex that has some."""
    where, alone = state.where, state.on_map(side) & _without_factors(state)
    if alone and state.battle:
        joined = {where[unit.number] for unit in each(state, state.battle.attackers)}
        alone = frozenset([unit for unit in alone if where[unit] not in joined])
    yield Bar(alone, "{unit} has no factors, and nobody in its hex has joined", "join that unit first")


@per_board
def _without_factors(state: State) -> frozenset[int]:
    return frozenset(unit.number for unit in state.setup.units if not has_factors(unit))


@forbids("veritable:10.1", Attack, bars="hexes", clauses=("V-10.1-r1", "V-10.2-r1", "V-10.3-r1"))
def targets_within_reach(state: State, side: int) -> Iterator[Bar]:
    """An attack is made by choice on one hex with enemies, by units next to it that come to 1:2 at least."""
    setup = state.setup
    able = free(setup.book.guard(Join).first, state, side, setup.all_units)
    enemy, reach = state.forces[1 - side].places, STRIKES.of(setup)
    reached: dict[int, list[Unit]] = {}
    for unit in state.units(sorted(able)):
        for place in reach(state, unit.number) & enemy:
            reached.setdefault(place, []).append(unit)
    yield Only(frozenset(reached), "{to} is no target", why=_why_no_target)
    weak = frozenset([place for place, units in reached.items() if not _could_reach_the_table(state, place, units)])
    yield Bar(weak, "all who can attack {to} together do not come to 1:2", "more units next to it, in another turn")


def _why_no_target(state: State, side: int, to: int) -> Iterator[Reason]:
    yield Reason(no_target_there(state, side, to), "a hex with an enemy beside one of your units, or end the phase")


def _could_reach_the_table(state: State, place: int, units: list[Unit]) -> bool:
    side, against = units[0].side, state.units_at(place, 1 - units[0].side)
    if sum(max(unit.defence, 1) for unit in against) <= 2 * sum(_half(unit.attack) for unit in units):
        return True  # even if all attackers are halved
    attackers, defenders = (tuple(unit.number for unit in each) for each in (units, against))
    return _on_the_table(state.but(battle=Battle("attack", place, side, attackers, defenders)))


def _on_the_table(state: State) -> bool:
    battle = in_battle(state)
    attack = sum(line.amount for line in attackers_strength(state, battle))
    defence = sum(line.amount for line in defenders_strength(state, battle))
    return attack > 0 and 2 * attack >= defence


@forbids("veritable:10.1/target-once", Attack, bars="hexes", clauses=("V-10.1-r1",))
def one_attack_a_target(state: State, side: int) -> Iterable[Bar]:
    """A hex is attacked once in a combat phase."""
    return (Bar(frozenset(place for _, place in state.struck), "{to} has been attacked in this phase"),)


@forbids("veritable:10.3", Ready, clauses=("V-10.3-r1",))
def no_hopeless_attack(state: State, order: Ready) -> Iterator[Reason]:
    """An attack at worse than 1:2 is not made."""
    if not _on_the_table(state):
        yield Reason("the attack does not come to 1:2 yet", "join UNIT, or undo")


# --- 10.0 · The sequence of a battle ---------------------------------------------------------------------


@does("veritable:10.0/declare", Attack, clauses=("V-10.0-a", "V-10.0-r1", "V-12.0-b"))
def declare(state: State, order: Attack, chance: Chance) -> Iterator[Event]:
    """The attacker names a hex and then who attacks it; supply is what it is at that moment."""
    defenders = tuple(unit.id for unit in state.units_at(state.board.at(order.target), 1 - state.side))
    yield BattleOpened("attack", order.target, state.side, defenders)
    yield Asked((Ask("attackers", state.side),))


@does("veritable:10.0/join", Join, clauses=("V-10.0-r1",))
def join(state: State, order: Join, chance: Chance) -> Iterator[Event]:
    """Any number of neighbouring units take part, one after another."""
    yield Joined(order.unit)


@does("veritable:10.0/ready", Ready, clauses=("V-10.0-r1",))
def ready(state: State, order: Ready, chance: Chance) -> Iterator[Event]:
    """Then aircraft are committed, the attacker's first, and the die is thrown."""
    yield Answered()
    yield Asked((Ask("roll", state.side), Ask("support", 1 - state.side), Ask("support", state.side)))


@answers("veritable:10.0/all-joined", "attackers", clauses=("V-10.0-r1",))
def nobody_is_left_to_join(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """The list closes by itself when nobody else can join; the only one who can does."""
    battle, setup, able = in_battle(state), state.setup, candidates(state, Join)
    if not able and battle.attackers:
        yield from setup.book.doing(ask.what, Ready).function(state, Ready(), chance)
    elif len(able) == 1 and not battle.attackers:
        yield Joined(setup.units[next(iter(able))].id)


# --- 5.2 · Aircraft -----------------------------------------------------------------------------------------


@forbids("veritable:5.2", Support, bars="markers", clauses=("V-5.2-b", "V-5.3-a"))
def markers_in_hand(state: State, side: int) -> Iterable[Only]:
    """Any number of the markers received this turn may go to one battle, each only once."""
    return (Only(frozenset(state.hands[side]), "{they:has} no {marker} to commit"),)


@does("veritable:5.2/commit", Support, clauses=("V-5.2-a",))
def commit(state: State, order: Support, chance: Chance) -> Iterator[Event]:
    """A marker committed flies in this battle."""
    yield Supported(state.side, order.marker, state.setup.sides[state.side])


@does("veritable:5.2/hold", HoldFire, clauses=("V-5.2-b",))
def hold(state: State, order: HoldFire, chance: Chance) -> Iterator[Event]:
    """A side may keep its aircraft for another battle."""
    yield HeldFire(state.setup.sides[state.side], bool(in_battle(state).support[state.side]))
    yield Answered()


@answers("veritable:5.2/none-left", "support", clauses=("V-5.3-a",))
def no_aircraft_left(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """A side without aircraft is not asked."""
    if not state.hands[ask.side]:
        yield Answered()


@shifts("veritable:5.2/shift", clauses=("V-5.2-a",))
def aircraft_shift(state: State, battle: Battle) -> Iterator[Shift]:
    """Each marker shifts the odds one column for its owner."""
    for side, sign in ((battle.side, 1), (1 - battle.side, -1)):
        for marker in battle.support[side]:
            yield Shift(sign, f"{state.setup.markers[marker].name} in support", "column")


# --- 6.2, 13.2, 13.3 · Other shifts --------------------------------------------------------------------------


@shifts("veritable:6.2/shift", clauses=("V-6.2-b",))
def prepared_attacks(state: State, battle: Battle) -> Iterator[Shift]:
    """Whoever fights first has a shift in all battles."""
    if FIGHTS_FIRST.of(state):
        yield Shift(1, "fight, then move", "column")


@shifts(
    "veritable:13.2.1/shift", clauses=("V-13.2.1-a", "V-13.2.1-b", "V-13.2.1-c", "V-13.3-a", "V-13.3-b", "V-13.3-c")
)
def armour_shifts(state: State, battle: Battle) -> Iterator[Shift]:
    """Each brigade of the 79th beside a unit with factors gives a shift; a red German factor in use takes one away."""
    allied = battle.attackers if battle.side == ALLIED else battle.defenders
    german = battle.defenders if battle.side == ALLIED else battle.attackers
    sign, red = (1, "red-defence") if battle.side == ALLIED else (-1, "red-attack")
    backed = {state.where[unit.number] for unit in each(state, allied) if has_factors(unit)}
    armour = [u for u in each(state, allied) if not has_factors(u) and state.where[u.number] in backed]
    guns = [unit for unit in each(state, german) if red in unit.traits]
    for unit in armour:
        yield Shift(sign, f"{unit.id} of the 79th Armoured", "column")
    for unit in guns[: len(armour)]:
        yield Shift(-sign, f"{unit.id} holds the armour off", "column", "veritable:13.3")


@shifts("veritable:10.0/terrain", clauses=("V-10.0-r2", "V-15.1-c"))
def ground_shifts(state: State, battle: Battle) -> Iterator[Shift]:
    """Woods, towns and floods shift the odds for the defender; for a brigade with boats a flood is open ground."""
    features, owner = state.board.features[battle.target], HOST.of(state)
    boats = {unit.id for unit in each(state, (*battle.attackers, *battle.defenders))} & {owner} if owner else set()
    involved = battle.attackers if battle.side == ALLIED else battle.defenders
    afloat = bool(boats) and all(unit.id == owner for unit in each(state, involved))
    treated = state.setup.costs.treated if afloat else {}
    for word, amount in state.setup.data["shifts"].items():
        if word in features and word not in treated:
            yield Shift(-amount, f"the defender is in a {word} hex", "column")


@shifts("veritable:10.0/line", clauses=("V-10.0-r3",))
def fortified_line_shifts(state: State, battle: Battle) -> Iterator[Shift]:
    """Behind a fortified line a German defender has one shift, if every attacker strikes across it."""
    if battle.side == GERMAN or not battle.attackers:
        return
    sheltered = battle.target in state.board.having("sheltered")
    crossed = [state.board.border(state.where[unit], battle.target) for unit in battle.attackers]
    if sheltered and all("fortified_line" in border for border in crossed):
        yield Shift(-1, "across the fortified line", "column")


# --- 10.3 · Odds -------------------------------------------------------------------------------------------


@settles("veritable:10.3/odds", ARITHMETIC, clauses=("V-10.0-r1", "V-10.3-r1", "V-5.2-a"))
def attack_at_odds(state: State) -> Sum:
    """Attack to defence is rounded down to odds, 6:1 at most; all shifts are added up and end with the table."""
    said, table = lines(state), state.setup.tables["crt"]
    attack, defence = max(total(said, "attack"), 0), max(total(said, "defence"), 0)
    column = table.shifted(table.column(attack, defence), total(said, "column"))
    title = f"Attack on {state.board.places[in_battle(state).target]}"
    return Sum(title, said, attack, defence, column.label, table, column, ARITHMETIC.rule(state.setup).id)


@does("veritable:10.0", (Roll, "roll"), clauses=("V-2.0-b", "V-10.0-r1"))
def resolve(state: State, order: Roll, chance: Chance) -> Iterator[Event]:
    """The die is thrown and read in the column."""
    found = summed(state)
    die = chance.die()
    result = found.table.cell(die, found.column)
    yield Answered()
    yield Rolled((die,), result, f"{found.measure}, {_in_words(result)}")
    yield from CONSEQUENCES.of(state.setup)(state, result)


def _in_words(result: str) -> str:
    attacker, defender = result.split("/")
    return f"the attacker loses {attacker}, the defender {defender}"
