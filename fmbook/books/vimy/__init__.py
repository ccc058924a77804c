"""Vimy Ridge: Arras Diversion, sections 10 to 21, on top of the Fire & Movement standard rules."""

from fmbook.books.fire_and_movement import FIRE_AND_MOVEMENT
from fmbook.books.vimy import (
    bombardment,
    combat,
    deployment,
    display,
    ground,
    observation,
    opponent,
    replacements,
    sequence,
    victory,
)
from fmbook.books.vimy.orders import Fly, ReturnDepleted, ReturnFull, Shell
from fmbook.core.orders import Attack, EndPhase, Move, Place, Rebuild, Roll
from fmbook.engine.rulebook import Question

__all__ = ["VIMY"]

QUESTIONS = (
    Question("set-up", (Place,), "{side}: where does {unit} stand?", "vimy:11.1"),
    Question("movement", (Fly, Move, EndPhase), "{side}: move your units, one by one.", "fm:4.1"),
    # the orders to march are there to be refused with their own reason
    Question("air", (Fly, Move, EndPhase), "{side}: send aircraft over the ridge.", "vimy:17.3"),
    Question(
        "night movement",
        (Fly, Move, Rebuild, ReturnFull, ReturnDepleted, EndPhase),
        "{side}: use your replacements.",
        "vimy:13.1",
    ),
    Question("shelling", (Shell, EndPhase), "{side}: lay bombardment markers, then fire.", "vimy:17.2"),
    Question("shells", (Roll,), "{side}: throw for the shells on {unit}.", "vimy:17.4", harms="by shells"),
    Question("cease fire", (), "The guns fall silent.", "vimy:17.2"),
    Question("combat", (Attack, EndPhase), "{side}: attack, as you like.", "fm:4.1"),
)

VIMY = FIRE_AND_MOVEMENT.extended(
    "vimy",
    "Vimy Ridge: Arras Diversion",
    deployment,
    replacements,
    victory,
    sequence,
    ground,
    combat,
    bombardment,
    observation,
    opponent,
    display,
    questions=QUESTIONS,
)
