"""Events: what happened. Each makes the next state and reads as a sentence of the diary; a silent one has none."""

from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from fmbook.core.sides import opening
from fmbook.core.state import DEAD, OFF_MAP, Ask, Battle, Outcome, Phase, State

__all__ = [
    "Advanced", "Answered", "Asked", "BattleEnded", "BattleOpened", "Eliminated", "Entered", "Event",
    "GameEnded", "Halted", "HeldFire", "Joined", "MarkersDrawn", "MarkersReturned", "Moved", "Noted",
    "PhaseBegan", "PhaseEnded", "Placed", "Rebuilt", "Recorded", "Retreated", "Rolled", "StepLost", "StoodFast",
    "Supported", "TurnBegan", "TurnEnded", "Withheld",
]  # fmt: skip


class Event:
    """The base of all events: frozen structs, quickly made; they hold no cycles and need no look from the collector."""

    __slots__ = ()

    silent: ClassVar[bool] = False
    sets_up: ClassVar[bool] = False  # all pieces stand where they stood at the beginning, or elsewhere

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        raise NotImplementedError


# --- the course of a turn --------------------------------------------------------------


class TurnBegan(Event, Struct, frozen=True, gc=False):
    """A turn begins, or whatever a game calls it."""

    turn: int
    word: str = "turn"

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.but(turn=self.turn)

    def __str__(self) -> str:
        return f"{self.word.capitalize()} {self.turn} begins."


class PhaseBegan(Event, Struct, frozen=True, gc=False):
    """A phase begins: nothing is spent yet."""

    phase: Phase

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.but(phase=self.phase, spent=frozenset(), struck=frozenset())

    def __str__(self) -> str:
        return f"{self.phase.name} begins."


class PhaseEnded(Event, Struct, frozen=True, gc=False):
    """A phase is over."""

    phase: Phase
    silent: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state


class TurnEnded(Event, Struct, frozen=True, gc=False):
    """A turn is over."""

    turn: int
    word: str = "turn"

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state

    def __str__(self) -> str:
        return f"{self.word.capitalize()} {self.turn} ends."


class GameEnded(Event, Struct, frozen=True, gc=False):
    """The game is decided."""

    outcome: Outcome

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.but(outcome=self.outcome, asks=(), battle=None)

    def __str__(self) -> str:
        return self.outcome.text


# --- questions ----------------------------------------------------------------------------


class Asked(Event, Struct, frozen=True, gc=False):
    """Questions are put; the last one is asked first."""

    asks: tuple[Ask, ...]
    silent: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        if state.outcome:
            return state
        return state.but(asks=(*state.asks, *self.asks))


class Answered(Event, Struct, frozen=True, gc=False):
    """The top question is done with, or stands changed."""

    instead: Ask | None = None
    silent: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        if state.outcome:  # a game that is over asks nothing more, whatever the fight in progress had still to settle
            return state
        left = state.asks[:-1]
        return state.but(asks=(*left, self.instead) if self.instead else left)


# --- movement -----------------------------------------------------------------------------


class Moved(Event, Struct, frozen=True, gc=False):
    """A unit marched. Of its way only those hexes are kept of which some rule asks who was the last there."""

    unit: str
    start: str
    to: str
    via: tuple[str, ...] = ()
    passed: frozenset[int] = frozenset()
    verb: str = "marches"

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        setup = state.setup
        number = setup.unit_numbers[self.unit]
        return state.with_unit(number, setup.board.at(self.to), spent=state.spent | {number})

    def __str__(self) -> str:
        via = f" by way of {', '.join(self.via)}" if self.via else ""
        return f"{self.unit} {self.verb} from {self.start} to {self.to}{via}."


class Halted(Event, Struct, frozen=True, gc=False):
    """A unit goes no further in this phase."""

    unit: str

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.but(spent=state.spent | {state.setup.unit_numbers[self.unit]})

    def __str__(self) -> str:
        return f"{self.unit} goes no further."


class _Appears(Event, Struct, frozen=True, gc=False):
    unit: str
    to: str

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.with_unit(state.setup.unit_numbers[self.unit], state.setup.board.at(self.to))


class Placed(_Appears, frozen=True, gc=False):
    """A unit is set up."""

    def __str__(self) -> str:
        return f"{self.unit} is set up at {self.to}."


class Entered(_Appears, frozen=True, gc=False):
    """A unit arrives."""

    has: ClassVar[str] = "arrived"

    def __str__(self) -> str:
        return f"{self.unit} arrives at {self.to}."


# --- combat -------------------------------------------------------------------------------


class BattleOpened(Event, Struct, frozen=True, gc=False):
    """A combat is opened on a hex."""

    kind: str
    target: str
    side: int
    defenders: tuple[str, ...]

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        setup = state.setup
        place = setup.board.at(self.target)
        defenders = tuple(setup.unit_numbers[name] for name in self.defenders)
        battle = Battle(self.kind, place, self.side, defenders=defenders)
        return state.but(battle=battle, struck=state.struck | {(self.kind, place)})

    def __str__(self) -> str:
        against = f" against {', '.join(self.defenders)}" if self.defenders else ""
        return f"The {self.kind} on {self.target}{against} is declared."


class Joined(Event, Struct, frozen=True, gc=False):
    """A unit takes part in the attack."""

    unit: str

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        number, battle = state.setup.unit_numbers[self.unit], _battle(state)
        joined = replace(battle, attackers=(*battle.attackers, number))
        return state.but(battle=joined, spent=state.spent | {number})

    def __str__(self) -> str:
        return f"{self.unit} joins the attack."


class Supported(Event, Struct, frozen=True, gc=False):
    """A side commits a support marker."""

    side: int
    marker: str
    name: str

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        number, battle = state.setup.marker_numbers[self.marker], _battle(state)
        hand = list(state.hands[self.side])
        hand.remove(number)
        support = list(battle.support)
        support[self.side] = (*support[self.side], number)
        committed = replace(battle, support=(support[0], support[1]))
        return state.but(hands=_replaced(state.hands, self.side, tuple(hand)), battle=committed)

    def __str__(self) -> str:
        return f"{opening(self.name):fires} in support: {self.marker}."


class HeldFire(Event, Struct, frozen=True, gc=False):
    """A side commits nothing more: after a marker that ends its fire, without one it keeps silent."""

    name: str
    after_some: bool = False

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state

    def __str__(self) -> str:
        who = opening(self.name)
        return f"{who:adds} nothing more." if self.after_some else f"{who:holds its} fire."


class Rolled(Event, Struct, frozen=True, gc=False):
    """Dice were thrown, and this came of it."""

    dice: tuple[int, ...]
    result: str
    text: str = ""

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state

    def __str__(self) -> str:
        shown = " and ".join(map(str, self.dice))
        dice = "The die shows" if len(self.dice) == 1 else "The dice show"
        return f"{dice} {shown}: {self.text or self.result}."


class Noted(Event, Struct, frozen=True, gc=False):
    """A rule writes down a figure for the rest of this combat."""

    name: str
    value: int
    silent: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        battle = _battle(state)
        kept = tuple(note for note in battle.notes if note[0] != self.name)
        return state.but(battle=replace(battle, notes=(*kept, (self.name, self.value))))


class StepLost(Event, Struct, frozen=True, gc=False):
    """A unit loses a step, or several strength points, and lives on."""

    noun: ClassVar[str] = "steps"
    unit: str
    count: int = 1

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        number = state.setup.unit_numbers[self.unit]
        return state.with_steps(number, state.steps[number] - self.count)

    def __str__(self) -> str:
        return f"{self.unit} loses {'a step' if self.count == 1 else f'{self.count} points'}."


class Eliminated(Event, Struct, frozen=True, gc=False):
    """A unit is lost, and sometimes it goes without saying why."""

    unit: str
    why: str = ""

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        number = state.setup.unit_numbers[self.unit]
        return state.with_unit(number, DEAD).with_steps(number, 0)

    def __str__(self) -> str:
        return f"{self.unit} is eliminated{': ' if self.why else ''}{self.why}."


class Rebuilt(Event, Struct, frozen=True, gc=False):
    """A unit gets a step back."""

    unit: str

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        number = state.setup.unit_numbers[self.unit]
        return state.with_steps(number, state.steps[number] + 1)

    def __str__(self) -> str:
        return f"{self.unit} is rebuilt."


class Withheld(Event, Struct, frozen=True, gc=False):
    """A unit leaves the map without being lost."""

    unit: str

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.with_unit(state.setup.unit_numbers[self.unit], OFF_MAP)

    def __str__(self) -> str:
        return f"{self.unit} leaves the map."


class Retreated(Event, Struct, frozen=True, gc=False):
    """A unit falls back along a way; it stayed put until the way was complete."""

    unit: str
    way: tuple[str, ...]

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        setup = state.setup
        number, way = setup.unit_numbers[self.unit], tuple(map(setup.board.at, self.way))
        start, new = state.where[number], state.with_unit(number, way[-1])
        if new.battle and number in new.battle.defenders:
            return new.but(battle=replace(new.battle, way=(start, *way)))
        return new

    def __str__(self) -> str:
        return f"{self.unit} falls back to {self.way[-1]}{_by_way_of(self.way[:-1])}."


class StoodFast(Event, Struct, frozen=True, gc=False):
    """A unit turns its retreat down."""

    unit: str

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state

    def __str__(self) -> str:
        return f"{self.unit} stands fast."


class Advanced(Event, Struct, frozen=True, gc=False):
    """A unit follows up by one hex."""

    unit: str
    to: str

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.with_unit(state.setup.unit_numbers[self.unit], state.setup.board.at(self.to))

    def __str__(self) -> str:
        return f"{self.unit} advances to {self.to}."


class BattleEnded(Event, Struct, frozen=True, gc=False):
    """The combat is over."""

    silent: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.but(battle=None)


# --- support markers ------------------------------------------------------------------------


class MarkersDrawn(Event, Struct, frozen=True, gc=False):
    """A side takes its support markers for the turn; only that side knows which."""

    side: int
    markers: tuple[str, ...]
    name: str

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        drawn = tuple(sorted(state.setup.marker_numbers[marker] for marker in self.markers))
        return state.but(hands=_replaced(state.hands, self.side, drawn))

    def __str__(self) -> str:
        count = len(self.markers)
        return f"{opening(self.name):takes} {count} support marker{'' if count == 1 else 's'}."


class MarkersReturned(Event, Struct, frozen=True, gc=False):
    """All support markers go back to their pools."""

    silent: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.but(hands=((), ()))


# --- what only one game knows of ------------------------------------------------------------


class Recorded(Event, Struct, frozen=True, gc=False):
    """A fact of this game changes; with a sentence it is news, without one it is book-keeping."""

    name: str
    value: Any
    says: str = ""

    @property
    def silent(self) -> bool:  # type: ignore[override]
        """Tell whether the diary passes over it."""
        return not self.says

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.with_fact(self.name, self.value)

    def __str__(self) -> str:
        return self.says


# --- small help -----------------------------------------------------------------------------


def _battle(state: State) -> Battle:
    if state.battle is None:
        raise ValueError("no combat is in progress")
    return state.battle


def _replaced(hands: tuple[tuple[int, ...], ...], side: int, hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(hand if number == side else other for number, other in enumerate(hands))


def _by_way_of(places: tuple[str, ...]) -> str:
    return f" by way of {', '.join(places)}" if places else ""
