"""The Fire & Movement standard rules, sections 1 to 9, on which Scheldt and Vimy build."""

from fmbook.books.fire_and_movement import combat, movement, results, sequence, support
from fmbook.core.orders import (
    Advance,
    Attack,
    Bombard,
    EndPhase,
    Enter,
    HoldFire,
    Join,
    Lose,
    Move,
    Ready,
    Retreat,
    Roll,
    StandFast,
    StayBack,
    Support,
)
from fmbook.engine.rulebook import Question, Rulebook

__all__ = ["FIRE_AND_MOVEMENT"]

QUESTIONS = (
    Question("movement", (Enter, Move, EndPhase), "{side}: move your units, one by one.", "fm:4.1"),
    Question(
        "combat", (Bombard, Attack, EndPhase), "{side}: [bombard, then ]attack, as you like.", "fm:4.1", bracket=Bombard
    ),
    Question("mobile movement", (Enter, Move, EndPhase), "{side}: move mobile units again.", "fm:4.1"),
    Question("attackers", (Join, Ready), "{side}: who joins the attack on {target}?", "fm:7.1"),
    Question(
        "support", (Support, HoldFire), "{side}: commit a support marker[, or hold fire]?", "fm:8.3", routine=True
    ),
    Question("roll", (Roll,), "{side}: throw the die.", "fm:7.6"),
    Question("loss", (Lose,), "{side}: which unit takes the loss?", "fm:7.6"),
    Question(
        "retreat",
        (Retreat, StandFast),
        "{side} must fall back {count}[, or stand fast for a step]: where to?",
        "fm:7.7",
        routine=True,
    ),
    Question("shelled", (Retreat, Lose), "{side}: lose a step, or fall back {count}?", "fm:8.4"),
    Question("advance", (Advance, StayBack), "{side}: follow up, or stay back?", "fm:7.9", routine=True),
)

FIRE_AND_MOVEMENT = Rulebook.of(
    "fm",
    "Fire & Movement standard rules",
    sequence,
    movement,
    combat,
    results,
    support,
    questions=QUESTIONS,
)
