"""Every clause of the standard rules that can be tested stands in a rule's mark and in a test's mark."""

from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest

from fmbook.books.cards import book
from fmbook.books.systems import rulebooks

HERE = Path(__file__).parent
CLAUSES = book("fm").clauses
TESTABLE = [clause.id for clause in CLAUSES.values() if clause.testable]


def marked_rules() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for each in rulebooks():
        for rule in each.all_rules:
            for clause in rule.clauses:
                found[clause].add(rule.id)
    return found


def marked_tests() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(HERE.glob("test_fm_*.py")):
        for name, test in vars(import_module(f"tests.books.fire_and_movement.{path.stem}")).items():
            for mark in getattr(test, "pytestmark", ()) if name.startswith("test_") else ():
                if mark.name == "clause":
                    found[path.stem].update(mark.args)
                    found[name].update(mark.args)
    return found


RULES, TESTS = marked_rules(), marked_tests()


@pytest.mark.parametrize("clause", TESTABLE)
def test_a_testable_clause_stands_in_a_rule_and_in_a_test(clause):
    assert RULES[clause], f"no rule cites {clause}: {CLAUSES[clause].text}"
    assert any(clause in claimed for claimed in TESTS.values()), f"no test claims {clause}: {CLAUSES[clause].text}"


def test_what_cannot_be_tested_is_claimed_by_nobody():
    told = {clause.id for clause in CLAUSES.values() if not clause.testable}
    assert told & (RULES.keys() | set().union(*TESTS.values())) == set()


def test_a_test_of_a_section_bears_the_sections_number():
    """``test_6_1_…`` claims a clause of the card 6.1, or of a section that a rule of 6.1 cites with it."""
    sections = {clause.id: card.id.partition(":")[2] for card in book("fm").cards.values() for clause in card.clauses}
    cited = {clause: {rule.partition(":")[2].partition("/")[0] for rule in RULES[clause]} for clause in TESTABLE}
    for name, claimed in TESTS.items():
        if name.startswith("test_fm"):
            continue
        homes = {sections[clause] for clause in claimed}.union(*(cited[clause] for clause in claimed))
        assert any(name.startswith(f"test_{home.replace('.', '_')}_") for home in homes), (name, homes)
