"""What the booklets change in the standard rules, one by one and side by side; and all tables at once."""

from dataclasses import replace

import pytest

import fmbook as fm
from fmbook.books.systems import rulebooks
from fmbook.engine.rulebook import Rulebook, forbids
from fmbook.library.differences import SideBySide
from fmbook.library.lookups import Tables, tables

SIDE_BY_SIDE = fm.differences()


def test_every_change_in_force_stands_in_its_row_and_column():
    for book in SIDE_BY_SIDE.books:
        for row in fm.differences(book.id):
            for section in row.sections if not row.option else ():
                assert section in SIDE_BY_SIDE.sections
                assert row in SIDE_BY_SIDE.at(section, book)
                assert f"{row.now} {row.kind} it: {row.says}" in str(SIDE_BY_SIDE)


def test_a_booklet_that_changes_nothing_but_by_options_has_no_column():
    found = {book.id for book in SIDE_BY_SIDE.books}
    assert "vimy" in found
    assert "drill" not in found  # toys, switched on by single positions
    assert all(book.extends for book in SIDE_BY_SIDE.books)


def test_rules_stand_in_the_order_of_the_standard_rules_each_once():
    order = [card.id for card in fm.rules("fm")]
    assert [*SIDE_BY_SIDE.sections] == sorted(set(SIDE_BY_SIDE.sections), key=order.index)


def test_the_table_says_where_a_rule_stands_as_it_is():
    page = SIDE_BY_SIDE._repr_html_()
    empty = sum(not SIDE_BY_SIDE.at(section, book) for section in SIDE_BY_SIDE.sections for book in SIDE_BY_SIDE.books)
    assert page.count("as it stands") == empty > 0
    assert page.count("<tr>") == len(SIDE_BY_SIDE.sections) + 2


def test_what_is_only_added_is_counted():
    for book in SIDE_BY_SIDE.books:
        added = sum(not row.before and not row.option for row in fm.differences(book.id))
        assert f"{book.id} adds {added} rules of its own" in str(SIDE_BY_SIDE)


def test_a_rule_s_sentence_is_escaped():
    @forbids("toy:1", fm.Move, replaces="fm:5.3/march")
    def rule(state, order):
        """A <b>bold</b> rule."""
        yield

    fm_book = next(book for book in rulebooks() if book.id == "fm")
    toy = Rulebook.of("toy", "<i>Toy</i>", rule)
    page = SideBySide([replace(toy, extends=fm_book)])._repr_html_()
    assert "&lt;b&gt;bold" in page
    assert "<b>" not in page
    assert "<i>" not in page


def test_a_booklet_s_changes_stand_in_its_own_order():
    for book in ("scheldt", "vimy"):
        order = [card.id for card in fm.rules(book)]
        sections = [row.now.partition("/")[0] for row in fm.differences(book)]
        assert sections == sorted(sections, key=order.index)


@pytest.mark.parametrize(
    ("book", "aid"), [("scheldt", "opponent/objectives"), ("vimy", "opponent/objectives"), ("vimy", "17.5/to-come")]
)
def test_what_we_settle_for_opponents_is_no_change_of_a_booklet(book, aid):
    assert f"{book}:{aid}" in {rule.id for rule in fm.new_game(book).setup.book.settled.values()}
    assert aid not in str(fm.differences(book))


def test_what_a_booklet_states_and_the_standard_rules_hold_is_told_as_well():
    scheldt = fm.differences("scheldt")
    held = {rule.id: sections for rule, sections in scheldt.kept.items()}
    assert held["fm:7.7/end"] == ["scheldt:12.0"]
    assert "fm:7.7/end holds scheldt:12.0\n" in str(scheldt)
    assert fm.differences("vimy").kept == {}


# --- tables -----------------------------------------------------------------------------------------


def test_without_a_name_every_table_of_every_system_is_there():
    names = {f"{system}:{name}" for system in fm.systems() for name in fm.tables(system)}
    found = tables()
    assert isinstance(found, Tables)
    assert set(found) == names
    for name, table in found.items():
        assert f"{name}  {table}" in str(found)
        assert f"<summary>{name}: " in found._repr_html_()


@pytest.mark.parametrize("name", fm.systems())
def test_a_table_of_all_is_the_table_of_its_system(name):
    for key, table in fm.tables(name).items():
        assert fm.tables()[f"{name}:{key}"] is table or str(fm.tables()[f"{name}:{key}"]) == str(table)


def test_a_system_shows_its_tables_and_names_the_nearest_of_one_that_it_lacks():
    assert "Integrated Combat Results Table" in repr(fm.tables("vimy"))
    with pytest.raises(fm.NoSuchName, match=r"No table “CRT”\. Did you mean crt"):
        fm.tables("vimy")["CRT"]


def test_vimy_has_its_bombardment_by_name():
    tables = fm.tables("vimy")
    assert tables["bombardment_modifiers"].cell("night") == "+1"
    assert tables["bombardment"].cell("2") == "hit"
    for word in ("gas", "a trench hex", "VR-BMB-11", "only the largest"):
        assert word in str(tables["bombardment_modifiers"])


def test_the_terrain_chart_of_the_scheldt_is_there_by_name():
    assert fm.tables("scheldt")["terrain"].cell("flooded") == "all"
