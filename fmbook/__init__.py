"""Historical board wargames to play and to learn from, by their rules, in a notebook."""

from importlib import import_module
from typing import TYPE_CHECKING

from fmbook.errors import DataError, FmbookError, NoSuchName, NotYet

if TYPE_CHECKING:
    from fmbook.widgets.hexmap import chart as chart

__version__ = "0.1.0"
__all__ = ["DataError", "FmbookError", "NoSuchName", "NotYet"]

# what needs widgets is fetched when it is first asked for: the engine runs where none are installed
_ON_DEMAND = {"chart": "fmbook.widgets.hexmap"}


def __getattr__(name: str) -> object:
    if name in _ON_DEMAND:
        return getattr(import_module(_ON_DEMAND[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_ON_DEMAND])
