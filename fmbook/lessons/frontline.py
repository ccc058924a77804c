"""The front of that hour in fact, on the board of a game, and in one sentence how the game differs."""

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from typing import final

from fmbook.core.state import State
from fmbook.lessons.along import Along
from fmbook.lessons.historyfile import WatchedPlace, histories, history
from fmbook.lessons.theatre import Moment, load_theatre, theatres
from fmbook.lessons.watched import due_places, short_of, taken
from fmbook.play.game import Game
from fmbook.play.given import GivenOrder
from fmbook.text.wording import listed

__all__ = ["FrontLine", "fronts"]

MOST = 3  # places that one sentence names


@cache
def fronts() -> tuple[str, ...]:
    """Name the systems of which it is known where the front was, turn by turn."""
    known = (system for system in theatres() if system in histories())
    return tuple(system for system in known if any(moment.turn >= 0 for moment in load_theatre(system).plan.moment))


@final
class FrontLine:
    """Where the front was in fact as a game goes on. A line is always ours: it joins the places that sources name."""

    def __init__(self, game: Game) -> None:
        self.game, self.history = game, history(game.setup.system)
        self._moments = [moment for moment in load_theatre(game.setup.system).plan.moment if moment.turn >= 0]

    def moment(self, turn: int) -> Moment:
        """Return the last moment that is known by a turn."""
        return [moment for moment in self._moments if moment.turn <= turn][-1]

    def lines(self, turn: int) -> tuple[tuple[int, ...], ...]:
        """Return the front by a turn: lines of places, by their numbers on the board."""
        lines = (line.split() for line in self.moment(turn).front.split("/"))
        return tuple(tuple(map(self.game.board.at, line)) for line in lines if line)

    def says(self, orders: int) -> str:
        """Say when that was, how the game differed after so many orders, and whose line it is."""
        here = self.game.at(orders).state
        moment = self.moment(here.turn)
        difference = self._difference(here, self._reached.after(orders), moment.turn)
        return (
            f"The front in fact ({self.history.year}, {moment.when}). {difference} "
            f"The line is drawn for this book; sources: {moment.source}."
        )

    def _difference(self, here: State, reached: frozenset[str], turn: int) -> str:
        """Say of the places that had fallen by then how it is in the game, and of others which came early."""
        people, held = self.history.people, [place for place in self._due if self._is_held(place, here, reached)]
        late = [place for place in self._due if 0 < place.turn <= turn and place not in held]
        early = [place for place in held if not 0 < place.turn <= turn]
        if not late and not early:
            return f"In your game the {people} have reached the same places."
        then = f"The {people} stood at {_named(late)} by then; yours are {self._short(late, here)}." if late else ""
        more = f"In your game they have reached {_named(early)} already." if early else ""
        return " ".join(filter(None, (then, more)))

    def _short(self, late: Sequence[WatchedPlace], here: State) -> str:
        """Say how far the nearest of ours is from each place."""
        last, board = _last(late), here.board
        said = [f"{short_of(self.history, place.on(board), here)} {place.name}" for place in last]
        return f"{said[0].removesuffix(last[0].name)}it" if len(late) == 1 else listed(said)

    def _is_held(self, place: WatchedPlace, here: State, reached: frozenset[str]) -> bool:
        """Whether somebody has been there, and the enemy does not stand there now."""
        enemy = here.forces[1 - self.history.side_in(here)].places
        return place.name in reached and not place.on(here.board) & enemy

    @cached_property
    def _reached(self) -> Along[frozenset[str]]:
        """The places that have been reached so far."""
        return Along(self.game, self._taken_in(self.game.at(0).state), self._with)

    def _with(self, reached: frozenset[str], _: State, step: GivenOrder) -> frozenset[str]:
        return reached | self._taken_in(step.state)

    def _taken_in(self, state: State) -> frozenset[str]:
        board = self.game.board
        return frozenset(place.name for place in self._due if taken(self.history, place.on(board), state))

    @cached_property
    def _due(self) -> tuple[WatchedPlace, ...]:
        return due_places(self.game, self.history)


def _last(places: Iterable[WatchedPlace]) -> list[WatchedPlace]:
    """The places that fell last, in the order in which they fell."""
    return sorted(places, key=lambda place: place.turn)[-MOST:]


def _named(places: Iterable[WatchedPlace]) -> str:
    return listed(place.name for place in _last(places))
