"""Show a rule in its four places: its rows of data, its functions, its tests, its chapters."""

from argparse import ArgumentParser, Namespace

HELP = "Show the data, the code and the tests of a rule, each with file and line."


def add_arguments(parser: ArgumentParser) -> None:
    """Which rule of which system."""
    parser.add_argument("system", help="which system, such as vimy; fm for the standard rules")
    parser.add_argument("rule", help="a section as the booklet prints it, or one of its clauses: 17.2 or VR-17.2-6")


def run(arguments: Namespace) -> int:
    """Print all of it."""
    from fmbook.books.systems import system
    from fmbook.library.trace import trace
    from fmbook.text.tables import find_rule

    print(trace(find_rule(system(arguments.system).book, arguments.rule).id))
    return 0
