"""How boards and questions stand just now, without a kernel: for a page that is about to be printed."""

from collections.abc import Collection
from typing import Any, NamedTuple

from fmbook.widgets.page.lifetime import displayed

__all__ = ["Stills", "stills"]


class Stills(NamedTuple):
    """The still form of each widget that was asked for, by the widget's id, as a cell's output has it."""

    forms: dict[str, dict[str, Any]]

    def _repr_json_(self) -> dict[str, dict[str, Any]]:
        return self.forms


def stills(ids: Collection[str]) -> Stills:
    """Return the still forms of what cells show; who is not known any more is left out."""
    return Stills({each.model_id: each.still() for each in displayed() if each.comm and each.model_id in ids})
