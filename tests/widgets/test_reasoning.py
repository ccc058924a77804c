"""Why the opponent did what it did, folded beside it; and the third hint, which is the captain's, with its reason."""

import asyncio
import re
from random import Random

import pytest

import fmbook as fm
from fmbook.core.orders import HoldFire, Support, instruction
from fmbook.opponents.search import Choice, Tried
from fmbook.widgets.desk.desk import Desk, desk
from fmbook.widgets.desk.reasoning import why

pytestmark = pytest.mark.usefixtures("desk_apart")


def answered() -> Desk:
    """A desk at which the opponent has given an order."""
    on = desk(fm.new_game("drill", "march", 3), you="Red", opponent="sergeant")
    assert on.game.orders, "Blue comes first, and no loop runs here"
    return on


def folded(html: str) -> list[str]:
    return re.findall(r"<details><summary>Why</summary>(.*?)</details>", html)


def test_an_order_of_the_opponent_has_its_reason_folded_beside_it():
    on = answered()
    reasons = folded(on.parts.story.value)
    assert reasons
    assert all(reason.endswith(".") for reason in reasons)
    on.parts.tabs_of["Diary"].value = True
    assert set(reasons) <= set(folded(on.text.value))


def test_what_is_taken_back_takes_its_reason_along():
    on = answered()
    assert on.whys.of(on.game.entries)
    while on.game.given:
        on.game.undo()
    assert on.whys.of(on.game.entries) == {}


def test_of_markers_in_the_other_hand_no_reason_tells():
    game = fm.new_game("vimy", "hill_145", 3)
    tried = (Tried(HoldFire(), (0,)), Tried(Support("+2"), (2000,)))
    assert why(game.seen_by(game.side), Choice(HoldFire(), tried)) == ""
    assert why(game.seen_by(game.side), Choice(Support("+2"))) == ""


def test_the_third_hint_is_what_the_captain_would_order_and_the_page_stays_alive_meanwhile():
    async def hinted() -> Desk:
        on = desk(fm.new_game("drill", "flank", 3))
        for _ in range(3):
            on.parts.hint.click()
        assert "thinks about it" in on.parts.shell.says
        for _ in range(5000):
            if "Typed: " in on.parts.shell.says:
                break
            await asyncio.sleep(0.002)
        return on

    on = asyncio.run(hinted())
    captain = fm.players()[-1]
    order = captain(on.game.seen_by(on.game.side), Random(0))
    assert on.parts.shell.says.startswith(f"Hint 3 of 3. {instruction(order)}: ")
    assert on.parts.shell.says.endswith(f" Typed: {order}.")
    assert "the game goes well" in on.parts.shell.says


def test_a_hint_for_a_position_that_is_gone_is_not_given():
    async def hinted() -> Desk:
        on = desk(fm.new_game("drill", "flank", 3))
        for _ in range(3):
            on.parts.hint.click()
        on.game.do(on.game.legal()[0])
        await asyncio.sleep(0.1)
        return on

    assert "Typed: " not in asyncio.run(hinted()).parts.shell.says
