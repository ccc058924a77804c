"""What must hold in every game of Veritable."""

from fmbook.books.veritable.ground import fits
from fmbook.core.state import DEAD, State
from fmbook.play.game import Game
from tests.at_random.playing import Wild
from tests.play.test_invariants import enemies_keep_apart, markers_are_kept

OPTIONS = ("amphibious", "fortress-cleve", "fuhrer", "eighth-turn")


def keeps(before: State | None, game: Game) -> None:
    enemies_keep_apart(game.state)
    no_hex_is_crowded(game)
    the_dead_stay_dead(game)
    outposts_stay(game)
    if before:
        markers_are_kept(before, game.state, [entry.event for entry in game.steps[-1].entries])


def no_hex_is_crowded(game: Game) -> None:
    for force in game.state.forces:
        assert all(fits(game.state.units(stack)) for stack in force.at.values())


def the_dead_stay_dead(game: Game) -> None:
    for place, steps in zip(game.state.where, game.state.steps, strict=True):
        assert (steps == 0) == (place == DEAD)


def outposts_stay(game: Game) -> None:
    start = game.at(0).state
    for unit in game.setup.units:
        if "outpost" in unit.traits and start.where[unit.number] >= 0:
            assert game.state.where[unit.number] in (start.where[unit.number], DEAD)


VERITABLE = Wild(
    "veritable",
    keeps,
    kinds="place attach roll move-first fight-first request enter move end-phase attack join ready support hold-fire "
    "lose retreat advance stay-back",
    shown=(("free", OPTIONS), ("operation", OPTIONS), ("cleve", ()), ("goch", ())),
    options=((), OPTIONS),
)
