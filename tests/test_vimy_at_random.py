"""Vimy played at random: no dead end, every invariant of its own, and a list of orders that is the truth.

The suite plays a few games of every scenario and looks at some 300 positions. Before a release play more:

    FMBOOK_GAMES=3000 FMBOOK_POSITIONS=3000 python -m pytest tests/test_vimy_at_random.py -n 2
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from time import perf_counter

import pytest

import fmbook as fm
from fmbook.events import Advanced, Moved, Retreated
from fmbook.game import Game
from fmbook.judging import allows
from fmbook.orders import Attack, Join, Move
from fmbook.positions import Position
from fmbook.records import digest
from fmbook.rulebooks.vimy.deeds import Shell
from fmbook.scenarios import scenario_names
from fmbook.state import DEAD, OFF_MAP
from tests.random_play import how_many, play_on, thought_of
from tests.test_invariants import (
    enemies_keep_apart,
    forces_agree_with_the_map,
    markers_are_kept,
    nobody_is_crowded,
    somebody_decides,
)
from tests.test_legal_is_can import speaks_well

SCENARIOS = scenario_names("vimy")
GAMES = max(how_many("FMBOOK_GAMES", 200) // 66, 1)
POSITIONS = how_many("FMBOOK_POSITIONS", 300) // len(SCENARIOS)
BOUND = 3000
"""No random game may take more orders than this; the whole battle takes about 850."""


def play(scenario: str, seed: int) -> Iterator[Game]:
    """Play a random game to its end; in every other one both sides go for each other."""
    game, chance = fm.new_game("vimy", scenario, seed), Random(seed)
    yield game
    while not game.outcome:
        if seed % 2:
            seek_a_fight(game, chance)
        else:
            play_on(game, chance)
        yield game
        assert len(game.orders) < BOUND, "an endless game"


def seek_a_fight(game: Game, chance: Random) -> None:
    """Draw some orders by lot; of marches take the one that ends nearest to an enemy, join and attack if possible."""
    units = game.movers()
    orders = game.legal(unit=chance.choice(units)) if units and chance.random() < 0.9 else ()
    drawn = chance.choices(orders or game.legal(), k=6)
    fighting = [order for order in drawn if isinstance(order, Attack | Join | Shell)]
    marches = [order for order in drawn if isinstance(order, Move)]
    board, enemies = game.board, game.state.forces[1 - game.state.side].places
    if marches and not fighting:
        game.do(min(marches, key=lambda order: min(board.distance(board.at(order.to), place) for place in enemies)))
    else:
        game.do((fighting or drawn)[0])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_come_to_an_end_and_keep_the_rules(scenario):
    for seed in range(GAMES):
        before = None
        for game in play(scenario, seed):
            now = game.state
            forces_agree_with_the_map(now)
            nobody_is_crowded(now)
            enemies_keep_apart(now)
            somebody_decides(game)
            the_map_is_full_after_the_set_up(game)
            counters_are_whole(game)
            guns_and_aircraft_are_counted(game)
            divisions_fight_alone(game)
            if before:
                events = [entry.event for entry in game.steps[-1].entries]
                markers_are_kept(before, now, events)
                nights_are_still(game, before.turn)
            before = now


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
        assert len({game.kit.units[unit].group for unit in game.state.battle.attackers}) <= 1


def nights_are_still(game: Game, turn: int) -> None:
    if game.kit.data["track"][turn].night:
        events = (entry.event for entry in game.steps[-1].entries)
        assert not [event for event in events if isinstance(event, Moved | Advanced | Retreated)]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_same_seed_and_orders_give_the_same_game(scenario):
    *_, first = play(scenario, 7)
    again = fm.new_game("vimy", scenario, 7)
    for order in first.orders:
        again.do(str(order))
    assert digest(again.state) == digest(first.state)
    assert again.record() == first.record()


# --- legal is can ------------------------------------------------------------------------------------------------


def positions_from(scenario: str, wanted: int) -> Iterator[Position]:
    """Sample positions from random games, some 40 from each."""
    found = seed = 0
    while found < wanted:
        keep, often = Random(seed), 40 / (900 if scenario in ("battle", "free") else 150)
        for game in play(scenario, seed):
            if found < wanted and keep.random() < often:
                found += 1
                yield game.at(-1)
        seed += 1


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_order_is_listed_if_and_only_if_it_can_be_given(scenario):
    draw = Random(scenario)
    for position in positions_from(scenario, POSITIONS):
        listed = position.legal()
        legal = set(listed)
        assert len(legal) == len(listed), "an order is listed twice"
        assert listed == position.legal()
        for order in draw.sample(listed, min(40, len(listed))):
            assert allows(position.state, order)
        for order in draw.sample(listed, min(3, len(listed))):
            assert position.can(order)
        for number in range(60):
            order = thought_of(position, draw, due=number % 3 > 0)
            assert allows(position.state, order) == (order in legal), order
            if number < 12:
                verdict = position.can(order)
                assert bool(verdict) == (order in legal), f"{order}: {verdict}"
                speaks_well(verdict)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_list_of_a_unit_is_its_part_of_the_whole_list(scenario):
    for position in positions_from(scenario, POSITIONS // 10):
        whole = position.legal()
        for name in Random(1).sample([unit.id for unit in position.state.kit.units], 8):
            assert list(position.legal(unit=name)) == [order for order in whole if getattr(order, "unit", "") == name]
        assert {order.unit for order in whole if hasattr(order, "unit")} <= set(position.movers())


def test_every_kind_of_order_of_the_game_is_legal_somewhere():
    seen: set[str] = set()
    for scenario, games in (("free", 1), ("battle", 2), ("hill_145", 4)):
        for seed in range(games):
            for game in play(scenario, seed):
                if not seen >= EVERY:
                    seen |= {type(order).verb for order in game.legal()}
    assert seen == EVERY


EVERY = {
    "place", "fly", "move", "shell", "attack", "join", "ready", "support", "hold-fire", "roll", "lose", "retreat",
    "stand-fast", "advance", "stay-back", "rebuild", "return-full", "return-depleted", "end-phase",
}  # fmt: skip


def test_a_full_list_of_the_opening_march_is_quick():
    game = fm.new_game("vimy", "battle")
    while game.phase != "Allied movement phase":
        game.do("end-phase")
    began = perf_counter()
    assert len(game.legal()) > 1000
    assert perf_counter() - began < 1  # a bench measures; this only notices what went badly wrong
