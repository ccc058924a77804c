"""Print a script with which a shell completes our commands and their options."""

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

HELP = "Print a script with which Tab completes commands, options and files in your shell."

SHELLS: Final = ("bash", "zsh", "fish", "tcsh", "powershell")


def add_arguments(parser: ArgumentParser) -> None:
    """Name the shell, and say where its script belongs."""
    parser.add_argument("shell", choices=SHELLS, help="whose script")
    parser.epilog = 'For bash, put this line into ~/.bashrc: eval "$(fmbook completion bash)"'


def run(chosen: Namespace) -> int:
    """Write the script for the command as it is installed, however this one was called."""
    from fmbook.experiments.extras import needed

    shtab = needed("shtab", "completion")
    whole: ArgumentParser = import_module("fmbook.__main__").parser("fmbook")
    for action in _everything(whole):
        if action.type is Path or action.dest == "game":
            vars(action)["complete"] = shtab.FILE
    print(shtab.complete(whole, chosen.shell))
    return 0


def _everything(parser: ArgumentParser) -> Iterator[Action]:
    """List the arguments of a command line, those of its commands with them."""
    for action in parser._actions:
        yield action
        for one in action.choices.values() if isinstance(action.choices, dict) else ():
            yield from _everything(one)
