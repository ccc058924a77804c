"""The earlier game: which one is offered, how it is told, what is saved of a broken one, and that no means no."""

import os
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import fmbook as fm
from fmbook.record.journal import SET_ASIDE, Journal, chapter_name, journals
from fmbook.widgets.desk import saving
from fmbook.widgets.desk.desk import Desk, desk
from fmbook.widgets.page import session
from tests.tools.desks import end_phase, press

pytestmark = pytest.mark.usefixtures("desk_apart")

Place = Callable[[str], None]


@fm.forbids("house:slow_engines", fm.Move, bars="hexes")
def engines_stay(state: Any, unit: Any) -> Iterator[fm.Bar]:
    """Engines stay where they are."""
    yield fm.Bar(frozenset(), "engines stay where they are")


@pytest.fixture
def sit_at(monkeypatch: pytest.MonkeyPatch) -> Place:
    """Work for a chapter from now on, as Jupyter tells its kernels."""

    def sat(chapter: str) -> None:
        monkeypatch.setenv("JPY_SESSION_NAME", f"/books/ada/book/{chapter}.ipynb")

    sat("01_hexes_and_zones")
    return sat


def played(*orders: str, **how: Any) -> Desk:
    """A game of the march that was played on a desk."""
    on = desk(fm.new_game("drill", "march", **how))
    for order in orders:
        on.give(fm.order(order))
    return on


def fresh(**how: Any) -> Desk:
    """The desk that a reader sees who runs the cell again."""
    return desk(fm.new_game("drill", "march", **how))


def offered(on: Desk) -> str:
    return str(on.offer.offered.value) if on.parts.offered.children else ""


def go_on(on: Desk) -> list[str]:
    on._on_button(on._go_on, None)
    return [str(order) for order in on.game.orders]


def begin_anew(on: Desk) -> None:
    on._on_button(on._start_new, None)


# --- which game -----------------------------------------------------------------------------------


def test_a_game_of_the_same_chapter_is_offered(sit_at):
    played("move B1 0403")
    assert go_on(fresh()) == ["move B1 0403"]


def test_the_offer_folds_away_at_the_readers_first_order_and_is_back_when_that_is_taken_back(sit_at):
    played("move B1 0403")
    on = fresh()
    assert offered(on)
    on.give(fm.order("move B2 0303"))
    assert not offered(on)
    on.game.undo()
    assert offered(on)
    assert go_on(on) == ["move B1 0403"]


def test_an_order_of_the_opponent_does_not_fold_the_offer_away(sit_at):
    played("move B1 0403")
    on = desk(fm.new_game("drill", "march"), you="Red")
    while on.game.side == "Blue":
        on.game.do("end-phase")
    assert offered(on)


def test_a_game_of_another_chapter_is_not_offered(sit_at):
    played("move B1 0403")
    sit_at("90_all_the_rules")
    assert offered(fresh()) == ""
    sit_at("01_hexes_and_zones")
    assert offered(fresh())


def test_a_journal_names_its_chapter_in_a_remark_that_older_readers_pass_over(sit_at):
    on = played("move B1 0403")
    assert on.game.journal
    assert "\n\n# chapter: 01_hexes_and_zones\nmove B1 0403 #" in on.game.journal.read_text()
    assert fm.load(on.game.journal).record() == on.game.record()
    assert "chapter" not in on.game.record()


def test_an_older_journal_without_a_chapter_is_offered_where_all_else_agrees(sit_at):
    game = fm.new_game("drill", "march")
    game.do("move B1 0403")
    game.keep_journal()
    assert offered(fresh())
    assert offered(fresh(seed=7)) == ""
    assert offered(fresh(house_rules=[engines_stay])) == ""


@pytest.mark.parametrize("how", [{"seed": 7}, {"house_rules": [engines_stay]}])
def test_a_game_that_began_otherwise_is_another_game(sit_at, how):
    played("move B1 0403")
    assert offered(fresh(**how)) == ""
    played("move B1 0402", **how)
    assert go_on(fresh(**how)) == ["move B1 0402"]
    assert go_on(fresh()) == ["move B1 0403"]


def test_options_make_another_game_in_whatever_order_they_are_named(sit_at):
    def vimy(*options: str) -> Desk:
        return desk(fm.new_game("vimy", "hill_145", options=options))

    known = sorted({rule.option for rule in fm.new_game("vimy").setup.book.book.all_rules if rule.option})
    one = known[0]
    on = vimy(one)
    on.give(on.game.legal()[0])
    assert offered(vimy(one))
    assert offered(vimy()) == ""


def test_of_several_games_the_newest_is_offered(sit_at):
    old, new = played("move B1 0402"), played("move B1 0403")
    for days, on in ((2, old), (1, new)):
        aged(on, timedelta(days=days))
    assert go_on(fresh()) == ["move B1 0403"]


def test_a_game_with_a_house_rule_is_brought_back_with_it(sit_at):
    played("move B1 0403", house_rules=[engines_stay])
    on = fresh(house_rules=[engines_stay])
    go_on(on)
    assert [rule.id for rule in on.game.setup.book.house] == ["house:slow_engines"]


def test_many_games_of_other_chapters_hide_none(sit_at):
    played("move B1 0403")
    sit_at("90_all_the_rules")
    for _ in range(8):
        played("move B1 0402")
    sit_at("01_hexes_and_zones")
    assert go_on(fresh()) == ["move B1 0403"]


def test_a_game_with_a_very_long_header_is_offered_as_well(sit_at, tmp_path):
    """Its first order lies beyond what is read of other journals."""
    rules = []
    for number in range(60):

        @fm.forbids(f"house:{'very_' * 8}{number}", fm.Move, bars="hexes")
        def idle(state: Any, unit: Any) -> Iterator[fm.Bar]:
            """Nothing is forbidden."""
            yield fm.Bar(frozenset(), "nothing")

        rules.append(idle)
    on = played("move B1 0403", house_rules=rules)
    assert len(str(on.game.header)) > 3000
    assert offered(fresh(house_rules=rules))


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("/books/ada/01_hexes.ipynb", "01_hexes"),
        ("C:\\Users\\ada\\01_hexes.ipynb", "01_hexes"),
        ("RTC:book/01_hexes.ipynb", "01_hexes"),
        ("/books/ada/34361149-e3d8-4dbc-9302-0e86431b3e8c", ""),
        ("/books/ada/a\nfmbook: 2.ipynb", "a fmbook: 2"),
        ("", ""),
    ],
)
def test_a_chapter_is_named_by_its_notebook(told, name):
    assert chapter_name(told) == name


def test_vs_code_tells_the_notebook_in_a_variable_of_its_own(sit_at, monkeypatch):
    names = {"__vsc_ipynb_file__": "/books/ada/20_vimy.ipynb"}
    monkeypatch.setattr(saving, "get_ipython", lambda: SimpleNamespace(user_ns=names))
    assert saving.chapter() == "20_vimy"
    names.clear()
    assert saving.chapter() == "01_hexes_and_zones"


# --- how it is told -------------------------------------------------------------------------------


def aged(on: Desk, by: timedelta) -> datetime:
    assert on.game.journal
    moment = datetime.now() - by
    os.utime(on.game.journal, (moment.timestamp(), moment.timestamp()))
    return moment


def test_the_offer_says_how_the_game_stands_and_when_it_was_played(sit_at):
    moment = aged(played("move B1 0403", "end-phase"), timedelta(days=1))
    said = offered(fresh())
    assert f"An earlier game: turn 1 of 3, Blue to move, 2 orders, played yesterday at {moment:%H:%M}." in said
    assert ".txt" not in said


def test_one_order_is_one_order(sit_at):
    played("move B1 0403")
    on = fresh()
    assert "1 order," in offered(on)
    go_on(on)
    assert "Here you left off, after 1 order. " in on.parts.shell.says


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        ("2026-05-04T09:00", "today at 09:00"),
        ("2026-05-03T23:59", "yesterday at 23:59"),
        ("2026-05-02T00:01", "on 2 May at 00:01"),
        ("2025-12-31T14:05", "on 31 December 2025 at 14:05"),
        ("2026-05-05T00:00", "on 5 May at 00:00"),
    ],
)
def test_a_moment_is_told_as_seen_from_today(moment, said):
    assert saving.when_in_words(datetime.fromisoformat(moment), datetime(2026, 5, 4, 12)) == said


def test_a_game_that_is_over_is_told_so(sit_at):
    on = played()
    while not on.game.outcome:
        on.give(next(order for order in on.game.legal() if order.verb == "end-phase"))
    assert ", over, " in offered(fresh())


# --- no means no ----------------------------------------------------------------------------------


def test_after_begin_anew_that_game_is_not_offered_again(sit_at):
    played("move B1 0403")
    on = fresh()
    begin_anew(on)
    assert offered(on) == ""
    assert offered(fresh()) == ""


def test_begin_anew_is_remembered_in_the_next_session(sit_at, monkeypatch):
    old, new = played("move B1 0402"), played("move B1 0403")
    aged(old, timedelta(days=1))
    begin_anew(fresh())
    monkeypatch.setattr("fmbook.record.journal._SET_ASIDE", set())  # another kernel
    assert offered(fresh()) == ""
    assert new.game.journal
    assert (new.game.journal.parent / SET_ASIDE).read_text() == f"{new.game.journal.name}\n"
    assert new.game.journal in journals()


def test_begin_anew_in_a_folder_that_cannot_be_written_holds_for_the_session(sit_at):
    on = played("move B1 0403")
    assert on.game.journal
    (on.game.journal.parent / SET_ASIDE).mkdir()  # nothing can be written there, whoever one is
    begin_anew(fresh())
    assert offered(fresh()) == ""


def test_what_is_begun_anew_is_offered_next(sit_at):
    aged(played("move B1 0403"), timedelta(hours=1))
    on = fresh()
    begin_anew(on)
    end_phase(on)
    assert go_on(fresh()) == ["end-phase"]


def test_begin_anew_takes_the_same_game_out_of_the_browser(sit_at, monkeypatch):
    code = played("move B1 0403").game.code()
    on = fresh()
    sent: list[Any] = []
    monkeypatch.setattr(on.parts.shell, "send", lambda content, *_: sent.append(content))
    begin_anew(on)
    assert sent == [{"what": "forget", "code": code}]


def test_empty_and_unplayed_journals_do_not_hide_the_game_before_them(sit_at):
    aged(played("move B1 0403"), timedelta(hours=1))
    folder = journals()[0].parent
    for number in range(300):
        (folder / f"journal-drill-march-29991231-235959-{number}.txt").touch()
    for _ in range(210):
        fm.new_game("drill", "march").keep_journal()
    assert go_on(fresh()) == ["move B1 0403"]


@pytest.mark.filterwarnings("ignore::fmbook.play.game.NotKept")
def test_what_is_not_on_disk_is_said_at_that_order(sit_at, monkeypatch):
    def full(*_: Any) -> int:
        raise OSError(28, "No space left on device")

    on = played("move B1 0403")
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        for act in (on.take_back, on._redo):
            on._on_button(act, None)
            assert "This order is not on disk, and the next one will try again." in on.parts.shell.says
    end_phase(on)
    assert "This game is on disk again, whole" in on.parts.shell.says
    assert on.game.journal
    assert fm.load(on.game.journal).record() == on.game.record()


# --- what the browser keeps -----------------------------------------------------------------------


def shelf(**how: Any) -> str:
    return str(fresh(**how).parts.shell.shelf)


def test_the_browser_keeps_a_code_for_each_chapter_seed_and_rules(sit_at):
    assert shelf() == "drill.march/01_hexes_and_zones/1917"
    names = [shelf(), shelf(seed=7), shelf(house_rules=[engines_stay])]
    sit_at("91_add_a_rule")
    names += [shelf(), shelf(house_rules=[engines_stay])]
    assert len({*names}) == 5
    assert {name.split("/")[0] for name in names} == {"drill.march"}


def test_a_code_under_the_old_name_is_moved_where_it_agrees(sit_at, monkeypatch):
    game = fm.new_game("drill", "march")
    game.do("move B1 0403")
    for seed, moved in ((7, []), (1917, [{"what": "adopt", "code": game.code()}])):
        on = fresh(seed=seed)
        sent: list[Any] = []
        monkeypatch.setattr(on.parts.shell, "send", lambda content, *_, sent=sent: sent.append(content))
        on._on_heard({"what": "shelved", "code": game.code(), "old": True})
        assert sent == moved
    assert offered(on).startswith("<p>This browser has kept an earlier game: turn 1 of 3, Blue to move, 1 order.")
    begin_anew(on)
    assert sent[1:] == [{"what": "forget", "code": game.code()}]


def test_a_code_of_a_game_with_a_house_rule_comes_back_with_it(sit_at):
    code = played("move B1 0403", house_rules=[engines_stay]).game.code()
    for journal in journals():
        journal.unlink()
    on = fresh(house_rules=[engines_stay])
    on._on_heard({"what": "shelved", "code": code})
    assert go_on(on) == ["move B1 0403"]


# --- what is broken -------------------------------------------------------------------------------


def damaged(change: Callable[[list[str]], object]) -> Path:
    """The journal of three orders, a line of which was damaged."""
    on = played("move B1 0403", "move B2 0303", "end-phase")
    assert on.game.journal
    lines = on.game.journal.read_text().splitlines()
    change(lines)
    on.game.journal.write_text("\n".join(lines) + "\n")
    return on.game.journal


def test_of_a_damaged_journal_the_last_good_position_is_offered(sit_at):
    damaged(lambda lines: lines.__setitem__(-1, "\x00\x00\x00"))
    on = fresh()
    assert "2 of 3 orders" in offered(on)
    assert "The rest could not be played again. Line 10 of the record: " in offered(on)
    assert go_on(on) == ["move B1 0403", "move B2 0303"]
    press(on, "End phase")
    assert on.game.journal
    assert len(fm.load(on.game.journal).orders) == 3


def test_bytes_that_are_no_text_spoil_only_what_comes_after_them(sit_at):
    path = damaged(lambda lines: None)
    path.write_bytes(path.read_bytes().replace(b"move B2 0303", b"move \xff\xfe 0303"))
    on = fresh()
    assert "it is not UTF-8 text" in offered(on)
    assert go_on(on) == ["move B1 0403"]


def test_of_a_journal_that_was_cut_short_it_is_said_what_is_left_out(sit_at):
    path = damaged(lambda lines: None)
    path.write_bytes(path.read_bytes()[:-12])
    assert "was left out: “end-ph”" in offered(fresh())


def test_where_nothing_of_the_newest_journal_can_be_read_the_one_before_it_is_offered(sit_at):
    aged(played("move B1 0402"), timedelta(hours=1))
    path = damaged(lambda lines: None)
    path.write_bytes(path.read_bytes().replace(b"move B1", b"nove B1"))
    assert go_on(fresh()) == ["move B1 0402"]


def type_line(on: Desk, line: str) -> str:
    on.parts.line.value = line
    on._on_button(on._say_it, None)
    return str(on.parts.shell.says)


def broken_code(monkeypatch: pytest.MonkeyPatch) -> str:
    """A sound code whose third order the rules of today forbid."""
    on = played("move B1 0403", "move B2 0303", "move B3 0304")
    allows = fm.play.game.allows  # type: ignore[attr-defined]
    forbidden = lambda state, order: str(order) != "move B3 0304" and allows(state, order)  # noqa: E731
    monkeypatch.setattr("fmbook.play.game.allows", forbidden)
    for journal in journals():
        journal.unlink()
    return on.game.code()


@pytest.mark.parametrize("way", ["pasted", "typed", "kept by the browser"])
def test_of_a_code_that_breaks_half_way_the_last_good_position_is_offered(monkeypatch, way):
    code = broken_code(monkeypatch)
    on = fresh()
    if way == "typed":
        type_line(on, f"resume {code}")
    elif way == "pasted":
        on.saving.code.value = code
        on._on_button(on._resume, None)
    else:
        on._on_heard({"what": "shelved", "code": code})
    said = offered(on) + on.parts.shell.says
    assert "order 3 of the code cannot be played" in said.replace("Order 3", "order 3")
    assert "2 of 3 orders" in offered(on)
    assert go_on(on) == ["move B1 0403", "move B2 0303"]


def test_what_is_rescued_can_be_left_and_nothing_of_this_game_is_forgotten(monkeypatch):
    code = broken_code(monkeypatch)
    on = played("move B1 0402")
    sent: list[Any] = []
    monkeypatch.setattr(on.parts.shell, "send", lambda content, *_: sent.append(content["what"]))
    type_line(on, f"resume {code}")
    assert on.offer.go_on.description == "Go on from there"
    assert on.offer.start_new.description == "Stay with this game"
    press(on, "End phase")
    begin_anew(on)
    assert [str(order) for order in on.game.orders] == ["move B1 0402", "end-phase"]
    assert sent == ["shelve"]  # kept on while something was offered
    assert offered(on) == ""


def test_a_record_that_breaks_half_way_is_offered_as_far_as_it_goes(tmp_path):
    game = fm.new_game("drill", "march")
    game.do("move B1 0403")
    path = game.save("monday")
    path.write_text(path.read_text() + "move B2 9999\nend-phase\n")
    on = fresh()
    said = type_line(on, "load monday")
    assert "Line 8 of the record" in said
    assert "1 of 3 orders" in said
    assert go_on(on) == ["move B1 0403"]


def test_a_broken_game_of_another_board_is_not_offered_here(tmp_path):
    game = fm.new_game("vimy", "hill_145")
    game.do(game.legal()[0])
    path = game.save("ridge")
    path.write_text(path.read_text() + "nonsense\n")
    on = fresh()
    assert "Line" in type_line(on, "load ridge")
    assert offered(on) == ""


# --- load, on the desk ----------------------------------------------------------------------------


def test_a_save_is_loaded_by_a_typed_word():
    on = played("move B1 0403")
    type_line(on, "save monday 3b")
    other = fresh(seed=7)
    assert "This is “A march through a zone of control”, after 1 order." in type_line(other, "load monday 3b")
    assert other.game.record() == on.game.record()


def test_a_game_of_other_sides_leaves_this_one_as_it_is():
    ridge = fm.new_game("vimy", "hill_145")
    ridge.do(ridge.legal()[0])
    ridge.save("ridge")
    on = desk(fm.new_game("drill", "march"), you="Blue")
    assert "is played by Allied and German, and here you play Blue" in type_line(on, "load ridge")
    type_line(on, "move B1 0403")
    assert [str(order) for order in on.game.orders] == ["move B1 0403"]


def test_a_broken_remark_about_the_chapter_breaks_no_journal(tmp_path):
    game = fm.new_game("drill", "march")
    path = Journal.begun(game.header, (), tmp_path, "x").path
    path.write_text(path.read_text().replace("# chapter: x", "# chapter:"))
    assert fm.load(path).header == game.header


def test_a_name_in_the_readers_own_cells_means_the_game_on_the_desk_and_stays_in_a_what_if(monkeypatch):
    on = desk(fm.new_game("drill", "march"))
    names = {"game": on.game, "other": fm.new_game("drill", "march"), "_3": on.game}
    monkeypatch.setattr(session, "get_ipython", lambda: SimpleNamespace(user_ns=names))
    first, other, later = on.game, names["other"], fm.new_game("drill", "march")
    on.take_over(later)
    assert names == {"game": later, "other": other, "_3": first}
    on.take_over(later.copy(), what_if=True)
    assert names["game"] is later
