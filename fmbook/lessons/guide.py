"""What a class and its teacher need besides the chapter: the scenario for paper, roles, plans, what goes wrong."""

from functools import cache
from typing import Final

from msgspec import Struct

from fmbook.books.cards import check_rule
from fmbook.core.data import data_root, load, originals
from fmbook.core.errors import FmbookError
from fmbook.lessons.lessonfile import whole_name
from fmbook.play.game import Game, new_game

__all__ = ["Guide", "Role", "Stage", "guide_names", "guide_of", "has_guide", "opening_of"]

FOLDER: Final = "guide"


class Role(Struct, frozen=True, forbid_unknown_fields=True):
    """A part in a team: what it is called and what it does."""

    name: str
    does: str


class Stage(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a lesson, as the class does it. What it takes is counted: see `fmbook.lessons.lesson_plans`."""

    do: str
    reads: tuple[str, ...] = ()  # headings of the chapter
    papers: str = ""  # letters of the papers that are read
    asks: tuple[str, ...] = ()  # questions by their names in the chapter: a, 1, t1, h1, d1
    course: str = ""  # steps of a guided first turn
    plays: str = ""  # a scenario that is played, as in vimy:first_morning
    turns: int = 0  # how many of its turns; all, if none are named
    orders: int = 0  # that are given besides
    talk: int = 0  # minutes to talk, to sit down, to report


class Trouble(Struct, frozen=True, forbid_unknown_fields=True):
    """What goes wrong, and what to do."""

    when: str
    do: str


class Misconception(Struct, frozen=True, forbid_unknown_fields=True):
    """What pupils take away from a game by mistake, and what to set against it."""

    thinks: str
    but: str


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """A question to talk about, and what a teacher may listen for."""

    question: str
    note: str


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a chapter fits into a curriculum, and where that can be read."""

    where: str
    fits: str
    source: str


class Guide(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A chapter in class, as its file describes it."""

    scenario: str  # a system and a scenario, as in vimy:first_morning
    rules: tuple[str, ...]  # that the scenario needs, for the page of rules
    role: tuple[Role, ...]
    around: int = 2  # hexes around units and goals that the printed map shows; on a board of few hexes all are shown
    also: tuple[str, ...] = ()  # further hexes to show
    tables: tuple[str, ...] = ()  # to print; all of the game's, if none are named
    back: str = "off the map"  # what the back of a counter with one step says
    after: tuple[str, ...] = ()  # questions for the sheet that is filled in after the game
    before: tuple[str, ...]
    plan: dict[str, tuple[Stage, ...]]  # by minutes: 10, 25, 50 and 100, which is two lessons
    trouble: tuple[Trouble, ...]
    misconception: tuple[Misconception, ...]
    talk: tuple[Note, ...]  # of the chapter
    told: tuple[str, ...] = ()  # notes on the questions that a game's own page asks, in the order of the history
    sensitive: tuple[str, ...] = ()
    easier: str
    stronger: str
    curriculum: tuple[Link, ...] = ()
    homework: str
    rubric: tuple[str, ...] = ()  # four levels, where the chapter has no question of history


def guide_names() -> tuple[str, ...]:
    """Name the chapters that have a guide."""
    return tuple(sorted(path.stem for path in originals(data_root() / FOLDER, "*.toml")))


def has_guide(name: str) -> bool:
    """Tell whether a chapter, by its whole name, has one."""
    return name in guide_names()


def guide_of(chapter: str) -> Guide:
    """Return the guide of a chapter by its number, title or whole name."""
    name = whole_name(chapter)
    if name not in guide_names():
        have = ", ".join(each.partition("_")[0] for each in guide_names())
        raise FmbookError(f"Chapter {name.partition('_')[0]} has nothing to print for a class; these have: {have}.")
    return _read(name)


@cache
def _read(name: str) -> Guide:
    file = f"{FOLDER}/{name}.toml"
    found = load(Guide, file)
    for rule in found.rules:
        check_rule(rule, file, "rules")
    return found


def opening_of(guide: Guide) -> Game:
    """Set up the scenario that is played on paper."""
    system, _, scenario = guide.scenario.partition(":")
    return new_game(system, scenario, seed=1)
