"""The teacher's page: all tables, one board to look at or to show on the wall, a pause, a sentence, what came of it.

It looks at the files of the tables as anybody does who watches; no hand is shown on it, so it can be projected.
"""

import re
from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from time import monotonic
from typing import Any, Final

from ipywidgets import Box, VBox

from fmbook.core.errors import FmbookError
from fmbook.core.sides import noun, opening
from fmbook.lessons.classes import ClassGames, Standing, TableStanding, asked, saved
from fmbook.play.positions import Position
from fmbook.play.tables import Table
from fmbook.record.journal import games_folder
from fmbook.record.tables import TableFile, table_names, table_place
from fmbook.widgets.board.sectormap import as_svg
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.classroom.figures import answers_page, games_page
from fmbook.widgets.classroom.style import STYLE
from fmbook.widgets.desk import scene as seeing
from fmbook.widgets.desk.clicks import Chooser
from fmbook.widgets.desk.controls import Pieces
from fmbook.widgets.desk.scene import Choice
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.lifetime import FollowingWidget
from fmbook.widgets.page.shell import PageShell
from fmbook.widgets.page.told import HTML, Text

__all__ = ["TeachersPage"]

FIGURES_EVERY: Final = 5  # looks between two looks at what was answered and lost
LONG_WAIT: Final = 180  # seconds after which a wait is worth a teacher's eye
MINUTE: Final = 60
LAST_TOLD: Final = 4
ROOM: Final = 3.0  # hexes around the outermost units
MUCH: Final = 0.6  # of a board: then it is shown whole
VIEW: Final = re.compile(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"')
WELCOME: Final = "Open a table to watch it. Nothing that you do here changes a game."


class Row:
    """One table in the list."""

    def __init__(self, table: Table, pieces: Pieces) -> None:
        self.follows, self.table = TableStanding(table), table
        self.since, self._seen = monotonic(), -1
        self.button = pieces.button(f"Table {table.name}", f"Look at table {table.name}")
        self.words: HTML = pieces.words()
        self.line = Box([self.button, self.words], _dom_classes=("fmbook-row", "fmbook-line"))
        self.standing: Standing | None = None

    def look(self) -> bool:
        """See what has happened, and tell whether anything has."""
        self.table.catch_up()
        standing = self.follows.now()
        if standing.orders != self._seen:
            self._seen, self.since = standing.orders, monotonic()
        self.standing, before = standing, self.standing
        said = self._says(standing)
        if self.words.value != said:
            self.words.value = said
        return standing != before

    def _says(self, now: Standing) -> str:
        lost = " : ".join(map(str, now.lost))
        empty = [noun(side) for side, who in now.seats.items() if who != "taken"]
        seats = f" · nobody plays {' and '.join(empty)}" if empty else ""
        if now.ended:
            return (
                f"<p><strong>Over.</strong> {escape(now.ended)}<br><small>steps lost {lost}{escape(seats)}</small></p>"
            )
        return f"<p>{self._wait(now)}<br><small>{now.turn} · steps lost {lost}{escape(seats)}</small></p>"

    def _wait(self, now: Standing) -> str:
        waited = int(monotonic() - self.since)
        if not now.orders:
            return f"{escape(str(opening(now.decides)))} may begin"
        minutes = f" since {waited // MINUTE} min" if waited >= MINUTE else ""
        kind = " class='fmbook-waits'" if waited >= LONG_WAIT else ""
        return f"<span{kind}>waits for {escape(noun(now.decides))}{minutes}</span>"


class TeachersPage(FollowingWidget, VBox):  # type: ignore[misc]  # ipywidgets has no types
    """All tables of a class."""

    def __init__(self, chapter: str = "") -> None:
        self.chapter, self._pieces = chapter, Pieces()
        self._shell = PageShell(label="The class", says=WELCOME)
        self.rows = [Row(_watched(name), self._pieces) for name in sorted(table_names(), key=_by_number)]
        self.watched: Row | None = None
        self.moment: int | None = None
        self._looks, self._drawn = 0, ("", -1, False)
        self._make_parts()
        below = self._pieces.column(self.games, self.answers, name="fmbook-below")
        two = Box([self.overview, self.board], _dom_classes=("fmbook-two",))
        parts = [HTML(STYLE), self.tools, self._shell, two, below]
        super().__init__(parts, _dom_classes=("fmbook-desk", "fmbook-class"))
        self._tie(self._shell)
        self.look()
        self._begin()

    def _make_parts(self) -> None:
        pieces, button = self._pieces, self._pressed
        self.halt = button("Pause all games", "Let nobody order until the games go on", self._on_halt)
        self.says = Text(placeholder="A sentence for all tables", continuous_update=False)
        tell = button("Say it to all", "Show the sentence at every table", self._on_tell)
        save = button(
            "Save results", "Write the answers and games of each table into the folder of the class", self._on_save
        )
        self.tools = pieces.row(self.halt, self.says, tell, save, name="fmbook-tools")
        for row in self.rows:
            row.button.on_click(lambda _, row=row: self._on_open(row))
        self.overview = pieces.column(*(row.line for row in self.rows), name="fmbook-overview")
        self.head: HTML = pieces.words()
        self.picture: HTML = pieces.words()
        earlier = button("◀ Earlier", "One order back (the left arrow key)", partial(self._on_step, -1))
        later = button("Later ▶", "One order on (the right arrow key)", partial(self._on_step, 1))
        earlier.add_class("fmbook-earlier")
        later.add_class("fmbook-later")
        now = button("Now", "How the game stands now", partial(self._on_step, 0))
        self.large = button("Large", "The board alone, for the wall", self._on_large)
        self.seats = pieces.row()
        steps = pieces.row(earlier, later, now, self.large, self.seats)
        self.board = pieces.column(steps, self.head, self.picture, name="fmbook-board")
        self.games: HTML = pieces.words()
        self.answers: HTML = pieces.words()

    def _pressed(self, label: str, tip: str, do: Callable[[], None]) -> Any:
        button = self._pieces.button(label, tip)
        button.on_click(lambda _: do())
        return button

    # --- what is seen ----------------------------------------------------------------------

    @guarded
    def look(self) -> None:
        """See what has happened at the tables."""
        for row in self.rows:
            try:
                row.look()
            except FmbookError as error:  # one table that cannot be read hides no other one
                row.words.value = f"<p>{escape(str(error))}</p>"
        halted = any(row.table.halted for row in self.rows)
        self.halt.description = "Let the games go on" if halted else "Pause all games"
        self.show_board()
        if self._looks % FIGURES_EVERY == 0:
            self.show_figures()
        self._looks += 1

    def show_figures(self) -> None:
        """Show what the games have come to, and what was answered."""
        games = games_page(ClassGames(row.follows for row in self.rows))
        answers = answers_page(asked(self.chapter, [row.table for row in self.rows]))
        for place, page in ((self.games, games), (self.answers, answers)):
            if place.value != page:
                place.value = page

    def show_board(self) -> None:
        """Show the board of the open table, or what to do."""
        row = self.watched
        if row is None:
            return
        game = row.table.game
        moment = game.given if self.moment is None else min(self.moment, game.given)
        if self._drawn[:2] == (row.table.name, moment) and moment:
            return
        self._drawn = row.table.name, moment, True
        position = game.at(moment).seen_by_neither()
        self.head.value = self._told(row, position, moment)
        drawn = as_svg(seeing.scene(position, Choice(Chooser(position)), acting=False))
        self.picture.value = closer(drawn, position)

    def _told(self, row: Row, position: Position, moment: int) -> str:
        game = row.table.game
        entries = [str(entry.event) for entry in game.entries_at(moment) if not entry.event.silent]
        last = "".join(f"<p>{escape(line)}</p>" for line in entries[-LAST_TOLD:])
        where = "" if moment == game.given else f" · after {moment} of {game.given} orders"
        moment_ = " · ".join(map(escape, (f"Table {row.table.name}", position.turn_name, position.phase)))
        return f"<h2>{moment_}{where}</h2>{last}"

    # --- what a teacher does ------------------------------------------------------------------

    @guarded
    def _on_open(self, row: Row) -> None:
        self.watched, self.moment, self._drawn = row, None, ("", -1, False)
        for each in self.rows:
            (each.line.add_class if each is row else each.line.remove_class)("fmbook-open")
        self.seats.children = [
            self._pressed(
                f"{opening(side):gets up}",
                f"Let somebody else play {noun(side)} at this table",
                partial(self._on_free, row, side),
            )
            for side in row.table.game.sides
        ]
        self._shell.says = f"Table {row.table.name} is open. The arrow keys step through its orders."
        self.show_board()

    @guarded
    def _on_free(self, row: Row, side: str) -> None:
        row.table.clear(side)
        self._shell.says = f"Nobody plays {noun(side)} at table {row.table.name} now: anybody may sit down there."
        self.look()

    @guarded
    def _on_step(self, by: int) -> None:
        if self.watched is None:
            self._shell.says = "Open a table first."
            return
        given = self.watched.table.game.given
        to = (given if self.moment is None else self.moment) + by
        self.moment = None if not by or to >= given else max(0, to)
        self.show_board()

    @guarded
    def _on_large(self) -> None:
        if "fmbook-large" in self._dom_classes:
            self.remove_class("fmbook-large")
            self.large.description = "Large"
        else:
            self.add_class("fmbook-large")
            self.large.description = "All tables"

    @guarded
    def _on_halt(self) -> None:
        halted = any(row.table.halted for row in self.rows)
        for row in self.rows:
            row.table.go_on() if halted else row.table.halt("Your teacher has stopped all games for a moment.")
        self._shell.says = "The games go on." if halted else "All games pause: nobody can give an order."
        self.look()

    @guarded
    def _on_tell(self) -> None:
        for row in self.rows:
            row.table.tell(self.says.value)
        said = f"All tables read: {self.says.value}" if self.says.value.strip() else "The sentence is taken away."
        self._shell.says, self.says.value = said, ""

    @guarded
    def _on_save(self) -> None:
        folder = games_folder()
        paths = saved(self.chapter, [row.table for row in self.rows], folder)
        self._shell.says = _written(paths, folder)
        self.show_figures()

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        return bundle | {"text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<the page of a class with {len(self.rows)} tables>"


def closer(drawn: str, position: Position) -> str:
    """Show the part of a board on which there are units, where that is a small one."""
    board = position.board
    frame = Frame.around(board)
    spots = [frame.pixel(board.centre(board.at(unit.place))) for unit in position.units() if unit.place in board.places]
    if not spots:
        return drawn
    room = ROOM * frame.hex
    left, right = min(x for x, _ in spots) - room, max(x for x, _ in spots) + room
    top, bottom = min(y for _, y in spots) - room, max(y for _, y in spots) + room
    if (right - left) * (bottom - top) > MUCH * frame.width * frame.height:
        return drawn
    wide, high = f"{right - left:.0f}", f"{bottom - top:.0f}"
    return VIEW.sub(f'viewBox="{left:.0f} {top:.0f} {wide} {high}" width="{wide}" height="{high}"', drawn, count=1)


def _watched(name: str) -> Table:
    return Table(TableFile(table_place(name)))


def _by_number(name: str) -> tuple[int, str]:
    return (int(name), "") if name.isdecimal() else (10**6, name)


def _written(paths: tuple[Path, ...], folder: Path) -> str:
    if not paths:
        return "There is nothing to save yet: nobody has played or answered."
    count = "1 file is" if len(paths) == 1 else f"{len(paths)} files are"
    return f"{count} in {folder}. To mark them: fmbook grade “{folder}”."
