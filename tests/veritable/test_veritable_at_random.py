"""Veritable played at random, with no option and with all four: no dead end, its invariants, a list that is the truth.

The suite plays a few games of every scenario and looks at some 300 positions. Before a release play more:

    FMBOOK_GAMES=2000 FMBOOK_POSITIONS=4000 python -m pytest tests/veritable -n 2
"""

from collections.abc import Iterator
from random import Random

import pytest

import fmbook as fm
from fmbook.game import Game
from fmbook.judging import allows
from fmbook.positions import Position
from fmbook.records import digest
from fmbook.rulebooks.veritable.ground import fits
from fmbook.scenarios import scenario_names
from fmbook.state import DEAD
from tests.random_play import how_many, play_on, thought_of
from tests.test_invariants import enemies_keep_apart, forces_agree_with_the_map, markers_are_kept, somebody_decides
from tests.test_legal_is_can import speaks_well

OPTIONS = ("amphibious", "fortress-cleve", "fuhrer", "eighth-turn")
FIELDS = [(scenario, options) for scenario in scenario_names("veritable") for options in ((), OPTIONS)]
NAMES = [f"{scenario}{' with all options' if options else ''}" for scenario, options in FIELDS]
GAMES = max(how_many("FMBOOK_GAMES", 200) // 50, 1)
POSITIONS = how_many("FMBOOK_POSITIONS", 300) // len(FIELDS)
BOUND = 3000
"""No random game may take more orders than this; the whole operation takes about 700."""


def play(scenario: str, options: tuple[str, ...], seed: int) -> Iterator[Game]:
    """Play a random game to its end and stop at every position."""
    game, chance = fm.new_game("veritable", scenario, seed, options=options), Random(seed)
    yield game
    while not game.outcome:
        play_on(game, chance)
        yield game
        assert len(game.orders) < BOUND, "an endless game"


@pytest.mark.parametrize(("scenario", "options"), FIELDS, ids=NAMES)
def test_random_games_come_to_an_end_and_keep_the_rules(scenario, options):
    for seed in range(GAMES):
        before = None
        for game in play(scenario, options, seed):
            now = game.state
            forces_agree_with_the_map(now)
            enemies_keep_apart(now)
            somebody_decides(game)
            no_hex_is_crowded(game)
            the_dead_stay_dead(game)
            outposts_stay(game)
            if before:
                markers_are_kept(before, now, [entry.event for entry in game.steps[-1].entries])
            before = now


def no_hex_is_crowded(game: Game) -> None:
    for force in game.state.forces:
        assert all(fits(game.state.units(stack)) for stack in force.at.values())


def the_dead_stay_dead(game: Game) -> None:
    for place, steps in zip(game.state.where, game.state.steps, strict=True):
        assert (steps == 0) == (place == DEAD)


def outposts_stay(game: Game) -> None:
    start = game.at(0).state
    for unit in game.kit.units:
        if "outpost" in unit.traits and start.where[unit.number] >= 0:
            assert game.state.where[unit.number] in (start.where[unit.number], DEAD)


@pytest.mark.parametrize(("scenario", "options"), FIELDS, ids=NAMES)
def test_the_same_seed_and_orders_give_the_same_game(scenario, options):
    *_, first = play(scenario, options, 7)
    again = fm.new_game("veritable", scenario, 7, options=options)
    for order in first.orders:
        again.do(str(order))
    assert digest(again.state) == digest(first.state)
    assert again.record() == first.record()


# --- legal is can --------------------------------------------------------------------------------------------


def positions_from(scenario: str, options: tuple[str, ...], wanted: int) -> Iterator[Position]:
    """Sample positions from random games, some 30 from each."""
    found = seed = 0
    while found < wanted:
        keep, often = Random(seed), 30 / (700 if scenario in ("operation", "free") else 150)
        for game in play(scenario, options, seed):
            if found < wanted and keep.random() < often:
                found += 1
                yield game.at(-1)
        seed += 1


@pytest.mark.parametrize(("scenario", "options"), FIELDS, ids=NAMES)
def test_an_order_is_listed_if_and_only_if_it_can_be_given(scenario, options):
    draw = Random(scenario)
    for position in positions_from(scenario, options, POSITIONS):
        listed = position.legal()
        legal = set(listed)
        assert len(legal) == len(listed), "an order is listed twice"
        for order in draw.sample(listed, min(40, len(listed))):
            assert allows(position.state, order)
            assert position.can(order)
        for number in range(120):
            order = thought_of(position, draw, due=number % 3 > 0)
            assert allows(position.state, order) == (order in legal), order
            if number < 30:
                verdict = position.can(order)
                assert bool(verdict) == (order in legal), f"{order}: {verdict}"
                speaks_well(verdict)


def test_every_kind_of_order_of_the_game_is_legal_somewhere():
    seen: set[str] = set()
    for scenario, options in (("free", OPTIONS), ("operation", OPTIONS), ("cleve", ()), ("goch", ())):
        for seed in range(3):
            for game in play(scenario, options, seed):
                seen |= {type(order).verb for order in game.legal()}
    assert seen >= EVERY


EVERY = {
    "place", "attach", "roll", "move-first", "fight-first", "request", "enter", "move", "end-phase", "attack", "join",
    "ready", "support", "hold-fire", "lose", "retreat", "advance", "stay-back",
}  # fmt: skip
