"""The four places of a rule: its rows of data, its marked functions, its tests, the chapters that show its card."""

import ast
import inspect
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, final

from fmbook.books.cards import RuleCard, card
from fmbook.books.systems import rulebooks
from fmbook.core.calls import checked
from fmbook.core.data import PACKAGE, data_root
from fmbook.engine.rulebook import Rule
from fmbook.library.coverage import TESTS, Coverage, coverage

__all__ = ["Part", "Trace", "trace"]

MOST: Final = 3  # tests shown whole; the others are named
PLACES: Final = ("data", "code", "tests", "chapters")


class Part(NamedTuple):
    """A piece of a file: where it stands (``path:line``), what kind of text it is, and the text."""

    where: str
    kind: str
    text: str


@final
class Trace:
    """A rule in its four places, as their files have it. Print it to read all of it."""

    def __init__(self, found: RuleCard, held: Coverage) -> None:
        self.card = found
        self.held = tuple(held[clause.id] for clause in found.clauses)
        self.data = tuple(_rows(found))
        self.code = tuple(map(_function, _rules(found.id)))
        named = dict.fromkeys(place for clause in self.held for place in clause.tests)
        self.tests = tuple(_tests(list(named)[:MOST]))
        self.more = tuple(named)[MOST:]
        self.chapters = tuple(dict.fromkeys(place for clause in self.held for place in clause.chapters))

    @property
    def parts(self) -> Iterator[tuple[str, Part]]:
        """Every piece under the name of its place."""
        for place in PLACES[:3]:
            yield from ((place, part) for part in getattr(self, place))

    def __str__(self) -> str:
        texts = [f"{self.card.id} · {self.card.title}"]
        texts += [f"--- {place}: {part.where}\n{part.text}" for place, part in self.parts]
        return "\n\n".join([*texts, self.rest])

    @property
    def rest(self) -> str:
        """What is only named: further tests, and the chapters."""
        tests = [f"--- tests, too: {', '.join(self.more)}"] if self.more else []
        return "\n".join([*tests, f"--- chapters: {', '.join(self.chapters) or 'none'}"])

    def _repr_markdown_(self) -> str:
        parts = (f"**{place}:** `{part.where}`\n\n{_fenced(part)}" for place, part in self.parts)
        tests = (f"`{name}`" for name in self.more)
        rest = [f"**tests, too:** {', '.join(tests)}"] if self.more else []
        chapters = ", ".join(f"`{name}`" for name in self.chapters) or "none"
        return "\n\n".join([*parts, *rest, f"**chapters:** {chapters}"])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))


@checked
def trace(rule_id: str) -> Trace:
    """Show a rule in its four places: ``fm.trace("vimy:17.2")``.

    >>> import fmbook as fm
    >>> print(str(fm.trace("fm:5.3")).splitlines()[0])
    fm:5.3 · Stacking
    """
    found = card(rule_id)
    return Trace(found, coverage(found.id.partition(":")[0]))


# --- where to look ------------------------------------------------------------------------------------


def _rows(found: RuleCard) -> Iterator[Part]:
    """The rows of the card and, from the list of the booklet, those of its clauses."""
    system, _, section = found.id.partition(":")
    cards = data_root() / system / "rulebook.toml"
    lines = cards.read_text(encoding="utf-8").split("\n")
    first = _begins(lines, section)
    rest = (n for n in range(first + 1, len(lines)) if re.match(r"\[\[(rule|slip)\]\]|# ---", lines[n]))
    text = "\n".join(lines[first : next(rest, len(lines))]).strip()
    yield Part(f"data/{system}/rulebook.toml:{first + 1}", "toml", text)
    ids = {clause.id for clause in found.clauses}
    listed = data_root() / system / "clauses.tsv"
    rows = listed.read_text(encoding="utf-8").split("\n") if listed.is_file() else []
    if mine := [row for row in rows if row.partition("\t")[0] in ids]:
        yield Part(f"data/{system}/clauses.tsv:{rows.index(mine[0]) + 1}", "text", "\n".join(mine))


def _begins(lines: list[str], section: str) -> int:
    """The line of ``[[rule]]`` above the id of a section."""
    first = 0
    for number, line in enumerate(lines):
        if line.startswith("[["):
            first = number
        if lines[first] == "[[rule]]" and re.fullmatch(rf'id\s*=\s*"{re.escape(section)}"', line):
            return first
    raise AssertionError(f"{section} has a card, so its file has a row for it")


def _rules(section: str) -> Iterator[Rule]:
    return (rule for book in rulebooks() for rule in book.rules if rule.section == section)


def _function(rule: Rule) -> Part:
    function: Any = inspect.unwrap(rule.function)
    first = function.__code__.co_firstlineno
    path = f"{function.__module__.replace('.', '/')}.py"
    lines = inspect.getblock((PACKAGE.parent / path).read_text(encoding="utf-8").splitlines(keepends=True)[first - 1 :])
    return Part(f"{path}:{first}", "python", "".join(lines).rstrip())


def _tests(named: list[str]) -> Iterator[Part]:
    for place in named:
        name, _, wanted = place.partition("::")
        source = (TESTS.parent / name).read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == wanted:
                first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
                text = "\n".join(source.split("\n")[first - 1 : node.end_lineno])
                yield Part(f"{name}:{first}", "python", text)


def _fenced(part: Part) -> str:
    """A text between fences that it cannot close."""
    longest = max((len(run) for run in re.findall("`+", part.text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{part.kind}\n{part.text}\n{fence}"
