"""What a game keeps: declared once with its type, read and changed by its declaration, refused under any other name."""

import ast
from pathlib import Path

import pytest
from msgspec.structs import replace

import fmbook as fm
from fmbook.books.systems import rulebooks
from fmbook.books.vimy.facts import AIRCRAFT, ALLIED_GROUND, SHELLS
from fmbook.components.scenarios import Scenario, load_scenario, setup_of
from fmbook.core.errors import DataError, NoSuchName
from fmbook.core.events import Recorded
from fmbook.core.facts import Fact

PACKAGE = Path(fm.__file__).parent
BOOKS = {book.id: book for book in rulebooks()}
FACTS = [(book.id, fact) for book in BOOKS.values() for fact in book.facts]


@pytest.mark.parametrize(("book", "fact"), FACTS, ids=lambda each: getattr(each, "name", each))
def test_a_fact_says_what_it_is_and_its_default_is_of_its_type(book: str, fact: Fact[object]):
    assert fact.says
    assert fact.read(fact.default) == fact.default
    assert [other for other in BOOKS[book].all_facts if other.bears(fact.name)] == [fact]


def test_nobody_reads_or_changes_a_fact_by_a_bare_name():
    found = [
        f"{path.relative_to(PACKAGE)}, line {node.lineno}"
        for path in PACKAGE.glob("books/**/*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call | ast.Attribute)
        if ast.unparse(node).startswith("Recorded(") or _reads_all_facts(node)
    ]
    assert found == []


def _reads_all_facts(node: ast.AST) -> bool:
    """What a file says of the facts of a task is no state."""
    return isinstance(node, ast.Attribute) and node.attr == "facts" and ast.unparse(node.value) != "task"


def test_a_fact_is_what_the_scenario_says_until_it_becomes_something_else():
    state = fm.new_game("vimy", "battle").state
    assert (AIRCRAFT.of(state), AIRCRAFT.at_first(state.setup), AIRCRAFT.is_kept(state)) == (4, 4, True)
    assert (ALLIED_GROUND.of(state), ALLIED_GROUND.is_kept(state)) == (frozenset(), False)
    assert AIRCRAFT.of(AIRCRAFT.becomes(3).apply(state)) == 3
    assert AIRCRAFT.of(state) == 4
    assert SHELLS.becomes(3).silent
    assert not SHELLS.becomes(3, "Three are left.").silent


def test_what_no_book_declares_is_not_kept_and_the_name_that_is_meant_is_told():
    state = fm.new_game("vimy", "battle").state
    with pytest.raises(NoSuchName, match=r"No fact “shels” in Vimy Ridge: Arras Diversion. Did you mean shells"):
        Recorded("shels", 3).apply(state)


def test_a_house_rule_keeps_facts_under_its_own_name():
    storms = Fact("house:storms", int, "the storms so far")
    state = fm.new_game("vimy", "battle").state
    assert storms.of(storms.becomes(storms.of(state) + 1).apply(state)) == 1


def scenario(**changes: object) -> Scenario:
    return replace(load_scenario("vimy", "battle"), **changes)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (
            {"facts": {"aircrafts": 4}},
            r"vimy/scenarios/x.toml at \$.facts: No fact “aircrafts” .* Did you mean aircraft",
        ),
        (
            {"facts": {"aircraft": "four"}},
            "“aircraft”, the aircraft that the Allies have left: Expected `int`, got `str`",
        ),
        ({"held": {"aloud_ground": ("2739",)}}, "No fact “aloud_ground”"),
        ({"held": {"aircraft": ("2739",)}}, "“aircraft”, the aircraft that the Allies have left: Expected `int`"),
        ({"held": {"allied_ground": ("9999",)}}, "No hex “9999”"),
    ],
)
def test_a_scenario_that_keeps_something_else_is_refused(changes: dict[str, object], says: str):
    with pytest.raises(DataError, match=says):
        setup_of(scenario(**changes), "vimy", "x", BOOKS["vimy"])


def test_a_fact_with_a_gap_stands_for_one_of_each_side():
    hexes = Fact("{} hexes", frozenset[int], "the hexes that a side owns")
    assert [hexes.bears(name) for name in ("Axis hexes", " hexes", "Axis", "hexes")] == [True, False, False, False]
    assert hexes.about("Axis") is hexes.about("Axis")
    assert hexes.about("Axis").name == "Axis hexes"
