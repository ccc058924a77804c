"""Historical board wargames to play and to learn from, by their rules, in a notebook."""

from fmbook.errors import DataError, FmbookError, NoSuchName, NotYet

__version__ = "0.1.0"
__all__ = ["DataError", "FmbookError", "NoSuchName", "NotYet"]
