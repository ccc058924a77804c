"""What Tab offers within quotes: systems and scenarios of ``new_game("``, orders of ``do("`` and ``can("``.

IPython completes names of Python; what stands in a string is for whoever knows what the string is for. Its completer
asks each of its ``custom_matchers``, and this module is one.
"""

import re
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, Final

from fmbook.books.systems import playable
from fmbook.components.scenarios import scenario_names
from fmbook.play.positions import Position

__all__ = ["help_typing", "offered"]

OURS: Final = "fmbook"
OPEN: Final = r"(?P<quote>[\"'])(?P<text>[^\"'\n]*)$"
SYSTEM: Final = re.compile(rf"\b(?:new_game|scenarios)\(\s*{OPEN}")
SCENARIO: Final = re.compile(rf"\bnew_game\(\s*[\"'](?P<system>\w+)[\"']\s*,\s*(?:scenario\s*=\s*)?{OPEN}")
ORDER: Final = re.compile(rf"(?<![\w.])(?P<game>\w+)\.(?:do|can|outlook)\(\s*{OPEN}")


def offered(typed: str, names: Mapping[str, Any]) -> tuple[str, tuple[str, ...]] | None:
    """Say which word is being typed, and what it may become; None where the end of a cell is none of ours.

    >>> offered('game = fm.new_game("sch', {})
    ('sch', ('scheldt',))
    >>> offered('fm.new_game("vimy", "', {})
    ('', ('battle', 'first_morning', 'free', 'hill_145'))
    >>> offered('print("sch', {}) is None
    True
    """
    if found := SYSTEM.search(typed):
        return _beginning(found["text"], playable())
    if found := SCENARIO.search(typed):
        known = found["system"] in playable()
        return _beginning(found["text"], scenario_names(found["system"]) if known else ())
    if (found := ORDER.search(typed)) and isinstance(game := names.get(found["game"]), Position):
        return found["text"].rpartition(" ")[2], _of_order(game, found["text"])
    return None


def _beginning(word: str, names: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    return word, tuple(name for name in names if name.startswith(word))


def _of_order(game: Position, line: str) -> tuple[str, ...]:
    """Ask the conversation, which completes the same orders; it is fetched when somebody first presses Tab."""
    words: tuple[str, ...] = import_module("fmbook.text.completion").completions(game, line, ())
    return words


def help_typing() -> None:
    """Let Tab know of our strings, if this is IPython; a second time changes nothing."""
    ipython = sys.modules.get("IPython")
    shell: Any = ipython.get_ipython() if ipython and hasattr(ipython, "get_ipython") else None
    matchers = getattr(getattr(shell, "Completer", None), "custom_matchers", None)
    if matchers is None or any(getattr(each, "matcher_identifier", "") == OURS for each in matchers):
        return
    matchers.append(_matcher(shell))


def _matcher(shell: Any) -> Any:
    def matcher(context: Any) -> dict[str, Any]:
        above = context.full_text.split("\n")[: context.cursor_line]
        found = offered("\n".join([*above, context.text_until_cursor]), shell.user_ns)
        word, words = found or ("", ())
        one = import_module("IPython.core.completer").SimpleCompletion
        return {
            "completions": [one(text, type="text") for text in words],
            "matched_fragment": word,
            "suppress": bool(words),  # files of this folder are no orders
        }

    # what IPython's own decorators note; they cannot be imported where there is no IPython
    vars(matcher).update(matcher_api_version=2, matcher_identifier=OURS, matcher_priority=0)
    return matcher
