"""Whoever wants to see everything: moments of a whole game, every page of a desk, every line that can be typed."""

from random import Random

import fmbook as fm
from fmbook.opponents import opponent
from fmbook.play.game import Game
from fmbook.text import Talk
from fmbook.text.commands import COMMANDS
from fmbook.widgets.desk.desk import Desk

__all__ = ["all_that_is_typed", "look_at_all_of", "moments"]

EVERY = 9
TYPED = {"help": "help support", "look": "look 1", "why": "why end-phase", "rule": "rule fm:8.6", "save": "save mine"}
NOT_TYPED = {"undo", "redo", "resume", "load", "quit"}


def moments(system: str, scenario: str) -> list[Game]:
    """Some moments of a whole game, each as a game that ends there."""
    game, chance, found = fm.new_game(system, scenario, 4), Random(4), []
    while not game.outcome and len(game.orders) < 150:
        if len(game.orders) % EVERY == 0:
            found.append(game.copy())
        game.do(opponent("greedy")(game.seen_by(game.side), chance))
    return found


def all_that_is_typed(talk: Talk) -> str:
    """All answers to all that can be typed and leaves the game as it is."""
    lines = [TYPED.get(name, name) for name in COMMANDS if name not in NOT_TYPED]
    units, markers = talk.game.units(), talk.view.hand(talk.side)
    lines += [f"unit {units[0].id}", f"odds {units[-1].place}", "orders", "board full", "hint 1", "hint 2", "hint 3"]
    lines += [f"why support {markers[0]}"] if markers else []
    return "\n".join(map(talk.answer, lines))


def look_at_all_of(desk: Desk, every: int) -> None:
    """Press whatever does not change the game: pages, moments of the replay on each, switches, places, the hint."""
    for tab in desk.parts.tabs_of.values():
        tab.value = True
        for moment in range(0, len(desk.game.orders), every):
            desk.replaying.go_to(moment)
            desk.show()
        desk.replaying.back()
        tab.value = False
    for box in desk.parts.switches:
        box.value = not box.value
    for place in desk.game.board.places[:3]:
        desk._on_look(place)
    desk._on_button(desk._hint, None)
