"""Read the rules from the command line: the list of a system's cards, one card, or those that have some words."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Any

from fmbook.cli import own_name

HELP = "Read the rules of a system, or one of them, or find some by their words."


def add_arguments(parser: ArgumentParser) -> None:
    """Which system, and which rule of it."""
    parser.add_argument("system", nargs="?", help="which system, such as drill; fm for the standard rules")
    parser.add_argument("rule", nargs="?", help="which rule or clause, such as 6.1 or S-38; all of them, otherwise")
    parser.add_argument("--json", action="store_true", help="print what is asked for, for another program")
    parser.add_argument("--find", nargs="+", metavar="WORD", help="find rules by their words, in all books or in one")


def run(arguments: Namespace) -> int:
    """Print the list or the card."""
    from fmbook.books.cards import book
    from fmbook.books.systems import system
    from fmbook.core.errors import FmbookError
    from fmbook.library.search import look_up
    from fmbook.text.tables import find_rule, rule_in_words

    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    if arguments.find:
        found = look_up(" ".join(arguments.find), system=arguments.system or "")
        print(_as_json(found, title=found.heading) if arguments.json else found)
        return 0
    if not arguments.system:
        raise FmbookError("Name a system, such as vimy, or find rules by their words: rules --find retreat flood")
    if arguments.rule:
        rule = find_rule(system(arguments.system).book, arguments.rule)
        print(_as_json([rule], title=rule.title) if arguments.json else rule_in_words(rule))
        return 0
    written = book(arguments.system)
    if arguments.json:
        print(_as_json(written.cards.values(), title=written.title))
        return 0
    print(f"{written.title}, {len(written.cards)} rules:")
    for card in written.cards.values():
        print(f"{card.id}  {card.title}")
    below = system(arguments.system).book.extends
    if below:
        print(f"It builds on {below.title}: {own_name()} rules {below.id}")
    return 0


def _as_json(cards: Iterable[Any], *, title: str) -> str:
    rules = [{"id": card.id, "title": card.title, "says": card.says} for card in cards]
    return json.dumps({"title": title, "rules": rules}, ensure_ascii=False)
