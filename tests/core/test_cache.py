"""How long answers are kept: while a side stands still, whatever it loses; what hangs on strength is asked anew."""

from collections.abc import Callable

import fmbook as fm
from fmbook.books.eben_emael.fort import men_at, men_by_place
from fmbook.core.cache import per_side
from fmbook.core.state import Force, State
from fmbook.engine.legality import legal


def counting() -> tuple[list[int], Callable[[State, int], frozenset[int]]]:
    """Return a function that is kept for a side, and whom it has been asked about."""
    asked: list[int] = []

    @per_side
    def ground(state: State, side: int) -> frozenset[int]:
        asked.append(side)
        return frozenset(state.forces[side].places)

    return asked, ground


def test_what_is_kept_for_a_side_outlives_its_losses_and_none_of_its_marches():
    asked, ground = counting()
    state = fm.new_game("drill", "march").state
    unit = next(unit for unit in state.setup.units if state.where[unit.number] >= 0)
    here = ground(state, unit.side)
    assert ground(state.with_steps(unit.number, 1), unit.side) is here
    assert asked == [unit.side]
    free = next(place for place in state.board.neighbours[state.where[unit.number]] if place not in here)
    assert free in ground(state.with_unit(unit.number, free), unit.side)
    assert asked == [unit.side, unit.side]


def test_men_are_counted_anew_when_some_have_fallen():
    state = fm.new_game("eben_emael", "first_minutes").state
    unit = next(unit for unit in state.setup.units if men_by_place(state, unit.side).get(state.where[unit.number]))
    place = state.where[unit.number]
    before = men_at(state, place, unit.side)
    assert men_at(state.with_steps(unit.number, state.steps[unit.number] - 1), place, unit.side) == before - 1


@fm.settles("house:frail", "zone", replaces="veritable:7.0")
def only_who_has_all_steps_watches(state, side):
    """Only a unit with all its steps has a zone."""
    watching = [unit for unit in state.units(state.on_map(side)) if state.is_full(unit)]
    return frozenset().union(*(state.board.neighbours[state.where[unit.number]] for unit in watching))


def test_marches_heed_a_zone_that_hangs_on_strength():
    game = fm.new_game("veritable", "first_days", house_rules=[only_who_has_all_steps_watches])
    game.do("move-first")
    state, before = game.state, legal(game.state)
    for unit in state.units(state.on_map(1 - state.side)):
        state = state.with_steps(unit.number, unit.steps - 1)
    afresh = state.but(forces=tuple(Force(force.at) for force in state.forces))
    assert legal(state) == legal(afresh) != before
