"""All rules in one list: found by words, by number, by clause, by how we know them; shown without a kernel too."""

import subprocess
import sys
from html.parser import HTMLParser

import pytest

import fmbook as fm
from fmbook.books.cards import KNOWN, RuleCard, Ruling, book
from fmbook.books.systems import rulebooks
from fmbook.core.errors import NoSuchName
from fmbook.library import search
from fmbook.library.search import Query, everything, excerpt, look_up, plain

NASTY = "<img src=x onerror=alert(1)>&amp;\"'"


def ids(*words: str, **filters: str) -> list[str]:
    return [card.id for card in look_up(*words, **filters)]


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.opened.append(tag)
        assert not attrs


def test_without_a_wish_every_card_of_every_book_that_is_built_is_there():
    assert ids() == [card.id for system in search.shelf() for card in book(system).cards.values()]
    assert sorted(search.shelf()) == sorted(built.id for built in rulebooks())
    assert search.shelf()[-1] == "drill"


@pytest.mark.parametrize("wanted", ["vimy:17.2", "VIMY:17.2", "vr-17.2-6", "VR-17.2-1"])
def test_a_rule_is_found_by_its_number_or_one_of_its_clauses_and_nothing_else_with_it(wanted):
    assert ids(wanted) == ["vimy:17.2"]
    assert str(look_up(wanted)) == str(fm.rule("vimy:17.2"))


def test_a_number_that_two_booklets_have_finds_both():
    assert {"scheldt:12.0", "veritable:12.0"} <= set(ids("12.0"))
    assert all(found.endswith(":12.0") for found in ids("12.0"))


def test_all_words_must_stand_in_a_rule_in_any_order_and_without_accents():
    assert ids("flood retreat") == ids("RETREAT  Flood")
    assert "scheldt:12.0" in ids("flood retreat")
    assert ids("fuhrer") == ids("Führer") == ["veritable:15.2"]
    assert ids("flood retreat xyzzy") == []


def test_rules_that_have_the_words_in_their_titles_come_first():
    found = look_up("retreat")
    titled = ["retreat" in f"{card.id} {card.title}".casefold() for card in found]
    assert titled == sorted(titled, reverse=True)
    assert any(titled)
    assert not all(titled)


def test_filters_narrow_and_go_together():
    assert {id_.partition(":")[0] for id_ in ids(system="vimy")} == {"vimy"}
    assert [c.status for c in look_up(status="missing", system="fm") if not c.clauses] == ["missing"]
    both = set(ids("zone", system="fm", provenance="recalled"))
    assert both == set(ids("zone")) & set(ids(system="fm")) & set(ids(provenance="recalled"))
    assert both


@pytest.mark.parametrize("word", KNOWN)
def test_by_provenance_also_cards_are_found_of_which_only_a_part_is_known_so(word):
    found = set(ids(provenance=word))
    for entry in everything():
        parts = {entry.card.provenance, *(clause.provenance for clause in entry.card.clauses)}
        ruled = word == "ruling" and bool(entry.card.rulings)
        assert (entry.card.id in found) == (word in parts or ruled)


@pytest.mark.parametrize("wrong", [{"system": "vimmy"}, {"provenance": "printd"}, {"status": "optinal"}])
def test_a_filter_that_does_not_exist_names_the_nearest(wrong):
    [(kind, said)] = wrong.items()
    with pytest.raises(NoSuchName, match=rf"No {kind} “{said}”. Did you mean"):
        look_up(**wrong)


def test_a_list_says_where_the_words_stand():
    lines = str(look_up("retreat", system="fm")).splitlines()
    assert lines[0].endswith(" rules with “retreat” (fm).")
    assert "retreat" in lines[2].casefold()
    assert len(lines) == 1 + 2 * len(look_up("retreat", system="fm"))


def test_the_excerpt_looks_for_what_the_title_does_not_have_and_keeps_whole_words():
    card = RuleCard(
        id="toy:1", title="Crossing", says="Nobody goes over. " * 9 + "Crossing a bridge costs one.",
        status="applied", provenance="printed",
    )  # fmt: skip
    assert excerpt(card, ("crossing", "bridge")) == "…goes over. Nobody goes over. Crossing a bridge costs one."
    assert excerpt(card, ()) == card.says[:72]


def test_a_text_is_as_long_when_it_is_compared():
    for text in ("Führer", "ﬁve", "İß", "A\u0301b", "🂡"):
        assert len(plain(text)) == len(text)


def test_any_text_may_be_searched_for():
    for text in (NASTY, "\x00", "a" * 10_000, "(", "\\", "—", "🂡", "\n"):
        assert len(str(look_up(text))) < 60_000
    assert NASTY not in look_up(NASTY)._repr_html_()


def test_without_a_kernel_the_list_is_folded_by_books_and_loses_no_rule():
    shown = look_up()._repr_html_()
    assert shown.count("<details>") == len({id_.partition(":")[0] for id_ in ids()})
    assert all(f" {id_}  " in shown for id_ in ids())
    assert set(Tags(shown).opened) == {"p", "details", "summary", "ul", "li", "strong", "br"}
    assert len(shown.encode()) + len(str(look_up()).encode()) <= 80_000


def test_nothing_in_a_card_becomes_markup(monkeypatch):
    ruling = Ruling(question=NASTY, choice=NASTY, because=NASTY, other=NASTY, changes=NASTY)
    card = RuleCard(
        id="fm:6.0", title=NASTY, says=NASTY, status="applied", provenance="printed", because=NASTY, rulings=(ruling,)
    )
    monkeypatch.setattr(search, "everything", lambda: (search._entry(card),))
    assert set(Tags(look_up()._repr_html_()).opened) == {"p", "details", "summary", "ul", "li", "strong", "br"}


def test_it_reads_without_any_widget_library():
    block = "import sys\nsys.modules['ipywidgets'] = sys.modules['anywidget'] = None\nimport fmbook as fm\n"
    asked = block + "print(sorted(fm.look_up('zone')._repr_mimebundle_()))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("['text/html', 'text/plain']", "")


def test_a_query_is_cut_before_it_is_compared():
    assert Query("b " * 1000).sought == ("b",) * 40
