"""A table: one game that several Pythons play. What one was told is played is played everywhere, once."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import fmbook as fm
from fmbook.play.tables import Table
from fmbook.record.records import digest
from fmbook.record.tables import SeatLost, SeatTaken, TableError, TableFile, TooLate, table_place


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path))


def another(name: str = "7") -> Table:
    """Sit at the same table as another Python would."""
    return Table(TableFile(table_place(name)))


def two(scenario: str = "flank", system: str = "drill") -> tuple[Table, Table]:
    blue = fm.table("7", system, scenario, seed=3)
    red = another()
    blue.sit(blue.game.sides[0])
    red.sit(blue.game.sides[1])
    return blue, red


def play_on(tables: tuple[Table, ...], orders: int, seed: int = 1) -> None:
    chance = random.Random(seed)
    for _ in range(orders):
        for table in tables:
            table.catch_up()
        game = tables[0].game
        if game.outcome:
            return
        table = next(table for table in tables if game.side in table.sides)
        table.game.do(chance.choice(table.game.legal()))


def alike(*tables: Table) -> bool:
    for table in tables:
        table.catch_up()
    return len({digest(table.game.state) for table in tables}) == 1


def test_what_one_plays_the_other_sees():
    blue, red = two()
    play_on((blue, red), 60)
    assert alike(blue, red, another())
    assert blue.game.given == red.game.given > 10
    assert blue.game.diary[-3:] == red.game.diary[-3:]


def test_the_side_that_does_not_decide_cannot_order():
    blue, red = two()
    order = red.game.legal()[0]
    with pytest.raises(TableError, match="Blue decides now, and you sit with Red"):
        red.game.do(order)
    assert red.game.given == 0
    assert alike(blue, red)


def test_who_watches_sees_all_and_orders_nothing():
    blue, red = two()
    watcher = another()
    play_on((blue, red), 5)
    assert watcher.catch_up() == 5
    with pytest.raises(TableError, match="You are watching table 7"):
        watcher.game.do(watcher.game.legal()[0])


def test_of_two_orders_for_one_moment_one_is_played_and_the_other_comes_too_late():
    blue = fm.table("7", "drill", "flank", seed=3)
    same = another()
    blue.sit("Blue")
    same._keys = dict(blue._keys)  # as if the same seat were open twice
    first, second = blue.game.legal()[:2]
    blue.game.do(first)
    with pytest.raises(TooLate, match="Another order was given at this table"):
        same.game.do(second)
    assert same.game.given == 0
    same.catch_up()
    assert same.game.orders == blue.game.orders == (first,)


def test_a_seat_that_is_taken_is_refused_and_one_that_was_left_is_free(monkeypatch):
    blue, red = two()
    third = another()
    with pytest.raises(SeatTaken, match="Somebody sits with Red at table 7"):
        third.sit("red")
    red.leave("Red")
    third.sit("Red")
    assert third.seats == {"Blue": "taken", "Red": "you"}
    monkeypatch.setattr("fmbook.record.tables.time", lambda: time.time() + 90)
    assert blue.seats == {"Blue": "you", "Red": "left"}
    fourth = another()
    fourth.sit("Red")
    third.catch_up()
    assert third.sides == ()


def test_an_order_is_taken_back_only_if_the_other_side_agrees():
    blue, red = two()
    blue.game.do(blue.game.legal(blue.game.movers()[0])[0])
    red.catch_up()
    with pytest.raises(TableError, match="only if the other side agrees"):
        blue.game.undo()
    with pytest.raises(TableError, match="Nobody asks you"):
        red.give_back()
    blue.ask_back()
    assert red.wish == "Blue"
    with pytest.raises(TableError):
        blue.give_back()
    red.give_back()
    assert alike(blue, red)
    assert blue.game.given == 0


def test_who_plays_both_sides_takes_back_without_asking():
    both = fm.table("7", "drill", "flank", seed=3)
    for side in both.game.sides:
        both.sit(side)
    both.game.do(both.game.legal()[0])
    both.game.undo()
    assert alike(both, another())


def test_throws_taken_back_are_thrown_anew_everywhere():
    both = fm.table("7", "drill", "no_way_out", seed=3)
    for side in both.game.sides:
        both.sit(side)
    chance = random.Random(2)
    for n in range(60):
        if both.game.outcome:
            break
        both.game.do(chance.choice(both.game.legal()))
        if n % 3 == 2:
            both.game.undo()
    assert alike(both, another())
    assert both.game.what_if > 0


def test_what_is_played_comes_with_the_table():
    table = fm.table("b 2", "scheldt", "breskens", seed=5, options=["free-retreat"])
    assert another("b 2").game.header == table.game.header
    assert fm.table("b 2", "scheldt", "breskens") is table
    with pytest.raises(TableError, match="people play scheldt, breskens with free-retreat"):
        fm.table("b 2", "scheldt", "breskens", options=["free-set-up"])


def test_a_remark_such_as_a_decision_with_its_reason_comes_along_between_orders():
    blue, red = two()
    blue.game.remark("a: because of the bridge")
    play_on((blue, red), 2)
    red.catch_up()
    red.game.remark("b: we shall see")
    play_on((blue, red), 2)
    assert alike(blue, red)
    assert blue.game.remarks == red.game.remarks == another().game.remarks
    assert len(blue.game.remarks) == 2
    assert blue.game.number == red.game.number
    with pytest.raises(TableError, match="You are watching table 7"):
        another().game.remark("I only watch")


@pytest.mark.parametrize(
    ("name", "what", "says"),
    [
        ("9", (), "There is no table 9. To open one, say what is played at it"),
        ("../x", ("drill",), "A table is named with letters"),
        ("7", ("scheldt",), "At table 7 people play drill, flank"),
    ],
)
def test_a_wrong_table_gets_a_sentence(name, what, says):
    keep = fm.table("7", "drill", "flank")
    with pytest.raises(TableError, match=says):
        fm.table(name, *what)
    assert keep.game.given == 0


def test_a_side_that_there_is_not_is_named_with_those_there_are():
    with pytest.raises(fm.NoSuchName, match="No side “Green” in drill"):
        fm.table("7", "drill", "flank").sit("Green")


def test_a_file_that_is_no_table_or_cannot_be_written_gets_a_sentence():
    place = table_place("8")
    place.parent.mkdir(parents=True)
    place.write_bytes(b"no table at all, but long enough to be read as one" * 40)
    with pytest.raises(TableError, match="The file of table 8 cannot be used"):
        fm.table("8")
    blue, red = two()
    blue._file._base.execute("pragma query_only = on")  # as on a disk that is full
    with pytest.raises(TableError, match="Nothing was played"):
        blue.game.do(blue.game.legal()[0])
    assert blue.game.given == 0
    assert alike(red, another())


def test_what_is_written_stays():
    blue, red = two()
    play_on((blue, red), 3)
    for spoil in ("delete from lines", "update lines set text = ''"):
        with pytest.raises(sqlite3.IntegrityError, match="what is written stays"):
            blue._file._base.execute(spoil)


PLAYER = textwrap.dedent("""
    import random, sys, time
    import fmbook as fm
    from fmbook.record.tables import TableError
    side, seed = sys.argv[1], int(sys.argv[2])
    table, chance = fm.table("7"), random.Random(seed)
    for _ in range(200):
        try:
            table.sit(side)
            break
        except TableError:
            time.sleep(0.05)
    print("sat", flush=True)
    while not table.game.outcome:
        table.catch_up()
        if table.game.side == side and not table.game.outcome:
            try:
                table.game.do(chance.choice(table.game.legal()))
                print(table.game.given, flush=True)
            except TableError:
                pass
        else:
            time.sleep(0.002)
""")


def test_players_that_are_killed_lose_nothing_and_double_nothing(tmp_path, monkeypatch):
    """Two Pythons play; each is killed again and again, and another one sits down in its place."""
    monkeypatch.setattr("fmbook.record.tables.GONE_AFTER", 0.0)
    player = PLAYER.replace("import fmbook as fm", "import fmbook as fm, fmbook.record.tables as t\nt.GONE_AFTER = 0.0")
    watcher = fm.table("7", "drill", "march", seed=11)
    env = {**os.environ, "PYTHONPATH": str(Path(fm.__file__).parents[1])}
    told = 0
    for round_ in range(4):
        pair = [
            subprocess.Popen(
                [sys.executable, "-c", player, side, str(round_)], env=env, stdout=subprocess.PIPE, text=True
            )
            for side in watcher.game.sides
        ]
        for process in pair:
            assert process.stdout is not None
            assert process.stdout.readline() == "sat\n"
        until = time.monotonic() + 20
        while watcher.game.given < told + 5 and not watcher.game.outcome and time.monotonic() < until:
            watcher.catch_up()
            time.sleep(0.01)
        for process in pair:
            process.send_signal(signal.SIGKILL)
            said = [int(line) for line in process.communicate()[0].split() if line.isdigit()]
            told = max([told, *said])
        watcher.catch_up()
        assert watcher.game.given >= told  # what was acknowledged is there
    assert told > 10
    assert alike(watcher, another())
    replayed = fm.replay(watcher.game.record())
    assert digest(replayed.state) == digest(watcher.game.state)


def test_a_key_brings_its_seat_back_and_another_does_not():
    blue, red = two()
    again = another()
    with pytest.raises(TableError, match="Somebody sits with Blue"):
        again.sit("Blue", key="somebody else's")
    again.sit("Blue", key=blue._keys["Blue"])
    assert again.sides == ("Blue",)
    assert red.seats == {"Blue": "taken", "Red": "you"}


def test_a_seat_that_was_cleared_orders_nothing_from_that_moment_on():
    blue, red = two()
    another().clear("Blue")
    with pytest.raises(SeatLost, match="You no longer sit with Blue at table 7, so nothing was played"):
        blue.game.do(blue.game.legal()[0])
    assert blue.game.given == another().game.given == 0
    blue.catch_up()
    assert blue.seats == {"Blue": "free", "Red": "taken"}
    with pytest.raises(SeatLost):
        blue.game.do(blue.game.legal()[0])
    blue.sit("Blue")
    blue.game.do(blue.game.legal()[0])
    assert alike(blue, red)


def test_who_plays_both_sides_keeps_both_seats(monkeypatch):
    both = fm.table("7", "drill", "flank", seed=3)
    both.sit("Blue")
    both.sit("Red")
    begun = time.time()
    for later in range(25, 200, 25):
        monkeypatch.setattr("fmbook.record.tables.time", lambda later=later: begun + later)
        both.catch_up()
        assert another().seats == {"Blue": "taken", "Red": "taken"}


def test_a_table_that_is_halted_takes_no_order_until_it_goes_on():
    blue, red = two()
    red.halt("We look at table 3.")
    with pytest.raises(TableError, match=r"We look at table 3\. Orders wait until the games go on"):
        blue.game.do(blue.game.legal()[0])
    assert blue.game.given == 0
    assert blue.halted == "We look at table 3."
    red.go_on()
    blue.game.do(blue.game.legal()[0])
    assert alike(blue, red, another())


def test_a_sentence_and_an_answer_reach_everybody_at_the_table():
    blue, red = two()
    blue.tell("Five more\nminutes.")
    assert red.told == "Five more minutes."
    red.keep_answer("20.t1", "1/3", well=True)
    another().keep_answer("20.h1", "Because the guns were there.")
    assert [(each.side, each.about, each.text, each.well) for each in blue.answers] == [
        ("Red", "20.t1", "1/3", True), ("watching", "20.h1", "Because the guns were there.", None),
    ]  # fmt: skip
