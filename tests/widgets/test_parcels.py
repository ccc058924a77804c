"""What one answer of a desk says goes out as one packed message; it says what the parts of the desk would have said."""

import json
import zlib
from random import Random
from typing import Any

import comm
import pytest
from ipywidgets import Widget

import fmbook as fm
from fmbook.core.orders import Attack, EndPhase, Move
from fmbook.engine.legality import question
from fmbook.widgets.desk.desk import Desk, desk
from fmbook.widgets.parcels import sent_together
from tests.tools.desks import decide, end_phase, labels, look_at, press

pytestmark = pytest.mark.usefixtures("desk_apart")

HEAD = 600  # bytes of a message besides what it says
MESSAGES, BYTES = 6, 10_000
GAMES = {
    "vimy": "hill_145",
    "scheldt": "breskens",
    "veritable": "first_days",
    "eben_emael": "first_minutes",
    "drill": "flank",
}
CLICKS = 40
Message = tuple[str, dict[str, Any], list[bytes]]


@pytest.fixture
def sent(monkeypatch) -> list[Message]:
    """What goes to the page: by which widget, what, and what comes with it."""
    found: list[Message] = []

    def publish(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        found.append((self.comm_id, data or {}, [bytes(each) for each in buffers or ()]))

    monkeypatch.setattr(comm.DummyComm, "publish_msg", publish, raising=False)
    monkeypatch.setattr("comm.create_comm", lambda *args, **kwargs: comm.DummyComm(*args, **kwargs))
    return found


def size(message: Message) -> int:
    return HEAD + len(json.dumps(message[1], default=str)) + sum(map(len, message[2]))


def unpacked(message: Message) -> list[list[Any]]:
    """What is in a parcel, as a page takes it apart."""
    assert message[1]["content"] == {"what": "parcel"}
    whole = zlib.decompress(message[2][0])
    end = 4 + int.from_bytes(whole[:4], "little")
    slips: list[list[Any]] = json.loads(whole[4:end])
    assert sum(sum(sizes) for *_, sizes in slips) == len(whole) - end
    return slips


def seen(game: fm.Game, *, unpacks: bool = True, **seats: Any) -> Desk:
    found = desk(game, **seats)
    look_at(found.map, unpacks=unpacks)
    return found


def click(on: Desk, place: str) -> None:
    board = on.game.board
    on.map._on_press(*on.map._frame.pixel(board.centre(board.at(place))))


def act(on: Desk, lot: Random) -> str:
    """Press a button or a place of those that mean something, seldom what ends a phase; return what it was."""
    chooser = on.choice.chooser
    units = [on.game.unit(name).place for name in chooser.movers]
    places = [*chooser.aims, *(place for place in units if place in on.game.board.places), *[on.choice.plan] * 6]
    acts = [(click, place) for place in places if place] + [(press, label) for label in labels(on)]
    going_on = [each for each in acts if not each[1].startswith("End ")]
    do, what = lot.choice(going_on if going_on and lot.random() < 0.9 else acts)
    do(on, what)
    return what


@pytest.mark.parametrize("system", GAMES)
def test_whatever_a_reader_presses_is_answered_by_few_messages_and_few_bytes(system, sent):
    on, lot = seen(fm.new_game(system, GAMES[system], 5), decisions=False), Random(5)
    act(on, lot)  # the offer of an earlier game is folded by the first order
    answered = 0
    for _ in range(CLICKS):
        if on.game.outcome:
            break
        sent.clear()
        what = act(on, lot)
        answered += bool(sent)
        assert len(sent) <= MESSAGES, what
        assert sum(map(size, sent)) <= BYTES, what
    assert answered > CLICKS / 3


@pytest.mark.parametrize(("system", "scenario"), [("vimy", "battle"), ("eben_emael", "historical")])
def test_a_stop_for_a_decision_and_what_comes_of_it_are_few_messages_and_few_bytes(system, scenario, sent):
    on = seen(fm.new_game(system, scenario))
    sent.clear()
    end_phase(on)
    answers = [[*sent]]
    for label in ("(a)", "Tell me now", "Close"):
        sent.clear()
        decide(on, label)
        answers.append([*sent])
    assert on.paused is None
    for each in answers:
        assert 0 < len(each) <= MESSAGES
        assert sum(map(size, each)) <= BYTES


def open_attack(on: Desk) -> None:
    while Attack not in question(on.game.state).offers:
        end_phase(on)
    target = next(order.target for order in on.game.legal() if isinstance(order, Attack))
    click(on, target)
    press(on, next(label for label in labels(on) if label.startswith("Attack")))


def told(sent: list[Message]) -> dict[str, dict[str, Any]]:
    """What each widget has told of itself, by itself or in a parcel."""
    found: dict[str, dict[str, Any]] = {}
    for who, data, buffers in sent:
        slips: list[list[Any]] = [[who, "update", data.get("state"), []]]
        if data.get("content") == {"what": "parcel"}:
            slips = unpacked((who, data, buffers))
        for id_, method, state, _ in slips:
            if method == "update":
                found.setdefault(id_, {}).update(state or {})
    return found


def test_a_parcel_says_what_the_parts_of_a_desk_would_say_by_themselves(sent):
    said = []
    for unpacks in (True, False):
        on = seen(fm.new_game("drill", "flank", 3), unpacks=unpacks)
        sent.clear()
        open_attack(on)
        heard = told(sent)
        spoken = ("side", "story", "prompt", "actions", "shell", "line")
        said.append({name: heard.get(getattr(on.parts, name).model_id) for name in spoken})
        Widget.close_all()
    assert said[0] == said[1]
    assert all(said[0].values())


def test_a_page_that_does_not_say_that_it_unpacks_gets_no_parcel(sent):
    on = seen(fm.new_game("drill", "flank", 3), unpacks=False)
    open_attack(on)
    assert not any(data.get("content") == {"what": "parcel"} for _, data, _ in sent)
    look_at(on.map, unpacks=True)  # of another page of the same desk, which can
    sent.clear()
    press(on, labels(on)[0])
    assert sent
    assert not any(data.get("content") == {"what": "parcel"} for _, data, _ in sent)


def test_a_page_that_comes_later_is_told_again_what_it_may_have_missed(sent):
    on = seen(fm.new_game("drill", "flank", 3))
    open_attack(on)
    sent.clear()
    look_at(on.map, unpacks=True)
    assert told(sent)[on.parts.side.model_id] == on.parts.side.get_state("value")
    assert told(sent)[on.parts.shell.model_id]["number"] == on.game.number


def fail_at(on: Desk) -> None:
    with on.together():
        on.say("so far")
        _ = 1 / 0


def test_what_fails_is_told_nevertheless_and_the_next_answer_comes(sent):
    on = seen(fm.new_game("drill", "march", 3))
    sent.clear()
    with pytest.raises(ZeroDivisionError):
        fail_at(on)
    assert [state for each in sent for *_, state, _ in unpacked(each) if "says" in state]
    sent.clear()
    on.give(next(order for order in on.game.legal() if isinstance(order, Move)))
    with on.together():
        pass
    assert len([each for each in sent if each[1].get("content") == {"what": "parcel"}]) == 1


def test_widgets_that_a_page_must_look_up_go_by_themselves(sent):
    on = seen(fm.new_game("drill", "march", 3))
    sent.clear()
    with sent_together(on.parts.shell):
        on.parts.side.layout = on.parts.pieces.narrow
        on.give(EndPhase())
    assert any("layout" in data.get("state", {}) for _, data, _ in sent)
