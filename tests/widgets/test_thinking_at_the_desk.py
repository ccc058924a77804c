"""A player that thinks for long at the desk: the page stays alive, and no order comes for a game that has moved on."""

import asyncio
from collections.abc import Callable, Generator
from random import Random

import pytest

import fmbook as fm
from fmbook.core.state import State
from fmbook.opponents import OPPONENTS, Player
from fmbook.opponents.search import Choice
from fmbook.play.positions import Position
from fmbook.widgets.desk.desk import desk
from fmbook.widgets.desk.opponent_turns import PAUSE, READING
from tests.tools.desks import end_phase

pytestmark = pytest.mark.usefixtures("desk_apart")


class Ponderer:
    """Thinks until it is told that it is enough, then gives the first order of the position that it thought about."""

    def __init__(self) -> None:
        self.about: list[State] = []
        self.steps = 0
        self.enough = False

    def think(self, seen: Position, chance: Random) -> Generator[None, None, Choice]:
        self.about.append(seen.state)
        while not self.enough:
            self.steps += 1
            yield
        return Choice(seen.legal()[-1])


@pytest.fixture
def ponderer(monkeypatch):
    found = Ponderer()
    monkeypatch.setitem(OPPONENTS, "ponderer", Player("ponderer", "Thinks for long.", found.think))
    return found


async def until(happened: Callable[[], object]) -> None:
    for _ in range(1000):
        if happened():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never happened")


def test_the_page_stays_alive_while_a_player_thinks(ponderer):
    async def played() -> int:
        ticks = 0
        on = desk(fm.new_game("drill", "march"), you="Blue", opponent="ponderer")
        end_phase(on)
        end_phase(on)
        await until(lambda: ponderer.about)
        for _ in range(5):
            await asyncio.sleep(0)
            ticks += 1
        assert ponderer.steps > 0
        assert on.opposing.is_playing
        ponderer.enough = True
        await until(on.mine)
        return ticks

    assert asyncio.run(played()) == 5


def test_an_undo_in_the_middle_of_a_thought_is_not_answered_with_an_order_for_what_was_before(ponderer):
    async def played() -> None:
        on = desk(fm.new_game("drill", "march"), you="Blue", opponent="ponderer")
        end_phase(on)
        end_phase(on)
        await until(lambda: ponderer.about)
        on.game.undo()  # in another cell, past the desk
        given = len(on.game.orders)
        ponderer.enough = True
        await asyncio.sleep(PAUSE / 5)
        assert len(on.game.orders) == given
        assert on.mine()

    asyncio.run(played())


def test_a_thought_that_came_too_late_is_thought_again_about_the_game_as_it_stands(ponderer):
    async def played() -> None:
        on = desk(fm.new_game("drill", "march"), you="Blue", opponent="ponderer")
        end_phase(on)
        end_phase(on)
        await until(lambda: ponderer.about)
        on.game.undo()
        on.game.redo()  # the same question, but nobody may rely on it
        ponderer.enough = True
        await until(lambda: len(ponderer.about) > 1)
        await until(on.mine)
        assert ponderer.about[0] is not ponderer.about[1]

    asyncio.run(played())


def test_after_dice_the_opponent_waits_until_they_can_be_read_and_its_pace_can_be_chosen():
    on = desk(fm.new_game("drill", "first_steps", seed=1), you="Blue", opponent="greedy")
    assert on.rest == PAUSE
    for order in ("move B1 0405", "end-phase", "attack 0406", "roll"):
        on.game.do(order)
        if order == "end-phase":
            assert on.rest == PAUSE
    assert on.rest == READING > 1
    assert [label for label, _ in on.against.pace.options] == ["Slow", "Normal", "At once"]
    on.against.pace.index = 0
    assert on.rest > READING
    on.against.pace.index = 2
    assert on.rest == 0


def test_a_third_hint_that_comes_too_late_is_said_to_be_put_away(ponderer, monkeypatch):
    monkeypatch.setitem(OPPONENTS, "captain", OPPONENTS["ponderer"])

    async def played() -> None:
        on = desk(fm.new_game("drill", "march"))
        for _ in range(3):
            on._on_button(on._hint, None)
        await until(lambda: ponderer.steps)
        on.give(fm.order("move B1 0403"))
        await until(lambda: "put away" in on.parts.shell.says)
        assert on.parts.shell.says.startswith("B1 marches")

    asyncio.run(played())


def test_a_third_hint_comes_although_a_unit_was_taken_up_meanwhile(ponderer, monkeypatch):
    monkeypatch.setitem(OPPONENTS, "captain", OPPONENTS["ponderer"])

    async def played() -> None:
        on = desk(fm.new_game("drill", "march"))
        for _ in range(3):
            on._on_button(on._hint, None)
        await until(lambda: ponderer.steps)
        on.take_up("B1")
        ponderer.enough = True
        await until(lambda: on.said.startswith("Hint 3 of 3."))

    asyncio.run(played())
