"""File calls that fail, one after the other: what was acknowledged must still be there, or the player was told.

python tests/tools/faults.py
"""

import errno
import json
import os
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[2]))

import fmbook as fm
from fmbook.core.errors import FmbookError
from fmbook.play.game import Game
from fmbook.record import journal as journals
from tests.tools.crash import stand

CALLS = ("open", "write", "fsync", "close", "replace", "rename", "unlink", "chmod", "mkdir", "stat", "fstat", "lstat")
MODES = ("once", "from then on", "kill")
QUICK = "/dev/shm" if Path("/dev/shm").is_dir() else None  # where nothing waits for a disk


class Killed(BaseException):
    """The process ends here: nothing that would tidy up runs."""


class Faults:
    """Counts the file calls that touch a folder, and lets one fail: once, from then on, or by the death of Python."""

    def __init__(self, folder: Path, number: int, mode: str, error: int = errno.ENOSPC) -> None:
        self.folder, self.number, self.mode, self.error = str(folder), number, mode, error
        self.count = 0
        self.failed = ""
        self.on = True
        self._handles: set[int] = set()

    def call(self, name: str, real: Callable[..., Any], *given: Any, **more: Any) -> Any:
        """Make a call, or fail."""
        about = given[0]
        ours = about in self._handles if isinstance(about, int) else os.fspath(about).startswith(self.folder)
        if not self.on or not ours:
            return real(*given, **more)
        self.count += 1
        due = self.count == self.number if self.mode == "once" else self.count >= self.number
        if due:
            self._fail(name, real, *given)
        done = real(*given, **more)
        if name == "open":
            self._handles.add(done)
        elif name == "close":
            self._handles.discard(about)
        return done

    def _fail(self, name: str, real: Callable[..., Any], *given: Any) -> None:
        first, self.failed = not self.failed, self.failed or name
        if name == "write" and first:
            real(given[0], given[1][: len(given[1]) // 2])  # half of it is there
        if name == "close" and (self.mode != "kill" or first):
            real(*given)
            self._handles.discard(given[0])
        if self.mode == "kill":
            raise Killed
        raise OSError(self.error, os.strerror(self.error))

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Stand between Python and the system."""
        reals = {name: getattr(os, name) for name in CALLS}
        fakes = {name: lambda *a, _n=name, _r=real, **k: self.call(_n, _r, *a, **k) for name, real in reals.items()}
        with ExitStack() as stack:
            for name, fake in fakes.items():
                stack.enter_context(patch.object(os, name, fake))
            yield

    @contextmanager
    def away(self) -> Iterator[None]:
        """Look without being counted."""
        self.on = False
        try:
            yield
        finally:
            self.on = True


class Trial(NamedTuple):
    """One fault: which call failed in which way, how often the player was told, what was found lost."""

    mode: str
    call: str
    told: int
    lost: list[str]


def acts(game: Game, folder: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """List what a player does: keep, order, take back, save, so that the journal is also written anew."""
    yield "keep", lambda: game.keep_journal(folder / "games")
    yield from (("do", lambda: game.do(game.legal()[-1])) for _ in range(3))
    yield "save", lambda: game.save(folder / "saves" / "mine.txt")
    yield from (("undo", game.undo), ("undo", game.undo), ("redo", game.redo))
    yield from (("do", lambda: game.do(game.legal()[-1])) for _ in range(3))
    yield "save", lambda: game.save(folder / "saves" / "mine.txt")
    for _ in range(2):
        yield from (("do", lambda: game.do(game.legal()[0])), ("undo", game.undo))


def begun() -> Game:
    """Begin the game that is played each time."""
    return fm.new_game("drill", "flank", 3)


@cache
def stands() -> list[str]:
    """Tell how the game stands before the first act, and after each."""
    game = begun()
    found = [stand(game)]
    with TemporaryDirectory(dir=QUICK) as folder:
        for _, act in acts(game, Path(folder)):
            act()
            found.append(stand(game))
    return found


class Player:
    """Plays on while file calls fail, and looks after each act whether anything is lost."""

    def __init__(self, faults: Faults, folder: Path) -> None:
        self.faults, self.folder, self.game = faults, folder, begun()
        self.known = stands()
        self.sure, self.saved, self.tried = 0, -1, -1  # the last act acknowledged, the last save, the last try to save
        self.told, self.lost = 0, list[str]()

    def play(self) -> None:
        """Return all orders; a killed player gives no more."""
        for number, (name, act) in enumerate(acts(self.game, self.folder), 1):
            notes = len(self.game.notices)
            try:
                act()
                said = len(self.game.notices) > notes
            except FmbookError:
                said = True
            except Killed:
                self.look(name, number, acknowledged=False)
                return
            self.told += said
            self.look(name, number, acknowledged=not said)

    def look(self, name: str, number: int, *, acknowledged: bool) -> None:
        """See whether what was acknowledged is there, and what was not is there or not, but never half."""
        with self.faults.away():
            if acknowledged and self.game.journal and name != "save":
                self.sure = number
            if name == "save":
                self.saved, self.tried = number if acknowledged else self.saved, number
            self._expect(self.folder / "saves" / "mine.txt", self.saved, self.tried)
            for path in journals.journals(self.folder / "games"):
                self._expect(path, self.sure, number)
            if self.sure and not journals.journals(self.folder / "games"):
                self.lost.append(f"{name}: there is no journal")

    def _expect(self, path: Path, first: int, last: int) -> None:
        if first <= 0 and (not path.exists() or path.parent.name == "games"):
            return
        try:
            found = stand(fm.load(path))
        except FmbookError as error:
            self.lost.append(f"act {last}: {error}")
            return
        if found not in self.known[max(first, 0) : last + 1]:
            self.lost.append(f"act {last}: {path.name} stands at none of the acts from {first} on")


def tried(number: int, mode: str, error: int = errno.ENOSPC) -> Trial | None:
    """Play with the so many-th call failing; None if there are not so many."""
    with (
        TemporaryDirectory(dir=QUICK) as name,
        patch.object(journals, "SLACK", -6),
        warnings.catch_warnings(record=True) as heard,
    ):
        warnings.simplefilter("always")
        player = Player(Faults(Path(name), number, mode, error), Path(name))
        with player.faults():
            player.play()
        if not player.faults.failed:
            return None
        if player.game.notices and not heard:
            player.lost.append("nobody was warned")
        if mode == "once" and player.faults.failed != "unlink":
            left = [path.name for path in Path(name).rglob("*.*") if path.suffix != ".txt" or not path.stat().st_size]
            player.lost += [f"{path} was left behind" for path in left]
        return Trial(mode, player.faults.failed, player.told, player.lost)


def all_tried(mode: str, error: int = errno.ENOSPC) -> Iterator[Trial]:
    """Let each call fail in turn."""
    number = 1
    while trial := tried(number, mode, error):
        yield trial
        number += 1


def main() -> int:
    """Let every call fail in every way, and tell what was lost."""
    trials = [
        trial for mode in MODES for error in (errno.ENOSPC, errno.EIO, errno.EACCES) for trial in all_tried(mode, error)
    ]
    told = {
        "faults": len(trials),
        "by call": dict(Counter(trial.call for trial in trials)),
        "players told": sum(trial.told > 0 for trial in trials),
        "lost": [f"{trial.call} {trial.mode}: {what}" for trial in trials for what in trial.lost],
    }
    print(json.dumps(told, indent=2))
    return bool(told["lost"])


if __name__ == "__main__":
    sys.exit(main())
