"""What the book owes its reader: rulings with the other reading, what is ours, where booklets tell history wrong."""

import re
from collections import Counter

import pytest

import fmbook as fm
from fmbook.books.cards import book, read_book
from fmbook.books.systems import rulebooks
from fmbook.core.errors import NoSuchName
from fmbook.library.htmltables import table
from fmbook.library.provenance import OURS, Share
from tests.books.test_cards import RULE, slip, toy
from tests.library.test_search import NASTY, Tags

BUILT = [built.id for built in rulebooks()]
SLIP = '\n[[slip]]\nsection = "{}"\nbooklet = "{}"\nfact = "It did not."\nsource = "a test"\n'


# --- rulings ------------------------------------------------------------------------------------


def test_every_ruling_of_every_book_that_is_built_is_told_with_the_other_reading_and_what_it_would_change():
    told, page = " ".join(str(fm.rulings()).split()), fm.rulings()._repr_html_()
    count, named = 0, Counter[str]()
    for built in BUILT:
        for card in book(built).cards.values():
            named[card.name] += len(card.rulings)
            for ruling in card.rulings:
                count += 1
                other, changes = f"The other reading: {ruling.other}", f"What it would change: {ruling.changes}"
                for text in (ruling.question, ruling.choice, ruling.because, other, changes):
                    assert " ".join(text.split()) in told
    assert all(page.count(f"</strong> {name}<br>") == many for name, many in named.items())
    assert len(fm.rulings()) == count > 100


def test_every_clause_that_is_a_reading_of_ours_stands_beside_a_ruling_with_the_other_reading():
    cards = [card for built in BUILT for card in book(built).cards.values()]
    read = {card.id for card in cards if any(clause.provenance == "ruling" for clause in card.clauses)}
    assert len(read) > 5
    assert read <= {card.id for card, _ in fm.rulings()}


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


@pytest.mark.parametrize("built", BUILT)
def test_each_ruling_says_what_the_other_reading_would_change_and_not_the_reading_once_more(built):
    for card, ruling in fm.rulings(built):
        changes, other = words(ruling.changes), words(ruling.other)
        new = [word for word in changes if word not in other]
        assert ruling.changes.endswith("."), (card.id, ruling.changes)
        assert changes[0] == "nothing" or len(new) >= 6, (card.id, ruling.changes)
        assert len(re.findall(r"[.:;!?](?=\s|$)", ruling.changes)) <= 4, (card.id, ruling.changes)


def test_no_two_rulings_would_change_the_same_thing_in_the_same_words():
    said = Counter(ruling.changes for _, ruling in fm.rulings())
    assert {changes for changes, count in said.items() if count > 1} == set()


def test_rulings_of_one_system_are_its_own():
    assert {card.id.partition(":")[0] for card, _ in fm.rulings("vimy")} == {"vimy"}
    assert sum(len(fm.rulings(built)) for built in BUILT) == len(fm.rulings())
    with pytest.raises(NoSuchName, match="vimmy"):
        fm.rulings("vimmy")


def test_beside_the_page_stand_the_questions_alone():
    assert fm.rulings("fm").brief.splitlines()[0] == f"{len(fm.rulings('fm'))} rulings"
    assert len(fm.rulings("fm").brief.splitlines()) == 1 + len(fm.rulings("fm"))
    assert set(Tags(fm.rulings()._repr_html_()).opened) == {
        "details", "summary", "p", "strong", "em", "br",
    }  # fmt: skip


# --- what is ours ---------------------------------------------------------------------------------


def test_clauses_are_counted_as_they_are_known():
    rows = {(row.system, row.what): row for row in fm.reconstructed().rows}
    for built in BUILT:
        known = Counter(clause.provenance for clause in book(built).clauses.values())
        assert rows.get((built, "clauses"), Share(built, "clauses", {})).known == known
    assert sum(row.total for row in rows.values() if row.what == "clauses") == sum(len(book(b).clauses) for b in BUILT)


def test_maps_counters_and_tables_are_counted_from_what_is_played_with():
    rows = {row.what: row.known for row in fm.reconstructed("vimy").rows}
    game = fm.new_game("vimy")
    assert rows["map places"] == {"printed": 1, "reconstructed": len(game.board.places) - 1}
    assert rows["counters"] == {"reconstructed": 66}
    assert rows["tables"] == {"printed": 1}


def test_every_playable_system_is_there_and_all_of_the_drill_is_ours_but_its_table():
    rows = fm.reconstructed().rows
    assert set(fm.systems()) <= {row.system for row in rows}
    assert {row.what for row in rows if row.system == "drill" and row.ours != "100 %"} == {"tables"}


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ({"printed": 3}, "0 %"),
        ({"ours": 3}, "100 %"),
        ({"printed": 1, "ours": 999}, "over 99 %"),
        ({"printed": 999, "ruling": 1}, "under 1 %"),
        ({"printed": 3, "reconstructed": 1}, "25 %"),
        ({"missing": 1, "recalled": 1}, "0 %"),
    ],
)
def test_a_share_is_neither_all_nor_none_unless_it_is(known, said):
    assert Share("toy", "clauses", known).ours == said


def test_the_table_has_a_column_for_every_word_that_occurs_and_says_what_it_means():
    found = fm.reconstructed()
    head, *lines = str(found).splitlines()
    assert len(lines) == len(found.rows)
    assert all(word in head for row in found.rows for word in row.known)
    assert "made up for this book" in found._repr_html_()
    assert set(OURS) & set(found.words)


def test_tables_are_escaped_and_name_their_rows_and_columns():
    written = table((NASTY, "n"), [(NASTY, "1\n2")], 1)
    assert NASTY not in written
    assert written.count('<th scope="col" style="text-align: left') == 1
    assert written.count('<th scope="row" style="text-align: left') == 1
    assert '<td style="text-align: right; vertical-align: top">1<br>2</td>' in written


# --- slips of history -----------------------------------------------------------------------------


def test_slips_name_the_rule_what_happened_and_who_says_so():
    for where, found in fm.slips():
        assert fm.rule(where)
        for text in (found.booklet, found.fact):
            assert text.endswith(".")
            assert text[0].isupper() or text[0].isdigit()
        assert found.source
        for said in (str(fm.slips()), fm.slips()._repr_html_().replace("&#x27;", "'")):
            assert found.fact in said
            assert found.source in said


def test_the_slips_that_the_chapters_tell_are_there():
    said = str(fm.slips())
    for words in ("Byng", "November", "eleven", "227th", "XXX Corps", "983"):
        assert words in said
    assert [where for where, _ in fm.slips("vimy")] == ["vimy:10.1", *["vimy:21.1"] * 3]


def test_a_slip_stands_in_a_section_that_has_a_card(tmp_path):
    read = read_book("toy", root=toy(tmp_path, RULE.format("1.0") + SLIP.format("1.0", "It snowed.")))
    assert read.slips[0].booklet == "It snowed."


def test_a_slip_in_a_section_without_a_card_is_refused(tmp_path):
    toy(tmp_path, RULE.format("1.0") + SLIP.format("2.0", "It snowed."))
    assert "$.slip[0].section" in str(slip(tmp_path))
