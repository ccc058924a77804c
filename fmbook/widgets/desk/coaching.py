"""The steps at a desk: the line above the question, what to press next, and what its buttons do."""

import re
from collections.abc import Callable, Iterator
from html import escape
from typing import Any, Final, NamedTuple, Protocol

from fmbook.core.errors import FmbookError
from fmbook.core.orders import Attack, EndPhase, Join, Order
from fmbook.play.coaching import Course, course
from fmbook.play.game import Game
from fmbook.play.joint_attacks import joint_attack
from fmbook.play.positions import Position
from fmbook.widgets.desk.buttons import Actions
from fmbook.widgets.desk.clicks import ending, labels
from fmbook.widgets.desk.lit_names import LitNames, Sheet, short, spot_of
from fmbook.widgets.desk.panels import cited
from fmbook.widgets.desk.scene import ANOTHER, NOT_YET, Choice, all_the_same, button_label, joint_label

__all__ = ["BACK", "DO_IT", "FOLLOW", "LEAVE", "TAKE_BACK", "Coach", "Press", "line", "next_press", "room"]

DO_IT: Final = "Do it for me"
TAKE_BACK: Final = "Take it back"
LEAVE: Final = "Leave the guide"
DONE: Final = "Close"
BACK: Final = "Back to the guide"
FOLLOW: Final = "Follow the guide above, or do as you like. You may also type: guide, show me, help."
ROOM: Final = "Click 0000. The chances come first."
"""What a step asks to be pressed, at its longest."""
QUOTED: Final = re.compile("(“[^”<]+”)")
TICKS: Final = {"done": "✓", "due": "▸", "passed": "–", "left": "·"}


class Press(NamedTuple):
    """What to press next for an order: a place, perhaps at the counter of a unit in it, or a button."""

    says: str = ""
    place: str = ""
    unit: str = ""
    button: str = ""


class Desk(Protocol):
    """What steps need to know of a desk, and do at it."""

    game: Game
    choice: Choice
    map: Any

    @property
    def position(self) -> Position:
        """What is shown."""

    def mine(self) -> bool:
        """Whether the reader may give an order now."""

    def give_by_button(self, order: Order, *more: Order) -> None:
        """Give an order for the reader, or several as one."""

    def take_back(self) -> None:
        """Take the reader's last order back."""

    def say(self, text: str) -> None:
        """Say what happened."""


class Coach:
    """Leads through the first orders of the game of a desk; without ``id`` it is silent."""

    def __init__(self, desk: Desk, id: str | None) -> None:  # noqa: A002
        self._desk, self._id = desk, id
        self.course: Course | None = None
        self._known: tuple[Choice | None, Order | None, Press] = (None, None, Press())

    def sit_down(self, game: Game, you: str | None) -> Course | None:
        """Lead through this game from now on, if it is one of the scenario that the steps are for."""
        try:
            self.course = course(self._id, game, you) if self._id else None
        except FmbookError:  # a desk may go on with any game on its board
            self.course = None
        return self.course

    @property
    def wanted(self) -> Order | None:
        """The order that the step asks for; None where no step waits for the reader."""
        here = self.course
        return None if here is None or here.left or not self._desk.mine() else here.standing.wanted

    @property
    def press(self) -> Press:
        """What to press next for it; worked out once for whatever is in hand."""
        choice, wanted = self._desk.choice, self.wanted
        if self._known[0] is not choice or self._known[1] != wanted:
            self._known = choice, wanted, next_press(choice, wanted) if wanted else Press()
        return self._known[2]

    @property
    def place(self) -> str:
        """Where the step is about to be done; empty where it is no place."""
        named = self.wanted.names if self.wanted else ()
        places = self._desk.position.board.places
        return self.press.place or next((each for each in named if each in places), "")

    def names(self, kind: type[Order]) -> bool:
        """Whether steps that lead on ask for orders of a kind, one by one."""
        here = self.course
        return bool(
            here and here.is_leading and any(isinstance(each, kind) for step in here.steps for each in step.orders)
        )

    def show(self, row: Actions) -> None:
        """Show the line and its buttons; where there is nothing more to say, nothing."""
        here = self.course
        if here is None or here.has_no_more_to_say or self._desk.position.outcome:
            row.offer((), "")
        elif here.left:
            row.offer([(BACK, self._come_back)], BACK)
        else:
            row.room = room(here)
            words = line(here, self.press, self._desk.position, self._desk.map)
            row.offer(self._buttons(here), here.heading, words=words)

    def _buttons(self, here: Course) -> Iterator[tuple[str, Callable[[], None]]]:
        if self._desk.mine():
            if here.standing.other and not here.is_over:  # first: none of the others lies elsewhere when it is gone
                yield TAKE_BACK, self._desk.take_back
            if self.wanted:
                yield DO_IT, self._do_it
        yield (DONE if here.is_over else LEAVE), self._leave

    def _do_it(self) -> None:
        """Do what is left of the step; what to press for it, the line and its arrow show anyway."""
        assert self.course is not None
        due = self.course.standing.due
        while self._desk.mine() and self.course.standing.due == due and (order := self.course.standing.wanted):
            self._desk.give_by_button(*self._with_all_who_can(order))

    def _with_all_who_can(self, order: Order) -> tuple[Order, ...]:
        """Take an attack for that of all who can join it, as a press on the map does, unless joining is a step."""
        if isinstance(order, Attack) and not self.names(Join):
            return joint_attack(self._desk.game.state, order)
        return (order,)

    def _leave(self) -> None:
        assert self.course is not None
        self.course.left = True
        self._desk.say("")  # what is asked stands above, and may have changed

    def _come_back(self) -> None:
        assert self.course is not None
        self.course.left = False


def next_press(choice: Choice, order: Order) -> Press:
    """Return what to press next, after all that has been taken up already, so that an order is given."""
    if choice.leaving:
        return _button(all_the_same(choice.chooser.position) if isinstance(order, EndPhase) else NOT_YET)
    return _offered(choice, order) or _taken_up(choice, order) or Press(f"Type: {order}")


def _offered(choice: Choice, order: Order) -> Press | None:
    """What gives the order at once: its place on the map, or its button."""
    chooser = choice.chooser
    if isinstance(order, EndPhase) and order in (*choice.orders, *chooser.buttons):
        return _button(ending(chooser.position))
    if order in choice.orders:
        return _button(button_label(chooser.position, order))
    place = next((place for place, orders in chooser.targets.items() if order in orders), "")
    if place and chooser.click(place).order == order:
        name, again = (order.names[0] if order.takes == ("unit",) else short(place)), choice.plan == place
        thrown = isinstance(order, Attack) or chooser.position.outlook(order) is not None
        first = " The chances come first." if thrown and not again else ""
        return Press(
            f"Click {name} again." if again else f"Click {name}.{first}",
            place,
            name if order.takes == ("unit",) else "",
        )
    if choice.plan and order in chooser.targets.get(choice.plan, ()):  # a click there may mean another order as well
        joint = choice.joint and isinstance(order, Attack)
        return _button(joint_label(chooser.position, choice.joint) if joint else labels([order])[order])
    if order in chooser.buttons:
        return _button(button_label(chooser.position, order))
    if place and order in choice.others:
        return _button(ANOTHER)
    return Press(f"Click {short(place)}.", place) if place and not choice.orders else None


def _taken_up(choice: Choice, order: Order) -> Press | None:
    """What has to be taken up before the order can be given: its unit, or its kind."""
    chooser = choice.chooser
    if type(order) in chooser.to_take_up and chooser.armed is not type(order):
        return _button(f"{order.verb.replace('-', ' ').capitalize()} …")
    unit = order.names[0] if order.takes[:1] == ("unit",) else ""
    if unit in choice.units:
        return _button(f"Take up {unit}")
    place = chooser.position.unit(unit).place if unit else ""
    if unit == chooser.unit:  # an order that the rules forbid has no place that is lit
        is_tried = len(order.names) > 1 and chooser.click(order.names[1]).order == order
        return Press(f"Now click {short(order.names[1])}.", order.names[1]) if is_tried else None
    if place not in chooser.position.board.places:
        return None
    if chooser.click(place).kind == "order":  # it would go to another one
        return Press("Press Escape on the map, or Put down.")
    return Press(f"Click {unit}.", place, unit)


def _button(label: str) -> Press:
    return Press(f"Press {label.removesuffix(' …')}.", button=label)


# --- in words -------------------------------------------------------------------------------------------


def line(course: Course, press: Press, position: Position, sheet: Sheet) -> str:
    """Write the step that is due. Names in it light up on the map when they are pointed at, and the other way round.

    What to press is pointed at by the page: ``data-meant`` says where on the map, ``data-button`` which button.
    """
    (cost, rules), lit = course.cost, LitNames(position, sheet).sentence
    told = f"{lit(f'{course.told} {cost}'.strip())} " if course.told or cost else ""
    told = _leading_on(told) if course.is_over else told
    told += "".join(f"{cited(rule)} " for rule in rules)
    told = f'<span class="fmbook-because">{told}</span>' if told and course.says else told
    says = f"<b>{lit(course.says)}</b>" if course.says else ""
    spot = spot_of(sheet, press.place, press.unit) if press.place else ""
    asked = _after_all_else(press.says) if course.invites and press.button else press.says
    how = f'<i data-meant="{spot}" data-button="{escape(press.button)}">{lit(asked)}</i>'
    return f"<small>{escape(course.heading)} {_ticks(course)}</small> {told}{says} {how}"


def _after_all_else(says: str) -> str:
    """What may be done first has just been said: nobody should press at once, and give it away."""
    return f"Then {says[0].lower()}{says[1:]}"


def _leading_on(told: str) -> str:
    """Make the name of a section of the chapter lead there: the page looks for the heading."""
    return QUOTED.sub(r'<button class="fmbook-there">\1</button>', told)


def room(course: Course) -> str:
    """Write the longest line that a course leads to, its heading apart, so that room is kept from its first step on."""
    steps = course.steps
    whys = ("", *(step.why for step in steps))
    said = (f"{why} {step.say} {ROOM}" for why, step in zip(whys, steps, strict=False))
    return f"Guide {len(steps)} of {len(steps)} {TICKS['done'] * len(steps)}\n{max(said, key=len)}"


def _ticks(course: Course) -> str:
    standing = course.standing
    found = []
    for number in range(len(course.steps)):
        left = "passed" if number in standing.passed or course.is_over else "left"
        found.append("done" if number in standing.done else "due" if number == standing.due else left)
    return f'<s aria-hidden="true">{"".join(TICKS[each] for each in found)}</s>'
