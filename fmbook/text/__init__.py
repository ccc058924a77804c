"""The game in words, for a plain terminal, a screen reader, and whoever would rather type than click.

What a map shows, `board_in_words` says; what a click does, a typed line to `Talk` does. Nothing here draws.
"""

from fmbook.text.boards import Section, board_in_words, board_sections, ending_in_words, hex_in_words
from fmbook.text.choices import markers_in_words
from fmbook.text.conversation import Talk
from fmbook.text.results import Told, goes_well, notes, payers, result_in_words, results_in_words, verdict
from fmbook.text.tables import (
    battle_in_words,
    chance_in_words,
    meanings,
    outlook_in_words,
    rule_in_words,
    table_in_words,
)
from fmbook.text.units import unit_in_words

__all__ = [
    "Section",
    "Talk",
    "Told",
    "battle_in_words",
    "board_in_words",
    "board_sections",
    "chance_in_words",
    "ending_in_words",
    "goes_well",
    "hex_in_words",
    "markers_in_words",
    "meanings",
    "notes",
    "outlook_in_words",
    "payers",
    "result_in_words",
    "results_in_words",
    "rule_in_words",
    "table_in_words",
    "unit_in_words",
    "verdict",
]
