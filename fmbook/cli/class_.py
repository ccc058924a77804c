"""Serve a whole class from one computer: two pupils at each table, each in a browser of their own."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from datetime import datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from fmbook.core.errors import FmbookError

HELP = "Let a class play: pupils open an address in any browser, two at each table. It ends with Ctrl-C."
USUAL_PORT = 8866
LOOPBACK = "127.0.0.1"
NEEDED = ("voila", "jupyter_server", "tornado")
EXTRA = "pip install 'fmbook[class]'"


class Lesson(NamedTuple):
    """What a class plays, and the chapter whose exit ticket goes with it."""

    chapter: str
    system: str
    scenario: str
    title: str


def add_arguments(parser: ArgumentParser) -> None:
    """What is played, by how many, and who may come in."""
    parser.add_argument("lesson", nargs="+", help="a chapter, such as 20; or a game and a scenario: vimy first_morning")
    parser.add_argument("--seats", type=some, default=30, help="how many may play (30)")
    parser.add_argument("--address", default=LOOPBACK, help="where to listen (127.0.0.1: this computer alone)")
    parser.add_argument("--port", type=some, default=USUAL_PORT, help=f"where to listen ({USUAL_PORT})")
    parser.add_argument("--folder", type=Path, help="where games are kept; name one of before to go on with its class")
    parser.add_argument("--ahead", type=some, default=4, help="how many pages are made ready beforehand (4)")


def some(typed: str) -> int:
    """Read a number of things, or of a port."""
    if not typed.isdecimal() or not 0 < int(typed) < 65536:
        raise ArgumentTypeError(f"{typed!r} is no number from 1 to 65535")
    return int(typed)


def run(arguments: Namespace) -> int:
    """Start the class server and stay until Ctrl-C."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise FmbookError(f"A class server needs {' and '.join(missing)}, which is not installed here: {EXTRA}")
    lesson = lesson_of(arguments.lesson)
    server = import_module("fmbook.classroom.server")
    folder = (arguments.folder or _new_folder()).expanduser().resolve()
    plan = server.Plan(
        folder, lesson.title, lesson.chapter, lesson.system, lesson.scenario, arguments.seats, arguments.address,
        arguments.port, min(arguments.ahead, arguments.seats),
    )  # fmt: skip
    code: int = server.serve(plan)
    return code


def _new_folder() -> Path:
    from fmbook.record.journal import games_folder

    return games_folder() / f"class-{datetime.now():%Y-%m-%d-%H%M}"


def lesson_of(words: list[str]) -> Lesson:
    """Find what is meant: a chapter plays the scenario that its guided steps lead through, its last one.

    >>> lesson_of(["20"]).scenario
    'first_morning'
    >>> lesson_of(["drill", "march"]).title
    'A march through a zone of control'
    """
    from fmbook.books.systems import playable
    from fmbook.components.scenarios import load_scenario
    from fmbook.play.game import new_game

    if words[0] in playable():
        game = new_game(words[0], words[1] if len(words) > 1 else None)
        system, scenario = game.setup.system, game.setup.scenario
        chapter = _chapter_about(system)
    else:
        chapter, system, scenario = _chapter_called(words[0])
        if len(words) > 1:
            scenario = words[1]
    return Lesson(chapter, system, scenario, load_scenario(system, scenario).title)


def _chapter_called(name: str) -> tuple[str, str, str]:
    from fmbook.lessons.lessonfile import lesson_form, whole_name

    chapter = whole_name(name)
    courses = tuple(lesson_form(chapter).course.values())
    if not courses:
        raise FmbookError(f"Chapter {name} has no game for a class. Name one: fmbook class vimy first_morning")
    return chapter, courses[-1].system, courses[-1].scenario


def _chapter_about(system: str) -> str:
    from fmbook.lessons.lessonfile import lesson_form, lesson_names

    for name in lesson_names():
        if any(course.system == system for course in lesson_form(name).course.values()):
            return name
    return ""
