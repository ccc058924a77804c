"""What happened, and what happened in your game: laid side by side, turn by turn."""

from collections.abc import Iterator
from functools import cache, cached_property
from textwrap import fill
from typing import Any, Final, NamedTuple, final

from msgspec import Struct

from fmbook.core.calls import checked
from fmbook.core.data import data_root, load
from fmbook.core.errors import DataError, NoSuchName
from fmbook.core.events import Eliminated
from fmbook.core.state import State
from fmbook.geometry.boards import Board, Word
from fmbook.play.game import Game

__all__ = ["ComparedTurn", "Comparison", "History", "compare", "history"]

NEAR: Final = 2  # hexes: an enemy so close holds a place


class Happened(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that happened: in which turn, when, what, and where that is to be read."""

    turn: int
    when: str
    says: str
    source: str


class WatchedPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """A place to watch for, and the turn in which it fell; 0 if it did not fall in time."""

    name: str
    hexes: tuple[str, ...]
    turn: int
    region: str = ""

    def on(self, board: Board) -> frozenset[int]:
        """Its hexes, by their numbers on a board."""
        return board.having(self.region) if self.region else frozenset(map(board.at, self.hexes))


class History(Struct, frozen=True, forbid_unknown_fields=True):
    """What happened, as a system's file tells it.

    Where the game writes down who was last on a hex with a ``feature``, ``fact`` is the name of that note, and
    ``held`` says what to call those hexes.
    """

    provenance: Word
    year: str
    side: str
    people: str  # whose coming is watched for: Canadians
    units: str
    place: tuple[WatchedPlace, ...]
    event: tuple[Happened, ...]
    sources: dict[str, str]
    fact: str = ""
    feature: str = ""
    held: str = ""


class ComparedTurn(NamedTuple):
    """One turn: its name, what happened then, what happened in the game."""

    turn: int
    name: str
    then: str
    here: str


@final
class Comparison:
    """A game beside history. ``rows`` are the turns, ``falls`` the places; print it for both."""

    def __init__(self, game: Game, told: History) -> None:
        self.history, self._game = told, game
        self._ends = dict(_ends(game))
        self.rows = tuple(map(self._row, range(min(self._ends), game.setup.turns + 1)))

    @property
    def falls(self) -> tuple[tuple[str, int, int], ...]:
        """Each place with the turn in which it fell in history and in the game; 0 means not in time."""
        return tuple((place.name, place.turn, self._fell(place)) for place in self._due)

    @cached_property
    def _due(self) -> tuple[WatchedPlace, ...]:
        """The places that a game is about: due in its turns and, in a part of a campaign, fought for there."""
        game, part = self._game, min(self._ends) > 1
        due = (place for place in self.history.place if place.turn <= game.setup.turns)
        return tuple(place for place in due if not part or self._fought_for(place))

    def _fought_for(self, place: WatchedPlace) -> bool:
        """Whether the enemy stands by a place as the game begins, and nobody of ours has been there."""
        first, wanted = self._game.at(0).state, place.on(self._game.board)
        near = frozenset[int]().union(*(self._game.board.within(hex_, NEAR) for hex_ in wanted))
        enemy = first.forces[1 - self._game.sides.index(self.history.side)].places
        return bool(near & enemy) and not self._taken(place, first)

    @property
    def sources(self) -> tuple[str, ...]:
        """The books and pages that the account rests on."""
        return tuple(self.history.sources.values())

    # --- the game --------------------------------------------------------------------------------------

    def _row(self, turn: int) -> ComparedTurn:
        track = self._game.setup.data.get("track", {}).get(turn)
        then = " ".join(f"{each.when}: {each.says}" for each in self.history.event if each.turn == turn)
        return ComparedTurn(turn, track.name if track else "", then or "Nothing that we know of.", self._here(turn))

    def _here(self, turn: int) -> str:
        if turn not in self._ends:
            return "Not played yet."
        new = [name for name, _, here in self.falls if here == turn]
        fallen = [f"First {self.history.people} at {', '.join(new)}."] if new else []
        lost = [f"{side} {self.history.units} lost: {count}." for side, count in self._losses(turn).items() if count]
        held = [f"{self._held(self._ends[turn])}."] if self._counts_hexes else []
        return " ".join([*fallen, *lost, *held]) or "Nothing fell, nobody was lost."

    @cached_property
    def _counts_hexes(self) -> bool:
        """Whether the hexes of the note lead to a place that this game is about."""
        counted = self._game.board.having(self.history.feature) if self.history.held else frozenset()
        return any(place.on(self._game.board) <= counted for place in self._due)

    def _held(self, state: State) -> str:
        places = state.board.having(self.history.feature)
        ours = state.facts.get(self.history.fact, frozenset()) & places
        return f"{len(ours)} of {len(places)} {self.history.held}"

    def _losses(self, turn: int) -> dict[str, int]:
        sides = {unit.id: self._game.sides[unit.side] for unit in self._game.setup.units}
        steps = (step for step in self._game.steps if step.state.turn == turn)
        gone = [e.event.unit for step in steps for e in step.entries if isinstance(e.event, Eliminated)]
        return {side: sum(sides[unit] == side for unit in gone) for side in self._game.sides}

    def _fell(self, place: WatchedPlace) -> int:
        states = (self._game.at(number).state for number in range(len(self._game.steps) + 1))
        return next((state.turn for state in states if self._taken(place, state)), 0)

    def _taken(self, place: WatchedPlace, state: State) -> bool:
        game = self._game
        side, wanted = game.sides.index(self.history.side), place.on(game.board)
        marked = game.board.having(self.history.feature) if self.history.fact else frozenset()
        trodden = wanted if wanted <= marked else frozenset()
        ours = state.forces[side].places | (trodden & state.facts.get(self.history.fact, frozenset()))
        return bool(wanted & ours)

    # --- how it reads -------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return "\n".join(self._lines())

    __repr__ = __str__

    def _lines(self) -> Iterator[str]:
        for row in self.rows:
            yield f"Turn {row.turn}{f', {row.name}' if row.name else ''}"
            for head, text in ((f"  In {self.history.year}:   ", row.then), ("  Your game: ", row.here)):
                yield fill(text, 100, initial_indent=head, subsequent_indent=" " * len(head))
        if self.falls:
            yield f"{'First reached in turn':<24}{f'in {self.history.year}':>10}{'your game':>12}"
        for name, then, here in self.falls:
            yield f"  {name:<22}{then or 'later':>10}{here or '-':>12}"

    def _repr_markdown_(self) -> str:
        turns = (f"| {row.turn}{f' · {row.name}' if row.name else ''} | {row.then} | {row.here} |" for row in self.rows)
        year = self.history.year
        falls = (f"| {name} | {then or 'later'} | {here or 'not reached'} |" for name, then, here in self.falls)
        lines = [f"| Turn | In {year} | In your game |", "| --- | --- | --- |", *turns]
        if self.falls:
            head = f"| First {self.history.people} at | in {year}: turn | in your game: turn |"
            lines += ["", head, "| --- | --- | --- |", *falls]
        return "\n".join(lines)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))


def _ends(game: Game) -> Iterator[tuple[int, State]]:
    """Each turn that was played, with how things stood at its end."""
    for number in range(len(game.steps) + 1):
        state = game.at(number).state
        yield state.turn, state


@cache
def history(system: str) -> History:
    """What happened, as the book tells it: ``fm.history("vimy")``."""
    known = tuple(sorted(path.parent.name for path in data_root().glob("*/history.toml")))
    if system not in known:
        raise NoSuchName("history", system, known)
    told = load(History, f"{system}/history.toml")
    for number, event in enumerate(told.event):
        if unknown := set(event.source.split(", ")) - told.sources.keys():
            raise DataError(f"{system}/history.toml", f"$.event[{number}].source", f"no source is called {unknown}")
    return told


@checked
def compare(game: Game) -> Comparison:
    """Lay a game beside history, turn by turn: ``fm.compare(game)``."""
    return Comparison(game, history(game.setup.system))
