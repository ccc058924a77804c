"""Wrong answers to the questions that the rules of Veritable settle: mistakes, and readings not taken."""

from collections.abc import Callable, Set
from math import ceil
from typing import Any

from msgspec.structs import replace

from fmbook.books.veritable import (
    combat,
    ground,
    morale,
    movement,
    opponent,
    results,
    sequence,
    victory,
)
from fmbook.components.setup import Setup
from fmbook.core.events import Asked
from fmbook.core.state import Outcome, Phase, State, Unit
from fmbook.core.verdicts import Shift
from fmbook.mechanics.combat import Sum, in_battle
from fmbook.mechanics.movement import Field, allowance, mover
from fmbook.mechanics.odds import Chances, table_chances

__all__ = ["WRONG"]

Wrong = dict[str, Callable[..., Any]]


def phases(keep: Callable[[int, Phase], bool]) -> Callable[[Setup, int], tuple[Phase, ...]]:
    def wrong(setup: Setup, turn: int) -> tuple[Phase, ...]:
        return tuple(phase for phase in sequence.air_then_one_side_then_the_other(setup, turn) if keep(turn, phase))

    return wrong


def air_in_turn_1_too(setup: Setup, turn: int) -> tuple[Phase, ...]:
    order = sequence.air_then_one_side_then_the_other(setup, turn)
    return order if turn > 1 else (Phase("Air support phase", 0, "air"), *order)


def sides_exchanged(setup: Setup, turn: int) -> tuple[Phase, ...]:
    order = sequence.air_then_one_side_then_the_other(setup, turn)
    return tuple(sorted(order, key=lambda phase: (phase.kind != "air", -phase.side)))


def three_to_a_hex(state: State, unit: Unit) -> frozenset[int]:
    at = state.forces[unit.side].at
    return frozenset(place for place, stack in at.items() if len({*stack, unit.number}) > 3)


def two_to_a_hex(state: State, unit: Unit) -> frozenset[int]:
    at = state.forces[unit.side].at
    return frozenset(place for place, stack in at.items() if len({*stack, unit.number}) > 2)


def all_by_road(state: State) -> bool:
    return not ground.on_road_line(state, afloat=False).isdisjoint(state.board.having("east_road"))


def merits_without(verb: str) -> Callable[..., Any]:
    return lambda state, order: None if order.verb == verb else opponent.what_an_order_is_worth(state, order)


def always(answer: Any) -> Callable[..., Any]:
    return lambda *about: answer


def over_rivers(state: State, side: int) -> frozenset[int]:
    near = state.board.neighbours
    return frozenset().union(*(near[place] for place in state.forces[side].places))


def not_where_an_enemy_stands(state: State, side: int) -> frozenset[int]:
    return frozenset(ground.six_hexes_around(state, side)) - state.forces[1 - side].places


def friends_do_not_help(state: State, side: int) -> frozenset[int]:
    return state.forces[1 - side].places | ground.six_hexes_around(state, 1 - side)


def only_enemies_cut(state: State, side: int) -> frozenset[int]:
    return state.forces[1 - side].places


def rounded_down(state: State, unit: Unit) -> int:
    whole = unit.allowance // 2
    return 2 * (whole // 2) if ground.out_of_supply(state, unit) else unit.allowance


def no_short_moves(state: State, unit: Unit) -> Field:
    found = movement.field(state, unit)
    ways = state.setup.ways(mover(state, unit)).prices
    far = {place for place in found.reach if ways.get((found.start, place), 0) > allowance(state, unit)}
    return Field.of(found.start, {place: found.cost(place) or 0 for place in found.reach - far})


def nerve(change: int) -> Callable[[Unit, bool], int]:
    return lambda unit, attacks: morale.on_the_factor_in_use(unit, attacks) + change


def on_defence_only(unit: Unit, attacks: bool) -> int:
    return morale.on_the_factor_in_use(unit, False)


def only_enemies_count(state: State, unit: Unit, place: int) -> int:
    return max(morale.long_guns(state, unit, place), 0)


def only_friends_count(state: State, unit: Unit, place: int) -> int:
    return min(morale.long_guns(state, unit, place), 0)


def unhalved(state: State, unit: Unit) -> tuple[int, int]:
    return unit.attack, unit.defence


def halved_down(state: State, unit: Unit) -> tuple[int, int]:
    if combat.halved_without_supply(state, unit) == (unit.attack, unit.defence):
        return unit.attack, unit.defence
    return unit.attack // 2, unit.defence // 2


def over_any_border(state: State, unit: int) -> frozenset[int]:
    return frozenset(state.board.neighbours[state.where[unit]])


def odds_with(change: int) -> Callable[[State], Sum]:
    def wrong(state: State) -> Sum:
        found = combat.attack_at_odds(state)
        return replace(found, column=found.table.shifted(found.column, change))

    return wrong


def exchanged(state: State, result: str) -> Any:
    return results.losses_on_both_sides(state, "/".join(reversed(result.split("/"))))


def attacker_first(state: State, result: str) -> Any:
    for event in results.losses_on_both_sides(state, result):
        yield Asked((event.asks[0], *reversed(event.asks[1:]))) if isinstance(event, Asked) else event


def one_loss_at_most(state: State, result: str) -> Any:
    return results.losses_on_both_sides(state, "/".join(str(min(int(part), 1)) for part in result.split("/")))


def results_only(state: State) -> Chances[str]:
    found = combat.attack_at_odds(state)
    assert in_battle(state)
    return table_chances(found.table, found.column)


def without_line(word: str) -> Callable[[State], tuple[Shift, ...]]:
    return lambda state: tuple(line for line in victory.victory_points(state) if word not in line.text)


def doubled(word: str) -> Callable[[State], tuple[Shift, ...]]:
    def wrong(state: State) -> tuple[Shift, ...]:
        lines = victory.victory_points(state)
        return tuple(replace(line, amount=2 * line.amount) if word in line.text else line for line in lines)

    return wrong


def rounded_up(state: State) -> Outcome:
    lines = victory.victory_points(state)
    net = ceil(sum(line.amount for line in lines) / 2)
    winner, level = ("German", "victory") if net <= 1 else (None, "draw") if net <= 4 else ("Allied", "victory")
    return Outcome(winner, level, "veritable:14.0", "")


def levels(german: int, draw: int) -> Callable[[State], Outcome]:
    def wrong(state: State) -> Outcome:
        net = sum(line.amount for line in victory.victory_points(state)) // 2
        winner, level = ("German", "victory") if net <= german else (None, "draw")
        if net > draw:
            winner, level = "Allied", "victory"
        return Outcome(winner, level, "veritable:14.0", "")

    return wrong


def two_steps_off_the_road(state: State, afloat: bool) -> Set[int]:
    found = ground.one_step_to_a_road(state, afloat)
    return found | frozenset().union(*(state.board.neighbours[place] for place in found))


def on_the_road_only(state: State, afloat: bool) -> Set[int]:
    found = ground.one_step_to_a_road(state, afloat)
    roads = frozenset(place for link in state.board.links("road") for place in link)
    return found & roads


def nobody_afloat(state: State, afloat: bool) -> Set[int]:
    return ground.one_step_to_a_road(state, False)


def towns_do_not_help(state: State, unit: Unit) -> bool:
    cities = state.board.having("cleve") | state.board.having("goch")
    return state.where[unit.number] not in cities and ground.in_supply(state, unit)


def towns_help_everybody(state: State, unit: Unit) -> bool:
    cities = state.board.having("cleve") | state.board.having("goch")
    return state.where[unit.number] in cities or ground.in_supply(state, unit)


WRONG: dict[str, Wrong] = {
    "veritable:14.0/holders": {
        "nobody": always({}),
        "the Germans keep all": lambda state: dict.fromkeys(victory.whose_towns(state), 1),
        "where nothing hangs on it, too": lambda state: dict.fromkeys(state.board.having("cleve"), 0),
    },
    "veritable:8.2/beyond": {
        "says nothing": always(""),
        "says so of everybody": always("A cost above 1 is a force march: up to 2, and on its whole way it neither …"),
    },
    "veritable:15.1/once": {"says nothing": lambda state, order: ()},
    "veritable:15.4/over": {"says nothing": lambda state, order: ()},
    "veritable:5.0/skipped": {"says nothing": lambda state, order: ()},
    "veritable:5.3/used": {"says nothing": lambda state, order: ()},
    "veritable:6.2/over": {"says nothing": lambda state, order: ()},
    "veritable:6.1/over": {"says nothing": lambda state, order: ()},
    "veritable:6.0/move-first": {"says nothing": lambda state, order: ()},
    "veritable:6.0/fight-first": {"says nothing": lambda state, order: ()},
    "veritable:14.0/told": {"tells nothing": always(())},
    "veritable:12.0/told": {"tells nothing": always(())},
    "veritable:12.2/told": {"tells nothing": always(())},
    "veritable:4.0": {
        "the sides exchanged": sides_exchanged,
        "air support in turn 1": air_in_turn_1_too,
        "no air support": phases(lambda turn, phase: phase.kind != "air"),
        "no choice": phases(lambda turn, phase: phase.kind != "choice"),
        "no prepared combat": phases(lambda turn, phase: "prepared" not in phase.name),
    },
    "veritable:15.4": {"always": always(True), "never": always(False)},
    "veritable:7.0": {
        "no zones": always(frozenset()),
        "over great rivers too": over_rivers,
        "not where an enemy stands": not_where_an_enemy_stands,
    },
    "veritable:7.3": {
        "friends do not help": friends_do_not_help,
        "zones do not cut": only_enemies_cut,
    },
    "veritable:9.1": {"three to a hex": three_to_a_hex, "two to a hex": two_to_a_hex},
    "veritable:12.0": {
        "always": always(True),
        "never": always(False),
        "Cleve and Goch do not help": towns_do_not_help,
        "Cleve and Goch help everybody": towns_help_everybody,
    },
    "veritable:12.1": {
        "everywhere": lambda state, side: state.setup.all_places,
        "nowhere": always(frozenset()),
        "the edges exchanged": lambda state, side: ground.linked(state, 1 - side),
    },
    "veritable:12.1.2": {
        "two steps off the road": two_steps_off_the_road,
        "on the road only": on_the_road_only,
        "boats do not help": nobody_afloat,
    },
    "veritable:12.1.2/through": {"always": always(True), "never": always(False), "all by road": all_by_road},
    "veritable:8.0/class": {"nobody afloat": always("ground"), "everybody afloat": always("boats")},
    "veritable:8.3": {"never halved": lambda state, unit: unit.allowance, "rounded down": rounded_down},
    "veritable:8.2": {"always": always(True), "never": always(False)},
    "veritable:7.1/toll": {"no toll": always(0), "a double toll": always(4)},
    "veritable:8.1": {"no short moves": no_short_moves},
    "veritable:8.0/way": {"no way": always(None)},
    "veritable:11.0": {"one more": nerve(1), "one less": nerve(-1), "on defence only": on_defence_only},
    "veritable:11.1": {
        "no red rules": always(0),
        "only enemies count": only_enemies_count,
        "only friends count": only_friends_count,
    },
    "veritable:12.2/halved": {"never halved": unhalved, "rounded down": halved_down},
    "veritable:10.2": {"over any border": over_any_border},
    "veritable:10.3/odds": {"a column more": odds_with(1), "a column less": odds_with(-1)},
    "veritable:10.5": {
        "the losses exchanged": exchanged,
        "the attacker's first": attacker_first,
        "one loss at most": one_loss_at_most,
    },
    "veritable:10.5/chances": {"results only": results_only},
    "veritable:14.0": {
        **{
            f"without {word}": without_line(word)
            for word in ("Cleve", "Goch", "committed", "held back", "lost", "supply")
        },
        **{f"twice for {word}": doubled(word) for word in ("Cleve", "Goch", "committed", "held back", "lost", "half")},
    },
    "veritable:14.0/points": {"no points": lambda state: 0.0, "always a point": lambda state: 1.0},
    "veritable:opponent/objectives": {"nothing": lambda state, side: {}},
    "veritable:opponent/score": {
        "nothing": lambda state, side: 0.0,
        "the same for both": lambda state, side: opponent.what_the_points_are_worth(state, 0),
    },
    "veritable:opponent/price": {"nothing": lambda state, order: ""},
    "veritable:opponent/merits": {
        "no way out": merits_without("leave"),
        "no reserves": merits_without("enter"),
        "no requests": merits_without("request"),
        "no fights first": merits_without("fight-first"),
    },
    "veritable:14.0/level": {
        "rounded up": rounded_up,
        "a draw from 1 on": levels(0, 4),
        "an Allied victory from 4 on": levels(1, 3),
    },
}
