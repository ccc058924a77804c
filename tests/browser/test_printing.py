"""A chapter on paper: however a reader prints it, it comes whole."""

from typing import Any

import pytest

GAME = 'import fmbook as fm\ngame = fm.new_game("drill", "march", seed=1)\ngame'
QUESTIONS = ('fm.ask("20.a")', 'fm.question("20.h1")', 'fm.decide("20.d1")', 'fm.ticket("00")')
SET_UP = "document.querySelector('.fmbook-line [role=status]').textContent === ''"
# a browser without a screen prints nothing: the page is told what a browser tells it, and what it would print is kept
PRINTS = """() => { window.prints = 0;
    window.print = () => { dispatchEvent(new Event('beforeprint')); window.prints += 1 } }"""
SHEET = """() => { const sheet = document.querySelector('.fmbook-print');
    const pictures = [...sheet.querySelectorAll('.fmbook-picture')].map(each => each.shadowRoot.innerHTML);
    return { text: sheet.textContent, pictures, high: sheet.scrollHeight, seen: sheet.checkVisibility(),
             others: [...document.body.children].filter(each => each !== sheet && each.checkVisibility()).length } }"""


def printed(lab: Any, times: int = 1) -> dict[str, Any]:
    """Press the key that prints; return what is on paper."""
    lab.page.keyboard.press("Control+p")
    lab.page.wait_for_function("times => window.prints === times", arg=times)
    return dict(lab.page.evaluate(SHEET))


@pytest.mark.parametrize("view", ["doc/tree", "notebooks"])
def test_the_key_prints_all_questions_and_the_board_as_it_stands(lab, view):
    lab.write(GAME, *QUESTIONS, "fm.new_game('drill', 'flank')", set_up=True, view=view)
    lab.page.wait_for_function(SET_UP)
    lab.page.evaluate(PRINTS)
    lab.page.emulate_media(media="print")
    sheet = printed(lab)
    assert (sheet["seen"], sheet["others"]) == (True, 0)
    assert sheet["high"] > 1500  # more than the window, which is 900 high
    for part in ("Which attack on 2835 is the surest", "42 and 4M, from behind", "Use cards A and B", "(b) Ask them"):
        assert part in sheet["text"]
    assert len(sheet["pictures"]) == 3  # two boards, and the map of a question
    lab.python('game.do("move B1 0403")')
    again = printed(lab, 2)
    changed = [before != after for before, after in zip(sheet["pictures"], again["pictures"], strict=True)]
    assert changed == [True] + [False] * (len(changed) - 1)
    lab.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert lab.page.locator(".fmbook-print").count() == 0
    lab.page.emulate_media(media="screen")


def test_the_browsers_own_menu_prints_all_of_it_too_after_a_reload(lab):
    lab.write(GAME, 'fm.ask("20.a")', set_up=True)
    lab.page.wait_for_function(SET_UP)
    lab.reload(save=False)
    lab.page.evaluate(PRINTS)
    whole = """() => { dispatchEvent(new Event('afterprint')); print();
        const sheet = document.querySelector('.fmbook-print'), pictures = sheet.querySelectorAll('.fmbook-picture');
        return sheet.textContent.includes('42 and 4M, from behind') && pictures.length === 2 }"""
    lab.page.wait_for_function(whole, polling=500)
    lab.page.evaluate("dispatchEvent(new Event('afterprint'))")


def test_a_page_that_was_not_set_up_says_so_on_paper(lab):
    lab.open("00_start_here")  # nobody knows this copy, so nothing runs
    lab.page.locator(".fmbook-line", has_text="Nothing was run").wait_for()
    lab.page.evaluate(PRINTS)
    lab.page.evaluate("print()")
    text = lab.page.evaluate(SHEET)["text"]
    lab.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert text.startswith("This page was not set up before it was printed")
    assert "Movement restrictions" in text
