"""What shared code asks of a book: declared once, settled by a rule of the same form, asked for by its declaration."""

import ast
from pathlib import Path

import pytest

import fmbook as fm
from fmbook.books.systems import rulebooks
from fmbook.engine import matters
from fmbook.engine.rulebook import Matter, Rule, RuleClash

PACKAGE = Path(fm.__file__).parent
SETTLING = [rule for book in rulebooks() for rule in book.all_rules if rule.mark in ("settles", "advises")]
SHARED = [matter for matter in vars(matters).values() if isinstance(matter, Matter)]


@pytest.mark.parametrize("rule", SETTLING, ids=lambda rule: rule.id)
def test_what_a_rule_settles_is_declared(rule: Rule):
    assert str(rule.about).partition(":")[0] in Matter.names


@pytest.mark.parametrize("matter", SHARED, ids=lambda matter: matter.name)
def test_what_shared_code_asks_is_settled_by_a_book(matter: Matter[..., object]):
    assert matter.name in {rule.about for rule in SETTLING}
    assert matter.says


def test_nobody_asks_a_book_by_a_bare_name():
    found = [
        f"{path.relative_to(PACKAGE)}, line {node.lineno}"
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)
        if isinstance(node.value, ast.Attribute) and node.value.attr == "settled"
    ]
    assert found == []


def test_a_matter_without_a_rule_has_its_default_or_says_what_is_missing():
    setup = fm.new_game("drill").state.setup
    nobody: Matter[[int], int] = Matter("sum of nothing", "what nobody settles")
    assert matters.WORD_FOR_A_TURN.of(setup)(setup) == "turn"
    assert not nobody.is_settled(setup)
    with pytest.raises(RuleClash, match="settles “sum of nothing”: what nobody settles"):
        nobody.of(setup)


def test_a_house_rule_that_settles_what_nobody_asks_is_refused_with_the_name_that_is_meant():
    @fm.settles("house:fast", "alowance")
    def fast(state, unit):
        """Everybody is fast."""
        return 20

    with pytest.raises(RuleClash, match=r"settles “alowance”, and no game asks for that. Did you mean “allowance”"):
        fm.new_game("drill", house_rules=[fast])
