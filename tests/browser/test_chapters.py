"""The chapters in a real browser: a newcomer who only clicks, and exercises that answer."""

import re
from typing import Any

import fmbook as fm
from tests.browser.conftest import BoardOnPage


def press(page: Any, label: str) -> None:
    page.get_by_role("button", name=label, exact=True).first.click()


def said(page: Any, number: int = 0) -> Any:
    return page.locator(".fmbook-status").nth(number)


def hears(page: Any, words: str, number: int = 0) -> None:
    said(page, number).filter(has_text=re.compile(re.escape(words))).wait_for()


def exercise(lab: Any, name: str) -> Any:
    lab.page.evaluate("document.querySelectorAll('.jp-Cell').forEach(cell => cell.scrollIntoView())")
    box = lab.page.locator(".fmbook-exercise").filter(has_text=fm.ask(name).title)
    box.locator("canvas").wait_for()
    return box


def test_a_newcomer_goes_through_chapter_00_by_clicks_and_takes_the_board_elsewhere(new_lab):
    lab = new_lab(height=1100)
    lab.open("00_start_here")
    page = lab.page
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    board = lab.board()

    board.click_hex("0404")  # take B1 up
    hears(page, "B1")
    board.click_hex("0406")
    hears(page, "0406 is held by the enemy")  # a refusal, with its rule
    assert "Rule 5.1." in said(page).inner_text()
    board.click_hex("0405")
    hears(page, "B1 marches from 0404 to 0405")
    press(page, "End phase")
    hears(page, "combat phase begins")
    board.click_hex("0406")  # the odds come first
    page.locator(".fmbook-side").get_by_text("Town or Hill").first.wait_for()
    board.click_hex("0406")
    page.get_by_role("button", name="Roll", exact=True).wait_for()
    press(page, "Roll")
    hears(page, "The die shows")

    press(page, "Undo")
    press(page, "Redo")
    hears(page, "The die shows")
    press(page, "Save and resume")
    press(page, "Show the resume code")
    box = page.get_by_role("textbox", name="Code").first
    page.wait_for_function("box => box.value.length > 20", arg=box.element_handle())
    code = box.input_value()

    before = words(lab, "game")
    elsewhere = new_lab()
    elsewhere.write("import fmbook as fm", f"again = fm.resume({code!r})\nagain")
    elsewhere.run_all()
    elsewhere.board()
    assert words(elsewhere, "again") == before


def words(lab: Any, name: str) -> str:
    """The board in words, as the kernel of this page has it."""
    asked = f"from fmbook.text import board_in_words as w; print(w({name}))"
    script = """async code => {
        const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
        const asked = kernel.requestExecute({code}); let text = '';
        asked.onIOPub = message => { if (message.header.msg_type === 'stream') text += message.content.text };
        await asked.done; return text }"""
    return str(lab.page.evaluate(script, asked))


def test_exercises_answer_to_clicks_buttons_and_typing(new_lab):
    lab = new_lab(height=1100)
    lab.write("import fmbook as fm", 'fm.ask("01.f")', 'fm.ask("01.3")', 'fm.ask("01.c")', 'fm.ask("01.5")')
    lab.run_all()

    by_hex = exercise(lab, "01.f")
    board = BoardOnPage(lab, by_hex, "drill/board.toml")
    board.wait_until_painted()
    board.click_hex("0403")
    by_hex.locator(".fmbook-status", has_text="taken by a friendly unit").wait_for()
    board.click_hex("0404")
    by_hex.locator(".fmbook-status", has_text=re.compile("^✓ Right: 0404")).wait_for()

    by_choice = exercise(lab, "01.3")
    by_choice.get_by_role("button", name="Yes, it may").click()
    by_choice.locator(".fmbook-status", has_text=re.compile("^✗ Not right: you said yes")).wait_for()
    by_choice.get_by_role("button", name="Hint").click()
    by_choice.locator(".fmbook-status", has_text="Hint 1 of 3").wait_for()
    by_choice.get_by_role("button", name="No: rule 6.1, Zones and movement").click()
    by_choice.locator(".fmbook-status", has_text=re.compile("^✓ Right")).wait_for()
    by_choice.locator(".fmbook-read .fmbook-rule").first.click()
    by_choice.locator(".fmbook-aloud", has_text="Rule 6.1 of the standard rules").wait_for()

    typed = exercise(lab, "01.c")
    typed.get_by_role("textbox").fill("<img src=x onerror=alert(1)>")
    typed.get_by_role("textbox").press("Enter")
    typed.locator(".fmbook-status", has_text="is no number").wait_for()
    assert typed.locator(".fmbook-status img").count() == 0
    typed.get_by_role("textbox").fill("2")
    typed.get_by_role("button", name="Answer").click()
    typed.locator(".fmbook-status", has_text=re.compile("^✓ Right: 2")).wait_for()

    by_order = exercise(lab, "01.5")
    board = BoardOnPage(lab, by_order, "drill/board.toml")
    board.wait_until_painted()
    board.click_hex("0401")
    by_order.locator(".fmbook-status", has_text="B1 is in hand").wait_for()
    board.click_hex("0404")
    by_order.locator(".fmbook-status", has_text=re.compile("^✓ Right: move B1 0404")).wait_for()
