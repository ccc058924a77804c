"""Eben-Emael played at random: no dead end, every invariant of its own, and a list of orders that is the truth.

The suite plays some 200 games and looks at some 300 positions. Before a release play more:

    FMBOOK_GAMES=3000 FMBOOK_POSITIONS=3000 python -m pytest tests/test_eben_at_random.py
"""

from collections.abc import Iterator
from random import Random

import pytest

import fmbook as fm
from fmbook.game import Game
from fmbook.judging import allows
from fmbook.positions import Position
from fmbook.records import digest
from fmbook.rulebooks.eben_emael.fort import BELGIAN, GERMAN, held, inside, is_weapon, manned, men_at, shut
from fmbook.scenarios import scenario_names
from fmbook.state import DEAD, OFF_MAP, State
from tests.random_play import how_many, play_on, thought_of
from tests.test_invariants import forces_agree_with_the_map, somebody_decides
from tests.test_legal_is_can import speaks_well

OPTIONS = ((), ("solitaire",), ("guns-75",), ("german-guns",))
FIELDS = [(name, options) for name in scenario_names("eben_emael") for options in OPTIONS]
GAMES = max(how_many("FMBOOK_GAMES", 200) // (4 * len(FIELDS)), 1)
POSITIONS = how_many("FMBOOK_POSITIONS", 300) // len(FIELDS)
BOUND = 2500
GARRISON = 658
"""No random game may take more orders than this; a whole one takes about 350."""

each_field = pytest.mark.parametrize(("scenario", "options"), FIELDS)


def play(scenario: str, options: tuple[str, ...], seed: int) -> Iterator[Game]:
    """Play a random game to its end; in every other one whoever can do something does not end his phase."""
    game, chance = fm.new_game("eben_emael", scenario, seed, options), Random(seed)
    yield game
    while not game.outcome:
        busy = [order for order in game.legal() if order.verb not in ("end-phase", "hold-fire", "stay-back")]
        if seed % 2 and busy and chance.random() < 0.8:
            game.do(chance.choice(busy))
        else:
            play_on(game, chance)
        yield game
        assert len(game.orders) < BOUND, "an endless game"


@each_field
def test_random_games_come_to_an_end_and_keep_the_rules(scenario, options):
    for seed in range(GAMES):
        before = None
        for game in play(scenario, options, seed):
            now = game.state
            forces_agree_with_the_map(now)
            somebody_decides(game)
            men_are_counted(now)
            nobody_is_crowded(now)
            works_keep_their_rules(now)
            counters_lie_in_one_place(now)
            if before:
                nothing_comes_back(before, now)
            before = now


def men_are_counted(state: State) -> None:
    """Every man is on the map, below, in the air or on a track."""
    lost, on_map = state.facts.get("lost", (0, 0)), state.on_map(BELGIAN)
    up = sum(state.steps[unit.number] for unit in state.units(on_map) if not is_weapon(unit))
    assert state.facts["below"] + up + lost[BELGIAN] == GARRISON
    germans = sum(
        state.steps[unit.number]
        for unit in state.kit.units
        if unit.side == GERMAN and (unit.group == "gliders" or state.where[unit.number] != OFF_MAP)
    )
    extra = 7 if any(u.group == "glider_12" and state.where[u.number] != OFF_MAP for u in state.kit.units) else 0
    assert germans + lost[GERMAN] == 85 + extra
    for unit in state.kit.units:
        assert (state.steps[unit.number] == 0) == (state.where[unit.number] == DEAD)


def nobody_is_crowded(state: State) -> None:
    for side in (GERMAN, BELGIAN):
        assert all(men_at(state, place, side) <= 80 for place in held(state, side))


def works_keep_their_rules(state: State) -> None:
    assert not manned(state) & shut(state)
    assert all(state.kit.units[unit].side == BELGIAN for unit in inside(state))
    assert all(unit.side == BELGIAN for unit in state.kit.units if is_weapon(unit))
    assert all(state.where[unit] in state.board.having("bunker") for unit in inside(state))
    if state.battle:
        assert all(state.kit.units[unit].side == state.battle.side for unit in state.battle.attackers)


def counters_lie_in_one_place(state: State) -> None:
    pool, kept = state.facts.get("pool", ()), state.facts.get("held", ())
    assert len(set(pool)) == len(pool)
    assert len(set(kept)) == len(kept)
    assert not set(pool) & set(kept)


def nothing_comes_back(before: State, now: State) -> None:
    for name in ("sealed", "destroyed", "blocked"):
        assert set(before.facts.get(name, ())) <= set(now.facts.get(name, ()))
    tracks = zip(before.facts.get("lost", (0, 0)), now.facts.get("lost", (0, 0)), strict=True)
    assert all(earlier <= later for earlier, later in tracks)
    assert set(now.facts.get("pool", ())) <= set(before.facts.get("pool", now.facts.get("pool", ())))
    for unit in now.kit.units:
        if before.where[unit.number] == DEAD:
            assert now.where[unit.number] == DEAD


@each_field
def test_the_same_seed_and_orders_give_the_same_game(scenario, options):
    *_, first = play(scenario, options, 7)
    again = fm.new_game("eben_emael", scenario, 7, options)
    for order in first.orders:
        again.do(str(order))
    assert digest(again.state) == digest(first.state)
    assert fm.resume(first.code()).record() == again.record() == first.record()


# --- legal is can ----------------------------------------------------------------------------------


def positions_from(scenario: str, options: tuple[str, ...], wanted: int) -> Iterator[Position]:
    """Sample positions from random games, some 20 from each."""
    found = seed = 0
    while found < wanted:
        keep = Random(seed)
        for game in play(scenario, options, seed):
            if found < wanted and keep.random() < 0.08:
                found += 1
                yield game.at(-1)
        seed += 1


@each_field
def test_an_order_is_listed_if_and_only_if_it_can_be_given(scenario, options):
    draw = Random(f"{scenario} {options}")
    for position in positions_from(scenario, options, POSITIONS):
        listed = position.legal()
        legal = set(listed)
        assert len(legal) == len(listed), "an order is listed twice"
        assert listed == position.legal()
        for order in draw.sample(listed, min(20, len(listed))):
            assert allows(position.state, order)
            assert position.can(order)
        for number in range(60):
            order = thought_of(position, draw, due=number % 3 > 0)
            assert allows(position.state, order) == (order in legal), order
            if number < 12:
                verdict = position.can(order)
                assert bool(verdict) == (order in legal), f"{order}: {verdict}"
                speaks_well(verdict)
        by_unit = {unit.id: list(position.legal(unit=unit.id)) for unit in position.state.kit.units}
        assert all(order in by_unit[order.unit] for order in listed if hasattr(order, "unit"))
        assert sum(map(len, by_unit.values())) == sum(hasattr(order, "unit") for order in listed)
        assert position.describe("S05")


def test_every_kind_of_order_of_the_game_is_legal_somewhere():
    seen: set[str] = set()
    for seed in range(1, 60):
        for game in play("full_readiness" if seed % 4 else "historical", (), seed):
            if not seen >= EVERY:
                seen |= {type(order).verb for order in game.legal()}
    assert seen == EVERY


EVERY = {
    "strike", "place", "roll", "use", "equip", "move", "fire", "hold-fire", "blow", "attack", "join", "flame", "ready",
    "lose", "fall-back", "keep", "advance", "stay-back", "sally", "garrison", "end-phase",
}  # fmt: skip
