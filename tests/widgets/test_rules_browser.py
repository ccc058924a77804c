"""The list of all rules on the page: search, filter, read, see where a rule is held; escaped, and the same in words."""

import pytest

import fmbook as fm
from fmbook.books.cards import Clause, RuleCard, Ruling
from fmbook.library import search
from fmbook.library.search import look_up
from fmbook.widgets.page import guard
from fmbook.widgets.rules_browser import RulesBrowser
from tests.library.test_search import Tags
from tests.tools.payloads import PAYLOADS


@pytest.fixture(autouse=True)
def _errors_come_through(monkeypatch):
    monkeypatch.setattr(guard, "RERAISE", True)


@pytest.fixture
def browser():
    return RulesBrowser(look_up())


def test_it_opens_on_the_first_rule_of_all(browser):
    assert browser._list.options[0].endswith(browser.card.title)
    assert len(browser._list.options) == len(look_up())
    assert browser.card.title in browser._card.value
    assert browser._shell.says == f"{len(look_up())} rules."


def test_typing_searches_and_the_first_rule_that_fits_is_read(browser):
    browser._words.value = "flood retreat"
    assert [card.id for card in browser.found] == [card.id for card in look_up("flood retreat")]
    assert browser.card == browser.found[0]
    assert browser._shell.says == f"{len(browser.found)} rules with “flood retreat”."


def test_choosing_a_rule_shows_its_card(browser):
    browser._words.value = "VR-17.2-6"
    assert browser.card.id == "vimy:17.2"
    for clause in browser.card.clauses:
        assert f"<li>✓ {clause.id} " in browser._card.value
    browser._words.value = "retreat"
    browser._list.index = 2
    assert browser.card == browser.found[2]
    assert f"<h3>{browser.found[2].heading}</h3>" in browser._card.value


def test_choices_filter_by_book_provenance_and_status(browser):
    browser._system.value, browser._known.value, browser._status.value = "fm", "recalled", "applied"
    assert [*browser.found] == [*look_up(system="fm", provenance="recalled", status="applied")]
    assert "(fm, recalled from the series, applied)" in browser._shell.says
    assert {label for label, _ in browser._system.options} >= {"all", "Operation Veritable"}


def test_when_nothing_fits_it_says_what_to_do_and_comes_back(browser):
    browser._words.value = "xyzzy"
    assert browser._shell.says.startswith("No rule fits.")
    assert (browser._card.value, browser.card) == ("", None)
    browser._places.value = True
    browser._words.value = ""
    assert browser.card == look_up()[0]


def test_on_request_a_card_shows_where_it_is_held_with_the_functions(browser):
    browser._words.value = "vimy:13.1"
    assert "<pre>" not in browser._card.value
    browser._places.value = True
    for clause in fm.trace("vimy:13.1").held:
        for part, place in clause.places:
            assert f"<li>{part}: {place}</li>" in browser._card.value
    assert "<pre>@forbids" in browser._card.value or "<pre>@" in browser._card.value
    browser._places.value = False
    assert "<pre>" not in browser._card.value


def test_a_booklet_s_slips_of_history_stand_on_the_card_of_their_section(browser):
    browser._words.value = "vimy:10.1"
    assert "<h4>History</h4>" in browser._card.value
    assert "Byng commanded the corps" in browser._card.value


def test_it_may_open_on_a_search():
    browser = RulesBrowser(look_up("zone", system="vimy", provenance="printed"))
    assert (browser._words.value, browser._system.value, browser._known.value) == ("zone", "vimy", "printed")
    assert [*browser.found] == [*look_up("zone", system="vimy", provenance="printed")]


def test_every_control_has_a_name(browser):
    for control in (browser._words, browser._system, browser._known, browser._status, browser._list, browser._places):
        assert control.description


def test_without_a_kernel_the_same_list_stands_as_text():
    bundle = look_up("zone")._repr_mimebundle_()
    assert set(bundle) == {"application/vnd.jupyter.widget-view+json", "text/plain", "text/html"}
    assert bundle["text/plain"] == str(look_up("zone")) == repr(RulesBrowser(look_up("zone")))


@pytest.mark.parametrize("payload", PAYLOADS[::5])
def test_nothing_that_is_typed_or_read_becomes_markup(browser, payload, monkeypatch):
    browser._words.value = payload
    clause = Clause(id=payload, text=payload, provenance="printed", because=payload)
    ruling = Ruling(question=payload, choice=payload, because=payload, other=payload, changes=payload)
    card = RuleCard(
        id="vimy:17.2", title=payload, says=payload, status="optional", provenance="ruling",
        because=payload, clauses=(clause,), rulings=(ruling,),
    )  # fmt: skip
    monkeypatch.setattr(search, "everything", lambda: (search._entry(card),))
    browser._words.value = ""
    browser._system.value = "vimy"
    allowed = {"section", "h3", "h4", "p", "ul", "li", "em", "br", "strong"}
    assert set(Tags(browser._card.value).opened) <= allowed
    assert browser.card is card


def test_no_rule_has_no_code_to_show(browser):
    browser._words.value = "zzqq"
    assert (len(browser.found), browser._places.layout.display) == (0, "none")
    assert browser._card.layout.display is None
    browser._words.value = "fm:5.3"
    assert browser._places.layout.display is None


def test_the_functions_of_a_rule_are_escaped(browser):
    browser._words.value, browser._places.value = "fm:5.3", True
    assert "Iterator[Bar]" in browser._card.value
    assert "-&gt; Iterator[Bar]" in browser._card.value
