"""What the site says of the code: its examples run, and it leaves no public name out."""

import doctest
import re
import runpy
from pathlib import Path

import pytest

import fmbook as fm

DOCS = Path(__file__).parents[1] / "docs"
MARKS = {"costs", "excuses", "follows", "forbids", "settles", "shifts"}  # instances: their examples stand on the page


@pytest.mark.parametrize("page", ["how_do_i.md", "reference.md"])
def test_the_examples_of_a_page_run(page):
    tried = doctest.testfile(str(DOCS / page), module_relative=False, encoding="utf-8")
    assert tried.attempted > 5
    assert tried.failed == 0


@pytest.mark.parametrize("name", sorted(set(fm.__all__) - MARKS))
def test_each_public_name_has_an_example_in_its_docstring(name):
    assert ">>> " in (getattr(fm, name).__doc__ or "")


# what replays, desks and tables call, and no reader
MACHINERY = {"entries_at", "give", "has_seen", "kept_by", "legal_of", "recall", "take", "tried"}
METHODS = {name for name in dir(fm.Game) if not name.startswith("_") and callable(getattr(fm.Game, name))}


@pytest.mark.parametrize("name", sorted(METHODS - MACHINERY))
def test_each_method_of_a_game_has_an_example_in_its_docstring(name):
    assert ">>> " in (getattr(fm.Game, name).__doc__ or "")


@pytest.mark.parametrize("name", [*fm.__all__, "atlas", "chart", "desk", "theatre"])
def test_the_reference_has_each_public_name(name):
    text = (DOCS / "reference.md").read_text(encoding="utf-8")
    assert re.search(rf"(:: {name}\b|`fm\.{name}`)", text)


def test_what_stands_around_a_page_is_told_in_its_language_and_the_article_is_left_alone(tmp_path):
    article = '<article class="bd-article" title="next page">next</article>'
    folded = '<article class="bd-article"><span>Show the code</span></article>'
    (tmp_path / "chapters").mkdir()
    page, english = (tmp_path / "chapters" / name for name in ("00_start_here.nl.html", "00_start_here.html"))
    for each in (page, english):
        each.write_text(
            f'<a href="x" title="next page"><p>\n next</p></a><p>The laboratory</p>{article}<p>Search</p>{folded}'
        )
    runpy.run_path(str(DOCS / "frame.py"))["tell_pages"](tmp_path)
    told = page.read_text(encoding="utf-8")
    assert told == (
        f'<a href="x" title="volgende bladzijde"><p>\n volgende</p></a><p>The laboratory</p>{article}<p>Zoeken</p>'
        '<article class="bd-article"><span>Toon de code</span></article>'
    )
    assert "volgende" not in english.read_text(encoding="utf-8")
