"""How the page looks: in every theme, on every width, zoomed in far; and that axe really sees its colours."""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests.browser.test_accessibility import TO_COMBAT, all_pages, opened, run_axe, told
from tests.browser.test_atlas_page import opened as open_atlas
from tests.browser.test_rules_page import opened as open_rules

THEMES = (
    "JupyterLab Light",
    "JupyterLab Dark",
    "JupyterLab Dark High Contrast",
    "JupyterLab Light High Contrast",
)
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
TALL = 4200  # pixels: what lies below the window is not evaluated

# a copy of something stands beside it, in letters that nobody can read
PLANT = """e => { const paper = of => {
    const parts = getComputedStyle(of).backgroundColor.match(/[\\d.]+/g).map(Number);
    return parts.length < 4 || parts[3] ? parts.slice(0, 3) : paper(of.parentElement) };
    const near = paper(e).map(part => part > 127 ? part - 45 : part + 45), copy = e.cloneNode(true);
    e.after(copy);
    copy.dataset.faded = 'yes';
    copy.style.setProperty('color', `rgb(${near})`, 'important') }"""


# --- colours ------------------------------------------------------------------------------------


def an_opening(lab: Any) -> None:
    opened(lab)


def a_unit_in_hand(lab: Any) -> None:
    desk = opened(lab)
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")
    desk.switch("Threat")
    desk.wait_for_status("Red wedges")


def a_refusal_and_a_fault(lab: Any) -> None:
    desk = opened(lab)
    desk.type_order("move B2 0306")
    desk.region.locator(".fmbook-words section").wait_for()
    desk.wait_for_panel("not allowed")
    lab.python("fm.desk(game).complain('wrong')")
    desk.region.locator(".fmbook-fault", has_text="wrong").wait_for()


def an_attack_with_its_odds(lab: Any) -> None:
    desk = opened(lab, "flank", TO_COMBAT)
    desk.click_hex("0404")
    desk.wait_for_panel("If you attack 0404")
    list(all_pages(desk))
    desk.press("Diary")
    desk.region.locator(".fmbook-page li").first.wait_for()


def an_offer_of_an_earlier_game(lab: Any) -> None:
    more = "game.keep_journal(); game.do('move B1 0403'); game = fm.new_game('drill', 'march')"
    opened(lab, more=more).wait_for_button("Begin anew")


def an_exercise_that_was_answered(lab: Any) -> None:
    lab.write("import fmbook as fm\nfm.ask('20.1')")
    lab.run_all()
    box = lab.page.locator(".fmbook-exercise")
    box.get_by_role("button", name="Hint").click()
    box.locator(".fmbook-status", has_text="Hint 1 of 3").wait_for()


def a_theatre(lab: Any) -> None:
    lab.write("import fmbook as fm\nfm.theatre('vimy', fm.new_game('vimy'))")
    lab.run_all()
    lab.page.locator(".fmbook-theatre .fmbook-where", has_text="Thélus").wait_for()


def an_atlas(lab: Any) -> None:
    places = open_atlas(lab)
    lab.python("places.show('41.C')")
    places.locator("td", has_text="26 April 1941").first.wait_for()
    places.get_by_text("The map in words").click()
    places.locator("li", has_text="Causeways").wait_for()


def the_rules(lab: Any) -> None:
    region = open_rules(lab)
    region.get_by_role("textbox", name="Search").fill("VR-17.2-6")
    region.locator(".fmbook-status", has_text="1 rule ").wait_for()
    region.get_by_role("button", name="Code, tests, chapters").click()
    region.get_by_text("@does", exact=False).first.wait_for()
    region.locator(".fmbook-scroll").evaluate_all(
        "all => all.forEach(e => (e.style.maxHeight = 'none'))"
    )  # axe sees it


class View(NamedTuple):
    """Something on a page, how many of its texts axe weighs, and one that is faded to see whether it does."""

    show: Callable[[Any], None]
    least: int
    faded: str
    region: str = ".fmbook-desk"


VIEWS = (
    View(an_opening, 22, ".fmbook-switch"),
    View(a_unit_in_hand, 22, ".fmbook-status"),
    View(a_refusal_and_a_fault, 25, ".fmbook-refusal li"),
    View(an_attack_with_its_odds, 100, ".fmbook-lit"),
    View(an_offer_of_an_earlier_game, 25, ".fmbook-offer p"),
    View(an_exercise_that_was_answered, 10, ".fmbook-exercise .fmbook-status"),
    View(a_theatre, 20, ".fmbook-theatre .fmbook-note b"),
    View(an_atlas, 70, ".fmbook-atlas .fmbook-small", ".fmbook-atlas"),
    View(the_rules, 18, ".fmbook-rules section p"),
)


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.show.__name__)
def test_words_stand_out_in_every_theme_and_axe_would_see_if_they_did_not(new_lab, view):
    lab = new_lab(height=TALL)
    view.show(lab)
    region = ".fmbook-theatre" if view.show is a_theatre else view.region
    one = lab.page.locator(view.faded).first
    for theme in THEMES:
        lab.theme(theme)
        one.evaluate(PLANT)
        found = run_axe(lab, region, CONTRAST)
        planted, others = sorted_out(lab, found["violations"])
        assert told(others) == [], theme
        assert planted, f"axe is blind in {theme}"
        assert told([each for each in found["incomplete"] if _undecided(each)]) == [], theme
        assert sum(len(each["nodes"]) for each in found["passes"]) >= view.least, theme
        lab.page.evaluate("document.querySelector('[data-faded]').remove()")


def sorted_out(lab: Any, found: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What axe has against the copy that was faded, and what against anything else."""
    faded = "where => Boolean(document.querySelector(where).closest('[data-faded]'))"
    each_apart = [each | {"nodes": [node]} for each in found for node in each["nodes"]]
    planted = [each for each in each_apart if lab.page.evaluate(faded, each["nodes"][0]["target"][0])]
    return planted, [each for each in each_apart if each not in planted]


def _undecided(each: dict[str, Any]) -> bool:
    """Tell whether axe could not weigh a text, other than a sign that is no word."""
    return any(check["data"]["messageKey"] != "nonBmp" for node in each["nodes"] for check in node["any"])


def test_the_theme_of_the_host_decides_and_a_page_without_one_is_light(lab):
    opened(lab)
    lab.page.emulate_media(color_scheme="dark")
    light = """() => { const [r, g, b] = getComputedStyle(document.querySelector('.fmbook-desk section'))
        .backgroundColor.match(/\\d+/g).map(Number); return r + g + b > 380 }"""
    for theme in THEMES:
        lab.theme(theme)
        assert lab.page.evaluate(light) == ("Light" in theme), theme
    lab.page.evaluate("['jpThemeLight', 'jpThemeName'].forEach(name => delete document.body.dataset[name])")
    assert lab.page.evaluate(light)


# --- room -----------------------------------------------------------------------------------------

GAMES = {
    "drill": "march",
    "vimy": "hill_145",
    "eben_emael": "first_minutes",
    "veritable": "first_days",
    "scheldt": None,
    "europa_41": "41.E.1",
}
SIZES = {(1440, 900): 0.16, (900, 700): 0.25, (600, 800): 0.2}  # shares of the screen; rule 41 asks by three buttons
HEIGHT = "e => e.getBoundingClientRect().height"
HIDDEN = "e => e.scrollHeight - e.clientHeight"
TO_TOP = "e => e.scrollIntoView({ block: 'start', behavior: 'instant' })"


def settled(lab: Any, width: int, height: int) -> None:
    """Make the window so large, and wait for the page to follow."""
    lab.page.set_viewport_size({"width": width, "height": height})
    lab.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def test_the_head_leaves_the_screen_to_the_map_and_clips_nothing(new_lab):
    lab = new_lab(width=1440)
    lab.write("import fmbook as fm", *(f"fm.new_game({system!r}, {GAMES[system]!r})" for system in GAMES))
    lab.run_all()
    desks = lab.page.locator(".fmbook-desk")
    desks.nth(len(GAMES) - 1).locator("canvas").wait_for(state="attached")
    for (width, height), share in SIZES.items():
        settled(lab, width, height)
        for at, system in enumerate(GAMES):
            head = desks.nth(at).locator(".fmbook-head")
            assert head.evaluate(HEIGHT) <= share * height, (system, width, height)
            assert head.locator(".fmbook-status").evaluate(HIDDEN) <= 0, (system, width, height)


def test_the_map_is_in_sight_and_can_be_played_below_a_title_and_a_sentence(new_lab):
    lab = new_lab(width=1440)
    lab.write("import fmbook as fm\ngame = fm.new_game('drill', 'march')\ngame")
    lab.page.evaluate("window.jupyterapp.commands.execute('notebook:insert-cell-above')")
    lab.page.evaluate("window.jupyterapp.commands.execute('notebook:change-cell-to-markdown')")
    text = "# The drill ground\\n\\nA sentence that says what this is about."
    active = "window.jupyterapp.shell.currentWidget.content.activeCell.model.sharedModel"
    lab.page.evaluate(f"{active}.setSource('{text}')")
    lab.run_all()
    desk = lab.desk()
    lab.page.get_by_role("heading", name="The drill ground").evaluate(TO_TOP)
    box, spot = desk.canvas.bounding_box(), desk.spot("0302")
    assert box["y"] < 0.5 * 900
    lab.page.mouse.click(box["x"] + spot["x"], box["y"] + spot["y"])  # without any scrolling
    desk.wait_for_panel("hexes are open")


@pytest.mark.parametrize(("width", "height", "dpr"), [(320, 256, 4), (640, 360, 2)])
def test_zoomed_in_far_everything_said_can_be_read_and_the_map_scrolls_in_its_box(new_lab, width, height, dpr):
    lab = new_lab(dpr=dpr)
    desk = opened(lab)
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")
    desk.click_hex("0306")
    desk.wait_for_panel("not allowed")
    settled(lab, width, height)
    desk.canvas.evaluate(TO_TOP)
    status = desk.region.locator(".fmbook-status")
    shown, all_of_it = status.evaluate("e => [e.clientHeight, e.scrollHeight]")
    assert shown == all_of_it or status.evaluate("e => getComputedStyle(e).overflowY") == "auto"
    assert shown >= 40
    status.evaluate("e => e.scrollTo(0, e.scrollHeight)")
    assert status.evaluate("e => e.scrollTop + e.clientHeight >= e.scrollHeight - 1"), "its end can be reached"
    assert status.evaluate(HEIGHT) <= 0.3 * height, "what stays in sight leaves the screen to the map"
    assert desk.canvas.bounding_box()["width"] >= 480
    sheet = desk.region.locator(".fmbook-sheet")
    assert sheet.evaluate("e => e.clientWidth") <= desk.region.evaluate("e => e.clientWidth")
    sheet.evaluate("e => e.scrollTo(e.scrollWidth, 0)")
    right = "e => e.getBoundingClientRect().right"
    assert desk.canvas.evaluate(right) <= sheet.evaluate(right) + 1, "its east can be reached"
    desk.click_hex("0303")
    desk.wait_for_panel("B2 marches")


# --- names ----------------------------------------------------------------------------------------

MAPS = "() => [...document.querySelectorAll('.fmbook-desk canvas, .fmbook-map canvas, .leaflet-container')]"


def test_every_map_of_a_chapter_has_a_name_of_its_own(lab):
    lab.open("20_vimy")
    lab.unfold()
    lab.run_all()
    lab.page.locator(".fmbook-theatre .fmbook-where").first.wait_for(state="attached")
    lab.page.locator(".fmbook-exercise canvas").nth(10).wait_for(state="attached")
    lab.page.wait_for_function(f"({MAPS})().length > 15 && ({MAPS})().every(map => map.ariaLabel && map.role)")
    names = lab.page.evaluate(f"({MAPS})().map(map => map.ariaLabel)")
    assert [name for name, times in Counter(names).items() if times > 1] == []
    for part in ("The real ground: Vimy Ridge", "Exercise 20.1", "Exit ticket", "The first morning"):
        assert any(part in name for name in names), part
