"""The desk without a page: what an entrance does, what is refused, what is drawn anew, what nobody may see."""

import ast
import asyncio
import sys
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any

import pytest
from ipycanvas.canvas import _CANVAS_MANAGER
from ipywidgets import CallbackDispatcher, Checkbox, ToggleButton, Widget
from ipywidgets.widgets.widget_description import DescriptionWidget
from PIL import Image, ImageDraw

import fmbook as fm
from fmbook.books.systems import SYSTEMS
from fmbook.core.verdicts import Reason, Verdict
from fmbook.engine.legality import allows, reasons_against
from fmbook.widgets import theme
from fmbook.widgets.board import hexmap, overlays
from fmbook.widgets.board.counters import colour_of, counters, faces, paled, paper_of, rings, room_of, stack_spots
from fmbook.widgets.board.covered import lettering
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.desk import callbacks as entrances
from fmbook.widgets.desk import panels, saving
from fmbook.widgets.desk.clicks import Chooser
from fmbook.widgets.desk.desk import A_GAME, Desk, desk, desk_of
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.canvas import Sheet
from fmbook.widgets.drawing.shapes import Lines, Polygons, Shape, Texts
from fmbook.widgets.drawing.text_size import box_of
from fmbook.widgets.page import drawn_ahead, guard
from fmbook.widgets.page import session as asking
from fmbook.widgets.page.shell import PageShell
from fmbook.widgets.paper.press import BLACK_AND_WHITE
from tests.tools.desks import end_phase, labels, look_at, press
from tests.tools.vimy_positions import FIELD, SHELL, ridge

pytestmark = pytest.mark.usefixtures("desk_apart")


def in_combat(scenario: str = "flank", **how: Any) -> Desk:
    game = fm.new_game("drill", scenario)
    while "combat" not in game.phase:
        game.do("end-phase")
    return desk(game, **how)


# --- entrances ------------------------------------------------------------------------------


def test_an_order_that_is_clicked_is_judged_once():
    on, judged = desk(fm.new_game("vimy", "hill_145")), list[str]()
    order = next(given for given in on.game.legal() if isinstance(given, fm.Move))
    on._on_place(on.game.unit(order.unit).place)

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in (allows.__code__, reasons_against.__code__):
            judged.append(str(frame.f_locals["order"]))

    sys.setprofile(watch)
    try:
        on._on_place(order.to)
    finally:
        sys.setprofile(None)
    assert on.game.orders[-1] == order
    assert judged.count(str(order)) == 1


def test_a_press_for_an_earlier_state_does_nothing():
    on = desk(fm.new_game("drill", "march"))
    seen = on.number
    on.game.do("end-phase")
    press(on, "End phase", seen)
    assert on.parts.shell.says == entrances.LATE
    assert len(on.game.orders) == 1
    end_phase(on)
    assert len(on.game.orders) == 2


def test_a_double_click_is_one_order():
    on = desk(fm.new_game("drill", "march"))
    on._on_place("0302")
    for _ in range(2):
        on.map._on_heard({"what": "pressed", "number": 0})
        on._on_place("0303")
    assert [str(order) for order in on.game.orders] == ["move B2 0303"]


@pytest.mark.parametrize("content", [{}, {"what": 1}, {"what": "pressed", "number": "x"}, {"what": "shelved"}])
def test_odd_messages_of_a_page_are_let_be(content):
    on = desk(fm.new_game("drill", "march"))
    on._on_heard(content)
    on.map._on_heard(content)
    on._on_submitted(None, "nonsense", None)
    on._on_action(None, content, None)
    assert on.parts.shell.fault == ""


@pytest.mark.parametrize("label", ["Attack 0404", "", None, 17, ["End phase"], {"End": "phase"}])
def test_a_button_that_is_gone_does_nothing(label):
    on = desk(fm.new_game("drill", "march"))
    on._on_action(
        None, {"what": "pressed", "label": label, "asked": on.parts.actions.offered["asked"], "number": on.number}, None
    )
    assert on.parts.shell.says == entrances.LATE
    assert len(on.game.orders) == 0


def test_every_callback_is_guarded():
    on = desk(fm.new_game("drill", "march"))
    found = [callback for widget in everything(on) for callback in callbacks(widget)]
    assert len(found) > 25
    for callback in found:
        inner = callback
        while hasattr(inner, "func"):
            inner = inner.func
        ours = getattr(inner, "__module__", "").startswith("fmbook.")
        assert not ours or guard.is_guarded(inner) or leads_to_a_guard(inner), callback


def everything(widget: Any) -> list[Any]:
    below = [each for child in getattr(widget, "children", ()) for each in everything(child)]
    hidden = [widget.replay, widget.saving, widget.offer, widget.map] if isinstance(widget, Desk) else []
    return [widget, *below, *(each for part in hidden for each in everything(part))]


def callbacks(widget: Any) -> list[Any]:
    noticed = [each for kinds in widget._trait_notifiers.values() for some in kinds.values() for each in some]
    called = [
        each for value in vars(widget).values() if isinstance(value, CallbackDispatcher) for each in value.callbacks
    ]
    return [each for each in (*noticed, *called) if callable(each)]


def leads_to_a_guard(callback: Any) -> bool:
    """A closure of the map or the shell that hands on to a guarded method and does nothing else."""
    inside = [cell.cell_contents for cell in callback.__closure__ or ()]
    return any(guard.is_guarded(each) or leads_to_a_guard(each) for each in inside if hasattr(each, "__closure__"))


def test_whatever_is_entered_is_marked_in_the_source():
    """No method named like an entrance lacks its guard."""
    tree = ast.parse(Path(entrances.__file__).read_text())
    for method in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        if method.name.startswith("_on_"):
            names = {mark.id for mark in method.decorator_list if isinstance(mark, ast.Name)}
            assert names & {"guarded", "entrance"}, method.name


def test_an_error_is_shown_and_the_next_success_takes_it_away(monkeypatch):
    monkeypatch.setattr(guard, "RERAISE", False)
    on = desk(fm.new_game("drill", "march"))
    on.look = lambda *about: 1 / 0  # type: ignore[assignment]
    x, y = on.map._frame.pixel(on.map.board.centre(on.map.board.at("0109")))
    at = [x / on.map._frame.width, y / on.map._frame.height]
    on.parts.shell._handle_custom_msg({"what": "press", "number": 0, "at": at}, [])
    assert "division by zero" in on.parts.shell.fault
    del on.look
    on._on_place("0109")
    assert on.parts.shell.fault == ""


# --- playing ----------------------------------------------------------------------------------


def test_the_same_question_gives_the_same_desk():
    game = fm.new_game("drill", "march")
    assert desk(game) is desk_of(game)
    assert desk(game, you="Blue") is desk(game, you="Blue")
    assert desk(game, you="Blue") is not desk(game)


def test_an_attack_is_planned_before_it_is_opened():
    on = in_combat()
    on._on_place("0404")
    assert on.game.state.battle is None
    assert "If you attack 0404" in on.parts.side.value
    press(on, "Choose who attacks 0404")
    assert on.game.state.battle is not None
    assert "If one more joins" in on.parts.side.value


def test_a_bombardment_shows_its_odds_before_a_marker_is_laid():
    on = desk(ridge(FIELD, "A1 5-4-6 b2", "G1 3-4-5 b3", "G9 1-1-1 d6", phase=SHELL, woods="b3"))
    on._on_place("b3")
    assert not on.game.orders
    assert "1/6" in on.parts.side.value
    assert "Added to each die" in on.parts.side.value
    assert on.parts.shell.says.startswith("Laying a bombardment marker on G1: hit, 1 in 6, 17 percent; miss,")
    assert labels(on)[0] == "Shell G1"
    on._on_place("b3")
    assert list(map(str, on.game.orders)) == ["shell G1"]
    on._on_place("b3")
    assert "11/36" in on.parts.side.value
    press(on, "Shell G1")
    end_phase(on)
    assert labels(on) == ["Roll"]
    assert "11/36" in on.parts.side.value
    press(on, "Roll")
    assert "11/36" not in on.parts.side.value


def test_a_bombardment_of_the_base_rules_shows_its_sum_before_it_is_opened_and_with_each_marker():
    on = in_combat("bombardment")
    on._on_place("hill")
    assert on.game.state.battle is None
    assert on.parts.shell.says.startswith("Bombarding hill?")
    assert "0 against 3" in on.parts.side.value
    assert "If you add support" in on.parts.side.value
    on._on_place("hill")
    assert on.game.state.battle is not None
    assert "as it stands" in on.parts.side.value
    assert on.parts.side.value.count("Support +") == 4


def test_a_price_is_not_hidden_by_a_counter():
    on = desk(fm.new_game("drill", "stack"))
    on._on_place("b1")
    frame, board = on.map._frame, on.map.board
    held = {board.at(unit.place) for unit in on.game.units()}
    [prices] = [shape for shape in on.map._aims() if shape.name == "costs"]
    assert isinstance(prices, Texts)
    at = [board.place_at(*frame.point(*spot)) for _, spot in prices.words]
    assert held & set(at)
    for place, (_, (_, y)) in zip(at, prices.words, strict=True):
        assert place is not None
        below = y - frame.pixel(board.centre(place))[1]
        assert (below > room_of(frame, 1) - 4) == (place in held)


def test_a_price_is_not_written_over_a_name():
    on = desk(fm.new_game("veritable", "first_days"))
    frame, board = on.map._frame, on.map.board
    named = {board.at(place): "9" for place in ("0203", "0308", "0702", "0703")}
    ground = on.map._picture.shapes
    [prices] = overlays.costs(board, frame, named, ground=ground)
    assert isinstance(prices, Texts)
    names = [shape for shape in ground if isinstance(shape, Texts) and shape.name.endswith("-names")]
    boxes = [box_of(word, at, shape.lettering) for shape in names for word, at in shape.words]
    for (price, at), place in zip(prices.words, named, strict=True):
        assert not any(box_of(price, at, prices.lettering).overlap(box) for box in boxes), board.name(place)
        assert board.place_at(*frame.point(*at)) == place


def test_of_several_targets_in_a_hex_each_shows_its_odds():
    on = desk(ridge(FIELD, "A1 5-4-6 b2", "G1 3-4-5 b3", "G2 1-1-1 b3", phase=SHELL))
    on._on_place("b3")
    assert {"Shell G1", "Shell G2"} <= set(labels(on))
    assert on.parts.side.value.count("What may come of it") == 2
    press(on, "Shell G2")
    assert [str(order) for order in on.game.orders] == ["shell G2"]


def test_the_opponent_answers_at_once_where_there_is_no_loop():
    on = desk(fm.new_game("drill", "march"), you="Blue", opponent="greedy")
    end_phase(on)
    end_phase(on)
    assert (on.game.turn, on.game.side) == (2, "Blue")


def test_the_opponent_can_be_held_and_never_blocks_the_loop():
    async def played() -> None:
        on = desk(fm.new_game("drill", "march"), you="Blue", opponent="greedy")
        end_phase(on)
        end_phase(on)
        assert labels(on) == ["All Red orders at once", "Pause Red"]
        press(on, "Pause Red")
        before = len(on.game.orders)
        await asyncio.sleep(0.6)
        assert len(on.game.orders) == before
        press(on, "Let Red go on")
        press(on, "All Red orders at once")
        for _ in range(200):
            await asyncio.sleep(0.01)
            if on.mine():
                break
        assert on.game.side == "Blue"

    asyncio.run(played())


def test_an_opponent_that_fails_is_held_and_the_reader_is_told(monkeypatch):
    monkeypatch.setattr(guard, "RERAISE", False)
    on = desk(fm.new_game("drill", "march"), you="Blue", opponent="greedy")
    on.opposing._player = lambda seen, chance: 1 / 0  # type: ignore[assignment,return-value]
    end_phase(on)
    end_phase(on)
    assert on.opposing.is_held
    assert "division by zero" in on.parts.shell.fault


def test_the_curtain_hides_the_markers_in_hand():
    on = in_combat()
    for label in ("Choose who attacks 0404", "Join B1", "Ready", "Hold fire"):
        on._on_place("0404") if label.startswith("Choose") else None
        press(on, label)
    assert on.curtain
    assert labels(on) == ["I play Red: go on"]
    assert "Support" not in on.parts.side.value + on.parts.prompt.value
    on._on_place("0404")
    assert on.curtain
    press(on, "I play Red: go on")
    assert "Hold fire" in labels(on)


def test_the_journal_lies_there_and_is_offered():
    on = desk(fm.new_game("drill", "march"))
    assert on.game.journal is None
    on.parts.line.value = "move B1 0403"
    on._on_button(on._say_it, None)
    assert on.game.journal is not None
    assert "move B1 0403" in on.game.journal.read_text()
    again = desk(fm.new_game("drill", "march"))
    assert again.parts.offered.children == (again.offer,)
    again._on_button(again._go_on, None)
    assert [str(order) for order in again.game.orders] == ["move B1 0403"]
    assert desk_of(again.game) is not None


def test_what_cannot_be_written_is_said_and_the_game_goes_on(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path / "file"))
    on = desk(fm.new_game("drill", "march"))
    end_phase(on)
    assert "could not be written" in on.parts.shell.says
    assert len(on.game.orders) == 1


def test_a_code_from_the_browser_is_offered_and_nonsense_is_not():
    game = fm.new_game("drill", "march")
    game.do("move B1 0403")
    on = desk(fm.new_game("drill", "march"))
    on._on_heard({"what": "shelved", "code": "<b>nonsense</b>"})
    assert on.parts.offered.children == ()
    on._on_heard({"what": "shelved", "code": game.code()})
    on._on_button(on._go_on, None)
    assert on.game.code() == game.code()


def shelved(on: Desk, monkeypatch: Any) -> list[str]:
    """What the browser is given to keep from now on."""
    given: list[str] = []
    keeps = lambda content, *_: given.append(content["code"]) if content["what"] == "shelve" else None  # noqa: E731
    monkeypatch.setattr(on.parts.shell, "send", keeps)
    return given


def test_the_browser_is_given_the_code_after_every_order(monkeypatch):
    on = desk(fm.new_game("drill", "march"))
    given = shelved(on, monkeypatch)
    on._on_place("0109")
    assert given == []
    on.give(fm.order("move B1 0403"))
    on.show()
    assert given == [on.game.code()]
    end_phase(on)
    assert given[1:] == [on.game.code()]
    assert on.parts.shell.shelf == "drill.march//1917"


def test_what_was_ordered_before_the_desk_opened_is_no_game_of_the_reader_yet(monkeypatch):
    guided = fm.new_game("drill", "march")
    guided.do("move B1 0403")
    given: list[str] = []
    monkeypatch.setattr(PageShell, "shelve", lambda _, code: given.append(code))
    on = desk(guided)
    assert given == []
    end_phase(on)
    assert given == [on.game.code()]


def test_orders_in_haste_are_given_to_the_browser_once(monkeypatch):
    async def played() -> list[str]:
        on = desk(fm.new_game("drill", "march"))
        given = shelved(on, monkeypatch)
        for _ in range(3):
            on.game.do("end-phase")
        assert given == []
        await asyncio.sleep(saving.SOON + 0.1)
        assert given == [on.game.code()]
        return given

    assert len(asyncio.run(played())) == 1


def test_the_earlier_game_stays_in_the_browser_while_it_is_offered(monkeypatch):
    earlier = fm.new_game("drill", "march")
    earlier.do("move B1 0403")
    on = desk(fm.new_game("drill", "march"))
    on._on_heard({"what": "shelved", "code": earlier.code()})
    given = shelved(on, monkeypatch)
    end_phase(on)
    assert given == []
    on._on_button(on._start_new, None)
    assert given == [on.game.code()]


def test_a_long_new_game_takes_the_place_of_an_offer_that_nobody_heeds(monkeypatch):
    earlier = fm.new_game("drill", "march")
    earlier.do("move B1 0403")
    on = desk(fm.new_game("drill", "march"))
    on._on_heard({"what": "shelved", "code": earlier.code()})
    given = shelved(on, monkeypatch)
    while len(on.game.orders) < A_GAME:
        on.game.do(on.game.legal()[0])
    assert given == [on.game.code()]


def test_a_code_of_another_scenario_is_not_offered():
    other = in_combat("flank").game
    on = desk(fm.new_game("drill", "march"))
    on._on_heard({"what": "shelved", "code": other.code()})
    assert on.parts.offered.children == ()


def test_a_game_on_another_board_is_refused_with_the_way_to_open_it(monkeypatch):
    monkeypatch.setattr(guard, "RERAISE", False)
    other = fm.new_game("vimy", "hill_145")
    other.do("end-phase")
    on = desk(fm.new_game("drill", "march"))
    on.saving.code.value = other.code()
    on._on_button(on._resume, None)
    assert "That game (vimy, hill_145) has another board" in on.parts.shell.fault
    assert "in a new cell, fm.resume(…)" in on.parts.shell.fault
    on.parts.line.value = "move B1 0403"  # typed orders still go to the game on this desk
    on._on_button(on._say_it, None)
    assert [str(order) for order in on.game.orders] == ["move B1 0403"]
    assert on.parts.shell.fault == ""


# --- drawing ----------------------------------------------------------------------------------


@pytest.fixture
def layers(monkeypatch: Any) -> list[int]:
    """The layers that are drawn, in turn."""
    found: list[int] = []
    monkeypatch.setattr(Sheet, "show", lambda _sheet, layer, *_shapes: found.append(layer))
    return found


def test_what_is_taken_up_changes_one_layer_for_a_page_puts_all_together_for_each(layers):
    on = Desk(fm.new_game("drill", "march"))
    look_at(on.map)
    layers.clear()
    on._on_place(on.game.unit(on.game.movers()[0]).place)
    assert layers == [on.map.HINTS]


def test_nothing_is_drawn_before_a_page_asks_and_then_what_holds_something(layers):
    on = Desk(fm.new_game("drill", "march"))
    assert layers == []
    look_at(on.map)
    assert layers == [on.map.GROUND, on.map.COUNTERS, on.map.HINTS]
    for ticked in (True, False):
        layers.clear()
        on.parts.zones[0].value = ticked
        assert layers == [on.map.VEILS]


def test_whoever_ticks_a_box_is_told_what_is_seen_on_the_map():
    on = Desk(fm.new_game("drill", "march"))
    on.parts.threat.value = True
    assert on.parts.shell.says.startswith("Red wedges mark the hexes that the enemy could attack after a march.")
    on.parts.zones[0].value = True
    assert on.parts.shell.says.startswith("Strokes mark the zones of control of Blue.")


def test_only_games_with_zones_of_control_offer_to_hatch_them():
    zones = {system: len(Desk(fm.new_game(system)).parts.zones) for system in ("drill", "eben_emael", "europa_41")}
    assert zones == {"drill": 2, "eben_emael": 0, "europa_41": 0}


@pytest.fixture
def asks(monkeypatch: Any) -> dict[str, str]:
    """Stands in for a kernel: who runs the cell or sends the message."""
    asking = {"who": ""}
    monkeypatch.setattr(hexmap, "current_session_id", lambda: asking["who"])
    monkeypatch.setattr(drawn_ahead, "_under_way", {})
    monkeypatch.setattr(drawn_ahead, "_sharp", {"": 1})
    return asking


def test_the_page_that_runs_the_cell_gets_the_drawing_before_it_asks_and_once(layers, asks):
    asks["who"] = "this page"
    on = Desk(fm.new_game("drill", "march"))
    assert layers == []
    on._repr_mimebundle_()
    whole = [on.map.GROUND, on.map.COUNTERS, on.map.HINTS]
    assert layers == whole
    look_at(on.map)
    assert layers == whole
    on._repr_mimebundle_()
    assert layers == whole


@pytest.mark.parametrize("who", ["another page", ""])
def test_every_other_page_gets_the_drawing_when_it_asks(layers, asks, who):
    asks["who"] = "this page"
    on = Desk(fm.new_game("drill", "march"))
    on._repr_mimebundle_()
    layers.clear()
    asks["who"] = who
    look_at(on.map)
    assert layers == [on.map.GROUND, on.map.COUNTERS, on.map.HINTS]


def test_the_page_that_ran_the_cell_gets_the_drawing_when_it_is_loaded_anew(layers, asks):
    asks["who"] = "this page"
    on = Desk(fm.new_game("drill", "march"))
    on._repr_mimebundle_()
    look_at(on.map)
    layers.clear()
    look_at(on.map)
    assert layers == [on.map.GROUND, on.map.COUNTERS, on.map.HINTS]


def test_one_map_at_a_time_is_drawn_ahead_for_a_page(layers, asks):
    asks["who"] = "this page"
    first, second, third = (Desk(fm.new_game("drill", "march")) for _ in range(3))
    for on in (first, second):
        on._repr_mimebundle_()
    assert (first.map.is_awake, second.map.is_awake) == (True, False)
    first.map._on_heard({"what": "rest"})  # it is not in view
    third._repr_mimebundle_()
    assert (first.map.is_awake, third.map.is_awake) == (False, True)


def test_a_map_is_drawn_ahead_as_sharp_as_the_screen_of_its_page(layers, asks):
    asks["who"] = "this page"
    first, second = (Desk(fm.new_game("drill", "march")) for _ in range(2))
    first._repr_mimebundle_()
    assert first.map._sheet.sharpness == 1
    look_at(first.map, sharp=2, blank=False)
    assert first.map._sheet.sharpness == 2
    second._repr_mimebundle_()
    assert second.map._sheet.sharpness == 2


def test_the_first_map_is_drawn_for_the_screen_that_the_cell_was_run_on(layers, asks, monkeypatch):
    asks["who"] = "this page"
    monkeypatch.setattr(hexmap, "current_screen", lambda: 2)
    on = Desk(fm.new_game("drill", "march"))
    on._repr_mimebundle_()
    assert on.map._sheet.sharpness == 2


def test_a_map_that_opens_enlarged_is_drawn_as_sharp_as_it_is_shown(layers, asks):
    asks["who"] = "this page"
    on = Desk(fm.new_game("vimy", "battle"))
    assert on.map.times > 1
    on._repr_mimebundle_()
    assert on.map._sheet.sharpness == 2


def test_a_drawing_that_no_page_has_spoken_of_for_long_is_put_to_rest(layers, asks, monkeypatch):
    asks["who"] = "this page"
    first, second = (Desk(fm.new_game("drill", "march")) for _ in range(2))
    first._repr_mimebundle_()
    later = monotonic() + drawn_ahead.FORGOTTEN + 1
    monkeypatch.setattr(drawn_ahead, "monotonic", lambda: later)
    second._repr_mimebundle_()
    assert (first.map.is_awake, second.map.is_awake) == (False, True)


def test_a_map_at_rest_holds_one_pixel_and_a_press_on_it_counts():
    on = desk(fm.new_game("drill", "march"))
    look_at(on.map, sharp=2)
    sheet, frame = on.map._sheet.widget, on.map._frame
    sizes = {(each.width, each.height) for each in (sheet, *sheet.canvases)}
    assert sizes == {(2 * frame.width, 2 * frame.height)}
    on.map._on_heard({"what": "rest"})
    assert {(each.width, each.height) for each in (sheet, *sheet.canvases)} == {(1, 1)}
    x, y = frame.pixel(on.map.board.centre(on.map.board.at("0302")))
    on.map._on_heard({"what": "press", "number": 0, "at": [x / frame.width, y / frame.height]})
    assert on.choice.chooser.unit == "B2"
    assert on.map._shell.sharp == 0


def test_a_screen_that_is_less_sharp_takes_nothing_from_another(layers):
    on = desk(fm.new_game("drill", "march"))
    look_at(on.map, sharp=2)
    look_at(on.map, sharp=1, blank=False)
    assert on.map._sheet.sharpness == 2


class Kernel:
    """What IPython knows of its kernel."""

    def __init__(self, parent: dict[str, Any]) -> None:
        self.kernel = self
        self.get_parent = lambda: parent


@pytest.mark.parametrize(
    ("shell", "who"),
    [(None, ""), (object(), ""), (Kernel({}), ""), (Kernel({"header": {"session": "page 1"}}), "page 1")],
)
def test_a_page_is_known_by_its_connection(monkeypatch, shell, who):
    monkeypatch.setattr(asking, "get_ipython", lambda: shell)
    assert asking.current_session_id() == who


def test_without_a_kernel_nothing_is_drawn_ahead(layers):
    Desk(fm.new_game("drill", "march"))._repr_mimebundle_()
    assert layers == []


def test_a_map_that_has_stayed_blank_is_drawn_anew(layers, asks):
    asks["who"] = "this page"
    on = Desk(fm.new_game("drill", "march"))
    on._repr_mimebundle_()
    layers.clear()
    look_at(on.map)  # the drawing is on its way
    assert layers == []
    look_at(on.map)
    assert layers == [on.map.GROUND, on.map.COUNTERS, on.map.HINTS]


def test_a_page_puts_the_layers_together_when_the_first_drawing_is_done(monkeypatch):
    on = Desk(fm.new_game("drill", "march"))
    sheet = on.map._sheet.widget
    together: list[int] = []
    monkeypatch.setattr(_CANVAS_MANAGER, "send", lambda *_, **__: together.append(len(sheet._canvases)))
    look_at(on.map)
    assert together == [0]
    assert sheet._canvases == sheet.canvases
    look_at(on.map)
    assert together == [0, on.map.LAYERS]


def test_a_desk_sends_little_before_its_map(monkeypatch):
    """Each widget is a message of its own, and so is each look; words beside a box are searched for formulas."""
    made: list[Widget] = []
    monkeypatch.setattr(Widget, "open", lambda widget: made.append(widget))
    on = Desk(fm.new_game("vimy", "hill_145"))
    assert 30 < len(made) < 65
    assert not {"text", "replay", "saving", "offer"} & vars(on).keys()
    beside = [each for each in made if isinstance(each, DescriptionWidget) and not isinstance(each, ToggleButton)]
    assert not [each for each in beside if each.description or isinstance(each, Checkbox)]


def test_a_page_is_made_once_when_it_is_opened():
    on = Desk(fm.new_game("drill", "march"))
    tab = on.parts.tabs_of["Save and resume"]
    tab.value = True
    [page] = on.parts.page.children
    page.show_code.click()
    assert page.code.value == on.game.code()
    tab.value = False
    assert on.parts.page.children == ()
    tab.value = True
    assert on.parts.page.children == (page,)


@pytest.mark.parametrize(
    ("how", "line"),
    [
        ({"you": "Blue", "opponent": "greedy"}, 'fm.desk(fm.resume("the code"), you="Blue", opponent="greedy")'),
        ({"you": "Red"}, 'fm.desk(fm.resume("the code"), you="Red")'),
        ({}, 'fm.desk(fm.resume("the code"))'),
    ],
)
def test_who_copies_the_code_is_told_how_to_keep_the_opponent(how, line):
    on = Desk(fm.new_game("drill", "march"), **how)
    on.parts.tabs_of["Save and resume"].value = True
    [page] = on.parts.page.children
    page.show_code.click()
    assert f"paste it here, or into {line} in a box." in on.parts.shell.says


def painted(shapes: list[Shape], frame: Frame) -> Any:
    """A plain painter: where two pictures agree by it, they agree on a canvas."""
    picture = Image.new("RGB", (frame.width * 2, frame.height * 2), "white")
    pen = ImageDraw.Draw(picture)
    for shape in shapes:
        match shape:
            case Polygons(rings=rings, ink=ink):
                for ring in rings:
                    pen.polygon([(2 * x, 2 * y) for x, y in ring], fill=ink.fill or None)
            case Lines(paths=paths, ink=ink):
                for path in paths:
                    pen.line([(2 * x, 2 * y) for x, y in path], fill=ink.stroke, width=round(2 * ink.width))
            case Texts(words=words, lettering=style):
                for word, (x, y) in words:
                    pen.text((2 * x, 2 * y), word, fill=style.fill, anchor="mm")
            case _:
                pass
    return picture


@pytest.mark.parametrize(
    ("system", "scenario"),
    [("drill", "march"), ("drill", "stack"), ("vimy", "hill_145"), ("veritable", "first_days")],
)
def test_a_partial_redraw_gives_the_pixels_of_a_full_one(system, scenario, monkeypatch):
    """Also beside a high stack, which reaches into the hexes around it."""
    on = desk(fm.new_game(system, scenario))
    told: list[Any] = []
    monkeypatch.setattr(Sheet, "patch", lambda _sheet, _layer, boxes, shapes: told.append((boxes, shapes)))
    game, frame = on.game, on.map._frame
    on.map._sheet.sharpness, on.map._faces, on.map._lettered = 1, faces(game), on.map._written

    def whole() -> Any:
        return painted([*lettering(on.map._written), *counters(game, frame)], frame)

    picture = whole()
    for _ in range(6):
        unit = next((unit for unit in game.movers() if game.reach(unit)), "")
        if not unit:
            break
        game.do(f"move {unit} {next(iter(game.reach(unit)))}")
        on.map.paint(replace(on.map._scene, position=game))
        boxes, shapes = told.pop()
        picture = patched(picture, boxes, painted(shapes, frame))
        assert picture.tobytes() == whole().tobytes()
    assert not told


def test_the_rim_of_a_counter_lies_below_those_above_it():
    game = fm.new_game("veritable", "first_days")
    frame = Frame.around(game.board)
    pile = [spot for spot in stack_spots(game, frame) if spot.unit.place == "0504"]
    lowest, *above = pile
    assert above
    for shape in rings(game, frame, [lowest.unit.id]):
        assert isinstance(shape, Lines)
        points = [at for path in shape.paths for leg in pairwise(path) for at, _ in curves.along(leg, 1.0)]
        assert any(x < lowest.at[0] for x, _ in points)
        for up in above:
            assert not [at for at in points if max(abs(at[0] - up.at[0]), abs(at[1] - up.at[1])) < up.size / 2]
    [_, whole] = rings(game, frame, [above[-1].unit.id])
    assert isinstance(whole, Lines)
    [ring] = whole.paths
    assert ring[0] == ring[-1]


def patched(picture: Any, boxes: Any, fresh: Any) -> Any:
    """A picture with the boxes (left, top, width, height) of another one pasted in."""
    for left, top, wide, high in boxes:
        corners = (2 * left, 2 * top, 2 * (left + wide), 2 * (top + high))
        picture.paste(fresh.crop(corners), corners[:2])
    return picture


def test_a_patch_of_hexes_has_one_rim_and_its_holes():
    board = fm.new_game("drill", "march").board
    around = {board.at("0404"), *board.neighbours[board.at("0404")]}
    assert len(list(overlays.patches(board, around))) == 1
    frame = Frame.around(board)
    whole = next(each for each in overlays.reach_rims(board, frame, around) if each.name == "reach-rim")
    hole = next(
        each for each in overlays.reach_rims(board, frame, around - {board.at("0404")}) if each.name == "reach-rim"
    )
    assert isinstance(whole, Lines)
    assert isinstance(hole, Lines)
    assert (len(whole.paths), len(hole.paths)) == (1, 2)


def test_a_stack_is_picked_apart_by_clicks_by_buttons_and_by_words():
    on = desk(fm.new_game("drill", "stack"))
    on._on_place("b1")
    first = on.choice.chooser.unit
    second = {"B1": "B2", "B2": "B1"}[first]
    assert f"In the same place: {second}." in on.parts.shell.says
    assert f"Take up {second}" in labels(on)
    on._on_place("b1")
    assert on.choice.chooser.unit == second
    press(on, f"Take up {first}")
    assert on.choice.chooser.unit == first
    on._on_place("a1")
    assert on.game.unit(first).place == "a1"
    assert on.game.unit(second).place == "b1"
    on.parts.line.value = f"move {second} c1"
    on._on_button(on._say_it, None)
    assert on.game.unit(second).place == "c1"


def test_a_hex_with_a_friend_asks_whether_to_join_him_or_to_take_him_up():
    on = desk(fm.new_game("drill", "stack"))
    on._on_place("b1")
    unit = on.choice.chooser.unit
    on._on_place("c2")
    assert labels(on)[:2] == [f"Move {unit} to c2", "Take up B3"]
    press(on, "Take up B3")
    assert on.choice.chooser.unit == "B3"
    on._on_place("b1")  # two are there already: nobody else may come, so a click takes them up
    assert on.choice.chooser.unit in ("B1", "B2")
    on._on_place("c2")
    press(on, f"Move {on.choice.chooser.unit} to c2")
    assert len(on.game.units(at="c2")) == 2


def test_of_two_enemies_in_a_hex_each_is_reached():
    on = desk(fm.new_game("drill", "landing"))
    on._on_place("beach")
    assert "B1" in on.parts.shell.says
    assert "R1" in on.parts.shell.says
    on = in_combat("landing")
    on._on_place("beach")
    assert "If you attack beach" in on.parts.side.value
    press(on, "Attack beach with B1 and B2")
    assert on.game.state.battle is not None


def test_a_refusal_is_told_in_one_way_whether_clicked_or_typed():
    clicked, typed = (desk(fm.new_game("drill", "march")) for _ in range(2))
    clicked.take_up("B1")
    clicked._on_place("0306")
    typed.parts.line.value = "move B1 0306"
    typed._on_button(typed._say_it, None)
    assert clicked.parts.shell.says.startswith("Moving B1 to 0306: not allowed.\n")
    assert "  [" not in clicked.parts.shell.says
    assert clicked.parts.shell.says == typed.parts.shell.says
    assert "fmbook-refusal" in clicked.parts.side.value
    assert clicked.parts.side.value == typed.parts.side.value
    assert clicked.parts.shell.refused
    assert typed.parts.shell.refused
    press(typed, "End phase")
    assert not typed.parts.shell.refused


def test_a_reason_begins_as_sentences_do():
    verdict = Verdict("Digging", (Reason("no work to blow up at S01"),))
    assert "<li>No work to blow up at S01. " in panels.refusal(verdict)


@pytest.mark.parametrize(("system", "scenario"), [("drill", "stack"), ("veritable", "first_days")])
def test_a_click_on_a_stack_takes_the_counter_on_top_that_has_the_bright_rim_then_those_below_it(system, scenario):
    game = fm.new_game(system, scenario)
    frame, chooser = Frame.around(game.board), Chooser(game)
    for place in {game.unit(unit).place for unit in chooser.movers} & set(game.board.places):
        own = [spot for spot in stack_spots(game, frame) if spot.unit.place == place and spot.unit.id in chooser.movers]
        taken, on = list[str](), chooser
        for _ in own:
            on = on.with_unit(on.click(place).unit)
            taken.append(on.unit)
        assert taken == [spot.unit.id for spot in reversed(own)]
        ring, top = rings(game, frame, chooser.movers)[-1], own[-1]
        assert isinstance(ring, Lines)
        assert any(abs(x - top.at[0]) < top.size and abs(y - top.at[1]) < top.size for p in ring.paths for x, y in p)


# --- for every kind of eye ---------------------------------------------------------------------

BLINDNESS = {  # Machado, Oliveira and Fernandes 2009, complete
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour: str) -> tuple[float, ...]:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def seen(colour: str, kind: str) -> tuple[float, ...]:
    rgb = linear(colour)
    mixed = (sum(share * part for share, part in zip(row, rgb, strict=True)) for row in BLINDNESS[kind])
    return tuple(min(1.0, max(0.0, part)) ** (1 / 2.2) for part in mixed)


@cache
def colours(system: str) -> set[tuple[str, str]]:
    """The colours of counters that face each other, in whatever scenario."""
    pairs: set[tuple[str, str]] = set()
    for scenario in fm.scenarios(system):
        game = fm.new_game(system, scenario)
        first, second = ({colour_of(game, unit) for unit in game.units(side=side)} for side in game.sides)
        pairs |= set(product(first, second))
    return pairs


@pytest.mark.parametrize("kind", BLINDNESS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_sides_are_told_apart_by_every_eye(system, kind):
    for one, other in colours(system):
        apart = sum((a - b) ** 2 for a, b in zip(seen(one, kind), seen(other, kind), strict=True)) ** 0.5
        assert apart > 0.25, (one, other)


@pytest.mark.parametrize("system", SYSTEMS)
def test_words_stand_out_from_every_counter(system):
    for colour in {colour for pair in colours(system) for colour in pair}:
        assert contrast(colour, paper_of(colour)) >= 4.5, colour


@pytest.mark.parametrize("system", SYSTEMS)
def test_words_stand_out_from_every_counter_that_has_done_its_part(system):
    """On the board's own colours, on those of its sides, and on those of a printer that has only black."""
    for colour in {*(colour for pair in colours(system) for colour in pair), *theme.SIDES, *BLACK_AND_WHITE}:
        assert contrast(paled(colour), paper_of(paled(colour))) >= 4.5, colour
        assert paper_of(paled(colour)) == theme.ON_LIGHT


def test_a_counter_that_has_marched_is_pale_with_dark_words_and_nothing_lies_on_them():
    game = fm.new_game("drill", "march")
    game.do(game.legal("B1")[0])
    drawn = [*counters(game, Frame.around(game.board), [game.unit("B1").place])]
    [body] = [shape.ink.fill for shape in drawn if isinstance(shape, Polygons) and shape.name == "counters"]
    assert body == paled(theme.SIDES[0])
    assert {shape.lettering.fill for shape in drawn if isinstance(shape, Texts)} == {theme.ON_LIGHT}
    assert isinstance(drawn[-1], Texts)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_counter_that_has_marched_still_has_a_colour(system):
    for colour in {colour for pair in colours(system) for colour in pair}:
        assert paled(colour) not in (colour, theme.PAPER)


@pytest.mark.parametrize("system", SYSTEMS)
def test_words_stand_out_from_the_stripe_of_a_depleted_counter(system):
    for full in {colour for pair in colours(system) for colour in pair}:
        for colour in (full, paled(full)):
            stripe = theme.DEPLETED[paper_of(colour)]
            assert contrast(laid_on(colour, stripe.fill, stripe.alpha), paper_of(colour)) >= 4.5, colour


def laid_on(below: str, above: str, alpha: float) -> str:
    parts = [[int(each[at : at + 2], 16) for at in (1, 3, 5)] for each in (below, above)]
    return "#" + "".join(f"{round(low + (high - low) * alpha):02x}" for low, high in zip(*parts, strict=True))


def luminance(colour: str) -> float:
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


each_page = pytest.mark.parametrize("page", theme.PAGES.values(), ids=("light", "dark", "stark light", "stark dark"))


@each_page
def test_words_stand_out_from_their_paper_in_every_theme(page):
    papers = (page.ground, page.desk, page.paper, page.button)
    for words in (page.ink, page.quiet):
        assert min(contrast(words, paper) for paper in papers) >= 4.5, words
    for name in ("choice", "alarm", "lit", "branch"):
        assert contrast(getattr(page, f"on_{name}"), getattr(page, name)) >= 4.5, name
    assert contrast(page.ground, page.ink) >= 4.5, "a button that is pointed at"


@each_page
def test_outlines_and_rings_stand_out_from_their_paper_in_every_theme(page):
    papers = (page.ground, page.desk, page.paper, page.button)
    for line in (page.quiet, page.choice, page.alarm, page.branch):
        assert min(contrast(line, paper) for paper in papers) >= 3, line


@pytest.mark.parametrize("colour", theme.SIDES)
def test_words_stand_out_from_the_colours_of_the_sides(colour):
    assert contrast(theme.ON_DARK, colour) >= 4.5


@pytest.mark.parametrize(
    "mark", [theme.REACHABLE_RIM.stroke, theme.SIGHT.stroke, theme.CHOSEN_LINE.stroke, theme.SEEN.stroke]
)
def test_marks_stand_out_from_the_land(mark):
    assert contrast(mark, theme.LAND) >= 3


def test_supply_is_marked_in_games_that_know_it_and_only_there():
    plain = desk(fm.new_game("drill", "march"))
    assert plain.parts.supply not in plain.parts.switches
    on = desk(fm.new_game("veritable"), you="Allied")
    assert on.parts.supply in on.parts.switches
    assert not on.showing.scene().supply
    on.parts.supply.value = True
    fed, at = on.showing.scene().supply, on.game.board.at
    assert {at("0103"), at("0503")} <= fed
    assert fed.isdisjoint({at("1304"), at("0605")})
    drawn = overlays.supply(on.game.board, on.map._frame, sorted(fed))
    assert len(drawn[0].rings) == len(fed)  # type: ignore[union-attr]


def test_a_game_gives_its_board_as_a_picture():
    game = fm.new_game("drill", "march")
    before = game.board_svg()
    assert before.startswith("<svg")
    game.do(next(order for order in game.legal() if order.verb == "move"))
    assert game.board_svg() != before
