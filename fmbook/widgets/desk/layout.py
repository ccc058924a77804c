"""The parts of a desk and how they lie on the page. No part knows yet what it does."""

from typing import Any, Final, NamedTuple

from ipywidgets import HBox, Layout

from fmbook.core.sides import noun
from fmbook.widgets import theme
from fmbook.widgets.board.deskmap import DeskMap
from fmbook.widgets.desk.buttons import Actions
from fmbook.widgets.desk.controls import Pieces
from fmbook.widgets.desk.tabs import OPPONENT, PAGES, SAVING
from fmbook.widgets.desk.threats import AskedOfRules
from fmbook.widgets.page.told import Combobox, ToggleButtons

__all__ = ["REDO", "UNDO", "Offered", "Parts"]

ZOOMS: Final = (("Whole map", 0.0), ("Full size", 1.0), ("1.5 times", 1.5), ("Twice", 2.0))
UNDO: Final = "fmbook-undo"
REDO: Final = "fmbook-redo"


class Offered(NamedTuple):
    """What a game offers at a desk beside its rules: stops at decisions, the front in fact, a second player, steps."""

    stops: bool
    front: bool
    shared: bool
    steps: bool = False
    alone: bool = True


class Parts:
    """Everything on a desk, from the question at the top to the pages at the foot."""

    def __init__(self, sides: tuple[str, str], board: DeskMap, asked: AskedOfRules, offered: Offered) -> None:
        self.map, self.shell, self.pieces = board, board.shell, Pieces(board.board.id.partition(".")[0])
        self.prompt = self.pieces.panel()
        wide = Layout(width="auto", flex="1 1 auto")
        self.actions = Actions(layout=wide, _dom_classes=("fmbook-actions",))
        # a box of ipywidgets takes no focus, so what lies in it does: what is scrolled can be reached by Tab
        self.throw, self.side, self.story = (self.pieces.panel(scrolled=each) for each in (False, False, True))
        self.task = self.pieces.words("fmbook-task")
        self.alone = offered.alone
        self._make_offered(offered)
        self._make_tools(sides, asked)
        self._make_words()
        left_out = {SAVING: not offered.alone, OPPONENT: not offered.shared}
        self.tabs_of = {page: self.pieces.toggle(page) for page in PAGES if not left_out.get(page)}
        self._stack()

    def _stack(self) -> None:
        """Lay the parts on the desk."""
        row, column = self.pieces.row, self.pieces.column
        self.view = row(*self.switches, *filter(None, (self.stops, self.shared, self.zoom)), name="fmbook-view")
        back = (self.undo, self.redo) if self.alone else ()
        orders = row(self.actions, *back, self.drop, self.hint, name="fmbook-orders")
        self.pause = column()  # a decision to make, or what came of one
        self.film = column(name="fmbook-film")  # the slider of a replay, in sight together with the map
        # a decision lies below all buttons: none of its own comes to lie where another one was about to be pressed
        above = (*self.coach, self.prompt, self.shell, orders, self.pause, self.film)
        self.head = column(*above, name="fmbook-head")
        self.offered = column()  # an earlier game, when there is one: it lies upon the map, and nothing moves for it
        map_column = column(self.offered, self.map, self.key, self.view, layout=self._beside(self.map))
        beside = Layout(width="auto", flex=f"1 1 {theme.PANEL_LEAST}px")
        # the task comes last from the beginning: what is being read must not change its place with the first order
        self.panel = column(self.throw, self.side, self.story, self.task, name="fmbook-side", layout=beside)
        side_by_side = Layout(flex_flow="row wrap")
        self.main = HBox([map_column, self.panel], layout=side_by_side, _dom_classes=("fmbook-main",))
        self.tabs, self.page = row(*self.tabs_of.values()), column(name="fmbook-page")

    def _beside(self, board: DeskMap) -> Layout:
        """A map shrinks to leave room for the panel, down to a width where the panel goes below it."""
        least = min(board.sheet_width, theme.MAP_LEAST)
        return Layout(flex=f"20 1 {least}px", min_width="0", max_width=f"{board.sheet_width + 6}px")

    @property
    def children(self) -> list[Any]:
        """The parts from top to bottom."""
        return [self.head, self.main, self.words, self.tabs, self.page]

    def _make_offered(self, offered: Offered) -> None:
        """Make a switch for whatever this game offers beside its rules; None for what it does not."""
        tick = self.pieces.tick
        self.coach = (
            [
                Actions(
                    system=self.pieces.system,
                    label="The whole step and its buttons",
                    layout=self.pieces.plain,
                    _dom_classes=("fmbook-coach",),
                )
            ]
            if offered.steps
            else []
        )
        self.front: Any = None
        self.stops: Any = None
        self.shared: Any = None
        if offered.front:
            self.front = tick(
                "History", "A violet line of dashes and dots marks the front of that hour as it was in fact"
            )
        if offered.stops:
            self.stops = tick("Decisions", "The game stops at moments at which somebody had to choose")
            self.stops.value = True
        if offered.shared:
            self.shared = tick("Two players", "Two people play at this desk, and nobody plays for the enemy")
        self.key = self.pieces.words("fmbook-front")  # of the line of history

    def _make_tools(self, sides: tuple[str, str], asked: AskedOfRules) -> None:
        button, tick = self.pieces.button, self.pieces.tick
        self.undo = button("Undo", "Take the last order back", UNDO)
        self.redo = button("Redo", "Give the order again that was taken back", REDO)
        self.drop = button("Put down", "Put the unit down that is taken up (Escape on the map)")
        self.hint = button("Hint", "Help in three parts: where to look, which rule, which order")
        nouns = "hexes" if self.map.board.layout.kind == "hex" else "sectors"
        zoned = sides if asked.zones else ()
        self.zones = [tick(f"{side} zones", f"Strokes mark the zones of control of {noun(side)}") for side in zoned]
        self.threat = tick("Threat", f"Red wedges mark the {nouns} that the enemy could attack after a march")
        self.fields: Any = None  # what is not there for this game has no box
        self.seen: Any = None
        self.supply: Any = None
        if self.map.board.fields:
            says = "Lines of fire of machine guns: red where they are manned, grey where they are not"
            self.fields = tick("Fields of fire", says)
        if asked.observed:
            self.seen = tick("Observed", "Eyes mark the enemy units that your side observes")
        if asked.supply:
            self.supply = tick("Supply", f"Crates mark the {nouns} from which your side can trace its supply")
        self.bare = tick("Hide counters", "The ground alone is shown, without its counters")
        found = (*self.zones, self.threat, self.fields, self.seen, self.supply, self.front, self.bare)
        self.switches = [box for box in found if box]
        self.zoom = None
        if self.map.is_small:
            tips = [f"Map: {label}" for label, _ in ZOOMS]
            self.zoom = ToggleButtons(options=ZOOMS, value=0.0, tooltips=tips, _dom_classes=("fmbook-zoom",))

    def _make_words(self) -> None:
        wide = {"width": "min(410px, 90%)"}
        self.line = Combobox(placeholder="help", ensure_option=False, options=(), layout=wide)
        label = self.pieces.words(value='<span class="fmbook-label">Order</span>', layout=self.pieces.narrow)
        self.say = self.pieces.button("Say it", "Give the typed order, as Enter does")
        self.answer = self.pieces.words("fmbook-scroll", scrolled=True)
        said = self.pieces.row(label, self.line, self.say)
        self.words = self.pieces.column(said, self.answer, name="fmbook-words")
