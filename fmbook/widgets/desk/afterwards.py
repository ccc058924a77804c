"""When a game is over, or is looked at: the next game, the review, and playing on from a moment as a what-if."""

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from fmbook.core.sides import noun
from fmbook.play.game import new_game
from fmbook.widgets.desk import panels
from fmbook.widgets.desk.scene import Choice
from fmbook.widgets.desk.tabs import REPLAY

if TYPE_CHECKING:
    from fmbook.lessons.reviews import Mark, Review
    from fmbook.play.game import Game
    from fmbook.widgets.reviewing import ReviewBox

__all__ = ["AGAIN", "BACK_TO_GAME", "PLAY_ON", "REVIEW", "Afterwards"]

REVIEW: Final = "Review"
AGAIN: Final = "Play again"
PLAY_ON: Final = "Play on from here"
BACK_TO_GAME: Final = "Back to the game as it was played"
MOST_SEEDS: Final = 10**18  # a seed has at most 18 digits


class Afterwards:
    """What a desk offers beside the orders of the moment; it is mixed into the desk."""

    you: str | None
    left: "Game | None" = None
    """The game from which a what-if was begun: the desk leads back to it."""
    reviewed: "Game | None" = None
    _after: "tuple[Mark, Review, Game] | None" = None
    """The moment of a review that was shown last."""

    def _afterwards(self: Any) -> Iterator[tuple[str, Callable[[], None]]]:
        yield REPLAY, self._replay
        yield REVIEW, self._review
        yield AGAIN, self._again
        if self.you:
            other = next(side for side in self.game.sides if side != self.you)
            yield f"Play {noun(other)}", partial(self._again, other)

    def _replay(self: Any) -> None:
        self.parts.tabs_of[REPLAY].value = True
        self.say("Replay is open above the map: move its slider, or press Play.")

    def _again(self: Any, you: str = "") -> None:
        """Begin another game of the same scenario, with dice of its own, perhaps with the other side."""
        head = self.game.header
        game = new_game(head.system, head.scenario, (head.seed + 1) % MOST_SEEDS, head.options, self.game.house_rules)
        if you:
            self.you, self._seats = you, (you, self.opponent)
        self.take_over(game)
        self.left = None
        self._put_review_away()
        self.say(f"A new game. {self.says_asked()}")

    # --- the review ---------------------------------------------------------------------------

    @cached_property
    def review(self: Any) -> "ReviewBox":
        """The page that tells luck from judgement."""
        from fmbook.widgets.reviewing import ReviewBox

        return ReviewBox(
            self.parts.pieces,
            press=lambda *pair: self._press(pair),
            show=lambda mark, found: self.show_moment(mark, found, self.reviewed),
            say=self._say_aloud,
            of=lambda: self.you,
        )

    def _say_aloud(self: Any, text: str) -> None:
        with self.together():
            self.say(text)

    def _review(self: Any) -> None:
        """Tell luck from judgement in this game, at the foot of the desk."""
        if self.page:
            self.parts.tabs_of[self.page].value = False
        self.parts.page.children = [self.review]
        if self.review.is_done or self.reviewed is not self.game:
            self.reviewed = self.game
            self.review.begin(self.game)
        self.say(self.said if self.review.is_done else "The review is being worked out; it is shown below the map.")

    def show_moment(self: Any, mark: "Mark", review: "Review", game: "Game") -> None:
        """Show the moment before an order of a game that was reviewed, and say what was found about it."""
        with self.together():
            if self.game is not game:
                self.take_over(game)
            self.left, self._after = None, (mark, review, game)
            self.replaying.follow(game.given)
            self.replaying.go_to(mark.at)
            panel = panels.told(f"Moment {mark.number}", mark.says)
            self.choice = Choice(self.choice.chooser, panel=panel, lit=mark.places)
            self.say(f"Moment {mark.number}. {mark.says} “{PLAY_ON}” lets you try something else.")
            self.parts.shell.bring_map()

    def _put_review_away(self: Any) -> None:
        """Take the review of a game from the page: another game has begun there."""
        self._stop_review()
        if "review" in vars(self) and self.parts.page.children == (self.review,):
            self.parts.page.children = ()

    def _stop_review(self: Any) -> None:
        if "review" in vars(self):
            self.review.stop()

    # --- what if ------------------------------------------------------------------------------

    def _from_here(self: Any) -> Iterator[tuple[str, Callable[[], None]]]:
        if self.game.is_shared:
            return
        yield PLAY_ON, self._play_on
        if self._after and self.replaying.moment == self._after[0].at:
            mark, review, game = self._after
            for after in review.marks[mark.number : mark.number + 1]:
                yield f"Moment {after.number}", partial(self.show_moment, after, review, game)

    def _out_of_what_if(self: Any) -> Iterator[tuple[str, Callable[[], None]]]:
        yield BACK_TO_GAME, self._leave_what_if

    def _play_on(self: Any) -> None:
        """Go on from the moment that is shown, as a what-if; the game itself stays as it is."""
        moment, left = self.replaying.moment, self.left or self.game
        branch = self.game.copy()
        while branch.given > moment:
            branch.undo()
        self.take_over(branch, what_if=True)
        self.left = left
        self.say(f"What if? From here you play on; “{BACK_TO_GAME}” leads back. {self.says_asked()}")

    def _leave_what_if(self: Any) -> None:
        left, self.left = self.left, None
        self.take_over(left)
        self.say(f"This is the game as it was played. {self.says_asked()}")
