"""Two people play one game from two windows, with two kernels: what one orders, the other sees."""

from collections.abc import Callable

from tests.browser.conftest import DeskOnPage, Lab

HOME = 'import os\nos.environ["FMBOOK_HOME"] = {home!r}\n'
TABLE = HOME + 'import fmbook as fm\ntable = fm.table("7", "drill", "first_steps", seed=3)\ntable'


def sat_down(new_lab: Callable[..., Lab], home: str, side: str) -> DeskOnPage:
    lab = new_lab()
    lab.write(TABLE.format(home=home), name=side.casefold())
    lab.run_all()
    lab.page.get_by_role("button", name=f"Play {side}", exact=True).click()
    lab.page.get_by_text(f"You sit with {side}.").wait_for()
    desk = lab.desk(number=1)  # the first is the table around it
    desk.wait_until_painted()
    return desk


def test_two_windows_play_one_game(new_lab, tmp_path):
    blue, red = (sat_down(new_lab, str(tmp_path), side) for side in ("Blue", "Red"))
    red.lab.page.get_by_text("Blue: taken; Red: you.").wait_for()
    assert "at the other desk" in red.status()
    blue.type_order("end-phase")
    red.wait_for_prompt("Red: move your units")
    assert blue.status().endswith("Wait for Red.")
    red.type_order("end-phase")
    blue.wait_for_prompt("Blue: move your units")
    given = {each.lab.says("table.game.given") for each in (blue, red)}
    assert len(given) == 1
    blue.lab.page.get_by_role("button", name="Ask to take it back").click()
    red.lab.page.get_by_role("button", name="Let Blue take it back").wait_for()
    assert blue.lab.page.get_by_role("button", name="Save and resume").count() == 0
