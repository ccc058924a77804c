"""Historical board wargames to play and to learn from, by their rules, in a notebook."""

from importlib import import_module
from typing import TYPE_CHECKING

from fmbook.errors import DataError, FmbookError, NoSuchName, RecordError, nearest
from fmbook.game import Game, new_game
from fmbook.orders import (
    Advance,
    Attack,
    Bombard,
    EndPhase,
    Enter,
    HoldFire,
    Join,
    Leave,
    Lose,
    Move,
    Ready,
    Rebuild,
    Retreat,
    Roll,
    StandFast,
    StayBack,
    Support,
    order,
)
from fmbook.orders import Place as Place
from fmbook.playouts import play_out, play_out_many
from fmbook.replays import load, replay, resume
from fmbook.rulebook import costs, excuses, follows, forbids, settles, shifts
from fmbook.shelf import cards, differences, rule, rules, scenarios, systems, tables
from fmbook.state import Outcome
from fmbook.verdicts import Bar, Cost, Excuse, Only, Reason, RuleViolation, Shift, Verdict

if TYPE_CHECKING:
    from fmbook.accounts import reconstructed as reconstructed
    from fmbook.accounts import rulings as rulings
    from fmbook.accounts import slips as slips
    from fmbook.catalogue import look_up as look_up
    from fmbook.covering import coverage as coverage
    from fmbook.lessons import answers as answers
    from fmbook.lessons import ask as ask
    from fmbook.lessons import debrief as debrief
    from fmbook.lessons import decide as decide
    from fmbook.lessons import lesson as lesson
    from fmbook.lessons import question as question
    from fmbook.lessons import show_odds as show_odds
    from fmbook.lessons import ticket as ticket
    from fmbook.lessons import written as written
    from fmbook.lessons.atlases import page as page
    from fmbook.lessons.documents import documents as documents
    from fmbook.lessons.documents import lives as lives
    from fmbook.lessons.histories import compare as compare
    from fmbook.lessons.measured import measured as measured
    from fmbook.tracing import trace as trace
    from fmbook.trials import legal_is_can as legal_is_can
    from fmbook.widgets.atlas import atlas as atlas
    from fmbook.widgets.desk import desk as desk
    from fmbook.widgets.hexmap import chart as chart
    from fmbook.widgets.theatre import theatre as theatre
    from fmbook.workshops import workshop as workshop

__version__ = "0.1.0"
__all__ = [
    "Advance",
    "Attack",
    "Bar",
    "Bombard",
    "Cost",
    "DataError",
    "EndPhase",
    "Enter",
    "Excuse",
    "FmbookError",
    "Game",
    "HoldFire",
    "Join",
    "Leave",
    "Lose",
    "Move",
    "NoSuchName",
    "Only",
    "Outcome",
    "Place",
    "Ready",
    "Reason",
    "Rebuild",
    "RecordError",
    "Retreat",
    "Roll",
    "RuleViolation",
    "Shift",
    "StandFast",
    "StayBack",
    "Support",
    "Verdict",
    "answers",
    "ask",
    "cards",
    "compare",
    "costs",
    "coverage",
    "debrief",
    "decide",
    "differences",
    "documents",
    "excuses",
    "follows",
    "forbids",
    "legal_is_can",
    "lesson",
    "lives",
    "load",
    "look_up",
    "measured",
    "new_game",
    "order",
    "play_out",
    "play_out_many",
    "question",
    "reconstructed",
    "replay",
    "resume",
    "rule",
    "rules",
    "rulings",
    "scenarios",
    "settles",
    "shifts",
    "show_odds",
    "slips",
    "systems",
    "tables",
    "ticket",
    "trace",
    "workshop",
    "written",
]

# fetched when first asked for: the engine runs where no widgets are installed, and starts without what few need
_ON_DEMAND = {"chart": "fmbook.widgets.hexmap", "desk": "fmbook.widgets.desk", "coverage": "fmbook.covering"}
_LESSONS = ("answers", "ask", "debrief", "decide", "lesson", "question", "show_odds", "ticket", "written")
_ON_DEMAND |= dict.fromkeys(_LESSONS, "fmbook.lessons")
_ON_DEMAND |= dict.fromkeys(("reconstructed", "rulings", "slips"), "fmbook.accounts")
_ON_DEMAND |= {
    "atlas": "fmbook.widgets.atlas",
    "look_up": "fmbook.catalogue",
    "compare": "fmbook.lessons.histories",
    "documents": "fmbook.lessons.documents",
    "lives": "fmbook.lessons.documents",
    "measured": "fmbook.lessons.measured",
    "page": "fmbook.lessons.atlases",
    "theatre": "fmbook.widgets.theatre",
    "trace": "fmbook.tracing",
    "legal_is_can": "fmbook.trials",
    "workshop": "fmbook.workshops",
}


def __getattr__(name: str) -> object:
    if name in _ON_DEMAND:
        return getattr(import_module(_ON_DEMAND[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{_instead(name)}")


def _instead(name: str) -> str:
    """Say what may have been meant: what a game can do, or a name much like it."""
    of_a_game = {"odds": "battle", "help": "hint"}.get(name, name)
    if not name.startswith("_") and hasattr(Game, of_a_game):
        call = {"battle": '.battle("0404").odds()', "hint": ".hint(1)"}.get(of_a_game, f".{of_a_game}")
        return f". Ask a game for it: game = fm.new_game(…), then game{call}"
    like = nearest(name, (each for each in __dir__() if not each.startswith("_")))
    return f". Did you mean {' or '.join(f'fm.{each}' for each in like)}?" if like else ""


def __dir__() -> list[str]:
    return sorted([*globals(), *_ON_DEMAND])
