"""Tell for every clause which code, tests and chapters hold it."""

from argparse import ArgumentParser, Namespace
from textwrap import indent

HELP = "Tell which code, tests and chapters hold each clause of a rulebook."


def add_arguments(parser: ArgumentParser) -> None:
    """Name the system, and ask for all clauses or only for the gaps."""
    parser.add_argument("system", nargs="?", help="such as fm or vimy; all that are built, if you name none")
    parser.add_argument("clause", nargs="?", help="one clause with its places, such as VR-17.2-6")
    parser.add_argument("--all", action="store_true", help="print every clause with its places")


def run(chosen: Namespace) -> int:
    """Print the table; the exit code says whether anything in force lacks code or a test."""
    from fmbook.covering import coverage
    from fmbook.systems import rulebooks

    if chosen.clause:
        one = coverage(chosen.system)[chosen.clause]
        print(indent(str(one), "  "))
        return 1 if one.lacks else 0
    names = [chosen.system] if chosen.system else [book.id for book in rulebooks()]
    found = [coverage(name) for name in names]
    for system in found:
        print(system)
        for clause in system.clauses if chosen.all else ():
            print(indent(str(clause), "  "))
    return 1 if any(system.gaps for system in found) else 0
