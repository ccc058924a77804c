"""Games to be led through by steps."""

from random import Random

import fmbook as fm
from fmbook.opponents import opponent
from fmbook.play.coaching import course_form
from fmbook.play.game import Game

__all__ = ["answer_for_others", "begun"]


def begun(id_: str) -> tuple[Game, str]:
    """A game of the scenario that the steps of a name lead through, and whose steps they are."""
    form = course_form(id_)
    return fm.new_game(form.system, form.scenario), form.side


def answer_for_others(game: Game, side: str) -> None:
    """Let a machine player give the orders of the other side, where the steps are those of one."""
    while side and game.side != side and not game.outcome:
        game.do(opponent("cadet")(game.seen_by(game.side), Random(1)))
