"""Section 11: morale checks, with the red factors for and against."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain

from fmbook.books.veritable.ground import across
from fmbook.core.dice import Chance
from fmbook.core.events import Event, Rolled
from fmbook.core.state import State, Unit
from fmbook.engine.rulebook import Matter, settles

NERVE: "Matter[[Unit, bool], int]" = Matter("nerve", "the factor that a unit checks its morale on")
RED_RULES: "Matter[[State, Unit, int], int]" = Matter("red rules", "what long guns take from a unit's morale")

NOTIONAL = 5  # the morale factor of a unit without factors, 13.2.3


def has_factors(unit: Unit) -> bool:
    """Tell whether a unit has combat factors of its own: the brigades of the 79th Armoured have none."""
    return bool(unit.attack or unit.defence)


def factor_of(state: State, unit: Unit, attacks: bool) -> int:
    """Return the factor on which a unit checks its morale, as the rulebook settles it."""
    return int(NERVE.of(state.setup)(unit, attacks))


def red_rules(state: State, unit: Unit, place: int) -> int:
    """Return what is added to the throw of a unit that leaves a hex, as the rulebook settles it."""
    return int(RED_RULES.of(state.setup)(state, unit, place))


@settles("veritable:11.0", NERVE, clauses=("V-11.0-r1", "V-13.2.3-a"))
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
    """Return the chance that a check is passed."""
    return Fraction(sum(passes(die, factor, shift) for die in range(1, 7)), 6)


@settles("veritable:11.1", RED_RULES, clauses=("V-11.1-a", "V-11.1-r1"))
def long_guns(state: State, unit: Unit, place: int) -> int:
    """Long guns near by add one to the throw; long guns of the own side that stay behind take one away."""
    near = (other for next_to in across(state)[place] for other in state.units_at(next_to, 1 - unit.side))
    stay = (other for other in state.units_at(place, unit.side) if other is not unit)
    against, covers = (any(_is_red(state, other) for other in guns) for guns in (chain(near, _foes(state, unit)), stay))
    return int(against) - int(covers)


def _foes(state: State, unit: Unit) -> Iterable[Unit]:
    """Return those who fought against it, wherever they are by now."""
    battle = state.battle
    return () if battle is None else state.units(battle.defenders if unit.side == battle.side else battle.attackers)


def _is_red(state: State, unit: Unit) -> bool:
    """Tell whether its guns are long: who fights must do so with a red factor, for others any will do."""
    battle, red = state.battle, {"red-attack", "red-defence"}
    if battle and unit.number in battle.attackers:
        red = {"red-attack"}
    elif battle and unit.number in battle.defenders:
        red = {"red-defence"}
    return not unit.traits.isdisjoint(red)


def checked(state: State, unit: Unit, place: int, chance: Chance, attacks: bool = False) -> tuple[bool, Event]:
    """Throw for a unit that would leave a hex under enemy eyes."""
    die, factor, shift = chance.die(), factor_of(state, unit, attacks), red_rules(state, unit, place)
    passed = passes(die, factor, shift)
    added = f" {shift:+d} for red factors" if shift else ""
    nerve = "keeps its nerve" if passed else "loses its nerve"
    text = f"{unit.id} throws {die}{added} where it needs less than {factor}, and {nerve}"
    return passed, Rolled((die,), "holds" if passed else "breaks", text)
