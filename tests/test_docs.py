"""What the site says of the code: its examples run, and it leaves no public name out."""

import doctest
import re
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
