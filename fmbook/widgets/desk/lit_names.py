"""Names beside the map: one that is pointed at lights up on the map, and the other way round."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from html import escape, unescape
from typing import Final, Protocol, TypeAlias

from fmbook.core.events import Event
from fmbook.play.positions import Position

__all__ = ["LitNames", "Sheet", "short", "spot_of"]

TAG: Final = re.compile(r"(<[^>]*>)")
LEFT_ALONE: Final = frozenset({"button", "h3", "h4", "svg", "a", "u"})
"""What is pressed or drawn already has a meaning of its own."""
Where: TypeAlias = Callable[[str], tuple[str, str] | None]
"""What finds the place that a name stands for, and the unit, if it is that of a unit."""


class Sheet(Protocol):
    """Where places and units are, in parts of a map's width and height."""

    def part(self, place: str, unit: str = "") -> tuple[float, float, float]:
        """Return where a place or a unit is, and half its size."""


def short(place: str) -> str:
    """Return a place as people call it: where map sheets have letters, they leave them out."""
    return place.rpartition(":")[2]


def spot_of(sheet: Sheet, place: str, unit: str = "") -> str:
    """Write where a place or a unit is, for the page."""
    return " ".join(f"{part:g}" for part in sheet.part(place, unit))


class LitNames:
    """Marks the names of units that are on the map with where they are; those of places, too, where a guide speaks."""

    def __init__(self, position: Position, sheet: Sheet) -> None:
        self._position, self._sheet = position, sheet

    def event(self, event: Event) -> str:
        """Write what happened; a battalion that has only a number is known by what the event is about."""
        said = str(event)
        numbers = [name for name in _named_by(event) if name in self._ids and name.isdecimal()]
        return self._write(said, [*self._units_in(said), *_found(numbers, said)], self._unit_at)

    def markup(self, markup: str) -> str:
        """Mark the names in a text with markup; a name that is a mere number may mean something else there."""
        found, within = list[str](), list[str]()
        for part in TAG.split(markup):
            if part.startswith("<"):
                _follow(part, within)
                found.append(part)
            else:
                found.append(part if within or not part else self._in_text(unescape(part)))
        return "".join(found)

    def sentence(self, text: str) -> str:
        """Mark units and places in a sentence of a guide, whose every word may be the name of one."""
        known = sorted(self._position.board.labels.values(), key=len, reverse=True)
        words = re.compile("|".join([*(re.escape(label) for label in known if label in text), r"[\w/]+"]))
        return self._write(text, ((each.start(), each.group()) for each in words.finditer(text)), self._anything_at)

    def _in_text(self, text: str) -> str:
        return self._write(text, self._units_in(text), self._unit_at)

    def _write(self, text: str, names: Iterable[tuple[int, str]], where: Where) -> str:
        """Escape a text with some names marked, given by where they begin."""
        written, end = list[str](), 0
        for start, name in sorted({*names}):
            written += [escape(text[end:start]), self._mark(name, where(name))]
            end = start + len(name)
        return "".join([*written, escape(text[end:])])

    def _mark(self, name: str, lies: tuple[str, str] | None) -> str:
        return f'<u data-at="{spot_of(self._sheet, *lies)}">{escape(name)}</u>' if lies else escape(name)

    def _units_in(self, text: str) -> Iterator[tuple[int, str]]:
        return ((each.start(), each.group()) for each in _any_of(self._ids).finditer(text))

    def _unit_at(self, name: str) -> tuple[str, str] | None:
        place = self._position.unit(name).place
        return (place, name) if place in self._position.board.places else None

    def _anything_at(self, name: str) -> tuple[str, str] | None:
        if name in self._ids and (lies := self._unit_at(name)):
            return lies
        return (self._places[name], "") if name in self._places else None

    @cached_property
    def _places(self) -> dict[str, str]:
        """The places by their names, without the letter of a map sheet, and by what people call them."""
        board = self._position.board
        named = {short(name): name for name in board.places}
        return named | {label: board.name(place) for place, label in board.labels.items()}

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(self._position.state.setup.unit_numbers)


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
