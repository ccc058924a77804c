"""A seat at a table: nothing that its browser receives tells the other hand, the seed, or what the dice will show.

Every message of a desk goes through ``publish_msg``; here they are all kept, with the pictures and words of displays.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import comm
import pytest
from ipywidgets import Widget

import fmbook as fm
from fmbook.core.errors import FmbookError
from fmbook.opponents import opponent
from fmbook.play.game import Game
from fmbook.play.tables import Table
from fmbook.record.codes import decode
from fmbook.record.tables import TableFile, table_place
from fmbook.text import Talk
from fmbook.widgets.desk.desk import Desk
from fmbook.widgets.desk.tabs import PAGES
from fmbook.widgets.table import TableDesk
from tests.tools.onlookers import all_that_is_typed, look_at_all_of, moments

pytestmark = pytest.mark.usefixtures("desk_apart", "hasty_adviser")

SEED = 918273645
GAMES = [("vimy", "hill_145"), ("scheldt", "braakman"), ("drill", "march")]
WHOLE = {"hill_145": 200, "march": 200, "braakman": 40}  # orders at most: two games are played to their ends
NAMES = [" ".join(each) for each in GAMES]
IDS = re.compile(r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])")
A_CODE = re.compile(r"[\w-]+\.[\w.~-]{8,}")


@pytest.fixture
def received(monkeypatch) -> Iterator[list[str]]:
    """All messages, as the text that goes to the page."""
    found: list[str] = []

    def publish(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        told = [bytes(each).hex() for each in buffers or ()]
        found.append(json.dumps([msg_type, data, metadata, told, keys.get("target_name")], default=str))

    monkeypatch.setattr(comm.DummyComm, "publish_msg", publish, raising=False)
    monkeypatch.setattr("comm.create_comm", lambda *args, **kwargs: comm.DummyComm(*args, **kwargs))
    yield found
    Widget.close_all()


def press_all_of(desk: Desk) -> None:
    """Look at everything, and say what no page of ours says."""
    look_at_all_of(desk, every=7)
    desk._on_heard({"what": "shelved", "code": "nothing"})


def type_all(desk: Desk) -> None:
    for line in ("code", "record", "options", "save mine", "load mine", "resume x", "orders", "board full", "diary 50"):
        desk.parts.line.value = line
        desk._say_it()


def play_at_a_table(system: str, scenario: str, *, most: int = 90) -> tuple[Table, Table]:
    """Play from one seat through its desk; the other side plays in another Python."""
    table = fm.table("7", system, scenario, seed=SEED)
    other = Table(TableFile(table_place("7")))
    you = table.game.sides[0]
    table.sit(you)
    other.sit(other.game.sides[1])
    shown, chance = TableDesk(table, fixed=True), Random(1)
    shown._repr_mimebundle_()
    [desk] = shown._place.children
    while not table.game.outcome and table.game.given < most:
        other.catch_up()
        shown.look()
        if table.game.outcome:
            break
        here = table if table.game.side == you else other
        order = opponent("greedy")(here.game.seen_by(here.game.side), chance)
        desk.give(order) if here is table else other.game.do(order)
        if table.game.given % 17 == 0:
            press_all_of(desk)
            type_all(desk)
            shown._repr_mimebundle_()
    return table, other


@pytest.mark.parametrize(("system", "scenario"), GAMES, ids=NAMES)
def test_no_message_of_a_game_holds_seed_code_record_key_or_folder(system, scenario, received, tmp_path):
    table, other = play_at_a_table(system, scenario, most=WHOLE[scenario])
    assert table.game.outcome or table.game.given >= 40
    whole = "\n".join(received)
    assert len(received) > 100
    keys = [*table._keys.values(), *other._keys.values()]
    for told in (str(SEED), "fmbook: 1", str(tmp_path), "fm.resume", *keys):
        assert told not in whole, told
    if not table.game.outcome:
        assert [each for each in set(A_CODE.findall(whole)) if is_code(each)] == []


def is_code(text: str) -> bool:
    try:
        decode(text)
    except FmbookError:
        return False
    return True


def test_a_code_would_have_been_found():
    game = fm.new_game("vimy", "first_morning", SEED)
    game.do(game.legal()[0])
    assert any(map(is_code, A_CODE.findall(f'{{"code": "{game.code()}"}}')))


class AtATable:
    """Keeps nothing; the game is one of a table."""

    path, in_trouble, is_shared, is_ours = Path(), False, True, True

    def expect(self, change: int) -> None: ...

    def keep(self, *_: Any) -> str:
        return ""


def twin(game: Game, you: str, *, apart: bool) -> Game:
    """The same game for one side: with other dice to come, and with other markers in the other hand."""
    other, own = game.copy(), game.sides.index(you)
    other.kept_by(AtATable())
    if not apart:
        return other
    vars(other).update(seed=SEED, header=other.header._replace(seed=SEED))
    count = len(game.setup.markers)
    other._steps = [
        step._replace(state=step.state.but(hands=tuple(
            hand if number == own else tuple((each + 1) % count for each in hand)
            for number, hand in enumerate(step.state.hands)
        )))
        for step in other._steps
    ]  # fmt: skip
    return other


def with_hands(system: str, scenario: str) -> list[Game]:
    """Some moments at which somebody has markers in hand; of a game without markers, any."""
    found = moments(system, scenario)
    return [game for game in found if any(game.state.hands) or not game.setup.markers][:3]


def heard_from(game: Game, you: str, received: list[str]) -> str:
    """All that a seat receives when everything is looked at, with its widgets numbered in their order."""
    received.clear()
    desk = Desk(game, you=you)
    bundle = desk._repr_mimebundle_()
    press_all_of(desk)
    type_all(desk)
    desk.close()
    Widget.close_all()
    said = all_that_is_typed(Talk(game, you=you))
    numbers: dict[str, str] = {}
    whole = "\n".join([*received, said, str(bundle.get("text/plain")), str(bundle.get("image/svg+xml"))])
    return IDS.sub(lambda found: numbers.setdefault(found[0], f"w{len(numbers)}"), whole)


@pytest.mark.parametrize(("system", "scenario"), GAMES[:2], ids=NAMES[:2])
def test_what_a_seat_receives_is_the_same_whatever_the_seed_and_the_other_hand(system, scenario, received):
    differed = 0
    heard_from(fm.new_game(system, scenario), fm.new_game(system, scenario).side, received)  # makes what all share
    for game in [fm.new_game(system, scenario, 4), *with_hands(system, scenario)]:
        for you in game.sides:
            plain, changed = twin(game, you, apart=False), twin(game, you, apart=True)
            differed += plain.state.hands != changed.state.hands
            assert heard_from(plain, you, received) == heard_from(changed, you, received)
    assert differed or not game.setup.markers


def test_a_difference_would_have_been_heard(received):
    game = with_hands("vimy", "hill_145")[-1]
    side, other = sorted(game.sides, key=game.hand)  # the last one has something in hand
    changed = twin(game, side, apart=True)
    assert heard_from(twin(game, other, apart=False), other, received) != heard_from(changed, other, received)


def test_a_desk_at_a_table_has_no_page_to_save_and_takes_no_code(received):
    table, _ = play_at_a_table("drill", "march", most=12)
    desk = Desk(table.game, you=table.sides[0])
    assert set(desk.parts.tabs_of) == set(PAGES) - {"Save and resume", "Opponent"}
    desk._on_heard({"what": "shelved", "code": fm.new_game("drill", "march", 1).code()})
    assert desk._earlier is None
    assert desk.parts.shell.shelf == ""


def test_those_who_watch_see_neither_hand(received):
    table, other = play_at_a_table("vimy", "hill_145", most=40)
    for each in (table, other):
        for side in each.sides:
            each.leave(side)
    received.clear()
    shown = TableDesk(table)
    shown._repr_mimebundle_()
    whole = "\n".join(received)
    assert "has in hand" not in whole
    assert "<svg" in whole
