"""The commands of ``python -m fmbook``: one module each, with the shape of `Command`.

To add one, write ``fmbook/cli/odds.py`` with ``HELP`` (one sentence), ``add_arguments(parser)`` and
``run(arguments) -> int`` (the exit code), and add its name to `COMMANDS`. Import whatever is heavy inside
``run``: ``python -m fmbook --help`` imports every command and must answer at once. A name that Python keeps for
itself has an underscore behind it, which is not typed.
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Protocol

# in the order of the help page
COMMANDS = (
    "open",
    "class_",
    "referee",
    "play",
    "odds",
    "rules",
    "coverage",
    "trace",
    "balance",
    "review",
    "prose",
    "print",
    "grade",
    "doctor",
    "completion",
)


def own_name() -> str:
    """Return how whoever typed this command calls the program."""
    return "fmbook" if Path(sys.argv[0]).stem == "fmbook" else "python -m fmbook"


class Command(Protocol):
    """What a module in this folder has."""

    HELP: str

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say which arguments the command takes."""

    def run(self, arguments: Namespace) -> int:
        """Do it and return the exit code; a `fmbook.FmbookError` becomes one sentence and code 2."""
