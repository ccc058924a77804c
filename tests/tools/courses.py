"""Games to be led through by steps."""

import fmbook as fm
from fmbook.play.coaching import course_form
from fmbook.play.game import Game

__all__ = ["begun"]


def begun(id_: str) -> tuple[Game, str]:
    """A game of the scenario that the steps of a name lead through, and whose steps they are."""
    form = course_form(id_)
    return fm.new_game(form.system, form.scenario), form.side
