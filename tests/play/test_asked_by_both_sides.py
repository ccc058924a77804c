"""Every public question is answered for both sides at every position, of games by lot and of machine players."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

import fmbook as fm
from fmbook.core.errors import FmbookError
from fmbook.core.orders import VERBS
from fmbook.opponents import opponent
from fmbook.play.game import Game
from fmbook.play.positions import Position
from fmbook.text import Talk, board_in_words
from fmbook.widgets.desk.clicks import Chooser
from tests.tools.random_play import how_many

EVERY = [(system, name) for system in fm.systems() for name in fm.scenarios(system)]
POSITIONS = how_many("FMBOOK_ASKED_POSITIONS", 6)
PLAIN = (
    "turn", "turn_name", "turn_word", "phase", "side", "sides", "outcome", "prompt", "goals", "shown", "board",
)  # fmt: skip
TYPED = ("", "help", "board", "board full", "units", "orders", "hint 1", "hint 2", "hint 3", "odds", "diary 5",
         "options", "code", "table", "record")  # fmt: skip


def positions(system: str, scenario: str, player: str) -> Iterator[Game]:
    """Stop a few times in a game, at the opening and at its end, if it comes to that."""
    game, chance = fm.new_game(system, scenario, 7), Random(f"{system} {scenario} {player}")
    play = opponent(player)
    yield game
    for _ in range(POSITIONS):
        for _ in range(chance.randrange(1, 12)):
            if not game.outcome:
                game.do(play(game.seen_by(game.side), chance))
        yield game


def ask_everything(position: Position, lot: Random) -> None:
    """Ask what there is to be asked; a refusal in a sentence is an answer, and nothing else is."""
    for name in PLAIN:
        assert getattr(position, name) is not None or name == "outcome"
    for level in (1, 2, 3):
        assert position.hint(level).text
    assert str(position)
    legal = position.legal()
    for kind in VERBS.values():
        position.legal_of(kind)
    for order in lot.sample(legal, min(3, len(legal))):
        assert position.can(order)
        position.outlook(order)
    for side in position.sides:
        position.units(side=side), position.zone(side), position.hand(side)
    for unit in lot.sample(position.state.setup.units, min(4, len(position.state.setup.units))):
        position.unit(unit.id), position.legal(unit.id), position.reach(unit.id)
    for place in lot.sample(position.board.places, min(4, len(position.board.places))):
        position.describe(place), position.watched_by(place), position.units(at=place), position.units(near=place)
        with suppress(FmbookError):
            str(position.battle(place))
    assert board_in_words(position)
    chooser = Chooser(position)
    assert None not in (chooser.buttons, chooser.aims, chooser.movers)


@pytest.mark.usefixtures("hasty_adviser")
@pytest.mark.parametrize("player", ["random", "greedy"])
@pytest.mark.parametrize(("system", "scenario"), EVERY, ids=[" ".join(each) for each in EVERY])
def test_every_question_is_answered_to_both_sides(system, scenario, player):
    for game in positions(system, scenario, player):
        lot = Random(game.number)
        for seen in (game, game.seen_by_neither(), *map(game.seen_by, game.sides), game.at(-1)):
            ask_everything(seen, lot)
        for side in game.sides:
            talk = Talk(game, you=side)
            for line in TYPED:
                assert talk.answer(line)


def test_who_does_not_decide_is_told_who_does_and_not_what_could_be_ordered():
    game = fm.new_game("drill", "march")
    for level in (1, 2, 3):
        hint = game.seen_by("Red").hint(level)
        assert hint.text.startswith("Blue decides now: Blue: move your units")
        assert not hint.units
        assert "0402" not in hint.text
    assert game.seen_by("Blue").hint(1).units == game.hint(1).units
