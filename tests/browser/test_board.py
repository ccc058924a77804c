"""A drill board in a real browser: what nothing but a browser can see."""

from typing import Any

import pytest

MAP = "import fmbook as fm\n\ndrill = fm.chart('drill')\ndrill"


def opened(lab: Any) -> Any:
    lab.write(MAP)
    lab.run_all()
    return lab.board()


@pytest.mark.parametrize("dpr", [1, 2])
def test_a_click_names_the_hex(new_lab, dpr):
    board = opened(new_lab(dpr=dpr))
    for hex_ in ("0101", "0109", "0305", "0404", "0409", "0701", "0709"):  # four corners among them
        board.click_hex(hex_)
        board.wait_for_status(hex_)
    board.click_hex("0305")
    assert board.wait_for_status("0305").startswith("0305 Beacon Hill: hill.")


def test_a_narrow_window_shrinks_the_map_and_clicks_still_hit(new_lab):
    board = opened(new_lab(width=640))
    assert board.canvas.bounding_box()["width"] < board.frame.width
    board.click_hex("0608")
    assert "woods" in board.wait_for_status("0608")


@pytest.mark.parametrize("dpr", [1, 2])
def test_the_backing_store_is_as_sharp_as_the_screen(new_lab, dpr):
    board = opened(new_lab(dpr=dpr))
    assert board.canvas.evaluate("c => c.width") == dpr * board.frame.width
    assert board.canvas.bounding_box()["width"] == pytest.approx(board.frame.width, abs=1)


def test_a_click_outlines_the_hex_and_the_next_one_lets_go(lab):
    board = opened(lab)
    before = board.colour("0303", up=0.46)
    board.click_hex("0303")
    board.wait_for_status("0303")
    assert board.colour("0303", up=0.46) != before
    board.click_hex("0701")
    board.wait_for_status("0701")
    assert board.colour("0303", up=0.46) == before


def test_a_reload_paints_again_without_running_anything(lab):
    opened(lab).click_hex("0303")
    lab.reload()
    board = lab.board()
    assert board.colour("0608") != [0, 0, 0, 0]
    board.click_hex("0406")
    assert "Eastbrook" in board.wait_for_status("0406")


COUNTS = """from fmbook.widgets.board.hexmap import HexMap
drawn, draw = [], HexMap._draw
HexMap._draw = lambda board: (drawn.append(board), draw(board))"""


def test_a_page_gets_the_drawing_once_and_again_when_it_is_loaded_anew(lab):
    lab.write(COUNTS, "import fmbook as fm\nboard = fm.chart()\nboard")
    lab.run_all()
    assert lab.board().colour("0608") != [0, 0, 0, 0]
    lab.python("assert drawn == [board]")
    lab.reload()
    assert lab.board().colour("0608") != [0, 0, 0, 0]
    lab.python("assert drawn == [board, board]")


def test_a_drawing_that_was_lost_on_its_way_is_asked_for_again(lab):
    lost = (
        "import fmbook as fm\nboard = fm.chart()\nlaid = board._sheet.show\nboard._sheet.show = lambda *_: None\nboard"
    )
    lab.write(lost, "board._sheet.show = laid")
    lab.run_all()
    assert lab.board().colour("0608") != [0, 0, 0, 0]


def test_a_reload_and_running_again_paints_and_answers(lab):
    opened(lab).click_hex("0303")
    lab.reload()
    lab.run_all()
    board = lab.board()
    board.click_hex("0404")
    assert "Aldermill" in board.wait_for_status("0404")


def test_a_reload_of_a_notebook_that_was_never_saved(lab):
    opened(lab)
    lab.reload(save=False)
    lab.run_all()
    board = lab.board()
    board.click_hex("0404")
    board.wait_for_status("0404")


def test_an_error_in_a_callback_is_shown_and_the_map_lives_on(lab):
    board = opened(lab)
    lab.python("stop = lambda change: change.new and 1 / 0\ndrill.observe(stop, 'clicked')")
    board.click_hex("0303")
    board.region.locator(".fmbook-fault", has_text="division by zero").wait_for()
    lab.python("drill.unobserve(stop, 'clicked')")
    board.click_hex("0304")
    board.wait_for_status("0304")
    board.region.locator(".fmbook-fault").wait_for(state="hidden")


def test_what_an_error_says_is_text_and_not_markup(lab):
    board = opened(lab)
    lab.python("drill.complain('<img src=x onerror=alert(1)><b>no</b>')")
    board.region.locator(".fmbook-fault", has_text="<b>no</b>").wait_for()
    assert board.region.locator("img, b").count() == 0


def test_a_tap_is_a_click(new_lab):
    board = opened(new_lab(touch=True, dpr=2, width=900))
    board.tap_hex("0502")
    board.wait_for_status("0502")


def test_a_click_during_a_running_cell_is_answered_after_it(lab):
    board = opened(lab)
    lab.python("import time; time.sleep(1)", wait=False)
    board.click_hex("0606")
    board.wait_for_status("0606")
    assert board.fault() == ""


def test_the_keyboard_walks_chooses_and_leaves(lab):
    board = opened(lab)
    cells = lab.page.locator(".jp-Cell").count()
    board.click_hex("0404")
    board.wait_for_status("0404")
    lab.page.keyboard.press("ArrowRight")
    board.wait_for_status("0405")
    lab.page.keyboard.press("b")  # Lab's own key for a new cell
    lab.page.keyboard.press("ArrowRight")
    board.wait_for_status("0406")
    lab.page.keyboard.press("Enter")
    assert lab.page.locator(".jp-Cell").count() == cells
    lab.page.keyboard.press("Tab")
    assert not board.canvas.evaluate("c => c === document.activeElement")


def test_notebook_7_paints_answers_and_keeps_its_shortcuts_off_the_map(lab):
    lab.write(MAP, view="notebooks")
    lab.run_all()
    board = lab.board()
    cells = lab.page.locator(".jp-Cell").count()
    board.click_hex("0404")
    board.wait_for_status("0404")
    lab.page.keyboard.press("b")  # would insert a cell
    lab.page.keyboard.press("ArrowRight")
    board.wait_for_status("0405")
    assert lab.page.locator(".jp-Cell").count() == cells
    lab.page.keyboard.press("Tab")
    assert not board.canvas.evaluate("c => c === document.activeElement")


def test_the_wheel_scrolls_the_page_and_not_the_map(new_lab):
    lab = new_lab(height=420)
    board = opened(lab)
    board.canvas.scroll_into_view_if_needed()
    board.canvas.hover(position={"x": 200, "y": 150})
    top = board.canvas.bounding_box()["y"]
    lab.page.mouse.wheel(0, 120)
    moved = """top => {
        const y = document.querySelector('.fmbook-map canvas').getBoundingClientRect().y;
        return Math.abs(y - top) > 40 }"""
    lab.page.wait_for_function(moved, arg=top)


def test_a_click_costs_few_messages(lab):
    board = opened(lab)
    board.click_hex("0303")
    board.wait_for_status("0303")
    lab.page.wait_for_timeout(300)
    lab.from_kernel.clear()
    board.click_hex("0606")
    board.wait_for_status("0606")
    lab.page.wait_for_timeout(300)
    told = [frame for frame in lab.from_kernel if b'"msg_type": "status"' not in frame]
    assert len(told) <= 6
    assert sum(map(len, told)) <= 10_000


def test_names_for_those_who_cannot_see(lab):
    board = opened(lab)
    assert board.canvas.get_attribute("aria-label").startswith("The drill ground.")
    status = board.region.locator("[role=status]")
    assert status.get_attribute("aria-live") == "polite"
