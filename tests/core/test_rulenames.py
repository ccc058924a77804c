"""How a rule is called where a reader meets it."""

import pytest

from fmbook.books.cards import book, books
from fmbook.core.data import load
from fmbook.core.rulenames import ANYWHERE, cited_in, rule_name, rule_names
from fmbook.play.game import new_game


@pytest.mark.parametrize("system", books())
def test_every_section_of_every_booklet_has_a_name_that_is_no_code(system):
    for card in book(system).cards.values():
        name = rule_name(card.id)
        assert ":" not in name
        assert "/" not in name
        assert name.startswith(f"rule {card.number}" if card.number not in ("", "0") else "the ")


@pytest.mark.parametrize(
    ("rule", "game", "name"),
    [
        ("fm:5.1/enemy", "drill", "rule 5.1"),  # the drill plays by the standard rules
        ("drill:1.0", "drill", "rule 1.0 of the drill"),  # and its own numbers stand there, too
        ("fm:5.1/enemy", "vimy", "rule 5.1 of the standard rules"),
        ("vimy:17.2", "vimy", "rule 17.2"),
        ("eben_emael:3.4", "eben_emael", "rule 3.4"),
        ("fm:6.1", ANYWHERE, "rule 6.1 of the standard rules"),
        ("house:mud", "vimy", "house rule mud"),
    ],
)
def test_the_booklet_is_named_where_it_is_not_the_games_own(rule, game, name):
    assert rule_name(rule, game) == name


def test_several_rules_are_named_by_booklet_and_each_once():
    named = rule_names(["fm:7.3/attackers", "vimy:14.1", "fm:7.3/defenders", "vimy:14.2"], "vimy")
    assert named == "rules 14.1 and 14.2, rule 7.3 of the standard rules"


def test_a_rule_stands_as_a_sentence_of_its_own():
    assert cited_in("vimy:BMB", "vimy") == "The bombardment table."
    assert cited_in("") == ""


def test_a_refusal_names_the_section_in_its_own_booklet():
    said = str(new_game("vimy", "hill_145").can("move 72 2841"))
    assert "(rule 5.1)" in said
    assert "fm:" not in said


def test_no_booklet_is_called_that_is_not_there():
    assert set(load(dict[str, object], "booklets.toml")) == set(books())
