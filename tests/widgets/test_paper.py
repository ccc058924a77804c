"""What a class gets on paper: each part is there, nothing is given away, backs lie behind fronts, black suffices."""

import re

import pytest

import fmbook as fm
from fmbook.__main__ import main
from fmbook.lessons.exercises import exercises_of, moments_of, questions_of
from fmbook.lessons.guide import guide_names, guide_of, opening_of
from fmbook.widgets.paper.pack import PARTS, pack, teacher_pages

COLOUR = re.compile(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b")


def plain(html: str) -> str:
    return re.sub(r"<[^>]+>", " ", html)


@pytest.mark.parametrize("chapter", guide_names())
def test_a_worksheet_asks_all_that_the_chapter_asks_and_answers_nothing(chapter):
    sheet = plain(pack(chapter, only="worksheet"))
    titles = {each.title for each in exercises_of(chapter)} | {each.title for each in questions_of(chapter)}
    assert all(title in sheet for title in titles | {each.title for each in moments_of(chapter)})
    assert "Right:" not in sheet
    assert "In fact" not in sheet


@pytest.mark.parametrize("chapter", guide_names())
def test_the_key_stands_apart_with_each_right_answer_and_what_was_decided(chapter):
    key = plain(pack(chapter, only="key"))
    for each in exercises_of(chapter):
        assert each.title in key
    assert key.count("Right:") >= len(exercises_of(chapter))
    assert key.count("In fact") >= len(moments_of(chapter))


def test_what_is_printed_for_the_class_holds_no_answers_and_what_is_for_the_teacher_does():
    assert "Answer key" not in plain(pack("00"))
    assert "Answer key" in plain(teacher_pages("00"))


@pytest.mark.parametrize("chapter", guide_names())
def test_each_unit_of_the_scenario_has_a_counter_and_says_where_it_begins(chapter):
    sheets = pack(chapter, only="counters")
    game = opening_of(guide_of(chapter))
    for unit in game.units():
        assert f'aria-label="The counter of {unit.id}"' in sheets or f">{unit.id}<" in sheets
        assert f"<p>{unit.place.rpartition(':')[2]}</p>" in sheets


def test_a_back_lies_behind_its_front_when_the_sheet_is_flipped():
    fronts, backs = pack("20", only="counters").split('<div class="counters" style="')[1:]
    assert fronts.partition('"')[0] == backs.partition('"')[0]
    across = int(fronts.partition("repeat(")[2].partition(",")[0])
    shown, behind = named(fronts, across), named(backs, across)
    assert len(shown) == len(behind) > 1
    for row, mirrored in zip(shown, behind, strict=True):
        assert row == mirrored[::-1]


def named(sheet: str, across: int) -> list[list[str]]:
    """The units of a sheet, row by row; markers, and where no counter lies, have no name."""
    cells = sheet.split('<div class="counter">')[1:]
    names = ["".join(re.findall(r"The counter of ([^\"]+)", cell)) for cell in cells]
    assert len(names) % across == 0
    return [names[at : at + across] for at in range(0, len(names), across)]


@pytest.mark.parametrize(("chapter", "part"), [("20", "worksheet"), ("30", "counters"), ("10", "map"), ("30", "map")])
def test_a_printer_with_nothing_but_black_can_print_it_all(chapter, part):
    html = pack(chapter, only=part)
    assert all(red == green == blue for red, green, blue in COLOUR.findall(html))
    coloured = pack(chapter, only=part, colour=True)
    assert any(red != blue for red, _, blue in COLOUR.findall(coloured))


def test_the_colours_of_the_screen_come_back_after_printing():
    game = fm.new_game("vimy", "first_morning")
    before = game.board_svg()
    pack("20", only="counters")
    assert game.board_svg() == before


def test_only_the_map_goes_on_a3():
    html = pack("20", only="map", paper="a3")
    assert "@page wide-lying{size:A3 landscape" in html
    assert "@page {size:A4;" in html
    assert html.count('class="map wide-lying"') == 1


def test_both_maps_are_in_one_pack_each_with_counters_of_its_size():
    html = pack("10", paper="both")
    assert html.count('class="map sheet') == html.count('class="map wide') == 1
    assert html.index("Counters for the map on A4") < html.index("Counters for the map on A3")
    assert "the map on" not in pack("10")


def test_counters_that_fit_both_maps_are_printed_once():
    assert pack("20", only="counters", paper="both").count("<b>Counters</b>") == 2, "fronts and backs"


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_a_map_fits_its_sheet(paper):
    wide = float(pack("10", only="map", paper=paper).partition('figure style="width:')[2].partition("mm")[0])
    assert wide <= {"a4": 277, "letter": 259.4, "a3": 400}[paper]


@pytest.mark.parametrize(
    ("said", "heard"),
    [(["20", "--only", "maps"], "map"), (["20", "--paper", "a5"], "a4"), (["91"], "20, 30, 40"), (["77"], "77")],
)
def test_what_cannot_be_printed_is_one_sentence(said, heard, capsys, tmp_path):
    assert main(["print", *said, "--to", str(tmp_path / "x.html")]) == 2
    told = capsys.readouterr().err
    assert heard in told
    assert "Traceback" not in told
    assert not (tmp_path / "x.html").exists()


def test_without_a_chromium_a_page_for_any_browser_is_written(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("CHROMIUM", str(tmp_path / "none"))
    monkeypatch.chdir(tmp_path)
    assert main(["print", "20", "--only", "rules"]) == 0
    assert "Open it in a browser" in capsys.readouterr().out
    assert "Zero hour" in (tmp_path / "fmbook-20-rules.html").read_text(encoding="utf-8")


def test_every_part_can_be_printed_alone():
    for part in PARTS:
        assert "<article" in pack("00", only=part), part
