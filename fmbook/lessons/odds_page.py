"""An attack on a page of its own: its sum, its odds as bars and numbers, the table with its column lit."""

from importlib import import_module
from typing import final

from fmbook.core.calls import checked
from fmbook.core.language import spoken_here
from fmbook.play.battle_previews import Preview

__all__ = ["OddsCard", "show_odds"]


@spoken_here
@final
class OddsCard:
    """What the desk's panel shows of an attack, for a cell."""

    def __init__(self, attack: Preview) -> None:
        self.attack = attack

    def __str__(self) -> str:
        found = self.attack.sum
        return f"{self.attack}\n{found.table.lit(found.column)}"

    __repr__ = __str__

    def _repr_html_(self) -> str | None:
        try:
            panel: str = import_module("fmbook.widgets.desk.panels").battle(self.attack)
        except ImportError:
            return None
        return f'<div class="fmbook-desk">{panel}</div>'


@checked
def show_odds(attack: Preview) -> OddsCard:
    """Show an attack that is being thought of: ``fm.show_odds(game.battle("0404"))``.

    >>> import fmbook as fm
    >>> game = fm.new_game("drill", "flank")
    >>> print(str(fm.show_odds(game.battle("0404"))).splitlines()[0])
    Attack on 0404  9 against 5 = +4
    """
    return OddsCard(attack)
