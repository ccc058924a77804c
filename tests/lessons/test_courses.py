"""The steps of every chapter against the engine: each can be done when it is due, whatever else happens."""

from random import Random

import pytest

import fmbook as fm
from fmbook.play.battle_previews import Preview
from fmbook.play.coaching import Course, course, course_for, course_form, course_ids
from fmbook.play.game import Game
from fmbook.widgets.desk import threats
from tests.tools.courses import answer_for_others, begun

EACH = pytest.mark.parametrize("id_", course_ids())


def led(id_: str) -> tuple[Game, Course]:
    game, _ = begun(id_)
    return game, course(id_, game)


def fought(game: Game) -> Preview:
    found = threats.in_battle(game)
    assert found is not None
    return found


def take(game: Game, steps: Course) -> None:
    """Do what a step asks for; what it tries must be forbidden."""
    standing = steps.standing
    assert standing.due is not None
    assert standing.wanted is not None
    verdict = game.can(standing.wanted)
    assert bool(verdict) != steps.steps[standing.due].tries
    if verdict:
        game.do(standing.wanted)
    else:
        steps.heard(verdict.subject)


@EACH
def test_each_step_can_be_done_when_it_is_due_and_all_of_them_lead_through(id_):
    game, steps = led(id_)
    due = set()
    for _ in range(60):
        answer_for_others(game, steps.side)
        if steps.is_over:
            break
        due.add(steps.standing.due)
        if steps.standing.wanted is None:
            assert game.state.asks  # what the other side has brought about is answered first
            game.do(game.legal()[0])
        else:
            take(game, steps)
    assert steps.standing.done == due == set(range(len(steps.steps)))


@EACH
def test_whatever_the_dice_show_and_whatever_else_is_ordered_a_step_is_due_or_the_steps_end_in_words(id_):
    for seed in range(4):
        form, chance = course_form(id_), Random(seed)
        game = fm.new_game(form.system, form.scenario, seed=seed)
        steps = course(id_, game)
        for _ in range(25):
            answer_for_others(game, steps.side)
            assert steps.heading
            assert steps.says or game.outcome
            if game.outcome:
                break
            standing = steps.standing
            if standing.wanted and chance.random() < 0.6:
                take(game, steps)
            else:
                game.do(chance.choice(game.legal()))


@EACH
def test_what_a_step_asks_for_is_named_in_its_sentence(id_):
    game, steps = led(id_)
    known = {"unit": {unit.id for unit in game.setup.units}, "hex": {*game.board.places}}
    for step in steps.steps:
        for order in step.orders:
            for sort, name in zip(order.takes, order.names, strict=True):
                assert sort not in known or name in step.say, f"{order}: “{step.say}” does not say {name}"


def test_what_is_done_out_of_turn_counts_and_what_cannot_be_made_up_for_is_passed_over():
    game, steps = led("00.first")
    game.do("end-phase")
    assert 2 in steps.standing.done
    assert steps.standing.due is None  # from where B1 stands there is nothing to attack
    assert "Play on by yourself." in steps.says
    game.undo()
    game.do("move B1 0405")
    assert steps.standing.done == {0, 1}  # the refusal was to come before it
    assert steps.standing.due == 2


def test_an_order_that_is_as_good_does_for_the_step_that_is_due_and_for_no_later_one():
    game, steps = led("01.march")
    game.do("move B2 0303")  # as good as what step 3 asks for, while step 2 is due
    assert steps.standing.other is not None
    game.undo()
    game.do("move B1 0402")  # as good for step 2
    game.do("move B2 0303")
    assert steps.standing.done >= {1, 2}


def test_steps_are_those_of_their_side():
    game = fm.new_game("vimy", "first_morning")
    assert course_for(game, "German") is None
    ours = course_for(game, "Allied")
    assert ours is not None
    assert ours.left  # until somebody asks for them
    with pytest.raises(fm.FmbookError, match="for the Allied side"):
        course("20.first", game, "German")


def test_a_game_without_steps_has_none():
    assert course_for(fm.new_game("drill", "stack")) is None


def test_whoever_has_done_all_steps_chooses_freely():
    game, steps = led("01.march")
    for order in ("move B1 0403", "move B2 0304", "end-phase", "attack 0305"):
        game.do(order)
    game.do("roll", roll=2)  # nobody has to fall back
    assert steps.is_over
    game.do("end-phase")
    assert steps.standing.other is not None
    assert not steps.told


def test_what_a_step_invites_is_no_other_choice_and_counts_for_no_step_further_on():
    game, steps = led("20.opening")
    for line in ("fly 2841", "move 85 2840", "end-phase", "shell III/11", "shell III/11"):
        game.do(line)
    waits = steps.standing.due
    game.do("shell I/11")  # two of four are left, and may be laid as well
    assert (steps.standing.due, steps.standing.other) == (waits, None)
    for line in ("end-phase", "roll", "roll"):  # two targets are thrown for
        game.do(line)
    assert steps.says.startswith("Attack the summit")
    assert not steps.is_over


@EACH
def test_a_step_that_asks_twice_for_the_same_says_what_is_left_once_it_is_begun(id_):
    game, steps = led(id_)
    for _ in range(60):
        answer_for_others(game, steps.side)
        if steps.is_over or steps.standing.wanted is None:
            break
        standing, said = steps.standing, steps.says
        take(game, steps)
        again = steps.standing
        if again.due is not None and (again.due, again.wanted) == (standing.due, standing.wanted):
            assert steps.says == steps.steps[again.due].rest != said


def test_each_marker_that_a_step_asks_for_changes_the_chances_and_the_last_column_is_reached_as_it_says():
    game, steps = led("20.opening")
    while str(steps.standing.wanted) != "support +3":
        take(game, steps)
    odds = [fought(game).odds()]
    small, large = (each.preview.odds() for each in threats.options(game)[1:])
    assert small == large  # as the step says
    for order in ("support +3", "support +1"):
        assert str(steps.standing.wanted) == order
        take(game, steps)
        odds.append(fought(game).odds())
    assert odds[0] != odds[1] != odds[2]
    found = fought(game).sum
    assert found.column == found.table.columns_of("Peak")[-1]


def test_a_step_that_speaks_of_zones_names_a_side_that_has_some():
    for id_ in course_ids():
        game, steps = led(id_)
        assert {side for step in steps.steps for side in step.zones} <= set(game.sides)
