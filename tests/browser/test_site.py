"""The public site as a stranger meets it: two of its pages, built and opened, with nothing fetched from anywhere."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from steps import site

from tests.tools.static_server import served

ROOT = Path(__file__).parents[2]
CHAPTERS = ("00_start_here", "20_vimy")
SIZES = [(390, "light"), (1440, "dark")]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    assert site.build_pages(sys.executable, folder / "source", folder / "site", CHAPTERS) == 0
    with served(folder / "site") as address:
        yield address


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Any]:
    """Open a page at a width and in a theme; complaints and requests to elsewhere fail the test."""
    complaints: list[str] = []
    pages: list[Any] = []

    def opened(path: str, width: int = 1440, scheme: str = "light") -> Any:
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        pages.append(page)
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request", lambda asked: None if asked.url.startswith((address, "data:")) else complaints.append(asked.url)
        )
        page.goto(f"{address}/{path}")
        return page

    yield opened
    found = list(complaints)
    for page in pages:  # what is left open would count as memory of the next test
        page.close()
    assert found == []


@pytest.mark.parametrize(("width", "scheme"), SIZES)
@pytest.mark.parametrize("path", ["index.html", *(f"chapters/{name}.html" for name in CHAPTERS)])
def test_a_page_fits_its_screen_in_either_theme(visit, path, width, scheme):
    page = visit(path, width, scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.documentElement.dataset.theme") == scheme


def test_the_front_page_names_each_chapter_its_aim_and_its_time(visit):
    page = visit("index.html")
    cards = page.locator(".fm-chapters a")
    assert cards.count() == len(CHAPTERS)
    for card in cards.all():
        assert re.search(r"\d\d · .+\n.+\nabout \d+ minutes", re.sub(r"\n+", "\n", card.inner_text()))
    cards.last.click()
    page.wait_for_url("**/20_vimy.html")
    assert "Vimy" in page.title()


def test_every_board_is_a_picture_that_says_what_it_shows(visit):
    pictures = visit("chapters/20_vimy.html").locator("a.fm-board img")
    said = [picture.get_attribute("alt") for picture in pictures.all()]
    assert len(said) > 10
    assert all(len(text) > 20 for text in said)
    assert len({text.partition(":")[0] for text in said}) > 10


def test_a_question_is_asked_with_its_choices_and_tells_its_answer_when_it_is_unfolded(visit):
    page = visit("chapters/20_vimy.html")
    asked = page.locator(".fm-question", has_text="Check 20.a")
    assert asked.locator("ol > li").count() == 3
    answer = asked.locator("details", has_text="The answer")
    assert not answer.locator("p").first.is_visible()
    answer.locator("summary").click()
    assert answer.locator("p").first.inner_text().startswith("Right:")


def test_no_page_shows_the_call_in_place_of_the_question(visit):
    assert "fm.ask(" not in visit("chapters/20_vimy.html").locator("article").inner_text()


def test_a_chapter_offers_binder_ones_own_machine_a_guide_and_dutch_and_the_chapter_after_it(visit):
    page = visit("chapters/00_start_here.html")
    offered = ["Play on Binder", "On your machine", "For teachers", "Nederlands"]
    assert page.locator(".fm-launch a").all_inner_texts() == offered
    assert page.locator("a.right-next").get_attribute("href") == "20_vimy.html"
    page.get_by_text("On your machine").click()
    page.wait_for_url("**/how_do_i.html#play-on-my-own-machine")


def test_the_search_finds_a_chapter_by_a_word_of_its_text(visit):
    page = visit("search.html?q=Grange")
    page.locator("#search-results a", has_text="Vimy").first.wait_for()


def test_the_chapters_in_the_checkout_stay_as_they_are(address):
    for name in CHAPTERS:
        assert "fm-launch" not in (ROOT / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8")
