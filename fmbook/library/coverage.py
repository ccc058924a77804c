"""From the booklet to the code, the tests and the chapters, clause by clause; and what is missing.

A clause is held in code by a rule that names it in its mark, or by a row of data that names it; in a test by
``@pytest.mark.clause``; in a chapter by a cell that shows its card with ``fm.rule`` or ``fm.cards``. Comments count
for nothing.
"""

import ast
import inspect
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple, final, overload

from fmbook.books.cards import Clause, WrittenBook
from fmbook.books.cards import book as written_book
from fmbook.books.systems import rulebooks
from fmbook.core.calls import checked
from fmbook.core.data import PACKAGE, data_root, notebooks_root, originals
from fmbook.core.errors import NoSuchName
from fmbook.engine.rulebook import Rule
from fmbook.library.htmltables import table
from fmbook.text.wording import counted

__all__ = ["Coverage", "Held", "ShelfCoverage", "cards_shown", "cited_in_tests", "coverage", "coverage_at"]

PARTS: Final = ("code", "tests", "chapters")
CARDS: Final = ("fm.rule", "fm.cards")  # the calls that show what a booklet says
TESTS: Final = Path(__file__).parents[2] / "tests"


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

    @property
    def places(self) -> Iterator[tuple[str, str]]:
        """Where it is held: what that is, and where it stands."""
        for part in PARTS:
            yield from ((part, place) for place in getattr(self, part))

    def __str__(self) -> str:
        found = ((part, line_of(place) if part == "tests" else place) for part, place in self.places)
        return "\n".join([f"{self.id}  {self.text}", *(f"    {part}: {place}" for part, place in found)])


@final
class Coverage:
    """A booklet's clauses with their places. ``gaps`` are those that lack something; print it for the table.

    Where the tests are not at hand, as in an installed package, nothing is said of them.
    """

    def __init__(self, system: str, clauses: tuple[Held, ...], *, tested: bool = True) -> None:
        self.system, self.clauses, self.tested = system, clauses, tested

    @property
    def gaps(self) -> tuple[Held, ...]:
        """The clauses in force that lack code or a test."""
        wanted = {"code", "tests"} if self.tested else {"code"}
        return tuple(clause for clause in self.clauses if wanted.intersection(clause.lacks))

    @property
    def testable(self) -> tuple[Held, ...]:
        """The clauses that a test can hold."""
        return tuple(clause for clause in self.clauses if clause.testable)

    @property
    def held(self) -> dict[str, int]:
        """How many of them have code, a test, a chapter."""
        return {part: sum(bool(getattr(clause, part)) for clause in self.testable) for part in PARTS}

    def __getitem__(self, clause: str) -> Held:
        """Return one clause by its id, in small or capital letters."""
        known = {held.id.casefold(): held for held in self.clauses}
        if clause.casefold() not in known:
            raise NoSuchName("clause", clause[:40], (held.id for held in self.clauses), self.system)
        return known[clause.casefold()]

    def __str__(self) -> str:
        lines = [f"{self.system}: {counted(len(self.clauses), 'clause')}, {len(self.testable)} of them testable"]
        shown = {part: held for part, held in self.held.items() if part != "tests" or self.tested}
        lines += [f"  {part}: {held} of {len(self.testable)}" for part, held in shown.items()]
        lines += [f"  {clause.id} lacks {' and '.join(clause.lacks)}: {clause.text}" for clause in self.gaps]
        return "\n".join(lines)

    __repr__ = __str__


@final
class ShelfCoverage(Sequence[Coverage]):
    """Every book that is built, one below the other. Print it for the table; each of them has its clauses."""

    def __init__(self, books: Iterable[Coverage]) -> None:
        self._books = tuple(books)

    def __getitem__(self, index: Any) -> Any:
        return self._books[index]

    def __len__(self) -> int:
        return len(self._books)

    @property
    def rows(self) -> Iterator[tuple[str, ...]]:
        """A row for each book: its name, then how many clauses it has and where they are held."""
        for book in self._books:
            code, tests, chapters = book.held.values()
            claimed = (tests, chapters, len(book.gaps)) if self.tested else ("–", chapters, "–")
            yield book.system, *map(str, (len(book.clauses), len(book.testable), code, *claimed))

    @property
    def tested(self) -> bool:
        """Whether the tests are at hand at all: an installed package comes without."""
        return any(book.tested for book in self._books)

    @property
    def gaps(self) -> tuple[Held, ...]:
        """What lacks code or a test, of all books."""
        return tuple(gap for book in self._books for gap in book.gaps)

    def __str__(self) -> str:
        rows = [f"{name:<12}" + "".join(f"{cell:>10}" for cell in rest) for name, *rest in (HEADS, *self.rows)]
        return "\n".join([*rows, *self._missing()])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        missing = "".join(f"<li>{escape(gap)}</li>" for gap in self._missing())
        return f"{table(HEADS, self.rows, 1)}<ul>{missing}</ul>"

    def _missing(self) -> Iterator[str]:
        if not self.tested:
            yield "The tests are not at hand here, as in an installed package: nothing is said of them."
        for gap in self.gaps:
            yield f"{gap.id} lacks {' and '.join(gap.lacks)}: {gap.text}"
        unseen = {book.system: len(book.testable) - book.held["chapters"] for book in self._books}
        for system, count in unseen.items():
            if count:
                yield f"{system}: {count} of its clauses stand in no chapter"
        if self.tested and not self.gaps:
            yield "No clause in force of these books lacks code or a test."


HEADS: Final = ("system", "clauses", "testable", *PARTS, "gaps")


@overload
def coverage(system: str) -> Coverage: ...


@overload
def coverage() -> ShelfCoverage: ...


@checked
def coverage(system: str | None = None) -> Coverage | ShelfCoverage:
    """Tell for each clause of a booklet, or of all that are built, which code, tests and chapters hold it.

    >>> import fmbook as fm
    >>> bool(fm.coverage("vimy")["VR-17.2-6"].tests)
    True
    """
    if system is None:
        return ShelfCoverage(coverage(book.id) for book in rulebooks() if written_book(book.id).clauses)
    book = written_book(system)
    shown = _shown_in_chapters(book, notebooks_root())
    return _covered(book, cited_in_code(), cited_in_tests(), shown, tested=not without_tests())


def coverage_at(root: Path, book: WrittenBook, rules: Iterable[Rule]) -> Coverage:
    """Tell the same of a book of one's own, whose ``data``, ``tests`` and ``notebooks`` lie in a folder."""
    code = _settled(chain(_cited_by(rules), _cited_in_data(root / "data")))
    return _covered(book, code, _settled(_claimed(root / "tests")), _shown_in_chapters(book, root / "notebooks"))


Places = Mapping[str, tuple[str, ...]]


def _covered(book: WrittenBook, code: Places, tests: Places, chapters: Places, *, tested: bool = True) -> Coverage:
    clauses = (_held(clause, code, tests, chapters.get(clause.id, ())) for clause in book.clauses.values())
    return Coverage(book.id, tuple(clauses), tested=tested)


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
    """Map each clause to the rules and the rows of data that name it."""
    rules = (rule for book in rulebooks() for rule in book.rules)
    return _settled(chain(_cited_by(rules), _cited_in_data(data_root())))


def _cited_by(rules: Iterable[Rule]) -> Iterator[tuple[str, str]]:
    for rule in rules:
        for clause in rule.clauses:
            yield clause, f"{_stands(rule.function)} {rule.function.__name__}  [{rule.id}]"


def _stands(function: Callable[..., Any]) -> str:
    """Return where a function stands, as ``path:line``; a reader's own one is named by its module."""
    found: Any = inspect.unwrap(function)
    module, line = found.__module__.split("."), found.__code__.co_firstlineno
    return f"{'/'.join(module)}.py:{line}" if module[0] == PACKAGE.name else ".".join(module)


def _cited_in_data(root: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(root.rglob("*.toml")):
        if path.name != "rulebook.toml":
            name, text = path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")
            for clause in _named_in(tomllib.loads(text)):
                before, _, _ = text.partition(f'"{clause}"')
                yield clause, f"data/{name}:{len(before.splitlines())}"


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


def line_of(test: str) -> str:
    """Return a test with its line, ``path:line name``, from its name as pytest has it."""
    path, _, name = test.partition("::")
    source = (TESTS.parent / path).read_text(encoding="utf-8").splitlines()
    found = (number for number, line in enumerate(source, 1) if re.match(rf"(def|class) {re.escape(name)}\b", line))
    return f"{path}:{next(found, 1)} {name}"


@cache
def cited_in_tests(tests: Path = TESTS) -> Mapping[str, tuple[str, ...]]:
    """Map each clause to the tests that claim it; none where the tests are not at hand, as in a wheel."""
    return _settled(_claimed(tests))


def without_tests() -> bool:
    """Whether this is an installed package, which brings no tests."""
    return not TESTS.is_dir()


def _claimed(tests: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(tests.rglob("test_*.py")):
        name = path.relative_to(tests.parent).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in tree.body:
            where = f"{name}::{node.name}" if isinstance(node, ast.FunctionDef | ast.ClassDef) else name
            for clause in _given_to(node, ("mark.clause",)):
                yield clause, where


def _shown_in_chapters(book: WrittenBook, folder: Path) -> Places:
    return _settled(_seen(book, folder))


def _seen(book: WrittenBook, folder: Path) -> Iterator[tuple[str, str]]:
    for path in originals(folder, "*.ipynb"):
        for system, _, rule in (id_.partition(":") for id_ in cards_shown(path)):
            section = rule.partition("/")[0]
            for clause in book.cards[section].clauses if system == book.id and section in book.cards else ():
                yield clause.id, path.stem


def cards_shown(path: Path, *calls: str) -> Iterator[str]:
    """Return the rules whose cards the cells of a chapter show, by any call that shows them or by these."""
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


def _settled(found: Iterable[tuple[str, str]]) -> Places:
    """Gather the places of each clause, none of them twice."""
    places: dict[str, dict[str, None]] = defaultdict(dict)
    for clause, place in found:
        places[clause][place] = None
    return {clause: tuple(each) for clause, each in places.items()}
