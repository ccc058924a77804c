"""The map on the page: shows a board and says which place the reader chose. It knows no rules."""

from collections.abc import Collection, Iterable
from typing import Any, Final

import traitlets
from ipywidgets import Box

from fmbook.core.calls import checked
from fmbook.geometry.boardfile import load_board
from fmbook.geometry.boards import Board
from fmbook.widgets import theme
from fmbook.widgets.board.cursor import Cursor
from fmbook.widgets.board.overlays import hints
from fmbook.widgets.board.painting import BoardPainting
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.drawing.canvas import SHARPEST, Sheet, held
from fmbook.widgets.drawing.shapes import Shape
from fmbook.widgets.drawing.svg import to_svg
from fmbook.widgets.page import drawn_ahead
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.lifetime import DisplayedWidget
from fmbook.widgets.page.session import current_screen, current_session_id
from fmbook.widgets.page.shell import PageShell

__all__ = ["HexMap", "chart"]

GROUND, HINTS = range(2)
SAID_BY_KEY: Final = ("Enter", " ")
ARROWS: Final = {"ArrowUp": (0, -1), "ArrowRight": (1, 0), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0)}
ENLARGED: Final = 1.2  # from here on a single pixel for each of the layout looks blurred
INVITATION: Final = "Click a {}, or tab to the map and use the arrow keys."


class HexMap(DisplayedWidget, BoardPainting, Box):  # type: ignore[misc]  # ipywidgets has no types
    """A board to look at and to click. ``clicked`` is the name of the place last chosen.

    ``near`` are the places to show, if not all.
    """

    clicked = traitlets.Unicode("", help="The place last chosen, such as '0304'; empty before the first.")
    times = 1.0  # how large it is shown; 0 is as large as the page has room
    speaks_below = True  # a desk puts the line that says what was chosen elsewhere

    def __init__(self, board: Board, layers: int = 2, *, near: Collection[int] = ()) -> None:
        self.board = board
        self._frame = frame = Frame.part(board, near) if near else Frame.around(board)
        self._near = self._frame.places(board) if near else frozenset()
        self._sheet = Sheet(frame.width, frame.height, layers=layers)
        self._invitation = INVITATION.format(board.layout.kind)
        self._shell = PageShell(label=self._call_it(""), says=self._invitation, ratio=[frame.width, frame.height])
        self._cursor = Cursor(board, self._near)
        self._outlined: int | None = None
        self._hints: tuple[int, ...] = ()
        self.meant_for: int | None = None
        # nobody presses what is not seen, and it is seen when shell.js listens
        paper = Box([self._sheet.widget], layout={"visibility": "hidden"}, _dom_classes=("fmbook-sheet",))
        below = [self._shell] if self.speaks_below else []
        layout = {"flex_flow": "column", "max_width": f"{frame.width + 6}px"}
        super().__init__([paper, *below], layout=layout, _dom_classes=("fmbook-map",))
        self._shell.hear(("press", "pressed", "wake", "rest"), self._on_heard)
        self._sheet.on_key(self._on_key)
        self._tie(self._shell, alone=self.speaks_below)

    @property
    def is_small(self) -> bool:
        """Whether the hexes are so small that a reader may want to enlarge them."""
        return self._frame.hex < (theme.SMALL_LARGE_HEX if self._frame.large else theme.SMALL_HEX)

    @property
    def sheet_width(self) -> int:
        """The width of the whole sheet, in CSS pixels."""
        return self._frame.width

    # --- what others call --------------------------------------------------------------

    def show(self, place: str | None = None, *, hints: Iterable[str] = ()) -> None:
        """Outline a place and dot some others; without arguments, clear the map of both."""
        self._outlined = None if place is None else self.board.at(place)
        self._hints = tuple(map(self.board.at, hints))
        self._sheet.show(HINTS, self._hint_shapes())
        self._shell.says = self._invitation if place is None else self.describe(place)

    def describe(self, place: str) -> str:
        """What is printed in a place and who its neighbours are, in words.

        ``"0304: woods, hill. Neighbours: 0303, 0404, …"``
        """
        at = self.board.at(place)
        town = self.board.labels.get(at)
        ground_here = ", ".join(sorted(self.board.features[at])) or "open ground"
        around = ", ".join(self._with_border(at, other) for other in self.board.neighbours[at])
        return f"{place}{f' {town}' if town else ''}: {ground_here}. Neighbours: {around}."

    @property
    def is_awake(self) -> bool:
        """Whether a page holds the map's pixels, so that there is something to draw on."""
        return self._sheet.sharpness > 0

    def wake(self, sharp: int) -> None:
        """Let pages hold so many pixels for each of the layout, more where it is enlarged, and draw everything anew."""
        sharp = self._needs(sharp)
        self._sheet.resize(sharp)
        self.redraw()
        self._shell.sharp = sharp

    def _needs(self, sharp: int) -> int:
        return max(sharp, SHARPEST if self.times > ENLARGED else 1)

    def rest(self) -> None:
        """Let pages give the pixels back; they show a small picture of the map meanwhile.

        Its drawing may take two megabytes, and a chapter has some twenty maps: it is drawn anew when it is wanted.
        """
        self._sheet.resize(0)
        self._shell.sharp = 0
        if "_picture" in vars(self):
            del self._picture

    def redraw(self) -> None:
        """Draw everything anew, as for a page that has just been opened."""
        with held():
            self._draw()
        self._sheet.widget.put_together()

    def svg(self) -> str:
        """The board as a picture for pages without a kernel."""
        return to_svg(self._kept)

    # --- what the page calls -------------------------------------------------------------

    @guarded
    def _on_heard(self, content: dict[str, Any]) -> None:
        """A press: the state that it was meant for and, on the map, where, in parts of the width and the height.

        Or that somebody sees the map, on how sharp a screen and whether it is blank there, or that nobody does.
        """
        match content:
            case {"what": "press", "number": int(number), "at": [int() | float() as x, int() | float() as y]} if (
                min(x, y) >= 0 and max(x, y) <= 1
            ):
                self.meant_for = number
                self._on_press(x * self._frame.width, y * self._frame.height)
            case {"what": "pressed", "number": int(number)}:
                self.meant_for = number
            case {"what": "wake", "sharp": int(sharp), "blank": bool(blank)}:
                self._on_wake(min(max(sharp, 1), SHARPEST), blank=blank)
            case {"what": "rest"}:
                drawn_ahead.arrived(current_session_id(), self)
                self.rest()

    def _on_wake(self, sharp: int, *, blank: bool) -> None:
        """Draw for a page that sees the map, unless its drawing is on the way or there already."""
        drawn_ahead.learn(current_session_id(), sharp)
        on_its_way = drawn_ahead.arrived(current_session_id(), self)
        if self._sheet.sharpness < sharp:
            self.wake(sharp)
        elif blank and not on_its_way:
            self.redraw()

    @guarded
    def _on_press(self, x: float, y: float) -> None:
        place = self.board.place_at(*self._frame.point(x, y))
        if place is not None:
            self._cursor.put(place)
            self._choose(place)

    @guarded
    def _on_key(self, key: str) -> None:
        if key in ARROWS:
            self._look_at(self._cursor.step(ARROWS[key]))
        elif key in SAID_BY_KEY and self._cursor.place is not None:
            self._choose(self._cursor.place)
        elif key == "Escape":
            self._let_go()

    # --- how it is done --------------------------------------------------------------------

    def _choose(self, place: int) -> None:
        self._look_at(place)
        self.set_trait("clicked", "")  # so that a second click on the same place is news as well
        self.clicked = self.board.name(place)

    def _let_go(self) -> None:
        """Drop what was chosen."""
        self.show()

    def _look_at(self, place: int) -> None:
        name = self.board.name
        self.show(name(place), hints=map(name, self.board.neighbours[place]))

    def _with_border(self, place: int, other: int) -> str:
        border = sorted(self.board.border(place, other))
        return self.board.name(other) + (f" ({', '.join(border)})" if border else "")

    def _call_it(self, shown: str) -> str:
        """What a screen reader calls the map: what it is of, what it shows, what can be done with it."""
        title = "" if shown.startswith(self._title) else self._title
        return ". ".join(filter(None, (title, shown, self._invitation)))

    def draw_ahead(self) -> None:
        """Send the drawing before the page asks for it, which then draws while the cell goes on.

        Each layer goes out as soon as it is done: none is seen before all are put together.
        """
        asker = current_session_id()
        if screen := current_screen():
            drawn_ahead.learn(asker, min(screen, SHARPEST))
        if not self.is_awake and (screen := drawn_ahead.begin(asker, self)):
            sharp = self._needs(screen)
            self._sheet.resize(sharp)
            self._sheet.fetch(GROUND)
            self._draw()
            self._sheet.widget.put_together()
            self._shell.sharp = sharp

    def _draw(self) -> None:
        """Draw all layers, the ground first: while a page is busy with it, what lies on it is worked out."""
        self._sheet.show(GROUND, self._bare(self._picture))
        self._draw_above()

    def _draw_above(self) -> None:
        """Draw what lies on the ground."""
        self._sheet.show(HINTS, self._hint_shapes())

    def _hint_shapes(self) -> list[Shape]:
        return hints(self.board, self._frame, self._outlined, self._hints)

    def _closed(self) -> None:
        self.rest()

    # --- how it shows itself ------------------------------------------------------------------

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        self._open_again()
        self.draw_ahead()
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        return bundle

    def _still(self) -> dict[str, str]:
        return {"image/svg+xml": self.svg()}

    def __repr__(self) -> str:
        places = "hexes" if self.board.layout.kind == "hex" else "sectors"
        return f"<map of {self.board.title or 'a board'}, {len(self.board.places)} {places}>"


@checked
def chart(system: str = "drill") -> HexMap:
    """The map of a system's board, to look at and to click.

    It stands in for ``new_game`` and its desk until they are there.
    """
    return HexMap(load_board(f"{system}/board.toml"))
