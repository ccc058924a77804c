"""What happened, and what happened in your game: told turn by turn, each tied to the other."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from html import escape
from textwrap import fill
from typing import Any, Final, NamedTuple, final

from fmbook.core.calls import checked
from fmbook.core.errors import FmbookError
from fmbook.core.language import spoken_here, told
from fmbook.core.shown import ShownByWidget
from fmbook.core.sides import noun, opening
from fmbook.core.state import State
from fmbook.lessons.historyfile import History, WatchedPlace, history
from fmbook.lessons.watched import cleared_ground, due_places, goal_places, short_of, taken
from fmbook.library.htmltables import table
from fmbook.play.game import Game
from fmbook.play.losses import last_played, lost_by_turn
from fmbook.play.succession import at_desk
from fmbook.text.wording import counted, listed, place_name

__all__ = ["ComparedTurn", "Comparison", "compare"]

WIDE: Final = 100
UNPLAYED: Final = "Nothing has been played yet: this is what happened."


class ComparedTurn(NamedTuple):
    """One turn: its name, what happened then, what happened in the game; empty if it has not been played."""

    turn: int
    name: str
    then: str
    here: str


@spoken_here
@final
class Comparison(ShownByWidget):
    """A game beside history. ``rows`` are the turns, ``falls`` the places, ``aims`` the scenario's own goal."""

    _widget = "lookback:LookBack"

    label: Final = "Compare my game"

    def __init__(self, games: tuple[Game, ...], told: History) -> None:
        self.history, self._games, self._game = told, games, last_played(map(at_desk, games))
        self._ends = dict(_ends(self._game))
        self._lost = lost_by_turn(self._game)
        self.rows = tuple(map(self._row, range(min(self._ends), self._game.setup.turns + 1)))

    @property
    def games(self) -> tuple[Game, ...]:
        """The games of which it compares the one that was played."""
        return self._games

    def afresh(self) -> "Comparison":
        """Compare again, after something more has been played."""
        return Comparison(self._games, self.history)

    @property
    def sources(self) -> tuple[str, ...]:
        """The books and pages that the account rests on."""
        return tuple(map(told, self.history.sources.values()))

    # --- places ----------------------------------------------------------------------------------------

    @cached_property
    def falls(self) -> tuple[tuple[str, int, int], ...]:
        """Each place with the turn in which it fell in history and in the game; 0 means not in time."""
        return tuple((place.name, place.turn, self._fell(place.on(self._game.board))) for place in self._due)

    @cached_property
    def _due(self) -> tuple[WatchedPlace, ...]:
        return due_places(self._game, self.history)

    def _fell(self, wanted: frozenset[int]) -> int:
        states = (self._game.at(number).state for number in range(len(self._game.steps) + 1))
        return next((state.turn for state in states if self._taken(wanted, state)), 0)

    def _taken(self, wanted: frozenset[int], state: State) -> bool:
        return taken(self.history, wanted, state)

    def _short(self, wanted: frozenset[int], state: State) -> str:
        return short_of(self.history, wanted, state)

    # --- a turn of the game ----------------------------------------------------------------------------

    def _row(self, turn: int) -> ComparedTurn:
        track = self._game.setup.data.get("track", {}).get(turn)
        name = track.name if track else ""
        then = " ".join(f"{_hour(each.when, name)}: {each.says}" for each in self.history.of_turn(turn))
        here = " ".join(self._here(turn)) if self._game.orders and turn in self._ends else ""
        return ComparedTurn(turn, name, then or "Nothing that we have read of.", here)

    def _here(self, turn: int) -> Iterator[str]:
        state, reached = self._ends[turn], dict[str, list[str]]()
        for name, then, here in self.falls:
            if here == turn:
                reached.setdefault(_how(then, here), []).append(name)
        for how, names in reached.items():
            yield f"The {self.history.people} stand at {listed(names)}, {how}."
        for (name, then, here), place in zip(self.falls, self._due, strict=True):
            if then == turn and not 0 < here <= turn:
                yield f"The {self.history.people} are {self._short(place.on(state.board), state)} {name}."
        if self._counts_hexes:
            yield f"{self._held(state)}."
        yield self._lost_in(turn)

    def _lost_in(self, turn: int) -> str:
        lost = [self._lost[turn, side] for side in range(len(self._game.sides))]
        return f"{self._toll(lost)}." if any(lost) else "Nobody was lost in this turn."

    def _toll(self, lost: Sequence[int]) -> str:
        """Say what each side lost, and leave out who lost nobody."""
        first, *more = [(side, steps) for side, steps in zip(self._game.sides, lost, strict=True) if steps]
        others = (f"{noun(side)} {self.history.step.of(steps)}" for side, steps in more)
        return ", ".join([f"{opening(first[0])} lost {self.history.step.of(first[1])}", *others])

    @cached_property
    def _counts_hexes(self) -> bool:
        """Whether the hexes of the note lead to a place that this game is about."""
        counted_ = self._game.board.having(self.history.feature) if self.history.held else frozenset()
        return any(place.on(self._game.board) <= counted_ for place in self._due)

    def _held(self, state: State) -> str:
        places = state.board.having(self.history.feature)
        ours = self.history.held_in(state) & places
        return f"{len(ours)} of {len(places)} {self.history.held}"

    # --- the whole of it -------------------------------------------------------------------------------

    @cached_property
    def aims(self) -> tuple[str, ...]:
        """What has become of the scenario's own goal, place by place."""
        goal, board = self._game.setup.data.get("goal", {}), self._game.board
        if not self._game.orders or goal.get("side") not in self._game.sides:
            return ()
        if to_clear := cleared_ground(self._game):
            left = self._game.state.forces[1 - self._game.sides.index(goal["side"])].places & to_clear
            named = listed((place_name(board, place) for place in sorted(left)), most=6)
            return (f"The enemy still stands at {named}." if left else "No enemy is left on the ground of the goal.",)
        return tuple(self._aim(place, goal["side"]) for place in sorted(goal_places(self._game)))

    def _aim(self, place: int, side: str) -> str:
        game, name = self._game, place_name(self._game.board, place)
        if place in game.state.forces[game.sides.index(side)].places:
            return f"{name}: held, first reached in {game.turn_word} {self._fell(frozenset({place}))}."
        if turn := self._fell(frozenset({place})):
            return f"{name}: reached in {game.turn_word} {turn}, and lost again."
        return f"{name}: {self._short(frozenset({place}), game.state).removesuffix(' of')}."

    @cached_property
    def costs(self) -> tuple[str, str]:
        """What the battle cost in fact, and what the game has cost so far, with how a step is reckoned."""
        then = f"In {self.history.year}: {self.history.cost.says}"
        if not self._game.orders:
            return then, ""
        sides = range(len(self._game.sides))
        sums = [sum(lost for (_, of), lost in self._lost.items() if of == side) for side in sides]
        toll = self._toll(sums) if any(sums) else "Nobody has been lost so far"
        return then, f"{toll}. {self.history.step.reckoned}"

    def _parts(self) -> Iterator[tuple[str, str, str]]:
        """Head of each paragraph, what happened, and what happened in the game; in order."""
        if not self._game.orders:
            yield "", UNPLAYED, ""
        for row in self.rows:
            yield self._head(row), row.then, row.here
        if self._game.orders and (unplayed := [row.turn for row in self.rows if row.turn not in self._ends]):
            yield "", f"Not played yet: {self._game.turn_word} {unplayed[0]} and what follows.", ""
        if self.aims:
            yield "Your goal", " ".join(self.aims), ""
        yield "The cost", *self.costs

    def _head(self, row: ComparedTurn) -> str:
        return f"{self._game.turn_word.capitalize()} {row.turn}{f', {row.name}' if row.name else ''}"

    # --- how it reads -------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return "\n".join([*self._lines(), *self._table()])

    __repr__ = __str__

    def _lines(self) -> Iterator[str]:
        for head, then, here in self._parts():
            if head:
                yield head
            for text in filter(None, (then, here and f"In your game: {here}")):
                yield fill(told(text), WIDE, initial_indent="  ", subsequent_indent="  ")

    def _table(self) -> Iterator[str]:
        if self.falls:
            yield f"{'First reached in turn':<24}{f'in {self.history.year}':>10}{'your game':>12}"
        for name, then, here in self.falls:
            yield f"  {name:<22}{then or 'later':>10}{here or '-':>12}"

    def _repr_html_(self) -> str:
        told = "".join(_paragraph(*part) for part in self._parts())
        heads = (f"First {self.history.people} at", f"in {self.history.year}: turn", "in your game: turn")
        rows = ((name, str(then or "later"), str(here or "not reached")) for name, then, here in self.falls)
        return f"{told}{table(heads, rows, 1) if self.falls else ''}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))


def _paragraph(head: str, then: str, here: str) -> str:
    named = f"<strong>{escape(head)}.</strong> " if head else ""
    played = f"<br><em>In your game:</em> {escape(here)}" if here else ""
    return f"<p>{named}{escape(then)}{played}</p>"


def _hour(when: str, turn: str) -> str:
    """Say when something happened, without the date that the name of the turn has told already."""
    day = f"{turn.partition(',')[0]}, "
    said = when.removeprefix(day)
    return f"{said[:1].upper()}{said[1:]}"


def _how(then: int, here: int) -> str:
    """Say how a place is reached: in the turn in which it fell, before it, or late."""
    if then == here:
        return "as they did"
    if then == 0:
        return "where nobody came in time"
    return f"{counted(abs(then - here), 'turn')} {'early' if here < then else 'late'}"


def _ends(game: Game) -> Iterator[tuple[int, State]]:
    """Each turn that was played, with how things stood at its end."""
    for number in range(len(game.steps) + 1):
        state = game.at(number).state
        yield state.turn, state


@checked
def compare(*games: Game) -> Comparison:
    """Lay a game beside history, turn by turn: ``fm.compare(game)``; of several, the one that was played.

    >>> import fmbook as fm
    >>> game = fm.new_game("vimy")
    >>> print(str(fm.compare(game)).splitlines()[1])
    Turn 1, 9 April, Morning
    """
    if len({game.setup.system for game in games}) != 1:
        raise FmbookError("Name one game to compare, or several of the same system: fm.compare(game)")
    return Comparison(games, history(games[0].setup.system))
