"""The desk in a real JupyterLab: what a reader clicks, presses, types, hears, and what may go wrong meanwhile."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

FLANK = (
    "import fmbook as fm\n"
    "game = fm.new_game('drill', 'flank')\n"
    "while 'combat' not in game.phase: game.do('end-phase')\n"
    "desk = fm.desk(game{args})\n"
    "desk"
)


def march(lab: Any, more: str = "", view: str = "doc/tree") -> Any:
    lab.write(f"import fmbook as fm\ngame = fm.new_game('drill', 'march')\n{more}\ngame", view=view)
    lab.run_all()
    return lab.desk()


def flank(lab: Any, args: str = "") -> Any:
    lab.write(FLANK.format(args=args))
    lab.run_all()
    return lab.desk()


def test_a_turn_by_mouse_and_what_is_announced(lab):
    desk = march(lab)
    heard = desk.hear()
    assert desk.prompt() == "Blue: move your units, one by one."
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open to it")
    desk.click_hex("0306")
    desk.wait_for_panel("not allowed")
    desk.click_hex("0303")
    desk.wait_for_status("B2 marches from 0302 to 0303")
    desk.press("End phase")
    desk.wait_for_prompt("mobile units")
    announced = heard()
    assert announced[1].startswith("B2 (Blue infantry 5-4-5) at 0302. ")
    assert announced[2].startswith("Moving B2 to 0306: not allowed.")
    assert announced[3] == "B2 marches from 0302 to 0303. Blue: move your units, one by one."
    assert announced[-1].endswith("Blue: move mobile units again.")


def test_an_attack_shows_its_odds_before_it_is_opened_and_with_each_choice(lab):
    desk = flank(lab)
    desk.click_hex("0404")
    assert "If you attack 0404" in desk.wait_for_panel("Integrated Combat Results Table")
    assert desk.region.locator(".fmbook-chart th.fmbook-lit").count() == 1
    desk.press("Choose who attacks 0404")
    desk.wait_for_prompt("who joins")
    desk.press("Join B1")
    desk.wait_for_panel("If one more joins")
    desk.press("Ready")
    desk.wait_for_panel("If you add support")


def test_undo_redo_and_a_what_if_are_marked(lab):
    desk = march(lab)
    desk.type_order("move B1 0403")
    desk.wait_for_status("B1 marches from 0401 to 0403.")
    desk.press("Undo")
    desk.wait_for_status("Taken back: move B1 to 0403.")
    desk.press("Redo")
    desk.wait_for_status("Given again: move B1 to 0403.")


def test_a_double_click_gives_one_order(lab):
    desk = march(lab)
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")
    desk.canvas.dblclick(position=desk.spot("0303"))
    desk.wait_for_panel("B2 marches from 0302 to 0303")
    lab.page.wait_for_timeout(300)
    lab.python("assert [str(o) for o in game.orders] == ['move B2 0303'], game.orders")


def test_a_press_that_was_meant_for_an_earlier_state_is_refused_politely(lab):
    desk = march(lab)
    lab.python("import time; time.sleep(0.8); game.do('end-phase')", wait=False)
    desk.press("End phase")  # the kernel is busy; by the time it hears of this, the phase is over already
    desk.wait_for_status("That was meant for an earlier moment")
    lab.python("assert len(game.orders) == 1, game.orders")


def test_two_views_and_a_cell_run_again_show_the_same_game(lab):
    lab.write("import fmbook as fm\ngame = fm.new_game('drill', 'march')", "game", "game")
    lab.run_all()
    first, second = lab.desk(number=0), lab.desk(number=1)
    first.click_hex("0302")
    second.wait_for_panel("hexes are open")
    second.click_hex("0303")
    first.wait_for_panel("B2 marches")
    lab.python("assert len(game.orders) == 1")
    assert first.status() == second.status()


def test_a_reload_paints_again_and_the_game_goes_on(lab):
    desk = march(lab)
    desk.type_order("move B1 0403")
    desk.wait_for_panel("B1 marches")
    lab.reload()
    desk = lab.desk()
    assert "B1 marches" in desk.panel()
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")


def test_an_error_inside_a_callback_is_shown_and_the_desk_lives_on(lab):
    desk = march(lab)
    lab.python("look, desk_ = fm.Game.describe, fm.desk(game)\ndesk_.look = lambda *_: 1 / 0")
    desk.click_hex("0109")
    desk.region.locator(".fmbook-fault", has_text="division by zero").wait_for()
    lab.python("del desk_.look")
    desk.click_hex("0109")
    desk.region.locator(".fmbook-fault").wait_for(state="hidden")


def test_the_opponent_plays_one_by_one_and_can_be_skipped(lab):
    lab.write("import fmbook as fm\ngame = fm.new_game('drill', 'march')\nfm.desk(game, you='Blue', opponent='greedy')")
    lab.run_all()
    desk = lab.desk()
    desk.end_idle_phase()
    desk.wait_for_prompt("mobile")
    desk.end_idle_phase()
    desk.wait_for_button("Pause Red")
    desk.press("Pause Red")
    desk.wait_for_button("Let Red go on")
    desk.click_hex("0109")
    desk.wait_for_status("Red is giving orders")
    desk.press("Let Red go on")
    desk.press("All Red orders at once")
    desk.wait_for_prompt("Blue: move your units")


def test_the_keyboard_walks_chooses_drops_and_leaves(lab):
    desk = march(lab)
    cells = lab.page.locator(".jp-Cell").count()
    desk.click_hex("0401")
    desk.wait_for_panel("hexes are open")
    lab.page.keyboard.press("ArrowRight")
    desk.wait_for_status("0402")
    assert "B1 could march here for ½." in desk.status()
    lab.page.keyboard.press("b")
    lab.page.keyboard.press("Enter")
    desk.wait_for_status("B1 marches from 0401 to 0402")
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")
    lab.page.keyboard.press("Escape")
    desk.wait_for_status("Blue: move your units")
    lab.page.keyboard.press("Tab")
    assert not desk.canvas.evaluate("c => c === document.activeElement")
    assert lab.page.locator(".jp-Cell").count() == cells


def test_no_shortcut_of_notebook_7_fires_on_a_desk(lab):
    desk = march(lab, view="notebooks")
    cells = lab.page.locator(".jp-Cell").count()
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")
    for key in ("b", "a", "d", "d", "x", "Escape"):
        lab.page.keyboard.press(key)
    desk.button("Hint").focus()
    for key in ("b", "a", "x"):
        lab.page.keyboard.press(key)
    assert lab.page.locator(".jp-Cell").count() == cells


def kept_code(lab: Any, other_than: str | None = None) -> str:
    """What the browser keeps of the drill, as soon as it is another code."""
    kept = "localStorage.getItem('fmbook.code.drill.march/own/1917')"
    lab.page.wait_for_function(f"other => ![null, other].includes({kept})", arg=other_than)
    return str(lab.page.evaluate(kept))


def test_the_browser_keeps_the_last_code_after_every_order_and_a_fresh_pod_offers_it(lab):
    desk = march(lab)
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")
    desk.click_hex("0303")
    first = kept_code(lab)
    desk.type_order("move B1 0403")
    second = kept_code(lab, other_than=first)
    lab.python(f"assert game.code() == {second!r}")
    lab.server.end_kernels()
    again = march(lab)  # another kernel, another folder, the same browser
    assert "Blue: move your units" in again.status() + again.prompt()
    again.press("Go on with the earlier game")
    again.wait_for_status("Here you left off, after 2 orders.")
    again.wait_for_panel("B1 marches from 0401 to 0403")
    again.press("End phase")
    third = kept_code(lab, other_than=second)
    lab.python(f"assert len(fm.resume({third!r}).orders) == 3")


def test_the_code_is_shown_and_the_record_downloaded(lab):
    desk = march(lab)
    desk.type_order("move B1 0403")
    desk.wait_for_panel("B1 marches")
    desk.press("Save and resume")
    desk.press("Show the resume code")
    desk.wait_for_status("This code brings the game back")
    assert kept_code(lab) == desk.region.get_by_label("Code").input_value()
    with lab.page.expect_download() as found:
        desk.press("Download the record")
    assert found.value.suggested_filename == "drill-march.txt"


def test_the_journal_beside_the_notebook_is_offered(lab):
    desk = march(lab)
    desk.type_order("move B1 0403")
    desk.wait_for_panel("B1 marches")
    assert list(lab.folder.glob("fmbook-games/journal-drill-march-*.txt"))
    lab.run_all()
    again = lab.desk()
    again.press("Go on with the earlier game")
    again.wait_for_panel("B1 marches from 0401 to 0403")


def test_the_replay_shows_an_earlier_moment_and_comes_back(lab):
    desk = march(lab)
    for order in ("move B1 0403", "move B2 0303"):
        desk.type_order(order)
        desk.wait_for_panel(order.split()[1] + " marches")
    desk.press("Replay")
    desk.press("Play")
    desk.region.locator(".fmbook-branch", has_text="Replay: after 0 of 2").wait_for()
    desk.region.locator(".fmbook-branch", has_text="Replay: after 1 of 2").wait_for()
    desk.region.locator(".fmbook-branch").wait_for(state="detached")


def test_a_click_costs_few_messages(lab):
    desk = march(lab)
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")
    for what, hex_ in (("a unit taken up", "0401"), ("a march", "0403")):
        lab.page.wait_for_timeout(300)
        lab.from_kernel.clear()
        desk.click_hex(hex_)
        desk.wait_for_panel("B1")
        lab.page.wait_for_timeout(400)
        told = [frame for frame in lab.from_kernel if b'"msg_type": "status"' not in frame]
        assert len(told) <= 6, what
        assert sum(map(len, told)) <= 10_000, what


def test_a_tap_is_a_click_on_a_narrow_page(new_lab):
    desk = march(new_lab(touch=True, dpr=2, width=640))
    assert desk.canvas.bounding_box()["width"] < desk.frame.width
    desk.tap_hex("0302")
    desk.wait_for_panel("hexes are open")


def test_a_finger_scrolls_the_page_and_orders_nothing(new_lab):
    lab = new_lab(touch=True, dpr=2, width=640, height=700)
    desk = march(lab)
    desk.tap_hex("0302")
    desk.wait_for_panel("hexes are open")
    box = desk.canvas.bounding_box()
    spot = desk.spot("0303")
    x, y = box["x"] + spot["x"], box["y"] + spot["y"]
    finger = lab.page.context.new_cdp_session(lab.page)
    for step in range(13):
        moved = {"type": "touchMove" if step else "touchStart", "touchPoints": [{"x": x, "y": y - 10 * step}]}
        finger.send("Input.dispatchTouchEvent", moved)
        lab.page.wait_for_timeout(16)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    lab.page.wait_for_timeout(400)
    assert desk.canvas.bounding_box()["y"] < box["y"] - 60
    lab.python("assert len(game.orders) == 0")
    desk.tap_hex("0303")
    desk.wait_for_panel("B2 marches")


def test_two_fingers_size_the_map_and_one_drags_it_and_neither_orders_anything(new_lab):
    lab = new_lab(touch=True, dpr=2, width=640, height=900)
    lab.write("import fmbook as fm\ngame = fm.new_game('scheldt', 'breskens')\ngame")
    lab.run_all()
    desk = lab.desk()
    wide = "document.querySelector('.fmbook-desk .fmbook-sheet canvas').getBoundingClientRect().width"
    sheet = desk.region.locator(".fmbook-sheet").bounding_box()
    x, y = sheet["x"] + sheet["width"] / 2, sheet["y"] + sheet["height"] / 2
    fingers = lab.page.context.new_cdp_session(lab.page)
    for apart, compared in (
        ([160 - 12 * step for step in range(9)], "<"),
        ([60 + 12 * step for step in range(9)], ">"),
    ):
        before = lab.page.evaluate(wide)
        _touch(lab, fingers, [[(x - off / 2, y), (x + off / 2, y)] for off in apart])
        lab.page.wait_for_function(f"{wide} {compared} {before}")
        lab.page.wait_for_timeout(600)
    scrolled = "document.querySelector('.fmbook-desk .fmbook-sheet').scrollLeft"
    before = lab.page.evaluate(scrolled)
    _touch(lab, fingers, [[(x - 12 * step, y)] for step in range(10)])
    lab.page.wait_for_function(f"{scrolled} > {before} + 40")
    lab.python("assert len(game.orders) == 0")


def _touch(lab: Any, fingers: Any, steps: list[list[tuple[float, float]]]) -> None:
    """Lay fingers on the glass, move them, and lift them."""
    for number, points in enumerate(steps):
        touches = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        kind = "touchMove" if number else "touchStart"
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
        lab.page.wait_for_timeout(30)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_right_click_orders_nothing(lab):
    desk = march(lab)
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")
    desk.canvas.click(position=desk.spot("0303"), button="right")
    lab.page.keyboard.press("Escape")  # the menu of the page
    lab.page.wait_for_timeout(300)
    lab.python("assert len(game.orders) == 0")


def test_the_kernel_is_told_of_presses_and_not_of_moves(lab):
    desk = march(lab)
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")
    lab.page.wait_for_timeout(500)
    lab.from_kernel.clear()
    box = desk.canvas.bounding_box()
    lab.page.mouse.move(box["x"] + 300, box["y"] + 300, steps=25)
    lab.page.mouse.wheel(0, 10)
    lab.page.wait_for_timeout(500)
    # on a busy machine Lab asks as late as that for the widgets there are
    heard = [frame for frame in lab.from_kernel if b"comm_info_request" not in frame]
    assert [frame for frame in heard if b"comm_msg" in frame or b"busy" in frame] == []


def test_a_click_during_a_running_cell_is_answered_after_it(lab):
    lab.write(
        "import fmbook as fm\ngame = fm.new_game('drill', 'march')\ngame",
        "import time\ntime.sleep(1.2)\nheard = len(game.orders)",
    )
    lab.page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells'); null")
    desk = lab.desk()
    desk.type_order("move B1 0403")
    desk.wait_for_panel("B1 marches")
    lab.python("assert heard == 0, 'the order came in the middle of the cell'")


def test_clicks_hit_when_the_browser_is_zoomed(new_lab):
    lab = new_lab(dpr=1.5, width=853, height=700)  # what 150 % makes of a window
    desk = march(lab)
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")
    desk.click_hex("0303")
    desk.wait_for_panel("B2 marches")


@pytest.mark.parametrize("scenario", ["battle", "hill_145"])
def test_a_map_that_is_wider_than_the_page_makes_nothing_wider(new_lab, scenario):
    lab = new_lab(width=900)
    lab.write(f"import fmbook as fm\ngame = fm.new_game('vimy', {scenario!r})\ngame")
    lab.run_all()
    desk = lab.desk("vimy")
    spare = "e => e.closest('.jp-Cell').getBoundingClientRect().right - e.getBoundingClientRect().right"
    assert desk.region.evaluate(spare) >= 0


def test_a_map_that_is_enlarged_is_sharp_and_clicks_hit_it_zoomed_and_padded(new_lab):
    lab = new_lab(alone=True)
    desk = march(lab)
    lab.python("fm.desk(game).map.zoom(1.5)")
    desk.region.locator(".fmbook-zoomed canvas").wait_for()
    lab.page.wait_for_function(
        "([c, wide]) => c.width === 2 * wide", arg=[desk.canvas.element_handle(), desk.frame.width]
    )
    desk.region.evaluate("e => { e.style.padding = '13px'; e.querySelector('.fmbook-sheet').style.padding = '9px' }")
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")
    lab.page.evaluate("document.body.style.zoom = 0.8")
    desk.click_hex("0401")
    desk.wait_for_panel("At 0401.")


def test_the_desk_changes_hands_behind_a_curtain(lab):
    desk = flank(lab)
    desk.click_hex("0404")
    desk.press("Choose who attacks 0404")
    for label in ("Join B1", "Ready", "Hold fire"):
        desk.press(label)
    desk.wait_for_prompt("The desk changes hands")
    assert desk.actions() == ["I play Red: go on"]
    desk.press("I play Red: go on")
    desk.wait_for_prompt("Red: commit a support marker")


COUNT = "() => document.querySelectorAll('.fmbook-desk *').length"


def test_two_hundred_payloads_make_no_element(lab):
    """Through typed lines, codes and every text of a scenario: what would be markup is read as text."""
    lab.write(
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from tests.tools.payloads import PAYLOADS\nfrom tests.widgets.test_escaping import hostile_game\n"
        "import fmbook as fm\ngame = hostile_game('plain'); desk = fm.desk(game); desk"
    )
    lab.run_all()
    lab.page.locator(".fmbook-desk canvas").wait_for()
    before = lab.page.evaluate(COUNT)
    lab.python(
        "import fmbook.widgets.desk.panels as panels\n"
        "text = ' '.join(PAYLOADS)\n"
        "desk.parts.answer.value = ''.join(panels.told(each, each) for each in PAYLOADS)\n"
        "desk.say(text); desk.show()\n"
        "desk.parts.prompt.value = panels.prompt(desk.position.prompt._replace(text=text, rule=text), text)\n"
        "desk.saving.code.value = desk.parts.line.value = text[:60000]\n"
        "desk.parts.actions.offer([(each, each) for each in PAYLOADS], text)\n"
        "desk.complain(text)"
    )
    lab.page.locator(".fmbook-fault", has_text="onerror").wait_for()
    lab.page.wait_for_timeout(500)
    harmful = "img, svg, script, iframe, b, input[autofocus], video, math, object, form, embed, template, marquee, link"
    found = lab.page.locator(".fmbook-desk").locator(harmful)
    assert found.evaluate_all("all => all.map(e => e.outerHTML)") == []
    assert lab.page.evaluate("window.broken || 0") == 0
    assert lab.page.evaluate(COUNT) > before  # the cards and buttons that hold them, and nothing else
    for payload in ("<img src=x onerror=alert(1)>", "</p><svg onload=alert(1)>"):
        lab.page.get_by_role("combobox", name="Order").fill(payload)
        lab.page.get_by_role("combobox", name="Order").press("Enter")
    lab.page.wait_for_timeout(500)
    assert found.count() == 0


def test_every_control_has_a_name_and_the_order_of_tab_is_that_of_the_page(lab):
    desk = march(lab)
    desk.press("Save and resume")
    desk.region.get_by_label("Code").wait_for()
    nameless = """root => [...root.querySelectorAll('button, input, select, canvas, [tabindex="0"]')].filter(e =>
        e.getClientRects().length && !(e.getAttribute('aria-label') || e.textContent.trim() || e.title ||
        (e.labels && [...e.labels].some(l => l.textContent.trim())) || e.getAttribute('aria-labelledby')))
        .map(e => e.outerHTML.slice(0, 120))"""
    assert desk.region.evaluate(nameless) == []
    tree = lab.page.locator(".fmbook-desk").aria_snapshot()
    for name in ("End phase", "Undo", "Hint", "Blue zones", "Order", "Board in words", "Code", "What happened"):
        assert name in tree, name
    tops = """root => [...root.querySelectorAll('button, input, canvas')].filter(e => e.getClientRects().length &&
        !e.closest('.fmbook-side')).map(e => e.getBoundingClientRect().top)"""  # which stands beside the map
    desk.region.evaluate("root => root.scrollIntoView({ block: 'start', behavior: 'instant' })")
    heights = desk.region.evaluate(tops)
    assert all(low > high - 20 for high, low in pairwise(heights)), heights
    assert desk.region.evaluate("root => root.querySelectorAll('[tabindex]:not([tabindex=\"0\"])').length") <= 1


def test_the_number_of_a_rule_opens_its_card_and_escape_closes_it(lab):
    desk = march(lab)
    desk.click_hex("0401")
    desk.wait_for_panel("hexes are open")
    desk.region.locator(".fmbook-prompt .fmbook-rule").click()
    desk.wait_for_panel("Rule 4.1 of the standard rules ·")
    lab.page.evaluate("document.activeElement.blur()")  # as where what was pressed is written again
    lab.page.keyboard.press("Escape")
    desk.wait_for_panel("hexes are open")  # B1 is still in hand
    desk.region.locator(".fmbook-diary .fmbook-rule").first.focus()
    lab.page.keyboard.press("Enter")
    desk.button("Close").click()
    desk.wait_for_panel("hexes are open")
