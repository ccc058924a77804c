"""Steps at the desk: what to press is said, marked and enough; something else is answered kindly."""

import re

import pytest

import fmbook as fm
from fmbook.core.errors import FmbookError
from fmbook.core.orders import EndPhase, Move
from fmbook.play.coaching import Course, Step, course_ids
from fmbook.widgets.board.sectormap import SectorMap
from fmbook.widgets.desk.coaching import BACK, DO_IT, LEAVE, TAKE_BACK
from fmbook.widgets.desk.desk import Desk, desk
from tests.tools.courses import answer_for_others, begun
from tests.tools.desks import press

pytestmark = pytest.mark.usefixtures("desk_apart")


def at_desk(id_: str) -> Desk:
    """A desk with the steps of a name, for the side that they are for."""
    game, side = begun(id_)
    return desk(game, you=side or None, steps=id_)


def steps_of(on: Desk) -> Course:
    """The steps at a desk that has some."""
    assert on.coach.course is not None
    return on.coach.course


def labels(on: Desk) -> list[str]:
    return on.parts.coach[0].labels


def coach(on: Desk, label: str) -> None:
    """Press a button of the steps."""
    row = on.parts.coach[0]
    pressed = {"what": "pressed", "label": label, "asked": row.offered["asked"], "number": on.parts.shell.number}
    row._handle_custom_msg(pressed, [])


def words(on: Desk) -> str:
    """What the line of steps says, without its markup."""
    return re.sub("<[^>]*>", "", str(on.parts.coach[0].offered.get("words", "")))


def obey(on: Desk) -> None:
    """Press what the line says, and nothing else."""
    wanted = on.coach.press
    if wanted.button:
        assert f'data-button="{wanted.button}"' in on.parts.coach[0].offered["words"]  # it is marked as well
        press(on, wanted.button)
    elif wanted.unit and isinstance(on.map, SectorMap):
        on._on_unit(wanted.unit)
    else:
        assert wanted.place, wanted.says
        spot = " ".join(f"{part:g}" for part in on.map.part(wanted.place, wanted.unit))
        assert f'data-meant="{spot}"' in on.parts.coach[0].offered["words"]
        on._on_place(wanted.place)


@pytest.mark.parametrize("id_", course_ids())
def test_whoever_presses_what_each_step_says_and_nothing_else_gets_through_all_of_them(id_):
    on, presses = at_desk(id_), 0
    steps = steps_of(on)
    while not steps.is_over and presses < 80:
        answer_for_others(on.game, steps.side)
        if steps.is_over:
            break
        if steps.standing.wanted is None:  # a question of the other side's making: the first answer will do
            on.give(on.position.legal()[0])
            continue
        obey(on)
        presses += 1
    assert steps.heading == f"All {len(steps.steps)} done"
    assert labels(on) == ["Close"]


@pytest.mark.parametrize("id_", course_ids())
def test_the_first_thing_to_press_is_one_click_away_and_pointed_at(id_):
    on = at_desk(id_)
    assert on.coach.press.place or on.coach.press.button
    assert on.coach.press.says in words(on)


def test_another_order_is_answered_kindly_and_may_be_taken_back():
    on = at_desk("00.first")
    on._on_place("0404")
    on._on_place("0403")
    assert "You chose otherwise: moving B1 to 0403. That may be as good." in words(on)
    assert labels(on) == [TAKE_BACK, DO_IT, LEAVE]
    coach(on, TAKE_BACK)
    assert on.game.given == 0
    assert "Guide 1 of 5" in words(on)
    assert TAKE_BACK not in labels(on)


def test_do_it_for_me_does_the_step_and_only_that_one():
    on = at_desk("00.first")
    coach(on, DO_IT)
    assert "0406 is held by the enemy" in on.parts.shell.says  # the step was to read a refusal
    assert on.game.given == 0
    coach(on, DO_IT)
    assert [str(order) for order in on.game.orders] == ["move B1 0405"]


def test_do_it_for_me_attacks_with_all_who_can_join_as_a_press_on_the_map_does():
    on = at_desk("10.opening")
    while "attack 3018" not in map(str, on.game.orders):
        coach(on, DO_IT)
    assert [str(order) for order in on.game.orders if str(order).startswith("join")] == [
        "join 4/2",
        "join 5/2",
        "join 6/2",
    ]
    assert "First answer" not in words(on)
    assert DO_IT in labels(on)


def test_a_second_press_on_do_it_for_me_that_was_meant_for_the_same_step_does_nothing():
    on = at_desk("00.first")
    coach(on, DO_IT)
    row, number = on.parts.coach[0], on.parts.shell.number
    twice = {"what": "pressed", "label": DO_IT, "asked": row.offered["asked"], "number": number}
    row._handle_custom_msg(twice, [])
    row._handle_custom_msg(twice, [])
    assert [str(order) for order in on.game.orders] == ["move B1 0405"]


def test_the_steps_can_be_left_and_come_back_where_they_were():
    on = at_desk("00.first")
    coach(on, DO_IT)
    coach(on, LEAVE)
    assert labels(on) == [BACK]
    assert words(on) == ""
    on._on_place("0404")
    on._on_place("0405")
    coach(on, BACK)
    assert "Guide 3 of 5" in words(on)


def test_undo_steps_back():
    on = at_desk("00.first")
    coach(on, DO_IT)
    coach(on, DO_IT)
    on.take_back()
    assert "Guide 2 of 5" in words(on)


def test_a_game_that_is_resumed_is_as_far_as_its_record():
    on = at_desk("00.first")
    coach(on, DO_IT)
    coach(on, DO_IT)
    again = desk(fm.resume(on.game.code()), steps="00.first")
    assert "Guide 3 of 5" in words(again)


def test_a_desk_that_goes_on_with_another_scenario_has_no_steps_for_it():
    on = at_desk("00.first")
    with on.together():
        on.take_over(fm.new_game("drill", "march"))
    assert words(on) == ""
    assert labels(on) == []


def test_typed_orders_are_steps_as_well():
    on = at_desk("00.first")
    for line in ("guide", "move B1 0406", "show me"):
        on.parts.line.value = line
        on._say_it()
    assert [str(order) for order in on.game.orders] == ["move B1 0405"]
    assert "Guide 3 of 5" in words(on)


def test_names_in_a_step_say_where_they_are_and_the_page_needs_no_python_to_light_them():
    on = at_desk("00.first")
    line = str(on.parts.coach[0].offered["words"])
    found = {name: at for at, name in re.findall(r'data-at="([^"]*)">([^<]*)<', line)}
    assert found.keys() >= {"B1", "R1", "0406"}
    x, y, _ = found["B1"].split()
    wide, high = on.map._frame.width, on.map._frame.height
    assert on.map._frame.point(float(x) * wide, float(y) * high) == pytest.approx(
        on.game.board.centre(on.game.board.at("0404"))[:2], abs=0.05
    )


def test_nothing_that_stands_in_a_step_becomes_markup():
    on = at_desk("00.first")
    steps = steps_of(on)
    steps.steps = (Step(say="<img src=x>", order="move B1 0406", tries=True), *steps.steps[1:])
    on.take_up("B1")
    on.show()
    assert "&lt;img src=x&gt;" in on.parts.coach[0].offered["words"]
    assert "<img" not in on.parts.coach[0].offered["words"]


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"steps": "00.frist"}, "00.first"),
        ({"steps": 7}, "No course of steps"),
        ({"steps": "20.first"}, 'fm.new_game("vimy", "first_morning")'),
    ],
)
def test_steps_that_do_not_fit_are_refused_before_a_desk_is_made(how, why):
    with pytest.raises(FmbookError, match=re.escape(why)):
        desk(fm.new_game("drill", "first_steps"), **how)


def test_zones_are_drawn_while_a_step_speaks_of_them():
    on = at_desk("01.march")
    seen: dict[int | None, tuple[int, ...]] = {}
    while not steps_of(on).is_over and steps_of(on).standing.due is not None and len(seen) < 4:
        seen[steps_of(on).standing.due] = on.showing.scene().zones
        coach(on, DO_IT)
    assert seen == {0: (), 1: (), 2: (1,), 3: ()}


def test_room_is_kept_for_the_longest_line_of_a_course():
    on = at_desk("01.march")
    room = on.parts.coach[0].room
    for _ in steps_of(on).steps:
        course = steps_of(on)
        assert len(room) >= len(" ".join((course.heading, course.told, course.says, on.coach.press.says)))
        coach(on, DO_IT)
        assert on.parts.coach[0].room == room  # sent once


def test_the_question_wears_the_colour_of_the_side_that_is_asked():
    on = at_desk("01.march")
    blue = re.search('border-left-color: ([^"]+)', on.parts.prompt.value)
    while on.game.side == "Blue":
        on.give(fm.order("end-phase"))
    red = re.search('border-left-color: ([^"]+)', on.parts.prompt.value)
    assert blue
    assert red
    assert blue[1] != red[1]


def test_the_end_of_a_guide_leads_to_the_section_that_it_names():
    on = at_desk("30.opening")
    assert "fmbook-there" not in on.parts.coach[0].offered["words"]
    while on.coach.wanted:
        coach(on, DO_IT)
    assert '<button class="fmbook-there">“Your turn”</button>' in on.parts.coach[0].offered["words"]


def test_after_the_end_of_the_game_nothing_is_left_of_the_guide():
    on = at_desk("00.first")
    on.give(Move("B1", "0405"))
    assert LEAVE in labels(on)
    while not on.game.outcome:
        legal = on.position.legal()
        on.give(next((order for order in legal if isinstance(order, EndPhase)), legal[0]))
    assert not labels(on)
    assert not words(on)
