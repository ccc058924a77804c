"""The line under a map: what was chosen, and what went wrong. It also gives the keyboard its freedom back."""

from pathlib import Path
from typing import Final

import anywidget
import traitlets

from fmbook.widgets import theme

__all__ = ["Shell"]


class Shell(anywidget.AnyWidget):
    """A live region, an alert and the keys of the map around it. Text is shown as text, never as markup."""

    _esm: Final = Path(__file__).with_name("shell.js")
    _css: Final = theme.css()

    label = traitlets.Unicode("", help="What a screen reader calls the map.").tag(sync=True)
    says = traitlets.Unicode("", help="The answer to the last choice.").tag(sync=True)
    fault = traitlets.Unicode("", help="What went wrong, in a sentence; empty when nothing did.").tag(sync=True)
