"""Around rule 41: attacks, who may strike over what, the announcement, the odds, the die."""

from collections.abc import Iterable, Iterator, Set
from typing import Final

from fmbook.books.europa_41.facts import CALLED_OFF
from fmbook.books.europa_41.ground import OPEN_WATER, GroundSurvey, edge_of, ground_of, survey_of, table
from fmbook.books.europa_41.ownership import ashore, garrisons, holding, is_ground
from fmbook.components.setup import MovementCosts
from fmbook.components.tables import RESULTS_IN_WORDS, Table
from fmbook.core.cache import per_board
from fmbook.core.dice import Chance
from fmbook.core.events import (
    Answered,
    Asked,
    BattleEnded,
    BattleOpened,
    Event,
    Joined,
    Rolled,
)
from fmbook.core.orders import Attack, Join, Ready, Roll
from fmbook.core.sides import noun
from fmbook.core.state import Ask, Battle, State, Unit
from fmbook.core.verdicts import Bar, Only, Reason, Shift
from fmbook.engine.bars import free
from fmbook.engine.matters import ARITHMETIC, CONSEQUENCES, FACTORS, ODDS
from fmbook.engine.rulebook import Matter, Rule, answers, does, forbids, settles, shifts
from fmbook.mechanics.combat import Sum, each, factors, in_battle, lines, summed, total
from fmbook.mechanics.odds import Chances

__all__ = ["FULL", "HALF", "NONE", "after_the_announcement", "force_against", "strikes"]

ANNOUNCED: "Matter[[State], tuple[Ask, ...]]" = Matter("announced", "what is asked before the throw")

FULL, HALF, NONE = "full", "half", "none"
STRENGTH: Final = {"minor_river": FULL, "major_river": HALF, OPEN_WATER: NONE}
"""With what strength units attack over a kind of water, whatever is treated as such too."""
NOWHERE: Final = frozenset[int]()
OVERRUN = 3  # to 1


# --- over what one attacks ------------------------------------------------------------------------


def force_against(state: State, unit: Unit, here: int, there: int) -> str:
    """Tell with what strength a unit attacks from hex to hex: full, half or none, as the rules of the hexside say."""
    return _force_over(state, edge_of(state, unit, here, there).border)


@per_board
def _force_over(state: State, border: frozenset[str]) -> str:
    found = [rule.function(state.setup.costs, border) for rule in over_what(state)]
    return NONE if NONE in found else HALF if HALF in found else FULL


def attack_over(what: str) -> Matter[[MovementCosts, Set[str]], str]:
    """Return the matter of how strong an attack is over one kind of hexside."""
    return Matter(f"attack over: {what}", "with what strength units attack over a hexside")


@per_board
def over_what(state: State) -> list[Rule]:
    """Return the rules about attacks over a hexside: each says full, half or none."""
    return [rule for about, rule in state.setup.book.settled.items() if str(about).startswith(attack_over("").name)]


def _as_treated(chart: MovementCosts, border: Set[str], word: str) -> str:
    """Tell the strength over a hexside as over the one that the chart has it treated as."""
    return STRENGTH[chart.treated[word].attack] if word in border else FULL


@settles("europa_41:chart/attack-water", attack_over("water"))
def nobody_attacks_over_water(chart: MovementCosts, border: Set[str]) -> str:
    """Nobody attacks over sea, nor over a lake that is not frozen."""
    wet = ("sea" in border and "open" not in border) or ("lake" in border and "frozen" not in border)
    return NONE if wet or "blown" in border else _as_treated(chart, border, "vuoksa_lake")


@settles("europa_41:chart/attack-river", attack_over("a major river"))
def halved_over_a_major_river(chart: MovementCosts, border: Set[str]) -> str:
    """Over a major river an attack has half its strength."""
    return STRENGTH["major_river"] if "major_river" in border else FULL


@settles("europa_41:41.A.1/attack", attack_over("a causeway"), clauses=("R41-A.1-c",))
def halved_over_a_causeway(chart: MovementCosts, border: Set[str]) -> str:
    """Over a causeway an attack has half its strength, as over a major river."""
    return _as_treated(chart, border, "causeway")


@settles("europa_41:41.E.1/attack", attack_over("the strait"), clauses=("R41-E.1-c",))
def nobody_attacks_over_the_strait(chart: MovementCosts, border: Set[str]) -> str:
    """Nobody attacks over the Kerch Straits."""
    return _as_treated(chart, border, "strait")


@settles("europa_41:41.E.2/attack", attack_over("the sounds"), clauses=("R41-E.2-b",))
def halved_over_the_sounds(chart: MovementCosts, border: Set[str]) -> str:
    """Over the Baltic sounds an attack has half its strength, as over a major river."""
    return _as_treated(chart, border, "baltic")


@settles("europa_41:41.E.3/attack", attack_over("the water before Kronshtadt"), clauses=("R41-E.3-b",))
def halved_before_kronshtadt(chart: MovementCosts, border: Set[str]) -> str:
    """Between Kronshtadt and Leningrad a Soviet attack has half its strength, if the Soviet player owns both."""
    return _as_treated(chart, border, "open")


# --- who attacks ----------------------------------------------------------------------------------


def strikes(state: State, number: int) -> frozenset[int]:
    """Return the hexes that a unit can attack: next door, where that is allowed; and its own, if dropped there."""
    unit, here = state.setup.units[number], state.where[number]
    if here < 0 or not is_ground(unit):
        return NOWHERE
    survey = survey_of(state, unit.side)
    kept = table(survey.memo, "strikes")
    found: frozenset[int] | None = kept.get(here)
    if found is None:
        found = kept[here] = frozenset(_strikes(state, unit, here, survey))
    return found


def _strikes(state: State, unit: Unit, here: int, survey: GroundSurvey) -> Iterator[int]:
    if "prohibited" in survey.ground(here):
        return
    for there in state.board.neighbours[here]:
        ground = survey.ground(there)
        shut = "prohibited" in ground or "sea" in ground or ("lake" in ground and "frozen" not in ground)
        if not shut and force_against(state, unit, here, there) != NONE:
            yield there
    yield here


@forbids("europa_41:attack/own", Join, bars="units")
def own_units_join(state: State, side: int) -> Iterable[Bar]:
    """Players attack with their own ground units, each once in a phase."""
    fought = state.spent if state.battle is None else state.spent.union(state.battle.attackers)
    own = Only(ashore(state, side), "{unit} is no ground unit of {they}")
    return own, Bar(fought - CALLED_OFF.of(state), "{unit} has attacked in this phase")


@forbids("europa_41:41.A.4.a/idle", Join, bars="units", clauses=("R41-A.4.a-l", "R41-A.4.b-l"))
def called_off_units_attack_nobody(state: State, side: int) -> Iterable[Bar]:
    """Units whose attack was called off, or stopped by water, attack no other hex."""
    idle = CALLED_OFF.of(state)
    return (Bar(idle, "{unit} was told off for the attack on the flooded hex and may attack no other"),) if idle else ()


@forbids("europa_41:attack/near", Join, bars="units")
def only_from_where_one_strikes(state: State, side: int) -> Iterable[Only]:
    """A unit that joins an attack must be able to strike at its target."""
    if state.battle is None:
        return ()
    target = state.battle.target
    able = frozenset([unit for unit in state.on_map(side) if target in strikes(state, unit)])
    return (Only(able, "{unit} cannot strike at the target"),)


@forbids("europa_41:41.A.4.b/prohibited", Attack, bars="hexes", clauses=("R41-A.4.b-l", "R41-A.4.b-n"))
def nobody_attacks_a_massive_flood(state: State, side: int) -> Iterable[Bar]:
    """A hex that is flooded massively is not attacked, not even with enemies cut off in it."""
    return _under_water(state, side, massive=True)


@forbids("europa_41:41.A.4.a/prohibited", Attack, bars="hexes", clauses=("R41-T1-d",))
def nobody_attacks_so_much_water(state: State, side: int) -> Iterable[Bar]:
    """Nor is one that S* has made prohibited."""
    return _under_water(state, side, massive=False)


def _under_water(state: State, side: int, *, massive: bool) -> Iterable[Bar]:
    survey, held = survey_of(state, state.phase.side), state.forces[1 - side].at
    wet = [place for place in held if "prohibited" in survey.ground(place)]
    shut = [place for place in wet if ("massive" in survey.ground(place)) == massive]
    return (Bar(frozenset(shut), "{to} is prohibited terrain: it is under water"),) if shut else ()


@forbids("europa_41:attack/target", Attack, bars="hexes")
def enemies_within_reach(state: State, side: int) -> Iterable[Bar]:
    """The target holds enemy ground units, and somebody who is free can strike at it."""
    able = free(state.setup.book.guard(Join).first, state, side, state.setup.all_units)
    near = NOWHERE.union(*[strikes(state, unit) for unit in able])
    return (
        Only(garrisons(state, 1 - side), "no enemy ground unit stands in {to}"),
        Bar(frozenset([place for _, place in state.struck]), "{to} has been attacked in this phase"),
        Only(near, "nobody can attack {to}", why=_why_nobody),
    )


def _why_nobody(state: State, side: int, to: int) -> Iterator[Reason]:
    name = state.board.places[to]
    near = [
        u
        for u in state.units(state.on_map(side))
        if is_ground(u) and state.where[u.number] in state.board.neighbours[to]
    ]
    for unit in near[:1]:
        border = edge_of(state, unit, state.where[unit.number], to).border
        for rule in over_what(state):
            if rule.function(state.setup.costs, border) == NONE:
                yield Reason(f"{unit.id} cannot attack {name} over what lies between", rule=rule.id)
                return
        if unit.number in CALLED_OFF.of(state):
            yield Reason(f"{unit.id} was told off for another attack", rule="europa_41:41.A.4.a/idle")
            return
    yield Reason(f"no unit of {noun(state.setup.sides[side])} that is free can attack {name}")


# --- the course of an attack ----------------------------------------------------------------------


@does("europa_41:attack/declare", Attack)
def declare(state: State, order: Attack, chance: Chance) -> Iterator[Event]:
    """The attacker names a hex, and then who attacks it."""
    defenders = holding(state, state.board.at(order.target), 1 - state.side)
    yield BattleOpened("attack", order.target, state.side, tuple(unit.id for unit in defenders))
    yield Asked((Ask("attackers", state.side),))


@does("europa_41:attack/join", Join)
def join(state: State, order: Join, chance: Chance) -> Iterator[Event]:
    """Units join one after another."""
    yield Joined(order.unit)


@forbids("europa_41:attack/somebody", Ready)
def somebody_attacks(state: State, order: Ready) -> Iterator[Reason]:
    """An attack needs a unit with attack strength."""
    if not any(unit.attack for unit in each(state, in_battle(state).attackers)):
        yield Reason("nobody with attack strength has joined the attack", "join UNIT")


@does("europa_41:attack/ready", Ready, clauses=("R41-A.4.a-b",))
def ready(state: State, order: Ready, chance: Chance) -> Iterator[Event]:
    """Attack and attackers are named in full before anything else may happen to the hex; then the die is thrown."""
    yield Answered()
    yield Asked((Ask("roll", state.side), *after_the_announcement(state)))


def after_the_announcement(state: State) -> tuple[Ask, ...]:
    """Return what is asked between the announcement of an attack and its die, as the rulebook settles it."""
    asks: tuple[Ask, ...] = ANNOUNCED.of(state.setup)(state)
    return asks


@answers("europa_41:attack/all-joined", "attackers")
def the_list_closes(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """The list closes by itself when nobody else can join; the only one who can does."""
    battle, setup = in_battle(state), state.setup
    able = free(setup.book.guard(Join).first, state, ask.side, setup.all_units)
    strong = any(unit.attack for unit in each(state, battle.attackers))
    if not able and strong:
        yield from setup.book.doing(ask.what, Ready).function(state, Ready(), chance)
    elif len(able) == 1 and not battle.attackers:
        yield Joined(setup.units[next(iter(able))].id)
    elif not able:
        yield Answered()
        yield BattleEnded()


# --- the arithmetic -------------------------------------------------------------------------------


@settles("europa_41:attack/factors", FACTORS)
def as_printed(state: State, unit: Unit) -> tuple[int, int]:
    """A unit attacks and defends with what is printed on it."""
    return unit.attack, unit.defence


@shifts("europa_41:attack/attackers")
def attackers_strength(state: State, battle: Battle) -> Iterator[Shift]:
    """Each attacker adds its strength; halved, rounded up, over a major river, and for c/m units by small water."""
    for unit in each(state, battle.attackers):
        here, strength = state.where[unit.number], factors(state, unit)[0]
        over = FULL if here == battle.target else force_against(state, unit, here, battle.target)
        water = _small_water(state, unit, here, battle.target) if "cm" in unit.traits else ""
        why = ", halved over the water" if over == HALF else f", halved: combat/motorized {water}" if water else ""
        yield Shift((strength + 1) // 2 if why else strength, f"{unit.id} attacks{why}", "attack")


def _small_water(state: State, unit: Unit, here: int, there: int) -> str:
    """Name what halves combat/motorized units: canals, or a small river that is not frozen, as the Vuoksa never is."""
    if "canal_intensive" in state.board.features[there]:
        return "in canals"
    edge = edge_of(state, unit, here, there) if here != there else None
    if edge is None:
        return ""
    open_river = "minor_river" in edge.border and "frozen" not in edge.border
    never_frozen = any(row.attack == "minor_river" for word, row in edge.costs.treated.items() if word in edge.border)
    return "over a river" if open_river or never_frozen else ""


@shifts("europa_41:attack/defenders")
def defenders_strength(state: State, battle: Battle) -> Iterator[Shift]:
    """All ground units in the hex defend together."""
    for unit in each(state, battle.defenders):
        yield Shift(factors(state, unit)[1], f"{unit.id} defends", "defence")


@shifts("europa_41:attack/ground", clauses=("R41-A.4.a-h", "R41-A.4.a-j"))
def ground_and_cities(state: State, battle: Battle) -> Iterator[Shift]:
    """Woods and swamp, a flooded hex too, take one from the die; cities count beside that, flooded or not."""
    ground, chart = ground_of(state, battle.target), state.setup.data["shifts"]
    for word, amount in chart.items():
        if word in ground:
            wet = " (flooded)" if word == "swamp" and "flooded" in ground else ""
            yield Shift(amount, f"{word.replace('_', ' ')} hex{wet}", "die")


@settles("europa_41:attack/arithmetic", ARITHMETIC)
def attack_at_odds(state: State) -> Sum:
    """Attack to defence is rounded down to odds, from 1:2 to 5:1."""
    said, table = lines(state), state.setup.tables["crt"]
    attack, defence = total(said, "attack"), total(said, "defence")
    column = table.column(attack, defence)
    title = f"Attack on {state.board.places[in_battle(state).target]}"
    return Sum(title, said, attack, defence, column.label, table, column, ARITHMETIC.rule(state.setup).id)


def _result(found: Sum, die: int) -> str:
    table: Table = found.table
    roll = die + total(found.lines, "die")
    return table.cell(min(max(roll, min(table.rolls)), max(table.rolls)), found.column)


@settles("europa_41:attack/odds", ODDS)
def odds_of(state: State) -> Chances[str]:
    """Return the chance of each result of the attack as it stands."""
    found, ways = summed(state), dict[str, int]()
    for die in range(1, 7):
        result = _result(found, die)
        ways[result] = ways.get(result, 0) + 1
    return Chances.of_ways(ways)


@does("europa_41:attack/roll", (Roll, "roll"))
def resolve(state: State, order: Roll, chance: Chance) -> Iterator[Event]:
    """The die with its modifiers is read in the column of the odds."""
    found, battle = summed(state), in_battle(state)
    die = chance.die()
    result = _result(found, die)
    yield Answered()
    yield Rolled((die,), result, f"{found.measure}, {RESULTS_IN_WORDS[result]}")
    name = state.board.places[battle.target].rpartition(":")[2]
    yield Asked((Ask("over", battle.side, about=f"attack {name}"),))
    yield from CONSEQUENCES.of(state.setup)(state, result)
