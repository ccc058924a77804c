"""What happened, and what happened in your game: told turn by turn, each tied to the other."""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from html import escape
from textwrap import fill
from typing import Any, Final, NamedTuple, final

from msgspec import Struct

from fmbook.books.cards import card
from fmbook.core.calls import checked
from fmbook.core.data import data_root, load
from fmbook.core.errors import DataError, FmbookError, NoSuchName
from fmbook.core.sides import noun, opening
from fmbook.core.state import State
from fmbook.geometry.boards import Board, Word
from fmbook.lessons.losses import last_played, lost_by_turn
from fmbook.lessons.refreshed import shown_again
from fmbook.library.htmltables import table
from fmbook.play.game import Game
from fmbook.text.wording import counted, far, listed, place_name

__all__ = ["ComparedTurn", "Comparison", "History", "compare", "histories", "history"]

NEAR: Final = 2  # hexes: an enemy so close holds a place
WIDE: Final = 100
UNPLAYED: Final = "Nothing has been played yet: this is what happened."


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


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """How many people a step stands for, at the least and at the most, and why we think so."""

    people: tuple[int, int]
    because: str

    def of(self, steps: int) -> str:
        """Say so many steps, and how many people they are."""
        least, most = (steps * people for people in self.people)
        if self.people == (1, 1):
            return f"{steps} {'man' if steps == 1 else 'men'}"
        return f"{counted(steps, 'step')} (some {least:,} to {most:,} people)"

    @property
    def reckoned(self) -> str:
        """Say where the number of people comes from."""
        said = self.because if self.people == (1, 1) else f"what a step is worth is our reckoning: {self.because}"
        return f"{said[:1].upper()}{said[1:]}."


class Cost(Struct, frozen=True, forbid_unknown_fields=True):
    """What it cost in fact, and who says so."""

    says: str
    source: str


class Talk(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about this battle and a rule that is not quite true, for games that came to some turn."""

    turn: int
    about: str
    says: str


class History(Struct, frozen=True, forbid_unknown_fields=True):
    """What happened, as a system's file tells it.

    Where the game writes down who was last on a hex with a ``feature``, ``fact`` is the name of that note, and
    ``held`` says what to call those hexes.
    """

    provenance: Word
    year: str
    side: str
    people: str  # whose coming is watched for: Canadians
    step: Step
    cost: Cost
    place: tuple[WatchedPlace, ...]
    event: tuple[Happened, ...]
    sources: dict[str, str]
    talk: tuple[Talk, ...] = ()
    fact: str = ""
    feature: str = ""
    held: str = ""

    def of_turn(self, turn: int) -> tuple[Happened, ...]:
        """What happened in a turn."""
        return tuple(event for event in self.event if event.turn == turn)


class ComparedTurn(NamedTuple):
    """One turn: its name, what happened then, what happened in the game; empty if it has not been played."""

    turn: int
    name: str
    then: str
    here: str


@final
class Comparison:
    """A game beside history. ``rows`` are the turns, ``falls`` the places, ``aims`` the scenario's own goal."""

    label: Final = "Compare my game"

    def __init__(self, games: tuple[Game, ...], told: History) -> None:
        self.history, self._games, self._game = told, games, last_played(games)
        self._ends = dict(_ends(self._game))
        self._lost = lost_by_turn(self._game)
        self.rows = tuple(map(self._row, range(min(self._ends), self._game.setup.turns + 1)))

    def afresh(self) -> "Comparison":
        """Compare again, after something more has been played."""
        return Comparison(self._games, self.history)

    @property
    def sources(self) -> tuple[str, ...]:
        """The books and pages that the account rests on."""
        return tuple(self.history.sources.values())

    # --- places ----------------------------------------------------------------------------------------

    @cached_property
    def falls(self) -> tuple[tuple[str, int, int], ...]:
        """Each place with the turn in which it fell in history and in the game; 0 means not in time."""
        return tuple((place.name, place.turn, self._fell(place.on(self._game.board))) for place in self._due)

    @cached_property
    def _due(self) -> tuple[WatchedPlace, ...]:
        """The places that a game is about: those of its goal, and what was due in its turns and is fought for there."""
        game, goal = self._game, self._goal | self._to_clear
        part = min(self._ends) > 1 or bool(self._goal)
        due = (place for place in self.history.place if place.turn <= game.setup.turns or place.on(game.board) & goal)
        return tuple(place for place in due if not part or place.on(game.board) & goal or self._fought_for(place))

    @cached_property
    def _goal(self) -> frozenset[int]:
        """The places that the scenario itself wants to be held."""
        return frozenset(map(self._game.board.at, self._game.setup.data.get("goal", {}).get("hexes", ())))

    @cached_property
    def _to_clear(self) -> frozenset[int]:
        """The ground that the scenario itself wants to be cleared."""
        return self._game.board.having(self._game.setup.data.get("goal", {}).get("ground", ""))

    def _fought_for(self, place: WatchedPlace) -> bool:
        """Whether the enemy stands by a place as the game begins, and nobody of ours has been there."""
        first, wanted = self._game.at(0).state, place.on(self._game.board)
        near = frozenset[int]().union(*(self._game.board.within(hex_, NEAR) for hex_ in wanted))
        enemy = first.forces[1 - self._side].places
        return bool(near & enemy) and not self._taken(wanted, first)

    @cached_property
    def _side(self) -> int:
        return self._game.sides.index(self.history.side)

    def _fell(self, wanted: frozenset[int]) -> int:
        states = (self._game.at(number).state for number in range(len(self._game.steps) + 1))
        return next((state.turn for state in states if self._taken(wanted, state)), 0)

    def _taken(self, wanted: frozenset[int], state: State) -> bool:
        marked = state.board.having(self.history.feature) if self.history.fact else frozenset()
        trodden = wanted if wanted <= marked else frozenset()
        ours = state.forces[self._side].places | (trodden & state.facts.get(self.history.fact, frozenset()))
        return bool(wanted & ours)

    def _short(self, wanted: frozenset[int], state: State) -> str:
        """How far the nearest unit is from a place: two hexes short of."""
        ours = state.forces[self._side].places
        steps = min((state.board.distance(here, there) for here in ours for there in wanted), default=0)
        return f"{far(state.board, steps)} short of" if steps else "nowhere near"

    # --- a turn of the game ----------------------------------------------------------------------------

    def _row(self, turn: int) -> ComparedTurn:
        track = self._game.setup.data.get("track", {}).get(turn)
        then = " ".join(f"{each.when[:1].upper()}{each.when[1:]}: {each.says}" for each in self.history.of_turn(turn))
        here = " ".join(self._here(turn)) if self._game.orders and turn in self._ends else ""
        return ComparedTurn(turn, track.name if track else "", then or "Nothing that we have read of.", here)

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
        ours = state.facts.get(self.history.fact, frozenset()) & places
        return f"{len(ours)} of {len(places)} {self.history.held}"

    # --- the whole of it -------------------------------------------------------------------------------

    @cached_property
    def aims(self) -> tuple[str, ...]:
        """What has become of the scenario's own goal, place by place."""
        goal, board = self._game.setup.data.get("goal", {}), self._game.board
        if not self._game.orders or goal.get("side") not in self._game.sides:
            return ()
        if self._to_clear:
            left = self._game.state.forces[1 - self._game.sides.index(goal["side"])].places & self._to_clear
            named = listed((place_name(board, place) for place in sorted(left)), most=6)
            return (f"The enemy still stands at {named}." if left else "No enemy is left on the ground of the goal.",)
        return tuple(self._aim(place, goal["side"]) for place in sorted(self._goal))

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
                yield fill(text, WIDE, initial_indent="  ", subsequent_indent="  ")

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

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """IPython's own hook: the page, with a button to make it anew; without widgets, the page alone."""
        return shown_again(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))


def _paragraph(head: str, then: str, here: str) -> str:
    named = f"<strong>{escape(head)}.</strong> " if head else ""
    played = f"<br><em>In your game:</em> {escape(here)}" if here else ""
    return f"<p>{named}{escape(then)}{played}</p>"


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


@cache
def histories() -> tuple[str, ...]:
    """Name the systems whose history is known."""
    return tuple(sorted(path.parent.name for path in data_root().glob("*/history.toml")))


@cache
def history(system: str) -> History:
    """What happened, as the book tells it: ``fm.history("vimy")``."""
    if system not in histories():
        raise NoSuchName("history", system, histories())
    told, file = load(History, f"{system}/history.toml"), f"{system}/history.toml"
    cited = [(f"$.event[{number}].source", event.source) for number, event in enumerate(told.event)]
    for place, keys in [*cited, ("$.cost.source", told.cost.source)]:
        if unknown := set(keys.split(", ")) - told.sources.keys():
            raise DataError(file, place, f"no source is called {unknown}")
    for number, talk in enumerate(told.talk):
        try:
            card(talk.about)
        except FmbookError as error:
            raise DataError(file, f"$.talk[{number}].about", str(error)) from error
    return told


@checked
def compare(*games: Game) -> Comparison:
    """Lay a game beside history, turn by turn: ``fm.compare(game)``; of several, the one that was played."""
    if len({game.setup.system for game in games}) != 1:
        raise FmbookError("Name one game to compare, or several of the same system: fm.compare(game)")
    return Comparison(games, history(games[0].setup.system))
