"""The shell around a map: the lines that say what happened and what went wrong, and the keys of the map."""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

import anywidget
import traitlets
from ipywidgets import Widget

from fmbook.core.language import language, told
from fmbook.widgets.page import style
from fmbook.widgets.page.told import Spoken
from fmbook.widgets.parcels import Parcel, sent_together

__all__ = ["PageShell", "script"]

HERE: Final = Path(__file__).parent

PHRASES: Final = (
    "This board no longer answers: Python was started anew. Run its box again.",
    "This is map {n} of this name.",
    "slider",
    "Arrow keys walk, Enter chooses, Escape puts down; O leads to the buttons.",
)
"""What the page says by itself."""


def script(*paths: Path) -> str:
    """What a page runs of these files; as text: of a file anywidget remembers each widget made from it, for ever."""
    return "".join(path.read_text(encoding="utf-8") for path in (HERE / "common.js", *paths))


class PageShell(Spoken, anywidget.AnyWidget):
    """A live region, an alert and the keys of the map around it. Text is shown as text, never as markup."""

    _esm: Final = script(HERE / "parcel.js", HERE / "rest.js", HERE / "shell.js")
    _css: Final = style.css()

    label = traitlets.Unicode("", help="What a screen reader calls the map.").tag(sync=True)
    says = traitlets.Unicode("", help="The answer to the last choice.").tag(sync=True)
    refused = traitlets.Bool(False, help="Whether what is said is a refusal, which is marked.").tag(sync=True)
    asked = traitlets.Unicode("", help="The question above it, which is heard with what is said and seen once.").tag(
        sync=True
    )
    brief = traitlets.Unicode("", help="The beginning of what is said, where all of it stands beside the map.").tag(
        sync=True
    )
    fault = traitlets.Unicode("", help="What went wrong, in a sentence; empty when nothing did.").tag(sync=True)
    idle = traitlets.List(traitlets.Unicode(), help="Which buttons have nothing to do, by their classes.").tag(
        sync=True
    )
    number = traitlets.Int(0, help="The number of the state that the page shows.").tag(sync=True)
    shelf = traitlets.Unicode("", help="What the browser keeps a code of; empty for a map without a game.").tag(
        sync=True
    )

    middle = traitlets.List(
        traitlets.Float(), help="Where a map opens that is too large for the page, in parts of its width and height."
    ).tag(sync=True)

    ground = traitlets.Unicode("", help="The model of a map of the real ground, which the page ends.").tag(sync=True)

    ratio = traitlets.List(traitlets.Int(), help="Width and height of a map that rests while nobody sees it.").tag(
        sync=True
    )
    sharp = traitlets.Int(0, help="Pixels that the map holds for each of the layout; 0 while it rests.").tag(sync=True)
    lang = traitlets.Unicode("", help="The language of what is said; empty for English.").tag(sync=True)
    phrases = traitlets.Dict({}, help="What the page itself says, in that language.").tag(sync=True)
    shows = traitlets.Int(0, help="How often a cell has displayed this.").tag(sync=True)

    def __init__(self, **about: Any) -> None:
        self.held_by: dict[str, str] = {}
        """The pages that show it: the session of each, and the name that its browser knows it by."""
        self.unpacks: bool | None = None
        """Whether its pages can unpack parcels; not known before one of them has said so."""
        self._carried: WeakKeyDictionary[Widget, set[str]] = WeakKeyDictionary()
        super().__init__(**about)
        self.hear(("wake",), self._on_wake)
        if language() != "en":
            self.lang, self.phrases = language(), {each: told(each) for each in PHRASES}

    def hear(self, kinds: Collection[str], heard: Callable[[dict[str, Any]], None]) -> None:
        """Call with what the page says of these kinds: a press and its state, a code kept, whether copying worked."""

        def sorted_out(_widget: Any, content: Any, _buffers: Any) -> None:
            if isinstance(content, dict) and content.get("what") in kinds:
                heard(content)

        self.on_msg(sorted_out)

    def carry(self, parcel: Parcel) -> None:
        """Bring a page what several widgets have said."""
        for widget, said in parcel.told:
            self._carried.setdefault(widget, set()).update(said)
        self.send({"what": "parcel"}, [parcel.packed()])

    def _on_wake(self, content: dict[str, Any]) -> None:
        """Learn what a page can; one that is new may have missed a parcel while it was being loaded."""
        self.unpacks = content.get("unpacks") is True and self.unpacks is not False
        if content.get("blank"):
            with sent_together(self):
                for widget, said in list(self._carried.items()):
                    widget.send_state(said)

    def copy(self, text: str) -> None:
        """Put a text on the reader's clipboard."""
        self.send({"what": "copy", "text": text})

    def download(self, name: str, text: str) -> None:
        """Hand the reader a file."""
        self.send({"what": "download", "name": name, "text": text})

    def bring_map(self) -> None:
        """Scroll the page to the map."""
        self.send({"what": "map"})

    def bring_panel(self) -> None:
        """Scroll what stands beside the map to its top."""
        self.send({"what": "panel"})

    def bring_question(self, x: float, y: float) -> None:
        """Bring a point of the map, and what stands beside it, into sight for whoever is at work there."""
        self.send({"what": "asked", "at": [x, y]})

    def shelve(self, code: str) -> None:
        """Keep a code in the reader's browser, in place of the last one of the same shelf."""
        self.send({"what": "shelve", "code": code})

    def adopt(self, code: str) -> None:
        """Move a code that lay under the name of its scenario alone to its own shelf."""
        self.send({"what": "adopt", "code": code})

    def forget(self, code: str) -> None:
        """Take a code off the reader's shelf, if it still lies there."""
        self.send({"what": "forget", "code": code})

    def uncover(self, x: float, y: float) -> None:
        """Bring a point of the map into sight to which a key has led: nothing lies over it then."""
        self.send({"what": "centre", "at": [x, y], "unseen": True, "by_key": True})

    def centre(self, x: float, y: float, *, unseen: bool = False) -> None:
        """Bring a point of the map, in parts of its width and height, into the middle of what is seen of it.

        With ``unseen`` only if it is out of sight.
        """
        self.send({"what": "centre", "at": [x, y], "unseen": unseen})
