"""The desk for those who do not see it or have no mouse: axe, the browser's own accessibility tree, the keyboard."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

DESK = ".fmbook-desk"
CONTROLS = ("button", "checkbox", "combobox", "textbox", "slider", "application", "radio", "spinbutton", "link")
OPENING = "import fmbook as fm\ngame = fm.new_game('drill', '{scenario}')\n{more}\nfm.desk(game)"
TO_COMBAT = "while 'combat' not in game.phase: game.do('end-phase')"


def opened(lab: Any, scenario: str = "march", more: str = "", system: str = "drill") -> Any:
    lab.write(OPENING.format(scenario=scenario, more=more).replace("'drill'", f"'{system}'"))
    lab.run_all()
    return lab.desk(system)


# Lab's body has no height, and axe takes what lies outside it for text that nobody sees; it stumbles over the panes of
# Leaflet, which reach beyond their clipped map, over the little arrow of a list, and over words on a drawn counter
FOR_AXE = """body { overflow: visible !important; min-height: 100vh }
.leaflet-map-pane, .fmbook-face svg { display: none !important } select { background-image: none !important }"""


def run_axe(lab: Any, region: str, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """What axe says of a region."""
    lab.page.locator(region).first.evaluate("e => e.scrollIntoView({ block: 'start', behavior: 'instant' })")
    style = lab.page.add_style_tag(content=FOR_AXE)
    found: dict[str, Any] = Axe().run(lab.page, context=region, options=options).response
    style.evaluate("style => style.remove()")
    return found


def told(found: list[dict[str, Any]]) -> list[str]:
    """Name each rule with the elements that it means."""
    return [f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"]]


def violations(lab: Any, region: str = DESK) -> list[str]:
    """What axe finds against, each with the element that it means."""
    return told(run_axe(lab, region)["violations"])


PAGES = {"Board in words": "Places to know", "Diary": "Diary", "Replay": "Play", "Save and resume": "Copy the code"}


def all_pages(desk: Any) -> Iterator[str]:
    for page, part in PAGES.items():
        desk.press(page)
        desk.region.locator(".fmbook-page, .fmbook-film").get_by_text(part, exact=True).first.wait_for()
        yield page


def test_what_is_down_or_ticked_says_so(lab):
    desk = opened(lab)
    desk.switch("Threat")
    desk.region.get_by_role("checkbox", name="Threat", exact=True, checked=True).wait_for()
    desk.switch("Threat")
    desk.region.get_by_role("checkbox", name="Threat", exact=True, checked=False).wait_for()
    desk.press("Diary")
    desk.region.get_by_role("button", name="Diary", exact=True, pressed=True).wait_for()


# --- axe -------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1280, 700])
def test_axe_finds_nothing_against_a_desk_in_any_of_its_states(new_lab, width):
    lab = new_lab(width=width)
    desk = opened(lab)
    assert violations(lab) == [], "the opening"
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")
    assert violations(lab) == [], "a unit taken up"
    desk.click_hex("0306")
    desk.wait_for_panel("not allowed")
    assert violations(lab) == [], "a refusal"
    for page in all_pages(desk):
        assert violations(lab) == [], page
    desk.type_order("nonsense")
    desk.region.locator(".fmbook-status", has_text="nonsense").wait_for()
    lab.python("fm.desk(game).complain('wrong')")
    desk.region.locator(".fmbook-fault", has_text="wrong").wait_for()
    assert violations(lab) == [], "a line that was not understood, and a fault"


def test_axe_finds_nothing_against_an_attack_with_its_odds_and_its_table(lab):
    desk = opened(lab, "flank", TO_COMBAT)
    desk.click_hex("0404")
    desk.wait_for_panel("If you attack 0404")
    assert violations(lab) == [], "the odds"
    for label in ("Choose who attacks 0404", "Join B1", "Ready"):
        desk.press(label)
    desk.wait_for_panel("If you add support")
    assert violations(lab) == [], "the choices of support"
    desk.press("Hold fire")
    desk.wait_for_prompt("The desk changes hands")
    assert violations(lab) == [], "the curtain"


@pytest.mark.parametrize(
    ("system", "scenario", "shown"),
    [
        ("vimy", "hill_145", "Threat"),
        ("eben_emael", "first_minutes", "Fields of fire"),
        ("veritable", "first_days", "Supply"),
    ],
)
def test_axe_finds_nothing_against_a_game_its_marks_and_long_texts(lab, system, scenario, shown):
    desk = opened(lab, scenario, system=system)
    desk.switch(shown)
    desk.press("Board in words")
    desk.region.locator(".fmbook-page li").first.wait_for()
    lab.python("fm.desk(game).say('a long word ' * 90); fm.desk(game).show()")
    desk.wait_for_status("a long word")
    assert violations(lab) == []
    assert [role for role, name in tree(lab) if role in CONTROLS and not name] == []


def test_axe_finds_nothing_against_the_parts_of_a_chapter(lab):
    lab.open("00_start_here")
    lab.run_all()
    lab.desk()
    regions = [f".fmbook-{part}" for part in ("desk", "map", "exercise") if lab.page.locator(f".fmbook-{part}").count()]
    assert [fault for region in regions for fault in violations(lab, region)] == []


def test_axe_finds_nothing_against_papers_a_question_of_history_and_a_look_back(lab):
    played = 'game = fm.new_game("vimy", "hill_145"); game.do("end-phase")'
    lab.write(f"import fmbook as fm\n{played}\nfm.compare(game)", 'fm.documents("vimy")', 'fm.question("20.h1")')
    lab.run_all()
    essay = lab.page.locator(".fmbook-essay")
    essay.get_by_role("textbox").fill("Card B, for the mud.")
    essay.get_by_role("button", name="Keep my answer").press("Enter")
    essay.locator(".fmbook-status", has_text="Kept, 5 words.").wait_for()
    for name in ("Four levels", "A model answer"):
        essay.get_by_role("button", name=name).press("Enter")
    essay.get_by_text("One answer that would do").wait_for()
    lab.page.get_by_role("button", name="Compare my game").press("Enter")
    lab.page.locator(".fmbook-status", has_text="Done: the page shows the game as it stands now.").wait_for()
    lab.page.locator("summary", has_text="A · ").press("Enter")
    lab.page.get_by_text("How far to trust it:").first.wait_for()
    assert [fault for region in (".fmbook-essay", ".fmbook-rules") for fault in violations(lab, region)] == []


def test_axe_would_find_a_control_without_a_name(lab):
    desk = opened(lab)
    desk.button("Hint").evaluate("b => { b.textContent = ''; b.title = '' }")
    assert any(fault.startswith("button-name") for fault in violations(lab))


# --- the accessibility tree ---------------------------------------------------------------------


def tree(lab: Any) -> list[tuple[str, str]]:
    """Role and name of everything on the desk, as Chromium gives them to a screen reader."""
    session = lab.page.context.new_cdp_session(lab.page)
    root = session.send("Runtime.evaluate", {"expression": f"document.querySelector('{DESK}')"})["result"]
    nodes = session.send("Accessibility.queryAXTree", {"objectId": root["objectId"]})["nodes"]
    session.detach()
    shown = [node for node in nodes if not node.get("ignored")]
    return [(node["role"]["value"], node.get("name", {}).get("value", "").strip()) for node in shown]


def test_chromium_has_a_name_for_every_control(lab):
    desk = opened(lab)
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")
    seen = set[str]()
    for page in all_pages(desk):
        named = tree(lab)
        assert [role for role, name in named if role in CONTROLS and not name] == [], page
        seen |= {name for role, name in named if role in CONTROLS}
    wanted = {"End phase", "Undo", "Redo", "Put down", "Hint", "Blue zones", "Red zones", "Threat", "Hide counters"}
    wanted |= {"Order", "Say it", "Play", "Back to the game", "Code", "Copy the code", "Download the record"}
    assert {name for name in wanted if not any(name == each or each.startswith(name) for each in seen)} == set()
    assert any(name.startswith("The drill ground.") for role, name in tree(lab) if role == "application")


def test_the_live_region_and_the_alert_are_in_the_tree(lab):
    desk = opened(lab)
    lab.python("fm.desk(game).complain('wrong')")
    desk.region.locator(".fmbook-fault", has_text="wrong").wait_for()
    assert {"status", "alert"} <= {role for role, _ in tree(lab)}


# --- what is announced ------------------------------------------------------------------------------


def test_a_turn_by_typed_orders_is_announced_in_order(lab):
    desk = opened(lab)
    heard = desk.hear()
    for line, said in (
        ("move B1 0403", "B1 marches from 0401 to 0403."),
        ("move B1 0404", "Moving B1 to 0404: not allowed."),
        ("undo", "Taken back: move B1 to 0403."),
        ("redo", "Given again: move B1 to 0403."),
        ("end-phase", "Blue combat phase begins."),
    ):
        desk.type_order(line)
        desk.region.locator(".fmbook-status", has_text=re.compile(re.escape(said))).wait_for()
    announced = heard()[1:]
    beginnings = ["B1 marches", "Moving B1 to 0404: not allowed", "Taken back", "Given again", "Blue"]
    assert len(announced) == len(beginnings), announced
    for text, beginning in zip(announced, beginnings, strict=True):
        assert text.startswith(beginning), announced
    assert announced[0].count("Blue: move your units") == 1  # what happened, then what is asked, once


# --- the keyboard --------------------------------------------------------------------------------------


TOOLBAR = 12


def test_tab_enters_the_desk_visits_every_control_once_and_leaves(lab):
    lab.write("import fmbook as fm\ngame = fm.new_game('drill', 'march')", "game", "1 + 1")
    lab.run_all()
    desk = lab.desk()
    inside = f"() => !!document.activeElement.closest('{DESK}')"
    what = "() => { const e = document.activeElement; return e.textContent.trim() || e.ariaLabel || e.title }"
    first = desk.region.locator(".fmbook-prompt .fmbook-rule")  # opens its card
    first.focus()
    lab.page.keyboard.press("Shift+Tab")
    assert not lab.page.evaluate(inside)
    for _ in range(TOOLBAR):  # the page's own buttons for the cell may come first, once it has drawn them
        lab.page.keyboard.press("Tab")
        if lab.page.evaluate(inside):
            break
    visited: list[str] = []
    while lab.page.evaluate(inside) and len(visited) < 60:
        visited.append(str(lab.page.evaluate(what)))
        lab.page.keyboard.press("Tab")
    assert not lab.page.evaluate(inside), "Tab does not leave the desk"
    for label in ("End phase", "Put down", "Hint", "Say it", "Replay"):
        assert visited.count(label) == 1, visited
    lab.page.keyboard.press("Shift+Tab")
    assert lab.page.evaluate(inside)


def test_a_turn_by_keyboard_alone(lab):
    desk = opened(lab)
    desk.canvas.focus()
    lab.page.keyboard.press("ArrowUp")
    desk.wait_for_status("0405")
    for key, said in (("ArrowLeft", "0404"), ("ArrowLeft", "0403"), ("ArrowLeft", "0402"), ("ArrowLeft", "0401")):
        lab.page.keyboard.press(key)
        desk.wait_for_status(said)
    lab.page.keyboard.press("Enter")
    desk.wait_for_panel("hexes are open")
    lab.page.keyboard.press("ArrowRight")
    desk.wait_for_status("0402")
    lab.page.keyboard.press(" ")
    desk.wait_for_status("B1 marches from 0401 to 0402")
    lab.page.keyboard.press("o")  # from the map to the buttons
    lab.page.keyboard.press("Enter")
    desk.wait_for_prompt("mobile units")
