"""The real ground in a real browser: it appears without any network, and a click names the hex."""

from typing import Any

import pytest

CHAPTER = "20_vimy"
SHOWN = 5  # boxes to run: title, lesson card, board, ground; the rest of the chapter is not needed here


def opened(lab: Any) -> Any:
    """Open the chapter, run it as far as the ground, and give the ground when it has been drawn."""
    lab.asked_outside = []
    lab.page.on("request", lambda asked: lab.asked_outside.append(asked.url))
    lab.page.on("requestfailed", lambda failed: lab.errors.append(f"{failed.url}: {failed.failure}"))
    lab.open(CHAPTER)
    for _ in range(SHOWN + 1):
        lab.page.evaluate("window.jupyterapp.commands.execute('notebook:run-cell-and-select-next')")
    ground = lab.page.locator(".fmbook-theatre")
    ground.locator(".leaflet-overlay-pane path").nth(20).wait_for(state="attached")
    ground.locator(".fmbook-where", has_text="Thélus").wait_for()
    return ground


def click_place(lab: Any, ground: Any, name: str) -> None:
    """Click where a name stands: the mark is at the very place."""
    mark = ground.locator(f".leaflet-marker-icon[title='{name}']")
    mark.scroll_into_view_if_needed()
    lab.page.wait_for_timeout(300)
    box = mark.bounding_box()
    lab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def says(ground: Any, beginning: str) -> None:
    ground.locator(".fmbook-status", has_text=beginning).wait_for()


@pytest.mark.parametrize("width", [1280, 900])
def test_a_click_on_the_ground_names_the_hex(new_lab, width):
    lab = new_lab(width=width, height=1200)
    ground = opened(lab)
    click_place(lab, ground, "The Pimple")
    says(ground, "3346 The Pimple: peak")
    lab.python("ground.show('1534')")
    says(ground, "1534 Petit Vimy: town")
    outside = [url for url in lab.asked_outside if "127.0.0.1" not in url and not url.startswith(("data:", "blob:"))]
    assert outside == []


def test_the_slider_moves_the_front(lab):
    ground = opened(lab)
    lines = ground.locator(".leaflet-overlay-pane path[stroke-dasharray='2 5']")
    assert lines.count() == 0
    lab.python("ground.at(4)")
    ground.locator("[role=status] div:visible", has_text="12 April, evening.").wait_for()
    lines.nth(3).wait_for(state="attached")


def test_a_name_that_was_typed_is_found(lab):
    ground = opened(lab)
    field = ground.get_by_placeholder("Hex or place")
    field.fill("Farbus")
    field.press("Enter")
    says(ground, "0223 Farbus: town")


def test_a_click_on_the_board_shows_the_hex_on_the_ground(new_lab):
    lab = new_lab(height=1200)
    ground = opened(lab)
    lab.desk("vimy").click_hex("1534")
    says(ground, "1534 Petit Vimy: town")


def test_on_a_narrow_page_no_name_is_cut_off_or_covered_by_another(new_lab):
    lab = new_lab(width=600)
    lab.write("import fmbook as fm; fm.theatre('scheldt')")
    lab.run_all()
    ground = lab.page.locator(".fmbook-theatre")
    ground.locator(".fmbook-where", has_text="Antwerp").wait_for()
    lab.page.wait_for_function("() => document.querySelectorAll('.fmbook-where[data-side]').length > 15")
    inside, apart, shown = ground.locator(".leaflet-container").evaluate("""map => {
        const edge = map.getBoundingClientRect();
        const names = [...map.querySelectorAll(".fmbook-where")].filter(each => each.style.visibility !== "hidden"
            && each.textContent.length > 2).map(each => each.getBoundingClientRect());
        const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        return [names.every(each => each.left >= edge.left && each.right <= edge.right),
            names.every((one, n) => names.slice(n + 1).every(other => !meet(one, other))), names.length] }""")
    assert inside
    assert apart
    assert shown > 15
