"""Toy rules: sectors instead of hexes, strength points instead of steps, two chained throws.

They come from no booklet; they make the engine carry what later games need.
"""

from collections.abc import Iterable, Iterator, Set

from fmbook.books.fire_and_movement.combat import support_then_roll
from fmbook.books.fire_and_movement.sequence import PLAYER_TURN
from fmbook.components.setup import Setup
from fmbook.core.dice import Chance
from fmbook.core.events import (
    Answered,
    Asked,
    BattleEnded,
    Event,
    Noted,
    Rolled,
)
from fmbook.core.orders import Ready, Roll
from fmbook.core.state import Ask, State, Unit
from fmbook.core.verdicts import Shift
from fmbook.engine.matters import ALLOWANCE, ARITHMETIC, CONSEQUENCES, DEAR_FIRST_STEPS, FACTORS, FULL_HEXES, ODDS
from fmbook.engine.rulebook import answers, does, settles
from fmbook.mechanics.combat import Sum, in_battle, lines, total
from fmbook.mechanics.odds import Chances, certain, table_chances

BEATEN_OFF = "beaten off"


@settles("drill:4.1", PLAYER_TURN, replaces="fm:4.1", option="sectors")
def move_and_assault(setup: Setup) -> tuple[str, ...]:
    """Toy rule: a player turn has a movement and an assault phase."""
    return "movement", "assault"


@settles("drill:4.2", ALLOWANCE, replaces="fm:5.1/allowance", option="sectors")
def no_limit_to_a_march(state: State, unit: Unit) -> int:
    """Toy rule: a march over sectors has no limit but the enemy."""
    return 2 * len(state.board.places)


@settles("drill:4.3", DEAR_FIRST_STEPS, replaces="fm:6.1/infiltration", option="sectors")
def no_slipping_past(state: State, unit: Unit, start: int) -> Set[int]:
    """Toy rule: sectors know no infiltration."""
    return frozenset()


@settles("drill:4.4", FULL_HEXES, replaces="fm:5.3", option="sectors")
def eighty_points_to_a_sector(state: State, side: int) -> Set[int]:
    """Toy rule: a sector takes no further unit once it holds 80 strength points."""
    return frozenset(place for place, stack in state.forces[side].at.items() if _strength(state, stack) >= 80)


def _strength(state: State, units: Iterable[int]) -> int:
    return sum(state.steps[unit] for unit in units)


@settles("drill:4.5", FACTORS, replaces="fm:2.3", option="sectors")
def strength_points_fight(state: State, unit: Unit) -> tuple[int, int]:
    """Toy rule: a unit attacks and defends with the strength points that it has left."""
    return state.steps[unit.number], state.steps[unit.number]


@settles("drill:4.6", ARITHMETIC, replaces="fm:7.3", option="sectors")
def assault_by_ratio(state: State) -> Sum:
    """Toy rule: what gunfire leaves of the attack is divided by the cover and set against the defence."""
    return _assault(state)


def _assault(state: State, shot: int = 0) -> Sum:
    battle, said = in_battle(state), lines(state)
    if shot:  # still to come; what has been lost already is gone from the attackers' own points
        said = (*said, Shift(-shot, "lost to machine guns", "attack", "drill:4.7"))
    cover = 3 if "bunker" in state.board.features[battle.target] else 1
    attack, defence = max(total(said, "attack"), 0) // cover, max(total(said, "defence"), 1)
    table = state.setup.tables["assault"]
    column = table.column(attack, defence)
    title = f"Assault on {state.board.places[battle.target]}"
    return Sum(title, said, attack, defence, column.label, table, column, ARITHMETIC.rule(state.setup).id)


@does("drill:4.7/guns", (Ready, "attackers"), option="sectors")
def machine_guns_first(state: State, order: Ready, chance: Chance) -> Iterator[Event]:
    """Toy rule: before an assault on a bunker its machine guns fire."""
    yield Answered()
    battle = in_battle(state)
    asks = support_then_roll(battle.side)[:1]
    guns = (Ask("guns", 1 - battle.side),) if "bunker" in state.board.features[battle.target] else ()
    yield Asked((*asks, *guns))


@does("drill:4.7", (Roll, "guns"), option="sectors")
def machine_guns_fire(state: State, order: Roll, chance: Chance) -> Iterator[Event]:
    """Toy rule: two dice tell what machine guns cost; the loss weakens the assault that follows."""
    table, battle = state.setup.tables["guns"], in_battle(state)
    dice = (chance.die(), chance.die())
    shot = int(table.cell(sum(dice), table.columns[0]))
    yield Answered()
    yield Rolled(dice, str(shot), f"machine guns cost {shot}")
    yield Noted("shot", shot)
    if shot:
        yield Asked((Ask("loss", battle.side, battle.attackers, shot),))


@answers("drill:4.7/beaten-off", "roll", option="sectors")
def nobody_is_left_to_assault(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """Toy rule: an assault whose men have all fallen to the machine guns is over."""
    if not any(state.where[unit] >= 0 for unit in in_battle(state).attackers):
        yield Answered()
        yield BattleEnded()


@settles("drill:4.8", ODDS, replaces="fm:7.6/odds", option="sectors")
def two_chained_throws(state: State) -> Chances[str]:
    """Toy rule: the chance of a result takes the machine guns' throw and then the assault's."""
    battle, guns = in_battle(state), state.setup.tables["guns"]
    if "bunker" not in state.board.features[battle.target] or battle.notes:
        return _assault_chances(state, 0)
    fire = table_chances(guns, guns.columns[0])
    return fire.then(lambda shot: _assault_chances(state, int(shot)))


def _assault_chances(state: State, shot: int) -> Chances[str]:
    if shot and shot >= _strength(state, in_battle(state).attackers):
        return certain(BEATEN_OFF)
    found = _assault(state, shot)
    return table_chances(found.table, found.column)


@settles("drill:4.9", CONSEQUENCES, replaces="fm:7.6/results", option="sectors")
def losses_on_both_sides(state: State, result: str) -> Iterator[Event]:
    """Toy rule: the attacker's loss stands before the slash, the defender's behind it; each owner spreads their own."""
    battle = in_battle(state)
    beaten = (_strength(state, battle.attackers), 0)  # machine guns cost all there was
    attackers, defenders = beaten if result == BEATEN_OFF else map(int, result.split("/"))
    asks = [Ask("advance", battle.side, battle.attackers)]
    if defenders:
        asks.append(Ask("loss", 1 - battle.side, battle.defenders, defenders))
    if attackers:
        asks.append(Ask("loss", battle.side, tuple(u for u in battle.attackers if state.where[u] >= 0), attackers))
    yield Asked(tuple(asks))
