"""Rules to compare a contributor's with: one that does what the exercise asks, two that somebody may well write.

None of them is in force anywhere. Each is marked, so that a game can be played with it.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from fmbook.components.setup import Edge
from fmbook.core.orders import Move
from fmbook.core.state import Battle, State, Unit
from fmbook.core.verdicts import Bar, Cost, Shift
from fmbook.engine.rulebook import Rule, costs, forbids, shifts

__all__ = ["MODELS"]


# --- 1 · hexes of a kind ------------------------------------------------------------------------------


@forbids("model:no_camp_in_the_woods", Move, bars="hexes")
def no_camp_in_the_woods(state: State, unit: Unit) -> Iterator[Bar]:
    """No march ends in the woods."""
    yield Bar(state.board.having("woods"), "{to} is wooded", "stop outside the wood")


@forbids("model:no_camp_on_a_hill", Move, bars="hexes")
def no_camp_on_a_hill(state: State, unit: Unit) -> Iterator[Bar]:
    """No march ends on a hill: the wrong ground."""
    yield Bar(state.board.having("hill"), "{to} is a hill")


@forbids("model:no_armour_in_the_woods", Move, bars="hexes")
def no_armour_in_the_woods(state: State, unit: Unit) -> Iterator[Bar]:
    """No march of mobile units ends in the woods: it leaves the others out."""
    if "mobile" in unit.traits:
        yield Bar(state.board.having("woods"), "{to} is wooded")


# --- 2 · hexes that depend on where the enemy is --------------------------------------------------------


def _around(state: State, places: Iterable[int]) -> frozenset[int]:
    return frozenset(beside for place in places for beside in state.board.neighbours[place])


@forbids("model:keep_off_held_towns", Move, bars="hexes")
def keep_off_held_towns(state: State, unit: Unit) -> Iterator[Bar]:
    """No march ends beside a town that an enemy stands in."""
    held = state.board.having("town") & state.forces[1 - unit.side].places
    yield Bar(_around(state, held), "{to} lies beside a town that the enemy holds", "stop one hex short")


@forbids("model:keep_off_all_towns", Move, bars="hexes")
def keep_off_all_towns(state: State, unit: Unit) -> Iterator[Bar]:
    """No march ends beside a town: it forgets the enemy."""
    yield Bar(_around(state, state.board.having("town")), "{to} lies beside a town")


@forbids("model:keep_off_all_enemies", Move, bars="hexes")
def keep_off_all_enemies(state: State, unit: Unit) -> Iterator[Bar]:
    """No march ends beside an enemy: it forgets the town."""
    yield Bar(_around(state, state.forces[1 - unit.side].places), "{to} lies beside an enemy")


# --- 3 · units --------------------------------------------------------------------------------------------


def _on_foot(state: State, side: int) -> frozenset[int]:
    return frozenset(unit for unit in state.on_map(side) if "mobile" not in state.setup.units[unit].traits)


@forbids("model:armour_goes_first", Move, bars="units")
def armour_goes_first(state: State, side: int) -> Iterator[Bar]:
    """In turn 1 only mobile units march."""
    if state.turn == 1:
        yield Bar(_on_foot(state, side), "{unit} is on foot, and in turn 1 only mobile units march", "wait for turn 2")


@forbids("model:armour_goes_alone", Move, bars="units")
def armour_goes_alone(state: State, side: int) -> Iterator[Bar]:
    """Only mobile units march: it forgets the turn."""
    yield Bar(_on_foot(state, side), "{unit} is on foot")


@forbids("model:armour_goes_last", Move, bars="units")
def armour_goes_last(state: State, side: int) -> Iterator[Bar]:
    """In turn 1 mobile units do not march: the wrong way round."""
    if state.turn == 1:
        yield Bar(state.on_map(side) - _on_foot(state, side), "{unit} has engines")


# --- 4 · prices -------------------------------------------------------------------------------------------


@costs("model:mud_in_the_woods")
def mud_in_the_woods(edge: Edge, mover: str) -> Iterator[Cost]:
    """A step into the woods costs one point more."""
    if "woods" in edge.entering:
        yield Cost(2, "mud under the trees")


@costs("model:half_a_point_of_mud")
def half_a_point_of_mud(edge: Edge, mover: str) -> Iterator[Cost]:
    """A step into the woods costs half a point more: prices are written in halves."""
    if "woods" in edge.entering:
        yield Cost(1, "mud under the trees")


@costs("model:mud_around_the_woods")
def mud_around_the_woods(edge: Edge, mover: str) -> Iterator[Cost]:
    """A step out of the woods costs one point more: it looks at what is left, not at what is entered."""
    if "woods" in edge.leaving:
        yield Cost(2, "mud under the trees")


# --- 5 · the sum of a battle ----------------------------------------------------------------------------


def _alone(state: State, battle: Battle) -> bool:
    friends = state.forces[1 - battle.side].places - {battle.target}
    return not friends & frozenset(state.board.neighbours[battle.target])


@shifts("model:nobody_beside_him")
def nobody_beside_him(state: State, battle: Battle) -> Iterator[Shift]:
    """A defender without a friend next door has one point less."""
    if _alone(state, battle):
        yield Shift(-1, "nobody stands beside the defender", "defence")


@shifts("model:always_one_less")
def always_one_less(state: State, battle: Battle) -> Iterator[Shift]:
    """A defender has one point less: it forgets to look for a friend."""
    yield Shift(-1, "fewer than before", "defence")


@shifts("model:one_more_for_the_attack")
def one_more_for_the_attack(state: State, battle: Battle) -> Iterator[Shift]:
    """Against a defender without a friend next door the attack has one point more: the other side of the sum."""
    if _alone(state, battle):
        yield Shift(1, "nobody stands beside the defender", "attack")


def _marked(names: Iterable[object]) -> Iterator[tuple[str, object]]:
    for each in names:
        rule = getattr(each, "rule", None)
        if isinstance(rule, Rule):
            yield rule.function.__name__, each


MODELS: Final[dict[str, Any]] = dict(_marked(list(vars().values())))
"""The rules of this module by their names."""
