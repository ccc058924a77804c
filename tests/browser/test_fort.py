"""The desk of the fort in a real JupyterLab: sectors are clicked, chosen by key and typed; everything fits the page."""

from collections.abc import Callable
from typing import Any

MINUTES = (
    "import fmbook as fm\ngame = fm.new_game('eben_emael', 'first_minutes', seed=7)\nfm.desk(game, decisions=False)"
)


def soon(lab: Any, true: Callable[[], bool]) -> bool:
    """Wait, a few seconds at most, until something is true: a page is painted a little after it has the news."""
    return any(true() or lab.page.wait_for_timeout(300) for _ in range(20))


def drawn(desk: Any) -> str:
    """What is drawn on the map, also where the head of the desk lies over it."""
    return str(desk.canvas.evaluate("canvas => canvas.toDataURL()"))


def fort(lab: Any, cell: str = MINUTES) -> Any:
    lab.write(cell)
    lab.run_all()
    return lab.desk("eben_emael")


def test_a_march_by_click_and_a_refusal(lab):
    desk = fort(lab)
    assert desk.prompt() == "German: move your squads, one by one."
    desk.click_hex("S06")
    desk.wait_for_panel("sectors are open to it")
    desk.click_hex("S11")
    desk.wait_for_status("G1 marches from S06 to S11")


def test_a_march_by_keyboard_and_by_a_typed_order(lab):
    desk = fort(lab)
    desk.click_hex("S06")
    desk.wait_for_panel("G1")
    desk.canvas.press("ArrowLeft")
    desk.canvas.press("Enter")
    desk.wait_for_status("G1 marches from S06 to S20")
    desk.wait_for_prompt("fire at G1 in S20?")
    desk.press("Hold fire")
    desk.wait_for_prompt("move your squads")
    desk.type_order("move G3 S03")
    desk.press("Say it")
    desk.wait_for_status("G3 marches from S04 to S03")


def test_a_charge_changes_the_map_and_the_tracks(lab):
    desk = fort(lab)
    desk.end_idle_phase()
    desk.wait_for_prompt("fire guns and mortars")
    desk.end_idle_phase()
    desk.wait_for_prompt("blow up works")
    before = drawn(desk)
    desk.type_order("blow G1 S06")
    desk.wait_for_status("A charge is brought up to the work at S06")
    assert soon(lab, lambda: drawn(desk) != before)
    dice = desk.region.locator(".fmbook-head .fmbook-thrown")
    dice.wait_for()  # the line to type in is below the map: there the panel's own dice are out of sight
    lab.page.set_viewport_size({"width": 700, "height": 900})
    dice.wait_for()  # now it is below the map


def test_the_fields_of_fire_are_switched_on_and_off(lab):
    desk = fort(lab, MINUTES.replace("first_minutes", "full_readiness"))
    plain = drawn(desk)
    desk.switch("Fields of fire")
    assert soon(lab, lambda: drawn(desk) != plain)
    desk.switch("Fields of fire")
    assert soon(lab, lambda: drawn(desk) == plain)


def test_gliders_come_down_one_by_one_by_click_and_button(lab):
    desk = fort(lab, "import fmbook as fm\ngame = fm.new_game('eben_emael', seed=3)\nfm.desk(game, decisions=False)")
    desk.end_idle_phase()
    desk.wait_for_prompt("where does the glider of G1 come down?")
    desk.click_hex("S06")
    desk.wait_for_prompt("throw for the glider of G1")
    desk.press("Roll")
    desk.wait_for_prompt("where does the glider of G2 come down?")
    desk.button("Roll").wait_for(state="hidden")  # a page keeps old buttons where there are no new ones
    desk.click_hex("S20")
    desk.wait_for_status("Placing G2 on S20: not allowed.")
