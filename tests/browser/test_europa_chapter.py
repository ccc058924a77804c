"""The chapter on special terrain in a real browser: places are folded, open with their boards, and are played."""

from typing import Any

from tests.browser.conftest import DeskOnPage
from tests.browser.test_memory import shells, wait_until_closed

MINUTES = 120_000


def place(lab: Any, heading: str) -> Any:
    """The button that opens a folded place."""
    cell = lab.page.locator(".jp-MarkdownCell").filter(has=lab.page.locator("h3", has_text=heading))
    return cell.locator(".jp-showHiddenCellsButton")


def desk(lab: Any, number: int, entry: str) -> DeskOnPage:
    """A desk that can be seen, in the order of the page."""
    found = lab.page.locator(".fmbook-desk:not(.fmbook-exercise):visible").nth(number)
    found.wait_for(timeout=MINUTES)
    found.scroll_into_view_if_needed()
    board = DeskOnPage(lab, found, f"europa_41/boards/{entry}.toml")
    board.wait_until_painted()
    return board


def test_a_folded_place_opens_with_its_board_and_its_first_task_is_solved(new_lab):
    lab = new_lab(height=1300)
    lab.open("50_europa_41")
    lab.page.locator(".jp-showHiddenCellsButton").nth(14).wait_for(state="attached")  # all fifteen are folded
    lab.run_all()
    kerch = desk(lab, 0, "41.E.1")
    kerch.press("None")
    kerch.wait_for_prompt("What does A1 pay")

    place(lab, "41.E.1").click()
    again = desk(lab, 1, "41.E.1")  # the same game once more
    again.wait_for_prompt("What does A1 pay")
    again.press("3")
    again.wait_for_prompt("move.")
    again.type_order("overrun A2 3525")
    again.region.locator(".fmbook-status", has_text="S3 is eliminated").wait_for()
    again.type_order("move A1 3525")
    again.wait_for_prompt("The only way back is the strait.")

    boards = shells(lab)  # run again, the chapter begins anew, and what it showed before is let go
    lab.page.evaluate("for (const each of document.querySelectorAll('.fmbook-desk')) each.dataset.before = ''")
    lab.run_all()
    lab.page.locator(".fmbook-desk:not(.fmbook-exercise, [data-before]):visible").first.wait_for(timeout=MINUTES)
    desk(lab, 0, "41.E.1").press("None")
    wait_until_closed(lab, boards)
