"""A review on the page: the curve with its numbered moments, and a button for each that shows it on a desk."""

import asyncio
from collections.abc import Callable, Generator
from functools import partial
from html import escape
from time import monotonic
from typing import Any, Final

from ipywidgets import VBox

from fmbook.lessons.reviews import Mark, Review, working_out
from fmbook.opponents.review import Progress
from fmbook.play.game import Game
from fmbook.widgets.desk.controls import Pieces
from fmbook.widgets.desk.desk import Desk
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.lifetime import DisplayedWidget
from fmbook.widgets.page.shell import PageShell

__all__ = ["ReviewBox", "ReviewPage"]

SLICE: Final = 0.03  # seconds that it may be worked on before others get their turn
REST: Final = 0.005  # seconds that they get
INVITATION: Final = "Press a number: a desk shows that moment, and you may play on from there."


class ReviewBox(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """The review of a game as it stands: worked out when it begins, while the page stays alive.

    ``press`` ties a button to what it does, ``show`` shows a moment of the game, ``say`` says something aloud; ``of``
    names the side whose story it is, else it is that of the loser.
    """

    def __init__(
        self,
        pieces: Pieces,
        *,
        press: Callable[[Any, Callable[[], None]], None],
        show: Callable[[Mark, Review], None],
        say: Callable[[str], None] = lambda _: None,
        of: Callable[[], str | None] = lambda: None,
    ) -> None:
        self._pieces, self._press, self._show, self._say, self._of = pieces, press, show, say, of
        self._words = pieces.words("fmbook-page")
        self._task: asyncio.Task[None] | None = None
        super().__init__([self._words], layout=pieces.plain, _dom_classes=("fmbook-review",))

    def begin(self, game: Game) -> None:
        """Work the review of a game out; without an event loop at once."""
        self.stop()
        steps = working_out(game)
        self.children = [self._words]
        self._tell(0)
        try:
            self._task = asyncio.get_running_loop().create_task(self._work(steps))
        except RuntimeError:  # a plain script
            while not self._slice(steps):
                pass

    @property
    def is_done(self) -> bool:
        """Whether nothing is worked on."""
        return self._task is None

    def stop(self) -> None:
        """Leave off: nobody waits for it any more."""
        if self._task:
            self._task.cancel()
            self._task = None

    async def _work(self, steps: Generator[Progress, None, Review]) -> None:
        while not self._slice(steps):
            await asyncio.sleep(REST)
        self._task = None

    def _slice(self, steps: Generator[Progress, None, Review]) -> bool:
        """Work for a moment; tells whether it is done."""
        until = monotonic() + SLICE
        try:
            while monotonic() < until:
                done, total = next(steps)
        except StopIteration as end:
            self.fill(end.value)
            self._say(f"The review is done. {self._verdict(end.value)}")
            return True
        self._tell(100 * done // max(total, 1))
        return False

    def _tell(self, percent: int) -> None:
        said = f"The game is being played on from its turning points: {min(percent, 99)} % done."
        self._words.value = f"<section><p>{said}</p></section>"

    def fill(self, found: Review) -> None:
        """Show what was found."""
        self._words.value = f"<section><p>{escape(self._verdict(found))}</p>{found.svg()}</section>"
        sure = self._pieces.words("fmbook-page", value=f"<section><p><em>{escape(found.how_sure)}</em></p></section>")
        self.children = [self._words, *(self._row(mark, found) for mark in found.marks), sure]

    def _verdict(self, found: Review) -> str:
        return found.told_of(self._of() or found.loser)

    def _row(self, mark: Mark, found: Review) -> Any:
        button = self._pieces.button(str(mark.number), f"Show moment {mark.number} on the board")
        self._press(button, partial(self._show, mark, found))
        said = self._pieces.words("fmbook-page", "fmbook-moment", value=f"<p>{escape(mark.says)}</p>")
        return self._pieces.row(button, said, name="fmbook-moments")


class ReviewPage(DisplayedWidget, VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A review that ends a cell: its moments open on a desk of its own, below."""

    def __init__(self, review: Review) -> None:
        self.review, pieces = review, Pieces()
        self._desk: Desk | None = None
        self._shell = PageShell(label="Review", says=INVITATION)
        self._below = pieces.column()
        box = ReviewBox(pieces, press=self._listen, show=self._open)
        box.fill(review)
        names = ("fmbook-desk", "fmbook-rules")
        super().__init__([box, self._shell, self._below], layout=pieces.plain, _dom_classes=names)
        self._tie(self._shell)

    def _listen(self, button: Any, do: Callable[[], None]) -> None:
        button.on_click(partial(self._on_button, do))

    @guarded
    def _on_button(self, do: Callable[[], None], _: Any) -> None:
        do()

    def _open(self, mark: Mark, found: Review) -> None:
        assert found.game
        if self._desk is None:
            self._desk = Desk(found.game, you=found.loser, opponent="captain", decisions=False)
            self._below.children = [self._desk]
        self._desk.show_moment(mark, found, found.game)

    def __repr__(self) -> str:
        return str(self.review)
