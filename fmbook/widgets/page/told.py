"""What widgets send to a page is told in the language of the session: this is the door between desk and reader.

Python keeps its English words, so a press, a test or a screen reader's name is found by them; what goes out is told.
Import the widgets from here, not from ipywidgets.
"""

from collections.abc import Callable, Collection
from typing import Any, Final

import ipywidgets

from fmbook.core.language import told, told_html
from fmbook.widgets.parcels import took

__all__ = ["HTML", "Accordion", "Button", "Combobox", "Dropdown", "IntSlider", "SelectionSlider", "Spoken", "Text"]
__all__ += ["Textarea", "ToggleButton", "ToggleButtons"]

PLAIN: Final = ("description", "tooltip", "placeholder", "says", "asked", "brief", "fault", "label")
LISTS: Final = ("titles", "tooltips", "_options_labels")
Door = Callable[[str], str]


class Spoken:
    """Mixed into a widget, before its own class: its words are told as they are sent."""

    def get_state(self, key: Collection[str] | str | None = None, drop_defaults: bool = False) -> dict[str, Any]:
        """Return what is sent, told."""
        state: dict[str, Any] = super().get_state(key, drop_defaults)  # type: ignore[misc]
        for name in state:
            state[name] = self._told(name, state[name])
        return state

    def _send(self, msg: dict[str, Any], buffers: Any = None) -> None:
        """Send by itself what is not sent with other things."""
        if not took(self, msg, buffers):
            super()._send(msg, buffers)  # type: ignore[misc]

    def _told(self, name: str, value: Any) -> Any:
        if name in PLAIN and isinstance(value, str):
            return told(value)
        if name in LISTS and value:
            return [told(each) if isinstance(each, str) else each for each in value]
        return value


class HTML(Spoken, ipywidgets.HTML):  # type: ignore[misc]  # ipywidgets has no types
    """Words with markup."""

    def _told(self, name: str, value: Any) -> Any:
        return told_html(value) if name == "value" else super()._told(name, value)


class Button(Spoken, ipywidgets.Button):  # type: ignore[misc]
    """A button."""


class ToggleButton(Spoken, ipywidgets.ToggleButton):  # type: ignore[misc]
    """A button that stays down."""


class ToggleButtons(Spoken, ipywidgets.ToggleButtons):  # type: ignore[misc]
    """Buttons of which one is down."""


class Text(Spoken, ipywidgets.Text):  # type: ignore[misc]
    """A line to type."""


class Textarea(Spoken, ipywidgets.Textarea):  # type: ignore[misc]
    """Several lines to type."""


class Combobox(Spoken, ipywidgets.Combobox):  # type: ignore[misc]
    """A line to type, with words to choose from."""


class Dropdown(Spoken, ipywidgets.Dropdown):  # type: ignore[misc]
    """A list to choose from."""


class SelectionSlider(Spoken, ipywidgets.SelectionSlider):  # type: ignore[misc]
    """A slider over words."""


class IntSlider(Spoken, ipywidgets.IntSlider):  # type: ignore[misc]
    """A slider over numbers."""


class Accordion(Spoken, ipywidgets.Accordion):  # type: ignore[misc]
    """Parts that are unfolded."""
