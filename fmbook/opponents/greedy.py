"""The opponent that looks one order ahead: exact odds for combats, a plain worth of ground for marches.

For every kind of order that is offered it has ideas, each worth so many hundredths of its army; the best one is given.
To end a phase, to stay back or to hold fire is worth nothing, and that is what it does when nothing is worth more.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final, NamedTuple

from fmbook.dice import Chance
from fmbook.judging import allows, free, legal, question
from fmbook.mechanics.combat import in_battle
from fmbook.opponents.plans import THRIFT, Plan, best_plan, bombarded, follows_an_attack, gain, plans, with_marker
from fmbook.opponents.worth import army, objectives, stand, step
from fmbook.orders import Order
from fmbook.positions import Position
from fmbook.running import perform
from fmbook.state import State, Unit

LEAST: Final = 0.03  # a march for less is not worth the trouble
UNSEEN: Final = 0.3  # what it is worth to see a step, as a part of it


class Idea(NamedTuple):
    """An order, what it is worth, and why."""

    worth: float
    order: Order
    why: str


Ideas = Iterator[Idea]


def greedy(seen: Position, chance: Random) -> Order:
    """Give the order that is worth most at once."""
    return best_idea(seen.state, chance).order


def best_idea(state: State, chance: Random) -> Idea:
    """Give the best idea; where there is none, any order that the rules allow."""
    found = (idea for kind in question(state).offers for idea in IDEAS.get(kind.verb, _plain)(state, kind))
    ideas = [idea for idea in found if allows(state, idea.order)]
    if ideas:
        return max(ideas, key=lambda idea: idea.worth)
    return Idea(0.0, chance.choice(legal(state)), "No order of this kind is weighed; one is drawn.")


def _plain(_: State, kind: type[Order]) -> Ideas:
    if not kind.takes:
        yield Idea(0.0, kind(), "Nothing else is worth more.")


def _units(state: State, kind: type[Order]) -> list[Unit]:
    return [
        state.kit.units[unit]
        for unit in sorted(free(state.kit.book.guard(kind).first, state, state.side, state.kit.all_units))
    ]


def _places(state: State, kind: type[Order], unit: Unit) -> frozenset[int]:
    return frozenset(free(state.kit.book.guard(kind).second, state, unit, state.kit.all_places))


def _targets(state: State, kind: type[Order]) -> list[int]:
    return sorted(free(state.kit.book.guard(kind).first, state, state.side, state.kit.all_places))


# --- marches ------------------------------------------------------------------------------------


def _marches(state: State, kind: type[Order]) -> Ideas:
    reach = {unit.number: _places(state, kind, unit) for unit in _units(state, kind)}
    busy = set[int]()
    for plan in _attacks_ahead(state, reach):
        for unit, place in plan.team.items():
            if place != state.where[unit]:
                yield Idea(plan.gain, _order(state, kind, unit, place), _why_attack(state, plan))
                return
        busy |= plan.team.keys()
    for unit in sorted(reach.keys() - busy):
        here, mover = state.where[unit], state.kit.units[unit]
        worth = stand(state, mover, reach[unit] | {here})
        best = max(sorted(worth), key=worth.__getitem__)
        if worth[best] > worth[here] + LEAST:
            yield Idea(worth[best] - worth[here], _order(state, kind, unit, best), _why_march(state, mover, best))
            return


def _attacks_ahead(state: State, reach: dict[int, frozenset[int]]) -> Iterator[Plan]:
    if follows_an_attack(state):
        own = {unit: frozenset({state.where[unit]}) for unit in state.on_map(state.side)}
        yield from plans(state, {unit: here | reach.get(unit, here) for unit, here in own.items()})


def _order(state: State, kind: type[Order], unit: int, place: int) -> Order:
    return state.kit.row(kind, unit)[place]


def _why_attack(state: State, plan: Plan) -> str:
    return f"Attacking {state.board.places[plan.target]} is worth {plan.gain:.1f} hundredths of the army on average."


def _why_march(state: State, unit: Unit, place: int) -> str:
    wanted = objectives(state, unit.side)
    if not wanted:
        return f"{state.board.places[place]} is a better place to stand."
    goal = max(wanted, key=lambda there: wanted[there] * 0.9 ** state.board.distance(place, there))
    return f"It is a better place to stand, with {state.board.places[goal]} in mind."


def _arrivals(state: State, kind: type[Order]) -> Ideas:
    for unit in _units(state, kind):
        if places := _places(state, kind, unit):
            worth = stand(state, unit, places)
            best = max(sorted(worth), key=worth.__getitem__)
            yield Idea(1 + worth[best], _order(state, kind, unit.number, best), "It is the best place to come in.")


def _returns(state: State, kind: type[Order]) -> Ideas:
    for idea in _arrivals(state, kind):
        yield idea._replace(worth=_regained(state, idea.order))


def _rebuilding(state: State, kind: type[Order]) -> Ideas:
    for unit in _units(state, kind):
        order = state.kit.row(kind)[unit.number]
        yield Idea(_regained(state, order), order, f"{unit} is worth restoring.")


def _regained(state: State, order: Order) -> float:
    after, unit = perform(state, order, Chance(0), []), state.kit.unit(order.names[0])
    steps = after.steps[unit.number] - state.steps[unit.number]
    return (army(after, unit.side) - army(state, unit.side)) / max(steps, 1)


# --- combat ---------------------------------------------------------------------------------------


def _attacks(state: State, kind: type[Order]) -> Ideas:
    open_to = {target: state.kit.row(kind)[target] for target in _targets(state, kind)}
    for plan in plans(state, {unit: frozenset({state.where[unit]}) for unit in state.on_map(state.side)}):
        if plan.target in open_to:
            yield Idea(plan.gain, open_to[plan.target], _why_attack(state, plan))


def _joining(state: State, kind: type[Order]) -> Ideas:
    able = {unit.number: frozenset({state.where[unit.number]}) for unit in _units(state, kind)}
    plan = best_plan(state, in_battle(state).target, able)
    if plan:
        for unit in plan.team:
            yield Idea(1.0, state.kit.row(kind)[unit], _why_attack(state, plan))


def _bombardments(state: State, kind: type[Order]) -> Ideas:
    for target in _targets(state, kind):
        worth = bombarded(state, target)
        yield Idea(worth, state.kit.row(kind)[target], f"The guns win {worth:.1f} hundredths there on average.")


def _support(state: State, kind: type[Order]) -> Ideas:
    able = free(state.kit.book.guard(kind).first, state, state.side, state.kit.all_markers)
    before, sign = gain(state), 1 if in_battle(state).side == state.side else -1
    for marker in sorted(able):
        rise = sign * (gain(with_marker(state, state.side, marker)) - before)
        price = THRIFT * state.kit.markers[marker].value
        yield Idea(rise - price, state.kit.row(kind)[marker], f"It wins {rise:.1f} hundredths on average.")


def _losses(state: State, kind: type[Order]) -> Ideas:
    for unit in _units(state, kind):
        yield Idea(-step(state, unit), state.kit.row(kind)[unit.number], f"{unit} loses the least by it.")


def _standing(state: State, kind: type[Order]) -> Ideas:
    for unit in _units(state, kind):
        yield Idea(-step(state, unit), state.kit.row(kind)[unit.number], "The place is worth a step.")


def _falling_back(state: State, kind: type[Order]) -> Ideas:
    for unit in _units(state, kind):
        here = state.where[unit.number]
        given_up = objectives(state, unit.side).get(here, 0.0)
        worth = stand(state, unit, _places(state, kind, unit) | {here})
        for place in sorted(worth.keys() - {here}):
            yield Idea(
                worth[place] - worth[here] - given_up,
                _order(state, kind, unit.number, place),
                "It is the safest way back.",
            )


def _following(state: State, kind: type[Order]) -> Ideas:
    for unit in _units(state, kind):
        here, won = state.where[unit.number], objectives(state, unit.side)
        worth = stand(state, unit, _places(state, kind, unit) | {here})
        for place in sorted(worth.keys() - {here}):
            yield Idea(
                worth[place] - worth[here] + won.get(place, 0.0),
                _order(state, kind, unit.number, place),
                "The place is worth taking.",
            )


# --- guns and aircraft ---------------------------------------------------------------------------


def _shells(state: State, kind: type[Order]) -> Ideas:
    own = {unit: frozenset({state.where[unit]}) for unit in state.on_map(state.side)}
    for unit in _units(state, kind):
        place, left = state.where[unit.number], state.steps[unit.number] - 1
        hit = float(state.kit.book.settled["added hits"].function(state, unit, state.side))
        now = best_plan(state, place, own)
        weaker = state.but(steps=state.steps[: unit.number] + bytes((left,)) + state.steps[unit.number + 1 :])
        then = best_plan(weaker, place, own) if left else None
        more = (then.gain if then else 0) - (now.gain if now else 0)
        worth = hit * (step(state, unit) + max(more, 0))
        yield Idea(worth, state.kit.row(kind)[unit.number], f"Its chance of a hit rises by {hit:.0%}.")


def _flights(state: State, kind: type[Order]) -> Ideas:
    seen = state.kit.book.settled["observed"].function(state, state.side)
    at = state.forces[state.enemy].at
    for place in _targets(state, kind):
        near = [unit for there in (place, *state.board.neighbours[place]) for unit in at.get(there, ())]
        unseen = sum(step(state, state.kit.units[unit]) for unit in near if unit not in seen)
        over = sum(step(state, state.kit.units[unit]) for unit in at.get(place, ()))
        if near:
            yield Idea(UNSEEN * (unseen + over / 2), state.kit.row(kind)[place], "It sees most from there.")


IDEAS: Final[dict[str, Callable[[State, type[Order]], Ideas]]] = {
    "move": _marches, "enter": _arrivals, "place": _arrivals, "return-full": _returns, "return-depleted": _returns,
    "rebuild": _rebuilding, "attack": _attacks, "join": _joining, "bombard": _bombardments, "support": _support,
    "lose": _losses, "retreat": _falling_back, "stand-fast": _standing, "advance": _following, "shell": _shells,
    "fly": _flights,
}  # fmt: skip
