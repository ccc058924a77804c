"""After a game: the review by a button, a moment of it on the board, a what-if from there, and the way back."""

import re

END = """
import fmbook as fm
game = fm.new_game("drill", "flank", seed=3)
fm.play_out(game, {"Blue": "cadet", "Red": "sergeant"})
fm.desk(game, you="Blue", opponent="sergeant")
"""


def test_a_reader_presses_review_looks_at_a_moment_plays_on_from_it_and_comes_back(lab):
    lab.write(END)
    lab.run_all()
    desk = lab.desk()
    desk.press("Review")
    curve = desk.region.locator(".fmbook-review svg")
    curve.wait_for(timeout=120_000)
    assert "Chances of Blue after each order" in curve.get_attribute("aria-label")
    desk.wait_for_status("The review is done.")
    desk.region.locator(".fmbook-moments").get_by_role("button").first.click()
    desk.wait_for_status("Moment 1.")
    assert "Replay: after" in desk.region.locator(".fmbook-prompt").inner_text()
    assert "Moment 1" in desk.panel()
    lab.page.wait_for_function("() => document.querySelector('.fmbook-sheet').getBoundingClientRect().bottom > 300")
    desk.press("Play on from here")
    desk.wait_for_button("Back to the game as it was played")
    desk.press("Back to the game as it was played")
    desk.wait_for_button("Play again")
    assert re.search("has kept its ground|has taken", desk.prompt())
