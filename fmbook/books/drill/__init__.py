"""The drill: the standard rules on small positions, each with a goal; and a few toy rules, marked as such.

The toy rules stand in for what later games bring, so that the engine's types carry them from the start. A scenario
switches them on by name; none is from a booklet.
"""

from fmbook.books.drill import (
    landing,
    sectors,
    stacks,
    victory,
)
from fmbook.books.fire_and_movement import FIRE_AND_MOVEMENT
from fmbook.core.orders import Attack, EndPhase, Roll
from fmbook.engine.rulebook import Question

__all__ = ["DRILL"]

QUESTIONS = (
    Question("morale", (Roll,), "{side}: throw for morale.", "drill:2.5"),
    Question("guns", (Roll,), "{side}: throw for the machine guns.", "drill:4.7"),
    Question("assault", (Attack, EndPhase), "{side}: assault sectors next to yours.", "drill:4.1"),
)

DRILL = FIRE_AND_MOVEMENT.extended("drill", "Drill", victory, stacks, landing, sectors, questions=QUESTIONS)
