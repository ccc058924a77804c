"""The guides for teachers: plans that fit their lessons, by counting; notes on every question; names that exist."""

import json
import re
from itertools import takewhile

import pytest

import fmbook as fm
from fmbook.core.data import notebooks_root
from fmbook.lessons.guide import Stage, guide_names, guide_of, opening_of
from fmbook.lessons.historyfile import histories, history
from fmbook.lessons.lesson_plans import Timed, orders_in, timed
from fmbook.widgets.paper.teacher import guide_html

PLAYED = ("00", "01", "02", "10", "20", "30", "40", "50")


@pytest.fixture(params=guide_names())
def name(request):
    return str(request.param)


def test_every_chapter_of_a_game_has_a_guide():
    assert tuple(each.partition("_")[0] for each in guide_names()) == PLAYED


@pytest.mark.parametrize("minutes", [10, 25, 50])
def test_what_a_plan_takes_is_no_longer_than_its_lesson(name, minutes):
    taken = sum(part.minutes for part in timed(name, str(minutes)))
    assert 0.7 * minutes <= taken <= minutes


def test_each_of_two_lessons_fits_into_fifty_minutes(name):
    parts = timed(name, "100")
    first = tuple(takewhile(lambda part: not part.stage.do.startswith("Second lesson"), parts))
    assert parts[len(first) :]
    assert sum(part.minutes for part in first) <= 50
    assert sum(part.minutes for part in parts[len(first) :]) <= 50


def test_minutes_are_counted_from_words_questions_orders_and_talk():
    assert Timed(Stage("read"), words=180, questions=0, essays=0, orders=0).minutes == 1
    assert Timed(Stage("ask"), words=0, questions=2, essays=1, orders=0).minutes == 5
    assert Timed(Stage("play"), words=0, questions=0, essays=0, orders=5).minutes == 2
    assert Timed(Stage("talk", talk=7), words=0, questions=0, essays=0, orders=0).minutes == 7


def test_the_card_tells_the_plans_with_the_minutes_that_were_counted(name):
    rows = dict(fm.lesson(name).rows)
    for minutes in ("10", "25", "50"):
        for part in timed(name, minutes):
            assert f"{part.minutes} min: {part.stage.do}" in rows[f"{minutes} minutes"]
    assert "--for teacher" in rows["To print"]


@pytest.mark.parametrize("minutes", ["10", "25", "50"])
def test_the_minutes_of_a_plan_add_up_to_its_lesson(name, minutes):
    said = dict(fm.lesson(name).rows)[f"{minutes} minutes"]
    assert sum(map(int, re.findall(r"(\d+) min[: ]", said))) == int(minutes)


def test_orders_are_counted_turn_by_turn_in_games_of_two_captains():
    whole = orders_in("vimy:first_morning")
    assert 0 < orders_in("vimy:first_morning", 1) < whole
    assert orders_in("vimy:first_morning", 2) == whole


def test_two_captains_give_as_many_orders_as_the_plans_say():
    game = fm.play_out(fm.new_game("drill", "first_steps", seed=1), {"Blue": "captain", "Red": "captain"})
    assert abs(len(game.orders) - orders_in("drill:first_steps")) <= 3


def test_every_question_to_talk_about_has_a_note(name):
    cells = json.loads((notebooks_root() / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    asked = " ".join(text.partition("To talk about:")[2] for text in texts)
    listed = re.findall(r"^\d\. ", asked, re.MULTILINE)
    notes = guide_of(name).talk
    assert len(notes) == max(1, len(listed))
    for note in notes if asked.strip() else ():
        assert " ".join(note.question.split()[:4]).casefold() in " ".join(asked.split()).casefold()
        assert len(note.note.split()) >= 15


@pytest.mark.parametrize(
    "name", [each for each in guide_names() if opening_of(guide_of(each)).setup.system in histories()]
)
def test_every_question_of_the_look_back_has_a_note(name):
    guide = guide_of(name)
    assert len(guide.told) == len(history(guide.scenario.partition(":")[0]).talk)


def test_a_team_has_four_or_five_roles_that_differ(name):
    roles = guide_of(name).role
    assert 4 <= len(roles) <= 5
    assert len({role.name for role in roles}) == len(roles)


def test_what_is_said_of_a_curriculum_says_where_that_was_read(name):
    assert all(link.source and link.where for link in guide_of(name).curriculum)


def test_four_levels_end_every_guide(name):
    told = guide_html(name)
    assert told.partition("Four levels to judge by")[2].count("<li>") >= 4
    assert "<script" not in told
