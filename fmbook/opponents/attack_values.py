"""What a combat is worth to its attacker, by exact odds, and who had best take part in it.

A result costs what the events cost that the book makes of it, so every game prices its own table.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from math import fsum
from typing import Final, NamedTuple

from fmbook.core.dice import Chance
from fmbook.core.events import Asked, Eliminated, Event, StepLost
from fmbook.core.orders import Join, Order, Support
from fmbook.core.state import Ask, State
from fmbook.engine.bars import free
from fmbook.engine.legality import legal_of, question
from fmbook.engine.matters import CONSEQUENCES, SHELLING
from fmbook.engine.resolution import run
from fmbook.mechanics.combat import factors, in_battle, odds
from fmbook.opponents.evaluation import objectives, prize, rank, step

__all__ = ["AttackValue", "best_team", "given", "outlook", "supported"]

FALL_BACK: Final = 0.15  # what each place given up costs, as a part of a step
BEHIND: Final = 0.3  # what a place is worth that its holder is driven from by attacking: it stands open, no more
SURE: Final = 0.995  # a chance that is called certain
NEVER: Final = 1000.0  # what an attack by nobody costs
LOSSES: Final = re.compile(r"(\d+)/(\d+|-)")
SPARE: Final = 0.05  # so much must one attacker more bring, in hundredths of an army


class AttackValue(NamedTuple):
    """A combat before the throw: its worth to the attacker, and how often the defender pays, the attacker, or both."""

    worth: float
    well: float
    badly: float
    both: float = 0.0

    def __str__(self) -> str:
        return self.said_of("it")

    def said_of(self, fight: str) -> str:
        """Say how often it goes well; a defender has to be told that it is the attack that does."""
        if self.well > SURE:
            return f"{fight} always goes well"
        well = f"{fight} {_often('goes well', self.well)}"
        if self.both < 1 - SURE:
            return f"{well}, and {_often('badly', self.badly)}"
        return f"{well}, {_often('costs both sides', self.both)}, and {_often('goes badly', self.badly)}"


def _often(how: str, share: float) -> str:
    """Say a chance in throws of a die, where it comes to that."""
    sixths = 6 * share
    if share < 1 - SURE:
        return f"never {how}"
    if abs(sixths - round(sixths)) < 1 - SURE:
        return f"{how} in {sixths:.0f} of 6 throws"
    return f"{how} in {share:.0%} of throws"


def given(state: State, order: Order) -> State:
    """Return the state after an order that throws no dice."""
    rule, chance = state.setup.book.doing(question(state).what, type(order)), Chance(0)
    return run(state, rule.id, rule.function(state, order, chance), chance, [])


def outlook(state: State) -> AttackValue:
    """Weigh every result of the open combat by its exact chance."""
    settle = (CONSEQUENCES if in_battle(state).kind == "attack" else SHELLING).of(state.setup)
    worth, paid = [], dict.fromkeys(("well", "badly", "both", ""), Fraction())
    for result, share in odds(state).items():
        won = [*_won(state, settle(state, result))]
        worth.append(float(share) * rank(fsum(won)))
        paid[_goes(result, won)] += share
    return AttackValue(fsum(worth), float(paid["well"]), float(paid["badly"]), float(paid["both"]))


def _goes(result: str, won: Collection[float]) -> str:
    """Say how an attack has gone by who pays; where a table counts losses, the greater one decides."""
    if losses := LOSSES.fullmatch(result.partition(", ")[0]):
        own, theirs = (int(count) if count.isdigit() else 0 for count in losses.groups())
        return "well" if own < theirs else "badly" if own > theirs else "both" if own else ""
    theirs_too, own_too = any(part > 0 for part in won), any(part < 0 for part in won)
    return ("both" if own_too else "well") if theirs_too else "badly" if own_too else ""


def _won(state: State, events: Iterable[Event]) -> Iterator[float]:
    """Return what each loss and each way back that comes of a result is worth to the attacker."""
    attacker = in_battle(state).side
    for event in events:
        if isinstance(event, StepLost | Eliminated):
            unit = state.setup.unit(event.unit)
            count = event.count if isinstance(event, StepLost) else state.steps[unit.number]
            ground = _ground(state, unit.number) if isinstance(event, Eliminated) else 0.0
            yield (ground + step(state, unit) * count) * (-1 if unit.side == attacker else 1)
        elif isinstance(event, Asked):
            yield from (_price(state, ask) * (-1 if ask.side == attacker else 1) for ask in event.asks)


def _price(state: State, ask: Ask) -> float:
    """Return what a question after a combat costs the side that is asked; whoever is driven back may pay a step."""
    steps = {unit: step(state, state.setup.units[unit]) for unit in ask.units}
    if ask.what == "advance" or not steps:
        return 0.0
    if ask.what == "loss":
        return min(steps.values()) * ask.count
    return fsum(min(one, FALL_BACK * ask.count * one + _ground(state, unit)) for unit, one in steps.items())


def _ground(state: State, unit: int) -> float:
    """Return what ground its side loses when a unit goes: what the attacker wins, or stood on to defend."""
    battle = in_battle(state)
    if battle.kind != "attack":
        return 0.0
    if unit in battle.defenders:
        return prize(state, battle.side, battle.target) / len(battle.defenders)
    return BEHIND * objectives(state, battle.side).get(state.where[unit], 0.0)


def supported(state: State) -> State:
    """Return the open combat with the best markers in the hand of its attacker, as many as the rules allow."""
    if Support not in state.setup.book.does:  # a game that knows no support
        return state
    markers, guard = state.setup.markers, state.setup.book.guard(Support).first
    while able := free(guard, state, in_battle(state).side, state.setup.all_markers):
        state = given(state, Support(markers[max(sorted(able), key=lambda number: markers[number].value)].name))
    return state


def best_team(state: State) -> tuple[AttackValue, tuple[Order, ...]]:
    """Let those join the open attack that make it worth most, one by one, the strongest first."""
    none = outlook(supported(state)) if in_battle(state).attackers else AttackValue(-NEVER, 0.0, 0.0)
    grown, leads = [(none, tuple[Order, ...]())], _joins(state)
    while leads:  # whoever has joined need not lead: the first decides who else may
        fight, team = given(state, leads[0]), leads[:1]
        grown.append((outlook(supported(fight)), tuple(team)))
        while joins := _joins(fight):
            fight, team = given(fight, joins[0]), [*team, joins[0]]
            grown.append((outlook(supported(fight)), tuple(team)))
        leads = [order for order in leads if order not in team]
    return max(grown, key=lambda each: rank(each[0].worth - SPARE * len(each[1])))


def _joins(state: State) -> list[Order]:
    """List those who may join, the strongest first."""
    return sorted(legal_of(state, Join), key=lambda order: -factors(state, state.setup.unit(order.names[0]))[0])
