"""The hints of a desk, in three steps; the third is what a machine would order, which takes a while to think of."""

from functools import cached_property
from typing import Any, Final

from fmbook.opponents.search import Choice as Chosen
from fmbook.play.hints import is_all_done
from fmbook.widgets.desk import panels
from fmbook.widgets.desk.reasoning import Adviser, advice_in_words
from fmbook.widgets.desk.scene import Choice

__all__ = ["Advising"]

PUT_AWAY: Final = "Hint 3 was put away, because the game went on."


class Advising:
    """What a desk does when it is asked for a hint; it is mixed into the desk."""

    @cached_property
    def adviser(self: Any) -> Adviser:
        """Who thinks about the third hint."""
        return Adviser(self._advised, lambda: self.number, self._advice_too_late)

    def _hint(self: Any) -> None:
        if self.curtain:
            return
        level, position = self.talk.next_hint(), self.talk.view
        alone = is_all_done(position)  # one hint says all that there is to say
        title = "Hint" if alone else f"Hint {level} of 3"
        if level == 3 and self.mine() and not alone:
            self.say(f"{title}. The machine (captain) thinks about it.")
            self.adviser.begin(position.seen_by(position.side))
            return
        hint = position.hint(level)
        self.choice = Choice(self.choice.chooser, panel=panels.told(title, hint.text), lit=hint.places)
        self.say(f"{title}. {hint.text}", brief=f"{title}.")

    def _advised(self: Any, choice: Chosen) -> None:
        """Show what the captain would order, and light up where."""
        with self.together():
            position, order, title = self.talk.view, choice.order, "Hint 3 of 3"
            said = advice_in_words(position.seen_by(position.side), choice)
            named = dict(zip(order.takes, order.names, strict=True))
            places = (named["hex"],) if "hex" in named else ()
            stands = position.unit(named["unit"]).place if "unit" in named else ""
            for place in (*places, stands):  # the last one is where the next click goes
                if place in position.board.places:
                    self.map.bring_into_sight(place)
            self.choice = Choice(self.choice.chooser, panel=panels.told(title, said), lit=places)
            self.say(f"{title}. {said}", brief=f"{title}.")

    def _advice_too_late(self: Any) -> None:
        """Say that no advice is coming any more."""
        with self.together():
            self.say(f"{self.said} {PUT_AWAY}", refused=self.refused)
