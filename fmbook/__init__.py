"""Historical board wargames to play and to learn from, by their rules, in a notebook."""

from importlib import import_module
from typing import TYPE_CHECKING

from fmbook.core.errors import DataError, FmbookError, NoSuchName, RecordError, nearest

try:
    from fmbook.core.language import language
    from fmbook.core.orders import (
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
    from fmbook.core.orders import Place as Place
    from fmbook.core.state import Outcome
    from fmbook.core.verdicts import Bar, Cost, Excuse, Only, Reason, RuleViolation, Shift, Verdict
    from fmbook.engine.rulebook import costs, excuses, follows, forbids, settles, shifts
    from fmbook.library.lookups import cards, differences, rule, rules, scenarios, systems, tables
    from fmbook.opponents.playouts import play_out
    from fmbook.play.game import Game, new_game
    from fmbook.play.replays import load, replay, resume
    from fmbook.play.typing_aid import help_typing as _help_typing
except ModuleNotFoundError as missing:  # `python -m fmbook doctor` runs all the same, and says what is missing
    if (missing.name or "fmbook").partition(".")[0] == "fmbook":
        raise
    _MISSING = f"fmbook cannot start, for {missing.name} is not installed. What to do: python -m fmbook doctor"
else:
    _MISSING = ""
    _help_typing()

if TYPE_CHECKING:
    from fmbook.experiments.environment import env as env
    from fmbook.experiments.many import play_out_many as play_out_many
    from fmbook.experiments.results import results as results
    from fmbook.lessons import answers as answers
    from fmbook.lessons import ask as ask
    from fmbook.lessons import debrief as debrief
    from fmbook.lessons import decide as decide
    from fmbook.lessons import lesson as lesson
    from fmbook.lessons import question as question
    from fmbook.lessons import show_odds as show_odds
    from fmbook.lessons import ticket as ticket
    from fmbook.lessons import written as written
    from fmbook.lessons.atlas import page as page
    from fmbook.lessons.balance import measured as measured
    from fmbook.lessons.documents import documents as documents
    from fmbook.lessons.documents import lives as lives
    from fmbook.lessons.exports import export as export
    from fmbook.lessons.exports import set_up as set_up
    from fmbook.lessons.handin import hand_in as hand_in
    from fmbook.lessons.history import compare as compare
    from fmbook.lessons.many_throws import throws as throws
    from fmbook.lessons.reviews import review as review
    from fmbook.library.agreement import legal_is_can as legal_is_can
    from fmbook.library.coverage import coverage as coverage
    from fmbook.library.provenance import reconstructed as reconstructed
    from fmbook.library.provenance import rulings as rulings
    from fmbook.library.provenance import slips as slips
    from fmbook.library.search import look_up as look_up
    from fmbook.library.trace import trace as trace
    from fmbook.library.workshop import workshop as workshop
    from fmbook.opponents import players as players
    from fmbook.play.tables import table as table
    from fmbook.text.glossary import glossary as glossary
    from fmbook.widgets.board.hexmap import chart as chart
    from fmbook.widgets.desk.desk import desk as desk
    from fmbook.widgets.gameplot import plot as plot
    from fmbook.widgets.maps.atlas import atlas as atlas
    from fmbook.widgets.maps.theatre import theatre as theatre

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
    "env",
    "excuses",
    "export",
    "follows",
    "forbids",
    "glossary",
    "hand_in",
    "language",
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
    "players",
    "question",
    "reconstructed",
    "replay",
    "results",
    "resume",
    "review",
    "rule",
    "rules",
    "rulings",
    "scenarios",
    "set_up",
    "settles",
    "shifts",
    "show_odds",
    "slips",
    "systems",
    "table",
    "tables",
    "throws",
    "ticket",
    "trace",
    "workshop",
    "written",
]

# fetched when first asked for: the engine runs where no widgets are installed, and starts without what few need
_ON_DEMAND = {
    "chart": "fmbook.widgets.board.hexmap",
    "desk": "fmbook.widgets.desk.desk",
    "coverage": "fmbook.library.coverage",
}
_LESSONS = ("answers", "ask", "debrief", "decide", "lesson", "question", "show_odds", "ticket", "written")
_ON_DEMAND |= dict.fromkeys(_LESSONS, "fmbook.lessons")
_ON_DEMAND |= dict.fromkeys(("reconstructed", "rulings", "slips"), "fmbook.library.provenance")
_ON_DEMAND |= {
    "atlas": "fmbook.widgets.maps.atlas",
    "look_up": "fmbook.library.search",
    "players": "fmbook.opponents",
    "compare": "fmbook.lessons.history",
    "documents": "fmbook.lessons.documents",
    "env": "fmbook.experiments.environment",
    "export": "fmbook.lessons.exports",
    "hand_in": "fmbook.lessons.handin",
    "set_up": "fmbook.lessons.exports",
    "lives": "fmbook.lessons.documents",
    "measured": "fmbook.lessons.balance",
    "page": "fmbook.lessons.atlas",
    "plot": "fmbook.widgets.gameplot",
    "play_out_many": "fmbook.experiments.many",
    "results": "fmbook.experiments.results",
    "review": "fmbook.lessons.reviews",
    "table": "fmbook.play.tables",
    "theatre": "fmbook.widgets.maps.theatre",
    "throws": "fmbook.lessons.many_throws",
    "trace": "fmbook.library.trace",
    "glossary": "fmbook.text.glossary",
    "legal_is_can": "fmbook.library.agreement",
    "workshop": "fmbook.library.workshop",
}


def __getattr__(name: str) -> object:
    if _MISSING and not name.startswith("__"):
        raise ImportError(_MISSING)
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
