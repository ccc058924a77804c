"""Buttons, boxes and rows of a desk. They share their looks: one more look is one more thing to send to a page.

So nobody may change the look of one of them later; what is shown and hidden is made with a look of its own.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from ipywidgets import HBox, Layout, VBox

from fmbook.widgets.page.glossed import Glossed
from fmbook.widgets.page.told import HTML, Button, ToggleButton

__all__ = ["Pieces"]


T = TypeVar("T")


class Pieces:
    """Makes the small parts of one desk."""

    def __init__(self, system: str = "") -> None:
        self.system = system
        self.plain, self.narrow = Layout(), Layout(width="auto")
        self._styles: dict[Any, Any] = {}

    def button(self, label: str, tip: str = "", name: str = "") -> Button:
        """A button that is as wide as its words."""
        about = {"description": label, "tooltip": tip or label, "_dom_classes": (name,) if name else ()}
        return self._alike(Button, self.narrow, **about)

    def toggle(self, label: str, tip: str = "", name: str = "") -> ToggleButton:
        """A button that stays down."""
        about = {"description": label, "tooltip": tip or label, "_dom_classes": (name,) if name else ()}
        return self._alike(ToggleButton, self.plain, value=False, **about)

    def tick(self, label: str, tip: str) -> ToggleButton:
        """A box to tick; for one of ipywidgets' own a page first loads a program that looks for formulas in words."""
        return self.toggle(label, tip, "fmbook-switch")

    def words(self, *names: str, value: str = "", scrolled: bool = False, layout: Layout | None = None) -> HTML:
        """A place for words, with classes for the style sheet; what is scrolled can be reached by Tab."""
        about = {"value": value, "_dom_classes": names, "tabbable": True if scrolled else None}
        return self._alike(HTML, layout or self.plain, **about)

    def panel(self, *, scrolled: bool = False) -> Glossed:
        """A place for words among which those of the trade can be pressed."""
        return self._alike(Glossed, self.plain, system=self.system, tabbable=True if scrolled else None)

    def row(self, *parts: Any, name: str = "", layout: Layout | None = None) -> HBox:
        """Lay parts side by side; they wrap where the page is narrow."""
        names = ("fmbook-row", name) if name else ("fmbook-row",)
        return HBox(list(parts), layout=layout or self.plain, _dom_classes=names)

    def column(self, *parts: Any, name: str = "", layout: Layout | None = None) -> VBox:
        """Lay parts below each other."""
        return VBox(list(parts), layout=layout or self.plain, _dom_classes=(name,) if name else ())

    def _alike(self, kind: Callable[..., T], layout: Layout, **about: Any) -> T:
        """Make a widget that has its style in common with all others of its kind."""
        alike = HTML if kind is Glossed else kind
        style = self._styles.get(alike)
        made: Any = kind(layout=layout, **about, **({"style": style} if style else {}))
        self._styles.setdefault(alike, made.style)
        return cast("T", made)
