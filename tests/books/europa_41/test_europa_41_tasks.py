"""The tasks of rule 41: each can be solved, as recorded, and each can be failed."""

import re
from itertools import pairwise
from random import Random

import pytest

import fmbook as fm
from fmbook.books.cards import read_clauses
from fmbook.books.europa_41.tasks import due, right_answer, tasks_of
from fmbook.components.scenarios import scenario_names
from fmbook.core.events import Event, PhaseBegan, PhaseEnded, TurnBegan, TurnEnded
from fmbook.play.game import Game
from fmbook.text import board_in_words
from tests.at_random.europa_41 import mostly_right
from tests.books.europa_41.solver import missed
from tests.tools import record

GAMES = 60
each_board = pytest.mark.parametrize("name", scenario_names("europa_41"))


@each_board
def test_every_task_is_solved_by_the_recorded_solution(name):
    game = fm.load(record.FOLDER / f"europa_41-{name}.txt")
    assert game.outcome
    assert game.outcome.level == "solved"
    assert all(game.state.facts["results"])


@each_board
def test_every_task_is_solved_by_skill_whatever_the_dice_and_the_enemy_do(name):
    assert list(missed(name, GAMES)) == []


def test_no_side_has_two_movement_phases_in_a_row():
    setups = [fm.new_game("europa_41", name).setup for name in scenario_names("europa_41")]
    moves = [phase for setup in setups for task in tasks_of(setup) for phase in pairwise(task.phases)]
    assert not [pair for pair in moves if pair[0] == pair[1]]


@each_board
def test_every_task_can_be_failed(name):
    game = failed(name)
    assert not any(game.state.facts["results"])
    assert game.outcome
    assert game.outcome.level == "failed"


def failed(name: str) -> Game:
    """Play a board with wrong answers, and with nothing done that can be left undone."""
    game = fm.new_game("europa_41", name)
    while not game.outcome:
        question = due(game.state)
        if question:
            game.do(f"say {question.wrong[0]}")
        else:
            game.do(next((order for order in game.legal() if order.verb == "end-phase"), game.legal()[0]))
    return game


MARKS: dict[type[Event], str] = {PhaseEnded: "e", PhaseBegan: "b", TurnEnded: "E", TurnBegan: "B"}


@each_board
def test_phases_and_tasks_begin_and_end_by_turns_whether_solved_or_failed(name):
    for game in (fm.load(record.FOLDER / f"europa_41-{name}.txt"), failed(name)):
        course = "".join(MARKS.get(type(entry.event), "") for step in game.steps for entry in step.entries)
        assert re.fullmatch("(eb)*eE(Bb(eb)*eE)*", course), course
        assert course.count("E") == game.setup.turns


@each_board
def test_the_diary_tells_each_task_as_it_begins(name):
    said = list(failed(name).diary)
    assert all(
        any(line.startswith(task.says) for line in said) for task in tasks_of(fm.new_game("europa_41", name).setup)
    )


@each_board
def test_a_turn_is_called_a_task_wherever_it_is_named(name):
    game = fm.new_game("europa_41", name)
    count = game.setup.turns
    assert game.turn_name == f"Task 1 of {count}"
    assert f"Task 1 of {count}, {game.phase}." in board_in_words(game)
    assert "task 1, " in str(game)
    over = failed(name)
    told = [*map(str, over.diary), *str(fm.debrief(over)).splitlines()]
    assert any(line.startswith(f"Task {count} begins.") for line in told)
    assert any(line.startswith("Task 1 ends.") for line in told)
    assert "Task by task" in told
    assert not [line for line in told if line.startswith("Turn ")]


@each_board
def test_the_right_answer_is_never_among_the_wrong_ones(name):
    for seed in (7, 8):
        game, chance = fm.new_game("europa_41", name, seed), Random(seed)
        while not game.outcome:
            question = due(game.state)
            assert question is None or right_answer(game.state, question) not in question.wrong
            mostly_right(game, chance)


def test_every_clause_has_a_task():
    """Thirty-six tasks on fifteen boards, each tagged with the clauses that it is about."""
    boards = [fm.new_game("europa_41", name).setup for name in scenario_names("europa_41")]
    tasks = [task for setup in boards for task in tasks_of(setup)]
    assert (len(boards), len(tasks)) == (15, 36)
    tagged = {clause for task in tasks for clause in task.teaches}
    assert tagged == {clause.id for clause in read_clauses("europa_41")}
