"""What a cell shows of a page that changes as a game goes on."""

from importlib import import_module
from typing import Any, Protocol

__all__ = ["Page", "shown_again"]


class Page(Protocol):
    """A page about a game, which can be made anew; ``label`` is what its button says."""

    @property
    def label(self) -> str:
        """What the button says."""

    def afresh(self) -> "Page":
        """Return the page as it is now."""

    def _repr_html_(self) -> str: ...


def shown_again(page: Page) -> dict[str, Any]:
    """Return what a cell shows of such a page: with a button to make it anew or, without widgets, the page alone."""
    words = {"text/plain": str(page), "text/html": page._repr_html_()}
    try:
        box = import_module("fmbook.widgets.lookback").LookBack(page)
    except ImportError:
        return words
    bundle: dict[str, Any] = box._repr_mimebundle_()
    return bundle | words
