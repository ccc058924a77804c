"""The Scheldt played at random: no dead end, every invariant of its own, and a list of orders that is the truth.

The suite plays a few games of every scenario and looks at some 300 positions. Before a release play more:

    FMBOOK_GAMES=3000 FMBOOK_POSITIONS=3000 python -m pytest tests/test_scheldt_at_random.py -n 2
"""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

import fmbook as fm
from fmbook.events import Advanced, Moved, Retreated
from fmbook.game import Game
from fmbook.judging import allows
from fmbook.mechanics.marching import track, way
from fmbook.orders import Attack, Join, Move
from fmbook.positions import Position
from fmbook.records import digest
from fmbook.rulebooks.scheldt.deeds import Land
from fmbook.scenarios import scenario_names
from fmbook.state import DEAD, State
from tests.random_play import how_many, play_on, thought_of
from tests.test_invariants import forces_agree_with_the_map, nobody_is_crowded, somebody_decides
from tests.test_legal_is_can import speaks_well

SCENARIOS = scenario_names("scheldt")
GAMES = max(how_many("FMBOOK_GAMES", 200) // 66, 2)
POSITIONS = how_many("FMBOOK_POSITIONS", 300) // len(SCENARIOS)
BOUND = 4000
"""No random game may take more orders than this; the campaign takes some 1,300."""


def play(scenario: str, seed: int) -> Iterator[Game]:
    """Play a random game to its end; in every other one both sides go for each other."""
    game, chance = fm.new_game("scheldt", scenario, seed), Random(seed)
    yield game
    while not game.outcome:
        if seed % 2:
            seek_a_fight(game, chance)
        else:
            play_on(game, chance)
        yield game
        assert len(game.orders) < BOUND, "an endless game"


def seek_a_fight(game: Game, chance: Random) -> None:
    """Land, attack and join if possible; of some marches take the one that ends nearest to an enemy."""
    units = game.movers()
    orders = game.legal(unit=chance.choice(units)) if units and chance.random() < 0.9 else ()
    drawn = chance.choices(orders or game.legal(), k=6)
    fighting = [order for order in drawn if isinstance(order, Attack | Join | Land)]
    marches = [order for order in drawn if isinstance(order, Move)]
    board, enemies = game.board, game.state.forces[1 - game.state.side].places
    if marches and enemies and not fighting:
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
            somebody_decides(game)
            counters_are_whole(before, game)
            enemies_share_beaches_alone(now)
            nobody_is_in_the_sea(now)
            special_markers_are_counted(now)
            if before:
                nobody_crosses_what_he_may_not(before, game)
                the_pocket_is_frozen(before, now)
            before = now


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
    board, units = state.board, state.kit.units
    assert not (state.forces[0].places | state.forces[1].places) & board.having("sea")
    for number, place in enumerate(state.where):
        if place in board.having("flooded"):
            assert "mobile" not in units[number].traits
        if place >= 0 and units[number].group == "104_US":
            assert board.centre(place).x >= board.centre(board.at("2021")).x


def special_markers_are_counted(state: State) -> None:
    """Of each special marker there are never more than the scenario has, spent ones included."""
    support = state.kit.data["form"].support
    fired = len(state.facts.get("naval targets", ()))
    for special in support.special if support else ():
        number = state.kit.marker_numbers[special.name]
        at_hand = sum(hand.count(number) for hand in state.hands)
        assert at_hand <= special.count - (fired if special.kind == "naval" else 0)
    assert fired == len(set(state.facts.get("naval targets", ()))) <= 2


def nobody_crosses_what_he_may_not(before: State, game: Game) -> None:
    """No German passes the Leopold Canal, and nobody an all-sea side but by the ferry of 13.0."""
    board, kit = game.board, game.kit
    for entry in game.steps[-1].entries:
        event = entry.event
        if not isinstance(event, Moved | Advanced | Retreated):
            continue
        unit = kit.unit(event.unit)
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
    counter, to, via = before.kit.units[unit], board.at(event.to), tuple(map(board.at, event.via))
    if via:
        found = way(before, counter, to, via)
        return list(found[1]) if found else []
    return [start, *track(before, counter, to)]


def the_pocket_is_frozen(before: State, now: State) -> None:
    if now.turn <= 3:
        for unit in now.kit.units:
            if "pocket" in unit.traits:
                assert now.where[unit.number] == before.where[unit.number]
                assert now.steps[unit.number] == 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_same_seed_and_orders_give_the_same_game(scenario):
    *_, first = play(scenario, 7)
    again = fm.new_game("scheldt", scenario, 7)
    for order in first.orders:
        again.do(str(order))
    assert digest(again.state) == digest(first.state)
    assert again.record() == first.record()


# --- legal is can ------------------------------------------------------------------------------------------------


def positions_from(scenario: str, wanted: int) -> Iterator[Position]:
    """Sample positions from random games, some 40 from each."""
    found = seed = 0
    while found < wanted:
        keep, often = Random(seed), 40 / (1300 if scenario in ("campaign", "free") else 120)
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
    for position in positions_from(scenario, max(POSITIONS // 10, 3)):
        whole = position.legal()
        units = [unit.id for unit in position.state.kit.units]
        for name in Random(1).sample(units, min(8, len(units))):
            assert list(position.legal(unit=name)) == [order for order in whole if getattr(order, "unit", "") == name]
        assert {order.unit for order in whole if hasattr(order, "unit")} <= set(position.movers())


def test_every_kind_of_order_of_the_game_is_legal_somewhere():
    seen: set[str] = set()
    for scenario in ("free", "walcheren", "breskens", "isthmus"):
        for seed in range(2 if scenario == "free" else 4):
            for game in play(scenario, seed):
                if not seen >= EVERY:
                    seen |= {type(order).verb for order in game.legal()}
    assert seen == EVERY


EVERY = {
    "place", "enter", "land", "move", "bombard", "attack", "join", "ready", "support", "hold-fire", "roll", "lose",
    "retreat", "stand-fast", "advance", "stay-back", "rebuild", "end-phase",
}  # fmt: skip
