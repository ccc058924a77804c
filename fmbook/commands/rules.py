"""Read the rules from the command line: the list of a system's cards, or one card."""

import sys
from argparse import ArgumentParser, Namespace

HELP = "Read the rules of a system, or one of them."


def add_arguments(parser: ArgumentParser) -> None:
    """Which system, and which rule of it."""
    parser.add_argument("system", help="which system, such as drill; fm for the standard rules")
    parser.add_argument("rule", nargs="?", help="which rule or clause, such as 6.1 or S-38; all of them, otherwise")


def run(arguments: Namespace) -> int:
    """Print the list or the card."""
    from fmbook.library import book
    from fmbook.systems import system
    from fmbook.words.tables import find_rule, rule_in_words

    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    if arguments.rule:
        print(rule_in_words(find_rule(system(arguments.system).book, arguments.rule)))
        return 0
    written = book(arguments.system)
    print(f"{written.title}, {len(written.cards)} rules:")
    for card in written.cards.values():
        print(f"{card.id}  {card.title}")
    below = system(arguments.system).book.extends
    if below:
        print(f"It builds on {below.title}: python -m fmbook rules {below.id}")
    return 0
