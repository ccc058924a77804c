"""What must hold in every game of the Scheldt."""

from itertools import pairwise

from fmbook.core.events import Advanced, Moved, Retreated
from fmbook.core.state import DEAD, State
from fmbook.mechanics.movement import track, way
from fmbook.play.game import Game
from tests.at_random.playing import Wild, seek_a_fight
from tests.play.test_invariants import nobody_is_crowded


def keeps(before: State | None, game: Game) -> None:
    now = game.state
    nobody_is_crowded(now)
    counters_are_whole(before, game)
    enemies_share_beaches_alone(now)
    nobody_is_in_the_sea(now)
    special_markers_are_counted(now)
    if before:
        nobody_crosses_what_he_may_not(before, game)
        the_pocket_is_frozen(before, now)


def counters_are_whole(before: State | None, game: Game) -> None:
    state = game.state
    for number, (place, steps) in enumerate(zip(state.where, state.steps, strict=True)):
        assert 0 <= steps <= 2
        assert (steps == 0) == (place == DEAD)
        assert not before or before.where[number] != DEAD or place == DEAD, "somebody rose from the dead"


def enemies_share_beaches_alone(state: State) -> None:
    boats = {(unit, place) for unit, place, _ in state.facts.get("boats", ())}
    for place in state.forces[0].places & state.forces[1].places:
        [unit] = state.forces[0].at[place]
        assert (unit, place) in boats
        assert place in state.board.having("coastal")


def nobody_is_in_the_sea(state: State) -> None:
    board, units = state.board, state.setup.units
    assert not (state.forces[0].places | state.forces[1].places) & board.having("sea")
    for number, place in enumerate(state.where):
        if place in board.having("flooded"):
            assert "mobile" not in units[number].traits
        if place >= 0 and units[number].group == "104_US":
            assert board.centre(place).x >= board.centre(board.at("2021")).x


def special_markers_are_counted(state: State) -> None:
    """Of each special marker there are never more than the scenario has, spent ones included."""
    support = state.setup.data["form"].support
    fired = len(state.facts.get("naval targets", ()))
    for special in support.special if support else ():
        number = state.setup.marker_numbers[special.name]
        at_hand = sum(hand.count(number) for hand in state.hands)
        assert at_hand <= special.count - (fired if special.kind == "naval" else 0)
    assert fired == len(set(state.facts.get("naval targets", ()))) <= 2


def nobody_crosses_what_he_may_not(before: State, game: Game) -> None:
    """No German passes the Leopold Canal, and nobody an all-sea side but by the ferry of 13.0."""
    board, setup = game.board, game.setup
    for entry in game.steps[-1].entries:
        event = entry.event
        if not isinstance(event, Moved | Advanced | Retreated):
            continue
        unit = setup.unit(event.unit)
        start = before.where[unit.number]
        if start < 0:
            continue
        steps = passed(before, event, unit.number, start)
        for here, there in pairwise(steps):
            border = board.border(here, there)
            assert "barred" not in border
            assert unit.side == 0 or "leopold_canal" not in border
            if "all_sea" in border:
                assert (unit.side, isinstance(event, Moved), before.turn >= 4) == (0, True, True)
                assert board.name(here) in ("2637", "2737", "2837")


def passed(before: State, event: Moved | Advanced | Retreated, unit: int, start: int) -> list[int]:
    board = before.board
    if isinstance(event, Advanced):
        return [start, board.at(event.to)] if board.at(event.to) in board.neighbours[start] else []
    if isinstance(event, Retreated):
        return [start, *map(board.at, event.way)]
    counter, to, via = before.setup.units[unit], board.at(event.to), tuple(map(board.at, event.via))
    if via:
        found = way(before, counter, to, via)
        return list(found[1]) if found else []
    return [start, *track(before, counter, to)]


def the_pocket_is_frozen(before: State, now: State) -> None:
    if now.turn <= 3:
        for unit in now.setup.units:
            if "pocket" in unit.traits:
                assert now.where[unit.number] == before.where[unit.number]
                assert now.steps[unit.number] == 2


SCHELDT = Wild(
    "scheldt",
    keeps,
    kinds="place enter land move bombard attack join ready support hold-fire roll lose retreat stand-fast advance "
    "stay-back rebuild end-phase",
    shown=(("walcheren", ()), ("breskens", ()), ("isthmus", ()), ("free", ())),
    eagerly=seek_a_fight,
)
