"""What the enemy did last, until the reader's phase ends: ways on the map, numbered like their lines in the story."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from fmbook.core.events import (
    Advanced,
    BattleOpened,
    Eliminated,
    Entered,
    Event,
    Moved,
    PhaseBegan,
    PhaseEnded,
    Retreated,
    StepLost,
    TurnBegan,
    TurnEnded,
)  # fmt: skip
from fmbook.core.state import State
from fmbook.engine.legality import question
from fmbook.play.game import Game
from fmbook.play.given import GivenOrder
from fmbook.text.wording import listed

__all__ = ["COURSE", "Trace", "before_the_enemy", "enemy_deeds", "enemy_told", "enemy_turn_told", "traces"]

MOST: Final = 4  # units or places named in one part of a sentence
COURSE: Final = (PhaseBegan, PhaseEnded, TurnBegan, TurnEnded)
"""What happens by the calendar, and is nobody's deed."""


SAID: Final = {
    "gone": "{0} eliminated{1}", "worn": "{1} lost by {0}", "back": "{0} driven back",
    "vain": "attack on {0} without success", "came": "{0} {1}", "marched": "{0} marched",
}  # fmt: skip
"""A part of the sentence of each kind: of whom, and how it came."""


class Trace(NamedTuple):
    """A way that a unit went, place by place, and which entry of the diary tells of it."""

    way: tuple[int, ...]
    entry: int


def traces(game: Game, you: str | None, since: int) -> tuple[Trace, ...]:
    """List the ways of the units of the other side, in its own orders, since so many entries of the diary."""
    if you is None:
        return ()
    own, told, found = game.sides.index(you), len(game.entries), list[Trace]()
    for number in range(len(game.steps) - 1, -1, -1):
        step, before = game.steps[number], game.at(number).state
        told -= len(step.entries)
        if told < since:
            break
        if before.side != own:
            found += _ways(before, step, told)
    return tuple(sorted(found, key=lambda trace: trace.entry))


def before_the_enemy(game: Game, you: str | None) -> int:
    """Return at which entry of the diary the reader's last order before the enemy's phases begins; 0 without one.

    Neither an answer in those phases nor an order in any phase of the reader's own turn ends what is shown.
    """
    own, told, met = game.sides.index(you) if you else -1, len(game.entries), False
    for number in range(len(game.steps) - 1, -1, -1):
        before = game.at(number).state
        told -= len(game.steps[number].entries)
        if before.phase.side != own:
            met = True
        elif before.side == own and (met or before.turn != game.turn):
            return told
    return 0


def enemy_deeds(game: Game, you: str | None, since: int) -> tuple[int, ...]:
    """List what happened in the enemy's phases since so many entries of the diary, by the entries that tell of it."""
    own, told, found = game.sides.index(you) if you else -1, len(game.entries), list[int]()
    for number in range(len(game.steps) - 1, -1, -1):
        entries = game.steps[number].entries
        told -= len(entries)
        if told < since or not you:
            break
        if game.at(number).state.phase.side != own:
            found += [at for at, entry in enumerate(entries, told) if _is_deed(entry.event)]
    return tuple(sorted(found))


def _is_deed(event: Event) -> bool:
    return not event.silent and not isinstance(event, COURSE)


def enemy_turn_told(game: Game, you: str | None) -> str:
    """Say what the enemy did in its turn, as it came, when it has just ended; else nothing."""
    if you is None or not game.steps or game.outcome:
        return ""
    own, number = game.sides.index(you), len(game.steps) - 1
    if game.state.phase.side != own or game.at(number).state.phase.side == own:
        return ""
    return enemy_told(game, you, 0)


def enemy_told(game: Game, you: str | None, since: int) -> str:
    """Say what the enemy did in its last phases, since so many entries of the diary."""
    own, told = game.sides.index(you) if you else -1, len(game.entries)
    deeds, met = _Deeds(own), False
    for number in range(len(game.steps) - 1 if you else -1, -1, -1):
        before, told = game.at(number).state, told - len(game.steps[number].entries)
        if told < since or (met and before.phase.side == own):
            break
        if before.phase.side != own:
            met = True
            deeds.note(before, game.steps[number])
    return deeds.said()


class _Deeds:
    """What was done to one side, and who marched; it is noted from the last order to the first."""

    def __init__(self, own: int) -> None:
        self._own = own
        self._noted: list[tuple[str, str, str]] = []  # which of the sayings, whom it names, and how it came
        self._gone = set[str]()
        self._harmed = False

    def note(self, before: State, step: GivenOrder) -> None:
        """Note what came of an order, from its last event to its first."""
        for event in (entry.event for entry in reversed(step.entries)):
            if isinstance(event, BattleOpened):
                if event.kind == "attack" and event.side != self._own and not self._harmed:
                    self._noted.append(("vain", event.target, ""))
                self._harmed = False
            elif isinstance(event, Eliminated | StepLost | Retreated) and self._is_own(before, event.unit):
                self._harmed = True
                if event.unit not in self._gone:  # whoever was lost in the end was harmed before, and driven back
                    self._note_harm(before, event)
            elif isinstance(event, Entered) and not self._is_own(before, event.unit):
                self._noted.append(("came", event.unit, event.has))
            elif isinstance(event, Moved) and not self._is_own(before, event.unit):
                self._noted.append(("marched", event.unit, ""))

    def _is_own(self, before: State, unit: str) -> bool:
        return before.setup.unit(unit).side == self._own

    def _note_harm(self, before: State, event: Eliminated | StepLost | Retreated) -> None:
        if isinstance(event, Eliminated):
            self._gone.add(event.unit)
            asked = question(before)
            self._noted.append(("gone", event.unit, f" {asked.harms}" if asked.harms else ""))
        elif isinstance(event, StepLost):
            self._noted.append(("worn", event.unit, event.noun))
        else:
            self._noted.append(("back", event.unit, ""))

    def said(self) -> str:
        """Say it in one sentence, in the order in which it began."""
        found: dict[tuple[str, str], dict[str, None]] = {}
        for kind, name, how in reversed(self._noted):
            found.setdefault((kind, how), {})[name] = None
        parts = (
            SAID[kind].format(listed(list(names), MOST if len(names) > MOST + 1 else len(names)), how)  # one more fits
            for (kind, how), names in found.items()
        )
        told = "; ".join(parts)
        return f"What the enemy did: {told}." if told else ""


def _ways(before: State, step: GivenOrder, first: int) -> Iterator[Trace]:
    """Each unit of the side that gave this order, and marched or followed up.

    Nothing is carried out anew: an event may be about markers that the reader must not see.
    """
    setup, where = before.setup, dict[str, int]()
    for number, entry in enumerate(step.entries, first):
        event = entry.event
        if isinstance(event, Moved | Advanced) and setup.unit(event.unit).side == before.side:
            start = where.get(event.unit, before.where[setup.unit_numbers[event.unit]])
            via = event.via if isinstance(event, Moved) else ()
            way = (start, *map(setup.board.at, (*via, event.to)))
            where[event.unit] = way[-1]
            yield Trace(tuple(place for place in way if place >= 0), number)
