"""The rules of Operation Veritable: odds, morale, supply, reserves, and four options.

Sections 9.0 to 11.1 and all charts of the booklet are lost; what stands in for them says so on its card.
"""

from fmbook.books.veritable import (  # fmt: skip
    combat,
    deployment,
    descriptions,
    fortress,
    fuhrer,
    ground,
    morale,
    movement,
    opponent,
    results,
    sequence,
    victory,
)
from fmbook.books.veritable.orders import Attach, FightFirst, MoveFirst, Request
from fmbook.core.orders import (
    Advance,
    Attack,
    EndPhase,
    Enter,
    HoldFire,
    Join,
    Leave,
    Lose,
    Move,
    Place,
    Ready,
    Retreat,
    Roll,
    StayBack,
    Support,
)  # fmt: skip
from fmbook.engine.rulebook import Question, Rulebook

__all__ = ["VERITABLE"]

QUESTIONS = (
    Question("set-up", (Place,), "{side}: where does {unit} stand?", "veritable:3.0"),
    Question("attach", (Attach,), "{side}: which brigade gets the amphibious vehicles?", "veritable:15.1"),
    Question("air", (Roll,), "{side}: throw for air support.", "veritable:5.0"),
    Question("choice", (MoveFirst, FightFirst), "{side}: move first, or fight first?", "veritable:6.0", routine=True),
    Question("movement", (Request, Enter, Move, Leave, EndPhase), "{side}: move your units.", "veritable:8.0"),
    Question("combat", (Attack, EndPhase), "{side}: attack, as you like.", "veritable:10.0"),
    Question("attackers", (Join, Ready), "{side}: who joins the attack on {target}?", "veritable:10.0"),
    Question(
        "support", (Support, HoldFire), "{side}: commit aircraft, or hold them back?", "veritable:5.2", routine=True
    ),
    Question("roll", (Roll,), "{side}: throw the die.", "veritable:10.0"),
    Question("loss", (Lose, Retreat), "{side}: who falls back, and who is given up?", "veritable:10.5"),
    Question("advance", (Advance, StayBack), "{side}: who moves in?", "veritable:10.4", routine=True),
)

VERITABLE = Rulebook.of(
    "veritable",
    "Operation Veritable",
    sequence, deployment, ground, movement, morale, combat, fortress, results, victory, fuhrer, descriptions, opponent,
    questions=QUESTIONS,
)  # fmt: skip
