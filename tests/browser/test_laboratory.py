"""The laboratory in a real browser: a click on a dot opens the game behind it, and another dot another one."""

import os
from pathlib import Path

PLOT = 'dots = fm.plot(fm.results("breskens"), "lost Allied", "lost German")\ndots'


def test_a_click_on_a_dot_opens_the_game_behind_it(new_lab):
    lab = new_lab(width=1400, height=1600)
    lab.write("import fmbook as fm", PLOT)
    lab.run_all()
    paper = lab.page.locator(".fmbook-map canvas").first
    paper.wait_for()
    for number in (3, 150):
        x, y, seed = lab.says(f"print(*dots._dots[{number}], dots.results[{number}].seed)").split()
        box = paper.bounding_box()
        assert box
        lab.page.mouse.click(box["x"] + float(x) * box["width"] / 640, box["y"] + float(y) * box["height"] / 420)
        lab.page.locator(".fmbook-status", has_text=f"Game {seed}: won by").first.wait_for()
        lab.page.locator(".fmbook-desk").wait_for()
        if folder := os.environ.get("FMBOOK_LOOKS"):
            lab.page.screenshot(path=Path(folder) / f"dots-{number}.png")
