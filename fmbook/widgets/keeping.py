"""Nothing played is lost: the journal beside the notebook, the code in the browser, the earlier game to go on with."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from html import escape
from typing import Final, NamedTuple

from fmbook.codes import decode
from fmbook.errors import FmbookError, RecordError
from fmbook.game import Game
from fmbook.journal import NotWritten, journals, read_bytes
from fmbook.records import parse
from fmbook.replays import load, resume
from fmbook.state import State

__all__ = ["Earlier", "Keeper", "begin_journal", "earlier_in_browser", "earlier_on_disk", "shelf_of"]

LARGEST: Final = 4_000_000  # bytes of a journal
MOST_LOOKED_AT: Final = 3
SOON: Final = 0.2  # seconds: a code is made when the picture has been sent, and once for orders that follow in haste


def shelf_of(game: Game) -> str:
    """Name what a browser keeps one code of."""
    return f"{game.kit.system}.{game.kit.scenario}"


class Keeper:
    """Hands the code of a game to the reader's browser, a moment after each order.

    What has been ordered before a reader sees it, as in a guided turn, is no game of his to go on with.
    """

    def __init__(self, hand_over: Callable[[str], None], before: State) -> None:
        self._hand_over = hand_over
        self._kept = before
        self._next: Game | None = None

    def soon(self, game: Game) -> None:
        """Keep this game, if it has gone on."""
        if not game.orders or game.state is self._kept:
            return
        waiting, self._next = self._next is not None, game
        if not waiting:
            try:
                asyncio.get_running_loop().call_later(SOON, self._now)
            except RuntimeError:  # a plain script
                self._now()

    def _now(self) -> None:
        game, self._next = self._next, None
        if game is not None:
            self._kept = game.state
            with suppress(RecordError):  # too long for a code: it is on disk alone
                self._hand_over(game.code())


class Earlier(NamedTuple):
    """A game that could be gone on with: what it is, and how to bring it back."""

    says: str
    bring_back: Callable[[], Game]

    def as_html(self) -> str:
        """The sentence that offers it."""
        return f"<p>{escape(self.says)}</p>"


def begin_journal(game: Game) -> str:
    """Keep a game as it is played, unless that is done already; gives a sentence where it cannot be."""
    if game.journal is not None:
        return ""
    try:
        game.keep_journal()
    except (FmbookError, OSError) as error:
        if not isinstance(error, NotWritten):
            return f"This game is not kept on disk. {error}"
        return f"{str(error).splitlines()[0]} Nothing is kept on disk: take the resume code with you."
    return ""


def earlier_on_disk(game: Game) -> Earlier | None:
    """Find the newest journal of the same scenario that has any orders, if this game has none."""
    if game.orders:
        return None
    wanted = f"-{game.kit.system}-{game.kit.scenario}-"
    try:
        found = [path for path in journals() if wanted in path.name and path != game.journal]
    except OSError:
        return None
    for path in found[:MOST_LOOKED_AT]:
        try:
            record = parse(read_bytes(path, LARGEST).decode("utf-8-sig", "replace"))
        except FmbookError:
            continue
        if record.rows and (record.head.system, record.head.scenario) == (game.kit.system, game.kit.scenario):
            says = f"An earlier game of this lies beside the notebook ({path.name}, {len(record.rows)} lines)."
            return Earlier(says, lambda path=path: load(path))  # type: ignore[misc]
    return None


def earlier_in_browser(game: Game, code: str) -> Earlier | None:
    """Read the code that a browser has kept; what is no code of this system is passed over."""
    if game.orders or not isinstance(code, str):
        return None
    try:
        found = decode(code)
    except FmbookError:
        return None
    if (found.head.system, found.head.scenario) != (game.kit.system, game.kit.scenario) or not found.count:
        return None
    says = f"This browser has kept an earlier game: {found.head.system}, {found.head.scenario}, {found.count} orders."
    return Earlier(says, lambda: resume(code))
