"""The parts of a desk and how they lie on the page. No part knows yet what it does."""

from collections.abc import Sequence
from typing import Any, Final

from ipywidgets import HTML, Button, Checkbox, Combobox, HBox, IntSlider, Text, ToggleButton, ToggleButtons, VBox
from traitlets import validate

from fmbook.widgets import theme
from fmbook.widgets.deskmap import DeskMap

__all__ = ["Actions", "Parts", "row"]

ZOOMS: Final = (("Whole map", 0.0), ("Full size", 1.0), ("1.5 times", 1.5), ("Twice", 2.0))
PAGES: Final = ("Board in words", "Diary", "Replay", "Save and resume")


class Actions(ToggleButtons):  # type: ignore[misc]  # ipywidgets has no types
    """Buttons whose number changes with every question. One that is gone meanwhile is no error but nothing."""

    @validate("index")
    def _validate_index(self, proposal: Any) -> int | None:
        wanted: int | None = proposal.value
        return wanted if wanted is None or 0 <= wanted < len(self._options_labels) else None

    def offer(self, found: Sequence[tuple[str, object]]) -> None:
        """Show these buttons, none of them pressed, in one message.

        A page keeps the old buttons where there are no new ones, so then they are hidden.
        """
        self.layout.visibility = "visible" if found else "hidden"
        labels = [label for label, _ in found]
        once = [label if labels.index(label) == at else f"{label} ({at})" for at, label in enumerate(labels)]
        with self.hold_sync():
            self.value = None  # before and after: new options may choose the first one by themselves
            self.options = [(label, do) for label, (_, do) in zip(once, found, strict=True)]
            self.value = None


def row(*parts: Any) -> HBox:
    """Lay parts side by side; they wrap where the page is narrow."""
    return named(HBox(list(parts)), "fmbook-row")


def named(widget: Any, name: str) -> Any:
    """Give a widget a class for the style sheet."""
    widget.add_class(name)
    return widget


def _button(label: str, tip: str = "") -> Button:
    return Button(description=label, tooltip=tip or label, layout={"width": "auto"})


def _box(label: str, tip: str = "") -> Checkbox:
    return Checkbox(description=label, tooltip=tip or label, indent=False, layout={"width": "auto"})


class Parts:
    """Everything on a desk, from the question at the top to the pages at the foot."""

    def __init__(self, sides: tuple[str, str], board: DeskMap, *, watches: bool, feeds: bool, small: bool) -> None:
        self.map, self.shell = board, board.shell
        self.prompt = HTML()
        self.actions = named(
            Actions(options=[], value=None, tooltips=[], layout={"width": "auto", "flex": "1 1 320px"}),
            "fmbook-actions",
        )
        self.side = named(HTML(tabbable=True), "fmbook-side")  # what is scrolled can be reached by Tab
        self.side.layout.flex, self.side.layout.width = f"1 1 {theme.PANEL_LEAST}px", "auto"
        self._make_offer()
        self._make_tools(sides, watches, feeds, small)
        self._make_words()
        self._make_pages()
        orders = named(row(self.actions, self.undo, self.redo, self.drop, self.hint), "fmbook-orders")
        self.head = named(VBox([self.prompt, self.shell, orders]), "fmbook-head")
        middle = HBox([VBox([board], layout=self._beside(board)), self.side])
        middle.layout.flex_flow = "row wrap"
        self.main = named(middle, "fmbook-main")

    def _beside(self, board: DeskMap) -> dict[str, str]:
        """A map shrinks to leave room for the panel, down to a width where the panel goes below it."""
        least = min(board.sheet_width, theme.MAP_LEAST)
        return {"flex": f"20 1 {least}px", "min_width": "0", "max_width": f"{board.sheet_width + 6}px"}

    @property
    def children(self) -> list[Any]:
        """The parts from top to bottom."""
        return [self.offer, self.head, self.view, self.main, self.words, self.tabs, self.page]

    def _make_offer(self) -> None:
        self.offered = HTML()
        self.go_on = _button("Go on with the earlier game")
        self.start_new = _button("Begin anew", "Leave the earlier game where it is")
        self.offer = named(row(), "fmbook-offer")
        self.offer.layout.display = "none"

    def _make_tools(self, sides: tuple[str, str], watches: bool, feeds: bool, small: bool) -> None:
        self.undo = _button("Undo", "Take the last order back")
        self.redo = _button("Redo", "Give the order again that was taken back")
        self.drop = _button("Put down", "Put the unit down that is taken up (Escape on the map)")
        self.hint = _button("Hint", "Help in three steps: where to look, which rule, which order")
        hexes = self.map.board.layout.kind == "hex"
        nouns = "hexes" if hexes else "sectors"
        self.zones = [_box(f"{side} zones", f"Hatch the zones of control of {side}") for side in sides]
        self.threat = _box("Threat", f"Mark the {nouns} that the enemy could attack after a march")
        self.fields = _box(
            "Fields of fire", "Show what machine guns sweep: red where they are manned, grey where they are not"
        )
        self.seen = _box("Observed", "Mark the enemy units that your side observes")
        self.supply = _box("Supply", f"Mark the {nouns} from which your side can trace its supply")
        self.bare = _box("Hide counters", "Look at the ground alone")
        zones, fields = self.zones if hexes else (), [self.fields] if self.map.board.fields else ()
        self.switches = [*zones, self.threat, *fields, *([self.seen] if watches else [])]
        self.switches += [*([self.supply] if feeds else []), self.bare]
        self.zoom = ToggleButtons(options=ZOOMS, value=0.0, tooltips=[f"Map: {label}" for label, _ in ZOOMS])
        zoom = [self.zoom] if small else []
        self.view = row(*self.switches, *zoom)

    def _make_words(self) -> None:
        self.line = Combobox(
            description="Order", placeholder="help", ensure_option=False, options=(),
            layout={"width": "min(460px, 96%)"}, style={"description_width": "50px"},
        )  # fmt: skip
        self.say = _button("Say it", "Give the typed order, as Enter does")
        self.answer = named(HTML(tabbable=True), "fmbook-scroll")
        self.words = named(VBox([row(self.line, self.say), self.answer]), "fmbook-words")

    def _make_pages(self) -> None:
        self.tabs_of = {page: ToggleButton(value=False, description=page, tooltip=page) for page in PAGES}
        self.tabs = row(*self.tabs_of.values())
        self.text = named(HTML(tabbable=True), "fmbook-scroll")
        self.slider = IntSlider(
            min=0, max=0, description="Order", continuous_update=False, layout={"width": "min(520px, 96%)"}
        )
        self.play, self.present = _button("Play"), _button("Back to the game")
        self.code = Text(description="Code", continuous_update=True, layout={"width": "min(560px, 96%)"})
        self.show_code, self.copy = _button("Show the code"), _button("Copy the code")
        self.download, self.resume = _button("Download the record"), _button("Resume this code")
        saving = VBox([self.code, row(self.show_code, self.copy, self.download, self.resume)])
        replay = row(self.slider, self.play, self.present)
        self.pages = dict(zip(PAGES, (self.text, self.text, replay, saving), strict=True))
        self.page = named(VBox([]), "fmbook-page")

    def open_page(self, name: str) -> None:
        """Show one page, or none."""
        self.page.children = [self.pages[name]] if name else []

    def show_offer(self, text: str) -> None:
        """Offer an earlier game; an empty text takes the offer away."""
        self.offered.value = text
        self.offer.children = [self.offered, self.go_on, self.start_new] if text else []
        self.offer.layout.display = "flex" if text else "none"
