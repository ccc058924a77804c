"""A class as its pupils and its teacher meet it: a code, a seat, a game for two, and a page that shows all of it."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.tools.class_server import ClassUnderTest
from tests.tools.play_lesson import kernel_process

PATIENCE = 90_000


@pytest.fixture
def school(tmp_path: Path) -> Iterator[ClassUnderTest]:
    running = ClassUnderTest(tmp_path / "games", "20", seats=4, ahead=2)
    yield running
    running.end()


@pytest.fixture
def new_page(browser: Any, school: ClassUnderTest) -> Iterator[Callable[..., Any]]:
    """Open a window of somebody's own; nothing that it fetches may come from elsewhere, and nothing may go wrong."""
    wrong: list[str] = []
    with ExitStack() as windows:

        def window(*, width: int = 1280, scheme: str = "light") -> Any:
            context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
            windows.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.on("request", lambda asked: wrong.append(asked.url) if is_elsewhere(asked.url, school) else None)
            return page

        yield window
    assert wrong == []


def is_elsewhere(url: str, school: ClassUnderTest) -> bool:
    found = urlsplit(url.removeprefix("blob:"))
    return found.scheme not in ("data", "") and found.netloc != f"127.0.0.1:{school.port}"


def sat_down(page: Any, school: ClassUnderTest, side: str) -> Any:
    page.goto(f"{school.base}/?code={school.code}")
    page.get_by_role("button", name="Go in").click()
    page.get_by_role("button", name=f"Sit down with {side} at table 1", exact=True).click()
    page.locator(".fmbook-map canvas").first.wait_for()
    return page


def prompt(page: Any, part: str) -> None:
    page.locator(".fmbook-prompt strong", has_text=part).first.wait_for()


def say(page: Any, line: str) -> None:
    box = page.get_by_role("combobox")
    box.fill(line)
    box.press("Enter")


def test_two_pupils_and_a_teacher_in_one_lesson(school, new_page):
    teacher = new_page()
    teacher.goto(school.teacher)
    assert "key" not in teacher.url
    teacher.get_by_role("button", name="Table 1", exact=True).click()
    allied = sat_down(new_page(), school, "the Allies")
    german = sat_down(new_page(width=390, scheme="dark"), school, "the Germans")
    assert german.evaluate("document.body.dataset.jpThemeLight") == "false"

    say(allied, "end-phase")
    prompt(german, "lay bombardment markers")
    teacher.locator(".fmbook-line", has_text="waits for the Allies").wait_for()
    teacher.get_by_placeholder("A sentence for all tables").fill("Look up, please.")
    teacher.get_by_role("button", name="Say it to all").click()
    german.get_by_text("Look up, please.", exact=True).wait_for()

    teacher.get_by_role("button", name="Pause all games").click()
    allied.locator(".fmbook-halted").wait_for()
    say(allied, "end-phase")
    allied.locator(".fmbook-words", has_text="Orders wait until the games go on").wait_for()
    teacher.get_by_role("button", name="Let the games go on").click()
    allied.locator(".fmbook-halted").wait_for(state="detached")

    german.reload()  # comes back to the same seat
    prompt(german, "lay bombardment markers")
    kernel = german.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    with german.expect_navigation():
        os.kill(kernel_process(kernel), signal.SIGKILL)
    prompt(german, "lay bombardment markers")

    german.get_by_role("button", name="Questions before you go").click()
    german.get_by_role("button", name="No: rule 14.1, No Man's Land").click()
    teacher.locator(".fmbook-below details", has_text="20.t1").wait_for()
    teacher.get_by_role("link", name="Delete all").click()
    teacher.get_by_role("button", name="Delete all games and answers").click()
    allied.get_by_role("heading", name="Join the class").wait_for()
    teacher.locator(".fmbook-line", has_text="may begin").first.wait_for()


def test_a_full_class_says_so_in_a_sentence(school, new_page):
    for table, side in (("1", "Allied"), ("1", "German"), ("2", "Allied"), ("2", "German")):
        assert school.pupil().post("/sit", table=table, side=side).ok
    late = new_page()
    late.goto(f"{school.base}/?code={school.code}")
    late.get_by_role("button", name="Go in").click()
    late.get_by_role("heading", name="Choose a seat").wait_for()
    assert late.get_by_role("button", name="Sit down").count() == 0
    late.get_by_text("All seats are taken", exact=False).wait_for()
