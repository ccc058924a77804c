"""What a page holds: the maps that are looked at, and none that are gone."""

from typing import Any

import pytest

from tests.renderer_memory import IS_TOLD, megabytes

ONLY_LINUX = pytest.mark.skipif(not IS_TOLD, reason="Only Linux tells the proportional set size of a process.")
ONE_DESK = "import fmbook as fm\ngame = fm.new_game('vimy', 'hill_145')\ngame"
AWAKE = "() => [...document.querySelectorAll('.fmbook-sheet canvas')].filter(c => c.width > 1).length"
SCROLLER = "document.querySelector('.jp-WindowedPanel-outer')"
WIDGETS = "from ipywidgets.widgets.widget import _instances"
STEP = (
    f"() => {{ const o = {SCROLLER}; o.scrollTop += 700; return o.scrollTop + o.clientHeight >= o.scrollHeight - 2 }}"
)


def scroll_through(lab: Any) -> None:
    """Look at the whole page, from the top to its end."""
    lab.page.evaluate(f"() => {{ {SCROLLER}.scrollTop = 0 }}")
    for _ in range(300):
        lab.page.wait_for_timeout(150)
        if lab.page.evaluate(STEP):
            return
    raise AssertionError("the page has no end")


def wait_until_at_rest(lab: Any, awake: int) -> None:
    lab.page.wait_for_function(f"most => ({AWAKE})() <= most", arg=awake)


def wait_until_closed(lab: Any, desks: int) -> None:
    """Wait until the kernel has closed all desks and exercises but so many."""
    count = f"{WIDGETS}\nfound = [w for w in _instances.values() if type(w).__name__ == 'Shell']"
    for _ in range(60):
        if lab.says(f"{count}\nprint(len(found))") == str(desks):
            return
        lab.page.wait_for_timeout(500)
    raise AssertionError(f"desks are left: {lab.says(count + chr(10) + 'print(len(found))')}, not {desks}")


@ONLY_LINUX
def test_a_chapter_run_twice_and_scrolled_through_fits_a_small_computer(new_lab, browser):
    lab = new_lab(dpr=2, width=1400, height=1000)
    lab.open("20_vimy")
    sizes = []
    for _ in range(2):
        lab.run_all()
        shells = lab.page.locator(".fmbook-status").count()
        scroll_through(lab)
        wait_until_at_rest(lab, 3)
        wait_until_closed(lab, shells)
        sizes.append(megabytes(browser, lab.page))
    print("renderer, MB:", sizes)
    assert sizes[0] <= 600
    assert sizes[1] - sizes[0] <= 30


@ONLY_LINUX
def test_thirty_new_games_in_one_cell_leave_little_behind(new_lab, browser):
    lab = new_lab(dpr=2)
    lab.write(ONE_DESK)
    lab.run_all()
    lab.desk("vimy")
    before = megabytes(browser, lab.page)
    for _ in range(30):
        lab.run_all()
    lab.desk("vimy")
    wait_until_closed(lab, 1)
    after = megabytes(browser, lab.page)
    print("renderer, MB:", before, after)
    assert after - before <= 150
