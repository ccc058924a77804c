"""Tell for every clause which code, tests and chapters hold it."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from textwrap import indent
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fmbook.library.coverage import Held

HELP = "Tell which code, tests and chapters hold each clause of a rulebook."


def add_arguments(parser: ArgumentParser) -> None:
    """Name the system, and ask for all clauses or only for the gaps."""
    parser.add_argument("system", nargs="?", help="such as fm or vimy; all that are built, if you name none")
    parser.add_argument("wanted", nargs="?", help="a clause with its places, such as VR-17.2-6, or a section: 17.2")
    parser.add_argument("--all", action="store_true", help="print every clause with its places")
    parser.add_argument("--json", action="store_true", help="print every clause with its places for another program")


def run(chosen: Namespace) -> int:
    """Print the table; the exit code says whether anything in force lacks code or a test."""
    from fmbook.books.systems import rulebooks
    from fmbook.library.coverage import coverage, without_tests

    if without_tests():
        print("An installed package brings no tests: those are counted in a checkout alone.", file=sys.stderr)
    if chosen.wanted:
        some = list(_wanted(chosen.system, chosen.wanted))
        told = "\n".join(indent(str(clause), "  ") for clause in some)
        print(json.dumps(list(map(_as_data, some)), ensure_ascii=False) if chosen.json else told)
        return 1 if set(some).intersection(coverage(chosen.system).gaps) else 0
    names = [chosen.system] if chosen.system else [book.id for book in rulebooks()]
    found = [coverage(name) for name in names]
    if chosen.json:
        listed = {name: list(map(_as_data, system.clauses)) for name, system in zip(names, found, strict=True)}
        print(json.dumps(listed, ensure_ascii=False))
    for system in () if chosen.json else found:
        print(system)
        for clause in system.clauses if chosen.all else ():
            print(indent(str(clause), "  "))
    return 1 if any(system.gaps for system in found) else 0


def _as_data(clause: "Held") -> dict[str, Any]:
    return clause._asdict() | {"lacks": clause.lacks}


def _wanted(system: str, wanted: str) -> "Iterator[Held]":
    """List the clauses of a section, by the number that the booklet prints, or one clause by its own."""
    from fmbook.books.cards import book
    from fmbook.library.coverage import coverage

    sections = {section.casefold(): card for section, card in book(system).cards.items()}
    found = coverage(system)
    if card := sections.get(wanted.partition(":")[2].casefold() or wanted.casefold()):
        yield from (found[clause.id] for clause in card.clauses)
    else:
        yield found[wanted]
