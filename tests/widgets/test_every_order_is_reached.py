"""Whatever the rules allow, a reader can do without typing: by buttons, lit places and ringed counters, and by keys.

``FMBOOK_REACHED=20`` looks at twenty games of each scenario instead of one.
"""

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

import fmbook as fm
from fmbook.core.orders import Order
from fmbook.geometry.boards import Board
from fmbook.opponents import opponent
from fmbook.play.positions import Position
from fmbook.widgets.board.cursor import Cursor
from fmbook.widgets.board.hexmap import ARROWS
from fmbook.widgets.desk import scene as seeing
from fmbook.widgets.desk.clicks import Chooser, Meaning
from fmbook.widgets.desk.scene import Choice
from tests.tools.random_play import how_many

GAMES = how_many("FMBOOK_REACHED", 1)
LONGEST = 400  # orders
WITHOUT_ASKING = 0.04  # of the positions in which a phase goes on


class Reader:
    """Somebody who tries whatever is to be seen, and never types."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.given: set[Order] = set()
        self._known: set[object] = set()
        self._to_try: list[Choice] = []

    def tries(self, *, all_of_it: bool = True) -> set[Order]:
        """Return every order that can be given; without ``all_of_it`` nothing is taken up on the way."""
        self._turn_to(Choice(Chooser(self.position)))
        while self._to_try:
            choice = self._to_try.pop()
            for _, do in seeing.actions(choice, self._give, self._turn_to if all_of_it else lambda _: None):
                do()
            if not (choice.orders or choice.plan):  # what was clicked already is not clicked again
                for place in self.sees(choice):
                    self._click(choice, place, all_of_it=all_of_it)
        return self.given

    def _give(self, *orders: Order) -> None:
        if len(orders) == 1:  # a button for several is a short cut
            self.given.add(orders[0])

    def sees(self, choice: Choice) -> set[str]:
        """What is lit up, aimed at, or has a counter with a bright rim."""
        scene = seeing.scene(self.position, choice, acting=True)
        found = {*scene.reach, *scene.targets, *(self.position.unit(unit).place for unit in scene.ready)}
        assert found <= {*self.position.board.places, "", "eliminated"}
        return found & set(self.position.board.places)

    def _click(self, choice: Choice, place: str, *, all_of_it: bool) -> None:
        meaning: Meaning = choice.chooser.click(place)
        if meaning.kind == "order":
            assert meaning.order
            self.given.add(meaning.order)
        elif meaning.kind == "choose":
            self._turn_to(choice.after_aiming(meaning, place))
        elif meaning.kind == "take up" and all_of_it:
            self._turn_to(choice.after_taking_up(meaning.unit))

    def _turn_to(self, choice: Choice) -> None:
        chooser = choice.chooser
        seen = (chooser.unit, chooser.armed, choice.plan, choice.orders, choice.units)
        if seen not in self._known:
            self._known.add(seen)
            self._to_try.append(choice)


def positions(system: str) -> Iterator[Position]:
    """Every question that must be answered in some random games, and some of the moments between."""
    for scenario in fm.scenarios(system):
        for seed in range(GAMES):
            game, draw = fm.new_game(system, scenario, seed=seed), Random(seed)
            play = partial(opponent("random"), game, draw)
            for _ in range(LONGEST):
                if game.outcome:
                    break
                if game.state.asks or draw.random() < WITHOUT_ASKING:
                    yield Position(game.state)
                game.do(play())


def missing(position: Position, given: set[Order]) -> str:
    left = [str(order) for order in position.legal() if order not in given]
    return f"{position!r}: {len(left)} orders are out of reach, such as {left[:5]}" if left else ""


@pytest.mark.parametrize("system", fm.systems())
def test_every_legal_order_is_given_without_typing(system):
    found = [missing(position, Reader(position).tries()) for position in positions(system)]
    assert found
    assert list(filter(None, found)) == []


@pytest.mark.parametrize("system", fm.systems())
def test_a_question_that_must_be_answered_is_answered_at_once_and_nobody_need_be_taken_up_first(system):
    asked = [position for position in positions(system) if position.state.asks]
    assert asked
    for position in asked:
        assert not missing(position, Reader(position).tries(all_of_it=False))


@pytest.mark.parametrize("system", fm.systems())
def test_a_question_with_few_answers_has_a_button_for_each_and_no_two_say_the_same(system):
    for position in positions(system):
        chooser = Chooser(position)
        if chooser.has_few_answers:
            given, labels = list[tuple[Order, ...]](), []
            for label, do in seeing.actions(Choice(chooser), lambda *some, given=given: given.append(some), print):
                labels.append(label)
                do()
            alone = [orders[0] for orders in given if len(orders) == 1]
            assert sorted(map(str, alone)) == sorted(map(str, position.legal()))
            assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("system", fm.systems())
def test_the_words_say_what_of_a_question_is_answered_on_the_map(system):
    for position in positions(system):
        if position.state.asks:
            chooser = Chooser(position)
            said = seeing.how_to_answer(chooser)
            assert ("lit up" in said or "rim" in said or "gun sight" in said) == bool(chooser.targets), repr(position)
            assert ("button" in said) == bool(chooser.targets and chooser.buttons)


@pytest.mark.parametrize(("system", "scenario"), [(s, each) for s in fm.systems() for each in fm.scenarios(s)])
def test_the_arrow_keys_lead_to_every_place(system, scenario):
    board = fm.new_game(system, scenario).board
    assert reached_by_arrows(board) == set(range(len(board.places)))


def reached_by_arrows(board: Board) -> set[int]:
    """Where one gets by walking straight on and by turning, as often as one likes."""
    cursor = Cursor(board)
    start = cursor.step((1, 0))
    reached, to_go_on = {start}, [start]
    while to_go_on:
        here = to_go_on.pop()
        for way in ARROWS.values():
            cursor.put(here)
            if (there := cursor.step(way)) not in reached:
                reached.add(there)
                to_go_on.append(there)
    return reached
