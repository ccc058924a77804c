"""One attack thrown many times: what came of it, beside the exact chances and beside the throw of one's own game."""

import secrets
from collections import Counter
from itertools import accumulate
from math import lcm
from typing import Final, final

from fmbook.core.calls import checked
from fmbook.core.dice import throw
from fmbook.core.errors import FmbookError
from fmbook.core.events import Rolled
from fmbook.core.shown import ShownByWidget
from fmbook.play.battle_previews import Preview
from fmbook.play.game import Game
from fmbook.text import Told, results_in_words
from fmbook.text.wording import counted

__all__ = ["Throws", "throws"]

MOST: Final = 100_000
SEEDS: Final = 10**6


@final
class Throws(ShownByWidget):
    """An attack that can be thrown again and again: print it, or read ``counts``."""

    _widget = "many_throws:ThrowsBox"

    def __init__(self, attack: Preview, game: Game | None, seed: int | None) -> None:
        self.attack, self.game = attack, game
        self.seed = secrets.randbelow(SEEDS) if seed is None else seed
        self.counts: Counter[str] = Counter()
        self.last: Counter[str] = Counter()

    @property
    def total(self) -> int:
        """How often it was thrown."""
        return self.counts.total()

    @property
    def told(self) -> dict[str, Told]:
        """What each result means, in words."""
        return dict(zip(map(str, self.attack.odds()), results_in_words(self.attack), strict=True))

    @checked
    def again(self, times: int = 100) -> "Throws":
        """Throw so many times more; once it was thrown in the game, as it stood there, with all markers."""
        if not 1 <= times <= MOST:
            raise FmbookError(f"Throw it 1 to {MOST:,} times, not {times}.")
        self._stand_as_fought()
        odds = self.attack.odds()
        faces = lcm(*(chance.denominator for chance in odds.values()))
        ends = list(accumulate(int(chance * faces) for chance in odds.values()))
        begun, results = self.total, list(map(str, odds))
        shown = (throw(self.seed, 0, begun + number, faces) for number in range(times))
        self.last = Counter(results[next(at for at, end in enumerate(ends) if face <= end)] for face in shown)
        self.counts += self.last
        return self

    @property
    def own(self) -> str:
        """What was last thrown for this attack in the game; nothing if it was not, or not with these odds."""
        fought = _fought(self.game, self.attack) if self.game else None
        return fought[1] if fought and fought[0].odds() == self.attack.odds() else ""

    def _stand_as_fought(self) -> None:
        fought = _fought(self.game, self.attack) if self.game else None
        if fought and fought[0].odds() != self.attack.odds():
            self.attack = fought[0]
            self.counts.clear()

    def __str__(self) -> str:
        if not self.total:
            return f"{self.attack.sum.title}: not thrown yet. .again(100) throws it a hundred times."
        wide = max(map(len, self.counts))
        lines = [
            f"{result:{wide}}  {self.counts[result]:5} of {self.total}  {self.counts[result] / self.total:6.1%}"
            f"  by the table {float(chance):6.1%}"
            for result, chance in ((str(result), chance) for result, chance in self.attack.odds().items())
        ]
        return "\n".join([f"{self.attack.sum.title}, thrown {counted(self.total, 'time')}:", *lines])

    __repr__ = __str__


def _fought(game: Game, attack: Preview) -> tuple[Preview, str] | None:
    """Return the sum and the result of the last throw of this attack in a game."""
    for number in reversed(range(len(game.steps))):
        rolled = next((each.event for each in game.steps[number].entries if isinstance(each.event, Rolled)), None)
        if rolled and (before := game.at(number).state).battle:
            try:
                fought = Preview(before)
            except FmbookError:  # a gun fires before there is a sum
                continue
            if fought.sum.title == attack.sum.title:
                return fought, rolled.result
    return None


@checked
def throws(attack: Preview, game: Game | None = None, *, seed: int | None = None) -> Throws:
    """Throw an attack many times: ``fm.throws(game.battle("0404"), game)``, then *Throw it 100 times*.

    With a game, the throw that was made there is marked among them, and all stand as it stood there, with its markers.

    >>> import fmbook as fm
    >>> mill = fm.new_game("drill", "flank")
    >>> hundred = fm.throws(mill.battle("0404"), seed=1).again(100)
    >>> hundred.total, max(hundred.counts, key=hundred.counts.get) in hundred.attack.odds()
    (100, True)
    """
    return Throws(attack, game, seed)
