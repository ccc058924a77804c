"""One public address, and every link that is made from it."""

import re
import tomllib
from pathlib import Path
from urllib.parse import unquote

import pytest
from steps import links
from steps.saying import SetupError

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_agrees_with_the_one_address():
    assert links.rewritten(README, links.address()) == README, "run `make links`"


def test_the_address_stands_in_one_place():
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    assert urls == links.project_urls(urls["Repository"]), "run `make links`"
    assert README.count(links.provider(links.address())) == 1


def test_a_placeholder_says_that_it_is_one():
    assert ("not fixed yet" in README) == (f"/{links.PLACEHOLDER}/" in links.address())
    assert "not fixed" not in links.block("https://github.com/somebody/fmbook")


def test_the_badge_opens_a_chapter_that_exists_in_the_single_document_view():
    (where,) = re.findall(r"\?urlpath=([^)]+)\)", README)
    view, _, file = unquote(where).partition("/tree/")
    assert view == "doc"
    assert (ROOT / file).is_file()


def test_other_hosts_are_known_too():
    assert links.provider("https://gitlab.com/a/b.git") == "gl/a/b"
    assert links.provider("https://git.example.org/a/b") == "git/https%3A%2F%2Fgit.example.org%2Fa%2Fb"


def test_a_readme_without_the_marks_is_refused():
    with pytest.raises(SetupError, match="two marks"):
        links.rewritten("# nothing", links.address())


def test_the_target_writes_the_file(tmp_path, capsys):
    readme = tmp_path / "README.md"
    readme.write_text(f"a\n{links.BEGIN}\nold\n{links.END}\nb\n")
    assert links.refresh(readme) == 0
    assert readme.read_text() == f"a\n{links.block(links.address())}\nb\n"
    assert "now" in capsys.readouterr().out


def test_all_addresses_of_the_package_follow_from_the_one(tmp_path):
    project = tmp_path / "pyproject.toml"
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    project.write_text(text.replace(f'Repository = "{links.address()}"', 'Repository = "https://example.org/me/book"'))
    links.refresh_urls(project)
    assert tomllib.loads(project.read_text())["project"]["urls"] == links.project_urls("https://example.org/me/book")
