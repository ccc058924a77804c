"""What each kind of order is worth: one function a kind, which gives ideas, in hundredths of an army.

Kinds go by their verbs, so that a game's own orders are weighed without knowing the game.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final, NamedTuple

from fmbook import data
from fmbook.dice import Chance
from fmbook.judging import free
from fmbook.mechanics.combat import in_battle
from fmbook.opponents.plans import (
    THRIFT,
    Plan,
    best_plan,
    bombarded,
    follows_an_attack,
    gain,
    plans,
    with_marker,
)
from fmbook.opponents.worth import army, kept, objectives, stand, step
from fmbook.orders import Order
from fmbook.running import perform
from fmbook.scenarios import Scenario, UnitsForm
from fmbook.state import State, Unit

__all__ = ["IDEAS", "Idea", "plain"]

LEAST: Final = 0.03  # a march for less is not worth the trouble
HELD: Final = 1.0  # an objective of that worth is not left, but for a better one
TAKEN: Final = 0.5  # what it is worth to step on an objective now, as a part of holding it
UNSEEN: Final = 0.3  # what it is worth to see a step, as a part of it


class Idea(NamedTuple):
    """An order, what it is worth, and why, in a phrase."""

    worth: float
    order: Order
    why: str


Ideas = Iterator[Idea]
Kind = type[Order]
Reach = Mapping[int, frozenset[int]]


def plain(_: State, kind: Kind) -> Ideas:
    """Weigh an order that names nothing, such as the end of a phase: it is worth nothing."""
    if not kind.takes:
        yield Idea(0.0, kind(), "nothing else is worth more")


def _units(state: State, kind: Kind) -> list[Unit]:
    able = free(state.kit.book.guard(kind).first, state, state.side, state.kit.all_units)
    return [state.kit.units[unit] for unit in sorted(able)]


def _targets(state: State, kind: Kind) -> list[int]:
    return sorted(free(state.kit.book.guard(kind).first, state, state.side, state.kit.all_places))


def _places(state: State, kind: Kind, unit: Unit) -> Collection[int]:
    return free(state.kit.book.guard(kind).second, state, unit, state.kit.all_places)


def _best(worth: dict[int, float]) -> int:
    return max(sorted(worth), key=worth.__getitem__)


# --- marches and arrivals -----------------------------------------------------------------------------


def marches(state: State, kind: Kind) -> Ideas:
    """On to an objective, or to where an attack is worth making; else each unit to where it stands better than here."""
    reach = {unit.number: frozenset(_places(state, kind, unit)) for unit in _units(state, kind)}
    busy: set[int] = set()
    first = [*_occupying(state, kind, reach), *_going_to_attack(state, kind, reach, busy)]
    yield from first
    for unit in sorted(reach.keys() - busy) if not first else ():
        if _guards(state, unit):
            continue
        here, worth = state.where[unit], stand(state, state.kit.units[unit], reach[unit] | {state.where[unit]})
        best = _best(worth)
        if worth[best] > worth[here] + LEAST:
            yield Idea(worth[best] - worth[here], state.kit.row(kind, unit)[best], _purpose(state, best))
            return


def _occupying(state: State, kind: Kind, reach: Reach) -> Ideas:
    wanted = objectives(state, state.side)
    for place in sorted(wanted):
        able = [unit for unit in sorted(reach) if place in reach[unit] and not _guards(state, unit, wanted[place])]
        if able:
            unit = max(able, key=lambda unit: (state.steps[unit], -state.board.distance(state.where[unit], place)))
            yield Idea(TAKEN * wanted[place], state.kit.row(kind, unit)[place], _purpose(state, place))


def _guards(state: State, unit: int, worth: float = HELD) -> bool:
    """Tell whether a unit stands on an objective that is worth so much."""
    return objectives(state, state.side).get(state.where[unit], 0.0) >= worth


def _going_to_attack(state: State, kind: Kind, reach: Reach, busy: set[int]) -> Ideas:
    """The first step of the best attack that is still to be taken; those who stand ready for one are busy."""
    if not follows_an_attack(state):
        return
    here = {unit: frozenset({state.where[unit]}) for unit in state.on_map(state.side)}
    free_to_go = {unit: places for unit, places in reach.items() if not _guards(state, unit)}
    for plan in plans(state, {unit: own | free_to_go.get(unit, own) for unit, own in here.items()}):
        for unit, place in plan.team.items():
            if place != state.where[unit]:
                yield Idea(plan.gain, state.kit.row(kind, unit)[place], _why(state, plan))
                return
        busy |= plan.team.keys()


def _why(state: State, plan: Plan) -> str:
    return f"the attack on {state.board.places[plan.target]} wins {plan.gain:.1f} % of an army on average"


def _purpose(state: State, place: int) -> str:
    wanted = objectives(state, state.side)
    if place in wanted:
        return "that place is what you fight for"
    if not wanted:
        return "it stands better there"
    goal = min(wanted, key=lambda there: (state.board.distance(place, there), -wanted[there]))
    return f"it stands better there, for {state.board.places[goal]}"


def arrivals(state: State, kind: Kind) -> Ideas:
    """A unit that comes on the map goes where it stood in history, if it may, else where it stands best."""
    for unit in _units(state, kind):
        if places := _places(state, kind, unit):
            worth, posted = stand(state, unit, places), _in_history(state, unit)
            place, why = (posted, "it stood there") if posted in places else (_best(worth), "it stands best there")
            yield Idea(1 + worth[place], state.kit.row(kind, unit.number)[place], why)


def _in_history(state: State, unit: Unit) -> int:
    at = kept(state.kit.memo, "in history", lambda: _posts(state.kit.data["form"]))
    return state.board.at(at[unit.id]) if at.get(unit.id) and state.phase.kind == "set-up" else -1


def _posts(form: Scenario) -> dict[str, str]:
    return {unit.id: unit.at for unit in data.load(UnitsForm, form.units).unit} if form.units else {}


def returns(state: State, kind: Kind) -> Ideas:
    """A unit that comes back is worth the strength that it brings, step by step."""
    for idea in arrivals(state, kind):
        yield Idea(_regained(state, idea.order), idea.order, "no other brings more strength back")


def rebuilding(state: State, kind: Kind) -> Ideas:
    """A unit that is restored is worth the strength that it gains."""
    for unit in _units(state, kind):
        order = state.kit.row(kind)[unit.number]
        yield Idea(_regained(state, order), order, "no other brings more strength back")


def _regained(state: State, order: Order) -> float:
    after, unit = perform(state, order, Chance(0), []), state.kit.unit(order.names[0])
    steps = after.steps[unit.number] - state.steps[unit.number]
    return (army(after, unit.side) - army(state, unit.side)) / max(steps, 1)


# --- combat ---------------------------------------------------------------------------------------


def attacks(state: State, kind: Kind) -> Ideas:
    """An attack is worth its exact average; the best comes first."""
    open_to = {target: state.kit.row(kind)[target] for target in _targets(state, kind)}
    for plan in plans(state, {unit: (state.where[unit],) for unit in state.on_map(state.side)}):
        if plan.target in open_to:
            yield Idea(plan.gain, open_to[plan.target], _why(state, plan))
            return


def joining(state: State, kind: Kind) -> Ideas:
    """Whoever raises the average joins, and nobody else."""
    plan = best_plan(
        state, in_battle(state).target, {unit.number: (state.where[unit.number],) for unit in _units(state, kind)}
    )
    if plan:
        yield from (Idea(1.0, state.kit.row(kind)[unit], _why(state, plan)) for unit in plan.team)


def bombardments(state: State, kind: Kind) -> Ideas:
    """A bombardment by markers alone is worth its average, less what the markers are worth elsewhere."""
    for target in _targets(state, kind):
        worth = bombarded(state, target)
        yield Idea(worth, state.kit.row(kind)[target], f"the guns win {worth:.1f} % of an army there on average")


def support(state: State, kind: Kind) -> Ideas:
    """A marker is played if it turns the average by more than a little for each of its points."""
    able = free(state.kit.book.guard(kind).first, state, state.side, state.kit.all_markers)
    before, sign = gain(state), 1 if in_battle(state).side == state.side else -1
    for marker in sorted(able):
        rise = sign * (gain(with_marker(state, state.side, marker)) - before)
        price = THRIFT * state.kit.markers[marker].value
        yield Idea(rise - price, state.kit.row(kind)[marker], f"it turns {rise:.1f} % of an army on average")


def losses(state: State, kind: Kind) -> Ideas:
    """The step that is worth least is given; so is a step for standing fast."""
    for unit in _units(state, kind):
        yield Idea(-step(state, unit), state.kit.row(kind)[unit.number], "that step costs the least")


def falling_back(state: State, kind: Kind) -> Ideas:
    """A way back is worth what the unit finds there, less what it gives up here."""
    for unit in _units(state, kind):
        given_up = objectives(state, unit.side).get(state.where[unit.number], 0.0)
        for place, rise in _changes(state, kind, unit):
            yield Idea(rise - given_up, state.kit.row(kind, unit.number)[place], "it is the safest way back")


def following(state: State, kind: Kind) -> Ideas:
    """An advance is worth what the unit finds there, and the place itself if it is fought for."""
    for unit in _units(state, kind):
        won = objectives(state, unit.side)
        for place, rise in _changes(state, kind, unit):
            yield Idea(rise + won.get(place, 0.0), state.kit.row(kind, unit.number)[place], _purpose(state, place))


def _changes(state: State, kind: Kind, unit: Unit) -> Iterator[tuple[int, float]]:
    here, places = state.where[unit.number], frozenset(_places(state, kind, unit))
    worth = stand(state, unit, places | {here})
    return ((place, worth[place] - worth[here]) for place in sorted(places))


# --- guns and aircraft ---------------------------------------------------------------------------


def shells(state: State, kind: Kind) -> Ideas:
    """A shell is worth its chance of a step, and of a better attack on what is left."""
    own = {unit: (state.where[unit],) for unit in state.on_map(state.side)}
    for unit in _units(state, kind):
        place, left = state.where[unit.number], state.steps[unit.number] - 1
        hit = float(state.kit.book.settled["added hits"].function(state, unit, state.side))
        now = best_plan(state, place, own)
        weaker = state.but(steps=state.steps[: unit.number] + bytes((left,)) + state.steps[unit.number + 1 :])
        then = best_plan(weaker, place, own) if left else None
        more = max((then.gain if then else 0.0) - (now.gain if now else 0.0), 0.0)
        yield Idea(
            hit * (step(state, unit) + more),
            state.kit.row(kind)[unit.number],
            f"one shell more hits in {hit:.0%} of throws",
        )


def flights(state: State, kind: Kind) -> Ideas:
    """An aircraft is worth what it lets the guns see, and what it helps them to hit."""
    seen, at = state.kit.book.settled["observed"].function(state, state.side), state.forces[state.enemy].at
    for place in sorted(at.keys() & frozenset(_targets(state, kind))):
        near = (unit for there in (place, *state.board.neighbours[place]) for unit in at.get(there, ()))
        unseen = sum(step(state, unit) for unit in state.units(near) if unit.number not in seen)
        below = sum(step(state, unit) for unit in state.units(at[place]))
        yield Idea(UNSEEN * (unseen + below / 2), state.kit.row(kind)[place], "the guns see most from there")


IDEAS: Final[dict[str, Callable[[State, Kind], Ideas]]] = {
    "move": marches, "enter": arrivals, "place": arrivals, "return-full": returns, "return-depleted": returns,
    "rebuild": rebuilding, "attack": attacks, "join": joining, "bombard": bombardments, "support": support,
    "lose": losses, "stand-fast": losses, "retreat": falling_back, "advance": following, "shell": shells,
    "fly": flights,
}  # fmt: skip
