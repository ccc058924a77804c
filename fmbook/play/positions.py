"""A position to read: what is asked, what may be done, what stands where. It changes nothing."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, final

from fmbook.core.calls import checked
from fmbook.core.errors import NoSuchName
from fmbook.core.mapsigns import MapSigns, Sign
from fmbook.core.orders import Move, Order, as_order, names_in, sentence
from fmbook.core.sides import noun
from fmbook.core.state import DEAD, MadeOnce, Outcome, State, Unit
from fmbook.core.verdicts import Verdict
from fmbook.engine.legality import legal, legal_of, movers, put, question, reasons_against
from fmbook.engine.matters import HOLDERS, ON_THE_MAP, WORD_FOR_HELD
from fmbook.geometry.boards import Board
from fmbook.mechanics.combat import factors
from fmbook.mechanics.movement import field_of, points
from fmbook.mechanics.sequence import turn_word
from fmbook.mechanics.zones import zone
from fmbook.play import hints
from fmbook.play.battle_previews import Preview, preview
from fmbook.play.chances import Outlook, outlook

__all__ = ["Counter", "Position", "Prompt", "held_in_words"]


NEITHER: Final = "neither side"


class Prompt(NamedTuple):
    """One question, with the rule that asks it."""

    text: str
    rule: str

    def __str__(self) -> str:
        return f"{self.text}  [{self.rule}]"


@final
@dataclass(frozen=True, slots=True)
class Counter:
    """A unit as it stands now."""

    id: str
    name: str
    side: str
    place: str
    steps: int
    full: bool
    attack: int
    defence: int
    movement: str
    kind: str
    group: str
    strength: int = 2  # steps when it is full

    @property
    def sort(self) -> str:
        """Its kind in words."""
        return self.kind.replace("_", " ")

    def __str__(self) -> str:
        where = f" at {self.place}" if self.place else ""
        if self.strength > 2:  # a unit of many points is told by them
            return f"{self.id} ({self.side} {self.sort}, {self.steps} of {self.strength} points){where}"
        if not self.attack and not self.defence and self.movement == "0":  # a thing that fires and does not fight
            return f"{self.id} ({self.side} {self.sort}){where}"
        strength = "" if self.full else f", {self.steps} step{'s' if self.steps != 1 else ''} left"
        return f"{self.id} ({self.side} {self.sort} {self.attack}-{self.defence}-{self.movement}{strength}){where}"

    __repr__ = __str__


class Position(MadeOnce):
    """A state with names instead of numbers. ``game.at(n)`` and ``game.seen_by(side)`` give one; a game is one too."""

    viewer: str
    """Through whose eyes it is seen; empty where all is seen."""
    unseen: int
    """How many markers the enemy holds, of which only the backs are seen."""

    def __init__(self, state: State, viewer: str = "", unseen: int = 0) -> None:
        self._state, self.viewer, self.unseen = state, viewer, unseen

    @property
    def state(self) -> State:
        """The engine's own view of this moment."""
        return self._state

    @property
    def turn(self) -> int:
        """The turn, counted from 1."""
        return self.state.turn

    @property
    def turn_name(self) -> str:
        """The turn as the turn track calls it."""
        box = self.state.setup.data.get("track", {}).get(self.state.turn)
        return f"{self.turn_word.capitalize()} {self.turn} of {self.state.setup.turns}" + (
            f", {box.name}" if box else ""
        )

    @property
    def turn_word(self) -> str:
        """What this game calls a turn."""
        return turn_word(self.state.setup)

    @property
    def phase(self) -> str:
        """The phase, in words."""
        return self.state.phase.name

    @property
    def sides(self) -> tuple[str, str]:
        """Both sides."""
        return self.state.setup.sides

    @property
    def side(self) -> str:
        """The side that decides now."""
        return self.sides[self.state.side]

    @property
    def board(self) -> Board:
        """The board."""
        return self.state.setup.board

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None."""
        return self.state.outcome

    @property
    def prompt(self) -> Prompt:
        """What is asked now, and by which rule."""
        if self.state.outcome:
            return Prompt(self.state.outcome.text, self.state.outcome.rule)
        return Prompt(put(self.state), question(self.state).rule)

    def __repr__(self) -> str:
        setup, how = self.state.setup, self.outcome.text if self.outcome else str(self.prompt)
        return f"{setup.system}, {setup.scenario}: {self.turn_word} {self.turn}, {self.phase}. {how}"

    @checked
    def seen_by(self, side: str) -> "Position":
        """The same moment as one side sees it: without the other's markers, without the seed.

        >>> import fmbook as fm
        >>> game = fm.new_game("drill", "bombardment")
        >>> game.seen_by("Red").hand("Blue")
        ()
        """
        own = self._side(side)
        unseen = self.unseen if self.viewer == self.sides[own] else len(self.state.hands[1 - own])
        return Position(_with_the_hand_of(self.state, own), self.sides[own], unseen)

    def seen_by_neither(self) -> "Position":
        """The same moment as whoever passes by may see it: without any markers in hand.

        >>> import fmbook as fm
        >>> fm.new_game("drill", "bombardment").seen_by_neither().hand("Blue")
        ()
        """
        return Position(_with_the_hand_of(self.state, None), NEITHER)

    # --- what may be done ---------------------------------------------------------------

    @checked
    def legal(self, unit: str | None = None) -> tuple[Order, ...]:
        """Every order that may be given now, in a fixed order; for one unit, if you name one.

        >>> import fmbook as fm
        >>> game = fm.new_game("drill", "first_steps")
        >>> game.legal("B1")[0], game.legal()[-1]
        (Move('B1', '0101'), EndPhase())
        """
        number = None if unit is None else self.state.setup.unit(unit).number
        return tuple(legal(self.state, number))

    def legal_of(self, kind: type[Order]) -> tuple[Order, ...]:
        """Every order of one kind that may be given now."""
        return tuple(legal_of(self.state, kind))

    def movers(self) -> tuple[str, ...]:
        """The units that may be named in an order now.

        >>> import fmbook as fm
        >>> fm.new_game("drill", "first_steps").movers()
        ('B1',)
        """
        return tuple(self.state.setup.units[number].id for number in movers(self.state))

    def can(self, order: Order | str) -> Verdict:
        """Tell whether an order may be given, and if not, every reason why.

        >>> import fmbook as fm
        >>> game = fm.new_game("drill", "first_steps")
        >>> bool(game.can("move B1 0405")), game.can("move B1 0406").reasons[0].text
        (True, '0406 is held by the enemy')
        """
        wanted = as_order(order)
        return Verdict(sentence(wanted), reasons_against(self.state, wanted))

    @checked
    def battle(
        self,
        target: str,
        by: Iterable[str] | None = None,
        *,
        support: Iterable[str] = (),
        against: Iterable[str] = (),
    ) -> Preview:
        """Work an attack out before it is made: by these units (or all that can), with this support on either side.

        >>> import fmbook as fm
        >>> attack = fm.new_game("drill", "flank").battle("0404")
        >>> attack.attack, attack.defence, attack.odds()["Ex"]
        (9, 5, Fraction(1, 3))
        """
        fire = {"support": names_in(support), "against": names_in(against)}
        return preview(self.state, target, None if by is None else names_in(by), **fire)

    def outlook(self, order: Order | str) -> Outlook | None:
        """Tell what the dice may make of an order, exactly; None where none decides, or where it may not be given.

        >>> import fmbook as fm
        >>> fm.new_game("drill", "first_steps").outlook("move B1 0405") is None
        True
        """
        return outlook(self.state, as_order(order))

    @checked
    def hint(self, level: int = 1) -> hints.Hint:
        """Help for the side that decides: 1 where to look, 2 which rule, 3 which order.

        >>> import fmbook as fm
        >>> print(fm.new_game("drill", "first_steps").hint(1))
        Blue may order B1 at 0404.
        Blue plays for 0406 Eastbrook; B1 at 0404 is nearest, 2 hexes away.
        """
        return hints.hint(self, level)

    @property
    def goals(self) -> tuple[hints.Goal, ...]:
        """What the sides play for, as the scenario says it."""
        return hints.goals(self)

    # --- what stands where ---------------------------------------------------------------

    @checked
    def unit(self, name: str) -> Counter:
        """One unit as it stands now.

        >>> import fmbook as fm
        >>> print(fm.new_game("drill", "first_steps").unit("B1"))
        B1 (Blue infantry 8-5-5) at 0404
        """
        return self._counter(self.state.setup.unit(name))

    @checked
    def units(self, *, side: str | None = None, at: str | None = None, near: str | None = None) -> tuple[Counter, ...]:
        """The units on the map: of a side, in a hex, in a hex or next to it.

        >>> import fmbook as fm
        >>> game = fm.new_game("drill", "first_steps")
        >>> [unit.id for unit in game.units(side="Red")], game.units(at="0405")
        (['R1'], ())
        """
        wanted = {self._side(side)} if side is not None else {0, 1}
        places = self.state.setup.all_places
        if at is not None:
            places = frozenset({self.board.at(at)})
        if near is not None:
            here = self.board.at(near)
            places &= frozenset({here, *self.board.neighbours[here]})
        return tuple(
            self._counter(unit)
            for unit in self.state.setup.units
            if unit.side in wanted and self.state.where[unit.number] in places
        )

    @checked
    def describe(self, hex: str) -> str:  # noqa: A002
        """What is in a hex, in words.

        >>> import fmbook as fm
        >>> print(fm.new_game("drill", "first_steps").describe("0406"))
        0406 Eastbrook: town.
        Toward 0407: road.
        Toward 0405: road.
        R1 (Red infantry 3-2-5) at 0406.
        """
        place, board = self.board.at(hex), self.board
        words = board.words(place)
        lines = [f"{hex}{' ' + board.labels[place] if place in board.labels else ''}: {', '.join(words) or 'clear'}."]
        lines += [
            f"Toward {board.places[there]}: {', '.join(between)}."
            for there in board.neighbours[place]
            if (between := board.border_words(place, there))
        ]
        lines += [f"{counter}." for counter in self.units(at=hex)]
        lines += filter(None, [held_in_words(self.state, place)])
        if eyes := self.watched_by(hex):
            lines.append(f"In the zone of the {' and '.join(eyes)} side{'s' if len(eyes) > 1 else ''}.")
        return "\n".join(lines)

    @checked
    def watched_by(self, hex: str) -> tuple[str, ...]:  # noqa: A002
        """The sides in whose zone a hex lies; a board of sectors has no zones to speak of.

        >>> import fmbook as fm
        >>> fm.new_game("drill", "first_steps").watched_by("0405")
        ('Blue', 'Red')
        """
        if self.board.layout.kind != "hex":
            return ()
        return tuple(self.sides[side] for side in (0, 1) if self.board.at(hex) in zone(self.state, side))

    @checked
    def zone(self, side: str) -> frozenset[int]:
        """The hexes in a side's zones of control, by their numbers on the board.

        >>> import fmbook as fm
        >>> game = fm.new_game("drill", "first_steps")
        >>> sorted(game.board.places[number] for number in game.zone("Red"))[:2]
        ['0306', '0307']
        """
        return frozenset(zone(self.state, self._side(side)))

    @checked
    def reach(self, unit: str) -> dict[str, str]:
        """Where a unit can march to now, and at what cost in movement points.

        >>> import fmbook as fm
        >>> fm.new_game("drill", "first_steps").reach("B1")["0102"]
        '3½'
        """
        known = self.state.setup.unit(unit)
        if unit not in self.movers():
            return {}
        goals = [order.to for order in self.legal(unit) if isinstance(order, Move)]
        if not goals:
            return {}
        field = field_of(self.state, known)
        return {to: points(field.cost(self.board.at(to)) or 0) for to in goals}

    @checked
    def hand(self, side: str) -> tuple[str, ...]:
        """The support markers that a side has in hand, as far as this view shows them.

        >>> import fmbook as fm
        >>> fm.new_game("drill", "bombardment").hand("Blue")
        ('+2', '+3', '+4', '+5')
        """
        setup = self.state.setup
        return tuple(setup.markers[number].name for number in self.state.hands[self._side(side)])

    @property
    def shown(self) -> MapSigns:
        """What the map shows besides counters: tracks, works that are manned or out of play, who holds what counts."""
        book, state = self.state.setup, self.state
        found, held = ON_THE_MAP.of(book)(state), HOLDERS.of(book)(state)
        owned = tuple(Sign("owned", place, side=side) for place, side in sorted(held.items()))
        return found._replace(signs=(*owned, *found.signs)) if owned else found

    def _side(self, side: str) -> int:
        known = {name.casefold(): number for number, name in enumerate(self.sides)}
        if side.casefold() not in known:
            raise NoSuchName("side", side, self.sides, self.state.setup.system)
        return known[side.casefold()]

    def _counter(self, unit: Unit) -> Counter:
        state = self.state
        place = state.where[unit.number]
        attack, defence = factors(state, unit)
        where = state.board.places[place] if place >= 0 else "eliminated" if place == DEAD else ""
        return Counter(
            unit.id, unit.name, self.sides[unit.side], where, state.steps[unit.number], state.is_full(unit),
            attack, defence, points(unit.allowance), unit.kind, unit.group, unit.steps,
        )  # fmt: skip


def _with_the_hand_of(state: State, own: int | None) -> State:
    return state.but(hands=tuple(hand if number == own else () for number, hand in enumerate(state.hands)))


def held_in_words(state: State, place: int) -> str:
    """Say which side holds a place that counts for it, as the sign on the map does; empty of all others."""
    setup, side = state.setup, HOLDERS.of(state.setup)(state).get(place)
    return "" if side is None else f"{WORD_FOR_HELD.of(setup)(setup)} by {noun(setup.sides[side])}."
