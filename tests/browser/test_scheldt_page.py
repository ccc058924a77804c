"""The Scheldt in a real browser: a newcomer crosses the Braakman by clicks, and the ground shows its floods."""

import re
from typing import Any

import pytest

CROSSING = (
    'crossing = fm.new_game("scheldt", "braakman", seed=9)\n'
    'fm.desk(crossing, you="Allied", opponent="greedy", decisions=False)'
)


def hears(page: Any, words: str) -> None:
    page.locator(".fmbook-status").first.filter(has_text=re.compile(re.escape(words))).wait_for()


@pytest.mark.parametrize("width", [1400, 900])
def test_a_newcomer_crosses_the_braakman(new_lab, width):
    lab = new_lab(width=width, height=1400)
    lab.write("import fmbook as fm", CROSSING)
    lab.run_all()
    page, desk = lab.page, lab.desk("scheldt")
    desk.click_hex("2637")
    hears(page, "9/3")
    desk.click_hex("2436")  # open sea
    hears(page, "2436")
    assert "is a sea hex" in (said := page.locator(".fmbook-status").first.inner_text())
    assert "Rule 15.0." in said
    desk.click_hex("2540")
    hears(page, "9/3 marches from 2637 to 2540")
    desk.click_hex("2837")
    desk.click_hex("2739")
    hears(page, "8/3 marches from 2837 to 2739")
    page.get_by_role("button", name="End phase", exact=True).first.click()
    hears(page, "combat phase begins")


def test_the_ground_shows_the_front_on_six_dates(lab):
    lab.write("import fmbook as fm", 'ground = fm.theatre("scheldt")\nground')
    lab.run_all()
    ground = lab.page.locator(".fmbook-theatre")
    ground.locator(".fmbook-where", has_text="Woensdrecht").wait_for()
    lab.python("ground.at(5)")
    ground.locator("[role=status] div:visible", has_text="6 November.").wait_for()
    lab.python("ground.show('Flushing')")
    ground.locator(".fmbook-status", has_text="2042 Flushing: city, Walcheren").wait_for()
