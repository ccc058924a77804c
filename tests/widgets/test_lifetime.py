"""Widgets are closed when no page shows them any more, and work again when they are displayed anew."""

import gc
from collections.abc import Iterator
from typing import Any
from weakref import ref

import pytest
from ipywidgets.widgets.widget import _instances

import fmbook as fm
from fmbook.widgets.board import hexmap
from fmbook.widgets.desk.desk import Desk, desk, desk_of
from fmbook.widgets.drawing.canvas import shared
from fmbook.widgets.exercises import ExerciseBox, TicketBox
from fmbook.widgets.page import drawn_ahead, lifetime
from fmbook.widgets.page.shell import PageShell
from tests.tools.desks import labels, look_at, press

pytestmark = pytest.mark.usefixtures("desk_apart")


@pytest.fixture
def asks(monkeypatch: Any) -> dict[str, str]:
    """Stands in for a kernel: the page that runs the cell or sends the message."""
    asking = {"who": "this page"}
    for module in (hexmap, lifetime):
        monkeypatch.setattr(module, "current_session_id", lambda: asking["who"])
    monkeypatch.setattr(drawn_ahead, "_under_way", {})
    return asking


@pytest.fixture(scope="module", autouse=True)
def only_what_is_made_here() -> Iterator[None]:
    """Let the collector pass over all that other tests have left in memory."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture
def made(asks: Any) -> Any:
    """The widgets that there are beside those of other tests, and what all canvases share."""
    gc.collect()
    before = {id(each) for each in (*_instances.values(), *shared())}
    yield lambda: [each for each in _instances.values() if id(each) not in before and each not in shared()]
    for each in list(_instances.values()):
        if id(each) not in before and each not in shared():
            each.close()


def tell(shell: PageShell, what: str, shows: int | None = None, page: str = "fmbook a 1") -> None:
    shell._handle_custom_msg({"what": what, "shows": shell.shows if shows is None else shows, "page": page}, [])


def count(shell: PageShell, *living: str) -> None:
    """A page says which pages of its browser live."""
    shell._handle_custom_msg({"what": "pages", "living": list(living)}, [])


def displayed(thing: Any) -> list[PageShell]:
    """Let a cell display something and a page show it; return the shells on it."""
    bundle = thing._repr_mimebundle_()
    bundle = bundle[0] if isinstance(bundle, tuple) else bundle
    root = _instances[bundle["application/vnd.jupyter.widget-view+json"]["model_id"]]
    for shell in root._shells:
        tell(shell, "here")
    return list(root._shells)


def test_thirty_games_whose_outputs_are_gone_leave_no_widget_and_no_desk(made):
    desks = []
    for seed in range(30):
        game = fm.new_game("drill", "march", seed=seed)
        [shell] = displayed(game)
        on = desk_of(game)
        look_at(on.map)
        on._on_place("0302")
        on._page_called("Save and resume")
        press(on, "End phase") if "End phase" in labels(on) else None
        desks.append(ref(on))
        del on
        tell(shell, "gone")
    del shell, game
    gc.collect()
    assert made() == []
    assert [each() for each in desks if each() is not None] == []


EXAMPLES: dict[str, Any] = {
    "chart": lambda: fm.chart(),
    "desk": lambda: fm.desk(fm.new_game("drill", "march")),
    "with an opponent": lambda: fm.desk(fm.new_game("drill", "march"), you="Blue", opponent="greedy"),
    "exercise": lambda: ExerciseBox(fm.ask("20.1")),
    "ticket": lambda: TicketBox(fm.ticket("20_vimy")),
    "theatre": lambda: fm.theatre("vimy", fm.new_game("vimy")),
    "atlas": lambda: fm.atlas("europa_41"),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_no_page_shows_any_more_is_closed_and_freed(name, made):
    thing = EXAMPLES[name]()
    kept = ref(thing)
    for shell in displayed(thing):
        tell(shell, "gone")
    assert made() == []
    del thing, shell
    gc.collect()
    assert kept() is None


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_page_is_told_of_all_that_is_closed(name, made, monkeypatch):
    """Or it keeps what it knows of them until its kernel ends."""
    told: set[str] = set()
    sent = PageShell.send

    def overheard(shell: PageShell, content: dict[str, Any]) -> None:
        if shell.comm is not None:
            told.update(content.get("parts", ()))
        sent(shell, content)

    monkeypatch.setattr(PageShell, "send", overheard)
    thing = EXAMPLES[name]()
    shells = displayed(thing)
    held = {each.model_id for each in made()}
    for shell in shells:
        tell(shell, "gone")
    assert made() == []
    assert held - told == set()


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_was_closed_is_opened_when_a_cell_displays_it_again(name, made):
    thing = EXAMPLES[name]()
    shells = displayed(thing)
    before = len(made())
    for shell in shells:
        tell(shell, "gone")
    assert made() == []
    assert displayed(thing) == shells
    assert len(made()) == before
    assert all(each.comm is not None for each in made())


def test_a_desk_that_was_closed_follows_its_game_again(made):
    game = fm.new_game("drill", "march")
    on = desk(game)
    [shell] = displayed(game)
    tell(shell, "gone")
    game.do("move B2 0303")
    displayed(game)
    assert desk(game) is on
    assert "B2</u> marches" in on.parts.story.value
    press(on, "End phase")
    assert len(game.orders) == 2


def test_a_game_shown_by_two_pages_survives_one_of_them(made, asks):
    on = desk(fm.new_game("drill", "march"))
    [shell] = displayed(on)
    asks["who"] = "another page"
    tell(shell, "here")
    tell(shell, "gone")
    assert on.comm is not None
    asks["who"] = "this page"
    tell(shell, "gone")
    assert on.comm is None


def test_a_farewell_that_crosses_a_new_display_is_not_believed(made):
    on = desk(fm.new_game("drill", "march"))
    [shell] = displayed(on)
    crossing = shell.shows
    displayed(on)
    tell(shell, "gone", crossing)
    assert on.comm is not None


def test_what_a_page_showed_that_ended_without_a_word_is_closed_when_the_next_one_counts(made, asks):
    left = desk(fm.new_game("drill", "march"))
    displayed(left)
    both = desk(fm.new_game("drill", "march"))
    [shared_shell] = displayed(both)
    asks["who"] = "the next page"
    tell(shared_shell, "here", page="fmbook a 2")
    assert left.comm is not None  # a reload has not said yet what it brings back
    count(shared_shell, "fmbook a 2")
    assert left.comm is None
    assert both.comm is not None
    tell(shared_shell, "gone")
    assert both.comm is None


def test_a_page_that_lives_keeps_what_it_shows_and_so_does_one_of_another_browser(made, asks):
    here, elsewhere = desk(fm.new_game("drill", "march")), desk(fm.new_game("drill", "march"))
    [shell] = displayed(here)
    asks["who"] = "elsewhere"
    [other] = displayed(elsewhere)
    tell(other, "here", page="fmbook b 1")
    count(shell, "fmbook a 1", "fmbook a 2")
    assert here.comm is not None
    assert elsewhere.comm is not None


def test_a_picture_of_the_board_makes_no_desk(made):
    game = fm.new_game("drill", "march")
    assert game.board_svg().startswith("<svg")
    assert made() == []


def test_no_picture_is_different_from_that_on_the_desk():
    game = fm.new_game("drill", "march")
    assert game.board_svg() == Desk(game).map.svg()
