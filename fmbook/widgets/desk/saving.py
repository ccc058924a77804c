"""Saving: the journal beside the notebook, the code in the browser, the earlier game to go on with.

An earlier game is one of the same chapter that began in the same way: system, scenario, seed, options, house rules.
"""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

from IPython import get_ipython

from fmbook.core.errors import FmbookError, RecordError
from fmbook.core.state import State
from fmbook.play.game import Game
from fmbook.play.replays import load, resume
from fmbook.record.codes import decode
from fmbook.record.journal import Kept, NotWritten, chapter_name, is_set_aside, journals, kept_in, set_aside
from fmbook.record.records import Header, visible
from fmbook.text.wording import sentence_of, standing

__all__ = [
    "Earlier", "Keeper", "begin_journal", "chapter", "earlier_in_browser", "earlier_on_disk", "rescued", "shelf_of",
    "when_in_words",
]  # fmt: skip

MOST_LOOKED_AT: Final = 2000
LONGEST_REASON: Final = 240
GO_ON: Final = "Go on with the earlier game"
BEGIN_ANEW: Final = "Begin anew"
AS: Final = ", played as "
MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
SOON: Final = 0.2  # seconds: a code is made when the picture has been sent, and once for orders that follow in haste


def shelf_of(game: Game) -> str:
    """Name what a browser keeps one code of: all games of this chapter that begin as this one does."""
    head = game.header
    return "/".join((f"{head.system}.{head.scenario}", chapter(), str(head.seed), *head.options, *head.house))


class Keeper:
    """Hands the code of a game to the reader's browser, a moment after each order.

    What has been ordered before a reader sees it, as in a guided turn, is no game of theirs to go on with.
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
    """A game that could be gone on with: how it stands, and where it is kept.

    One that is ``rescued`` is what could be read of a code or a record that has just been given.
    """

    game: Game
    says: str
    journal: Path | None = None
    shelved: str = ""  # the code as the browser has it
    rescued: bool = False

    def as_html(self) -> str:
        """The sentence that offers it."""
        return f"<p>{escape(self.says)}</p>"

    @property
    def choices(self) -> tuple[str, str]:
        """What can be done about it: go on with it, or leave it."""
        return ("Go on from there", "Stay with this game") if self.rescued else (GO_ON, BEGIN_ANEW)

    def is_offered(self, game: Game, you: str | None, since: int) -> bool:
        """Whether it still is, in a game that a reader took up after so many orders: until the reader's first one."""
        sides = (game.at(number).side for number in range(since, game.given))
        return self.rescued or not any(you in (None, side) for side in sides)

    def set_aside(self, forget: Callable[[str], None]) -> None:
        """See to it that it is not offered again; a browser forgets a code that it is given."""
        if self.rescued:
            return
        if self.journal:
            set_aside(self.journal)
        with suppress(RecordError):  # too long for a code: no browser has it
            forget(self.shelved or self.game.code())


def begin_journal(game: Game, you: str | None = None) -> str:
    """Keep a game as one side plays it, or both, unless that is done already; gives a sentence where it cannot be."""
    if game.journal is not None:
        return ""
    try:
        game.keep_journal(chapter=_read_by(game, you))
    except (FmbookError, OSError) as error:
        if not isinstance(error, NotWritten):
            return f"This game is not kept on disk. {error}"
        return f"{str(error).splitlines()[0]} Nothing is kept on disk: take the resume code with you."
    return ""


def chapter() -> str:
    """Name the notebook that this kernel works for; empty where nobody tells."""
    shell: Any = get_ipython()
    by_vs_code = shell.user_ns.get("__vsc_ipynb_file__", "") if shell else ""
    return chapter_name(str(by_vs_code)) or chapter_name(os.environ.get("JPY_SESSION_NAME", ""))


# --- the earlier game -------------------------------------------------------------------------


def earlier_on_disk(game: Game, you: str | None = None) -> Earlier | None:
    """Find the newest journal of such a game, unless this one has orders; nothing older once that was set aside."""
    if game.orders:
        return None
    for path, kept in _journals_like(game, you):
        if is_set_aside(path):
            return None
        played = when_in_words(kept.written, datetime.now())
        if found := _played(partial(load, path, house_rules=_house_rules(game))):
            again, whole, lost = found
            return Earlier(again, f"An earlier game: {standing(again, whole)}, played {played}.{lost}", path)
    return None


def _read_by(game: Game, you: str | None) -> str:
    """Name the chapter, and the side that plays in it where one may not see what the other holds."""
    return f"{chapter()}{AS}{you}" if you and game.setup.markers else chapter()


def _may_be_of(kept: Kept, here: str) -> bool:
    """Tell whether a journal may be of the same reader: who plays one side is never offered another one's game."""
    if AS in here or AS in kept.chapter:
        return kept.chapter == here.strip()
    return not here or kept.chapter in ("", here)


def _journals_like(game: Game, you: str | None) -> Iterator[tuple[Path, Kept]]:
    """List journals that begin as this game does, the newest first; one that names no chapter may be of any."""
    here, wanted = _read_by(game, you), f"-{game.setup.system}-{game.setup.scenario}-"
    try:
        found = [path for path in journals() if wanted in path.name and path != game.journal]
    except OSError:
        return
    for path in found[:MOST_LOOKED_AT]:
        kept = kept_in(path)
        if kept and _may_be_of(kept, here) and kept.has_orders and _alike(kept.head, game.header):
            yield path, kept


def earlier_in_browser(game: Game, code: str) -> Earlier | None:
    """Read the code that a browser has kept; what is no code of such a game is passed over."""
    if game.orders or not isinstance(code, str):
        return None
    try:
        opened = decode(code)
    except FmbookError:
        return None
    if not opened.count or not _alike(opened.head, game.header):
        return None
    if found := _played(partial(resume, code, house_rules=_house_rules(game))):
        again, whole, lost = found
        return Earlier(again, f"This browser has kept an earlier game: {standing(again, whole)}.{lost}", shelved=code)
    return None


def rescued(broken: RecordError | None, game: Game) -> Earlier | None:
    """Offer the last good position of a code or a record that breaks half-way, if it can be shown on this board."""
    again = broken.game if broken else None
    if broken is None or not isinstance(again, Game) or not again.orders or again.board != game.board:
        return None
    says = f"Its last good position: {standing(again, broken.whole)}."
    return Earlier(again, says, rescued=True)


def _alike(one: Header, other: Header) -> bool:
    """Tell whether two games begin alike, whatever order options and house rules were named in.

    Whether a house rule of that name is the same one is asked when the game is played again.
    """
    same = (one.system, one.scenario, one.seed) == (other.system, other.scenario, other.seed)
    rules, others = ({name.partition("#")[0] for name in head.house} for head in (one, other))
    return same and {*one.options} == {*other.options} and rules == others


def _house_rules(game: Game) -> tuple[Any, ...]:
    return tuple(rule.function for rule in game.setup.book.house)


def _played(bring_back: Callable[[], Game]) -> tuple[Game, int, str] | None:
    """Play an earlier game again as far as it can be read: the game, how many orders it had, and what is lost."""
    try:
        game = bring_back()
        whole, lost = len(game.orders), " ".join(game.notices)
    except RecordError as error:
        why = sentence_of(visible(str(error).splitlines()[0].partition(" Did you mean")[0], LONGEST_REASON))
        game, whole, lost = error.game, error.whole, f"The rest could not be played again. {why}"
    if not isinstance(game, Game) or not game.orders:
        return None
    return game, whole, f" {sentence_of(lost)}" if lost else ""


def when_in_words(moment: datetime, now: datetime) -> str:
    """Say when something was, as seen from now.

    >>> when_in_words(datetime(2026, 5, 3, 14, 5), datetime(2026, 5, 4, 9, 0))
    'yesterday at 14:05'
    """
    days = (now.date() - moment.date()).days
    year = f" {moment.year}" if moment.year != now.year else ""
    day = {0: "today", 1: "yesterday"}.get(days, f"on {moment.day} {MONTHS[moment.month - 1]}{year}")
    return f"{day} at {moment:%H:%M}"
