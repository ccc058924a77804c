"""What a class and its teacher need besides the chapter: the scenario for paper, its rules on a page, roles."""

from functools import cache
from typing import Final

from msgspec import Struct

from fmbook.books.cards import card
from fmbook.core.data import data_root, load
from fmbook.core.errors import DataError, FmbookError, NoSuchName
from fmbook.lessons.lessonfile import whole_name
from fmbook.play.game import Game, new_game

__all__ = ["Guide", "Role", "guide_names", "guide_of", "opening_of"]

FOLDER: Final = "guide"


class Role(Struct, frozen=True, forbid_unknown_fields=True):
    """A part in a team: what it is called and what it does."""

    name: str
    does: str


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


def guide_names() -> tuple[str, ...]:
    """Name the chapters that have a guide."""
    return tuple(sorted(path.stem for path in (data_root() / FOLDER).glob("*.toml")))


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
        try:
            card(rule)
        except NoSuchName as error:
            raise DataError(file, "rules", str(error)) from None
    return found


def opening_of(guide: Guide) -> Game:
    """Set up the scenario that is played on paper."""
    system, _, scenario = guide.scenario.partition(":")
    return new_game(system, scenario, seed=1)
