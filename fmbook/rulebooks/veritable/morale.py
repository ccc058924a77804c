"""Section 11: morale checks, with the red factors for and against."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from fmbook.dice import Chance
from fmbook.events import Event, Rolled
from fmbook.rulebook import settles
from fmbook.rulebooks.veritable.ground import across
from fmbook.state import State, Unit

Red = Literal["red-attack", "red-defence"]
NOTIONAL = 5  # the morale factor of a unit without factors, 13.2.3


def has_factors(unit: Unit) -> bool:
    """Tell whether a unit has combat factors of its own: the brigades of the 79th Armoured have none."""
    return bool(unit.attack or unit.defence)


def is_red(units: Iterable[Unit], *factors: Red) -> bool:
    """Tell whether one of them has such a factor in red."""
    return any(not unit.traits.isdisjoint(factors) for unit in units)


def factor_of(state: State, unit: Unit, attacks: bool) -> int:
    """Give the factor on which a unit checks its morale, as the rulebook settles it."""
    return int(state.kit.book.settled["nerve"].function(unit, attacks))


def red_rules(state: State, unit: Unit, place: int) -> int:
    """Give what is added to the throw of a unit that leaves a hex, as the rulebook settles it."""
    return int(state.kit.book.settled["red rules"].function(state, unit, place))


@settles("veritable:11.0", "nerve", clauses=("V-11.0-r1", "V-13.2.3-a"))
def on_the_factor_in_use(unit: Unit, attacks: bool) -> int:
    """A unit checks its morale on the factor that it uses, never halved: in attack, or in defence and on the march."""
    if not has_factors(unit):
        return NOTIONAL
    return unit.attack if attacks else unit.defence


def passes(die: int, factor: int, shift: int) -> bool:
    """Tell whether a throw holds: less than the factor; a 6 never does, a 1 does from factor 2 on."""
    if die == 6:
        return False
    return (die == 1 and factor >= 2) or die + shift < factor


def chance_of(factor: int, shift: int) -> Fraction:
    """Give the chance that a check is passed."""
    return Fraction(sum(passes(die, factor, shift) for die in range(1, 7)), 6)


@settles("veritable:11.1", "red rules", clauses=("V-11.1-a", "V-11.1-r1"))
def long_guns(state: State, unit: Unit, place: int) -> int:
    """Long guns near by add one to the throw; long guns of the own side that stay behind take one away."""
    enemies, friends = _guns(state, unit, place)
    return int(enemies) - int(friends)


def _guns(state: State, unit: Unit, place: int) -> tuple[bool, bool]:
    battle, side = state.battle, unit.side
    stay = [other for other in state.units_at(place, side) if other is not unit]
    if battle is None:
        near = (other for next_to in across(state)[place] for other in state.units_at(next_to, 1 - side))
        return is_red(near, "red-attack", "red-defence"), is_red(stay, "red-attack", "red-defence")
    attacks = side == battle.side
    against = state.units(battle.defenders if attacks else battle.attackers)
    ours: Red = "red-attack" if attacks else "red-defence"
    theirs: Red = "red-defence" if attacks else "red-attack"
    mine = set(battle.attackers if attacks else battle.defenders)
    return is_red(against, theirs), is_red((other for other in stay if other.number in mine), ours)


def checked(state: State, unit: Unit, place: int, chance: Chance, attacks: bool = False) -> tuple[bool, Event]:
    """Throw for a unit that would leave a hex under enemy eyes."""
    die, factor, shift = chance.die(), factor_of(state, unit, attacks), red_rules(state, unit, place)
    passed = passes(die, factor, shift)
    added = f" {shift:+d}" if shift else ""
    nerve = "keeps its nerve" if passed else "loses its nerve"
    text = f"{unit.id} throws {die}{added} where it needs less than {factor}, and {nerve}"
    return passed, Rolled((die,), "holds" if passed else "breaks", text)
