"""Sums, chances, tables and rules in words."""

from fractions import Fraction

import pytest

from fmbook.books.systems import system
from fmbook.core.errors import NoSuchName
from fmbook.library.lookups import rules, tables
from fmbook.play.game import new_game
from fmbook.text import battle_in_words, rule_in_words, table_in_words
from fmbook.text.tables import chance_in_words, find_rule

DRILL = system("drill").book


def test_an_attack_is_read_line_by_line():
    game = new_game("drill", "flank")
    assert battle_in_words(game.battle("0404", ["B1", "B2"])).splitlines()[:6] == [
        "Attack on 0404: 9 against 5, which is plus 4.",
        "Attack plus 5: B1 attacks. Rule 7.3.",
        "Attack plus 4: B2 attacks. Rule 7.3.",
        "Defence plus 5: R1 defends. Rule 7.3.",
        "Row Town or Hill, column plus 4 or plus 5, which is no better than plus 1 in the open. Rule 7.4.",
        "What may come of it:",
    ]


def test_a_negative_number_is_said_so_that_no_reader_drops_the_sign():
    game = new_game("drill", "flank")
    assert "which is minus 1." in battle_in_words(game.battle("0404", ["B2"]))


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(1), "certain"),
        (Fraction(1, 6), "1 in 6, 17 percent"),
        (Fraction(1, 1296), "1 in 1296, under 1 percent"),
    ],
)
def test_a_chance_is_said_as_people_do(chance, said):
    assert chance_in_words(chance) == said


def test_every_table_is_read_out_whole():
    for table in tables("drill").values():
        said = table_in_words(table)
        assert "  " not in said
        assert said.count("\nColumn ") == len(table.columns)
        for column in table.columns:
            assert all(table.cells[roll][column.number - 1].replace("--", "no effect") in said for roll in table.rolls)


def test_every_card_is_read_out():
    for card in (*rules("drill"), *rules("fm")):
        said = rule_in_words(card)
        assert said.startswith(f"{card.name}, ")
        assert all(clause.id in said for clause in card.clauses)


@pytest.mark.parametrize(
    ("wanted", "id_"),
    [("6.1", "fm:6.1"), ("FM:6.1", "fm:6.1"), ("[fm:5.1/march]", "fm:5.1"), ("1.0", "drill:1.0")],
)
def test_a_rule_is_found_by_its_number(wanted, id_):
    assert find_rule(DRILL, wanted).id == id_


def test_a_rule_that_is_not_there_names_the_nearest():
    with pytest.raises(NoSuchName, match=r"Did you mean .*6\.1"):
        find_rule(DRILL, "6.11")
