"""What a cell shows of an attack, with its odds as bars and numbers, and of a page that changes as a game goes on."""

from importlib import import_module
from typing import Any, Protocol, final

from fmbook.previews import Preview

__all__ = ["OddsCard", "Page", "show_odds", "shown_again"]


class Page(Protocol):
    """A page about a game, which can be made anew; ``label`` is what its button says."""

    @property
    def label(self) -> str:
        """What the button says."""

    def afresh(self) -> "Page":
        """Return the page as it is now."""

    def _repr_html_(self) -> str: ...


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
            panel: str = import_module("fmbook.widgets.panels").battle(self.attack)
        except ImportError:
            return None
        return f'<div class="fmbook-desk">{panel}</div>'


def show_odds(attack: Preview) -> OddsCard:
    """Show an attack that is being thought of: ``fm.show_odds(game.battle("0404"))``."""
    return OddsCard(attack)


def shown_again(page: Page) -> dict[str, Any]:
    """Return what a cell shows of such a page: with a button to make it anew or, without widgets, the page alone."""
    words = {"text/plain": str(page), "text/html": page._repr_html_()}
    try:
        box = import_module("fmbook.widgets.lookback").LookBack(page)
    except ImportError:
        return words
    bundle: dict[str, Any] = box._repr_mimebundle_()
    return bundle | words
