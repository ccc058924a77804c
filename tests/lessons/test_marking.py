"""What is said of wrong answers is worked out: change the position, and the explanation changes with it."""

from fractions import Fraction
from typing import Any, TypeVar

import pytest

from fmbook.lessons.combat_exercises import Chance, Differential, Likely, PossibleAttack, Throw
from fmbook.lessons.lessonfile import LessonForm, Minutes, Situation, begin
from fmbook.lessons.movement_exercises import After, Distance, Halt, May, Price, Why
from fmbook.lessons.questions import Task
from fmbook.play.game import Game

T = TypeVar("T", bound=Task)
PASS = """
a1      a2      a3^     a4      a5
    b1      b2      b3      b4      b5
"""
ROAD = {"road": ["b1 b2 b3 b4 b5"]}


def stand(task: Task, *units: str, text: str = PASS, **more: Any) -> Game:
    form = LessonForm("", "", 1, (), "", Minutes(), {"here": Situation(text=text, units=units, **more)})
    return begin(form, task)


def asked(kind: type[T], **fields: Any) -> T:
    return kind(at="here", question="?", wrong=("x", "y"), **fields)


def test_without_the_enemy_the_march_need_not_stop():
    halt = asked(Halt, unit="B1", along=("b2", "b3", "b4"))
    watched = stand(halt, "B1 5-4-5 b1", "R1 3-4-5 a3", paths=ROAD)
    free = stand(halt, "B1 5-4-5 b1", "R1 3-4-5 a5", paths=ROAD)
    assert (halt.right(watched), halt.right(free)) == (("b2",), ("b4",))
    assert "zone" in halt.reply(watched, "b4").text


def test_a_hex_beside_the_way_is_no_answer_of_it():
    halt = asked(Halt, unit="B1", along=("b2", "b3"))
    assert "not on this way" in halt.reply(stand(halt, "B1 5-4-5 b1", "R1 3-4-5 a3"), "a5").text


@pytest.mark.parametrize(("paths", "right"), [(ROAD, "1½"), ({}, "3")])
def test_a_price_with_the_road_and_without(paths, right):
    price = asked(Price, unit="B1", to="b4")
    assert price.right(stand(price, "B1 5-4-5 b1", "R1 3-4-5 a5", paths=paths)) == (right,)


def test_a_price_too_high_and_too_low():
    price = asked(Price, unit="B1", to="b4")
    game = stand(price, "B1 5-4-5 b1", "R1 3-4-5 a5", paths=ROAD)
    assert "cheaper way" in price.reply(game, "9").text
    assert "no nearer than b2" in price.reply(game, "½").text


def test_the_other_side_of_a_question():
    closed = asked(May, order="move B1 {}", may=False, among=("b2", "b4"))
    assert closed.right(stand(closed, "B1 5-4-5 b1", "R1 3-4-5 a3")) == ("b4",)


def test_a_rule_that_is_not_in_the_way_is_kept_in_figures():
    why = asked(Why, order="move B1 b4", among=("fm:5.2", "fm:5.3", "fm:6.1"))
    game = stand(why, "B1 5-4-5 b1", "R1 3-4-5 a3", paths=ROAD)
    assert why.right(game) == ("fm:6.1",)
    assert "1½ of 5" in why.reply(game, "fm:5.2").text
    assert "No friend stands in b4" in why.reply(game, "fm:5.3").text


def test_a_way_that_lies_open_needs_no_rule():
    why = asked(Why, order="move B1 b2", among=("fm:5.2", "fm:6.1"))
    assert why.right(stand(why, "B1 5-4-5 b1", "R1 3-4-5 a5")) == ("yes",)


def test_distance_counts_steps():
    far = asked(Distance, start="a1", to="a4")
    game = stand(far, "B1 5-4-5 b1", "R1 3-4-5 a5")
    assert far.right(game) == ("3",)
    assert "itself" in far.reply(game, "4").text
    assert "in between" in far.reply(game, "2").text


def test_an_order_that_lets_another_be_given():
    after = asked(After, unit="B1", lets="attack a3")
    game = stand(after, "B1 5-4-5 b1", "R1 3-4-5 a3")
    assert set(after.right(game)) == {"move B1 a2", "move B1 b2"}
    assert "nothing to do" in after.reply(game, "move B1 a1").text


FIGHT = PossibleAttack(target="b2", by=("B1", "B2"), support=("+2",), against=("+1",))
UNITS = ("B1 5-4-5 b1", "B2 5-4-5 a2 depleted", "R1 3-4-5 b2")
SUPPORT: dict[str, Any] = {"support": ((2, 3), (1,)), "begins": "Blue combat phase"}


@pytest.mark.parametrize(
    ("answer", "slip"),
    [
        ("+6", "Red support"),
        ("+10", "the attackers' total"),
        ("-5", "turned round"),
        ("+15", "adds the defence"),
        ("+7", "as if it were whole"),
        ("+3", "Blue support"),
    ],
)
def test_slips_of_a_sum(answer, slip):
    sum_ = asked(Differential, strike=FIGHT)
    game = stand(sum_, *UNITS, **SUPPORT)
    assert sum_.right(game) == ("+5",)
    assert slip in sum_.reply(game, answer).text


def test_a_result_from_another_line_of_the_table():
    throw = asked(Throw, strike=PossibleAttack(target="b2", by=("B1", "B2")), shows=(1,))
    game = stand(throw, *UNITS, **SUPPORT)
    assert throw.right(game) == ("D2",)
    assert "So it stands in the line" in throw.reply(game, "Ex").text


def test_a_chance_turned_round():
    chance = asked(Chance, strike=PossibleAttack(target="b2", by=("B1", "B2")), results=("D2", "D3", "De"))
    game = stand(chance, *UNITS, **SUPPORT)
    right = Fraction(chance.right(game)[0])
    assert "turn it round" in chance.reply(game, str(1 - right)).text


# --- what dice make of an order that is no attack ----------------------------------------------------------


SHELLED = {"system": "vimy", "scenario": "first_morning", "text": ""}
"""An aircraft flies over 2835: with gas and a trench a shell hits on a 1 or a 2."""


def shelling(*results: str) -> tuple[Likely, Game]:
    task = asked(Likely, order="shell I/262", results=results, before=("fly 2835", "end-phase"))
    return task, stand(task, **SHELLED)


def test_how_likely_an_order_is_to_succeed():
    likely, game = shelling("hit")
    assert likely.right(game) == ("1/3",)
    said = likely.reply(game, "1/3")
    assert "hit: 1 in 3" in said.text
    assert said.rules == ("vimy:17.5",)
    assert likely.read(game, "33 %") == "1/3"


@pytest.mark.parametrize(
    ("answer", "slip"),
    [("2/3", "turn it round"), ("1/2", "too high"), ("1/6", "too low")],
)
def test_slips_of_a_likelihood(answer, slip):
    likely, game = shelling("hit")
    assert slip in likely.reply(game, answer).text


def test_one_of_several_results_is_not_all_of_them():
    likely, game = shelling("hit", "miss")
    assert likely.right(game) == ("1",)
    assert "the chance of hit alone; miss will do as well" in likely.reply(game, "1/3").text


def test_a_yes_to_what_is_refused_is_told_that_a_rule_refuses_it_and_not_which():
    why = asked(Why, order="move B1 b2", among=("fm:5.1", "fm:6.1"))
    reply = why.reply(stand(why, "B1 5-4-5 b1", "R1 3-4-5 b2"), "yes")
    assert reply.text.startswith("A rule refuses it.")
    assert "fm:" not in reply.text
    assert not reply.rules


def test_a_hint_on_an_order_that_nothing_forbids_names_the_rules_that_might():
    free = asked(Why, order="move B1 b2", among=("fm:5.1", "fm:6.1"))
    game = stand(free, "B1 5-4-5 b1")
    assert free.right(game) == ("yes",)
    assert free.rules(game) == ("fm:5.1", "fm:6.1")
    barred = asked(Why, order="move B1 b2", among=("fm:5.1", "fm:6.1"))
    assert barred.rules(stand(barred, "B1 5-4-5 b1", "R1 3-4-5 b2")) == ("fm:5.1",)
