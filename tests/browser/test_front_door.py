"""In by the front door: the commands that a reader types, the very addresses that they print, the links between pages.

A home of its own each time, as on a machine that has never seen the book; nothing is clicked but what a
reader would click.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from steps import links

from fmbook.core.data import originals
from fmbook.geometry.boardfile import load_board
from fmbook.widgets.board.sheets import Frame
from tests.browser.conftest import NOTEBOOK_7S_OWN, Lab, where_said

ROOT = Path(__file__).parents[2]
CHAPTERS = [path.stem for path in originals(ROOT / "notebooks", "*.ipynb")]
LINE = ".fmbook-line [role=status]"
LIVE = ".fmbook-desk canvas, .fmbook-rules select"
LATE_FONT = re.compile(r"403 \(Forbidden\) /static/notebook/\w+\.woff2")  # now and then, as a page of Notebook 7 closes
SCROLLED = "document.querySelector('.jp-WindowedPanel-outer').scrollTop"
AT_THE_END = """() => { const page = document.querySelector('.jp-WindowedPanel-outer');
    return page.scrollTop + page.clientHeight >= page.scrollHeight - 2; }"""
CODE_IN_SIGHT = """() => [...document.querySelectorAll('.jp-Notebook .jp-CodeCell .jp-InputArea-editor')]
    .filter(e => e.getClientRects().length).length"""
READERS = os.environ.get("FMBOOK_READERS_PYTHON", "")  # one with other packages: tests/tools/oldest_lab.py
OPEN = [READERS or sys.executable, "-m", "fmbook", "open"]
OURS = ("JUPYTER", "JPY", "IPYTHON", "XDG", "BROWSER", "PORT", "PYTHONPATH")
PATIENCE = 90_000  # milliseconds, on a busy machine

Start = Callable[..., str]


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    """Start a command as on a new machine; gives the address that it prints. What is not ours may warn: ``plain``."""
    with ExitStack() as running:

        def started(
            command: Sequence[str], folder: Path = ROOT, *, plain: bool = False, theme: str = "", **more: str
        ) -> str:
            home = tmp_path_factory.mktemp("home")
            chosen(home, "docmanager-extension/plugin", {"autosaveInterval": 1})  # seconds: as soon as may be
            if theme:
                chosen(home, "apputils-extension/themes", {"theme": theme})
            kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
            process = subprocess.Popen(
                command, cwd=folder, env=kept | {"HOME": str(home), "BROWSER": "none", "PORT": free_port()} | more
                | {"FMBOOK_HOME": str(home / "games")},
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                start_new_session=True,
            )  # fmt: skip
            assert process.stdout
            running.callback(process.stdout.close)
            running.callback(process.wait, 20)
            running.callback(os.killpg, process.pid, signal.SIGTERM)
            said = []
            for line in process.stdout:
                said.append(line)
                if found := re.search(r"http://\S+token=\S+", line):
                    assert plain or "Warning" not in "".join(said)
                    return found.group()
            raise AssertionError(f"no address was printed: {''.join(said)}")

        yield started


def chosen(home: Path, what: str, settings: dict[str, object]) -> None:
    """What a reader has chosen in Jupyter's settings."""
    file = home / ".jupyter" / "lab" / "user-settings" / "@jupyterlab" / f"{what}.jupyterlab-settings"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(settings))


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


@pytest.fixture(scope="module")
def book(start: Start) -> str:
    """The address that ``make book`` prints; or the book in a Jupyter that a reader may have."""
    return start(OPEN if READERS else [sys.executable, str(ROOT / ".ci/make.py"), "book"])


@pytest.fixture(scope="module")
def dark_book(start: Start) -> str:
    """The same for a reader who has chosen the dark theme."""
    return start(OPEN, theme="JupyterLab Dark")


class Visitor:
    """A browser that has never been here."""

    def __init__(self, browser: Any, *, dpr: float = 1) -> None:
        self.context = browser.new_context(viewport={"width": 1440, "height": 900}, device_scale_factor=dpr)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.asked: list[str] = []
        self.page.on("request", lambda request: self.asked.append(urlsplit(request.url).path))
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def _heard(self, said: Any) -> None:
        if said.type == "error":
            self.faults.append(where_said(said))

    def opens(self, address: str, title: str) -> None:
        self.page.goto(address)
        self.arrives(title)

    def arrives(self, title: str) -> None:
        """The chapter is there, at its top, with a board that lives, and nothing stands in the way."""
        page = self.page
        page.locator(".jp-Notebook h1").first.wait_for()
        assert page.locator(".jp-Notebook h1").first.inner_text().rstrip("¶") == title
        page.locator(LIVE).first.wait_for()
        assert page.locator(".jp-Dialog, .jp-Launcher, .jp-toast-button").count() == 0
        assert page.evaluate(SCROLLED) == 0
        assert page.locator(".fmbook-elsewhere").first.is_hidden()

    def is_set_up(self) -> None:
        """Everything has run: the line above the page has nothing more to say."""
        self.page.locator(LINE, has_text=re.compile("^$")).wait_for(state="attached")

    def plays_three_orders(self) -> None:
        """Touch the board and nothing else."""
        page = self.page
        canvas = page.locator(".fmbook-desk canvas").first
        board = load_board("drill/board.toml")
        frame = Frame.around(board)

        def click(place: str) -> None:
            x, y = frame.pixel(board.centre(board.at(place)))
            shown = canvas.bounding_box()["width"] / frame.width
            canvas.click(position={"x": x * shown, "y": y * shown})

        def says(words: str) -> None:
            page.locator(".fmbook-status", has_text=words).first.wait_for()

        click("0404")
        says("B1")
        click("0405")
        says("B1 marches from 0404 to 0405")
        page.get_by_role("button", name="End phase", exact=True).first.click()
        says("combat phase begins")
        click("0406")
        page.locator(".fmbook-side").get_by_text("Town or Hill").first.wait_for()
        click("0406")
        page.get_by_role("button", name="Roll", exact=True).first.click()
        says("The die shows")


def title_of(chapter: str) -> str:
    text = (ROOT / "notebooks" / f"{chapter}.ipynb").read_text(encoding="utf-8")
    found = re.search(r'"# (.+?)\\n"', text)
    assert found
    return found.group(1)


@pytest.fixture
def visitor(browser: Any) -> Iterator[Callable[..., Visitor]]:
    with ExitStack() as leaving:
        visitors: list[Visitor] = []

        def new(**about: Any) -> Visitor:
            visitors.append(Visitor(browser, **about))
            leaving.callback(visitors[-1].context.close)
            return visitors[-1]

        yield new
        # heard while the reader was there: a page that is being closed has lost its cookies, and may ask once more
        faults = [fault for each in visitors for fault in each.faults if fault not in NOTEBOOK_7S_OWN]
        faults = [fault for fault in faults if not LATE_FONT.search(fault)]
    assert faults == []


def elsewhere(address: str, view: str, chapter: str) -> str:
    """The address of another chapter on the same server, in another view."""
    return re.sub(r"/doc/tree/notebooks/\w+\.ipynb", f"/{view}/notebooks/{chapter}.ipynb", address)


def changed_files() -> str:
    listed = subprocess.run(["git", "status", "--porcelain", "notebooks"], cwd=ROOT, capture_output=True, text=True)
    return listed.stdout


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("dpr", [1, 2])
def test_make_book_leads_to_a_board_that_is_played_without_touching_anything_else(request, visitor, dpr, theme):
    before = changed_files()
    reader = visitor(dpr=dpr)
    reader.opens(request.getfixturevalue("dark_book" if theme == "dark" else "book"), "Start here")
    assert reader.page.locator("body").get_attribute("data-jp-theme-light") == str(theme == "light").lower()
    if dpr == 2:  # at once on the other
        reader.is_set_up()
        assert reader.page.evaluate(SCROLLED) == 0
    reader.plays_three_orders()
    reader.is_set_up()
    assert reader.page.evaluate(CODE_IN_SIGHT) == 0
    reader.page.reload()
    reader.arrives("Start here")
    reader.page.locator(".fmbook-diary", has_text="The die shows").first.wait_for()  # the same game goes on
    assert not reader.page.title().startswith("*")
    assert not [path for path in reader.asked if path.endswith("/api/build")]  # which starts a package manager
    assert changed_files() == before


def test_what_is_played_is_saved_when_the_reader_says_so_and_what_is_written_by_itself(start, visitor, tmp_path):
    reader = visitor()
    reader.opens(start([sys.executable, "-m", "fmbook", "open", "00", "--folder", str(tmp_path)]), "Start here")
    page, file = reader.page, tmp_path / "00_start_here.ipynb"
    as_it_came = file.read_bytes()
    reader.plays_three_orders()
    reader.is_set_up()
    page.wait_for_timeout(2500)  # in which Jupyter asks twice whether there is something to save
    assert file.read_bytes() == as_it_came

    def saved() -> Any:
        return page.expect_response(
            lambda each: each.request.method == "PUT" and each.url.split("?")[0].endswith(file.name)
        )

    page.locator(".jp-MarkdownCell").first.click()
    with saved():
        page.keyboard.press("Control+s")
    assert "widget-view" in file.read_text()  # all there is
    with saved():
        page.keyboard.press("Enter")
        page.keyboard.press("Control+End")
        page.keyboard.type(" My own words.")
    assert "My own words." in file.read_text()


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_chapter_shows_a_live_board_in_jupyterlab(book, visitor, chapter):
    visitor().opens(elsewhere(book, "doc/tree", chapter), title_of(chapter))


@pytest.mark.parametrize(
    ("view", "chapter"), [("notebooks", "20_vimy"), ("notebooks", "00_start_here"), ("lab/tree", "01_hexes_and_zones")]
)
def test_the_other_views_show_it_too(book, visitor, view, chapter):
    visitor().opens(elsewhere(book, view, chapter), title_of(chapter))


@pytest.mark.parametrize("view", ["doc/tree", "notebooks"])
def test_no_board_is_begun_before_the_page_has_heard_which_widgets_there_are(start, visitor, view):
    """An answer that overtakes the news of a board makes its parts twice, and those that are seen hear nothing."""
    reader = visitor()
    said: list[str] = []
    reader.page.on("websocket", lambda socket: overhear(socket, said))
    reader.opens(elsewhere(start(OPEN), view, "00_start_here"), "Start here")  # a Python that nobody has used
    before, since = said[: said.index("a box is run")], said[said.index("a box is run") :]
    assert before.count("these") == before.count("which widgets are there?") > 0
    assert "which widgets are there?" not in since


def test_a_python_that_never_says_which_widgets_there_are_is_not_waited_for(start, visitor):
    """The one in the browser does not."""
    reader = visitor()

    def deaf(socket: Any) -> None:
        python = socket.connect_to_server()
        python.on_message(lambda frame: None if b"comm_info_reply" in bytes_of(frame) else socket.send(frame))

    reader.page.route_web_socket(re.compile("/channels"), deaf)
    reader.opens(start(OPEN), "Start here")
    reader.is_set_up()


def overhear(socket: Any, said: list[str]) -> None:
    """Note what a page and its Python say to each other, in its order."""

    def sent(frame: str | bytes) -> None:
        if b"import fmbook" in bytes_of(frame):
            said.append("a box is run")
        elif b"comm_info_request" in bytes_of(frame):
            said.append("which widgets are there?")

    def received(frame: str | bytes) -> None:
        if b'"comm_info_reply"' in bytes_of(frame):
            said.append("these")

    socket.on("framesent", sent)
    socket.on("framereceived", received)


def bytes_of(frame: str | bytes) -> bytes:
    return frame.encode() if isinstance(frame, str) else frame


def wheel_down_to(page: Any, link: Any) -> None:
    """Turn the wheel to the end of a chapter: older Labs draw what is in sight, and no more."""
    page.mouse.move(700, 600)
    for _ in range(PATIENCE // 200):
        if page.evaluate(AT_THE_END) and link.is_visible():
            return
        page.mouse.wheel(0, 900)
        page.wait_for_timeout(200)
    raise AssertionError("the end of the chapter never came into sight")


@pytest.mark.parametrize("view", ["doc/tree", "notebooks"])
def test_a_link_leads_to_the_next_chapter(book, visitor, view):
    reader = visitor()
    reader.opens(elsewhere(book, view, "00_start_here"), "Start here")
    reader.is_set_up()
    link = reader.page.locator("a", has_text="01 Hexes and zones").first
    wheel_down_to(reader.page, link)
    if view == "notebooks":  # a page a chapter
        with reader.context.expect_page() as opened:
            link.click()
        reader.page = opened.value
    else:
        link.click()
        reader.page.wait_for_url("**/01_hexes_and_zones.ipynb*")
        reader.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) h1", has_text="Hexes and zones").wait_for()
        reader.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .fmbook-desk canvas").first.wait_for()
        return
    reader.arrives("Hexes and zones")


def test_an_installed_package_opens_its_own_copies(start, visitor, tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path / "site")
    home = tmp_path / "elsewhere"
    home.mkdir()
    command = [sys.executable, "-m", "fmbook", "open", "30"]
    address = start(command, folder=home, PYTHONPATH=str(tmp_path / "site"))
    visitor().opens(address, title_of("30_eben_emael"))
    assert (home / "fmbook-notebooks" / "30_eben_emael.ipynb").exists()


def test_the_badge_leads_to_a_live_board(start, visitor):
    """What Binder does, without a Binder: sign the chapters, start a plain JupyterLab, go where the badge points."""
    path = unquote(parse_qs(urlsplit(links.launch(links.address())).query)["urlpath"][0])
    recipe = (ROOT / "binder" / "postBuild").read_text()
    assert "jupyter trust notebooks/*.ipynb" in recipe
    jupyter = f"{sys.executable} -m jupyter"
    silence = next(line for line in recipe.splitlines() if "announcements" in line).replace(
        "jupyter ", f"{jupyter} ", 1
    )
    serve = f"{jupyter} lab --no-browser --allow-root --ServerApp.port_retries=0 --port=$PORT"
    command = f"{silence} --level=user && {jupyter} trust notebooks/*.ipynb && exec {serve}"
    address = start(["bash", "-c", command], plain=True)
    server = urlsplit(address)
    visitor().opens(f"{server.scheme}://{server.netloc}/{path}?{server.query}", "Start here")


# Voilà asks a server far away for a font, and says these words of every page without a network
VOILAS_OWN = re.compile("Failed to load resource: net::ERR|getter for the shared module|The node you are attempting")


def test_voila_shows_the_first_chapter_with_a_board_that_answers(visitor, voila):
    reader = visitor()
    page = reader.page
    page.goto(voila(ROOT / "notebooks" / "00_start_here.ipynb"))
    page.locator("h1", has_text="Start here").first.wait_for()
    page.locator(".fmbook-desk canvas").first.wait_for()
    page.get_by_role("button", name="End phase", exact=True).first.click()
    page.get_by_role("button", name="End the phase all the same", exact=True).click()
    page.locator(".fmbook-prompt strong", has_text="attack").first.wait_for()
    assert [fault for fault in reader.faults if not VOILAS_OWN.search(fault)] == []
    reader.faults.clear()
    page.close()  # before its server goes


def test_without_jupyterlab_it_is_said_before_anything_is_copied(tmp_path):
    hide = "import sys; sys.modules['jupyterlab'] = None; from fmbook.__main__ import main; "
    done = subprocess.run(
        [sys.executable, "-c", f"{hide}sys.exit(main(['open', '20', '--folder', 'mine']))"],
        cwd=tmp_path, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 2
    assert "JupyterLab is not installed here" in done.stderr
    assert "pip install 'fmbook[lab]'" in done.stderr
    assert list(tmp_path.iterdir()) == []


# --- a page that sets itself up ---------------------------------------------------------------------------------------

GAME = "import fmbook as fm\ngame = fm.new_game('drill', 'march')\ngame"


def line(lab: Any, words: str) -> Any:
    found = lab.page.locator(LINE, has_text=words)
    found.wait_for()
    return found


def press(lab: Any, label: str) -> None:
    lab.page.get_by_role("button", name=label, exact=True).click()


def test_a_copy_that_is_not_known_to_be_the_books_own_runs_only_when_asked(lab):
    lab.open("00_start_here")
    line(lab, "Nothing was run: this copy is not known to be the book's own.")
    assert lab.page.locator(".fmbook-desk").count() == 0
    assert lab.page.evaluate(CODE_IN_SIGHT) > 0  # whoever is to trust it can read it
    press(lab, "Set it up all the same")
    lab.desk()


IN_ITS_BOX = """e => { const [part, box] = [e, e.closest(".jp-Cell")].map((each) => each.getBoundingClientRect());
    return [part.x - box.x, part.y - box.y, part.width] }"""


@pytest.mark.parametrize("chapter", ["00_start_here", "20_vimy"])  # the second opens enlarged
def test_a_picture_of_a_board_stays_until_the_board_comes_to_life_in_its_place(lab, chapter):
    lab.write(GAME, set_up=True)
    lab.page.get_by_label("Set up on opening").uncheck()
    lab.open(chapter, trusted=True)
    line(lab, "This page waits for you.")
    lab.page.locator(".fmbook-still-status", has_text="A picture until Python is ready.").wait_for()
    pictures = lab.page.locator(".fmbook-pictured .jp-RenderedSVG .fmbook-still-sheet").locator("visible=true")
    before = where_at_each_width(lab, pictures.first)
    opened_at = pictures.first.locator("img").evaluate(IN_ITS_BOX)
    lab.page.evaluate("""() => { window.bare = 0; const look = () => {
        window.bare += !document.querySelector(".fmbook-pictured .jp-RenderedSVG img, .fmbook-desk canvas");
        requestAnimationFrame(look) }; look() }""")
    press(lab, "Set the page up")
    canvas = lab.page.locator(".fmbook-desk:visible canvas").first
    canvas.wait_for()
    lab.page.locator(".fmbook-kept").first.wait_for(state="detached")
    assert lab.page.evaluate("window.bare") == 0
    assert canvas.evaluate(IN_ITS_BOX) == pytest.approx(opened_at, abs=2)
    sheet = lab.page.locator(".fmbook-desk:visible .fmbook-sheet").first
    for place, board in zip(before, where_at_each_width(lab, sheet), strict=True):
        assert board == pytest.approx(place, abs=2)


def where_at_each_width(lab: Any, part: Any) -> list[list[float]]:
    """Where in its box a picture or a map lies, and how wide it is, in windows of four sizes."""
    found = []
    for width in (1440, 1024, 700, 600):
        lab.page.set_viewport_size({"width": width, "height": 900})
        lab.page.evaluate("new Promise(yes => requestAnimationFrame(() => requestAnimationFrame(yes)))")
        found.append(part.evaluate(IN_ITS_BOX))
    return found


def test_a_box_that_fails_is_named_and_the_rest_can_go_on(lab):
    lab.write(GAME, "1 / 0", "fm.rule('fm:5.1')", set_up=True)
    line(lab, "Box 2 of 3 failed (ZeroDivisionError: division by zero).")
    assert lab.page.get_by_text("1 / 0").first.is_hidden()
    press(lab, "Show it")
    lab.page.locator(".jp-InputArea-editor", has_text="1 / 0").wait_for()
    press(lab, "Go on with the rest")
    lab.page.get_by_text("Movement restrictions").wait_for()
    lab.desk()


def test_what_is_being_set_up_is_said(lab):
    lab.write(GAME, "import time; time.sleep(1.5)", "fm.rule('fm:5.1')", set_up=True)
    line(lab, "Setting up, 2 of 3")
    assert lab.page.locator(".fmbook-line progress").get_attribute("max") == "3"


def test_a_press_between_two_boxes_is_answered_before_the_next_one(lab):
    slow = "import time; time.sleep(1.0); print('orders so far:', len(game.orders))"
    lab.write(GAME, slow, slow, slow, set_up=True)
    desk = lab.desk()
    line(lab, "Setting up, 2 of 4")
    desk.type_order("move B1 0403")
    desk.wait_for_panel("B1 marches")
    lab.page.locator(LINE, has_text=re.compile("^$")).wait_for(state="attached")
    assert lab.page.get_by_text("orders so far: 1").count() >= 1


def test_a_reader_may_switch_it_off_and_press_instead(lab):
    lab.write(GAME, set_up=True)
    lab.desk()
    lab.page.get_by_label("Set up on opening").uncheck()
    lab.write(GAME, set_up=True)
    line(lab, "This page waits for you.")
    assert lab.page.locator(".fmbook-desk").count() == 0
    press(lab, "Set the page up")
    lab.desk()


def test_the_code_is_shown_and_folded_away_by_one_switch_that_stays_where_it_is(lab):
    lab.write(GAME, set_up=True)
    lab.desk()
    assert lab.page.evaluate(CODE_IN_SIGHT) == 0
    switch = lab.page.get_by_role("button", name="Show the code", exact=True).bounding_box()
    for shown in (1, 0, 1):  # nobody looks for it again
        lab.page.mouse.click(switch["x"] + 20, switch["y"] + 12)
        lab.page.wait_for_function(f"shown => ({CODE_IN_SIGHT})() === shown", arg=shown)


def test_a_lesson_card_opens_a_box_and_shows_answers_and_letters_beside_a_field_are_no_commands(lab):
    lab.write("import fmbook as fm\nfm.lesson('10_scheldt')", "fm.ask('00.1')", "fm.ask('00.2')", set_up=True)
    page, boxes = lab.page, lab.page.locator(".jp-CodeCell")
    line(lab, "")
    page.locator("summary", has_text="For teachers").click()
    page.get_by_text("Lesson card", exact=True).click()
    for key in "bddx00":  # Lab's own keys for a new box, for one box less, for another Python
        page.keyboard.press(key)
    press(lab, "Show the answers")
    page.locator(".fmbook-below-answers", has_text="Right: ").wait_for()
    press(lab, "Hide the answers")
    assert page.locator(".fmbook-below-answers").count() == 0
    with page.expect_popup() as opened:
        press(lab, "Print for the class")
    opened.value.get_by_text("The rules on one page").wait_for()
    opened.value.close()
    press(lab, "Read a code")
    page.get_by_label("The code").fill("00-7-287T")
    page.keyboard.press("Enter")
    page.get_by_text("Chapter 00, table 7: 1 right (00.1), 0 wrong.").wait_for()
    press(lab, "Open a box to type in")
    page.locator(".jp-mod-active .cm-focused").wait_for()
    page.keyboard.type("print(6 * 7)")
    page.keyboard.press("Shift+Enter")
    page.locator(".jp-OutputArea-output", has_text="42").wait_for()
    assert boxes.count() == 4
    assert not page.evaluate("window.jupyterapp.shell.currentWidget.context.model.dirty")  # so nobody saves it
    press(lab, "Remove this box")
    page.locator(".jp-CodeCell >> nth=3").wait_for(state="detached")
    first, second = (page.locator(".fmbook-exercise").nth(at) for at in (0, 1))
    first.get_by_role("textbox", name="Your answer").fill("½")
    first.get_by_role("button", name="Answer").click()
    first.get_by_role("button", name="Next question").click()
    page.keyboard.type("4 of 6")
    page.keyboard.press("Enter")
    second.locator(".fmbook-status", has_text="✓ Right").wait_for()


def test_a_box_is_run_again_without_its_code(lab):
    lab.write(GAME, "print('orders:', len(game.orders))", set_up=True)
    lab.page.get_by_text("orders: 0").wait_for()
    desk = lab.desk()
    desk.type_order("move B1 0403")
    desk.wait_for_panel("B1 marches")
    lab.page.get_by_role("button", name="Run this box again").last.click()
    lab.page.get_by_text("orders: 1").wait_for()


@pytest.mark.parametrize("pressed", ["canvas", ".fmbook-orders button", "button:text-is('Hint')"])
def test_a_python_that_was_started_anew_is_noticed(lab, pressed):
    lab.write(GAME, set_up=True)
    lab.desk()
    lab.page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.restartKernel(); null")
    lab.allowed = ("Cannot send",)  # ipywidgets' own parts say so of a kernel that has ended under them
    line(lab, "Python was started anew")
    lab.page.locator(f".fmbook-desk {pressed}").first.click()
    lab.page.locator(".fmbook-fault", has_text="This board no longer answers").wait_for()
    press(lab, "Set the page up again")
    lab.page.locator(LINE, has_text=re.compile("^$")).wait_for(state="attached")
    desk = lab.desk()
    desk.type_order("move B1 0403")
    desk.wait_for_panel("B1 marches")


def test_each_of_two_tabs_keeps_its_own_games_after_a_reload(lab):
    lab.write(GAME, set_up=True)
    lab.desk()
    with lab.page.context.new_page() as page:
        other = Lab(lab.server, page)
        page.set_default_timeout(PATIENCE)
        page.goto(f"http://127.0.0.1:{lab.server.port}/doc/tree/{lab.folder.name}/own.ipynb?token={lab.server.token}")
        other.desk()
        lab.desk().type_order("move B1 0403")
        other.desk().wait_for_panel("B1 marches")  # a new tab goes on with what was shown last
        press(other, "Run this box again")
        other.desk().wait_for_button("Hint")
        other.page.wait_for_function("!document.querySelector('.fmbook-side').innerText.includes('B1 marches')")
        for tab, played in ((lab, True), (other, False), (lab, True)):
            tab.reload(save=False)
            assert ("B1 marches" in tab.desk().panel()) is played
        assert other.errors == []


def test_the_first_map_comes_as_sharp_as_the_screen(new_lab):
    lab = new_lab(dpr=2)
    lab.write(GAME, set_up=True)
    lab.desk()
    told = [found[1] for frame in lab.from_kernel if (found := re.search(rb'"sharp": ?([12])', frame))]
    assert set(told) == {b"2"}


def test_a_page_that_is_read_stays_still_while_boxes_above_it_grow(lab):
    grow = "import time; time.sleep(0.7)\nprint('\\n' * 60)"
    lab.write(GAME, grow, grow, grow, "fm.rule('fm:5.1')", set_up=True)
    line(lab, "Setting up, 2 of 5")
    goes_on = "body .fmbook-folded > .jp-WindowedPanel-outer::after { min-height: 2000px !important }"
    lab.page.add_style_tag(content=goes_on)  # as a chapter does below what one reads
    lab.page.evaluate("document.querySelector('.jp-WindowedPanel-outer').scrollTop = 1e6")
    lab.page.evaluate("[...document.querySelectorAll('.jp-CodeCell')].at(-1).scrollIntoView({ block: 'start' })")
    lab.page.wait_for_timeout(100)
    last = lab.page.locator(".jp-CodeCell").last
    before = last.bounding_box()["y"]
    lab.page.locator(LINE, has_text=re.compile("^$")).wait_for(state="attached")
    assert abs(last.bounding_box()["y"] - before) < 40
