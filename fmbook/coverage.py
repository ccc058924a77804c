"""From the booklet to the code, the tests and the chapters, clause by clause; and what is missing.

A clause is held in code by a rule that names it in its mark, or by a row of data that names it; in a test by
``@pytest.mark.clause``; in a chapter by a cell that shows its card with ``fm.rule`` or ``fm.cards``. Comments count
for nothing.
"""

import ast
import json
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, final

from fmbook.data import data_root, notebooks_root
from fmbook.library import Clause, WrittenBook
from fmbook.library import book as written_book
from fmbook.systems import rulebooks

__all__ = ["Coverage", "Held", "cards_shown", "cited_in_tests", "coverage"]

CARDS: Final = ("fm.rule", "fm.cards")  # the calls that show what a booklet says
TESTS: Final = Path(__file__).parents[1] / "tests"


class Held(NamedTuple):
    """One clause, and where it is held."""

    id: str
    text: str
    status: str
    provenance: str
    testable: bool
    code: tuple[str, ...]
    tests: tuple[str, ...]
    chapters: tuple[str, ...]

    @property
    def lacks(self) -> tuple[str, ...]:
        """What is missing of a clause that is in force."""
        if self.status not in ("applied", "optional") or not self.testable:
            return ()
        return tuple(part for part in ("code", "tests") if not getattr(self, part))


@final
class Coverage:
    """A booklet's clauses with their places. ``gaps`` are those that lack something; print it for the table."""

    def __init__(self, system: str, clauses: tuple[Held, ...]) -> None:
        self.system, self.clauses = system, clauses

    @property
    def gaps(self) -> tuple[Held, ...]:
        """The clauses in force that lack code or a test."""
        return tuple(clause for clause in self.clauses if clause.lacks)

    def __str__(self) -> str:
        testable = [clause for clause in self.clauses if clause.testable]
        lines = [f"{self.system}: {len(self.clauses)} clauses, {len(testable)} of them testable"]
        for part in ("code", "tests", "chapters"):
            held = sum(bool(getattr(clause, part)) for clause in testable)
            lines.append(f"  {part}: {held} of {len(testable)}")
        lines += [f"  {clause.id} lacks {' and '.join(clause.lacks)}: {clause.text}" for clause in self.gaps]
        return "\n".join(lines)

    __repr__ = __str__


def coverage(system: str) -> Coverage:
    """Tell for each clause of a booklet which code, tests and chapters hold it."""
    book = written_book(system)
    code, tests, chapters = cited_in_code(), cited_in_tests(), _shown_in_chapters(book)
    return Coverage(
        system,
        tuple(_held(clause, code, tests, chapters.get(clause.id, ())) for clause in book.clauses.values()),
    )


def _held(
    clause: Clause, code: Mapping[str, tuple[str, ...]], tests: Mapping[str, tuple[str, ...]], chapters: tuple[str, ...]
) -> Held:
    return Held(
        clause.id,
        clause.text,
        clause.status,
        clause.provenance,
        clause.testable,
        code.get(clause.id, ()),
        tests.get(clause.id, ()),
        chapters,
    )


@cache
def cited_in_code() -> Mapping[str, tuple[str, ...]]:
    """Give for each clause the rules and the rows of data that name it."""
    found: dict[str, list[str]] = defaultdict(list)
    for book in rulebooks():
        for rule in book.rules:
            for clause in rule.clauses:
                found[clause].append(f"{rule.function.__module__}.{rule.function.__name__}  [{rule.id}]")
    for path in sorted(data_root().rglob("*.toml")):
        if path.name != "rulebook.toml":
            name = path.relative_to(data_root()).as_posix()
            for clause in _named_in(tomllib.loads(path.read_text(encoding="utf-8"))):
                found[clause].append(f"data/{name}")
    return _settled(found)


def _named_in(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _named_in(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key == "clause" and isinstance(item, str):
                yield item
            elif key == "clauses" and isinstance(item, list):
                yield from item
            else:
                yield from _named_in(item)


@cache
def cited_in_tests(tests: Path = TESTS) -> Mapping[str, tuple[str, ...]]:
    """Give for each clause the tests that claim it; none where the tests are not at hand, as in a wheel."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(tests.rglob("test_*.py")):
        name = path.relative_to(tests.parent).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in tree.body:
            where = f"{name}::{node.name}" if isinstance(node, ast.FunctionDef | ast.ClassDef) else name
            for clause in _given_to(node, ("mark.clause",)):
                found[clause].append(where)
    return _settled(found)


def _shown_in_chapters(book: WrittenBook) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(notebooks_root().glob("*.ipynb")):
        for system, _, rule in (id_.partition(":") for id_ in cards_shown(path)):
            section = rule.partition("/")[0]
            for clause in book.cards[section].clauses if system == book.id and section in book.cards else ():
                found[clause.id].append(path.stem)
    return _settled(found)


def cards_shown(path: Path, *calls: str) -> Iterator[str]:
    """Give the rules whose cards the cells of a chapter show, by any call that shows them or by these."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            yield from _given_to(_read("".join(cell["source"])), calls or CARDS)


def _read(source: str) -> ast.AST:
    """A cell as Python; one that is none, such as a reader's own magic, shows no card."""
    try:
        return ast.parse(source)
    except SyntaxError:
        return ast.Module([], [])


def _given_to(tree: ast.AST, calls: tuple[str, ...]) -> Iterator[str]:
    """The texts that are given to these calls."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(calls):
            yield from (each.value for each in call.args if isinstance(each, ast.Constant))  # type: ignore[misc]


def _settled(found: Mapping[str, list[str]]) -> Mapping[str, tuple[str, ...]]:
    return {clause: tuple(dict.fromkeys(places)) for clause, places in found.items()}
