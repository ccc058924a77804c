"""What a page holds: the maps that are looked at, and none that are gone."""

from io import BytesIO
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.tools.renderer_memory import IS_TOLD, megabytes

ONLY_LINUX = pytest.mark.skipif(not IS_TOLD, reason="Only Linux tells the proportional set size of a process.")
ONE_DESK = "import fmbook as fm\ngame = fm.new_game('vimy', 'hill_145')\ngame"
AWAKE = "() => [...document.querySelectorAll('.fmbook-sheet canvas')].filter(c => c.width > 1).length"
SCROLLER = "document.querySelector('.jp-WindowedPanel-outer')"
AGAIN = 30  # megabytes that running a chapter again may add
VERY_FAR = 10**6  # pixels: further down than any page goes
CLOSED_AFTER = 6000  # milliseconds: by then a page has forgotten what is closed
WIDGETS = "from ipywidgets.widgets.widget import _instances"
PAGE = "window.jupyterapp.shell.currentWidget.content"
LENGTH = f"() => [{SCROLLER}.scrollHeight, {PAGE}.widgets.filter(each => each.isAttached).length]"
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


def look_at_everything(lab: Any) -> None:
    """Scroll through the page until its end stays where it is: cells come up, and grow, behind who scrolls."""
    cells = lab.page.evaluate(f"{PAGE}.model.cells.length")
    for _ in range(40):
        scroll_through(lab)
        seen = lab.page.evaluate(LENGTH)
        assert shells(lab)  # the kernel answers in turn: by now it has heard of all that was seen
        lab.page.wait_for_timeout(3000)
        if seen[1] == cells and seen == lab.page.evaluate(LENGTH):
            return
    raise AssertionError("the page grows and grows")


def wait_until_at_rest(lab: Any, awake: int, *, at: int | None = None) -> None:
    """Wait until so many boards are awake at most; who looks ``at`` a height stays there, though the page grows."""
    for _ in range(120):
        if at is not None:
            lab.page.evaluate(f"() => {{ {SCROLLER}.scrollTop = {at} }}")
        if lab.page.evaluate(AWAKE) <= awake:
            return
        lab.page.wait_for_timeout(250)
    raise AssertionError("boards stay awake that nobody looks at")


def shells(lab: Any) -> int:
    """How many desks and exercises the kernel has open."""
    count = f"{WIDGETS}\nprint(len([w for w in _instances.values() if type(w).__name__ == 'PageShell']))"
    return int(lab.says(count))


def wait_until_closed(lab: Any, desks: int | None = None) -> None:
    """Wait until the kernel has closed all desks and exercises but so many, or but those on the page."""
    for _ in range(180):
        left = lab.page.locator(".fmbook-status").count() if desks is None else desks
        if shells(lab) == left:
            return
        lab.page.wait_for_timeout(500)
    raise AssertionError(f"desks are left: {shells(lab)}, not {left}")


@ONLY_LINUX
def test_a_chapter_run_again_and_scrolled_through_fits_a_small_computer(new_lab, browser):
    """What a run leaves behind is in the growth of every run; what a browser has not collected yet is not."""
    lab = new_lab(dpr=2, width=1400, height=1000, alone=True)
    lab.open("20_vimy")
    first = run_and_look(lab, browser)
    assert first <= 600
    held = [first, run_and_look(lab, browser)]
    if held[1] - first > AGAIN:
        held.append(run_and_look(lab, browser))
    print("renderer, MB, run after run:", held)
    assert min(after - before for before, after in pairwise(held)) <= AGAIN
    assert max(held) <= first + 4 * AGAIN  # the first time again, up to 90 are not collected yet


def run_and_look(lab: Any, browser: Any) -> int:
    """Run the whole chapter, look at all of it, wait until what is gone is let go; tells what the page holds then."""
    lab.run_all()
    look_at_everything(lab)
    wait_until_at_rest(lab, 0, at=VERY_FAR)
    wait_until_closed(lab)
    lab.page.wait_for_timeout(CLOSED_AFTER)
    return megabytes(browser, lab.page)


@ONLY_LINUX
def test_thirty_new_games_in_one_cell_leave_little_behind(new_lab, browser):
    lab = new_lab(dpr=2, alone=True)
    lab.write(ONE_DESK)
    lab.run_all()
    lab.desk("vimy")
    before = megabytes(browser, lab.page)
    for _ in range(30):
        lab.run_all()
    lab.desk("vimy")
    wait_until_closed(lab, 1)
    lab.page.wait_for_timeout(CLOSED_AFTER)
    after = megabytes(browser, lab.page)
    print("renderer, MB:", before, after)
    assert after - before <= 150


def pixels(part: Any) -> Any:
    """What a part of the page looks like from some way off, in numbers."""
    return np.asarray(Image.open(BytesIO(part.screenshot())).convert("RGB").reduce(6), dtype=float)


def looks(lab: Any) -> str:
    """What stands in the place of the first map: its pixels, or a picture of it."""
    return str(
        lab.page.evaluate("""() => { const map = document.querySelector('.fmbook-sheet canvas');
        return map.width > 1 ? 'pixels' : map.style.background.includes('blob:') ? 'picture' : 'nothing' }""")
    )


TALL = "from IPython.display import HTML\nHTML('<div style=\"height: 5000px\">far down</div>')"
WITH_TAIL = ("import fmbook as fm\ngame = fm.new_game('drill', 'march')\ngame", TALL)


def test_a_map_out_of_view_is_a_picture_and_wakes_when_it_comes_back(lab):
    lab.write(*WITH_TAIL)
    lab.run_all()
    desk = lab.desk()
    before = desk.canvas.bounding_box()
    colour = desk.colour("0608")
    lab.page.evaluate(f"() => {{ {SCROLLER}.scrollTop = 4000 }}")
    wait_until_at_rest(lab, 0)
    assert looks(lab) == "picture"
    box = desk.canvas.bounding_box()
    assert (box["width"], box["height"]) == pytest.approx((before["width"], before["height"]), abs=1)
    lab.python("game.do('move B1 0403')")
    lab.page.evaluate(f"() => {{ {SCROLLER}.scrollTop = 0 }}")
    desk.wait_until_painted()
    assert desk.colour("0608") == colour
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")


def test_a_press_on_a_map_at_rest_counts(lab):
    lab.write(*WITH_TAIL)
    lab.run_all()
    desk = lab.desk()
    spot = desk.spot("0302")
    lab.page.evaluate(f"() => {{ {SCROLLER}.scrollTop = 4000 }}")
    wait_until_at_rest(lab, 0)
    busy = "import os, time\nfrom fmbook.widgets.page.guard import TURN\n"
    lab.python(f"{busy}with TURN:\n    while not os.path.exists('go'): time.sleep(0.05)", wait=False)
    lab.page.evaluate(f"() => {{ {SCROLLER}.scrollTop = 0 }}")
    box = desk.canvas.bounding_box()
    lab.page.mouse.click(box["x"] + spot["x"], box["y"] + spot["y"])
    assert looks(lab) == "picture"
    (lab.folder / "go").touch()  # until now no page was heard: the press comes before the map is drawn
    desk.wait_for_panel("hexes are open")


STILL = """async () => { const map = document.querySelector('.fmbook-sheet canvas'), image = new Image();
    image.src = map.style.background.match(/url\\("(blob:[^"]*)"/)[1]; await image.decode();
    return [image.naturalWidth, image.naturalHeight] }"""


def test_the_picture_of_an_enlarged_map_is_of_what_was_seen(lab):
    """A browser keeps it unpacked long after it is gone: it is no larger than the part that was seen."""
    lab.write(ONE_DESK, TALL)
    lab.run_all()
    desk = lab.desk("vimy")
    sheet = desk.region.locator(".fmbook-sheet")
    sheet.evaluate("box => { box.scrollLeft += 40; box.scrollTop += 30 }")
    before, seen = pixels(sheet), sheet.bounding_box()
    lab.page.evaluate(f"() => {{ {SCROLLER}.scrollTop = 4000 }}")
    wait_until_at_rest(lab, 0)
    assert lab.page.evaluate(STILL) == pytest.approx([seen["width"], seen["height"]], abs=24)  # bars, rims
    busy = "import os, time\nfrom fmbook.widgets.page.guard import TURN\n"
    lab.python(f"{busy}with TURN:\n    while not os.path.exists('go'): time.sleep(0.05)", wait=False)
    lab.page.evaluate(f"() => {{ {SCROLLER}.scrollTop = 0 }}")
    after = pixels(sheet)
    assert looks(lab) == "picture"
    (lab.folder / "go").touch()
    assert np.abs(after - before).mean() < 4  # of 255: a shift of some pixels is more


def test_a_map_that_is_drawn_ahead_and_never_seen_is_put_to_rest(lab):
    lab.write("import fmbook as fm\nfm.chart()", TALL, "game = fm.new_game('drill', 'march')\ngame")
    lab.run_all()
    lab.board()
    lab.page.evaluate(f"() => {{ {SCROLLER}.scrollTop = 0 }}")
    wait_until_at_rest(lab, 1)
    lab.python("game2 = game; assert not fm.desk(game).map.is_awake")


def test_two_views_of_one_desk_keep_it_awake_until_both_have_left(lab):
    lab.write("import fmbook as fm\ngame = fm.new_game('drill', 'march')\ngame", "game", TALL)
    lab.run_all()
    desk = lab.desk(number=1)
    lab.page.wait_for_timeout(5000)
    assert lab.page.evaluate(AWAKE) == 2
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")
    lab.page.evaluate(f"() => {{ {SCROLLER}.scrollTop = 9000 }}")
    wait_until_at_rest(lab, 0)


def test_a_map_that_another_page_puts_to_rest_is_asked_for_again(lab):
    lab.write(WITH_TAIL[0])
    lab.run_all()
    desk = lab.desk()
    lab.python("fm.desk(game).map.rest()")
    desk.wait_until_painted()


def test_a_game_in_two_cells_survives_one_of_them_and_works_when_both_are_gone(lab):
    lab.write("import fmbook as fm\ngame = fm.new_game('drill', 'march')", "desk = fm.desk(game)\ndesk", "desk")
    lab.run_all()
    lab.desk(number=1)
    clear = (
        "at => { const panel = window.jupyterapp.shell.currentWidget.content; panel.activeCellIndex = at;"
        "return window.jupyterapp.commands.execute('notebook:clear-cell-output') }"
    )
    lab.page.evaluate(clear, 1)
    lab.page.wait_for_timeout(14_000)  # a page waits before it says that something is gone
    desk = lab.desk()
    desk.click_hex("0302")
    desk.wait_for_panel("hexes are open")
    lab.page.evaluate(clear, 2)
    wait_until_closed(lab, 0)
    lab.run_all()
    desk = lab.desk(number=1)
    desk.click_hex("0401")
    desk.wait_for_panel("hexes are open")


FIRST_FRAME = """() => { window.pressed = 0; const look = () => {
    const map = document.querySelector('.fmbook-sheet canvas');
    const seen = map && map.width > 1 && getComputedStyle(map).visibility === 'visible'
        && map.getContext('2d').getImageData(map.width / 2, map.height / 2, 1, 1).data[3];
    if (!seen) return requestAnimationFrame(look);
    const box = map.getBoundingClientRect(), [x, y] = window.spot;
    const at = { clientX: box.x + x * box.width, clientY: box.y + y * box.height, bubbles: true, cancelable: true };
    for (const type of ['pointerdown', 'pointerup'])
        map.dispatchEvent(new PointerEvent(type, { ...at, pointerType: 'mouse', button: 0 }));
    window.pressed = 1 }; look() }"""


@pytest.mark.parametrize("busy", [False, True])
def test_a_press_at_the_very_first_frame_is_answered(new_lab, busy):
    """Whether the page draws at once or, as on a small computer, late; in ten openings each."""
    lab = new_lab(alone=True)
    lab.write("import fmbook as fm", "game = fm.new_game('drill', 'march')\ngame")
    lab.run_all()
    desk = lab.desk()
    x, y = desk.spot("0302").values()
    size = desk.canvas.bounding_box()
    lab.page.evaluate("spot => { window.spot = spot }", [x / size["width"], y / size["height"]])
    if busy:
        lab.page.context.new_cdp_session(lab.page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    for _ in range(10):
        lab.page.evaluate("window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
        lab.page.locator(".fmbook-sheet").wait_for(state="detached")
        lab.page.evaluate(FIRST_FRAME)
        lab.run_all()
        lab.page.wait_for_function("window.pressed")
        desk.wait_for_panel("hexes are open")
