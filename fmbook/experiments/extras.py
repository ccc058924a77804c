"""Libraries that only few need: fetched when asked for, and if they are missing, one sentence says what to install."""

from importlib import import_module
from typing import Any

from fmbook.core.errors import FmbookError

__all__ = ["NotInstalled", "needed"]


class NotInstalled(FmbookError, ImportError):
    """A library of an extra is not installed."""


def needed(module: str, extra: str) -> Any:
    """Import a library; where it is missing, say which extra brings it."""
    try:
        return import_module(module)
    except ModuleNotFoundError:
        said = (
            f"This needs {module.partition('.')[0]}, which is not installed. What to do: pip install 'fmbook[{extra}]'"
        )
        raise NotInstalled(said) from None
