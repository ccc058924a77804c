"""Wrong answers to the questions that the rules of Eben-Emael settle: what tests/tools/mutate.py puts in their place.

Each is a plausible mistake, or the other reading of a ruling; the words say what it does.
"""

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from fmbook.books.eben_emael import (
    combat,
    facts,
    fort,
    opponent,
    sequence,
    victory,
)
from fmbook.books.eben_emael.figures import divisor, level
from fmbook.components.tables import RatioTable, half_down
from fmbook.core.events import Asked, Event
from fmbook.core.mapsigns import MapSigns
from fmbook.core.state import Battle, Outcome, State
from fmbook.mechanics.odds import Chances, table_chances

__all__ = ["WRONG"]

Wrong = dict[str, Callable[..., Any]]


def battle_of(state: State) -> Battle:
    assert state.battle is not None
    return state.battle


def with_attack(change: Callable[[State, int], int]) -> Callable[[State], Any]:
    """The same sum with another attack."""

    def wrong(state: State) -> Any:
        found = combat.strength_by_ratio(state)
        attack = change(state, fort.men(state, battle_of(state).attackers))
        column = found.table.column(attack, found.defence)
        return replace(found, attack=attack, column=column, measure=column.label)

    return wrong


def rounded_up(state: State, men: int) -> int:
    by = divisor(state, battle_of(state).target)
    return -(-men // by)


def doubled(state: State, men: int) -> int:
    return half_down(men, 2 * divisor(state, battle_of(state).target))


def read_down(state: State) -> Any:
    """A ratio that is never rounded in favour of the attacker."""
    found = combat.strength_by_ratio(state)
    assert isinstance(found.table, RatioTable)
    table = dataclasses.replace(found.table, rounding=lambda attack, defence: (attack, defence))
    column = table.column(found.attack, found.defence)
    return replace(found, table=table, column=column, measure=column.label)


def one_throw_only(state: State) -> Chances[str]:
    """Odds that forget the machine guns."""
    found = combat.strength_by_ratio(state)
    return table_chances(found.table, found.column)


def swapped(state: State, result: str) -> Iterator[Event]:
    ours, _, theirs = result.partition("/")
    return combat.losses_on_both_sides(state, f"{theirs}/{ours}")


def only_first(state: State, result: str) -> Iterator[Event]:
    return combat.losses_on_both_sides(state, f"{result.partition('/')[0]}/-")


def nobody_asked(state: State, result: str) -> Iterator[Event]:
    for event in combat.losses_on_both_sides(state, result):
        if not (isinstance(event, Asked) and event.asks[0].what == "give way"):
            yield event


def level_of(shift: int) -> Callable[[State], Outcome]:
    def wrong(state: State) -> Outcome:
        right = victory.points_decide(state)
        found = level(max(victory.points(state) + shift, 0))
        winner = state.setup.sides[fort.GERMAN if found.least else fort.BELGIAN]
        return Outcome(winner, found.title, right.rule, right.text)

    return wrong


def reordered(setup: Any, turn: int) -> Any:
    """Belgian guns after the German attack, as the list of phases has it."""
    right = list(sequence.merged_order(setup, turn))
    guns = next(phase for phase in right if phase.kind == "gun fire")
    right.remove(guns)
    right.insert(next(at for at, phase in enumerate(right) if phase.kind == "assault") + 1, guns)
    return tuple(right)


def without(kind: str) -> Callable[..., Any]:
    return lambda setup, turn: tuple(phase for phase in sequence.merged_order(setup, turn) if phase.kind != kind)


def sealed_alone(state: State) -> frozenset[int]:
    return facts.SEALED.of(state)


def merits_without(kind: str) -> Callable[..., Any]:
    return lambda state, order: None if order.verb == kind else opponent.what_an_order_is_worth(state, order)


WRONG: dict[str, Wrong] = {
    "eben_emael:hist/holders": {
        "nobody": lambda state: {},
        "the Belgians keep all": lambda state: dict.fromkeys(victory.whose_works(state), 1),
    },
    "eben_emael:hist/held": {"last held": lambda setup: "Last held"},
    "eben_emael:4.3/word": {
        "says nothing": lambda state: "",
        "says it of everybody": lambda state: "Falling back saves nobody: all are lost either way.",
    },
    "eben_emael:4.2/before": {
        "nobody": lambda setup: (0, 0),
        "the other side": lambda setup: (0, 15),
    },
    "eben_emael:2.1/more": {
        "says nothing": lambda state: "",
        "says it of everybody": lambda state: "1 sector can still be attacked in this phase.",
    },
    "eben_emael:1.0": {
        "weapons fight": lambda state, unit: (state.steps[unit.number],) * 2,
        "as printed": lambda state, unit: (unit.attack, unit.defence),
    },
    "eben_emael:2.1": {
        "guns after the attack": reordered,
        "no gun fire": without("gun fire"),
        "no air attack": without("air"),
        "no landing": without("landing"),
        "no first raid": without("first raid"),
        "no Belgian attack": without("counterattack"),
    },
    "eben_emael:2.1/batteries": {
        "two everywhere": lambda state: 2,
        "none anywhere": lambda state: 0,
        "never spent": lambda state: state.facts.get("batteries", 0),
    },
    "eben_emael:2.1/batteries-on": {
        "none": lambda state: 0,
        "one": lambda state: 1 - state.facts.get("shelled", 0),
        "never spent": lambda state: 2,
    },
    "eben_emael:hist/nine": {
        "never enough": lambda state, down: False,
        "always nine": lambda state, down: down >= 9,
        "ten": lambda state, down: bool(state.facts.get("nine")) and down >= 10,
    },
    "eben_emael:3.3/class": {"of another class": lambda state, unit: "boat"},
    "eben_emael:3.3": {
        "one sector": lambda state, unit: 2,
        "as printed": lambda state, unit: unit.allowance,
    },
    "eben_emael:3.5/reach": {
        "no zone": lambda state, side: frozenset(),
        "weapons too": lambda state, side: frozenset().union(
            *(fort.near(state)[place] for place in state.forces[side].places)
        ),
    },
    "eben_emael:4.1/reach": {
        "own sector only": lambda state, unit: frozenset({state.where[unit]}),
        "neighbours only": lambda state, unit: fort.near(state)[state.where[unit]],
    },
    "eben_emael:4.1/ratio": {
        "rounds a half up": with_attack(rounded_up),
        "divides twice": with_attack(doubled),
        "never divides": with_attack(lambda state, men: men),
        "rounds the ratio down": read_down,
    },
    "eben_emael:4.2/odds": {"forgets machine guns": one_throw_only},
    "eben_emael:4.2/results": {
        "swaps the losses": swapped,
        "forgets the defender": only_first,
        "nobody falls back": nobody_asked,
    },
    "eben_emael:4.2/tracks": {"shows nothing": lambda state: MapSigns()},
    "eben_emael:6.0/counterattack": {"nobody comes": lambda state, marker: []},
    "eben_emael:hist/told": {"tells nothing": lambda state, place: ()},
    "eben_emael:1.0/told": {"tells nothing": lambda state, unit: ()},
    "eben_emael:2.0/told": {"tells nothing": lambda state: ()},
    "eben_emael:hist/control": {
        "sealed is enough": sealed_alone,
        "only with Germans there": lambda state: victory.controlled(state) & fort.held(state, fort.GERMAN),
        "unsealed too": lambda state: frozenset(fort.held(state, fort.GERMAN)),
    },
    "eben_emael:hist": {
        "one point more": level_of(1),
        "one point less": level_of(-1),
    },
    "eben_emael:hist/points": {"no points": lambda state: 0.0, "always a point": lambda state: 1.0},
    "eben_emael:opponent/objectives": {"nothing": lambda state, side: {}},
    "eben_emael:opponent/grounds": {"nothing": lambda state, order: ""},
    "eben_emael:opponent/merits": {
        "no charges": merits_without("blow"),
        "no fire": merits_without("fire"),
        "no marches": merits_without("move"),
        "no actions": merits_without("use"),
    },
}
