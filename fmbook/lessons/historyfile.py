"""What happened, as a system's file tells it: events with sources, places to watch for, what a step means in people."""

from functools import cache

from msgspec import Struct

from fmbook.books.cards import check_rule
from fmbook.core.data import load_of, systems_with
from fmbook.core.errors import DataError
from fmbook.core.state import State
from fmbook.geometry.boards import Board, Word
from fmbook.text.wording import counted

__all__ = ["Happened", "History", "Step", "WatchedPlace", "histories", "history"]


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

    def short(self, steps: int) -> str:
        """Say so many steps in their own word: men, where each is one."""
        return self.of(steps) if self.people == (1, 1) else counted(steps, "step")

    @property
    def reckoned(self) -> str:
        """Say where the number of people comes from."""
        said = self.because if self.people == (1, 1) else f"what a step is worth is our reckoning: {self.because}"
        return f"{said[:1].upper()}{said[1:]}."


class Cost(Struct, frozen=True, forbid_unknown_fields=True):
    """What it cost in fact, and who says so."""

    says: str
    source: str
    people: tuple[int, int] = (0, 0)  # lost by the side whose coming is watched for, at the least and at the most
    scenario: str = ""  # which covers just what that counts


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

    def side_in(self, state: State) -> int:
        """Return the number of the side whose coming is watched for."""
        return state.setup.sides.index(self.side)

    def held_in(self, state: State) -> frozenset[int]:
        """Return the places where that side was the last, as far as the game writes that down."""
        return frozenset(state.setup.book.fact(self.fact).of(state)) if self.fact else frozenset()

    def lost_in(self, scenario: str) -> tuple[int, int] | None:
        """Reckon how many steps that side lost in fact in a scenario; None where nobody has counted just that."""
        if scenario != self.cost.scenario:
            return None
        (least, most), (few, many) = self.cost.people, self.step.people
        return round(least / many), round(most / few)

    def of_turn(self, turn: int) -> tuple[Happened, ...]:
        """What happened in a turn."""
        return tuple(event for event in self.event if event.turn == turn)


@cache
def histories() -> tuple[str, ...]:
    """Name the systems whose history is known."""
    return systems_with("history")


@cache
def history(system: str) -> History:
    """What happened, as the book tells it: ``fm.history("vimy")``."""
    told, file = load_of(History, system, "history"), f"{system}/history.toml"
    cited = [(f"$.event[{number}].source", event.source) for number, event in enumerate(told.event)]
    for place, keys in [*cited, ("$.cost.source", told.cost.source)]:
        if unknown := set(keys.split(", ")) - told.sources.keys():
            raise DataError(file, place, f"no source is called {unknown}")
    for number, talk in enumerate(told.talk):
        check_rule(talk.about, file, f"$.talk[{number}].about")
    return told
