"""Sections 10.1 and 11.0: who goes first, and a last phase for rebuilding."""

from fmbook.books.fire_and_movement.sequence import FIRST_PLAYER, PLAYER_TURN, move_fight_and_move_again
from fmbook.components.setup import Setup
from fmbook.engine.rulebook import settles

ALLIED, GERMAN = 0, 1
MARCHING = ("movement", "mobile movement")


# --- 10.1 and 11.0 · The course of a turn -------------------------------------------------------


@settles("scheldt:10.1", FIRST_PLAYER, replaces="fm:3.0", clauses=("SC-10.1-1",))
def the_allies_go_first(setup: Setup) -> int:
    """The Allied side is the first player of every game turn."""
    return ALLIED


@settles("scheldt:11.0/phases", PLAYER_TURN, replaces="fm:4.1", clauses=("SC-11.0-4", "SC-11.0-12"))
def rebuild_when_all_is_done(setup: Setup) -> tuple[str, ...]:
    """When all movement and combat of a player turn is over, its player rebuilds."""
    return (*move_fight_and_move_again(setup), "rebuilding")
