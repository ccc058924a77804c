"""From clicks to orders: what a click on a place means just now. Pure: no widget, no browser, no rules of its own.

A click is one of five things: the order that it completes, a unit taken up, several orders to choose from, a refusal
with its reasons, or a look at what lies there. What is legal is asked of the game, never worked out here.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from fmbook.core.orders import Attack, EndPhase, HoldFire, Lose, Move, Order, instruction
from fmbook.core.verdicts import Verdict
from fmbook.engine.legality import question
from fmbook.engine.matters import BEYOND, ENDED_BY
from fmbook.mechanics.combat import struck_from_here
from fmbook.play.positions import Position

__all__ = ["Chooser", "Meaning", "ending", "labels"]

CROWD = 80
"""Orders that may go to more hexes than this, such as sending an aircraft, are taken up by their button first."""
MOST_BUTTONS = 12
"""More units than this are named by a click on the map alone."""
ANSWER = "say"
FEW = 8
"""A question that must be answered has a button for each of so many answers."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a click means."""

    kind: Literal["order", "take up", "choose", "refused", "look"]
    order: Order | None = None
    unit: str = ""
    orders: tuple[Order, ...] = ()
    units: tuple[str, ...] = ()
    others: tuple[Order, ...] = ()
    """The same for units that are like those in ``orders``."""
    verdict: Verdict | None = None


@dataclass(eq=False)
class Chooser:
    """What the reader has taken up so far: a unit, or the kind of order that a button stands for."""

    position: Position
    unit: str = ""
    armed: type[Order] | None = None
    _legal: dict[str, tuple[Order, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        movers = self.movers
        if self.unit not in movers:
            # a question about one unit, such as a retreat, needs no click to say which; nor does one off the map
            alone = movers[0] if len(movers) == 1 else ""
            self.unit = alone if alone and (self.position.state.asks or not self._is_on_map(alone)) else ""

    # --- what there is to do -------------------------------------------------------------

    @cached_property
    def movers(self) -> tuple[str, ...]:
        """The units that may be ordered."""
        return self.position.movers()

    def of_unit(self, unit: str) -> tuple[Order, ...]:
        """The orders that may be given to a unit."""
        if unit not in self._legal:
            self._legal[unit] = self.position.legal(unit)
        return self._legal[unit]

    @cached_property
    def without_unit(self) -> tuple[Order, ...]:
        """The orders that name no unit: targets, markers, and those that name nothing."""
        kinds = [kind for kind in question(self.position.state).offers if kind.takes[:1] != ("unit",)]
        return tuple(order for kind in kinds for order in self.position.legal_of(kind))

    @cached_property
    def answers(self) -> tuple[Order, ...]:
        """Every answer to a question that must be answered; none in a phase, which goes on until the reader ends it."""
        return self.position.legal() if self.position.state.asks else ()

    @cached_property
    def has_few_answers(self) -> bool:
        """Whether each answer has a button, also where a click on the map gives it."""
        return 0 < len(self.answers) <= FEW

    @property
    def buttons(self) -> tuple[Order, ...]:
        """The orders that stand above the map as buttons: those that are no place; ending the phase comes last."""
        if self.has_few_answers:
            return tuple(sorted(self.answers, key=lambda order: isinstance(order, HoldFire)))
        found = [order for order in self.without_unit if "hex" not in order.takes]
        named = [order for _, order in self._units_to_name()]
        if len(named) > MOST_BUTTONS:
            named = [order for order in named if order.names[0] == self.unit]
        found += dict.fromkeys(named)
        return tuple(sorted(found, key=lambda order: isinstance(order, EndPhase | HoldFire)))

    @property
    def to_take_up(self) -> tuple[type[Order], ...]:
        """The kinds of order that a button takes up, and a click on the map gives.

        They go nearly anywhere, or are for units that have left the map.
        """
        kinds: dict[type[Order], int] = {}
        for order in self.without_unit:
            if order.takes == ("hex",):
                kinds[type(order)] = kinds.get(type(order), 0) + 1
        crowds = (kind for kind, count in kinds.items() if count > CROWD)
        return (*crowds, *dict.fromkeys(type(order) for order in self._back_to_the_map()))

    def with_unit(self, unit: str) -> "Chooser":
        """Take a unit up instead, and forget nothing that was asked of the game already."""
        return Chooser(self.position, unit, _legal=self._legal)

    @cached_property
    def targets(self) -> Mapping[str, tuple[Order, ...]]:
        """Where a click would give an order now, and which."""
        found: dict[str, list[Order]] = {}
        for place, order in self._aims():
            found.setdefault(place, []).append(order)
        return {place: tuple(orders) for place, orders in found.items()}

    @cached_property
    def aims(self) -> Mapping[str, tuple[Order, ...]]:
        """What of the targets is shown: with a unit in hand that can do something, only what it can do itself."""
        return self.own_aims or self.targets

    @cached_property
    def own_aims(self) -> Mapping[str, tuple[Order, ...]]:
        """What of the targets is for the unit in hand; all of them without one."""
        if not self.unit:
            return self.targets
        named = ((place, tuple(each for each in some if self._is_own(each))) for place, some in self.targets.items())
        return {place: orders for place, orders in named if orders}

    def _is_own(self, order: Order) -> bool:
        if isinstance(order, Attack):
            return order.target in self._struck
        return len(order.takes) == 2 and order.names[0] == self.unit

    @property
    def beyond(self) -> str:
        """Why some hexes cost more than the movement on the counter in hand, where they do."""
        state = self.position.state
        marches = self.unit and any(isinstance(order, Move) for order in self.of_unit(self.unit))
        return BEYOND.of(state.setup)(state, state.setup.unit(self.unit)) if marches else ""

    @cached_property
    def _struck(self) -> frozenset[str]:
        """Where the unit in hand could attack from where it stands."""
        state, board = self.position.state, self.position.board
        return frozenset(map(board.name, struck_from_here(state, state.setup.unit_numbers[self.unit])))

    def _aims(self) -> Iterator[tuple[str, Order]]:
        if self.armed is not None:
            armed = (each for each in (*self.without_unit, *self._back_to_the_map()) if type(each) is self.armed)
            yield from ((order.names[-1], order) for order in armed)
            return
        if self.unit:
            yield from ((order.names[1], order) for order in self.of_unit(self.unit) if len(order.takes) == 2)
        elif self.answers:  # nobody need be taken up first
            yield from ((order.names[1], order) for order in self.answers if len(order.takes) == 2)
        else:
            yield from ((order.names[1], order) for order in self._onto_the_map(self._one_of_each_sort))
        crowds = self.to_take_up
        for order in self.without_unit:
            if order.takes == ("hex",) and type(order) not in crowds:
                yield order.names[0], order
        yield from self._units_to_name()

    def _is_on_map(self, unit: str) -> bool:
        return self.position.unit(unit).place in self.position.board.places

    @cached_property
    def _waiting(self) -> tuple[str, ...]:
        """The units that have no counter on the map to click, and have not been there."""
        return tuple(unit for unit in self.movers if not self.position.unit(unit).place)

    @cached_property
    def _one_of_each_sort(self) -> tuple[str, ...]:
        """Of many that wait, one stands for all of its sort."""
        if len(self._waiting) <= MOST_BUTTONS:
            return self._waiting
        each = [self.position.unit(unit) for unit in self._waiting[::-1]]
        sorts = {(one.kind, one.group, one.steps, one.attack, one.defence): one.id for one in each}
        return tuple(sorts.values())[::-1]

    def _onto_the_map(self, units: Iterable[str]) -> Iterator[Order]:
        return (order for unit in units for order in self.of_unit(unit) if len(order.takes) == 2)

    def _back_to_the_map(self) -> Iterator[Order]:
        """Orders for units that were lost and may return."""
        lost = (unit for unit in self.movers if self.position.unit(unit).place and not self._is_on_map(unit))
        return self._onto_the_map(() if self.answers else lost)

    def _units_to_name(self) -> Iterator[tuple[str, Order]]:
        """Orders that name a unit and nothing else: a click on its hex names it."""
        kinds = [kind for kind in question(self.position.state).offers if kind.takes == ("unit",)]
        for unit in self.movers if kinds else ():
            place = self.position.unit(unit).place
            yield from ((place, order) for order in self.of_unit(unit) if type(order) in kinds)

    # --- a click -------------------------------------------------------------------------------

    def click(self, place: str) -> Meaning:
        """Tell what a click on a place means, without doing it."""
        aims = self.targets.get(place, ())
        own = () if self.armed else self.own_movers(place)
        joins = own if self.unit not in own else ()
        others = self._likes_of(aims, place)
        if len(aims) == 1 and not joins and not others:
            return Meaning("order", aims[0])
        if aims:  # who stands there may be meant as well: whether to go to a friend, or to take that friend up
            return Meaning("choose", orders=aims, units=joins, others=others)
        if own and self.armed is None:
            return Meaning("take up", unit=self._next_of(own))
        if self.unit and self.armed is None and (refused := self._refusal(place)):
            return Meaning("refused", refused[0], verdict=refused[1])
        return Meaning("look", verdict=self._barred(place))

    def click_unit(self, unit: str) -> Meaning:
        """Tell what a click on a counter means that lies at a spot of its own."""
        named = tuple(order for _, order in self._units_to_name() if order.names[0] == unit)
        if not named:
            return Meaning("take up", unit=unit)
        if len(named) == 1 and not self._goes_somewhere(unit):
            return Meaning("order", named[0])
        return Meaning("choose", orders=named, units=(unit,) if self._goes_somewhere(unit) else ())

    def _likes_of(self, aims: tuple[Order, ...], place: str) -> tuple[Order, ...]:
        """List what the units might do there that others of their sort stand for."""
        alike = set(self._one_of_each_sort)
        if self.unit or not any(len(order.takes) == 2 and order.names[0] in alike for order in aims):
            return ()
        rest = self._onto_the_map(unit for unit in self._waiting if unit not in alike)
        return tuple(order for order in rest if order.names[1] == place)

    def own_movers(self, place: str) -> tuple[str, ...]:
        """List the units in a place that may be taken up, from the top of their pile: that one has the bright rim."""
        here = [counter.id for counter in self.position.units(at=place, side=self.position.side)]
        if self.position.board.layout.kind == "hex":  # in a sector they lie side by side
            here.reverse()
        return tuple(unit for unit in here if unit in self.movers and self._goes_somewhere(unit))

    def _goes_somewhere(self, unit: str) -> bool:
        return any(len(order.takes) == 2 for order in self.of_unit(unit)) or not self.of_unit(unit)

    def _next_of(self, units: tuple[str, ...]) -> str:
        """Return the unit on top, or the one below that in hand, so that clicking a stack goes down through it."""
        return units[(units.index(self.unit) + 1) % len(units)] if self.unit in units else units[0]

    def _refusal(self, place: str) -> tuple[Order, Verdict] | None:
        """Refuse in the terms of what the unit can do elsewhere: a march is refused as a march, not as an arrival."""
        for kind in dict.fromkeys(type(order) for order in self.of_unit(self.unit) if len(order.takes) == 2):
            order = kind(self.unit, place)  # type: ignore[call-arg]
            verdict = self.position.can(order)
            if not verdict:
                return order, verdict
        return None

    def _barred(self, place: str) -> Verdict | None:
        """Say why an enemy cannot be attacked, where attacks may be opened now; None of all other places."""
        position = self.position
        enemies = any(unit.side != position.side for unit in position.units(at=place))
        if not enemies or Attack not in question(position.state).offers:
            return None
        verdict = position.can(Attack(place))
        return None if verdict else verdict


def labels(orders: Iterable[Order]) -> dict[Order, str]:
    """Name orders as buttons do."""
    return {order: _label(order) for order in orders}


def ending(position: Position) -> str:
    """Name what ends the phase: by what it does, where it does something."""
    return ENDED_BY.of(position.state.setup)(position.state) or labels([EndPhase()])[EndPhase()]


def _label(order: Order) -> str:
    if order.verb == ANSWER:
        return order.names[0].capitalize()  # the question stands above it
    if order.speaks and (order.in_full or len(order.takes) == 2 or isinstance(order, Lose)):
        return instruction(order)
    return " ".join((order.verb.replace("-", " ").capitalize(), *order.names))
