"""The errors that readers see, said so that they know what to do next.

::

    FmbookError
    ├── DataError        a file of ours or yours: its name, the place inside, what was expected there
    ├── NoSuchName       a unit, hex, rule or system that does not exist, with the nearest three
    ├── RecordError      a save or a resume code: the line, the reason, the last good position kept
    └── RuleViolation    an order that the rules forbid, with every reason (lives in ``verdicts``)

Anything else is a bug of ours and keeps its traceback.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

__all__ = ["DataError", "FmbookError", "NoSuchName", "RecordError", "in_short", "nearest"]


LONGEST = 80  # characters of a name that nothing bears


class FmbookError(Exception):
    """The root: catch this to catch whatever fmbook says on purpose.

    >>> import fmbook as fm
    >>> try:
    ...     fm.new_game("viny")
    ... except fm.FmbookError as error:
    ...     print(error)
    No system “viny”. Did you mean vimy?
    """

    def _render_traceback_(self) -> list[str]:
        """IPython's own hook: a reader sees the sentence, not thirty lines of our code."""
        return str(self).splitlines()


class DataError(FmbookError, ValueError):
    """A data file that does not say what it should.

    >>> import fmbook as fm
    >>> print(fm.DataError("drill/board.toml", "line 3", "expected a number"))
    drill/board.toml at line 3: expected a number
    """

    def __init__(self, file: str, path: str, problem: str) -> None:
        self.file, self.path, self.problem = file, path, problem
        where = f" at {path}" if path else ""
        super().__init__(f"{file}{where}: {problem}")


TOLD = frozenset({"chapter", "lesson", "scenario", "system"})
"""What is listed to whoever names none of it: few, and no secret."""


class NoSuchName(FmbookError, LookupError):
    """A name that nothing bears.

    >>> import fmbook as fm
    >>> try:
    ...     fm.rule("vimy:17.22")
    ... except fm.NoSuchName as error:
    ...     print(error.name)
    vimy:17.22
    """

    def __init__(
        self, kind: str, name: object, known: Iterable[str], where: str = "", meant: Iterable[str] = ()
    ) -> None:
        short, known = in_short(name), tuple(known)
        self.kind, self.name, self.suggestions = kind, name, tuple(meant) or nearest(short, known)
        message = f"No {kind} “{short}”{' in ' + where if where else ''}."
        if self.suggestions:
            message += f" Did you mean {_either(self.suggestions)}?"
        elif kind in TOLD and known:
            message += f" There are {', '.join(sorted(map(str, known)))}."
        super().__init__(message)


class RecordError(FmbookError, ValueError):
    """A save, a journal or a resume code that cannot be played: where it fails, why, and the game up to there.

    ``whole`` is how many orders it would have had; 0 if that cannot be told.

    >>> import fmbook as fm
    >>> try:
    ...     fm.resume("fm1.nonsense")
    ... except fm.RecordError as error:
    ...     print(error.line)
    0
    """

    def __init__(self, line: int, reason: str, advice: str = "", game: Any = None, whole: int = 0) -> None:
        self.line, self.reason, self.advice, self.game, self.whole = line, reason, advice, game, whole
        where = f"Line {line} of the record: {reason}" if line else reason
        super().__init__(f"{where}\n  Try: {advice}." if advice else where)


def nearest(name: str, known: Iterable[str], count: int = 3) -> tuple[str, ...]:
    """The names most like a mistyped one, best first.

    >>> nearest("viny", ["drill", "scheldt", "vimy"])
    ('vimy',)
    """
    by_fold = {candidate.casefold(): candidate for candidate in sorted(known)}
    return tuple(by_fold[fold] for fold in get_close_matches(name.casefold(), by_fold, n=count, cutoff=0.4))


def in_short(name: object) -> str:
    """Write anything down in a few words, however long it is."""
    try:
        said = str(name)
    except ValueError:  # a whole number of thousands of digits
        said = "…"
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}…"


def _either(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
