"""Tell for every clause which code, tests and chapters hold it."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fmbook.coverage import Held

HELP = "Tell which code, tests and chapters hold each clause of a rulebook."


def add_arguments(parser: ArgumentParser) -> None:
    """Name the system, and ask for all clauses or only for the gaps."""
    parser.add_argument("system", nargs="?", help="such as fm or vimy; all that are built, if you name none")
    parser.add_argument("clause", nargs="?", help="one clause with its places, such as VR-17.2-6")
    parser.add_argument("--all", action="store_true", help="print every clause with its places")


def run(chosen: Namespace) -> int:
    """Print the table; the exit code says whether anything in force lacks code or a test."""
    from fmbook.coverage import coverage
    from fmbook.systems import rulebooks

    if chosen.clause:
        one = _named(chosen.clause, chosen.system)
        _say(one)
        return 1 if one.lacks else 0
    names = [chosen.system] if chosen.system else [book.id for book in rulebooks()]
    found = [coverage(name) for name in names]
    for system in found:
        print(system)
        for clause in system.clauses if chosen.all else ():
            _say(clause)
    return 1 if any(system.gaps for system in found) else 0


def _named(wanted: str, system: str) -> "Held":
    from fmbook.coverage import coverage
    from fmbook.errors import NoSuchName

    clauses = {clause.id.casefold(): clause for clause in coverage(system).clauses}
    if wanted.casefold() not in clauses:
        raise NoSuchName("clause", wanted[:40], (clause.id for clause in clauses.values()), system)
    return clauses[wanted.casefold()]


def _say(clause: "Held") -> None:
    print(f"  {clause.id}  {clause.text}")
    for part in ("code", "tests", "chapters"):
        for place in getattr(clause, part):
            print(f"      {part}: {place}")
