"""The places of rule 41 on the real ground: where each board lies, how well that fits, what happened there."""

import json
import re
from typing import Any

import pytest
from msgspec import structs

import fmbook as fm
from fmbook.core.data import data_root
from fmbook.core.errors import DataError, NoSuchName
from fmbook.lessons import atlas, reading_time
from fmbook.lessons.atlas import Atlas, AtlasEntry, load_atlas
from fmbook.lessons.lessonfile import lesson_form
from fmbook.widgets.maps.atlas import INVITATION, AtlasMap
from fmbook.widgets.page import guard

EUROPA = load_atlas("europa_41")
GROUND = (data_root() / EUROPA.plan.ground).read_text(encoding="utf-8")
BOARDS = sorted(path.stem for path in (data_root() / "europa_41" / "boards").glob("*.toml"))
each_entry = pytest.mark.parametrize("entry", EUROPA.plan.entry, ids=lambda entry: entry.id)
laid_entries = pytest.mark.parametrize("entry", [e for e in EUROPA.plan.entry if e.sheet], ids=lambda entry: entry.id)


@pytest.fixture(autouse=True)
def _errors_come_through(monkeypatch):
    monkeypatch.setattr(guard, "RERAISE", True)


@pytest.fixture
def on_page() -> AtlasMap:
    return AtlasMap(EUROPA)


def click(page: AtlasMap, lat: float, lon: float) -> None:
    page._on_interaction(type="click", coordinates=[lat, lon])


# --- how the boards lie -----------------------------------------------------------------------------------


def test_every_board_has_its_entry():
    assert sorted(EUROPA.entries) == BOARDS
    assert len(BOARDS) == 15


@pytest.mark.parametrize("sheet", EUROPA.plan.sheet)
def test_known_places_lie_within_the_stated_error_and_the_words_tell_it(sheet):
    lies = EUROPA.plan.sheet[sheet]
    off = [EUROPA.off(sheet, control) for control in lies.control]
    assert lies.error - 2 <= max(off) <= lies.error
    told = [int(number) for number in re.findall(r"(\d+)(?: to (\d+))? km", lies.text)[0] if number]
    assert told[-1] == pytest.approx(max(off), abs=1)
    assert told[0] == pytest.approx(min(off), abs=1)


@laid_entries
def test_the_sheet_is_the_one_that_the_board_is_numbered_by(entry: AtlasEntry):
    assert all(laid.name.startswith(f"{entry.sheet}:") for laid in EUROPA.hexes(entry))


@laid_entries
def test_every_hex_leads_to_the_ground_and_back(entry: AtlasEntry):
    for laid in EUROPA.hexes(entry):
        assert laid.ring[0] == laid.ring[-1]
        assert EUROPA.hex_at(entry, *laid.middle) == laid.name


@laid_entries
def test_a_hex_is_sixteen_miles_from_side_to_side(entry: AtlasEntry):
    board, fit = EUROPA.board(entry), EUROPA.fit(entry.sheet)
    a, b = (fit.on_ground(board.centre(place)) for place in board.links()[0])
    east, north = fit.from_metres(1000, 1000)
    across = (a[0] - b[0]) / (east - fit.lat), (a[1] - b[1]) / (north - fit.lon)
    assert (across[0] ** 2 + across[1] ** 2) ** 0.5 == pytest.approx(25.75, abs=0.01)


def test_hexes_that_the_rules_name_are_told_from_ours():
    named = [laid.name for laid in EUROPA.hexes(EUROPA.entry("41.E.1")) if laid.printed]
    assert named == ["4A:3525", "4A:3526"]
    assert "the rule names 3525 and 3526; 13 more hexes are ours" in EUROPA.lies(EUROPA.entry("41.E.1"))
    assert "names none of the board's" in EUROPA.lies(EUROPA.entry("Rail ferries"))


@pytest.mark.parametrize("name", ["41.E.2", "41.F"])
def test_a_board_without_numbers_is_not_laid_on_the_ground(name):
    entry = EUROPA.entry(name)
    assert EUROPA.hexes(entry) == ()
    assert EUROPA.hex_at(entry, 58.5, 22.5) == ""
    assert "not to scale" in EUROPA.lies(entry)


def test_the_four_examples_of_massive_flooding_fall_where_the_rule_needs_them():
    """0623 and 0922 may be flooded, so they lie in the Netherlands; 1122 and 0417 lie in Germany."""
    middle = {laid.name[4:]: laid.middle[1] for laid in EUROPA.hexes(EUROPA.entry("41.A.4.b"))}
    border = 7.22  # the easternmost point of the Netherlands, in degrees
    assert max(middle["0623"], middle["0922"]) <= border < min(middle["1122"], middle["0417"])


# --- what happened ------------------------------------------------------------------------------------------


@each_entry
def test_every_event_is_dated_and_says_who_tells_it(entry: AtlasEntry):
    for event in entry.event:
        assert re.search(r"\d{4}|today", event.when)
        assert event.says.endswith(".")
        assert EUROPA.told(event.source)
    assert 15 <= len(entry.says.split()) <= 50


def test_every_source_is_used():
    used = {key for entry in EUROPA.plan.entry for event in entry.event for key in event.source.split(", ")}
    assert used == EUROPA.plan.sources.keys()


def test_the_motive_in_the_rule_of_floods_is_set_against_walcheren():
    page = EUROPA.page("41.A.4.b")
    assert "British bombers breach the dyke of Walcheren" in page.says
    assert "Some 158 people" in page.says


def test_a_page_reads_as_text_and_as_markdown():
    page = fm.page("europa_41:41.E.1")
    assert str(page).startswith("41.E.1 The Kerch Straits. ")
    assert "16 November 1941: Germans take Kerch." in str(page)
    written = page._repr_markdown_()
    assert written.count("\n| ") == 2 + len(page.entry.event)
    assert "the rule names 3525 and 3526" in written


def test_a_page_that_a_chapter_shows_is_counted_as_read(tmp_path, monkeypatch):
    form = lesson_form("00_start_here")
    cell = {"cell_type": "code", "source": ['fm.page("europa_41:41.E.1")']}
    (tmp_path / "00_start_here.ipynb").write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
    monkeypatch.setattr(reading_time, "notebooks_root", lambda: tmp_path)
    asked = sum(len(task.question.split()) for task in form.tasks.values())
    read = len(EUROPA.page("41.E.1").says.split())
    assert reading_time.time_alone("00_start_here", form).words == pytest.approx(asked + read, abs=12)


def test_words_tell_all_that_the_map_shows():
    told = str(EUROPA)
    for entry in EUROPA.plan.entry:
        assert entry.says in told
        assert all(event.says in told for event in entry.event)
    assert EUROPA.plan.notice in told


def test_what_is_not_there_names_what_is():
    with pytest.raises(NoSuchName, match=r"41\.E\.1"):
        EUROPA.entry("41.E.11")
    with pytest.raises(NoSuchName):
        load_atlas("atlantis")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [({"region": "atlantis"}, "atlantis"), ({"sheet": "99Z"}, "99Z")],
)
def test_a_slip_in_the_file_is_named(monkeypatch, change, complaint):
    first, *rest = EUROPA.plan.entry
    slipped = structs.replace(EUROPA.plan, entry=(structs.replace(first, **change), *rest))
    monkeypatch.setattr(atlas, "load_of", lambda *_: slipped)
    with pytest.raises(DataError, match=rf"entry\[0\].*{complaint}"):
        load_atlas.__wrapped__("europa_41")


def test_a_part_of_the_map_without_an_entry_is_a_slip(monkeypatch):
    monkeypatch.setattr(atlas, "load_of", lambda *_: structs.replace(EUROPA.plan, entry=EUROPA.plan.entry[:-1]))
    with pytest.raises(DataError, match="no entry lies in edges"):
        load_atlas.__wrapped__("europa_41")


# --- the ground -----------------------------------------------------------------------------------------------


def test_the_bundled_ground_is_light_sound_and_says_whose_it_is():
    ground = json.loads(GROUND)
    assert len(GROUND) <= 100_000
    whose = ("OpenStreetMap", "GSHHG", "Natural Earth", "drawn for this book")
    for feature in ground["features"]:
        about, shape = feature["properties"], feature["geometry"]
        assert about["region"] in {"", *EUROPA.regions}
        assert any(name in about["source"] for name in whose)
        for ring in [ring for piece in shape["coordinates"] for ring in piece] if "Poly" in shape["type"] else ():
            assert ring[0] == ring[-1]
            assert len(ring) >= 4
    credits_ = " ".join(credit.text for credit in EUROPA.plan.credit)
    assert "OpenStreetMap contributors, ODbL" in credits_
    assert "Wessel and Smith 1996" in credits_


@pytest.mark.parametrize("region", [each for each in EUROPA.plan.region if each.box], ids=lambda each: each.id)
def test_ground_hexes_and_dots_of_a_part_lie_in_its_box(region):
    south, west, north, east = region.box
    points = [point for each in EUROPA.ground(region.id) for point in flat(each["geometry"]["coordinates"])]
    points += [point for entry in EUROPA.of(region) for laid in EUROPA.hexes(entry) for point in laid.ring]
    points += [[entry.at[1], entry.at[0]] for entry in EUROPA.of(region)]
    assert points
    assert all(west - 0.02 <= lon <= east + 0.02 and south - 0.02 <= lat <= north + 0.02 for lon, lat in points)


def flat(coordinates: Any) -> list[list[float]]:
    if isinstance(coordinates[0], float | int):
        return [coordinates]
    return [point for each in coordinates for point in flat(each)]


# --- the map on the page -----------------------------------------------------------------------------------------


def test_a_click_on_a_dot_opens_the_place(on_page):
    on_page._on_interaction(type="mousemove", coordinates=[37.93, 22.98])
    assert on_page.clicked == ""
    click(on_page, 37.9, 23.3)
    assert on_page.clicked == "41.C"
    assert on_page._list.value == "41.C"
    assert on_page._shell.says.startswith("41.C The Corinth Canal. ")
    assert "921 soldiers of the Commonwealth" in on_page._page.value
    assert len(on_page._ground.data["features"]) > 2
    assert on_page._map.zoom == EUROPA.regions["corinth"].zoom


def test_a_click_on_a_hex_of_the_open_board_names_it(on_page):
    on_page.show("41.E.1")
    click(on_page, *EUROPA.fit("4A").on_ground(EUROPA.board(EUROPA.entry("41.E.1")).centre(0)))
    assert on_page.clicked == "41.E.1"
    assert on_page._shell.says.startswith("4A:3424: ")
    assert "placed by us" in on_page._shell.says
    assert len(on_page._chosen.data["features"]) == 2


def test_another_dot_on_the_same_part_opens_that_place(on_page):
    on_page.show("41.E.1")
    assert "Also on this part of the map: 41.E.4 The Sivash; 41.E.5 The Sea of Azov." in on_page._shell.says
    click(on_page, *EUROPA.entry("41.E.4").at)
    assert on_page.clicked == "41.E.4"


def test_a_click_far_from_everything_asks_again(on_page):
    on_page.show("41.B")
    click(on_page, 29.6, 33.9)
    assert (on_page.clicked, on_page._shell.says) == ("41.B", INVITATION)


def test_the_list_opens_and_shows_all_again(on_page):
    on_page._list.value = "41.E.6"
    assert on_page.clicked == "41.E.6"
    on_page.show("")
    assert (on_page.clicked, on_page._page.value) == ("", "")
    assert on_page._ground.data["features"] == []
    assert len(on_page._marks.layers) == len(EUROPA.regions)


def test_a_place_that_lies_nowhere_has_its_page_all_the_same(on_page):
    on_page.show("41.F")
    assert "Torgau" in on_page._page.value
    assert on_page._map.zoom == EUROPA.plan.zoom
    click(on_page, *EUROPA.regions["suez"].at)
    assert on_page.clicked == "41.B"


def test_a_name_that_is_not_there_is_a_complaint(on_page, monkeypatch):
    with pytest.raises(NoSuchName):
        on_page.show("<b>nowhere</b>")
    on_page.complain("What?")
    assert on_page._shell.fault == "What?"


def test_nothing_on_it_lies_outside(on_page):
    on_page.show("41.A.1")
    parts = [on_page._map, *on_page._map.layers, *on_page._marks.layers, *on_page.children]
    told = json.dumps([part.get_state() for part in parts], default=str) + on_page.svg()
    assert set(re.findall(r"https?://[^\s\"'\\<>]+", told)) <= {"http://www.w3.org/2000/svg"}
    assert not any(type(each).__name__ == "TileLayer" for each in on_page._map.layers)


def test_without_a_kernel_there_is_a_picture_with_every_place(on_page):
    bundle = on_page._repr_mimebundle_()
    picture = bundle["image/svg+xml"]
    assert picture == on_page.svg()
    assert len(picture.encode()) <= 80_000
    for region in EUROPA.plan.region:
        assert region.title in picture
    for entry in EUROPA.plan.entry:
        assert f">{entry.id[3:]}  {entry.title}<" in picture
        assert f">{entry.id[3:]}<" in picture or not EUROPA.regions[entry.region].box


def test_what_a_file_says_is_shown_as_text(monkeypatch):
    first, *rest = EUROPA.plan.entry
    bad = structs.replace(first, title="<b>x</b>", event=(structs.replace(first.event[0], says="<img src=x>."),))
    page = AtlasMap(Atlas(structs.replace(EUROPA.plan, entry=(bad, *rest))))
    page.show("41.A.1")
    assert "<img" not in page._page.value
    assert "<b>x</b>" not in page.children[-1].children[0].value
