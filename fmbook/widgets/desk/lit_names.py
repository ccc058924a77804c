"""Names of units beside the map: one that is pointed at lights up on the map, and the other way round."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from html import escape, unescape
from typing import Final, Protocol

from fmbook.core.events import Event
from fmbook.play.positions import Position

__all__ = ["LitNames", "Sheet", "spot_of"]

TAG: Final = re.compile(r"(<[^>]*>)")
LEFT_ALONE: Final = frozenset({"button", "h3", "h4", "svg", "a", "u"})
"""What is pressed or drawn already has a meaning of its own."""


class Sheet(Protocol):
    """Where places and units are, in parts of a map's width and height."""

    def part(self, place: str, unit: str = "") -> tuple[float, float, float]:
        """Return where a place or a unit is, and half its size."""


def spot_of(sheet: Sheet, place: str, unit: str = "") -> str:
    """Write where a place or a unit is, for the page."""
    return " ".join(f"{part:g}" for part in sheet.part(place, unit))


class LitNames:
    """Marks the names of units that are on the map with where they are."""

    def __init__(self, position: Position, sheet: Sheet) -> None:
        self._position, self._sheet = position, sheet
        self._marked: dict[str, str] = {}

    def event(self, event: Event) -> str:
        """Write what happened; a battalion that has only a number is known by what the event is about."""
        said = str(event)
        numbers = [name for name in _named_by(event) if name in self._ids and name.isdecimal()]
        return self._write(said, _found(numbers, said))

    def markup(self, markup: str) -> str:
        """Mark the names in a text with markup; a name that is a mere number may mean something else there."""
        found, within = list[str](), list[str]()
        for part in TAG.split(markup):
            if part.startswith("<"):
                _follow(part, within)
                found.append(part)
            else:
                found.append(part if within or not part else self._write(unescape(part)))
        return "".join(found)

    def _write(self, text: str, also: Iterable[tuple[int, str]] = ()) -> str:
        """Escape a text with its names marked, and some that have been found already by where they begin."""
        spots = sorted({*((each.start(), each.group()) for each in self._pattern.finditer(text)), *also})
        written, end = list[str](), 0
        for start, name in spots:
            written += [escape(text[end:start]), self._mark(name)]
            end = start + len(name)
        return "".join([*written, escape(text[end:])])

    def _mark(self, name: str) -> str:
        if name not in self._marked:
            unit = self._position.unit(name)
            lies = unit.place in self._position.board.places
            at = f' data-at="{spot_of(self._sheet, unit.place, name)}"' if lies else ""
            self._marked[name] = f"<u{at}>{escape(name)}</u>" if at else escape(name)
        return self._marked[name]

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(self._position.state.setup.unit_numbers)

    @property
    def _pattern(self) -> re.Pattern[str]:
        return _any_of(self._ids)


@lru_cache(8)
def _any_of(ids: frozenset[str]) -> re.Pattern[str]:
    """What finds names with a letter in them."""
    names = sorted((name for name in ids if not name.isdecimal()), key=lambda name: (-len(name), name))
    return re.compile(rf"(?<![\w/-])(?:{'|'.join(map(re.escape, names)) or '(?!)'})(?![\w/-])")


def _named_by(event: Event) -> Iterator[str]:
    """The names in the fields of an event."""
    for field in (getattr(event, name) for name in getattr(event, "__struct_fields__", ())):
        for each in field if isinstance(field, tuple) else (field,):
            if isinstance(each, str):
                yield each


def _found(names: Iterable[str], text: str) -> Iterator[tuple[int, str]]:
    """Where names stand in a text for the first time."""
    for name in names:
        if found := re.search(rf"(?<![\w/.+-]){name}(?![\w/-])", text):
            yield found.start(), name


def _follow(tag: str, within: list[str]) -> None:
    """Keep count of what is left alone and not closed yet."""
    if tag.strip("</>").split(" ")[0] in LEFT_ALONE:
        within.pop() if tag.startswith("</") and within else within.append(tag)
