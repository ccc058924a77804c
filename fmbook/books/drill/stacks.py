"""Toy rules: two units to a hex, attacks at odds, morale.

They come from no booklet; they make the engine carry what later games need.
"""

from collections.abc import Iterator, Set

from fmbook.books.fire_and_movement.results import brought_about
from fmbook.core.dice import Chance
from fmbook.core.events import (
    Answered,
    Asked,
    Eliminated,
    Event,
    Rolled,
)
from fmbook.core.orders import Roll
from fmbook.core.state import Ask, Battle, State
from fmbook.core.verdicts import Shift
from fmbook.engine.matters import ARITHMETIC, CONSEQUENCES, FULL_HEXES, ODDS
from fmbook.engine.rulebook import does, settles, shifts
from fmbook.mechanics.combat import Sum, in_battle, lines, summed, total
from fmbook.mechanics.odds import Chances, table_chances, throw


@settles("drill:2.1", FULL_HEXES, replaces="fm:5.3", clauses=("S-11",), option="stacks")
def two_units_to_a_hex(state: State, side: int) -> Set[int]:
    """Toy rule: a hex holds two units of a side."""
    return frozenset(place for place, stack in state.forces[side].at.items() if len(stack) > 1)


@settles("drill:2.2", ARITHMETIC, replaces="fm:7.3", option="stacks")
def attack_at_odds(state: State) -> Sum:
    """Toy rule: attack to defence is rounded down to odds, which give the column."""
    battle, said = in_battle(state), lines(state)
    attack, defence = max(total(said, "attack"), 0), max(total(said, "defence"), 0)
    table = state.setup.tables["odds"]
    column = table.shifted(table.column(attack, defence), total(said, "column"))
    title = f"Attack on {state.board.places[battle.target]}"
    return Sum(title, said, attack, defence, column.label, table, column, ARITHMETIC.rule(state.setup).id)


@shifts("drill:2.3", option="stacks")
def high_ground_shifts(state: State, battle: Battle) -> Iterator[Shift]:
    """Toy rule: a defender on a hill shifts the odds one column to the left."""
    if "hill" in state.board.features[battle.target]:
        yield Shift(-1, "the defender is on a hill", "column")


@settles("drill:2.4", CONSEQUENCES, replaces="fm:7.6/results", option="stacks")
def retreating_units_check_morale(state: State, result: str) -> Iterator[Event]:
    """Toy rule: before a defender falls back it throws a die for its morale."""
    battle = in_battle(state)
    if result != "D2":
        yield from brought_about(state, result)
        return
    checks = tuple(Ask("morale", 1 - battle.side, (unit,)) for unit in reversed(battle.defenders))
    yield Asked((Ask("advance", battle.side, battle.attackers), *checks))


@does("drill:2.5", (Roll, "morale"), option="stacks")
def morale_is_thrown(state: State, order: Roll, chance: Chance) -> Iterator[Event]:
    """Toy rule: a unit that throws more than its morale breaks and is lost; one that does not falls back two hexes."""
    ask = state.asks[-1]
    unit, die = state.setup.units[ask.units[0]], chance.die()
    passed = die <= unit.also.get("morale", 4)
    yield Answered()
    yield Rolled((die,), "holds" if passed else "breaks", f"{unit.id} {'keeps its nerve' if passed else 'breaks'}")
    if passed:
        yield Asked((Ask("retreat", ask.side, ask.units, 2),))
    else:
        yield Eliminated(unit.id)


@settles("drill:2.6", ODDS, replaces="fm:7.6/odds", option="stacks")
def odds_with_morale(state: State) -> Chances[str]:
    """Toy rule: a retreat is worth what the morale of the first defender makes of it."""
    found = summed(state)
    morale = state.setup.units[in_battle(state).defenders[0]].also.get("morale", 4)
    nerve = throw().map(lambda die: "falls back" if die <= morale else "breaks")
    once = table_chances(found.table, found.column)
    return once.then(lambda result: nerve.map(lambda end: f"D2, {end}") if result == "D2" else Chances({result: 1}))
