"""The buttons of the moment: what they say, and what a press on one of them means."""

from collections.abc import Callable, Collection, Iterable
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import anywidget
import traitlets

from fmbook.core.language import told, told_html
from fmbook.widgets.page.glossed import glossed
from fmbook.widgets.page.shell import script
from fmbook.widgets.page.told import Spoken

__all__ = ["AT_ANY_TIME", "ENDING", "Actions"]

AT_ANY_TIME: Final = "at any time"
"""What buttons answer that mean the same in whatever state, such as those that hold an opponent."""

ENDING: Final = "End phase"
"""What ends what goes on stands last, and apart from what it would leave undone."""

Deed = Callable[[], None]


class Actions(Spoken, anywidget.AnyWidget):
    """Buttons that change with every question.

    A press names its button by its words, and the state in which its reader saw them: what has gone meanwhile is never
    taken for what stands in its place.
    """

    # as text: a path would be watched, and what watches it would hold every widget for ever
    _esm: Final = script(Path(__file__).with_name("buttons.js"))
    offered = traitlets.Dict(
        {"asked": "", "labels": []},
        help="What stands on the buttons, what that answers, and words before them.",
    ).tag(sync=True)
    room = traitlets.Unicode("", help="The longest words before them, for which room is kept.").tag(sync=True)
    label = traitlets.Unicode("", help="What opens those words where they are folded to a line.").tag(sync=True)
    _deeds: "dict[str, Deed]" = {}  # noqa: RUF012 - it is never changed, only replaced

    def __init__(self, *, system: str = "", **about: Any) -> None:
        self.system = system
        super().__init__(**about)

    @property
    def labels(self) -> list[str]:
        """What stands on the buttons."""
        return list(self._deeds)

    def offer(
        self, found: Iterable[tuple[str, Deed]], asked: str, *, words: str = "", apart: Collection[str] = ()
    ) -> None:
        """Show these buttons, in one message if any has changed.

        ``asked`` tells questions apart: the same words mean something else when something else is asked. ``words`` are
        markup that stands before the buttons; words of the trade in them can be pressed. The last ones, if they are
        among those ``apart``, lie at the other end of the row, where nothing else comes to lie.
        """
        self._deeds = {}
        for label, do in found:
            self._deeds[label if label not in self._deeds else f"{label} ({len(self._deeds)})"] = do
        labels = list(self._deeds)
        ends: dict[str, Any] = {"ends": True} if len(labels) > 1 and labels[-1] == ENDING else {}
        last = sum(1 for _ in takewhile(lambda label: label in apart, reversed(labels)))
        ends |= {"apart": last} if last else {}
        self.offered = {"asked": asked, "labels": labels} | ends | ({"words": words} if words else {})

    def meant_by(self, press: dict[str, Any], number: int) -> Deed | None:
        """Return what a press asks for; None if it was meant for another state, or its button is gone."""
        in_time = press.get("number") == number or press.get("asked") == AT_ANY_TIME
        if not in_time or press.get("asked") != self.offered["asked"]:
            return None
        said = str(press.get("label"))
        return self._deeds.get(said) or next((do for label, do in self._deeds.items() if told(label) == said), None)

    def _told(self, name: str, value: Any) -> Any:
        if name != "offered":
            return super()._told(name, value)
        words = {"words": glossed(told_html(value["words"]), self.system)} if "words" in value else {}
        return value | {"labels": [told(label) for label in value["labels"]]} | words
