"""Battle of the Scheldt: The Devil's Moat, sections 10 to 18, on top of the Fire & Movement standard rules."""

from fmbook.books.fire_and_movement import FIRE_AND_MOVEMENT
from fmbook.books.scheldt import (
    beaches,
    combat,
    deployment,
    fleet,
    floods,
    landings,
    opponent,
    pocket,
    reinforcements,
    road,
    sea,
    sequence,
    support,
    victory,
)
from fmbook.books.scheldt.orders import Land
from fmbook.core.orders import EndPhase, Enter, Move, Place, Rebuild
from fmbook.engine.rulebook import Question

__all__ = ["SCHELDT"]

QUESTIONS = (
    Question("set-up", (Place,), "{side}: where does {unit} stand?", "scheldt:18.0"),
    Question("movement", (Enter, Land, Move, EndPhase), "{side}: move your units, one by one.", "fm:4.1"),
    Question("rebuilding", (Rebuild, EndPhase), "{side}: rebuild depleted units.", "scheldt:11.0", routine=True),
)

SCHELDT = FIRE_AND_MOVEMENT.extended(
    "scheldt",
    "Battle of the Scheldt: The Devil's Moat",
    sequence,
    reinforcements,
    floods,
    pocket,
    support,
    sea,
    landings,
    opponent,
    road,
    beaches,
    fleet,
    victory,
    deployment,
    combat,
    questions=QUESTIONS,
)
