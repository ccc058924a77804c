"""The places of rule 41 in a real browser: they appear without any network, a click opens one, another names a hex."""

from typing import Any

import pytest

from tests.browser.test_accessibility import violations


def opened(lab: Any) -> Any:
    """A page with the map alone, when it has been drawn."""
    lab.asked_outside = []
    lab.page.on("request", lambda asked: lab.asked_outside.append(asked.url))
    lab.write("import fmbook as fm\n\nplaces = fm.atlas('europa_41')\nplaces")
    lab.run_all()
    places = lab.page.locator(".fmbook-atlas")
    places.locator(".leaflet-overlay-pane path").first.wait_for(state="attached")
    places.locator(".fmbook-where", has_text="Corinth").wait_for()
    return places


def click_dot(lab: Any, places: Any, name: str) -> None:
    dot = places.locator(f".leaflet-marker-icon[title='{name}']")
    dot.scroll_into_view_if_needed()
    lab.page.wait_for_timeout(400)
    box = dot.bounding_box()
    lab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def says(places: Any, beginning: str) -> None:
    places.locator(".fmbook-status", has_text=beginning).wait_for()


@pytest.mark.parametrize("width", [1280, 900])
def test_a_click_opens_a_place_and_another_names_a_hex(new_lab, width):
    lab = new_lab(width=width, height=1200)
    places = opened(lab)
    click_dot(lab, places, "Corinth")
    says(places, "41.C The Corinth Canal.")
    places.locator("td", has_text="26 April 1941").first.wait_for()
    lab.page.wait_for_timeout(800)
    map_ = places.locator(".leaflet-container").bounding_box()
    lab.page.mouse.click(map_["x"] + map_["width"] / 2, map_["y"] + map_["height"] / 2)
    says(places, "15B:0813 Isthmus:")
    outside = [url for url in lab.asked_outside if "127.0.0.1" not in url and not url.startswith(("data:", "blob:"))]
    assert outside == []


def test_the_list_opens_every_place_without_a_mouse(lab):
    places = opened(lab)
    chooser = places.get_by_role("combobox", name="Place")
    for words in ("41.A.1 Causeways", "41.E.1 The Kerch Straits", "41.F Leaving the map"):
        chooser.select_option(label=words)
        says(places, f"{words}. ")
    chooser.select_option(label="all of them")
    says(places, "Choose a place")


def test_axe_finds_nothing_against_it(lab):
    places = opened(lab)
    assert violations(lab, ".fmbook-atlas") == []
    lab.python("places.show('41.E.1')")
    says(places, "41.E.1 The Kerch Straits.")
    places.get_by_text("The map in words").click()
    assert violations(lab, ".fmbook-atlas") == []


# Leaflet leaves an empty entry where a listener was
HEARD = """() => [window, document].flatMap(each => Object.entries(each._leaflet_events || {}))
    .filter(([, listener]) => listener).map(([name]) => name)"""


def test_a_map_that_is_gone_hears_nothing_of_its_window_and_is_not_kept_by_it(lab):
    places = opened(lab)
    box = places.locator(".leaflet-container").bounding_box()
    lab.page.mouse.move(box["x"] + 300, box["y"] + 300)
    lab.page.mouse.down()
    lab.page.mouse.move(box["x"] + 380, box["y"] + 320, steps=5)
    lab.page.mouse.up()
    assert lab.page.evaluate(HEARD) != []
    lab.page.evaluate("window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
    places.wait_for(state="detached")
    lab.page.wait_for_function(f"() => !({HEARD})().length")
    lab.page.set_viewport_size({"width": 1000, "height": 700})
    lab.page.wait_for_timeout(500)
    assert lab.errors == []
