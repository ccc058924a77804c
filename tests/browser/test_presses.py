"""What a press on a button means in a real browser: it answers the question that its reader saw, and none is lost."""

from typing import Any

import pytest

MARCH = "import fmbook as fm\ngame = fm.new_game('drill', 'march')\ngame"
FOLLOW_UP = """import fmbook as fm
from random import Random
from fmbook.opponents import opponent
game, draw = fm.new_game('vimy', 'hill_145', seed=3), Random(3)
while not (game.state.asks and game.state.asks[-1].what == 'advance'):
    game.do(opponent('random')(game, draw))
orders = len(game.orders)
game"""
PRESSED = "window.presses"
COUNT_PRESSES = """() => { window.presses = 0; window.addEventListener('pointerdown', event =>
    { window.presses += Boolean(event.target.closest('.fmbook-actions button')) }, true) }"""


def soon(lab: Any, true: str) -> bool:
    """Whether something comes to be true in the kernel; what a page has sent may still be under way."""
    for _ in range(50):
        lab.python(f"import pathlib; pathlib.Path('found').write_text(str(bool({true})))")
        if (lab.folder / "found").read_text() == "True":
            return True
        lab.page.wait_for_timeout(100)
    return False


def shown(lab: Any, cell: str, system: str = "drill") -> Any:
    lab.write(cell)
    lab.run_all()
    return lab.desk(system)


def middle(desk: Any, label: str) -> tuple[float, float]:
    button = desk.button(label)
    button.hover()  # which brings it into sight and waits until the page is at rest
    box = button.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def two_presses(lab: Any, at: tuple[float, float], apart: int) -> None:
    lab.page.mouse.click(*at)
    lab.page.wait_for_timeout(apart)
    lab.page.mouse.click(*at)


@pytest.mark.parametrize("apart", [0, 60, 150, 300])
def test_the_second_of_two_quick_presses_answers_nothing_that_was_not_read(lab, apart):
    desk = shown(lab, MARCH)
    two_presses(lab, middle(desk, "End phase"), apart)
    desk.region.locator(".fmbook-status", has_text="hat was meant for an earlier moment").or_(
        desk.region.locator(".fmbook-status", has_text="hat came too quickly")
    ).wait_for()
    assert desk.actions() == ["Not yet", "End the phase all the same"]
    lab.python("assert not game.orders")
    desk.press("End the phase all the same")
    desk.wait_for_prompt("mobile")


def test_two_quick_presses_do_not_end_two_phases(lab):
    desk = shown(lab, MARCH)
    desk.type_order("move B1 0403")
    desk.wait_for_status("B1 marches")
    two_presses(lab, middle(desk, "End phase"), 200)
    desk.wait_for_prompt("mobile")
    desk.region.locator(".fmbook-status", has_text="hat ").wait_for()
    lab.python("assert [str(order) for order in game.orders] == ['move B1 0403', 'end-phase']")


def test_a_press_on_the_same_meaning_in_the_same_place_is_not_held_up(lab):
    desk = shown(lab, "import fmbook as fm\ngame = fm.new_game('drill', 'march')\nfm.desk(game)")
    lab.python("fm.desk(game).parts.actions.offer([('One', lambda: None), ('Two', lambda: None)], 'a')")
    desk.wait_for_button("Two")
    desk.button("Two").and_(desk.region.locator(":not([aria-disabled])")).wait_for()
    lab.python("fm.desk(game).parts.actions.offer([('One', lambda: None), ('Three', lambda: None)], 'a')")
    desk.wait_for_button("Three")
    held = desk.region.locator(".fmbook-actions button[aria-disabled]")
    assert "One" not in held.all_inner_texts()


def test_under_a_pointer_that_rests_a_new_button_waits_longest(lab):
    desk = shown(lab, MARCH)
    lab.python("on = fm.desk(game); on.parts.actions.offer([('One', lambda: None), ('Two', lambda: None)], 'a')")
    lab.page.mouse.move(*middle(desk, "One"))
    desk.region.locator(".fmbook-actions").evaluate(
        "box => { window.freed = []; new MutationObserver(news => news.forEach(({ target }) => "
        "target.ariaDisabled || window.freed.push(target.textContent))).observe(box, "
        "{ attributeFilter: ['aria-disabled'], subtree: true }) }"
    )
    lab.python("on.parts.actions.offer([('Three', lambda: None), ('Four', lambda: None)], 'b')")
    lab.page.wait_for_function("window.freed.length > 1")
    assert lab.page.evaluate("window.freed") == ["Four", "Three"]


def test_a_button_that_has_come_to_lie_where_another_one_was_takes_no_press_for_a_moment(new_lab):
    """Here the answers push Undo away, and one of them lies in its place; another one under a pointer at rest."""
    lab = new_lab(width=480)
    desk = shown(lab, MARCH)
    was = desk.button("Undo").bounding_box()
    desk.region.locator(".fmbook-actions").evaluate(
        "box => { window.held = new Set(); new MutationObserver(() => box.querySelectorAll('[aria-disabled]')"
        ".forEach(b => window.held.add(b.textContent))).observe(box, { attributes: true, subtree: true }) }"
    )
    row = desk.region.locator(".fmbook-orders").bounding_box()
    rests = [row["x"] + 60, row["y"] + row["height"] + 20]  # on the map, over which the answers will grow
    lab.page.mouse.move(*rests)
    many = "[(f'Answer number {n}', lambda: None) for n in range(9)]"
    lab.python(f"fm.desk(game).parts.actions.offer({many}, 'a')")
    desk.wait_for_button("Answer number 8")
    at = [was["x"] + was["width"] / 2, was["y"] + was["height"] / 2]
    there = lab.page.evaluate("at => document.elementFromPoint(...at).textContent", at)
    assert there.startswith("Answer number")
    lab.page.wait_for_function("there => window.held.has(there)", arg=there)
    below = lab.page.evaluate("at => document.elementFromPoint(...at).textContent", rests)
    assert below.startswith("Answer number")
    lab.page.wait_for_function("there => window.held.has(there)", arg=below)


def test_enter_held_down_presses_once(lab):
    desk = shown(lab, MARCH)
    desk.type_order("move B1 0403")
    desk.wait_for_status("B1 marches")
    desk.button("End phase").focus()
    for _ in range(12):
        lab.page.keyboard.down("Enter")  # every one but the first is a repetition
        lab.page.wait_for_timeout(60)
    lab.page.keyboard.up("Enter")
    desk.wait_for_prompt("mobile")
    lab.page.wait_for_timeout(300)
    lab.python("assert [str(order) for order in game.orders] == ['move B1 0403', 'end-phase']")


def test_enter_pressed_again_too_soon_is_refused_and_the_focus_stays_on_a_button(lab):
    desk = shown(lab, MARCH)
    desk.button("End phase").focus()
    lab.page.keyboard.press("Enter")
    desk.wait_for_button("Not yet")
    lab.page.keyboard.press("Enter")
    desk.wait_for_status("That came too quickly")
    assert lab.page.evaluate("document.activeElement.textContent") == "Not yet"
    desk.button("Not yet").and_(desk.region.locator(":not([aria-disabled])")).wait_for()
    lab.page.keyboard.press("Enter")
    desk.wait_for_button("End phase")
    assert lab.page.evaluate("document.activeElement.textContent") == "End phase"
    lab.python("assert not game.orders")


def test_where_no_button_is_left_the_focus_goes_to_the_words(lab):
    desk = shown(lab, MARCH)
    desk.button("End phase").focus()
    lab.python("fm.desk(game).parts.actions.offer([], 'a')")
    desk.button("End phase").wait_for(state="hidden")
    assert lab.page.evaluate("document.activeElement.className").startswith("fmbook-status")


def test_a_button_drawn_anew_between_press_and_release_does_not_lose_the_press(lab):
    desk = shown(lab, MARCH)
    desk.type_order("move B1 0403")
    desk.wait_for_status("B1 marches")
    lab.page.mouse.move(*middle(desk, "End phase"))
    lab.page.mouse.down()
    lab.python("on = fm.desk(game); offered = [('Other', lambda: None), *on.actions()]")
    lab.python("on.parts.actions.offer(offered, on.showing.question())")
    desk.wait_for_button("Other")
    lab.page.mouse.up()
    desk.wait_for_prompt("mobile")


def test_a_press_is_taken_back_by_leaving_the_button(lab):
    desk = shown(lab, MARCH)
    lab.page.mouse.move(*middle(desk, "End phase"))
    lab.page.mouse.down()
    lab.page.mouse.move(10, 500)
    lab.page.mouse.up()
    lab.page.wait_for_timeout(300)
    assert desk.actions() == ["End phase"]


def test_on_a_busy_machine_every_press_is_done_or_answered(new_lab):
    """A kernel that is at work and a slow page, and a reader who presses as soon as buttons have changed."""
    lab = new_lab(alone=True)
    desk = shown(lab, MARCH)
    heard = desk.hear()
    slow = lab.page.context.new_cdp_session(lab.page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    lab.page.evaluate(COUNT_PRESSES)
    told = "told = []; on = fm.desk(game); was = on._on_action\n"
    told += "def heard(_, press, __): on.say(''); was(None, press, None); told.append(on.said)\n"
    lab.python(f"{told}on.parts.actions.on_msg(was, remove=True); on.parts.actions.on_msg(heard)")
    orders = ("move B1 0402", "move B2 0303")
    for round_ in range(8):
        change = f"game.do({orders[round_ // 2]!r})" if round_ < 4 and not round_ % 2 else "on.show()"
        lab.python(f"import time; time.sleep(0.15); {change}; time.sleep(0.15)", wait=False)
        lab.page.mouse.click(*middle(desk, desk.actions()[0]))
        assert soon(lab, f"len(told) == {lab.page.evaluate(PRESSED)}")
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    assert lab.page.evaluate(PRESSED) > 4  # a click beside a button that has moved away is no press
    lab.python("assert all(told), told")  # each has a sentence for an answer
    lab.python("assert len(game.orders) > 1, game.orders")
    assert len(heard()) > 1


def test_the_emptied_hex_of_a_battle_that_is_won_takes_the_click(lab):
    desk = shown(lab, FOLLOW_UP, "vimy")
    assert desk.prompt() == "Allied: follow up, or stay back?"
    assert desk.actions() == ["Advance 38 to 2740", "Stay back"]
    desk.click_hex("2740")
    desk.region.locator(".fmbook-status", has_text="2740").wait_for()
    lab.python("assert str(game.orders[orders]) == 'advance 38 2740', game.orders[orders:]")
