"""The list of all rules in a real browser: by keys alone, announced, and without a fault."""

import re
from typing import Any

import pytest

from tests.browser.test_accessibility import violations

RULES = ".fmbook-rules"


def opened(lab: Any) -> Any:
    lab.write("import fmbook as fm\nfm.look_up()")
    lab.run_all()
    region = lab.page.locator(RULES)
    region.get_by_role("listbox", name="Rules").wait_for()
    return region


def hears(region: Any, words: str) -> None:
    region.locator(".fmbook-status", has_text=re.compile(words)).wait_for()


@pytest.mark.parametrize("width", [1280, 700])
def test_axe_finds_nothing_against_it_in_any_of_its_states(new_lab, width):
    lab = new_lab(width=width)
    region = opened(lab)
    assert violations(lab, RULES) == [], "the opening"
    region.get_by_role("textbox", name="Search").fill("VR-17.2-6")
    hears(region, "^1 rule ")
    region.get_by_role("button", name="Code, tests, chapters").click()
    region.get_by_text("@does", exact=False).first.wait_for()
    assert violations(lab, RULES) == [], "a rule with its code"
    region.get_by_role("textbox", name="Search").fill("<b>xyzzy</b>")
    hears(region, "^No rule fits")
    assert violations(lab, RULES) == [], "nothing found"
    assert region.locator("b").count() == 0


def test_a_rule_is_found_filtered_and_read_by_keys_alone(lab):
    region = opened(lab)
    region.get_by_role("textbox", name="Search").focus()
    keys = lab.page.keyboard
    keys.type("retreat")
    hears(region, "rules with “retreat”")
    keys.press("Tab")
    keys.type("Vimy")  # the first book whose title begins so
    hears(region, r"rules with “retreat” \(vimy\)")
    for _ in range(4):  # two more choices, and the line that says how many were found
        keys.press("Tab")
    assert lab.page.evaluate("document.activeElement.size") > 1, "the focus stands in the list"
    before = region.locator("h3").inner_text()
    keys.press("ArrowDown")
    region.locator("h3", has_text=re.compile(f"^(?!{re.escape(before)})Rule ")).wait_for()
    keys.press("Tab")
    keys.press("Tab")
    keys.press("Enter")
    region.get_by_role("heading", name="Code, tests, chapters").wait_for()
    keys.press("Tab")
    assert not lab.page.evaluate(f"document.activeElement.closest('{RULES}') !== null"), "Tab leads out"
