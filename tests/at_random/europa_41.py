"""What must hold on every board of rule 41: played with its tasks, and freely, phase after phase for both sides."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import fmbook as fm
from fmbook.books.europa_41.ownership import is_ground, owned
from fmbook.books.europa_41.tasks import due, right_answer
from fmbook.books.europa_41.waters import chart_of, is_ship, lies_on
from fmbook.components.scenarios import scenario_names
from fmbook.core.state import DEAD, State
from fmbook.play.game import Game
from tests.at_random.playing import Field, Wild, keep_busy
from tests.tools.europa_positions import board

KINDS = ("initial", "movement", "combat", "exploitation")


def keeps(before: State | None, game: Game) -> None:
    nobody_drowns(game.state)
    ships_lie_on_water(game.state)
    assert not owned(game.state, 0) & owned(game.state, 1)
    if before and before.turn == game.state.turn:
        nobody_rises_from_the_dead(before, game.state)


def nobody_drowns(state: State) -> None:
    """Ground units stand on land, on ice, or aboard a ship."""
    afloat = {name for name, _ in state.facts.get("aboard", ())}
    for side in (0, 1):
        for unit in state.units(state.on_map(side)):
            features = state.board.features[state.where[unit.number]]
            dry = "sea" not in features and ("lake" not in features or "freezes" in features)
            assert dry or not is_ground(unit) or unit.id in afloat


def ships_lie_on_water(state: State) -> None:
    chart = chart_of(state)
    for unit in state.setup.units:
        place = state.where[unit.number]
        if is_ship(unit) and place >= 0:
            assert lies_on(state, unit) in chart.of_hex[place]
            assert place not in state.board.having("sivash")


def nobody_rises_from_the_dead(before: State, now: State) -> None:
    for unit in now.setup.units:
        if before.where[unit.number] == DEAD:
            assert now.where[unit.number] == DEAD


def mostly_right(game: Game, chance: Random) -> None:
    """Most questions are answered right, so that something is played, too."""
    question = due(game.state)
    if question and chance.random() < 0.9:
        game.do(f"say {right_answer(game.state, question)}")
    else:
        keep_busy(game, chance)


@dataclass(frozen=True)
class Freely(Field):
    """A board without its tasks: two turns of both sides."""

    def __str__(self) -> str:
        return f"{super().__str__()}-freely"

    @property
    def can_be_kept(self) -> bool:
        """Whether a save or a code can name what is played."""
        return False

    def begin(self, seed: int) -> Game:
        sides = fm.new_game(self.wild.system, self.scenario).sides
        phases = [f"{side} {kind}" for _ in range(2) for side in sides for kind in KINDS]
        return board(self.scenario, *phases, surrendered=bool(seed % 3), seed=seed)


@dataclass(frozen=True)
class Boards(Wild):
    """The boards of rule 41."""

    @property
    def fields(self) -> Iterator[Field]:
        """Every board, with its tasks and without."""
        for name in scenario_names(self.system):
            yield from (Field(self, name, ()), Freely(self, name, ()))


EUROPA_41 = Boards(
    system="europa_41",
    keeps=keeps,
    kinds="say move overrun train build demolish attack roll leave flood let-be call-off press-on pay close-canal "
    "reopen-canal retreat disembark end-phase",
    shown=tuple((name, ()) for name in scenario_names("europa_41")),
    eagerly=mostly_right,
)
