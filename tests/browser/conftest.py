"""One JupyterLab and one Chromium for all browser tests, and helpers that speak of what a reader does.

Each test has a notebook and a kernel of its own. Windows go from test to test, as a reader goes from chapter to
chapter; kernels are forks of one Python that has imported the book (``tests/tools/warm_kernels.py``).

``lab.open("00_start_here")`` opens a copy of a chapter with a kernel of its own, ``lab.run_all()`` runs it,
and ``lab.board().click_hex("0304")`` clicks. A test fails when the page has logged an error.
"""

import json
import os
import re
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from fmbook.cli.chromium import find_chromium
from fmbook.geometry.boardfile import load_board
from fmbook.widgets.board.sheets import Frame
from tests.browser.windows import Screen, Windows
from tests.tools.lab_server import FLAGS, Server

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
# Notebook 7.6 says these of an empty notebook too; the second where Lab has been used on the same server
NOTEBOOK_7S_OWN = (
    "Cannot read properties of undefined (reading 'schema')",
    "Command 'filebrowser:open-path' not registered.",
)
LAB_LIKE = {"JupyterLab Light High Contrast": "JupyterLab Light"}  # what Lab 4.6 does not bring, by what is nearest
KERNEL_SPEC = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


OF_THEIR_OWN = ("test_front_door", "test_site")  # these build or start what all tests of the file visit


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser; what goes to one worker as a whole comes first, the rest fills up whoever is free."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if item.path.stem in OF_THEIR_OWN and "new_lab" not in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.xdist_group(item.path.stem))
    items.sort(key=lambda item: item.path.stem not in OF_THEIR_OWN)


def where_said(said: Any) -> str:
    """What a page complained of; what could not be fetched comes with its address, which the complaint leaves out."""
    text, address = str(said.text), said.location.get("url", "")
    return f"{text} {urlsplit(address).path}" if text.startswith("Failed to load resource") else text


class Lab:
    """A page of JupyterLab, and what a reader does there."""

    def __init__(self, server: Server, page: Any) -> None:
        self.server, self.page = server, page
        self.is_loaded = bool(page.url.startswith("http"))
        self.errors: list[str] = []
        self.allowed: tuple[str, ...] = ()
        self.from_kernel: list[bytes] = []
        self.folder = server.root
        page.set_default_timeout(30_000)
        page.on("console", self._heard)
        page.on("pageerror", self._broke)
        page.on("websocket", self._connected)

    def leave(self) -> None:
        """Hear no more of the page."""
        for what, heard in (("console", self._heard), ("pageerror", self._broke), ("websocket", self._connected)):
            self.page.remove_listener(what, heard)

    def _connected(self, socket_: Any) -> None:
        socket_.on("framereceived", self._received)

    def _broke(self, error: Any) -> None:
        self._failed(str(error))

    def _heard(self, said: Any) -> None:
        if said.type == "error":
            self._failed(where_said(said))

    def _failed(self, error: str) -> None:
        if error not in self.allowed:
            self.errors.append(error)

    def _received(self, frame: str | bytes) -> None:
        self.from_kernel.append(frame.encode() if isinstance(frame, str) else frame)

    def open(self, chapter: str, *, view: str = "doc/tree", trusted: bool = False) -> None:
        """A fresh copy of a chapter, with a kernel that is ready; ``view="notebooks"`` is Notebook 7."""
        self._open(chapter, (NOTEBOOKS / f"{chapter}.ipynb").read_text(encoding="utf-8"), view, trusted=trusted)

    def write(self, *cells: str, view: str = "doc/tree", name: str = "own", set_up: bool = False) -> None:
        """A page of one's own: a notebook with these cells of code; one that sets itself up is trusted."""
        written: list[dict[str, Any]] = [
            {
                "cell_type": "code",
                "id": f"own-{at}",
                "metadata": {},
                "execution_count": None,
                "outputs": [],
                "source": cell,
            }
            for at, cell in enumerate(cells)
        ]
        about = KERNEL_SPEC | ({"fmbook": {"set_up": True}} if set_up else {})
        page = {"cells": written, "metadata": about, "nbformat": 4, "nbformat_minor": 5}
        self._open(name, json.dumps(page), view, trusted=set_up)

    def _open(self, chapter: str, notebook: str, view: str, *, trusted: bool = False) -> None:
        self.folder = self.server.root / secrets.token_hex(4)
        self.folder.mkdir()
        # a signature is of what a notebook holds: of two alike, the second would be trusted as soon as the first one is
        own = json.loads(notebook)
        own["metadata"]["copy"] = self.folder.name
        (self.folder / f"{chapter}.ipynb").write_text(json.dumps(own), encoding="utf-8")
        if trusted:
            self.server.trust(self.folder / f"{chapter}.ipynb")
        self.allowed = NOTEBOOK_7S_OWN if view == "notebooks" else ()
        path = f"{self.folder.name}/{chapter}.ipynb"
        if self.is_loaded and view == "doc/tree":  # by another test, as with a link from chapter to chapter
            self.page.evaluate("path => { window.jupyterapp.commands.execute('docmanager:open', { path }) }", path)
        else:
            self.page.goto(f"http://127.0.0.1:{self.server.port}/{view}/{path}?token={self.server.token}")
        self.is_loaded = False
        self._wait_for_kernel()

    def reload(self, *, save: bool = True) -> None:
        """Press F5; Lab reads the notebook from the disk again, the kernel lives on."""
        if save:
            self.page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
        self.page.reload()
        self._wait_for_kernel()

    def _wait_for_kernel(self) -> None:
        self.page.wait_for_selector(".jp-Notebook .jp-CodeCell")
        self.page.wait_for_function(
            f"""() => {{ try {{ const kernel = {KERNEL};
            return kernel.status === 'idle' && kernel.connectionStatus === 'connected' }}
            catch {{ return false }} }}"""
        )

    def theme(self, name: str) -> None:
        """Change Lab's theme; one that Lab 4.6 does not bring is one that only names itself."""
        known = LAB_LIKE.get(name, name)
        own = "like => { const { dataset } = document.body; dataset.jpThemeName = like[dataset.jpThemeName] "
        self.page.evaluate(f"{own}|| dataset.jpThemeName }}", LAB_LIKE)
        change = "name => window.jupyterapp.commands.execute('apputils:change-theme', { theme: name })"
        self.page.evaluate(change, known)
        self.page.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=known)
        self.page.evaluate("name => { document.body.dataset.jpThemeName = name }", name)
        self.page.wait_for_function("() => !document.getAnimations().some(each => each.playState === 'running')")

    def run_all(self) -> None:
        """Run every cell; a cell that fails fails the test."""
        self.page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
        assert self.page.locator(".jp-RenderedText[data-mime-type$='stderr']").all_inner_texts() == []

    def unfold(self) -> None:
        """Open all sections that are folded."""
        self.page.evaluate("window.jupyterapp.commands.execute('notebook:expand-all-headings')")

    def python(self, code: str, *, wait: bool = True) -> None:
        """Run something in the notebook's kernel without a cell."""
        done = f"{KERNEL}.requestExecute({{code: {json.dumps(code)}}}).done"
        if not wait:
            self.page.evaluate(f"{done}; null")
            return
        assert self.page.evaluate(f"{done}.then(reply => reply.content.status)") == "ok"

    def says(self, code: str) -> str:
        """Run something in the notebook's kernel; return what it printed."""
        heard = """async code => { let said = ''; const future = KERNEL.requestExecute({code});
            future.onIOPub = each => { if (each.header.msg_type === 'stream') said += each.content.text };
            await future.done; return said }""".replace("KERNEL", KERNEL)
        return str(self.page.evaluate(heard, code)).strip()

    def board(self, number: int = 0, file: str = "drill/board.toml") -> "BoardOnPage":
        """A map on the page, in the order of the page, when it has been painted."""
        board = BoardOnPage(self, self.page.locator(".fmbook-map").nth(number), file)
        board.wait_until_painted()
        return board

    def desk(self, system: str = "drill", number: int = 0) -> "DeskOnPage":
        """A desk on the page, in the order of the page, when its map has been painted."""
        desk = DeskOnPage(self, self.page.locator(".fmbook-desk").nth(number), f"{system}/board.toml")
        desk.wait_until_painted()
        return desk


class BoardOnPage:
    """A map as a reader meets it. Where a hex lies is reckoned from the board's own data."""

    def __init__(self, lab: Lab, region: Any, file: str) -> None:
        self.lab, self.region = lab, region
        self.canvas = region.locator("canvas")
        self.ground = load_board(file)
        self.frame = Frame.around(self.ground)

    def wait_until_painted(self) -> None:
        """Scroll to the map, which is drawn when it comes into view, and wait until it is, as sharp as the screen."""
        self.canvas.wait_for()
        self.canvas.scroll_into_view_if_needed()
        paints = """(c, wide) => new Promise((yes, no) => { let left = 900; const look = () => {
            const full = wide * (devicePixelRatio > 1.2 ? 2 : 1), [x, y] = [c.width / 2, c.height / 2];
            if (c.width >= full && c.getContext('2d').getImageData(x, y, 1, 1).data[3]) yes();
            else if (left--) requestAnimationFrame(look);
            else no(`the map stayed blank: ${c.width} pixels of ${full}`) }; look() })"""
        self.canvas.evaluate(paints, self.frame.width)

    def spot(self, hex_: str) -> dict[str, float]:
        """The middle of a hex on the canvas as it is laid out now."""
        x, y = self.frame.pixel(self.ground.centre(self.ground.at(hex_)))
        shown = self.canvas.bounding_box()["width"] / self.frame.width
        return {"x": x * shown, "y": y * shown}

    def click_hex(self, hex_: str) -> None:
        self._bring_to_rest(hex_)
        self.canvas.click(position=self.spot(hex_))

    def tap_hex(self, hex_: str) -> None:
        self._bring_to_rest(hex_)
        self.canvas.tap(position=self.spot(hex_))

    def _bring_to_rest(self, hex_: str) -> None:
        """Scroll the hex into view and wait until Lab has stopped moving the page about."""
        self.canvas.hover(position=self.spot(hex_))
        rests = """c => new Promise((yes, no) => { let last, still = 0, left = 600; const look = () => {
            const y = c.getBoundingClientRect().y; still = y === last ? still + 1 : 0; last = y;
            if (still > 8) yes(); else if (left--) requestAnimationFrame(look);
            else no('the page did not come to rest') }; look() })"""
        self.canvas.evaluate(rests)

    def colour(self, hex_: str, up: float = 0.0) -> list[int]:
        """The pixel at a hex's middle, or ``up`` hexes above it."""
        x, y = self.frame.pixel(self.ground.centre(self.ground.at(hex_)))
        y -= up * self.frame.scale
        at = [x / self.frame.width, y / self.frame.height]
        read = """(c, [x, y]) => [...c.getContext('2d').getImageData(x * c.width, y * c.height, 1, 1).data]"""
        return list(self.canvas.evaluate(read, at))

    def status(self) -> str:
        return str(self.region.locator(".fmbook-status").inner_text())

    def fault(self) -> str:
        return str(self.region.locator(".fmbook-fault").inner_text())

    def wait_for_status(self, beginning: str) -> str:
        """What the line under the map says, once it begins like this."""
        self.region.locator(".fmbook-status", has_text=re.compile(f"^{re.escape(beginning)}")).wait_for()
        return self.status()


class DeskOnPage(BoardOnPage):
    """A desk as a reader meets it."""

    def press(self, label: str) -> None:
        """Press a button by what stands on it."""
        self.button(label).click()

    def end_idle_phase(self) -> None:
        """End a phase in which something is left to do, which is asked twice."""
        self.press("End phase")
        self.press("End the phase all the same")

    def button(self, label: str) -> Any:
        return self.region.get_by_role("button", name=label, exact=True)

    def switch(self, label: str) -> None:
        """Switch something on or off that is shown on the map."""
        self.region.get_by_role("checkbox", name=label, exact=True).click()

    def type_order(self, line: str) -> None:
        box = self.region.get_by_role("combobox")
        box.fill(line)
        box.press("Enter")

    def actions(self) -> list[str]:
        return [label.strip() for label in self.region.locator(".fmbook-actions button:visible").all_inner_texts()]

    def prompt(self) -> str:
        return str(self.region.locator(".fmbook-prompt strong").inner_text())

    def wait_for_prompt(self, part: str) -> str:
        self.region.locator(".fmbook-prompt strong", has_text=part).wait_for()
        return self.prompt()

    def panel(self) -> str:
        return str(self.region.locator(".fmbook-side").inner_text())

    def wait_for_panel(self, part: str) -> str:
        self.region.locator(".fmbook-side", has_text=part).wait_for()
        return self.panel()

    def wait_for_button(self, label: str) -> None:
        self.button(label).wait_for()

    def hear(self) -> Callable[[], list[str]]:
        """Listen to the live region from now on; call the answer to get what was announced."""
        listen = """p => { window.heard = [p.textContent]; new MutationObserver(() => {
            if (p.textContent !== window.heard.at(-1)) window.heard.push(p.textContent) })
            .observe(p, { childList: true, characterData: true, subtree: true }) }"""
        self.region.locator(".fmbook-status").evaluate(listen)
        return lambda: list(self.lab.page.evaluate("window.heard"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = find_chromium()
    if path is None:
        reason = "No Chromium was found; install one or set CHROMIUM to its path."
        if os.environ.get("FMBOOK_REQUIRE_BROWSER"):
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("lab"), warm=True)
    yield server
    server.close()


@pytest.fixture(scope="session")
def windows(browser: Any) -> Iterator[Windows]:
    windows = Windows(browser)
    yield windows
    windows.close()


@pytest.fixture
def new_lab(request: pytest.FixtureRequest, windows: Windows, server: Server) -> Iterator[Callable[..., Lab]]:
    """Open a window: ``new_lab(dpr=2, width=900, touch=True)``; ``alone=True``: a new one, and all idle ones shut."""
    labs: list[tuple[Lab, Screen, bool]] = []
    failed = request.session.testsfailed

    def window(
        *, dpr: float = 1, width: int = 1280, height: int = 900, touch: bool = False, alone: bool = False
    ) -> Lab:
        screen, size = Screen(dpr, touch), {"width": width, "height": height}
        if alone:
            windows.close()
        page = windows.new(screen, size) if alone else windows.take(screen, width, height)
        labs.append((Lab(server, page), screen, alone))
        return labs[-1][0]

    yield window
    errors = [error for lab, _, _ in labs for error in lab.errors]  # before the windows close, as of visitors
    well = not errors and request.session.testsfailed == failed
    for lab, screen, alone in labs:
        lab.leave()
        if well and not alone:
            windows.give_back(lab.page, screen)
        else:
            lab.page.context.close()
    server.end_kernels()
    assert errors == [], "\n".join(errors)


@pytest.fixture
def lab(new_lab: Callable[..., Lab]) -> Lab:
    return new_lab()


@pytest.fixture
def voila(tmp_path: Path) -> Iterator[Callable[[Path], str]]:
    """Serve a notebook by Voilà; gives the address of its page."""
    with ExitStack() as running:

        def served(notebook: Path) -> str:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            options = ["--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1", str(notebook)]
            process = subprocess.Popen(
                [sys.executable, "-m", "voila", *options],
                env=os.environ | {"JUPYTER_CONFIG_DIR": str(tmp_path / "c"), "IPYTHONDIR": str(tmp_path / "i")},
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
            running.callback(process.wait, 10)
            running.callback(process.terminate)
            for _ in range(300):
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    return f"http://127.0.0.1:{port}/"
                time.sleep(0.1)
            raise RuntimeError("Voilà did not answer")

        yield served
