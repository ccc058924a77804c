"""Count how easily the chapters read."""

from argparse import ArgumentParser, Namespace

HELP = "Count the words of each chapter's first screen, and how easily the chapter reads."


def add_arguments(parser: ArgumentParser) -> None:
    """Which chapters; all of them, otherwise."""
    parser.add_argument("chapter", nargs="*", help="such as 20; all of them, otherwise")


def run(arguments: Namespace) -> int:
    """Print a line for each chapter; the code is 1 if one is longer or harder than the book allows."""
    from fmbook.core.errors import NoSuchName
    from fmbook.lessons.prose import chapters, prose

    known = {path.stem: path for path in chapters()}
    wanted = [name for name in known if not arguments.chapter or name.startswith(tuple(arguments.chapter))]
    if not wanted:
        raise NoSuchName("chapter", arguments.chapter[0], known)
    counted = [prose(known[name]) for name in wanted]
    print(*counted, sep="\n")
    return int(not all(each.plain for each in counted))
