"""Opponents: whoever gives orders without being a person.

An opponent is a function of what its side may see and of a source of chance of its own, so that the same seed plays
the same game again. Those of this book have names: ``fm.players()`` lists them.
"""

from fmbook.opponents.advice import advise
from fmbook.opponents.players import OPPONENTS, Opponent, Player, opponent, players
from fmbook.play import hints

__all__ = ["OPPONENTS", "Opponent", "Player", "opponent", "players"]

hints.ADVISERS.append(advise)
