"""What must hold in every game of Vimy."""

from collections import Counter

from fmbook.core.events import Advanced, Moved, Retreated
from fmbook.core.state import DEAD, OFF_MAP, State
from fmbook.play.game import Game
from tests.at_random.playing import Wild, seek_a_fight
from tests.play.test_invariants import enemies_keep_apart, markers_are_kept, nobody_is_crowded


def keeps(before: State | None, game: Game) -> None:
    nobody_is_crowded(game.state)
    enemies_keep_apart(game.state)
    the_map_is_full_after_the_set_up(game)
    counters_are_whole(game)
    guns_and_aircraft_are_counted(game)
    divisions_fight_alone(game)
    if before:
        markers_are_kept(before, game.state, [entry.event for entry in game.steps[-1].entries])
        nights_are_still(game, before.turn)


def the_map_is_full_after_the_set_up(game: Game) -> None:
    if game.state.phase.kind != "set-up":
        assert OFF_MAP not in game.state.where


def counters_are_whole(game: Game) -> None:
    state = game.state
    for place, steps in zip(state.where, state.steps, strict=True):
        assert 0 <= steps <= 2
        assert (steps == 0) == (place == DEAD)


def guns_and_aircraft_are_counted(game: Game) -> None:
    facts, board = game.state.facts, game.board
    assert len(facts.get("flights", ())) == len(set(facts.get("flights", ()))) <= facts["aircraft"] + 1
    assert max(Counter(facts.get("laid", ())).values(), default=0) <= 2
    assert facts.get("shells", 0) >= 0
    assert 0 <= facts.get("replacements", 0) <= 2
    assert facts.get("allied_ground", frozenset()) <= board.having("peak") | board.having("german_supply")


def divisions_fight_alone(game: Game) -> None:
    if game.state.battle:
        assert len({game.setup.units[unit].group for unit in game.state.battle.attackers}) <= 1


def nights_are_still(game: Game, turn: int) -> None:
    if game.setup.data["track"][turn].night:
        events = (entry.event for entry in game.steps[-1].entries)
        assert not [event for event in events if isinstance(event, Moved | Advanced | Retreated)]


VIMY = Wild(
    "vimy",
    keeps,
    kinds="place fly move shell attack join ready support hold-fire roll lose retreat stand-fast advance stay-back "
    "rebuild return-full return-depleted end-phase",
    shown=(("free", ()), ("battle", ()), ("hill_145", ())),
    eagerly=seek_a_fight,
)
