"""A referee holds the game: each seat knows what its side may see, and plays the same game as the others."""

import json
import os
import random
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import fmbook as fm
from fmbook.books.systems import playable
from fmbook.cli.referee import server_at
from fmbook.core.errors import FmbookError
from fmbook.core.events import Event, MarkersDrawn
from fmbook.core.verdicts import RuleViolation
from fmbook.play.game import Game
from fmbook.play.positions import Position
from fmbook.play.refereed import RefereedTable, SeatGame, Wire, refereed_table
from fmbook.play.seatviews import Change, encoded, seen, step_of
from fmbook.record.records import digest
from fmbook.record.tables import TABLES, TableError, TableFile, TooLate

SEED = 918273645564738291


@pytest.fixture
def folder(tmp_path) -> Path:
    found: Path = tmp_path / "referee"
    return found


@pytest.fixture
def address(folder, monkeypatch, tmp_path) -> Iterator[str]:
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path / "pupil"))
    mask = os.umask(0o022)
    with server_at("127.0.0.1", 0, folder) as server:
        serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        serving.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        serving.join()
    os.umask(mask)


def another(address: str, game: tuple[str, str] | None = None) -> RefereedTable:
    """Come to table 7 as another Python would."""
    from fmbook.play import refereed

    refereed._OPEN.clear()
    system, scenario = game or (None, None)
    return refereed_table(address, "7", system, scenario, ())


def two(address: str, game: tuple[str, str]) -> tuple[RefereedTable, RefereedTable]:
    one, other = another(address, game), another(address)
    one.sit(one.game.sides[0])
    other.sit(other.game.sides[1])
    return one, other


def truth(folder: Path) -> Game:
    """The game as the referee's file has it."""
    from fmbook.play.tables import Table

    return Table(TableFile(folder / TABLES / "7.sqlite")).game


def play_on(tables: tuple[RefereedTable, ...], orders: int) -> None:
    chance = random.Random(1)
    for _ in range(orders):
        for table in tables:
            table.catch_up()
        if tables[0].game.outcome:
            return
        table = next(each for each in tables if each.game.side in each.sides)
        table.game.do(chance.choice(table.game.legal()))


def as_seen(position: Position, own: int | None) -> str:
    hands = tuple(hand if side == own else () for side, hand in enumerate(position.state.hands))
    return digest(position.state.but(hands=hands))


# --- one game ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [("drill", "flank"), ("vimy", "first_morning")], ids=" ".join)
def test_two_seats_play_one_game_and_each_moment_is_the_true_one_as_its_side_sees_it(game, address, folder):
    tables = two(address, game)
    play_on(tables, 40)
    whole = truth(folder)
    assert whole.given > 10
    for own, table in enumerate(tables):
        table.catch_up()
        assert table.game.orders == whole.orders
        assert [str(entry) for entry in table.game.diary] == [str(entry) for entry in whole.diary]
        for moment in range(whole.given + 1):
            shown, true = table.game.at(moment), whole.at(moment).seen_by(whole.sides[own])
            assert as_seen(shown, own) == as_seen(true, own)
            assert (shown.viewer, shown.unseen) == (true.viewer, true.unseen)
        assert table.game.seen_by(table.sides[0]).unseen == table.game.unseen == len(whole.state.hands[1 - own])


@pytest.mark.parametrize("system", playable())
def test_what_is_sent_of_a_moment_is_all_that_lies_on_the_table(system):
    decoder = msgspec.json.Decoder(Change)
    for scenario in fm.scenarios(system):
        game, chance = fm.new_game(system, scenario, 5), random.Random(3)
        for _ in range(25):
            if not game.outcome:
                game.do(chance.choice(game.legal()))
        for own in (0, 1, None):
            for step in (game.opened, *game.steps):
                again = step_of(decoder.decode(encoded(seen(step, own))), game.setup)
                assert digest(again.state) == as_seen(Position(step.state), own)
                assert [str(each.event) for each in again.entries] == [str(each.event) for each in step.entries]
                assert again.order == step.order


def test_who_watches_sees_neither_hand_and_orders_nothing(address):
    tables = two(address, ("drill", "flank"))
    play_on(tables, 8)
    watcher = another(address)
    assert watcher.game.given == tables[0].game.given or tables[0].catch_up()
    assert not any(any(watcher.game.at(moment).state.hands) for moment in range(watcher.game.given + 1))
    with pytest.raises(TableError, match="You are watching table 7"):
        watcher.game.do(watcher.game.legal()[0])


def test_an_order_is_taken_back_if_the_other_side_agrees(address, folder):
    one, other = two(address, ("drill", "march"))
    one.game.do("move B1 0402")
    with pytest.raises(TableError, match="only if the other side agrees"):
        one.game.undo()
    one.ask_back()
    other.catch_up()
    assert other.wish == "Blue"
    other.give_back()
    one.catch_up()
    assert one.game.given == other.game.given == truth(folder).given == 0
    one.game.do("move B1 0403")
    other.catch_up()
    assert other.game.unit("B1").place == "0403"


def test_the_record_can_be_read_when_the_game_is_over(address, folder):
    tables = two(address, ("drill", "march"))
    for refused in (tables[0].game.record, tables[0].game.code, tables[0].game.__reduce__):
        with pytest.raises(TableError):
            refused()
    play_on(tables, 300)
    assert tables[0].game.outcome
    assert fm.replay(tables[1].game.record()).given == truth(folder).given


def test_a_referee_that_was_started_again_goes_on_with_the_same_seats(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path / "pupil"))
    from fmbook.play.referee import Referee

    holder = [Referee(folder)]
    monkeypatch.setattr(Wire, "_sent", lambda _, body: holder[0].answer(body))
    one, other = two("http://referee", ("drill", "flank"))
    play_on((one, other), 6)
    holder[0] = Referee(folder)
    play_on((one, other), 12)
    assert one.sides == ("Blue",)
    assert one.game.given >= 12
    one.catch_up()
    assert one.game.orders == truth(folder).orders


# --- nothing of the other hand ---------------------------------------------------------------------


def with_another_hand(game: Game, own: int) -> list[bytes]:
    """All moments as one side is told of them, had the other side drawn something else each time."""
    names = [marker.name for marker in game.setup.markers]
    count, other = len(names), 1 - own

    def drawn(event: Event) -> Event:
        if isinstance(event, MarkersDrawn) and event.side == other:
            return MarkersDrawn(other, tuple(names[-1 - names.index(each)] for each in event.markers), event.name)
        return event

    told = []
    for step in (game.opened, *game.steps):
        hands = tuple(
            tuple(count - 1 - each for each in hand) if side == other else hand
            for side, hand in enumerate(step.state.hands)
        )
        entries = tuple(msgspec.structs.replace(each, event=drawn(each.event)) for each in step.entries)
        changed = step._replace(state=step.state.but(hands=hands), entries=entries, thrown=("what", "was", "drawn"))
        told.append(encoded(seen(changed, own)))
    return told


@pytest.mark.parametrize("game", [("drill", "flank"), ("vimy", "hill_145"), ("scheldt", "braakman")], ids=" ".join)
def test_games_in_which_only_the_other_hand_differs_are_told_in_the_same_bytes(game):
    played, chance, held = fm.new_game(game[0], game[1], 4), random.Random(2), 0
    while not played.outcome and played.given < 60:
        played.do(chance.choice(played.legal()))
        held += bool(played.state.hands[0]) + bool(played.state.hands[1])
    assert held
    for own in (0, 1):
        assert with_another_hand(played, own) == [encoded(seen(each, own)) for each in (played.opened, *played.steps)]
    assert with_another_hand(played, 0) != with_another_hand(played, 1)


PUPIL = """
    import gc, json, os, random, sys
    from pathlib import Path
    import fmbook as fm
    from fmbook.core.events import MarkersDrawn
    from fmbook.core.state import State

    table = fm.table("7")
    table.sit(sys.argv[1])
    own, chance = table.game.sides.index(sys.argv[1]), random.Random(1)
    desk = fm.desk(table.game, you=sys.argv[1])
    while True:
        line = sys.stdin.readline().split()
        if not line:
            break
        table.catch_up()
        if not table.game.outcome and table.game.side == sys.argv[1]:
            table.game.do(chance.choice(table.game.legal()))
        print(table.game.given, flush=True)

    digits = "6372819"[::-1]
    seen, ints, texts, hands, draws, open_ = set(), set(), set(), [], [], [*gc.get_objects(), table]
    while open_:
        each = open_.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if type(each) is int:
            ints.add(each)
        elif type(each) is str:
            texts.add(each)
        elif isinstance(each, State):
            hands.append([[setup.name for setup in map(each.setup.markers.__getitem__, hand)] for hand in each.hands])
        elif isinstance(each, MarkersDrawn):
            draws.append([each.side, list(each.markers)])
        if not isinstance(each, type(sys)):
            open_ += gc.get_referents(each)
    files = [path for path in Path(os.environ["FMBOOK_HOME"]).rglob("*") if path.is_file()]
    print(json.dumps({
        "ints": [each for each in ints if each > 10**15],
        "texts": [each for each in texts if digits in each and each != digits],
        "hands": hands, "draws": draws, "files": [str(path) for path in files], "own": own,
        "objects": len(seen), "orders": table.game.given,
    }))
"""


def test_the_python_of_a_seat_holds_nothing_of_the_other_hand_the_draws_or_the_seed(address, folder, tmp_path):
    """Every object and file of a kernel that has played is looked at; the seed is one that would be found."""
    TableFile(folder / TABLES / "7.sqlite", fm.new_game("drill", "flank", seed=SEED).header)
    script = textwrap.dedent(PUPIL)
    pupils = {}
    for side in ("Blue", "Red"):
        env = {**os.environ, "FMBOOK_HOME": str(tmp_path / side), "FMBOOK_REFEREE": address}
        pupils[side] = subprocess.Popen(
            [sys.executable, "-c", script, side], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
    held = set()
    for _ in range(40):
        for pupil in pupils.values():
            assert pupil.stdin
            assert pupil.stdout
            pupil.stdin.write("on\n")
            pupil.stdin.flush()
            assert pupil.stdout.readline().strip().isdecimal()
    for pupil in pupils.values():
        found = json.loads(pupil.communicate(timeout=120)[0].splitlines()[-1])
        own = found["own"]
        assert found["objects"] > 10_000
        assert found["orders"] > 10
        assert SEED not in found["ints"]
        assert found["texts"] == []
        assert found["files"] == []
        held.add(any(hands[own] for hands in found["hands"]))
        assert not any(hands[1 - own] for hands in found["hands"])
        assert not any(name for drawn, names in found["draws"] if drawn != own for name in names)
    assert True in held, "somebody had markers in hand, which would have been found"


def test_the_referees_files_are_for_its_own_user_alone(address, folder):
    another(address, ("drill", "march"))
    modes = {path.stat().st_mode & 0o077 for path in (folder, *folder.rglob("*"))}
    assert modes == {0}


# --- what cannot be done, in a sentence ---------------------------------------------------------------


def test_a_table_that_is_not_there_another_game_and_a_wrong_name_are_refused(address):
    with pytest.raises(TableError, match="There is no table 7 with this referee"):
        another(address)
    another(address, ("drill", "march"))
    with pytest.raises(TableError, match="At table 7 people play drill, march"):
        another(address, ("drill", "flank"))
    with pytest.raises(TableError, match="A table is named with letters"):
        refereed_table(address, "../7", "drill", "march", ())
    with pytest.raises(FmbookError, match="marsh"):
        refereed_table(address, "8", "drill", "marsh", ())


def test_a_taken_seat_and_a_second_side_are_refused(address):
    one, other = two(address, ("drill", "march"))
    third = another(address)
    with pytest.raises(TableError, match="Somebody sits with Red"):
        third.sit("Red")
    with pytest.raises(TableError, match="You sit with Blue"):
        one.sit("Red")
    other.leave("Red")
    third.sit("red")
    assert third.seats == {"Blue": "taken", "Red": "you"}
    other.catch_up()
    assert other.sides == ()


def test_an_order_for_another_moment_and_one_of_the_other_side_are_refused(address):
    one, other = two(address, ("drill", "march"))
    late = another(address)
    late._sight = one._sight  # as if the same seat were open twice
    order = other.game.legal()[0]
    with pytest.raises(TableError, match="Blue decides now, and you sit with Red"):
        other.game.do(order)
    one.game.do("move B1 0402")
    with pytest.raises(TooLate):
        late.game.do("move B2 0402")
    with pytest.raises(RuleViolation):
        one.game.do("move B1 0405")
    with pytest.raises(TableError, match="the referee throws the dice"):
        one.game.do("end-phase", roll=3)


def test_the_referee_asks_the_rules_itself(address, folder):
    one, _ = two(address, ("drill", "march"))
    for forged in ("move R1 0402", "move B1 9999", "attack 0404", "__import__('os')", "move B1 0402 " * 900):
        with pytest.raises(TableError) as refused:
            one.ask("order", text=forged, number=one.game.number)
        assert len(str(refused.value)) < 600
    assert truth(folder).given == 0


def test_a_seed_or_a_house_rule_of_ones_own_is_refused(address):
    with pytest.raises(TableError, match="A referee throws dice that nobody knows"):
        fm.table("7", "drill", "march", seed=4, referee=address)  # type: ignore[call-overload]


def test_calls_that_are_none_are_answered_by_a_sentence(address, folder):
    from fmbook.play.referee import Referee

    referee = Referee(folder)
    for sent in (b"", b"[]", b"{}", b'{"what": "open"}', b"\xff" * 40, b'{"what":"look","table":"7","folder":"/"}'):
        assert "does not understand" in json.loads(referee.answer(sent))["refused"]
    assert "does not understand" in json.loads(referee.answer(b" " * 100_000))["refused"]


def test_a_referee_that_is_not_there_is_a_sentence():
    with pytest.raises(TableError, match="does not answer"):
        fm.table("7", referee="http://127.0.0.1:9")
    with pytest.raises(TableError, match="has an address such as"):
        fm.table("7", referee="unix:somewhere")


def test_the_same_call_again_is_the_same_seat(address, monkeypatch):
    monkeypatch.setenv("FMBOOK_REFEREE", address)
    table = fm.table("7", "drill", "march")
    table.sit("Blue")
    assert fm.table("table 7") is table
    assert isinstance(table.game, SeatGame)
