"""The desk of a seat at a table, whether its file is read here or a referee holds the game."""

from collections.abc import Callable
from random import Random

import pytest
from ipywidgets import Widget

import fmbook as fm
from fmbook.play import refereed
from fmbook.play.referee import Referee
from fmbook.play.refereed import Wire, refereed_table
from fmbook.play.tables import AtTable, Table
from fmbook.record.tables import TableFile, table_place
from fmbook.widgets.table import TableDesk

pytestmark = pytest.mark.usefixtures("desk_apart")
ASK = "Ask to take it back"


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path))


def by_file(system: str, scenario: str) -> tuple[AtTable, AtTable]:
    return fm.table("7", system, scenario, seed=3), Table(TableFile(table_place("7")))


@pytest.fixture(params=["by file", "by a referee"])
def two(request, monkeypatch, tmp_path) -> Callable[[str, str], tuple[AtTable, AtTable]]:
    """Open a table of either kind, for two desks."""
    if request.param == "by file":
        return by_file
    referee = Referee(tmp_path / "referee")
    monkeypatch.setattr(Wire, "_sent", lambda _, body: referee.answer(body))

    def opened(system: str, scenario: str) -> tuple[AtTable, AtTable]:
        monkeypatch.setattr(refereed, "_OPEN", {})
        one = refereed_table("http://referee", "7", system, scenario, ())
        monkeypatch.setattr(refereed, "_OPEN", {})
        return one, refereed_table("http://referee", "7", None, None, ())

    return opened


def seated(table: AtTable, side: str) -> TableDesk:
    shown = TableDesk(table)
    shown._repr_mimebundle_()
    [button] = [each for each in shown._buttons.children if each.tooltip == f"Sit down with {side}"]
    button.click()
    return shown


def labels(shown: TableDesk) -> list[str]:
    return [each.description for each in shown._buttons.children]


def test_an_order_is_asked_back_once_there_is_one_and_not_twice(two):
    tables = two("drill", "march")
    blue, red = (seated(table, side) for table, side in zip(tables, ("Blue", "Red"), strict=True))
    assert ASK not in labels(blue)
    blue._place.children[0].give(fm.Move("B1", "0402"))
    red.look()
    blue.show()
    assert ASK in labels(blue)
    assert ASK in labels(red)
    blue._on_button(blue._ask)
    assert ASK not in labels(blue)
    assert "You have asked the other side" in blue._shell.says
    red._looks = 7
    red.look()
    [agree] = [each for each in red._buttons.children if each.description == "Let Blue take it back"]
    agree.click()
    blue.look()
    assert tables[0].game.given == 0
    assert ASK not in labels(blue)
    assert "You sit with Blue" in blue._shell.says
    Widget.close_all()


def test_a_whole_game_is_played_from_two_desks(two):
    tables, chance = two("drill", "flank"), Random(2)
    desks = dict(zip(("Blue", "Red"), map(seated, tables, ("Blue", "Red")), strict=True))
    game = tables[0].game
    while not game.outcome and game.given < 150:
        for shown in desks.values():
            shown.look()
        if game.outcome:
            break
        [desk] = desks[game.side]._place.children
        assert desk.mine()
        desk.give(chance.choice(desk.position.legal()))
    for shown in desks.values():
        shown.look()
    assert tables[0].game.outcome
    assert tables[0].game.orders == tables[1].game.orders
    Widget.close_all()


def test_it_says_whether_the_other_hand_could_be_read_here(two):
    tables = two("drill", "flank")
    said = TableDesk(tables[0])._told.value
    assert ("A referee holds this game" in said) is tables[0].hides_hands
    assert ("people who trust each other" in said) is not tables[0].hides_hands
    Widget.close_all()
