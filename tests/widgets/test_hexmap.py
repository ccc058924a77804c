"""The map widget without a page: what it sends, what it answers, how it bears mishaps."""

import json
from typing import Any

import pytest
from ipycanvas.canvas import _CANVAS_MANAGER, COMMANDS, hold_canvas

import fmbook as fm
from fmbook.geometry.boardfile import load_board
from fmbook.widgets.board.counters import counters
from fmbook.widgets.board.cursor import Cursor
from fmbook.widgets.board.hexmap import HexMap, chart
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.stacks import size_on
from fmbook.widgets.drawing.canvas import Sheet, held
from fmbook.widgets.drawing.shapes import Circles, Ink, Lettering, Lines, Polygons, Texts
from fmbook.widgets.page import guard
from tests.tools.desks import look_at

DRILL = load_board("drill/board.toml")
BOX = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0))
EVERY_KIND = (
    Polygons("p", (BOX,), Ink(fill="#102030", stroke="#405060")),
    Lines("l", (BOX, BOX[:2]), Ink(stroke="#405060", dash=(3, 1), square=True)),
    Circles("c", ((3.0, 4.0),), 2.0, Ink(fill="#102030", stroke="#405060", alpha=0.5)),
    Texts("t", (("0304", (5.0, 5.0)),), Lettering(9, "#102030", "serif", halo="#ffffff")),
)


@pytest.fixture(autouse=True)
def _errors_come_through(monkeypatch):
    monkeypatch.setattr(guard, "RERAISE", True)


@pytest.fixture
def sent(monkeypatch):
    """The messages that go to the page, each a list of commands."""
    messages: list[list[list[object]]] = []

    def overheard(_about: object, buffers: list[memoryview]) -> None:
        messages.append(json.loads(bytes(buffers[0])))

    monkeypatch.setattr(_CANVAS_MANAGER, "send", overheard)
    return messages


@pytest.fixture
def drill():
    board = HexMap(DRILL)
    board._sheet.resize(1)  # a page sees it
    return board


def names(message: list[list[object]]) -> list[str]:
    known: dict[object, str] = {number: name for name, number in COMMANDS.items()}
    return [known[command[0]] for command in message]


def press(drill: HexMap, hex_: str) -> None:
    x, y = drill._frame.pixel(DRILL.centre(DRILL.at(hex_)))
    press_at(drill, x, y)


def press_at(drill: HexMap, x: float, y: float) -> None:
    drill._on_heard({"what": "press", "number": 0, "at": [x / drill._frame.width, y / drill._frame.height]})


# --- drawing --------------------------------------------------------------------------------


def test_a_redraw_is_one_message_that_says_where_it_goes(sent):
    Sheet(10, 10, sharpness=1).show(0, EVERY_KIND)
    [message] = sent
    assert names(message)[:3] == ["switchCanvas", "setTransform", "clear"]


def test_both_layers_go_out_together(drill, sent):
    drill.redraw()
    [message] = sent
    assert names(message).count("switchCanvas") == 3  # both, and to rest


def test_nothing_but_words_is_drawn_one_by_one(drill, sent):
    drill.redraw()
    [message] = sent
    single = {"fillPolygon", "strokePolygon", "fillCircle", "lineTo", "strokeLine", "fillRect"}
    assert not single & set(names(message))


def test_a_message_says_the_same_as_that_of_ipycanvas_in_fewer_letters(monkeypatch):
    at = Texts("t", (("3½", (5.0, 5.5)),), Lettering(9, "#102030", "serif"))
    said, packed = list[list[Any]](), list[list[memoryview]]()
    monkeypatch.setattr(_CANVAS_MANAGER, "send", lambda _about, buffers: packed.append(buffers))
    with held():
        Sheet(10, 10, sharpness=1).show(0, [*EVERY_KIND, at])
        said += _CANVAS_MANAGER._commands_cache
    [[short, *others]] = packed
    heard = [[*command, 0][:3] for command in json.loads(bytes(short))]
    for args in (each for command in said for each in command[1] if isinstance(each, dict)):
        assert len(args.pop("shape")) == 1  # of a row nobody on the page asks how long it is
    assert heard[: len(said)] == [[*command, 0][:3] for command in json.loads(json.dumps(said))]
    assert len(others) == sum(command[2] for command in heard)
    assert len(bytes(short)) < 0.9 * len(json.dumps(json.loads(bytes(short))))


def test_of_lines_that_have_as_many_points_the_number_is_said_once(monkeypatch):
    packed = list[list[memoryview]]()
    monkeypatch.setattr(_CANVAS_MANAGER, "send", lambda _about, buffers: packed.append(buffers))
    ink = Ink(stroke="#405060")
    Sheet(10, 10, sharpness=1).show(0, [Lines("l", (BOX, BOX), ink), Lines("m", (BOX, BOX[:2]), ink)])
    [[short, *others]] = packed
    alike, not_alike = (each for each in json.loads(bytes(short)) if each[0] == COMMANDS["strokeLineSegments"])
    assert alike[1][::2] == [2, 3]
    assert list(memoryview(others[0]).cast("B").cast("f")) == [x for _ in range(2) for point in BOX for x in point]
    assert list(memoryview(others[-1]).cast("B").cast("i")) == [3, 2]
    assert not_alike[2] == 2


def test_the_second_message_names_its_canvas_again(sent):
    sheet = Sheet(10, 10, sharpness=1)
    sheet.show(0, EVERY_KIND)
    sheet.show(0, EVERY_KIND)
    assert [names(message)[0] for message in sent] == ["switchCanvas", "switchCanvas"]


def test_an_error_while_drawing_sends_nothing_and_the_next_drawing_is_sent(sent):
    sheet = Sheet(10, 10, sharpness=1)

    def half_drawn() -> None:
        with held():
            sheet.widget.canvases[0].fill_rect(0, 0, 1, 1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half_drawn()
    assert (sent, _CANVAS_MANAGER._caching, _CANVAS_MANAGER._commands_cache) == ([], False, [])
    sheet.show(0, EVERY_KIND)
    assert len(sent) == 1


def test_held_may_be_nested_in_itself_and_in_hold_canvas(sent):
    sheet = Sheet(10, 10, sharpness=1)
    with held():
        sheet.show(0, EVERY_KIND)
        assert sent == []
    assert len(sent) == 1
    with hold_canvas():
        sheet.show(0, EVERY_KIND)
        assert len(sent) == 1
    assert len(sent) == 2


def test_words_on_a_counter_stay_within_it_whatever_font_a_reader_has(sent):
    Sheet(10, 10, sharpness=1).show(
        0, [Texts("name", (("1037", (5, 5)),), Lettering(9, "#000000", "serif", fits=20.0))]
    )
    [written] = [command for command in sent[0] if command[0] == COMMANDS["fillText"]]
    assert written[1] == ["1037", 5, 5, 20.0]
    game = fm.new_game("scheldt", "braakman")
    worded = [shape for shape in counters(game, Frame.around(game.board)) if isinstance(shape, Texts)]
    assert worded
    assert all(0 < shape.lettering.fits < size_on(Frame.around(game.board)) for shape in worded)


def test_an_empty_batch_is_left_out(sent):
    Sheet(10, 10, sharpness=1).show(0, [Lines("none", (), Ink(stroke="#000000"))])
    assert names(sent[0]) == ["switchCanvas", "setTransform", "clear", "switchCanvas", "clear"]


# --- answering --------------------------------------------------------------------------------


def test_a_click_names_the_hex(drill, sent):
    press(drill, "0305")
    assert drill.clicked == "0305"
    assert drill._shell.says.startswith("0305 Beacon Hill: hill. Neighbours: 0205, 0306,")
    assert len(sent) == 1


def test_a_second_click_on_the_same_hex_is_news_too(drill):
    heard: list[str] = []
    drill.observe(lambda change: heard.append(change.new), "clicked")
    press(drill, "0305")
    press(drill, "0305")
    assert [place for place in heard if place] == ["0305", "0305"]


def test_a_click_beside_the_board_is_nothing(drill, sent):
    press_at(drill, 2, 2)
    assert (drill.clicked, sent) == ("", [])


@pytest.mark.parametrize("at", [None, "here", [0.5], [0.5, "0.5"], [0.5, 0.5, 0.5], [9e99, -1], [float("nan"), 0.5]])
def test_an_odd_press_is_nothing(drill, at):
    drill._on_heard({"what": "press", "number": 0, "at": at})
    assert (drill.clicked, drill._shell.fault) == ("", "")


def test_a_page_that_opens_gets_the_whole_picture(drill, sent):
    drill.rest()
    look_at(drill)
    assert len(sent) == 1
    look_at(drill)  # another page, which has nothing yet
    assert len(sent) == 2


def test_show_marks_and_clears(drill):
    drill.show("0404", hints=["0405"])
    assert [shape.name for shape in drill._hint_shapes()] == ["hints", "chosen-veil", "chosen-glow", "chosen"]
    drill.show()
    assert drill._hint_shapes() == []


def test_borders_are_told_with_the_neighbours(drill):
    assert "0405 (bridge, river, road)" in drill.describe("0404")


def test_an_unknown_hex_is_answered_with_a_suggestion(drill):
    with pytest.raises(fm.NoSuchName, match="0999"):
        drill.describe("0999")


# --- mishaps -----------------------------------------------------------------------------------


def test_an_error_is_shown_logged_and_forgotten_after_the_next_good_click(drill, caplog, monkeypatch):
    monkeypatch.setattr(guard, "RERAISE", False)

    def stop(change):
        if change.new:
            raise ZeroDivisionError("one by none")

    drill.observe(stop, "clicked")
    drill._on_press(*drill._frame.pixel(DRILL.centre(0)))
    assert "mistake is ours" in drill._shell.fault
    assert "one by none" in drill._shell.fault
    assert [record.name for record in caplog.records] == ["fmbook.widgets"]
    drill.unobserve(stop, "clicked")
    drill._on_press(*drill._frame.pixel(DRILL.centre(1)))
    assert drill._shell.fault == ""


def test_what_we_say_on_purpose_is_shown_as_it_is():
    assert guard.sentence(fm.DataError("a.toml", "$.x", "expected a number")) == "a.toml at $.x: expected a number"


def test_in_tests_an_error_comes_through(drill, caplog):
    def stop(change):
        raise ZeroDivisionError

    drill.observe(stop, "clicked")
    with pytest.raises(ZeroDivisionError):
        drill._on_press(*drill._frame.pixel(DRILL.centre(0)))


# --- the keyboard ----------------------------------------------------------------------------------


def walk(start: str, *ways: tuple[int, int]) -> list[str]:
    cursor = Cursor(DRILL)
    cursor.put(DRILL.at(start))
    return [DRILL.name(cursor.step(way)) for way in ways]


EAST, SOUTH, WEST, NORTH = (1, 0), (0, 1), (-1, 0), (0, -1)


def test_the_cursor_begins_in_the_middle():
    assert DRILL.name(Cursor(DRILL).step(EAST)) == "0405"


def test_the_cursor_goes_straight_along_a_row():
    assert walk("0404", EAST, EAST, WEST) == ["0405", "0406", "0405"]


def test_the_cursor_keeps_its_line_across_the_rows():
    way_down = walk("0305", SOUTH, SOUTH, SOUTH, SOUTH)
    assert [hex_[:2] for hex_ in way_down] == ["04", "05", "06", "07"]
    assert way_down[1] == "0505"
    assert way_down[3] == "0705"


def test_the_cursor_stops_at_the_rim():
    assert walk("0101", WEST, NORTH) == ["0101", "0101"]


def test_keys_walk_and_enter_chooses(drill):
    press(drill, "0404")
    drill._on_key("ArrowRight")
    assert (drill.clicked, drill._shell.says[:4]) == ("0404", "0405")
    drill._on_key("Enter")
    assert drill.clicked == "0405"


# --- how it shows itself --------------------------------------------------------------------------------


def test_a_page_without_a_kernel_gets_a_picture(drill):
    bundle = drill._repr_mimebundle_()
    assert bundle["image/svg+xml"].startswith("<svg")
    assert bundle["text/plain"] == "<map of The drill ground, 63 hexes>"
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_fm_fetches_the_chart_when_asked():
    assert fm.chart is chart
    assert repr(fm.chart("drill")) == "<map of The drill ground, 63 hexes>"
    with pytest.raises(AttributeError, match="no attribute 'charts'"):
        fm.charts  # noqa: B018
