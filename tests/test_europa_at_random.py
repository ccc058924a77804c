"""Rule 41 played at random: no dead end, every invariant of its own, and a list of orders that is the truth.

The boards are played as they are, with their tasks, and once more freely, phase after phase for both sides. The suite
plays some 200 games and looks at some 300 positions. Before a release play more:

    FMBOOK_GAMES=3000 FMBOOK_POSITIONS=3000 python -m pytest tests/test_europa_at_random.py
"""

from collections.abc import Iterator
from random import Random

import pytest

import fmbook as fm
from fmbook.game import Game
from fmbook.judging import allows
from fmbook.positions import Position
from fmbook.records import digest
from fmbook.rulebooks.europa_41.owners import is_ground, owned
from fmbook.rulebooks.europa_41.tasks import due, right_answer
from fmbook.rulebooks.europa_41.waters import chart_of, is_ship, lies_on
from fmbook.scenarios import scenario_names
from fmbook.state import DEAD, State
from tests.europa_positions import board
from tests.random_play import how_many, play_on, thought_of
from tests.test_invariants import forces_agree_with_the_map, somebody_decides
from tests.test_legal_is_can import speaks_well

BOARDS = scenario_names("europa_41")
GAMES = max(how_many("FMBOOK_GAMES", 200) // (2 * len(BOARDS)), 1)
POSITIONS = how_many("FMBOOK_POSITIONS", 300) // len(BOARDS)
BOUND = 400
"""No random game may take more orders than this."""
KINDS = ("initial", "movement", "combat", "exploitation")

each_board = pytest.mark.parametrize("name", BOARDS)


def freely(name: str, seed: int) -> Game:
    """Set a board up for two turns of both sides, with whatever its last task supposes."""
    sides = fm.new_game("europa_41", name).sides
    phases = [f"{side} {kind}" for _ in range(2) for side in sides for kind in KINDS]
    return board(name, *phases, surrendered=bool(seed % 3), seed=seed)


def play(name: str, seed: int, *, tasks: bool) -> Iterator[Game]:
    """Play a random game to its end; most questions are answered right, and whoever can do something mostly does."""
    game, chance = fm.new_game("europa_41", name, seed) if tasks else freely(name, seed), Random(seed)
    yield game
    while not game.outcome:
        question, busy = due(game.state), [order for order in game.legal() if order.verb != "end-phase"]
        if question and chance.random() < 0.9:
            game.do(f"say {right_answer(game.state, question)}")
        elif busy and chance.random() < 0.8:
            game.do(chance.choice(busy))
        else:
            play_on(game, chance)
        yield game
        assert len(game.orders) < BOUND, "an endless game"


@each_board
@pytest.mark.parametrize("tasks", [True, False], ids=["tasks", "freely"])
def test_random_games_come_to_an_end_and_keep_the_rules(name, tasks):
    for seed in range(GAMES):
        before = None
        for game in play(name, seed, tasks=tasks):
            now = game.state
            forces_agree_with_the_map(now)
            somebody_decides(game)
            nobody_drowns(now)
            ships_lie_on_water(now)
            every_hex_has_one_owner(now)
            if before and before.turn == now.turn:
                nobody_rises_from_the_dead(before, now)
            before = now


def nobody_drowns(state: State) -> None:
    """Ground units stand on land, on ice, or aboard a ship."""
    afloat = {name for name, _ in state.facts.get("aboard", ())}
    for side in (0, 1):
        for unit in state.units(state.on_map(side)):
            features = state.board.features[state.where[unit.number]]
            dry = "sea" not in features and ("lake" not in features or "freezes" in features)
            assert dry or not is_ground(unit) or unit.id in afloat


def ships_lie_on_water(state: State) -> None:
    chart = chart_of(state)
    for unit in state.kit.units:
        place = state.where[unit.number]
        if is_ship(unit) and place >= 0:
            assert lies_on(state, unit) in chart.of_hex[place]
            assert place not in state.board.having("sivash") or place == state.board.at("2929")


def every_hex_has_one_owner(state: State) -> None:
    assert not owned(state, 0) & owned(state, 1)


def nobody_rises_from_the_dead(before: State, now: State) -> None:
    for unit in now.kit.units:
        if before.where[unit.number] == DEAD:
            assert now.where[unit.number] == DEAD


@each_board
def test_the_list_is_the_truth(name):
    draw = Random(41)
    for position in sampled(name):
        legal = position.legal()
        listed = set(legal)
        for order in legal:
            assert position.can(order), order
            assert allows(position.state, order), order
        for number in range(60):
            order = thought_of(position, draw, due=number % 3 > 0)
            verdict = position.can(order)
            assert bool(verdict) == (order in listed) == allows(position.state, order), order
            if not verdict:
                speaks_well(verdict)


def sampled(name: str) -> Iterator[Position]:
    found, seed = 0, 0
    while found < POSITIONS:
        seed += 1
        games = [Position(game.state) for game in play(name, seed, tasks=bool(seed % 2))]
        for taken in Random(seed).sample(games, min(4, len(games))):
            yield taken
            found += 1


@each_board
def test_records_and_codes_bring_a_game_back(name):
    *_, game = play(name, 5, tasks=True)
    assert digest(fm.replay(game.record()).state) == digest(game.state)
    assert digest(fm.resume(game.code()).state) == digest(game.state)


# --- tasks: each can be solved, each can be failed -------------------------------------------------


@each_board
def test_every_task_is_solved_by_the_recorded_solution(name):
    from tests import record

    game = fm.load(record.FOLDER / f"europa_41-{name}.txt")
    assert game.outcome
    assert game.outcome.level == "solved"
    assert all(game.state.facts["results"])


@each_board
def test_every_task_can_be_failed(name):
    game = fm.new_game("europa_41", name)
    while not game.outcome:
        question = due(game.state)
        if question:
            game.do(f"say {question.wrong[0]}")
        else:
            game.do(next((order for order in game.legal() if order.verb == "end-phase"), game.legal()[0]))
    assert not any(game.state.facts["results"])
    assert game.outcome
    assert game.outcome.level == "failed"


@each_board
def test_the_right_answer_is_never_among_the_wrong_ones(name):
    for game in play(name, 7, tasks=True):
        question = due(game.state)
        assert question is None or right_answer(game.state, question) not in question.wrong
