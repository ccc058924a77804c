"""A class of tables: how they stand, what was answered, and all their games beside others."""

import random

import pytest

import fmbook as fm
from fmbook.lessons.classes import ClassGames, TableStanding, asked, saved
from fmbook.lessons.grading import grade
from fmbook.opponents import opponent
from fmbook.play.tables import Table


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path))


def table(name: str, orders: int, system: str = "vimy", scenario: str = "first_morning") -> Table:
    made, chance = fm.table(name, system, scenario, seed=int(name)), random.Random(3)
    for side in made.game.sides:
        made.sit(side)
    while not made.game.outcome and made.game.given < orders:
        made.game.do(opponent("greedy")(made.game.seen_by(made.game.side), chance))
    return made


def test_a_table_tells_whom_all_wait_for_and_at_the_end_who_has_won():
    early, late = TableStanding(table("1", 3)).now(), TableStanding(table("2", 500)).now()
    assert (early.decides, early.ended, early.turn, early.orders) == ("Allied", "", "Turn 1 of 2", 3)
    assert (late.decides, late.turn) == ("", "Turn 2 of 2")
    assert late.ended
    assert sum(late.lost) > 0


def test_losses_of_a_table_are_those_that_its_game_tells():
    played = table("2", 500)
    lost = [played.game.setup.units, TableStanding(played).now().lost]
    left = [sum(unit.steps for unit in played.game.units(side=side)) for side in played.game.sides]
    whole = [sum(unit.steps for unit in played.game.at(0).units(side=side)) for side in played.game.sides]
    assert lost[1] == tuple(before - now for before, now in zip(whole, left, strict=True))


def test_games_stand_beside_the_machines_and_beside_history():
    games = ClassGames(map(TableStanding, [table("1", 500), table("2", 500), table("3", 4), table("4", 0)]))
    assert [each.table.name for each in games.tables] == ["1", "2", "3"]
    assert sum(won for _, won, _ in games.wins()) == len(games.over) == 2
    assert sum(machine or 0 for *_, machine in games.wins()) == 100
    for each in games.losses():
        assert set(each.by_table) == {"1", "2", "3"}
        assert each.machine
    said = " ".join(games.says())
    assert "2 of 3 games over." in said
    assert "when the machine played the Allies" in said
    assert "In fact: The Canadians took the ridge" in said


def test_a_class_that_has_not_begun_says_so_and_a_game_without_figures_is_told_alone():
    assert ClassGames([TableStanding(table("1", 0))]).says() == ["Nobody has given an order yet."]
    drill = ClassGames([TableStanding(table("2", 50, "drill", "march"))])
    assert drill.wins()[0][2] is None
    assert all(each.machine is None for each in drill.losses())


def test_of_several_answers_of_a_seat_the_last_one_counts():
    one, two = table("1", 0), table("2", 0)
    one.keep_answer("20.t2", "no", well=False)
    one.keep_answer("20.t1", "no", well=False)
    one.keep_answer("20.t1", "yes", well=True)
    two.keep_answer("20.t1", "no", well=False)
    two.keep_answer("20.h1", "Because of the guns.")
    found = {each.id: each for each in asked("20_vimy", [one, two])}
    assert list(found) == ["20.t1", "20.t2", "20.h1"]
    assert (found["20.t1"].right, found["20.t1"].wrong) == (1, 1)
    assert found["20.t1"].question.startswith("Zero hour")
    assert (found["20.h1"].right, found["20.h1"].wrong) == (0, 0)


def test_what_a_class_saves_is_what_the_grader_reads(tmp_path):
    played, idle = table("1", 30), table("2", 0)
    played.keep_answer("20.t1", "yes", well=False)
    written = saved("20_vimy", [played, idle], tmp_path)
    assert [path.name for path in written] == ["answers-table-1.json"]
    marked = grade(tmp_path)
    assert [each.table for each in marked.tables] == ["1"]
    assert marked.problems == ()
    assert marked.tables[0].games[0].orders == 30


def test_the_machines_games_are_spread_over_the_steps_that_they_cost():
    games = ClassGames([TableStanding(table("1", 500))])
    assert games.figures
    for each in games.losses():
        assert sum(each.spread.values()) == games.figures.games
        assert each.machine is not None
        assert min(each.spread) <= each.machine <= max(each.spread)
        assert each.fact is None, "nobody has counted the losses of this one morning"
    assert any("10,602 people" in said for said in games.says())


def test_what_a_battle_cost_in_fact_stands_beside_games_of_just_that_battle():
    games = ClassGames([TableStanding(table("1", 4, "vimy", "battle"))])
    facts = {each.side: each.fact for each in games.losses()}
    assert facts == {"Allied": (30, 62), "German": None}  # 10,602 people, at 350 and at 170 a step
