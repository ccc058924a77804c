"""Europa rule 41: special terrain, each entry on a small board with its tasks.

The rule says what a hexside or a hex counts as, and a few procedures. What else a board needs of the series, such as
a chart, an attack or a line of supply, is reconstructed here in the least measure, and says so on its card.
"""

from fmbook.books.europa_41 import (
    arrivals,
    bridges,
    combat,
    descriptions,
    display,
    exits,
    floods,
    ground,
    ice,
    movement,
    overruns,
    ownership,
    questions,
    results,
    sailing,
    suez,
    supply,
    tasks,
)
from fmbook.books.europa_41.orders import (
    Build,
    CallOff,
    CloseCanal,
    Demolish,
    Disembark,
    Drop,
    Flood,
    FloodMassively,
    LetBe,
    Overrun,
    Pay,
    PressOn,
    ReopenCanal,
    Repair,
    Say,
    Train,
)
from fmbook.core.orders import (
    Advance,
    Attack,
    EndPhase,
    Join,
    Leave,
    Lose,
    Move,
    Ready,
    Retreat,
    Roll,
    StayBack,
)
from fmbook.engine.rulebook import Question, Rulebook

__all__ = ["EUROPA_41"]

MOVEMENT = (Move, Overrun, Train, Demolish, Repair, Build, Drop, Disembark, Leave, EndPhase)
QUESTIONS = (
    Question("set-up", (EndPhase,), "{side}: begin.", "europa_41:tasks"),
    Question("questions", (Say,), "{side}: {about}", "europa_41:tasks"),
    Question(
        "initial", (CloseCanal, ReopenCanal, EndPhase), "{side}: decide about the canal. {about}", "europa_41:41.B"
    ),
    Question("movement", MOVEMENT, "{side}: move. {about}", "europa_41:chart"),
    Question("combat", (Attack, EndPhase), "{side}: attack. {about}", "europa_41:attack"),
    Question("exploitation", (Move, Leave, EndPhase), "{side}: exploit with c/m units. {about}", "europa_41:chart"),
    Question("thaw", (EndPhase,), "{side}: it thaws.", "europa_41:41.A.3"),
    Question("attackers", (Join, Ready), "{side}: who joins the attack on {target}?", "europa_41:attack"),
    Question("announced", (EndPhase,), "{side}: the attack on {target} is announced.", "europa_41:41.A.4.a"),
    Question("flood", (Flood, FloodMassively, LetBe), "{side}: flood {target}, or let it be?", "europa_41:41.A.4.a"),
    Question("call off", (CallOff, PressOn), "{side}: {target} is flooded. Call the attack off?", "europa_41:41.A.4.a"),
    Question("relief", (Pay,), "{side}: out of which pool is the relief paid?", "europa_41:41.A.4.a"),
    Question("drowned", (EndPhase,), "{side}: the attack on {target} is off.", "europa_41:41.A.4.b"),
    Question("put to sea", (Retreat,), "{side}: where does {unit} put to sea?", "europa_41:41.A.4.b"),
    Question("escape", (Roll,), "{side}: does {unit} get away? Throw the die.", "europa_41:41.A.3"),
    Question("roll", (Roll,), "{side}: throw the die for the attack on {target}.", "europa_41:attack"),
    Question("loss", (Lose,), "{side}: who is lost?", "europa_41:attack"),
    Question("fall back", (Retreat,), "{side}: where does {unit} retreat?", "europa_41:attack"),
    Question("advance", (Advance, StayBack), "{side}: who advances into {target}?", "europa_41:attack", routine=True),
    Question("over", (EndPhase,), "{side}: the attack is over.", "europa_41:attack"),
    Question("judge", (EndPhase,), "{side}: the task is judged.", "europa_41:tasks"),
)

EUROPA_41 = Rulebook.of(
    "europa_41",
    "Europa rule 41: Special Terrain",
    tasks, ownership, ground, movement, bridges, ice, floods, sailing, suez, exits, supply, combat, results, overruns,
    arrivals, questions, descriptions, display,
    questions=QUESTIONS,
)  # fmt: skip
