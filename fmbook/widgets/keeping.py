"""Nothing played is lost: the journal beside the notebook, the code in the browser, the earlier game to go on with."""

from collections.abc import Callable
from html import escape
from typing import Final, NamedTuple

from fmbook.codes import decode
from fmbook.errors import FmbookError
from fmbook.game import Game
from fmbook.journal import NotWritten, journals, read_bytes
from fmbook.records import parse
from fmbook.replays import load, resume

__all__ = ["Earlier", "begin_journal", "earlier_in_browser", "earlier_on_disk"]

LARGEST: Final = 4_000_000  # bytes of a journal
MOST_LOOKED_AT: Final = 3


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
    if found.head.system != game.kit.system or not found.count:
        return None
    says = f"This browser has kept an earlier game: {found.head.system}, {found.head.scenario}, {found.count} orders."
    return Earlier(says, lambda: resume(code))
