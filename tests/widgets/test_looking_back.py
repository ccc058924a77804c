"""The page about a game follows it by itself, as long as it is shown; nobody has to run its cell again."""

import asyncio

import fmbook as fm
from fmbook.widgets import lookback
from fmbook.widgets.desk.desk import desk
from fmbook.widgets.lookback import LookBack


def test_the_page_fills_by_itself_when_orders_are_given():
    game = fm.new_game("drill", "first_steps")
    page = LookBack(fm.debrief(game))
    assert "as soon as orders are given on its board" in page._words.value
    game.do("move B1 0405")
    assert "1 order" in page._words.value


def test_an_order_that_is_taken_back_is_taken_back_on_the_page():
    game = fm.new_game("drill", "first_steps")
    page = LookBack(fm.debrief(game))
    game.do("move B1 0405")
    game.undo()
    assert "Nothing has been ordered yet" in page._words.value


def test_a_comparison_follows_too():
    game = fm.new_game("vimy", "hill_145")
    page = LookBack(fm.compare(game))
    assert "Nothing has been played yet" in page._words.value
    game.do(next(iter(game.legal())))
    assert "Nothing has been played yet" not in page._words.value


def test_at_a_desk_the_page_waits_until_nothing_more_is_ordered(monkeypatch):
    monkeypatch.setattr(lookback, "MOMENT", 0.01)
    read: list[int] = []

    async def play() -> LookBack:
        game = fm.new_game("drill", "first_steps")
        page = LookBack(fm.debrief(game))
        page._words.observe(lambda _: read.append(len(game.orders)), "value")
        for order in ("move B1 0405", "end-phase"):
            game.do(order)
        assert not read  # the next order is not kept waiting
        while not read:
            await asyncio.sleep(0.01)
        return page

    page = asyncio.run(play())
    assert read == [2]
    assert "2 orders" in page._words.value


def test_a_game_that_takes_long_to_read_is_read_when_the_button_is_pressed(monkeypatch):
    monkeypatch.setattr(lookback, "QUICK", -1.0)
    game = fm.new_game("drill", "first_steps")
    page = LookBack(fm.debrief(game))
    game.do("move B1 0405")
    assert page._shell.says == lookback.BEHIND
    assert "1 order" not in page._words.value
    page._again.click()
    assert "1 order" in page._words.value


def test_a_page_that_is_gone_follows_no_more_and_one_that_is_shown_again_does():
    game = fm.new_game("drill", "first_steps")
    page = LookBack(fm.debrief(game))
    page.close()
    game.do("move B1 0405")
    assert "1 order" not in page._words.value
    page._repr_mimebundle_()
    game.do("end-phase")
    assert "2 orders" in page._words.value


def test_the_page_and_what_is_handed_in_follow_the_game_that_the_desk_has_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path))
    earlier = fm.new_game("drill", "first_steps")
    earlier.do("move B1 0405")
    game = fm.new_game("drill", "first_steps")
    on, page = desk(game), LookBack(fm.debrief(game))
    on.saving.code.value = earlier.code()
    on.saving.resume.click()
    assert "1 order" in page._words.value
    on.game.do("end-phase")
    assert "2 orders" in page._words.value
    assert "2 orders" in LookBack(fm.debrief(game))._words.value
    assert fm.hand_in("00", game, table="7").records == (on.game.record(),)


def test_a_what_if_is_no_game_that_the_page_follows():
    game = fm.play_out(fm.new_game("drill", "first_steps"), {"Blue": "cadet", "Red": "cadet"})
    on, page = desk(game), LookBack(fm.debrief(game))
    before = page._words.value
    on.replaying.follow(game.given)
    on.replaying.go_to(0)
    on._play_on()
    on.game.do("end-phase")
    page._again.click()
    assert page._words.value == before
