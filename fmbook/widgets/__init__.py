"""What the reader sees. Nothing in here knows a rule, and nothing outside imports it."""

import re
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from fmbook.core.errors import FmbookError
from fmbook.widgets.page.without_numpy import lay_out

__all__ = ["NEEDED", "NotInstalled", "check_libraries", "check_library"]

NEEDED: Final = {"ipywidgets": "8.1.7", "ipycanvas": "0.14.3", "anywidget": "0.9.18", "ipyleaflet": "0.20"}
FOR_THE_GROUND: Final = "ipyleaflet"  # boards do without it


class NotInstalled(FmbookError, ImportError):
    """A library that widgets need and that is not there."""


def check_libraries() -> None:
    """Say in a sentence which library of widgets is missing or too old, before one of them fails somewhere inside."""
    for name in NEEDED:
        if name != FOR_THE_GROUND:
            check_library(name)
    found = str(import_module("ipywidgets").__version__)
    if _numbers(found) < _numbers(NEEDED["ipywidgets"]):
        raise FmbookError(
            f"fmbook needs ipywidgets {NEEDED['ipywidgets']} or newer, this is {found}: {_remedy('ipywidgets')}"
        )


def check_library(name: str) -> None:
    """Say in a sentence that a library is missing, before an import fails."""
    if find_spec(name) is None:
        raise NotInstalled(f"fmbook needs {name} {NEEDED[name]} or newer, and it is not installed: {_remedy(name)}")


def _remedy(name: str) -> str:
    return f'pip install "{name}>={NEEDED[name]}", then restart the kernel.'


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)[:3]]


lay_out()
check_libraries()
