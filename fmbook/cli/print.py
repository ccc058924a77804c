"""Print a chapter for a class: to a PDF where there is a Chromium, else to a page that any browser prints."""

from argparse import ArgumentParser, Namespace
from importlib import import_module
from pathlib import Path

HELP = "Print what a class needs of a chapter: map, counters, tables, rules, roles, worksheet; or the teacher's pages."


def add_arguments(parser: ArgumentParser) -> None:
    """Name the chapter, for whom it is, and which part of it."""
    parser.add_argument("chapter", help="such as 20")
    parser.add_argument(
        "--for",
        dest="whom",
        choices=("class", "teacher"),
        default="class",
        help="class, if not said; teacher: the lesson on two pages, and the answers",
    )
    parser.add_argument(
        "--only", default="", help="one part: rules, map, counters, tables, roles, worksheet, after, key"
    )
    parser.add_argument(
        "--paper",
        default="a4",
        help="a4, letter; a3 and both (the map on A3, or on A4 and on A3, with counters to fit; all else stays A4)",
    )
    parser.add_argument("--colour", action="store_true", help="in colour; else for a printer that has only black")
    parser.add_argument("--to", type=Path, help="the file, .pdf or .html; chosen for you, if not said")


def run(chosen: Namespace) -> int:
    """Write the file and say where it is."""
    from fmbook.cli.chromium import find_chromium
    from fmbook.core.errors import FmbookError

    html = _page(chosen)
    ending = ".pdf" if find_chromium() else ".html"
    path: Path = chosen.to or Path(f"fmbook-{chosen.chapter}-{chosen.only or chosen.whom}{ending}")
    try:
        if path.suffix == ".pdf":
            import_module("fmbook.widgets.drawing.pdf").print_page(html, path)
        else:
            path.write_text(html, encoding="utf-8")
    except OSError as error:
        raise FmbookError(f"{path} cannot be written: {error.strerror}.") from None
    print(f"Printed to {path}.")
    if path.suffix == ".html":
        print("Open it in a browser and print it there, at 100 %, with its own margins.")
    return 0


def _page(chosen: Namespace) -> str:
    press = import_module("fmbook.widgets.paper.pack")
    if chosen.whom == "teacher":
        told: str = press.teacher_pages(chosen.chapter, paper=chosen.paper)
        return told
    html: str = press.pack(chosen.chapter, only=chosen.only, paper=chosen.paper, colour=chosen.colour)
    return html
