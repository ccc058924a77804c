"""Battle of the Scheldt: The Devil's Moat, sections 10 to 18, on top of the Fire & Movement standard rules."""

from fmbook.orders import EndPhase, Enter, Move, Place, Rebuild
from fmbook.rulebook import Question
from fmbook.rulebooks.fire_and_movement import FIRE_AND_MOVEMENT
from fmbook.rulebooks.scheldt import (
    beaches,
    charts,
    deployment,
    fleet,
    floods,
    guns,
    landings,
    pocket,
    reinforcements,
    road,
    sea,
    turns,
    victory,
)
from fmbook.rulebooks.scheldt.deeds import Land

__all__ = ["SCHELDT"]

QUESTIONS = (
    Question("set-up", (Place,), "{side}: where does {unit} stand?", "scheldt:18.0"),
    Question("movement", (Enter, Land, Move, EndPhase), "{side}: move your units, one by one.", "fm:4.1"),
    Question("rebuilding", (Rebuild, EndPhase), "{side}: rebuild depleted units.", "scheldt:11.0"),
)

SCHELDT = FIRE_AND_MOVEMENT.extended(
    "scheldt",
    "Battle of the Scheldt: The Devil's Moat",
    turns,
    reinforcements,
    floods,
    pocket,
    guns,
    sea,
    landings,
    road,
    beaches,
    fleet,
    victory,
    deployment,
    charts,
    questions=QUESTIONS,
)
