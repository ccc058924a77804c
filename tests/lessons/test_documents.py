"""Papers and people of the time: told in our words, with a source, and folded on a page on which nothing is markup."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import fmbook as fm
from fmbook.core.errors import DataError, NoSuchName
from fmbook.lessons.documents import Documents, Lives, papers, read_papers
from fmbook.lessons.historyfile import history
from fmbook.lessons.theatre import load_theatre

GAMES = ("scheldt", "vimy", "eben_emael", "veritable")
each_game = pytest.mark.parametrize("system", GAMES)

# pages that copy whole books, or that nobody should be sent to
BARRED = (
    *(
        "trantor",
        "whosread",
        "bookreadfree",
        "vdoc.pub",
        "epdf",
        "docer",
        "erenow",
        "scribd",
        "dokumen.pub",
        "100-vampire",
    ),
    *("metapedia", "vho.org", "tezlav", "wintersonnenwende", "ewigerbund", "docslib.org", "grokipedia"),
)

PAPER = """
central = "Who?"

[[document]]
title  = "A paper"
who    = "somebody"
when   = "then"
to     = "nobody"
says   = "nothing"
phrase = "one two three"
trust  = "not far"
ask    = "Why?"
source = "a book of 1950"
rights = "free"
link   = "https://example.org"

[[clash]]
between = [1]
says    = "It does not fit."
ask     = "Why not?"

[[life]]
name   = "A. B."
who    = "soldier"
says   = "He came home."
trust  = "not far"
source = "a book of 1950"
side   = "civilian"
"""


class Reader(HTMLParser):
    """Which elements a page has, and the words outside their tags."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.words += data


def read(tmp_path: Path, text: str) -> str:
    (tmp_path / "x.toml").write_text(text, encoding="utf-8")
    found = read_papers("x.toml", root=tmp_path)
    return f"{Documents(found)._repr_html_()}{Lives(found)._repr_html_()}"


@each_game
def test_every_game_has_three_to_five_papers_and_two_that_do_not_fit(system):
    found = papers(system)
    assert 3 <= len(fm.documents(system)) == len(found.document) <= 5
    assert found.clash
    assert found.central.endswith("?")


@each_game
def test_a_civilian_and_an_enemy_are_among_the_people(system):
    sides = {life.side for life in papers(system).life}
    assert {"civilian", history(system).side} <= sides
    assert sides - {"civilian", history(system).side}
    assert len(fm.lives(system)) >= 2


@each_game
def test_every_paper_says_how_far_to_trust_it_and_asks_one_question(system):
    for paper in papers(system).document:
        assert len(paper.phrase.split()) <= 15
        assert paper.trust
        assert paper.rights
        assert paper.ask.endswith("?") or "?" in paper.ask
        assert paper.link or re.search(r"\((19|20)\d\d\)", paper.source), paper.title


@each_game
def test_nobody_is_sent_to_a_copied_book_or_worse(system):
    cited = [f"{paper.source} {paper.link}" for paper in papers(system).document]
    cited += [life.source for life in papers(system).life]
    cited += history(system).sources.values()
    assert [(text, host) for text in cited for host in BARRED if host in text] == []


@each_game
def test_a_place_that_a_paper_names_is_on_the_map_of_the_ground(system):
    known = {place.name for place in load_theatre(system).plan.place}
    assert {paper.place for paper in papers(system).document if paper.place} <= known


@each_game
def test_each_card_is_folded_on_the_page_and_lies_open_on_a_terminal(system):
    shown = fm.documents(system)
    page = Reader(shown._repr_html_())
    assert page.tags.count("details") == page.tags.count("summary") == len(shown) + len(papers(system).clash)
    assert set(page.tags) <= {"p", "strong", "em", "details", "summary", "blockquote", "a", "span"}
    for letter, paper in zip("ABCDE", papers(system).document, strict=False):
        assert f"{letter} · {paper.title}" in page.words
        assert f"{letter} · {paper.title}" in str(shown)
        assert "How far to trust it:" in str(shown)
        assert fm.documents(system)[letter] == paper


@each_game
def test_markdown_has_the_same_cards(system):
    text = fm.documents(system)._repr_markdown_() + fm.lives(system)._repr_markdown_()
    assert text.count("<details>") == text.count("</details>")
    for paper in papers(system).document:
        assert paper.title.split()[0] in text


@pytest.mark.parametrize("said", ["<img src=x onerror=alert(1)>", "$$x$$ and \\\\(y\\\\)", "<script>1</script>"])
def test_what_a_file_says_cannot_become_markup_or_a_formula(tmp_path, said):
    hostile = PAPER.replace('"nothing"', f"'{said}'").replace('"He came home."', f"'{said}'").replace("A. B.", said)
    page = read(tmp_path, hostile)
    assert not {"img", "script"} & set(Reader(page).tags)
    assert "$$" not in page


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("one two three", " ".join("x" * 16), "15 words at most, found 16"),
        ("https://example.org", "javascript:alert(1)", "address of the web"),
        ("between = [1]", "between = [2]", "none has the number 2"),
        ("trust  =", "thrust =", "thrust"),
    ],
)
def test_a_slip_in_the_file_is_named(tmp_path, old, new, complaint):
    assert read(tmp_path, PAPER)
    with pytest.raises(DataError, match=complaint):
        read(tmp_path, PAPER.replace(old, new, 1))


def test_a_game_without_papers_and_a_letter_without_a_card_are_refused():
    with pytest.raises(NoSuchName, match="documents"):
        fm.documents("drill")
    with pytest.raises(NoSuchName, match="document"):
        fm.documents("vimy")["Z"]
