"""Games, maps and tables for other programs."""

import csv
import json
import subprocess
import sys
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import fmbook as fm
from fmbook.cli.chromium import find_chromium
from fmbook.experiments.extras import NotInstalled
from fmbook.opponents import OPPONENTS
from fmbook.record.records import digest

GREEDY = {"Allied": "greedy", "German": "greedy"}


@pytest.fixture(scope="module")
def game() -> fm.Game:
    return fm.play_out(fm.new_game("scheldt", "braakman", 3), GREEDY)


@pytest.fixture(scope="module")
def found() -> Any:
    return fm.play_out_many("scheldt", "braakman", opponents=GREEDY, count=4)


def lines(path: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_events_are_the_diary_line_by_line_each_with_its_rule(game, tmp_path):
    written = lines(fm.export(game, tmp_path / "events.jsonl"))
    opening = len(game.diary) - sum(bool(each["says"]) for each in written)
    assert [f"{each['says']}  [{each['rule']}]" for each in written if each["says"]] == list(game.diary)[opening:]
    assert [each["order"] for each in written if each["event"] == "Moved"] == [
        str(order) for order in game.orders if isinstance(order, fm.Move)
    ]


def test_positions_say_how_things_stood_after_each_order(game, tmp_path):
    written = lines(fm.export(game, tmp_path / "positions.jsonl", "positions"))
    assert len(written) == len(game.orders) + 1
    for number, each in enumerate(written):
        then = game.at(number)
        assert each["digest"] == digest(then.state)
        assert {name: unit["place"] for name, unit in each["units"].items()} == {u.id: u.place for u in then.units()}


@pytest.mark.parametrize("system", ["scheldt", "veritable", "vimy", "eben_emael"])
def test_a_board_lies_on_the_ground_as_the_theatre_has_it(system, tmp_path):
    game = fm.new_game(system)
    drawn = json.loads(fm.export(game, tmp_path / "board.geojson").read_text(encoding="utf-8"))
    polygons = [each for each in drawn["features"] if each["geometry"]["type"] == "Polygon"]
    assert [each["properties"]["place"] for each in polygons] == list(game.board.places)
    for each in polygons:
        [ring] = each["geometry"]["coordinates"]
        assert ring[0] == ring[-1]
        assert all(2 < lon < 8 and 49 < lat < 53 for lon, lat in ring)
    units = [each["properties"] for each in drawn["features"] if each["properties"]["kind"] == "unit"]
    assert [each["unit"] for each in units] == [unit.id for unit in game.units()]


def test_a_theatre_has_its_places_with_sources_and_the_front_at_each_moment(tmp_path):
    drawn = json.loads(fm.export(fm.new_game("vimy"), tmp_path / "t.geojson", "theatre").read_text(encoding="utf-8"))
    told = [each["properties"] for each in drawn["features"]]
    assert "Petit Vimy" in {each.get("name") for each in told}
    fronts = [each for each in told if each.get("kind") == "front"]
    assert len({each["when"] for each in fronts}) == len(fronts) > 1
    assert all(each["source"] for each in fronts)


def test_a_board_without_a_place_on_the_map_says_so(tmp_path):
    with pytest.raises(fm.NoSuchName, match="place on the map is known"):
        fm.export(fm.new_game("drill"), tmp_path / "board.geojson")


def test_a_set_up_goes_out_as_a_table_and_comes_back_in_as_orders(tmp_path):
    placed, lot = fm.new_game("scheldt", "free", 1), Random(4)
    while isinstance(placed.legal()[0], fm.Place):
        placed.do(OPPONENTS["random"](placed.seen_by(placed.side), lot))
    again = fm.set_up(fm.new_game("scheldt", "free", 1), fm.export(placed, tmp_path / "units.csv"))
    assert {unit.id: unit.place for unit in again.units()} == {unit.id: unit.place for unit in placed.units()}
    assert fm.replay(again.record()).orders == again.orders


def test_a_set_up_that_leaves_a_unit_out_or_bars_itself_is_refused_in_a_sentence(tmp_path):
    game, file = fm.new_game("scheldt", "free", 1), tmp_path / "units.csv"
    [first, *_] = game.legal()
    file.write_text("unit,place\nnobody,0101\n")
    with pytest.raises(fm.FmbookError, match=f"does not say where {first.names[0]} stands"):
        fm.set_up(game, file)
    file.write_text("place\n0101\n")
    with pytest.raises(fm.FmbookError, match="no columns"):
        fm.set_up(game, file)
    with pytest.raises(fm.FmbookError, match="does not ask where units stand"):
        fm.set_up(fm.new_game("drill", "march"), fm.export(game, file))


def test_a_map_is_written_as_svg(game, tmp_path):
    root = ElementTree.parse(fm.export(game, tmp_path / "map.svg")).getroot()
    assert root.tag.endswith("svg")
    assert "Biervliet" in "".join(root.itertext())


@pytest.mark.browser
def test_a_map_is_written_as_a_pdf_of_one_page(game, tmp_path):
    assert find_chromium()
    drawn = fm.export(game, tmp_path / "map.pdf").read_bytes()
    assert drawn.startswith(b"%PDF")
    assert drawn.count(b"/Type /Page\n") + drawn.count(b"/Type /Page/") == 1 or b"/Count 1" in drawn


def test_results_go_to_a_table_and_to_lines_that_are_read_again(found, tmp_path):
    with fm.export(found, tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["seed"]) for row in rows] == [game.seed for game in found]
    assert [row["winner"] for row in rows] == [game.winner for game in found]
    for _ in range(2):  # a file that is there is written anew
        assert tuple(fm.results(fm.export(found, tmp_path / "games.jsonl"))) == tuple(found)


def test_results_are_a_frame_of_pandas_with_a_row_a_game(found):
    pytest.importorskip("pandas")
    frame = found.to_pandas()
    assert list(frame["seed"]) == [game.seed for game in found]
    assert list(frame["lost Allied"]) == [game.lost("Allied") for game in found]


def test_results_show_a_table_in_a_notebook(found):
    root = ElementTree.fromstring(f"<div>{found._repr_html_()}</div>")
    cells = [cell.text for cell in root.iter("td")]
    assert sum(int(cell) for cell in cells[::4] if cell) == len(found)


def test_without_pandas_one_sentence_says_what_to_install(found, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(NotInstalled, match=r"pip install 'fmbook\[tables\]'"):
        found.to_pandas()


def test_pandas_is_fetched_only_when_a_frame_is_asked_for():
    script = "import sys, fmbook as fm; fm.results('breskens').table(); assert 'pandas' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


@pytest.mark.parametrize(("file", "part"), [("x.doc", ""), ("x", ""), ("x.csv", "events"), ("x.svg", "board")])
def test_what_cannot_be_written_is_told_with_what_can(game, file, part):
    with pytest.raises(fm.NoSuchName, match="those that"):
        fm.export(game, file, part)
