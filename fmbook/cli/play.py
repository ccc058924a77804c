"""Play in a plain terminal: the board in words, typed orders, answers that a screen reader reads well."""

import os
import secrets
import signal
import sys
import warnings
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from fmbook.cli import own_name
from fmbook.core.errors import FmbookError, RecordError

if TYPE_CHECKING:
    from fmbook.play.game import Game
    from fmbook.text import Talk

HELP = "Play in the terminal, in words and typed orders."
LONGEST_LINE = 100_000
WAKE = 0.2  # seconds


def add_arguments(parser: ArgumentParser) -> None:
    """What to play, on which side, against whom; or which game to go on with."""
    parser.add_argument("system", nargs="?", default="drill", help="which system (drill)")
    parser.add_argument("scenario", nargs="?", help="which scenario; the one that opens the system if you do not say")
    parser.add_argument("--seed", type=int, help="the number that all dice come from; a new one if you do not say")
    parser.add_argument("--you", metavar="SIDE", help="the side that you play; the first one if you do not say")
    parser.add_argument(
        "--opponent",
        metavar="NAME",
        help="random, cadet, sergeant or captain (captain)",
    )
    parser.add_argument("--hot-seat", action="store_true", help="two people take turns at this keyboard")
    parser.add_argument("--option", metavar="NAME", action="append", default=[], help="an option of the system")
    parser.add_argument(
        "--no-decisions", action="store_true", help="do not stop at moments at which somebody had to choose"
    )
    parser.add_argument("--load", metavar="NAME", help="go on with a save or a journal")
    parser.add_argument("--recover", action="store_true", help="of a broken one, go on from its last good position")
    parser.add_argument("--resume", metavar="CODE", help="go on with the game of a resume code")


def run(arguments: Namespace) -> int:
    """Play until the player leaves; whatever ends it, the game is kept and the way back is said."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a console without ½ or a pipe of odd bytes is no reason to fail
    talk = _talk(arguments)
    try:
        return _play(talk, _seat(arguments))
    except BrokenPipeError:  # whoever read along has gone: a pipe into head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _talk(arguments: Namespace) -> "Talk":
    from fmbook.text import Talk

    if arguments.hot_seat and (arguments.you or arguments.opponent):
        raise FmbookError("With --hot-seat two people share the keyboard; leave --you and --opponent out.")
    from fmbook.lessons.sidelights import Sidelight
    from fmbook.text.parsing import named

    game = _game(arguments)
    you = None if arguments.hot_seat else named(game, "side", arguments.you or game.sides[0])
    aside = partial(Sidelight, decisions=not arguments.no_decisions, you=you)
    return Talk(game, you, None if arguments.hot_seat else arguments.opponent or "captain", aside=aside)


def _game(arguments: Namespace) -> "Game":
    from fmbook.play.game import new_game

    if arguments.load or arguments.resume:
        return _brought_back(arguments)
    seed = secrets.randbelow(100_000) if arguments.seed is None else arguments.seed
    return new_game(arguments.system, arguments.scenario, seed, arguments.option)


def _brought_back(arguments: Namespace) -> "Game":
    from fmbook.play.replays import load, resume
    from fmbook.text.wording import standing

    name = str(arguments.load)
    try:
        return load(Path(name) if Path(name).is_file() else name) if arguments.load else resume(arguments.resume)
    except RecordError as error:
        if error.game is None:
            raise
        good = standing(error.game, error.whole)
        if not arguments.recover:
            advice = f"--recover, to go on from its last good position: {good}"
            raise RecordError(error.line, error.reason, advice, error.game, error.whole) from None
        _say(f"{error.reason}\nThis is its last good position: {good}.\n")
        return cast("Game", error.game)


# --- the conversation -------------------------------------------------------------------------


def _play(talk: "Talk", seat: str) -> int:
    from fmbook.play.game import NotKept

    warnings.simplefilter("ignore", NotKept)  # the talk says it
    code, kept = 0, _Keeper(seat)
    read = _reader(talk)
    try:
        kept.keep(talk.game)
        _say(talk.greeting())
        while not talk.over:
            line = read(talk.prompt)
            if line is None:
                break
            _say(_answered(talk, line))
            kept.keep(talk.game)
    except KeyboardInterrupt:
        code = 130
    _say(f"\n{kept.farewell(talk.game)}")
    return code


def _seat(arguments: Namespace) -> str:
    """Write again who plays whom: a record holds the game, not the players."""
    if arguments.hot_seat:
        return " --hot-seat"
    you, opponent = arguments.you, arguments.opponent
    return (f" --you {you}" if you else "") + (f" --opponent {opponent}" if opponent else "")


def _answered(talk: "Talk", line: str) -> str:
    """Answer a line; a mistake of ours is owned up to, and the game stays as it was."""
    try:
        return talk.answer(line)
    except Exception as error:  # a player is never shown a traceback
        kind = type(error).__name__
        return f"That was a mistake of ours, not of yours ({kind}). The game is as it was; please report the record."


def _say(text: str) -> None:
    print(text, flush=True)


def _reader(talk: "Talk") -> Callable[[str], str | None]:
    if sys.stdin.isatty():
        _complete_by_tab(talk)
        return _typed
    return _piped


def _typed(prompt: str) -> str | None:
    with _waking():
        try:
            return input(f"\n{prompt}")
        except EOFError:
            return None


@contextmanager
def _waking() -> Iterator[None]:
    """Wake readline now and then: it sleeps through a Ctrl-C that came just before it began to wait."""
    if not hasattr(signal, "setitimer"):  # Windows has none, nor readline
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, WAKE, WAKE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _piped(prompt: str) -> str | None:
    """Read a line of a file or a pipe, and write it down too, so that the answers can be followed."""
    line = sys.stdin.readline(LONGEST_LINE)
    if not line:
        return None
    from fmbook.text.wording import clean

    said = clean(line)
    _say(f"\n{prompt}{said if len(said) < 400 else f'{said[:400]}…'}".rstrip())
    return line.rstrip("\n")


def _complete_by_tab(talk: "Talk") -> None:
    try:
        import readline
    except ImportError:  # Windows has none: orders are typed in full there
        return

    def complete(_text: str, state: int) -> str | None:
        found = talk.completions(readline.get_line_buffer()[: readline.get_endidx()])
        return f"{found[state]} " if state < len(found) else None

    readline.set_completer_delims(" \t\n")
    readline.set_completer(complete)
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")


# --- the way back -----------------------------------------------------------------------------


class _Keeper:
    """Keeps a journal of the game that is being played, and says how to come back to it."""

    def __init__(self, seat: str = "") -> None:
        self._seat = seat
        self._game: Game | None = None
        self._journal: Path | None = None
        self._trouble = ""

    def keep(self, game: "Game") -> None:
        """Begin a journal; a new one when another game has taken the place of the first."""
        if game is self._game:
            return
        self._drop_if_empty()
        self._game, self._journal, self._trouble = game, None, ""
        try:
            self._journal = game.keep_journal()
        except (OSError, FmbookError) as error:
            self._trouble = f"No journal is kept of this game: {str(error).splitlines()[0]}"

    def farewell(self, game: "Game") -> str:
        """Say where the game is and how to go on with it."""
        lines = [self._trouble] if self._trouble else []
        if not game.orders:
            self._drop_if_empty()
            return "\n".join([*lines, "Nothing was ordered, so nothing was kept."])
        if game.journal:
            lines.append(f"The game is kept in {game.journal}.")
            lines.append(f"Come back with: {own_name()} play{self._seat} --load {game.journal.name}")
        with suppress(FmbookError):  # too long for a code
            lines.append(f"Or anywhere with: {own_name()} play{self._seat} --resume {game.code()}")
        return "\n".join(lines)

    def _drop_if_empty(self) -> None:
        if self._journal and self._game and not self._game.orders:
            self._journal.unlink(missing_ok=True)
            self._journal = None
