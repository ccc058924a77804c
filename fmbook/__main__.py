"""``python -m fmbook``: open the book, check an installation."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from importlib import import_module
from typing import cast

import fmbook
from fmbook.cli import COMMANDS, Command, own_name
from fmbook.core.errors import FmbookError


def parser(called: str = "") -> ArgumentParser:
    """The whole command line, under a name of its own or that by which it was called."""
    top = ArgumentParser(prog=called or own_name(), description=fmbook.__doc__)
    top.add_argument("--version", action="version", version=f"fmbook {fmbook.__version__}")
    commands = top.add_subparsers(metavar="command", required=True)
    for name in COMMANDS:
        command = cast(Command, import_module(f"fmbook.cli.{name}"))
        one = commands.add_parser(name.rstrip("_"), help=command.HELP, description=command.HELP)
        command.add_arguments(one)
        one.set_defaults(run=command.run)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. What fmbook says on purpose is a sentence; a bug keeps its traceback."""
    chosen = parser().parse_args(arguments)
    try:
        code: int = chosen.run(chosen)
    except FmbookError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output, such as `head`, has seen enough
        sys.stdout = None  # nothing is left to flush to
        return 0
    return code


if __name__ == "__main__":
    sys.exit(main())
